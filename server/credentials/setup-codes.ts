import type { Ctx } from '../access/context.ts'
import { hasSuperAdministrator } from '../access/sql/effective.ts'
import { inTransaction } from '../access/transaction.ts'
import { digest, newToken } from '../crypto/digest.ts'
import { Refusal } from '../errors.ts'
import { say } from '../messages/say.ts'

const HOUR_MS = 3_600_000

/** Makes the code of a setup link, valid for an hour and one use. Earlier codes stop working. */
export function issueSetupCode(ctx: Ctx): Promise<string> {
  const code = newToken()
  const expiresAt = new Date(Date.parse(ctx.now()) + HOUR_MS).toISOString()
  return inTransaction(ctx, async (ctx) => {
    await spendSetupCodes(ctx)
    await ctx.db
      .insertInto('codes')
      .values({ hash: digest(code), purpose: 'setup', expires_at: expiresAt })
      .execute()
    return code
  })
}

/** No setup link works any more. */
export async function spendSetupCodes(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom('codes').where('purpose', '=', 'setup').execute()
}

/** Where the setup link leads. The code is behind the `#`, so that no server or proxy sees it in an address. */
export const setupLink = (baseUrl: string, code: string): string => `${baseUrl}/setup#${code}`

/** When a setup link stops working; undefined for one that does not work. */
export async function endOfSetupCode(ctx: Ctx, code: string): Promise<string | undefined> {
  const found = await ctx.db
    .selectFrom('codes')
    .where('hash', '=', digest(code))
    .where('purpose', '=', 'setup')
    .where('expires_at', '>', ctx.now())
    .select('expires_at')
    .executeTakeFirst()
  return found && !(await hasSuperAdministrator(ctx)) ? found.expires_at : undefined
}

/** @throws Refusal 403, the same for a wrong, used or expired code */
export async function refuseWrongCode(ctx: Ctx, code: string): Promise<void> {
  if ((await endOfSetupCode(ctx, code)) === undefined) throw wrongCode()
}

export const wrongCode = () =>
  new Refusal(
    403,
    'setup_refused',
    say`This setup link is used, expired or unknown. If there is no administrator yet, restart the service for a new one.`,
  )
