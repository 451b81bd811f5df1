import { sql } from 'kysely'
import { MOST_SHOWN } from '../../contract/overview.ts'
import type { Ctx } from '../access/context.ts'
import { dbForCounting } from '../crud/query/members-count.ts'
import { addDays } from '../dates.ts'

/** Role links of live users that expire within `days`, soonest first. */
export async function readEndingGrants(ctx: Ctx, days: number) {
  const now = ctx.now()
  const until = addDays(now, days)
  const ending = (await dbForCounting(ctx.db))
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .where('user_roles.expires_at', '>', now)
    .where('user_roles.expires_at', '<=', until)
    .where('user_roles.is_active', '=', true)
    .where('users.deleted_at', 'is', null)
    .where('roles.deleted_at', 'is', null)
  const { total } = await ending.select((eb) => eb.fn.countAll().as('total')).executeTakeFirstOrThrow()
  const rows = await ending
    .select(['user_roles.expires_at', 'users.id as user_id', 'users.uuid', 'users.name'])
    .select(['roles.id as role_id', 'roles.slug', 'roles.name as role_name'])
    .orderBy('user_roles.expires_at')
    .orderBy('user_roles.id')
    .limit(sql.lit(MOST_SHOWN))
    .execute()
  const list = rows.map(({ user_id, uuid, name, role_id, slug, role_name, expires_at }) => ({
    user: { id: user_id, uuid, name },
    role: { id: role_id, slug, name: role_name },
    expires_at,
  }))
  return { total: Number(total), list }
}
