import type { Catalogue } from './catalogue.ts'
import { FRENCH } from './fr/index.ts'

/** The languages of messages. English is in the code, the others in catalogues. */
export type Language = 'en' | OtherLanguage
export type OtherLanguage = keyof typeof CATALOGUES

export const CATALOGUES = { fr: FRENCH } satisfies Record<string, Catalogue>

/** English first. */
export const LANGUAGES: readonly string[] = ['en', ...Object.keys(CATALOGUES)]

/** More ranges than any browser sends. */
const MAX_RANGES = 50

const RANGE = /^\s*([a-z]{1,8}|\*)(?:-[a-z\d-]+)?\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i

/** The preferred language, English if the header names no known one. */
export const languageOf = (header: string | undefined): Language => knownLanguageOf(header) ?? 'en'

/**
 * The preferred language by the weights in `Accept-Language`; the first of equal weights. Regions are ignored: `fr-CA` is
 * French.
 * https://www.rfc-editor.org/rfc/rfc9110#field.accept-language
 */
export function knownLanguageOf(header: string | undefined): Language | undefined {
  if (header === undefined) return undefined
  const weights = new Map<string, number>()
  for (const range of header.split(',', MAX_RANGES)) {
    const [, tag, weight = '1'] = RANGE.exec(range) ?? []
    if (tag === undefined) continue
    const name = tag.toLowerCase()
    weights.set(name, Math.max(Number(weight), weights.get(name) ?? 0))
  }
  let [best, most]: [string | undefined, number] = [undefined, 0]
  for (const [name, weight] of weights) {
    if (weight <= most) continue
    const language = name === '*' ? LANGUAGES.find((one) => !weights.has(one)) : name
    if (language === undefined || !LANGUAGES.includes(language)) continue
    best = language
    most = weight
  }
  return best as Language | undefined
}
