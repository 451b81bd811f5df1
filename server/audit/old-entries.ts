import type { Ctx } from '../access/context.ts'
import { inAnonymousTransaction } from '../access/transaction.ts'
import { deleteNumbered, numberAt, numberOf } from '../db/queries/numbered-entries.ts'
import type { Db } from '../db/tables.ts'
import { takeLocks } from '../db/transactions/locks.ts'
import { deleteInBatches } from '../jobs/delete-in-batches.ts'
import { insertEntries } from './entries.ts'
import { setPastSince } from './past.ts'
import { currentTree } from './trees.ts'

/*
 * With AUDIT_DAYS, old entries are deleted, and their leaves stay. An entry says up to which number, before the first of them is
 * deleted: it is sealed like any other, so that no other entry can be missing unnoticed.
 */

export const DROP = 'audit.drop'

/** The entries that tell how the trail goes on, which stay. */
const KEPT = [DROP, 'audit.restart']

const ROWS_PER_BATCH = 500

/** @param days 0: none is old */
export async function dropOldEntries(ctx: Ctx, days: number, signal: AbortSignal): Promise<void> {
  if (days > 0) await inAnonymousTransaction(ctx, (ctx) => announce(ctx, days))
  const through = await droppableThrough(ctx.db)
  if (through === 0) return
  await deleteInBatches(ctx, signal, async ({ db }) => {
    const count = await deleteNumbered(db, { through, kept: KEPT, limit: ROWS_PER_BATCH })
    return count === ROWS_PER_BATCH
  })
}

/** Once a day at most: an entry is old at the end of a day. */
async function announce(ctx: Ctx, days: number): Promise<void> {
  const { db, now } = ctx
  const today = Date.parse(now().slice(0, 'YYYY-MM-DD'.length))
  const end = new Date(today - days * DAY_MS).toISOString()
  const last = await numberAt(db, end)
  // The last one tells at what time the others were there: questions about the past begin with it.
  const through = Math.min(last - 1, await sealedThrough(db))
  await takeLocks(db, [{ space: 'old-entries', mode: 'exclusive' }])
  if (through <= (await announced(db)).through) return
  await insertEntries(ctx, [
    { action: DROP, subject: { type: 'audit', id: null }, counts: { through, days } },
  ])
  await setPastSince(db, through + 1)
}

const DAY_MS = 86_400_000

/** The last number with a leaf; any, if nothing is sealed here. */
async function sealedThrough(db: Db): Promise<number> {
  const tree = await currentTree(db)
  return tree ? tree.first - 1 + tree.size : Number.POSITIVE_INFINITY
}

/** The entry that says most of what is dropped. */
export async function announced(db: Db): Promise<{ through: number; uuid: string | undefined }> {
  const entries = await db
    .selectFrom('audit_entries')
    .where('action', '=', DROP)
    .select(['uuid', 'counts'])
    .orderBy('id', 'desc')
    .limit(ENTRIES)
    .execute()
  const all = entries.map(({ uuid, counts }) => ({ uuid, through: counts?.through ?? 0 }))
  return all.reduce((one, other) => (other.through > one.through ? other : one), {
    through: 0,
    uuid: undefined as string | undefined,
  })
}

/** On PostgreSQL, ids of two days may be in another order. */
const ENTRIES = 100

/** Up to which number entries may be deleted: once the entry that says so is sealed. */
async function droppableThrough(db: Db): Promise<number> {
  const { through, uuid } = await announced(db)
  const sealed = await sealedThrough(db)
  if (uuid === undefined || sealed === Number.POSITIVE_INFINITY) return through
  const number = await numberOf(db, uuid)
  return number !== undefined && number <= sealed ? through : 0
}
