import { perDb } from '../../db/per-db.ts'
import { VersionedCache } from './versioned-cache.ts'

/** What is known of a list, as long as nothing that it is read from changes. */
export interface Kept {
  total: number
  /** The first ids, in order: all of them where there are no more. */
  first: Float64Array
  /** From then on others may be listed, though nothing is written: a link expires. */
  until?: string | undefined
  /** Pages beyond the first ids that were asked for. */
  farReads: number
}

/** Ids that are kept with a list's total; a list that goes on has more, which are kept apart. */
export const FIRST_IDS = 10_000

/** The lists of one database. */
export interface KeptLists {
  lists: VersionedCache<Kept>
  /** All ids of lists in which pages far from the first are read. */
  whole: VersionedCache<Float64Array>
  /** How many users sets of records are linked with. */
  members: VersionedCache<number>
}

export const keptLists = perDb<KeptLists>(() => ({
  lists: new VersionedCache<Kept>(({ first }) => first.length),
  whole: new VersionedCache<Float64Array>((ids) => ids.length),
  members: new VersionedCache<number>(() => 0),
}))
