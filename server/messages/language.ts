import { CATALOGUES } from './catalogues.ts'
import type { Language } from './say.ts'

const LANGUAGES: readonly string[] = ['en', ...Object.keys(CATALOGUES)]

/** More ranges than a browser sends are not read. */
const MOST_RANGES = 50

const RANGE = /^\s*([a-z]{1,8}|\*)(?:-[a-z\d-]+)?\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i

/**
 * The language that a client prefers, by the weights of its `Accept-Language`; of equal ones, the first. A range names
 * a language whatever its region: `fr-CA` is French. English where it says nothing that is known.
 * https://www.rfc-editor.org/rfc/rfc9110#field.accept-language
 */
export function languageOf(header: string | undefined): Language {
  if (header === undefined) return 'en'
  const weights = new Map<string, number>()
  for (const range of header.split(',', MOST_RANGES)) {
    const [, tag, weight = '1'] = RANGE.exec(range) ?? []
    if (tag === undefined) continue
    const name = tag.toLowerCase()
    weights.set(name, Math.max(Number(weight), weights.get(name) ?? 0))
  }
  let [best, most] = ['en', 0]
  for (const [name, weight] of weights) {
    if (weight <= most) continue
    const language = name === '*' ? LANGUAGES.find((one) => !weights.has(one)) : name
    if (language === undefined || !LANGUAGES.includes(language)) continue
    best = language
    most = weight
  }
  return best as Language
}
