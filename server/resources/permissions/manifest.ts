import { readFileSync } from 'node:fs'
import type { Static } from 'typebox'
import { ManifestEntry, OWN_MODULE, OWN_PERMISSIONS } from '../../../contract/permissions.ts'
import { Refusal } from '../../errors.ts'
import { type Fields, isFields } from '../../http/parameters.ts'
import { reader } from '../../http/validate.ts'
import { slugOf } from '../slugs.ts'

/** A permission as it is declared, complete. */
export type Declared = Required<Pick<Static<typeof ManifestEntry>, 'name' | 'slug' | 'module'>> & {
  section: string | null
  details: string | null
}

/** The manifest cannot be used; each line of the message names an entry and its fault. */
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

/** Reads `permissions.json`: an array of `{name, slug?, module, section?, details?}`. @throws ManifestError */
export function readManifest(file: string): Declared[] {
  const faults: string[] = []
  const declared = entriesIn(file).flatMap((entry, index) => {
    try {
      return [complete(readEntry(isFields(entry) ? entry : {}))]
    } catch (error) {
      faults.push(...faultsOf(error, index))
      return []
    }
  })
  faults.push(...repeated(declared))
  if (faults.length > 0)
    throw new ManifestError(`${file} has faults:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
  return declared
}

function entriesIn(file: string): unknown[] {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new ManifestError(`${file} cannot be read: ${(error as Error).message}`)
  }
  if (!Array.isArray(content)) throw new ManifestError(`${file} must hold an array of permissions.`)
  return content
}

function complete(entry: Fields): Declared {
  const { name, slug, module, section, details } = entry as Static<typeof ManifestEntry>
  return { name, slug: slug ?? slugOf(name), module, section: section ?? null, details: details ?? null }
}

const faultsOf = (error: unknown, index: number): string[] =>
  error instanceof Refusal
    ? error.details.map(({ message }) => `entry ${index + 1}: ${message}`)
    : [`entry ${index + 1}: ${error}`]

function repeated(declared: Declared[]): string[] {
  const own = new Set(ownPermissions.map(({ slug }) => slug))
  const seen = new Set<string>()
  return declared.flatMap(({ slug, module }, index) => {
    const at = `entry ${index + 1}:`
    if (own.has(slug)) return [`${at} ${slug} is a permission of the service itself.`]
    if (module === OWN_MODULE) return [`${at} the module ${OWN_MODULE} is the service's own.`]
    if (seen.has(slug)) return [`${at} the slug ${slug} is declared twice.`]
    seen.add(slug)
    return []
  })
}
