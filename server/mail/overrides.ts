import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MAIL_KINDS as KIND_NAMES, type MailKind } from '../../contract/mails.ts'
import { LANGUAGES, type Language } from '../messages/languages.ts'
import { readUtf8 } from '../utf8.ts'
import { nearest } from '../values/nearest.ts'
import { fewestValues, sampleValues } from './samples.ts'
import { createRenderer, type Renderer, TemplateError } from './template.ts'

/** The texts of an operator, in place of ours. */
export type Overrides = Readonly<Partial<Record<`${MailKind}.${Language}`, string>>>

/** Texts of an operator that cannot be used, a line for each file. The message is for operators. */
export class MailTemplatesError extends Error {}

const SUFFIX = '.liquid'
const MAX_BYTES = 100_000

/**
 * Reads and tries the files `<kind>.<language>.liquid` of a folder.
 * @param folder undefined: there are none
 * @throws MailTemplatesError with the file, the line and the reason of each fault
 */
export async function readOverrides(folder: string | undefined): Promise<Overrides> {
  if (folder === undefined) return {}
  const files = (await readdir(folder)).filter((name) => name.endsWith(SUFFIX)).sort()
  if (files.length === 0) return {}
  const renderer = await createRenderer()
  const overrides: Record<string, string> = {}
  const faults: string[] = []
  for (const name of files) {
    try {
      overrides[name.slice(0, -SUFFIX.length)] = await readOverride(renderer, folder, name)
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      const { line } = error
      faults.push(`${join(folder, name)}${line === undefined ? '' : `, line ${line}`}: ${error.message}`)
    }
  }
  if (faults.length > 0) throw new MailTemplatesError(faults.join('\n'))
  return overrides
}

async function readOverride(renderer: Renderer, folder: string, name: string): Promise<string> {
  const kind = kindOf(name)
  const path = join(folder, name)
  const { size } = await stat(path)
  if (size > MAX_BYTES) throw new TemplateError(`the file is larger than ${MAX_BYTES / 1000} KB.`)
  const source = textOf(path)
  const known = Object.keys(sampleValues(kind))
  for (const { name: used, line } of renderer.namesIn(source)) {
    if (known.includes(used)) continue
    const meant = nearest(used, known)
    const advice = meant === undefined ? `It has ${known.join(', ')}.` : `Did you mean ${meant}?`
    throw new TemplateError(`a mail of this kind has no value “${used}”. ${advice}`, { line })
  }
  for (const values of [sampleValues(kind), fewestValues(kind)]) await renderer.render(source, values)
  return source
}

/** @throws TemplateError if the name of the file is not that of a text */
function kindOf(name: string): MailKind {
  const [, kind = '', language = ''] = /^(.*?)\.([^.]*)\.liquid$/.exec(name) ?? []
  if (!LANGUAGES.includes(language)) {
    throw new TemplateError(`the name must be KIND.LANGUAGE.liquid, with ${LANGUAGES.join(' or ')}.`)
  }
  const known = KIND_NAMES.find((each) => each === kind)
  if (known !== undefined) return known
  const meant = nearest(kind, [...KIND_NAMES])
  throw new TemplateError(
    `there is no kind of mail “${kind}”. ${meant === undefined ? `Kinds: ${KIND_NAMES.join(', ')}.` : `Did you mean ${meant}?`}`,
  )
}

function textOf(path: string): string {
  try {
    return readUtf8(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new TemplateError(`the file cannot be read as text in UTF-8: ${code}.`)
  }
}
