import { dialectOf, type EngineDialect, type Part } from '../dialect.ts'
import type { Db, RecordTableName } from '../tables.ts'

export type { Found, Part, Trashed } from '../dialect.ts'

/** Finds rows that contain all parts. */
export const findParts: EngineDialect['findParts'] = async (db, table, parts, options) => {
  const selective = selectiveOf(parts)
  if (selective.length === 0) return { isExact: false }
  const found = await dialectOf(db).findParts(db, table, selective, options)
  return { ...found, isExact: found.isExact && (found.isEmpty || selective.length === parts.length) }
}

/** Rewrites the text index of a table in steps, so that deleted texts are gone. @param inStep runs a step, as a transaction */
export async function forgetDeletedTexts(
  db: Db,
  table: RecordTableName,
  inStep: (step: (db: Db) => Promise<boolean>) => Promise<boolean>,
): Promise<void> {
  const { forgetDeletedTexts: forget } = dialectOf(db)
  let isFirst = true
  while (forget && (await inStep((db) => forget(db, table, isFirst)))) isFirst = false
}

/**
 * The parts to look up. Looking up a shorter one takes longer than checking the rows that the others leave, and looking up
 * several single characters takes longer than a scan.
 */
function selectiveOf(parts: readonly Part[]): readonly Part[] {
  const lengths = parts.map(({ text }) => Math.min(TRIGRAM, [...text].length))
  const longest = Math.max(...lengths)
  return longest === 1 && parts.length > 1 ? [] : parts.filter((_, index) => lengths[index] === longest)
}

/** Characters of a text that are looked up; the rest is checked on the candidate rows. */
export const MAX_LOOKED_UP = 64

export const TRIGRAM = 3
