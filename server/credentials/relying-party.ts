import type { Ctx, RelyingParty } from '../access/context.ts'
import { inTransaction } from '../access/transaction.ts'
import { conflict } from '../errors.ts'
import { say } from '../messages/say.ts'

/*
 * A passkey belongs to one host: browsers use it nowhere else. The first one fixes the host of the installation.
 */

const HOST = 'passkey-host'

/** The host in PUBLIC_URL is not that of the passkeys; the message is for operators. */
export class HostError extends Error {}

async function knownHost({ db }: Pick<Ctx, 'db'>): Promise<string | undefined> {
  const row = await db.selectFrom('installation').where('name', '=', HOST).select('value').executeTakeFirst()
  return row?.value
}

/** Makes the host known with the first passkey, in its transaction. @throws Refusal 409 if passkeys are for another */
export async function keepHost(ctx: Ctx, { id: host }: RelyingParty): Promise<void> {
  if ((await knownHost(ctx)) === undefined) {
    await ctx.db
      .insertInto('installation')
      .values({ name: HOST, value: host })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
  }
  if ((await knownHost(ctx)) === host) return
  throw conflict(
    'passkeys_off',
    say`Passkeys are off: others of this installation are for another host. Its operator must start it again.`,
  )
}

/**
 * Compares the host with that of the passkeys, at each start.
 * @param accept goes on with another host, on which no earlier passkey works
 * @throws HostError
 */
export async function checkHost(
  ctx: Ctx,
  relyingParty: RelyingParty | undefined,
  { accept }: { accept: boolean },
): Promise<void> {
  const known = await knownHost(ctx)
  if (known === undefined || known === relyingParty?.id) return
  await inTransaction(ctx, async ({ db }) => {
    const passkey = await db
      .selectFrom('factors')
      .where('credential_id', 'is not', null)
      .select('id')
      .limit(1)
      .executeTakeFirst()
    if (passkey && !accept) throw otherHost(known, relyingParty)
    await db.deleteFrom('installation').where('name', '=', HOST).execute()
  })
}

const otherHost = (known: string, relyingParty: RelyingParty | undefined) =>
  new HostError(
    `Users have passkeys for ${known}, and ${relyingParty ? `PUBLIC_URL has ${relyingParty.id}` : 'PUBLIC_URL has no such host'}; ` +
      'browsers would not use them any more. Set PUBLIC_URL to that host, or start once with --accept-new-host: their owners ' +
      'then sign in with another factor or a recovery code, and add new ones.',
  )
