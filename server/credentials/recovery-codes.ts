import { randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '../../contract/factors.ts'
import type { Ctx } from '../access/context.ts'
import { secretOf } from '../crypto/installation-secret.ts'

/** Crockford's base32: no letter looks like a digit. Sixteen characters carry 80 bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 16
const GROUP = 4

const newCode = (): string => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(32)]).join('')

const grouped = (code: string): string =>
  (code.match(new RegExp(`.{${GROUP}}`, 'g')) as RegExpMatchArray).join('-')

/** As it was made, however it was typed. @returns undefined if it is no recovery code */
function normalized(typed: string): string | undefined {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return new RegExp(`^[${ALPHABET}]{${LENGTH}}$`).test(code) ? code : undefined
}

const textOf = (userId: number, code: string) => `recovery code ${userId} ${code}`

/** Makes the recovery codes of a user, in place of earlier ones. They are readable only here. */
export async function makeRecoveryCodes(ctx: Ctx, userId: number): Promise<string[]> {
  const secret = secretOf(ctx)
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  await deleteRecoveryCodes(ctx, userId)
  await ctx.db
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({
        user_id: userId,
        code_hash: secret.hmac('recovery', textOf(userId, code)),
        created_at: ctx.now(),
      })),
    )
    .execute()
  return codes.map(grouped)
}

/** Uses a code: of several requests with the same one, one succeeds. @returns whether the user has such a code */
export async function useRecoveryCode(ctx: Ctx, userId: number, typed: string): Promise<boolean> {
  const code = normalized(typed)
  if (code === undefined) return false
  const { numDeletedRows: count } = await ctx.db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', 'in', secretOf(ctx).hmacs('recovery', textOf(userId, code)))
    .executeTakeFirstOrThrow()
  return count > 0n
}

export async function countRecoveryCodes({ db }: Ctx, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .where('user_id', '=', userId)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** @param since only those made since */
export async function deleteRecoveryCodes({ db }: Ctx, userId: number, since?: string): Promise<void> {
  await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .$if(since !== undefined, (query) => query.where('created_at', '>=', since as string))
    .execute()
}
