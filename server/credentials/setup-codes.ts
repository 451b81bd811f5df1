import type { Ctx } from '../access/context.ts'
import { hasSuperAdministrator } from '../access/sql/effective.ts'
import { inTransaction } from '../access/transaction.ts'
import { digest, newToken } from '../crypto/digest.ts'
import { addMs } from '../dates.ts'
import { Refusal } from '../errors.ts'
import { say } from '../messages/say.ts'

const HOUR_MS = 3_600_000

/** Creates the code of a setup link, valid for one hour and one use. Revokes earlier codes. */
export function issueSetupCode(ctx: Ctx): Promise<string> {
  const code = newToken()
  const expiresAt = addMs(ctx.now(), HOUR_MS)
  return inTransaction(ctx, async (ctx) => {
    await revokeSetupCodes(ctx)
    await ctx.db
      .insertInto('codes')
      .values({ hash: digest(code), purpose: 'setup', expires_at: expiresAt })
      .execute()
    return code
  })
}

export async function revokeSetupCodes(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom('codes').where('purpose', '=', 'setup').execute()
}

/** The setup link. The code is in the fragment, which browsers send to no server or proxy. */
export const setupLink = (baseUrl: string, code: string): string => `${baseUrl}/setup#${code}`

/** When a setup code expires; undefined if it is not valid. */
export async function setupCodeExpiry(ctx: Ctx, code: string): Promise<string | undefined> {
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
  if ((await setupCodeExpiry(ctx, code)) === undefined) throw wrongCode()
}

export const wrongCode = () =>
  new Refusal(
    403,
    'setup_refused',
    say`This setup link is used, expired or unknown. If there is no administrator yet, restart the service for a new one.`,
  )
