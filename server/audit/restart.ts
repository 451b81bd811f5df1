import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Ctx } from '../access/context.ts'
import { inAnonymousTransaction, inTransaction } from '../access/transaction.ts'
import { numberOf, readNumbered } from '../db/queries/numbered-entries.ts'
import type { AuditChange, Db } from '../db/tables.ts'
import { insertEntries } from './entries.ts'
import { createNumbering } from './numbers.ts'
import type { Sealer } from './sealer.ts'
import { type AuditTree, asText, beginTree, currentTree, edgeOf } from './trees.ts'

const ACTION = 'audit.restart'

/** What the first entry of a log tells of the one before. */
export interface Restarted {
  origin: string
  /** Its leaves at its end, and their root, base64. */
  size: number
  root: string
  /** Its leaves in the backup: later checkpoints are of what the restore has lost. */
  restored: number
}

/**
 * Ends the log of a restored database, whose later checkpoints tell of entries that no longer exist, and begins another one. No
 * service may run.
 * @param name of the key @returns the name of the new log; undefined if nothing was sealed yet
 */
export async function restartLog(ctx: Ctx, sealer: Sealer, name: string): Promise<string | undefined> {
  const restored = await currentTree(ctx.db)
  if (!restored) return undefined
  await createNumbering(ctx).run()
  // What was recorded before the backup, and not sealed yet.
  const old = await sealer.seal()
  if (!old) throw new Error('Another process seals. Stop the service, and try again after half a minute.')
  // Not a count: a restored database may lack the restarts since its backup.
  const origin = `${name}/${randomBytes(4).toString('hex')}`
  const uuid = randomUUIDv7()
  const told = { origin: old.origin, size: old.size, root: asText(edgeOf(old).root), restored: restored.size }
  const changes = Object.entries(told).map(([field, from]): AuditChange => ({ field, from, to: null }))
  await inTransaction(ctx, (ctx) =>
    insertEntries(ctx, [{ uuid, action: ACTION, subject: { type: 'audit', id: null }, changes }]),
  )
  await createNumbering(ctx).run()
  const first = await numberOf(ctx.db, uuid)
  if (first !== old.first + old.size)
    throw new Error('Something else was recorded meanwhile. Stop the service, and try again.')
  await inAnonymousTransaction(ctx, (ctx) => beginTree(ctx, origin, first))
  return origin
}

/** What a log tells of the one before. */
export async function restartedIn(db: Db, { first }: AuditTree): Promise<Restarted | undefined> {
  const [entry] = await readNumbered(db, first - 1, 1)
  if (entry?.number !== first || entry.action !== ACTION) return undefined
  const values = (entry.changes ?? []).flatMap((change) =>
    'from' in change ? [[change.field, change.from]] : [],
  )
  return Object.fromEntries(values) as unknown as Restarted
}
