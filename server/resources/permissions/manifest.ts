import type { Static } from 'typebox'
import { ManifestEntry, OWN_MODULE, OWN_PERMISSIONS } from '../../../contract/permissions.ts'
import { refuseInvalidLines } from '../../crud/write/single-lines.ts'
import { Refusal } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import { readUtf8 } from '../../utf8.ts'
import { type Fields, isFields } from '../../values/fields.ts'
import { reader } from '../../values/validate.ts'
import { withSlug } from '../slugs.ts'

/** A declared permission with all fields filled in. */
export type Declared = Required<Pick<Static<typeof ManifestEntry>, 'name' | 'slug' | 'module'>> & {
  section: string | null
  details: string | null
}

/** The manifest is invalid; each line of the message names an entry and its fault. */
export class ManifestError extends Error {}

const readEntry = reader(ManifestEntry, { unknown: 'refuse', nullIsAbsent: true })

/** The service's own permissions. */
export const ownPermissions: readonly Declared[] = OWN_PERMISSIONS.map(({ slug, name, section }) => ({
  name,
  slug,
  module: OWN_MODULE,
  section,
  details: null,
}))

interface Entry {
  /** Its position in the file, from 1, for messages. */
  number: number
  declared: Declared
}

/** Reads `permissions.json`: an array of `{name, slug?, module, section?, details?}`. @throws ManifestError */
export function readManifest(file: string): Declared[] {
  const faults: string[] = []
  const entries = entriesIn(file).flatMap((entry, index): Entry[] => {
    const number = index + 1
    try {
      return [{ number, declared: complete(entry) }]
    } catch (error) {
      faults.push(...faultsOf(error, number))
      return []
    }
  })
  faults.push(...repeated(entries))
  if (faults.length > 0)
    throw new ManifestError(`${file} has faults:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
  return entries.map(({ declared }) => declared)
}

function entriesIn(file: string): unknown[] {
  let content: unknown
  try {
    content = JSON.parse(readUtf8(file))
  } catch (error) {
    throw new ManifestError(`${file} cannot be read: ${(error as Error).message}`)
  }
  if (!Array.isArray(content)) throw new ManifestError(`${file} must hold an array of permissions.`)
  return content
}

/** @throws Refusal 422 */
function complete(entry: unknown): Declared {
  if (!isFields(entry)) throw new Refusal(422, 'invalid_type', say`a permission is an object of fields.`)
  const values = readEntry(entry)
  refuseInvalidLines(ManifestEntry, values)
  const { name, slug, module, section, details } = withSlug(values, ManifestEntry) as Fields & Declared
  return { name, slug, module, section: section ?? null, details: details ?? null }
}

function faultsOf(error: unknown, number: number): string[] {
  if (!(error instanceof Refusal)) throw error
  const messages = error.details.length > 0 ? error.details.map(({ message }) => message) : [error.message]
  return messages.map((message) => `entry ${number}: ${message}`)
}

function repeated(entries: readonly Entry[]): string[] {
  const own = new Set(ownPermissions.map(({ slug }) => slug))
  const seen = new Set<string>()
  return entries.flatMap(({ number, declared: { slug, module } }) => {
    const at = `entry ${number}:`
    if (own.has(slug)) return [`${at} ${slug} is a permission of the service itself.`]
    if (module === OWN_MODULE) return [`${at} the module ${OWN_MODULE} is the service's own.`]
    if (seen.has(slug)) return [`${at} the slug ${slug} is declared twice.`]
    seen.add(slug)
    return []
  })
}
