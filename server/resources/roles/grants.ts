import { type RawBuilder, sql } from 'kysely'
import { MOST_PERMISSIONS, MOST_ROLES } from '../../../contract/grants.ts'
import type { Ctx } from '../../access/context.ts'
import { linkIsInForce } from '../../access/in-force.ts'
import { type AnswerBudget, type Embedding, sizeOfAll } from '../../capacity/answer-budget.ts'
import { resourceNamed } from '../../crud/define/resource.ts'
import { hintOf } from '../../crud/query/hints.ts'
import { invalid } from '../../errors.ts'
import { say } from '../../messages/say.ts'

interface GrantsQuery {
  /** Ids, uuids or slugs. Default: the first by name. */
  roles?: string[]
  module?: string
}

/** Which roles grant which permissions, by links in force. */
export async function readGrants(ctx: Ctx, { roles: names, module }: GrantsQuery, budget: AnswerBudget) {
  const roles = await rolesNamed(ctx, names)
  const permissions = await permissionsOf(ctx, module)
  const totals = await totalsOf(ctx, module)
  const grants = await grantsOf(ctx, roles, module, budget)
  // A cell is a number and a comma.
  const cells = Object.values(grants).reduce((sum, { length }) => sum + 2 * length, 0)
  await budget.spend(sizeOfAll(roles) + sizeOfAll(permissions) + cells, MATRIX)
  return { roles, permissions, ...totals, grants }
}

const MATRIX: Embedding = { what: say`This matrix`, instead: say`Name fewer roles, or a module.` }

async function rolesNamed(ctx: Ctx, names: string[] | undefined) {
  const wanted = names && [...new Set(names.map((name) => String(name).trim()))].filter((name) => name !== '')
  if (wanted && wanted.length > MOST_ROLES) throw tooMany()
  const rows = await ctx.db
    .selectFrom('roles')
    .where('deleted_at', 'is', null)
    .$if(wanted !== undefined, (query) => query.where((eb) => eb.or(namedBy(wanted ?? []))))
    .select(['id', 'uuid', 'name', 'slug', 'type', 'is_active'])
    .orderBy('name')
    .orderBy('id')
    .limit(sql.lit(MOST_ROLES))
    .execute()
  const isKnown = (name: string) =>
    rows.some(({ id, uuid, slug }) => [String(id), uuid, slug].includes(name.toLowerCase()))
  const unknown = wanted?.filter((name) => !isKnown(name)) ?? []
  if (unknown.length === 0) return rows
  const hint = unknown.length === 1 ? await hintOf(ctx, resourceNamed(ctx, 'roles'), unknown[0]) : ''
  throw invalid([
    {
      field: 'roles',
      code: 'not_found',
      message: say`roles: no role matches ${unknown.join(', ').slice(0, 200)}.${hint}`,
    },
  ])
}

const tooMany = () =>
  invalid([
    { field: 'roles', code: 'out_of_range', message: say`roles takes at most ${MOST_ROLES} of them.` },
  ])

/** Conditions to join with `or`: each uses its own index. */
function namedBy(names: readonly string[]): RawBuilder<boolean>[] {
  const ids = names.filter((name) => /^\d{1,15}$/.test(name)).map(Number)
  const texts = names.map((name) => name.toLowerCase())
  return [
    ...(ids.length > 0 ? [sql<boolean>`id in (${sql.join(ids)})`] : []),
    ...(texts.length > 0
      ? [sql<boolean>`uuid in (${sql.join(texts)})`, sql<boolean>`slug in (${sql.join(texts)})`]
      : []),
  ]
}

const permissionsOf = (ctx: Ctx, module: string | undefined) =>
  ctx.db
    .selectFrom('permissions')
    .where('deleted_at', 'is', null)
    .$if(module !== undefined, (query) => query.where('module', '=', module as string))
    .select(['id', 'uuid', 'name', 'slug', 'module', 'section', 'is_active'])
    .orderBy('module')
    // Permissions without a section come first, on both engines.
    .orderBy((eb) => eb.fn.coalesce('section', sql<string>`''`))
    .orderBy('slug')
    .limit(sql.lit(MOST_PERMISSIONS))
    .execute()

async function totalsOf(ctx: Ctx, module: string | undefined) {
  const { rows } = await sql<{ roles: number; permissions: number }>`select
    (select count(*) from roles where deleted_at is null) as roles,
    (select count(*) from permissions where deleted_at is null
      ${module === undefined ? sql`` : sql`and module = ${module}`}) as permissions`.execute(ctx.db)
  const [totals] = rows
  return { total_roles: Number(totals?.roles), total_permissions: Number(totals?.permissions) }
}

/** Each role may have two thousand cells. */
const ROLES_PER_SLICE = 10

/** Reads one row per role, as a matrix has many cells. */
async function grantsOf(
  ctx: Ctx,
  roles: readonly { id: number }[],
  module: string | undefined,
  budget: AnswerBudget,
) {
  const grants: Record<string, number[]> = {}
  for (let start = 0; start < roles.length; start += ROLES_PER_SLICE) {
    if (start > 0) await budget.nextSlice()
    const ids = roles.slice(start, start + ROLES_PER_SLICE).map(({ id }) => id)
    const given = await givenBy(ctx, ids, module)
    for (const id of ids) grants[id] = given.get(id) ?? []
  }
  return grants
}

async function givenBy(ctx: Ctx, ids: readonly number[], module: string | undefined) {
  const rows = await ctx.db
    .selectFrom('role_permissions')
    .innerJoin('permissions', 'permissions.id', 'role_permissions.permission_id')
    .where('role_permissions.role_id', 'in', ids)
    .where(linkIsInForce('role_permissions', ctx.now()))
    .where('permissions.deleted_at', 'is', null)
    .$if(module !== undefined, (query) => query.where('permissions.module', '=', module as string))
    .groupBy('role_permissions.role_id')
    .select('role_permissions.role_id')
    .select(sql<string>`string_agg(cast(permissions.id as text), ',')`.as('permissions'))
    .execute()
  return new Map(
    rows.map((row) => [
      row.role_id,
      row.permissions
        .split(',')
        .map(Number)
        .sort((one, other) => one - other),
    ]),
  )
}
