import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Ctx } from '../access/context.ts'
import { inAnonymousTransaction, inTransaction } from '../access/transaction.ts'
import { numberOf, readNumbered } from '../db/queries/numbered-entries.ts'
import type { AuditChange, Db } from '../db/tables.ts'
import { insertEntries } from './entries.ts'
import { createNumbering } from './numbers.ts'
import { type Restart, signRestart } from './restart-note.ts'
import type { Sealer } from './sealer.ts'
import type { SealingKey } from './sealing-key.ts'
import { type AuditTree, asText, beginTree, currentTree, edgeOf } from './trees.ts'

const ACTION = 'audit.restart'

/**
 * Ends the log of a restored database, whose later checkpoints tell of entries that no longer exist, and begins another one, with a
 * signed note of it. No service may run.
 * @returns the name of the new log; undefined if nothing was sealed yet
 */
export async function restartLog(ctx: Ctx, sealer: Sealer, key: SealingKey): Promise<string | undefined> {
  const restored = await currentTree(ctx.db)
  if (!restored) return undefined
  await createNumbering(ctx).run()
  // What was recorded before the backup, and not sealed yet.
  const old = await sealer.seal({ isEnding: true })
  if (!old) throw new Error('Another process seals. Stop the service, and try again after half a minute.')
  // Not a count: a restored database may lack the restarts since its backup.
  const origin = `${key.name}/${randomBytes(4).toString('hex')}`
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
  const note = signRestart({ ...told, next: origin }, key)
  await inAnonymousTransaction(ctx, (ctx) => beginTree(ctx, { origin, first, note }))
  return origin
}

/** Whether the first entry of a log tells of the restart that began it. */
export async function isToldIn(db: Db, { first }: AuditTree, restart: Restart): Promise<boolean> {
  const [entry] = await readNumbered(db, first - 1, 1)
  if (entry?.number !== first || entry.action !== ACTION) return false
  const told = new Map(
    (entry.changes ?? []).flatMap((change) =>
      'from' in change ? [[change.field, change.from] as const] : [],
    ),
  )
  return (['origin', 'size', 'root', 'restored'] as const).every(
    (field) => told.get(field) === restart[field],
  )
}
