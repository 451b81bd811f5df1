import { atEnd } from '../../access/at-end.ts'
import type { Ctx } from '../../access/context.ts'
import { refuseIfReserved, reservedAddresses } from '../../credentials/mailed-codes.ts'
import { resourceNamed } from '../../crud/define/resource.ts'
import { valueTaken } from '../../crud/write/rows.ts'
import { perDb } from '../../db/per-db.ts'
import { fold } from '../../db/queries/texts.ts'

/*
 * An address that its user has changed stays reserved while the change can be undone. Every writer of an address asks here;
 * the refusal is the same as for the address of a user.
 */

/** The holders of addresses that a transaction has looked up for many people. */
const lookedUp = perDb(() => new Map<string, number | undefined>())

/** Looks up the addresses of many people with one query: {@link refuseReserved} then needs none. */
export async function lookUpReserved(ctx: Ctx, emails: readonly string[]): Promise<void> {
  const keys = emails.map(fold)
  const holders = await reservedAddresses(ctx, keys)
  for (const key of keys) lookedUp(ctx.db).set(key, holders.get(key))
}

/**
 * Call it after the address is written, or after a lookup for many. A change of address that frees it may commit meanwhile:
 * on PostgreSQL the write has then waited for it, and this sees the reservation.
 * @param userId who may have it @throws Refusal 409
 */
export async function refuseReserved(ctx: Ctx, email: string, userId?: number): Promise<void> {
  const key = fold(email)
  const known = lookedUp(ctx.db)
  if (known.has(key)) {
    if (isOthers(known.get(key), userId)) throw addressTaken(ctx)
    atEnd(ctx, refuseAllReserved, { key, userId })
  } else if (isOthers((await reservedAddresses(ctx, [key])).get(key), userId)) throw addressTaken(ctx)
}

/** {@link refuseReserved} for a new user. On PostgreSQL the refusal comes from the transaction, not from this call. */
export async function refuseReservedForNew(ctx: Ctx, email: string): Promise<void> {
  const key = fold(email)
  if (lookedUp(ctx.db).has(key)) return refuseReserved(ctx, email)
  await refuseIfReserved(ctx.db, { key, now: ctx.now() }, () => addressTaken(ctx))
}

async function refuseAllReserved(
  ctx: Ctx,
  items: readonly { key: string; userId: number | undefined }[],
): Promise<void> {
  const holders = await reservedAddresses(
    ctx,
    items.map(({ key }) => key),
  )
  if (items.some(({ key, userId }) => isOthers(holders.get(key), userId))) throw addressTaken(ctx)
}

const isOthers = (holder: number | undefined, userId: number | undefined) =>
  holder !== undefined && holder !== userId

const addressTaken = (ctx: Ctx) => valueTaken(resourceNamed(ctx, 'users'), 'email')
