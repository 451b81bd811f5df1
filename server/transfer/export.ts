import type { Ctx } from '../access/context.ts'
import { linkIsInForce } from '../access/in-force.ts'
import { columnsOf } from '../crud/define/columns.ts'
import type { AnyRow, Resource } from '../crud/define/resource.ts'
import { anyTable, limitTo, selectReadable } from '../crud/query/store.ts'
import type { Fields } from '../values/fields.ts'
import { asCsv, cellOf } from './cells.ts'
import type { Format } from './source.ts'

const BATCH_SIZE = 1000

interface Options {
  /** Adds the password hashes, for users only. */
  withHashes: boolean
}

/**
 * All live records of a resource in batches, oldest first, with the fields that a caller with all permissions gets, and
 * with the roles of users. Run it in a transaction that reads a snapshot.
 */
export async function* exportedRecords(
  ctx: Ctx,
  resource: Resource,
  { withHashes }: Options,
): AsyncGenerator<Fields[]> {
  const { table, name } = resource
  const query = selectReadable(ctx, resource)
    .where(`${table}.deleted_at`, 'is', null)
    .orderBy(`${table}.id`)
    .select(withHashes ? ['users.password_hash'] : [])
  let last = 0
  for (;;) {
    const records: AnyRow[] = await limitTo(
      query.where(anyTable()(`${table}.id`, '>', last)),
      BATCH_SIZE,
    ).execute()
    if (records.length === 0) return
    last = (records.at(-1) as AnyRow).id
    yield name === 'users' ? await withRoles(ctx, records) : records
    if (records.length < BATCH_SIZE) return
  }
}

/** Adds the slugs of the roles in force. */
async function withRoles(ctx: Ctx, users: AnyRow[]): Promise<Fields[]> {
  const links = await ctx.db
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .where('user_roles.user_id', '>=', users[0]?.id as number)
    .where('user_roles.user_id', '<=', users.at(-1)?.id as number)
    .where(linkIsInForce('user_roles', ctx.now()))
    .where('roles.deleted_at', 'is', null)
    .orderBy('roles.id')
    .select(['user_roles.user_id', 'roles.slug'])
    .execute()
  const rolesOf = Map.groupBy(links, ({ user_id }) => user_id)
  return users.map((user) => ({ ...user, roles: (rolesOf.get(user.id) ?? []).map(({ slug }) => slug) }))
}

/** The names of the exported columns, in order. */
export const exportedColumns = (resource: Resource, { withHashes }: Options): string[] => [
  ...columnsOf(resource).readable,
  ...(withHashes ? ['password_hash'] : []),
  ...(resource.name === 'users' ? ['roles'] : []),
]

/** Records as text. Within a cell, commas separate the roles. */
export function exportedText(records: readonly Fields[], columns: readonly string[], format: Format): string {
  if (format === 'ndjson') return records.map((record) => `${JSON.stringify(record)}\n`).join('')
  return asCsv(
    records.map((record) =>
      columns.map((name) => cellOf(name === 'roles' ? (record.roles as string[]).join(',') : record[name])),
    ),
  )
}
