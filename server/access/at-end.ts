import { perDb } from '../db/per-db.ts'
import type { Ctx } from './context.ts'

/** What a transaction does once, at its end, for all that its writes have gathered: one statement for many records. */
export type AtEnd<Item> = (ctx: Ctx, items: readonly Item[]) => Promise<void>

const gathered = perDb(() => new Map<AtEnd<never>, unknown[]>())

/** Gathers an item for the end of the transaction, which fails if `run` throws. */
export function atEnd<Item>({ db }: Ctx, run: AtEnd<Item>, item: Item): void {
  if (!db.isTransaction) throw new Error('Only a transaction has an end.')
  const items = gathered(db).get(run)
  if (items) items.push(item)
  else gathered(db).set(run, [item])
}

/** Runs what was gathered, and what is gathered meanwhile. Called by the transaction, before it commits. */
export async function doAtEnd(ctx: Ctx): Promise<void> {
  const all = gathered(ctx.db)
  while (all.size > 0) {
    const some = [...all]
    all.clear()
    for (const [run, items] of some) await run(ctx, items as never[])
  }
}

const afterwards = perDb(() => new Set<() => void>())

/** Calls a function after the transaction has committed, once however often it is given. */
export const afterCommit = ({ db }: Ctx, run: () => void): void => {
  afterwards(db).add(run)
}

/** What to call. Asked by the transaction, after its commit. */
export const afterCommitOf = ({ db }: Ctx): Iterable<() => void> => afterwards(db)
