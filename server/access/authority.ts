import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { type Lock, needsLocks, takeLocks } from '../db/locks.ts'
import { prepared, slot } from '../db/prepared.ts'
import { forbidden, tokenEnded } from '../errors.ts'
import { after } from './after.ts'
import type { Actor, Ctx } from './context.ts'
import { Grants } from './grants.ts'
import { guard, type Requirement } from './guard.ts'
import { type Holder, SUPER_ADMINISTRATOR } from './holder.ts'
import { isBefore, linkCounts } from './in-force.ts'
import type { AccessMemory, KeptToken } from './memory.ts'
import { actorWith, peopleOf } from './token-actor.ts'

/** What the guard asked when the request came in. Each transaction that writes asks it again. */
export interface Guarded {
  requirement: Pick<Requirement, 'needs' | 'own'>
  isWrite: boolean
  /** The caller was let in to their own record alone. */
  isOwnOnly: boolean
}

const tokenByHash = prepared((db) =>
  db
    .selectFrom('tokens')
    .leftJoin('tokens as parents', (join) =>
      join.onRef('parents.id', '=', 'tokens.parent_id').on('parents.maker_id', 'is not', null),
    )
    .where('tokens.hash', '=', slot('hash'))
    .select(['tokens.id', 'tokens.hash', 'tokens.user_id', 'tokens.maker_id', 'tokens.permissions'])
    .select(['tokens.expires_at', 'tokens.is_sign_in', 'parents.user_id as through_id']),
)

/**
 * Who a token stands for now, and what they may do.
 * @param hash of the token @returns undefined where it is unknown or has ended, or its user or maker does not count
 */
export function authorityOf(ctx: Ctx, hash: string): Actor | undefined | Promise<Actor | undefined> {
  const { db, memory } = ctx
  const read = async () => (await tokenByHash(db, { hash }))[0]
  return after(memory ? memory.token(hash, read) : read(), (token) => token && authorityOfToken(ctx, token))
}

function authorityOfToken(ctx: Ctx, token: KeptToken): Actor | undefined | Promise<Actor | undefined> {
  const { db, memory } = ctx
  const now = ctx.now()
  if (!isBefore(now, token.expires_at)) return undefined
  if (!memory) return readAuthority(db, token, now)
  return after(memory.holder(token.user_id), (user) => {
    if (!user) return readAuthority(db, token, now)
    if (token.maker_id === null) return actorWith(token, () => user.authorityAt(now))
    return authorityOfMade(ctx, memory, token, now)
  })
}

async function authorityOfMade({ db }: Ctx, memory: AccessMemory, token: KeptToken, now: string) {
  const holders = new Map<number, Holder>()
  for (const id of peopleOf(token)) {
    const holder = await memory.holder(id)
    if (!holder) return readAuthority(db, token, now)
    holders.set(id, holder)
  }
  return actorWith(token, (id) => holders.get(id)?.authorityAt(now))
}

/**
 * A token, and the roles that count for those whose power it is: a row for each of them, and each role. What a role gives
 * is one text, since it may be a thousand permissions.
 */
const authorityQuery = prepared((db) =>
  db
    .selectFrom('tokens')
    .innerJoin('users', (join) => join.on('users.id', 'in', [slot('user'), slot('maker'), slot('through')]))
    .leftJoin('user_roles', (join) =>
      join.onRef('user_roles.user_id', '=', 'users.id').on(linkCounts('user_roles', slot('now'))),
    )
    .leftJoin('roles', (join) =>
      join
        .onRef('roles.id', '=', 'user_roles.role_id')
        .on('roles.is_active', '=', true)
        .on('roles.deleted_at', 'is', null),
    )
    .where('tokens.id', '=', slot('token'))
    .where('users.is_active', '=', true)
    .where('users.deleted_at', 'is', null)
    .select(['users.id as user_id', 'tokens.expires_at', 'roles.id as role_id', 'roles.slug'])
    .select(
      sql<string | null>`case when roles.slug = ${SUPER_ADMINISTRATOR} then null else (
        select string_agg(permissions.slug, ' ') from role_permissions
        inner join permissions on permissions.id = role_permissions.permission_id
        where role_permissions.role_id = roles.id and ${linkCounts('role_permissions', slot('now'))}
        and permissions.is_active = true and permissions.deleted_at is null) end`.as('gives'),
    ),
)

type AuthorityRow = Awaited<ReturnType<typeof readRows>>[number]

const readRows = (db: Db, { id, user_id: user, maker_id, through_id }: KeptToken, now: string) =>
  authorityQuery(db, { token: id, user, maker: maker_id ?? user, through: through_id ?? user, now })

const readAuthority = async (db: Db, token: KeptToken, now: string): Promise<Actor | undefined> =>
  authorityFrom(await readRows(db, token, now), token, now)

/** @param relied only what these roles give counts */
function authorityFrom(
  rows: readonly AuthorityRow[],
  token: KeptToken,
  now: string,
  relied?: ReadonlySet<number>,
): Actor | undefined {
  if (!isBefore(now, rows[0]?.expires_at ?? null)) return undefined
  const heldBy = (userId: number): Grants | undefined => {
    const own = rows.filter((row) => row.user_id === userId)
    if (own.length === 0) return undefined
    const roles = own.filter(({ role_id: role }) => role !== null && (relied?.has(role) ?? true))
    if (roles.some(({ slug }) => slug === SUPER_ADMINISTRATOR)) return Grants.all
    return new Grants(new Set(roles.flatMap(({ gives }) => gives?.split(' ') ?? [])), false)
  }
  return actorWith(token, heldBy)
}

/** Roles that count but are not relied on; a super administrator needs no other. */
function rolesOutside(rows: readonly AuthorityRow[], relied: ReadonlySet<number>): Set<number> {
  const isSuper = (userId: number) =>
    rows.some(
      (row) => row.user_id === userId && row.slug === SUPER_ADMINISTRATOR && relied.has(row.role_id ?? 0),
    )
  return new Set(
    rows.flatMap(({ user_id: user, role_id: role }) =>
      role === null || relied.has(role) || isSuper(user) ? [] : role,
    ),
  )
}

interface LockOptions {
  callerLock: Lock['mode']
  /** What the operation may lock exclusively is then locked so from the start. */
  isAfterDeadlock: boolean
}

/**
 * Asks again, as the first thing in the transaction of a write, who the caller is and what they may do: a token, a
 * user or a grant may have ended since the request came in. From then on to the end of the transaction it holds: SQLite
 * has one writer, and on PostgreSQL whoever takes authority away waits for the locks taken here.
 * @param ctx in the transaction @param memory of the request
 * @throws Refusal 401, 403
 */
export async function confirmAuthority(
  ctx: Ctx,
  memory: AccessMemory | undefined,
  options: LockOptions,
): Promise<Actor> {
  const { token } = ctx.actor
  if (!token) return ctx.actor
  const actor = await (needsLocks(ctx.db)
    ? lockAndReadAuthority(ctx, memory, token, options)
    : (rememberedAuthority(memory, token, ctx.now()) ?? readAuthority(ctx.db, token, ctx.now())))
  return admitAgain(ctx, actor)
}

/** Between the hashes of a long request: what has ended by now need not be hashed for. @throws Refusal 401, 403 */
export async function refuseIfAuthorityEnded(ctx: Ctx): Promise<void> {
  const { token } = ctx.actor
  if (token) admitAgain(ctx, await authorityOf({ ...ctx, memory: ctx.memory?.current() }, token.hash))
}

function admitAgain({ guarded }: Ctx, actor: Actor | undefined): Actor {
  if (!actor) throw tokenEnded()
  if (guarded) {
    const missing = guard(actor, guarded.requirement, guarded.isWrite)
    if (missing && !guarded.isOwnOnly) throw forbidden(missing)
  }
  return actor
}

/** What memory has of the token and its people, where that is all there is to know in the open transaction. */
function rememberedAuthority(
  memory: AccessMemory | undefined,
  { hash }: KeptToken,
  now: string,
): Actor | undefined {
  const known = memory?.inBegun()
  const token = known?.knownToken(hash)
  if (!token || !isBefore(now, token.expires_at)) return undefined
  const isKnown = peopleOf(token).every((id) => known?.knownHolder(id))
  return isKnown ? actorWith(token, (id) => known?.knownHolder(id)?.authorityAt(now)) : undefined
}

async function lockAndReadAuthority(
  ctx: Ctx,
  memory: AccessMemory | undefined,
  token: KeptToken,
  { callerLock, isAfterDeadlock }: LockOptions,
): Promise<Actor | undefined> {
  const people = peopleOf(token)
  const roleMode = isAfterDeadlock && changesRoles(ctx) ? 'exclusive' : 'shared'
  const ofRoles = (ids: Iterable<number>) =>
    [...ids].map((id): Lock => ({ space: 'role', id, mode: roleMode }))
  const relied = new Set(await rolesReliedOn(ctx, memory, people))
  const ofPeople = people.map(
    (id): Lock => ({ space: 'user', id, mode: isAfterDeadlock ? 'exclusive' : callerLock }),
  )
  await takeLocks(ctx.db, [...ofPeople, ...ofRoles(relied)], { author: token.user_id })
  const rows = await readRows(ctx.db, token, ctx.now())
  const given = rolesOutside(rows, relied)
  if (given.size === 0) return authorityFrom(rows, token, ctx.now(), relied)
  // Given meanwhile, perhaps in place of those that memory knew.
  await takeLocks(ctx.db, ofRoles(given))
  return authorityFrom(await readRows(ctx.db, token, ctx.now()), token, ctx.now(), relied.union(given))
}

/** Operations with one of these may change a role that their caller relies on. */
const CHANGES_ROLES = new Set<string>([
  ...['can-assign-permissions', 'can-update-roles', 'can-delete-roles', 'can-delete-permissions'],
  'can-restore-records',
])

const changesRoles = ({ guarded }: Ctx): boolean =>
  guarded?.requirement.needs.some((slug) => CHANGES_ROLES.has(slug)) ?? false

const countingRolesQuery = prepared((db) =>
  db
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .where('user_roles.user_id', '=', slot('user'))
    .where(linkCounts('user_roles', slot('now')))
    .select(['roles.id', 'roles.slug']),
)

/** A hint: what has changed since is told once they are locked. Never waits for a second connection. */
async function rolesReliedOn(
  ctx: Ctx,
  memory: AccessMemory | undefined,
  userIds: readonly number[],
): Promise<number[]> {
  const now = ctx.now()
  const roles: number[] = []
  for (const user of userIds) {
    const known = memory?.knownHolder(user)
    if (known) roles.push(...known.roleIdsAt(now))
    else {
      const rows = await countingRolesQuery(ctx.db, { user, now })
      const superRole = rows.find(({ slug }) => slug === SUPER_ADMINISTRATOR)
      roles.push(...(superRole ? [superRole] : rows).map(({ id }) => id))
    }
  }
  return roles
}

/**
 * Waits for the writes that rely on what these users may do, or on tokens that they made. To be called before any of
 * it is taken away: what relies on it later is refused.
 */
export const lockUsers = (ctx: Ctx, ids: readonly number[]): Promise<void> =>
  takeLocks(
    ctx.db,
    ids.map((id) => ({ space: 'user', id, mode: 'exclusive' })),
  )

/** The same of what roles give, and whether they count. */
export const lockRoles = (ctx: Ctx, ids: readonly number[]): Promise<void> =>
  takeLocks(
    ctx.db,
    ids.map((id) => ({ space: 'role', id, mode: 'exclusive' })),
  )
