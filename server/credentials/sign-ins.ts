import { createHmac } from 'node:crypto'
import type { CompiledQuery, ExpressionBuilder } from 'kysely'
import type { Ctx } from '../access/context.ts'
import { SUPER_ADMINISTRATOR } from '../access/grants.ts'
import { prepared, slot } from '../db/queries/prepared.ts'
import { fold } from '../db/queries/texts.ts'
import type { Database } from '../db/tables.ts'

/** An account that signs in, as it was when its secret was verified. */
export interface SigningIn {
  id: number
  password_hash: string | null
  has_second_factor: boolean
  last_login_at: string | null
}

/**
 * Records a sign-in with its user, and the hash of the password, which may be a new one. If a second factor is still to
 * come, only the latter: mostly nothing is written then. It returns no row if the account has changed while it was verified.
 */
export function signInRecord(
  { db, now, ip }: Ctx,
  user: SigningIn,
  { hash = user.password_hash, isFinished }: { hash?: string | null; isFinished: boolean },
): CompiledQuery<{ id: number }> {
  const known = {
    id: user.id,
    known_hash: user.password_hash,
    has_second_factor: user.has_second_factor,
  }
  // Whoever finishes the sign-in needs the same password again: see challenges.ts.
  if (!isFinished && hash === user.password_hash) return unchanged.of(db, known)
  if (!isFinished) return renewed.of(db, { ...known, password_hash: hash })
  return finished.of(db, { ...known, password_hash: hash, last_login_at: now(), last_login_ip: ip })
}

const isAsVerified = (eb: ExpressionBuilder<Database, 'users'>) =>
  eb.and([
    eb('id', '=', slot('id')),
    eb('password_hash', 'is not distinct from', slot('known_hash')),
    eb('has_second_factor', '=', slot('has_second_factor')),
    eb('is_active', '=', true),
    eb('deleted_at', 'is', null),
  ])

const unchanged = prepared((db) => db.selectFrom('users').where(isAsVerified).select('id'))

const renewed = prepared((db) =>
  db
    .updateTable('users')
    .set({ password_hash: slot('password_hash') })
    .where(isAsVerified)
    .returning('id'),
)

const finished = prepared((db) =>
  db
    .updateTable('users')
    .set({
      password_hash: slot('password_hash'),
      last_login_at: slot('last_login_at'),
      last_login_ip: slot('last_login_ip'),
    })
    .where(isAsVerified)
    .returning('id'),
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
