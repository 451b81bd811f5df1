import { createHmac } from 'node:crypto'
import type { Ctx } from '../access/context.ts'
import { SUPER_ADMINISTRATOR } from '../access/sql/effective.ts'
import { fold } from '../db/queries/texts.ts'

/**
 * The hash of some user, the same one each time for one name: a sign-in that finds no account takes the time that
 * some account takes. Otherwise time would tell who has an account that was brought along, and so that there is one.
 * @returns null where that user has no password
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

/** A number from 0 to `last`. While `last` grows to its double, it changes once at most: to whoever watches, it is fixed. */
function position(digest: Buffer, last: number): number {
  const number = digest.readUIntBE(0, 6)
  let span = 1
  while (span <= last) span *= 2
  const within = number % span
  return within <= last ? within : number % (span / 2)
}
