import { open, readFile } from 'node:fs/promises'
import type { Ctx } from '../access/context.ts'
import { inAnonymousTransaction } from '../access/transaction.ts'
import { notesIn } from './notes-in.ts'

/** Where checkpoints and notes of restarts go: a file, to which they are appended, or an address that takes them by POST. */
export type Shipping = { file: string } | { url: string }

const TIMEOUT_MS = 15_000
/** Checkpoints of one run. */
const MOST = 100

/**
 * Sends what has not arrived yet, in order. At least once: a crash may send a note again.
 * @param signal ends it after the current one @throws Error; the next run tries again
 */
export async function ship(ctx: Ctx, shipping: Shipping, signal: AbortSignal): Promise<void> {
  const send = (note: string) => ('file' in shipping ? append(shipping.file, note) : post(shipping.url, note))
  const restarts = await ctx.db
    .selectFrom('audit_trees')
    .where('restart_note', 'is not', null)
    .where('is_restart_shipped', '=', false)
    .select(['id', 'restart_note'])
    .orderBy('id')
    .execute()
  for (const { id, restart_note: note } of restarts) {
    if (signal.aborted) return
    await send(note as string)
    await inAnonymousTransaction(ctx, ({ db }) =>
      db.updateTable('audit_trees').set({ is_restart_shipped: true }).where('id', '=', id).execute(),
    )
  }
  const waiting = await ctx.db
    .selectFrom('audit_checkpoints')
    .where('is_shipped', '=', false)
    .select(['id', 'note'])
    .orderBy('id')
    .limit(MOST)
    .execute()
  for (const { id, note } of waiting) {
    if (signal.aborted) return
    await send(note)
    await inAnonymousTransaction(ctx, ({ db }) =>
      db.updateTable('audit_checkpoints').set({ is_shipped: true }).where('id', '=', id).execute(),
    )
  }
}

/** Notes in a file are separated by an empty line. A part of one, after which the disk was full, keeps no other from being read. */
async function append(path: string, note: string): Promise<void> {
  const file = await open(path, 'a+', 0o600)
  try {
    const { size } = await file.stat()
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, Math.max(0, size - 2))
    const isBroken = size > 0 && buffer.toString() !== '\n\n'
    await file.appendFile(`${isBroken ? '\n\n' : ''}${note}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function post(url: string, note: string): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: note,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`The receiver of checkpoints answered ${answer.status}.`)
}

/** The notes that a file has; none if there is no file. */
export async function shippedNotes(path: string): Promise<string[]> {
  try {
    return notesIn(await readFile(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
