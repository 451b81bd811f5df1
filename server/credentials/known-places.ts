import { sql } from 'kysely'
import type { Ctx } from '../access/context.ts'
import { networkOf } from '../access/network.ts'
import { inTransaction } from '../access/transaction.ts'
import { digest } from '../crypto/digest.ts'
import { addDays } from '../dates.ts'
import { pipeline } from '../db/queries/pipeline.ts'
import type { Db } from '../db/tables.ts'
import { skippingLocked } from '../db/transactions/row-locks.ts'

/** An address or device is forgotten after three months without a sign-in. */
export const KNOWN_DAYS = 90

/** Limits an account's addresses, and its devices: each sign-in without a cookie adds a device. */
const MAX_PLACES = 20

/** After this many consecutive wrong passwords, a device is no longer trusted: NIST SP 800-63B, 5.2.2. */
const MAX_FAILURES = 100

const addressOf = ({ ip }: Ctx, userId: number) =>
  digest(JSON.stringify(['address', userId, ip === null ? '' : networkOf(ip)]))

const deviceOf = (userId: number, device: string) => digest(JSON.stringify(['device', userId, device]))

/** Whether the account has signed in from this address, and from this device. */
export async function isKnown(
  ctx: Ctx,
  userId: number | undefined,
  device: string | undefined,
): Promise<{ address: boolean; device: boolean }> {
  // An account that does not exist runs the same statement, with an id that no user has.
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

/** Counts a failure against a known device. @returns false if it has none left */
export function spendDeviceFailure(ctx: Ctx, userId: number, device: string): Promise<boolean> {
  return inTransaction(ctx, async ({ db }) => {
    const { numUpdatedRows: count } = await db
      .updateTable('known_places')
      .set((eb) => ({ failures: eb('failures', '+', 1) }))
      .where('hash', '=', deviceOf(userId, device))
      .where('failures', '<', MAX_FAILURES)
      .executeTakeFirstOrThrow()
    return count > 0n
  })
}

/** Stores the address and the device of a sign-in. Only the newest of each are stored. */
export async function rememberPlaces(ctx: Ctx, userId: number, device?: string): Promise<void> {
  const { db } = ctx
  const stored = { user_id: userId, failures: 0, expires_at: addDays(ctx.now(), KNOWN_DAYS) }
  const places = [
    { hash: addressOf(ctx, userId), is_device: false },
    ...(device === undefined ? [] : [{ hash: deviceOf(userId, device), is_device: true }]),
  ]
  const adding = db
    .insertInto('known_places')
    .values(places.map((place) => ({ ...place, ...stored })))
    .onConflict((conflict) =>
      conflict.column('hash').doUpdateSet((eb) => ({ ...stored, is_device: eb.ref('excluded.is_device') })),
    )
  await pipeline(db, { adding: adding.compile(), deletion: deletionOfOldest(db, userId).compile() })
}

/** Forgets the places of a user but the given device: a stranger may have signed in from the others. */
export async function forgetPlaces({ db }: Ctx, userId: number, device?: string): Promise<void> {
  await db
    .deleteFrom('known_places')
    .where('user_id', '=', userId)
    .$if(device !== undefined, (query) => query.where('hash', '!=', deviceOf(userId, device as string)))
    .execute()
}

/** Skips locked rows: another sign-in is renewing them, so they are not the oldest. */
function deletionOfOldest(db: Db, userId: number) {
  const ranked = db
    .selectFrom('known_places')
    .where('user_id', '=', userId)
    .select('hash')
    .select(sql<number>`row_number() over (partition by is_device order by expires_at desc, hash)`.as('rank'))
  const oldest = db
    .selectFrom('known_places')
    .where('hash', 'in', (eb) =>
      eb.selectFrom(ranked.as('ranked')).where('rank', '>', MAX_PLACES).select('hash'),
    )
    .select('hash')
  return db.deleteFrom('known_places').where('hash', 'in', skippingLocked(db, oldest))
}
