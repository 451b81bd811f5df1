import { sql } from 'kysely'
import type { Ctx } from '../access/context.ts'
import { networkOf } from '../access/network.ts'
import { inTransaction } from '../access/transaction.ts'
import { digest } from '../crypto/digest.ts'
import { inDays } from '../dates.ts'
import { together } from '../db/queries/together.ts'
import type { Db } from '../db/tables.ts'
import { lockingFree } from '../db/transactions/row-locks.ts'

/** After three months without a sign-in, an address or device is forgotten. */
export const KNOWN_DAYS = 90

/** Of an account's addresses, and of its devices: each sign-in without a cookie is one on a new device. */
const MOST_PLACES = 20

/** Wrong passwords in a row after which a device is not trusted any more: NIST SP 800-63B, 5.2.2. */
const MOST_FAILURES = 100

const addressOf = ({ ip }: Ctx, userId: number) =>
  digest(JSON.stringify(['address', userId, ip === null ? '' : networkOf(ip)]))

const deviceOf = (userId: number, device: string) => digest(JSON.stringify(['device', userId, device]))

/** Has the account signed in from this address, or from this device? */
export async function isKnown(
  ctx: Ctx,
  userId: number | undefined,
  device: string | undefined,
): Promise<{ address: boolean; device: boolean }> {
  // The same statement for an account that does not exist, whose number nobody has.
  const [atAddress, onDevice] = [addressOf(ctx, userId ?? 0), deviceOf(userId ?? 0, device ?? '')]
  const rows = await ctx.db
    .selectFrom('known_places')
    .where('hash', 'in', [atAddress, onDevice])
    .where('expires_at', '>', ctx.now())
    .select('hash')
    .execute()
  const found = new Set(rows.map(({ hash }) => hash))
  return { address: found.has(atAddress), device: found.has(onDevice) }
}

/** Takes one of the failures that a known device has left. @returns whether there was one */
export function spendDevice(ctx: Ctx, userId: number, device: string): Promise<boolean> {
  return inTransaction(ctx, async ({ db }) => {
    const { numUpdatedRows: count } = await db
      .updateTable('known_places')
      .set((eb) => ({ failures: eb('failures', '+', 1) }))
      .where('hash', '=', deviceOf(userId, device))
      .where('failures', '<', MOST_FAILURES)
      .executeTakeFirstOrThrow()
    return count > 0n
  })
}

/** Keeps that the account has signed in from this address, and on this device: the newest of each. */
export async function know(ctx: Ctx, userId: number, device?: string): Promise<void> {
  const { db } = ctx
  const kept = { user_id: userId, failures: 0, expires_at: inDays(ctx.now(), KNOWN_DAYS) }
  const places = [
    { hash: addressOf(ctx, userId), is_device: false },
    ...(device === undefined ? [] : [{ hash: deviceOf(userId, device), is_device: true }]),
  ]
  const adding = db
    .insertInto('known_places')
    .values(places.map((place) => ({ ...place, ...kept })))
    .onConflict((conflict) =>
      conflict.column('hash').doUpdateSet((eb) => ({ ...kept, is_device: eb.ref('excluded.is_device') })),
    )
  await together(db, [adding.compile(), forgettingOldest(db, userId).compile()])
}

/** Those that another sign-in is writing are the newest as well. */
function forgettingOldest(db: Db, userId: number) {
  const ranked = db
    .selectFrom('known_places')
    .where('user_id', '=', userId)
    .select('hash')
    .select(sql<number>`row_number() over (partition by is_device order by expires_at desc, hash)`.as('rank'))
  const oldest = db
    .selectFrom('known_places')
    .where('hash', 'in', (eb) =>
      eb.selectFrom(ranked.as('ranked')).where('rank', '>', MOST_PLACES).select('hash'),
    )
    .select('hash')
  return db.deleteFrom('known_places').where('hash', 'in', lockingFree(db, oldest))
}
