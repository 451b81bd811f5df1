import { listParams } from '@rolecall/ra-data-provider'

/** The resources that have bulk calls with a report. */
export type BulkResource = 'users' | 'registrations'

export const hasBulk = (resource: string): resource is BulkResource =>
  resource === 'users' || resource === 'registrations'

/** Parameters of a list. */
type Matching = Readonly<Record<string, unknown>>

/** The records that a bulk action works on. */
export type Chosen =
  | { ids: number[] }
  | { emails: string[] }
  /** All that a list has. */
  | { matching: Matching }

/** All that a list has with this filter of react-admin. Translated as for the list itself, so that no condition is lost. */
export const matchingOf = (resource: BulkResource, filter: object): Matching =>
  listParams(resource, { filter: { ...filter } })

/** @param without the id of a record to leave out of all that match */
export function sparing(chosen: Chosen, without: number): Chosen {
  if (!('matching' in chosen)) return chosen
  const where = Object(chosen.matching.where)
  return { matching: { ...chosen.matching, where: { ...where, id: { ...where.id, not: without } } } }
}
