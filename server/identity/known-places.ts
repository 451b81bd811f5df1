import { type Ctx, inTransaction } from '../access/context.ts'
import { inDays } from '../dates.ts'
import { digest } from '../secrets/digest.ts'
import { networkOf } from './network.ts'

/** After three months without a sign-in, an address or device is forgotten. */
export const KNOWN_DAYS = 90

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

/** Keeps that the account has signed in from this address, and on this device. */
export async function know(ctx: Ctx, userId: number, device?: string): Promise<void> {
  const kept = { failures: 0, expires_at: inDays(ctx.now(), KNOWN_DAYS) }
  const hashes = [addressOf(ctx, userId), ...(device === undefined ? [] : [deviceOf(userId, device)])]
  await ctx.db
    .insertInto('known_places')
    .values(hashes.map((hash) => ({ hash, ...kept })))
    .onConflict((conflict) => conflict.column('hash').doUpdateSet(kept))
    .execute()
}
