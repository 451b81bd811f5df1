import { dialectOf, type EngineDialect } from '../dialect.ts'

export type { Found, Part, Trashed } from '../dialect.ts'

/** Finds rows by parts of their texts. */
export const findParts: EngineDialect['findParts'] = (db, table, parts, options) =>
  dialectOf(db).findParts(db, table, parts, options)

/** Characters of a text that are looked up; the rest is checked on the candidate rows. */
export const MAX_LOOKED_UP = 64

export const TRIGRAM = 3
