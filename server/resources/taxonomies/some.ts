import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { MOST_NAMED } from '../../../contract/terms.ts'
import type { Ctx } from '../../access/context.ts'
import { mayRead, resourceNamed } from '../../crud/define/resource.ts'
import { limitTo } from '../../crud/query/store.ts'
import { dbForCounting } from '../users/members-count.ts'
import { inShort } from './conflicts.ts'

/** Examples of what a change affects. */
export interface Some {
  terms: object[]
  users: object[]
}

/**
 * The first terms right below one, and the first of the live users.
 * @param userIds a subquery: as quick as counting these users
 */
export async function someOf(ctx: Ctx, id: number, userIds: RawBuilder<unknown>): Promise<Some> {
  const children = ctx.db
    .selectFrom('taxonomies')
    .where('parent_id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['id', 'uuid', 'name', 'slug'])
    .orderBy('name')
    .orderBy('id')
  const terms = (await limitTo(children, MOST_NAMED).execute()).map((row: never) => inShort(row))
  if (!mayRead(ctx, resourceNamed(ctx, 'users'))) return { terms, users: [] }
  const matching = (await dbForCounting(ctx))
    .selectFrom('users')
    .where(sql<SqlBool>`users.id in (${userIds})`)
    .where('users.deleted_at', 'is', null)
    .select(['users.id', 'users.uuid', 'users.first_name', 'users.last_name'])
    .orderBy('users.id')
  return { terms, users: await limitTo(matching, MOST_NAMED).execute() }
}
