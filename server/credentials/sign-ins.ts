import { createHmac } from 'node:crypto'
import type { Ctx } from '../access/context.ts'
import { SUPER_ADMINISTRATOR } from '../access/grants.ts'
import { prepared, slot } from '../db/queries/prepared.ts'
import { fold } from '../db/queries/texts.ts'

/** An account that signs in, as it was when its secret was verified. */
export interface SigningIn {
  id: number
  password_hash: string | null
  has_second_factor: boolean
  last_login_at: string | null
}

/**
 * Records a sign-in with its user, and the hash of the password, which may be a new one. If a second factor is still to
 * come, only the latter: mostly nothing is written then.
 * @returns false if the account has changed while it was verified
 */
export async function recordSignIn(
  ctx: Ctx,
  user: SigningIn,
  { hash = user.password_hash, isFinished }: { hash?: string | null; isFinished: boolean },
): Promise<boolean> {
  // Whoever finishes the sign-in needs the same password again: see challenges.ts.
  if (!isFinished && hash === user.password_hash) return isUnchanged(ctx, user)
  const { numUpdatedRows: found } = await ctx.db
    .updateTable('users')
    .set({
      password_hash: hash,
      ...(isFinished && { last_login_at: ctx.now(), last_login_ip: ctx.ip }),
    })
    .where('id', '=', user.id)
    .where('password_hash', user.password_hash === null ? 'is' : '=', user.password_hash)
    .where('has_second_factor', '=', user.has_second_factor)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return found > 0n
}

async function isUnchanged({ db }: Ctx, user: SigningIn): Promise<boolean> {
  const [row] = await stateOf(db, { id: user.id })
  return (
    row !== undefined &&
    row.password_hash === user.password_hash &&
    Boolean(row.has_second_factor) === Boolean(user.has_second_factor) &&
    Boolean(row.is_active)
  )
}

const stateOf = prepared((db) =>
  db
    .selectFrom('users')
    .where('id', '=', slot('id'))
    .where('deleted_at', 'is', null)
    .select(['password_hash', 'has_second_factor', 'is_active']),
)

/**
 * The hash of some user, always the same one for the same name. A sign-in without an account verifies it, so that it takes
 * as long as one with an account: otherwise the response time would reveal accounts with imported hashes.
 * @returns null if that user has no password
 */
export async function standInFor(ctx: Ctx, name: string): Promise<string | null | undefined> {
  const { key, last } = await ctx.db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('users')
        .select((eb) => eb.fn.max('id').as('last'))
        .as('last'),
      eb.selectFrom('roles').where('slug', '=', SUPER_ADMINISTRATOR).select('uuid').limit(1).as('key'),
    ])
    .executeTakeFirstOrThrow()
  const digest = createHmac('sha256', key ?? '')
    .update(fold(name))
    .digest()
  const user = await ctx.db
    .selectFrom('users')
    .where('id', '>=', position(digest, last ?? 0))
    .select('password_hash')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return user?.password_hash
}

/** A number from 0 to `last`. It changes at most once while `last` doubles, so to an observer it looks constant. */
function position(digest: Buffer, last: number): number {
  const number = digest.readUIntBE(0, 6)
  let span = 1
  while (span <= last) span *= 2
  const within = number % span
  return within <= last ? within : number % (span / 2)
}
