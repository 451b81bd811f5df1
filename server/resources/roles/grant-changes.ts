import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Subject } from '../../../contract/permissions.ts'
import type { Ctx } from '../../access/context.ts'
import { SUPER_ADMINISTRATOR } from '../../access/grants.ts'
import { isInForce, linkIsInForce } from '../../access/in-force.ts'
import { type Gain, type Gains, gainsOf, type PermissionChange } from '../../access/sql/gains.ts'
import { type AnyRow, mayRead, resourceNamed } from '../../crud/define/resource.ts'
import { hintsOf } from '../../crud/query/hints.ts'
import { findNamed, type IdOf } from '../../crud/query/names.ts'
import { anyTable, storedRows } from '../../crud/query/store.ts'
import type { RequestedChange } from '../../crud/write/link-plan.ts'
import { type LinksRelation, planLinks, writeLinks } from '../../crud/write/links.ts'
import { chunks } from '../../db/queries/chunks.ts'
import type { Db } from '../../db/tables.ts'
import { type Detail, invalid, Refusal } from '../../errors.ts'
import { type Message, say } from '../../messages/say.ts'

/** A requested change of one cell of the matrix. */
export interface RequestedCell {
  role: string | number
  permission: string | number
  held: boolean
}

/** The same with ids instead of names. */
interface Cell {
  /** Its position in the request. */
  index: number
  role: number
  permission: number
  held: boolean
}

/** The requested change, and the records it concerns. */
export interface Change {
  /** Without those that are already as requested. */
  cells: Cell[]
  roles: Map<number, AnyRow>
  permissions: { id: number; slug: string; name: string; is_active: boolean }[]
}

interface Link {
  role_id: number
  permission_id: number
  is_active: boolean
  expires_at: string | null
}

/** Resolves the names, and drops changes that are already in place. @throws Refusal 422 naming the items */
export async function readChange(ctx: Ctx, requested: readonly RequestedCell[]): Promise<Change> {
  const named = await cellsOf(ctx, requested)
  const roleIds = [...new Set(named.map(({ role }) => role))]
  const permissionIds = [...new Set(named.map(({ permission }) => permission))]
  const roles = await storedRows(ctx, 'roles', anyTable()('id', 'in', roleIds))
  const links = await linksBetween(ctx, roleIds, permissionIds)
  const now = ctx.now()
  const held = new Set(links.filter((link) => isInForce(link, now)).map(keyOfLink))
  const cells = named.filter((cell) => held.has(keyOf(cell)) !== cell.held)
  const permissions = await ctx.db
    .selectFrom('permissions')
    .where('id', 'in', permissionIds)
    .select(['id', 'slug', 'name', 'is_active'])
    .orderBy('slug')
    .execute()
  return { cells, roles: new Map(roles.map((row) => [row.id, row])), permissions }
}

const keyOf = ({ role, permission }: Pick<Cell, 'role' | 'permission'>) => `${role} ${permission}`
const keyOfLink = ({ role_id: role, permission_id: permission }: Link) => keyOf({ role, permission })

async function cellsOf(ctx: Ctx, requested: readonly RequestedCell[]): Promise<Cell[]> {
  const [roleNames, permissionNames] = [
    [...new Set(requested.map(({ role }) => role))],
    [...new Set(requested.map(({ permission }) => permission))],
  ]
  // Locks before reading: all roles first, then all permissions.
  const idOfRole = await findNamed(ctx, resourceNamed(ctx, 'roles'), roleNames, 'update')
  const idOfPermission = await findNamed(ctx, resourceNamed(ctx, 'permissions'), permissionNames, 'update')
  const nearRole = await nearTo(ctx, 'roles', roleNames, idOfRole)
  const nearPermission = await nearTo(ctx, 'permissions', permissionNames, idOfPermission)
  const details: Detail[] = []
  const cells = new Map<string, Cell>()
  for (const [index, { role: roleName, permission: permissionName, held }] of requested.entries()) {
    const [role, permission] = [idOfRole(roleName), idOfPermission(permissionName)]
    if (role === undefined)
      details.push(
        detailOf(
          index,
          'role',
          'not_found',
          (at) => say`${at} does not match an existing role.${nearRole(roleName)}`,
        ),
      )
    if (permission === undefined) {
      const hint = nearPermission(permissionName)
      details.push(
        detailOf(
          index,
          'permission',
          'not_found',
          (at) => say`${at} does not match an existing permission.${hint}`,
        ),
      )
    }
    if (role === undefined || permission === undefined) continue
    const key = keyOf({ role, permission })
    const earlier = cells.get(key)
    if (earlier && earlier.held !== held)
      details.push(
        detailOf(index, 'held', 'contradiction', (at) => say`${at} contradicts changes.${earlier.index}.`),
      )
    if (!earlier) cells.set(key, { index, role, permission, held })
  }
  if (details.length > 0) throw invalid(details)
  return [...cells.values()]
}

const detailOf = (index: number, name: string, code: string, messageFor: (at: string) => Message): Detail => {
  const field = `changes.${index}.${name}`
  return { field, code, message: messageFor(field) }
}

const nearTo = (ctx: Ctx, resource: Subject, names: readonly (string | number)[], idOf: IdOf) =>
  hintsOf(
    ctx,
    resourceNamed(ctx, resource),
    names.filter((name) => idOf(name) === undefined),
  )

const linksBetween = (ctx: Ctx, roleIds: number[], permissionIds: number[]): Promise<Link[]> =>
  ctx.db
    .selectFrom('role_permissions')
    .where('role_id', 'in', roleIds)
    .where('permission_id', 'in', permissionIds)
    .select(['role_id', 'permission_id', 'is_active', 'expires_at'])
    .execute()

/** Makes the changes under the rules of the relation. A dry run only checks the rules. */
export async function changeGrants(ctx: Ctx, { cells, roles }: Change, isDryRun: boolean): Promise<void> {
  const resource = resourceNamed(ctx, 'roles')
  const relation = resource.relations.permissions as LinksRelation
  for (const [id, ofRole] of Map.groupBy(cells, ({ role }) => role)) {
    await yieldToEventLoop()
    const row = roles.get(id) as AnyRow
    for (const requested of requestedOf(ofRole)) {
      await (isDryRun
        ? planLinks(ctx, relation, row, requested)
        : writeLinks(ctx, resource, relation, row, requested)
      ).catch((error: unknown) => {
        throw atRole(error, ofRole, requested.method === 'POST')
      })
    }
  }
}

/** The attributes of a granted cell, as of a new link: in force, without expiry. */
const IN_FORCE = { is_active: true, expires_at: null }

function requestedOf(cells: readonly Cell[]): RequestedChange[] {
  return ([true, false] as const).flatMap((held): RequestedChange[] => {
    const some = cells.filter((cell) => cell.held === held)
    if (some.length === 0) return []
    const members = some.map(({ index, permission }) => ({
      field: `changes.${index}.permission`,
      name: permission,
      attributes: held ? IN_FORCE : {},
    }))
    return [{ method: held ? 'POST' : 'DELETE', members, isList: true, all: false }]
  })
}

/** The same refusal, naming the first change that it concerns. */
function atRole(error: unknown, cells: readonly Cell[], isGiving: boolean): unknown {
  if (!(error instanceof Refusal) || error.details.length > 0) return error
  const { status, code, said: message, headers } = error
  const at = cells.find(({ held }) => held === isGiving)
  const details = [{ field: `changes.${at?.index}.role`, code, message }]
  return new Refusal(status, code, message, { details, headers, cause: error })
}

/** How many users gain and lose each named permission, and for callers who may list users, who some of them are. */
export async function effectOnUsers(ctx: Ctx, db: Db, { cells, roles, permissions }: Change) {
  const now = ctx.now()
  const isCounting = ({ slug, is_active }: AnyRow) => slug !== SUPER_ADMINISTRATOR && is_active === true
  const touching = cells.filter(({ role }) => isCounting(roles.get(role) as AnyRow))
  const shifting = permissions.filter(
    ({ id, is_active }) => is_active && touching.some(({ permission }) => permission === id),
  )
  const holding = await rolesHolding(
    db,
    now,
    shifting.map(({ id }) => id),
  )
  const shifts = shifting.map(({ id }): PermissionChange => {
    const before = holding.get(id) ?? new Set()
    const own = touching.filter(({ permission }) => permission === id)
    const after = new Set(before)
    for (const { role, held } of own) held ? after.add(role) : after.delete(role)
    return { permission: id, before, after }
  })
  const isNaming = mayRead(ctx, resourceNamed(ctx, 'users'))
  const gains = shifts.length === 0 ? NOTHING : await gainsOf(db, now, shifts, isNaming)
  const each = new Map(shifts.map(({ permission }, index) => [permission, gains.each[index]]))
  const usersOf = await usersNamed(db, gains)
  return {
    permissions: permissions.map(({ id, slug, name }) => {
      const { gained, lost, gainedBy, lostBy } = each.get(id) ?? NO_GAIN
      const named = isNaming ? { gained_by: usersOf(gainedBy), lost_by: usersOf(lostBy) } : {}
      return { id, slug, name, gained, lost, ...named }
    }),
    users_gaining: gains.gaining,
    users_losing: gains.losing,
  }
}

const NOTHING: Gains = { each: [], gaining: 0, losing: 0 }
const NO_GAIN: Gain = { gained: 0, lost: 0, gainedBy: [], lostBy: [] }

/** The named users of all permissions, in statements of at most a thousand. */
async function usersNamed(db: Db, { each }: Gains) {
  const ids = new Set(each.flatMap(({ gainedBy, lostBy }) => [...gainedBy, ...lostBy]))
  const users = new Map<number, { id: number; uuid: string; name: string }>()
  for (const some of chunks([...ids])) {
    const rows = await db.selectFrom('users').where('id', 'in', some).select(['id', 'uuid', 'name']).execute()
    for (const user of rows) users.set(user.id, user)
  }
  return (ids: readonly number[]) =>
    [...ids].sort((one, other) => one - other).flatMap((id) => users.get(id) ?? [])
}

/** The roles in force by the permission that they grant, in one row per permission, as there may be many. */
async function rolesHolding(db: Db, now: string, permissionIds: number[]): Promise<Map<number, Set<number>>> {
  const rows = await db
    .selectFrom('role_permissions')
    .innerJoin('roles', 'roles.id', 'role_permissions.role_id')
    .where('role_permissions.permission_id', 'in', permissionIds)
    .where(linkIsInForce('role_permissions', now))
    .where('roles.is_active', '=', true)
    .where('roles.deleted_at', 'is', null)
    .where('roles.slug', '!=', SUPER_ADMINISTRATOR)
    .groupBy('permission_id')
    .select('permission_id')
    .select(sql<string>`string_agg(cast(roles.id as text), ',')`.as('roles'))
    .execute()
  return new Map(
    rows.map(({ permission_id, roles }) => [permission_id, new Set(roles.split(',').map(Number))]),
  )
}
