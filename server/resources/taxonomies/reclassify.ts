import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Ctx } from '../../access/context.ts'
import { Grants, SUPER_ADMINISTRATOR } from '../../access/grants.ts'
import { refuseUnheldGrants } from '../../access/rules.ts'
import { BATCH_SIZES } from '../../db/queries/chunks.ts'
import { isAmong } from '../../db/queries/id-lists.ts'
import { blocksEventLoop } from '../../db/queries/long-reads.ts'
import { type Message, say } from '../../messages/say.ts'

/**
 * Deleting or restoring a term changes the users whom it classifies. It is refused if one of them holds a permission that
 * the caller lacks, as changing that user is. The check starts from the roles that exceed the caller's permissions, so that
 * it reads no user.
 * @param what as in "Deleting this term" @throws Refusal 403 naming the permissions that the caller lacks, and the number of users
 */
export async function refuseUnlessMayReclassify(
  ctx: Ctx,
  termIds: readonly number[],
  what: Message,
): Promise<void> {
  if (ctx.actor.grants.isAll) return
  const roles = await rolesBeyond(ctx)
  for (const [index, termId] of termIds.entries()) {
    if (index % BATCH_SIZES.records === 0) await yieldToEventLoop()
    const { users, held } = await classifiedBeyond(ctx, termId, roles)
    if (users === 0) continue
    const isAll = [...held].some((id) => roles.get(id)?.isAll)
    const slugs = new Set([...held].flatMap((id) => [...(roles.get(id)?.slugs ?? [])]))
    const many = countedUsers(ctx, users)
    refuseUnheldGrants(ctx, new Grants(slugs, isAll), say`${what} changes ${many} more than you, so it`)
  }
}

/** Only callers who may read users see their number. */
function countedUsers({ actor }: Ctx, count: number): Message {
  if (!actor.grants.has('can-read-users')) return say`users who hold`
  return count === 1 ? say`a user who holds` : say`${count} users who hold`
}

/** Roles with permissions that the caller lacks, by id, with these permissions. */
async function rolesBeyond({ db, actor }: Ctx): Promise<Map<number, Grants>> {
  const permissions = await db.selectFrom('permissions').select(['id', 'slug']).execute()
  const lacking = new Map(
    permissions.flatMap(({ id, slug }) => (actor.grants.has(slug) ? [] : [[id, slug] as const])),
  )
  const [links, [superRole]] = await Promise.all([
    db
      .selectFrom('role_permissions')
      .where('permission_id', 'in', [...lacking.keys()])
      .select(['role_id', 'permission_id'])
      .execute(),
    db.selectFrom('roles').where('slug', '=', SUPER_ADMINISTRATOR).select('id').execute(),
  ])
  const roles = new Map(
    [...Map.groupBy(links, ({ role_id: id }) => id)].map(([id, some]) => {
      const slugs = some.map(({ permission_id: permission }) => lacking.get(permission) as string)
      return [id, new Grants(new Set(slugs), false)] as const
    }),
  )
  if (superRole) roles.set(superRole.id, Grants.all)
  return roles
}

/** Each link is looked up among the links of roles, which takes some microseconds. */
const LINKS_PER_BATCH = 2000

interface Found {
  users: number
  /** Ids of the roles that exceed the caller's permissions. */
  held: Set<number>
}

/** Counts users of a term with one of these roles, in force or not. Excludes the caller, unless their token is limited. */
async function classifiedBeyond(ctx: Ctx, termId: number, roles: Map<number, Grants>): Promise<Found> {
  const found: Found = { users: 0, held: new Set() }
  const self = ctx.actor.isLimited ? null : ctx.actor.userId
  for await (const some of linksOf(ctx, termId)) {
    const beyond = ctx.db
      .selectFrom(some.as('classified'))
      .innerJoin('user_roles', 'user_roles.user_id', 'classified.user_id')
      .where(isAmong(ctx.db, sql.ref('user_roles.role_id'), [...roles.keys()]))
      .$if(self !== null, (query) => query.where('user_roles.user_id', '!=', self as number))
    const [count] = await beyond
      .select(({ fn }) => fn.count<number>('user_roles.user_id').distinct().as('users'))
      .execute()
    if (!count || Number(count.users) === 0) continue
    found.users += Number(count.users)
    for (const { role_id: id } of await beyond.select('user_roles.role_id').distinct().execute())
      found.held.add(id)
  }
  return found
}

/** The links of a term: in slices, with a yield after each, if the statements block the event loop; otherwise all at once. */
async function* linksOf({ db }: Ctx, termId: number) {
  const links = db.selectFrom('user_taxonomies').where('taxonomy_id', '=', termId)
  if (!blocksEventLoop(db)) {
    yield links.select('user_id')
    return
  }
  for (let after = 0; ; ) {
    const slice = links.where('id', '>', after).orderBy('id').limit(sql.lit(LINKS_PER_BATCH))
    const { last } = await db
      .selectFrom(slice.select('id').as('slice'))
      .select(({ fn }) => fn.max('id').as('last'))
      .executeTakeFirstOrThrow()
    if (last === null) return
    yield slice.select('user_id')
    after = last
    await yieldToEventLoop()
  }
}
