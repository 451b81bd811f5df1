import { perDb } from '../../db/per-db.ts'
import { VersionedCache } from './versioned-cache.ts'

/** A cached list; valid until a table that it reads changes. */
export interface CachedList {
  total: number
  /** At most the first `FIRST_IDS` ids, in order. */
  first: Float64Array
  /** When the entry expires although nothing is written: the next expiry of a link. */
  until?: string | undefined
  /** Number of pages requested beyond the first ids. */
  farReads: number
}

/** Number of ids cached with a list's total. The ids of longer lists have a cache of their own, `whole`. */
export const FIRST_IDS = 10_000

/** The list caches of one database. */
export interface ListCaches {
  lists: VersionedCache<CachedList>
  /** All ids of lists whose far pages are read. */
  whole: VersionedCache<Float64Array>
  /** Numbers of users linked with sets of records. */
  members: VersionedCache<number>
}

export const listCaches = perDb<ListCaches>(() => ({
  lists: new VersionedCache<CachedList>(({ first }) => first.length),
  whole: new VersionedCache<Float64Array>((ids) => ids.length),
  members: new VersionedCache<number>(() => 0),
}))
