import type { Ctx } from '../access/context.ts'
import { recordEntries } from '../audit/entries.ts'
import type { AnyRow, Links } from '../crud/define/resource.ts'
import { anyTable, storedRows } from '../crud/query/store.ts'
import { addPairs } from '../crud/write/links.ts'
import { recordLinks } from '../crud/write/record.ts'
import { newRow, touchRows } from '../crud/write/rows.ts'
import { operationsOf } from '../crud/write/write.ts'
import { chunks } from '../db/queries/chunks.ts'
import { rowInserter } from '../db/queries/row-inserter.ts'
import { users } from '../resources/users/index.ts'
import { newUser } from '../resources/users/writes.ts'
import type { Plan, Update } from './plan.ts'

const USER_ROLES: Links = { table: 'user_roles', from: 'user_id', to: 'role_id' }

/** Writes what was planned, in the same transaction. Roles are assigned with the command line's authority. */
export function planRunner() {
  const insert = rowInserter('users')
  return async (ctx: Ctx, { create, update }: Plan): Promise<void> => {
    const rows = create.map(({ values }) => newRow(ctx, users, { ...newUser(ctx), ...values }))
    await insert(ctx.db, rows)
    await recordEntries(ctx, rows, ({ uuid }) => ({
      action: 'users.create',
      subject: { type: 'users', table: 'users', uuid },
    }))
    const rolesByUuid = new Map(
      create.flatMap(({ roles }, index) => (roles.length > 0 ? [[rows[index]?.uuid as string, roles]] : [])),
    )
    const given = [...(await rolesByUser(ctx, rolesByUuid))]
    for (const each of update) given.push([await updateUser(ctx, each), each.roles])
    const pairs = given.flatMap(([from, roles]) => roles.map((to) => ({ from, to })))
    await addPairs(ctx, USER_ROLES, pairs)
    await recordLinks(
      ctx,
      USER_ROLES,
      pairs.map((pair) => ({ ...pair, verb: 'add' })),
    )
  }
}

async function rolesByUser(ctx: Ctx, byUuid: Map<string, number[]>): Promise<[number, number[]][]> {
  const found: [number, number[]][] = []
  for (const some of chunks([...byUuid.keys()])) {
    const rows = await ctx.db.selectFrom('users').where('uuid', 'in', some).select(['id', 'uuid']).execute()
    for (const { id, uuid } of rows) found.push([id, byUuid.get(uuid) as number[]])
  }
  return found
}

/** Follows the rules of an update over HTTP: a new password or a deactivation signs the user out. @returns the user's id */
async function updateUser(ctx: Ctx, { row, user, changes, roles }: Update): Promise<number> {
  const stored = user ?? (await userOfEmail(ctx, row.emailKey))
  const { role_ids: _, ...columns } = stored
  await operationsOf(users).update(ctx, users, columns as AnyRow, changes)
  if (roles.length > 0) await touchRows(ctx, 'users', [stored.id])
  return stored.id
}

async function userOfEmail(ctx: Ctx, emailKey: string): Promise<AnyRow> {
  const eb = anyTable()
  const where = eb.and([eb('email_key', '=', emailKey), eb('deleted_at', 'is', null)])
  return (await storedRows(ctx, 'users', where, { limit: 1 }))[0] as AnyRow
}
