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
  deepReads: number
}

/** Number of ids cached with a list's total. The ids of longer lists have a cache of their own, `allIds`. */
export const FIRST_IDS = 10_000

/** The list caches of one database. */
export interface ListCaches {
  lists: VersionedCache<CachedList>
  /** All ids of lists whose deep pages are read. */
  allIds: VersionedCache<Float64Array>
}

export const listCaches = perDb<ListCaches>(() => ({
  lists: new VersionedCache<CachedList>(({ first }) => first.length),
  allIds: new VersionedCache<Float64Array>((ids) => ids.length),
}))
