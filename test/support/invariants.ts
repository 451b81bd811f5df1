import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { resources } from '../../server/resources/index.ts'
import type { Service } from './service.ts'

const RECORDS = ['registrations', 'users', 'roles', 'permissions', 'taxonomies', 'taxonomy_types'] as const
const LINKS = ['user_roles', 'role_permissions', 'user_taxonomies'] as const
const MEMBERS = { user_roles: 'role_id', user_taxonomies: 'taxonomy_id' } as const
const TREES = ['taxonomies', 'taxonomy_types'] as const

type Rows = ReturnType<typeof sql.raw>

/** The invariants of every write, also of concurrent ones: each query finds violations. */
const BROKEN: Record<string, Rows> = {
  ...Object.fromEntries(
    Object.entries(MEMBERS).map(([links, column]) => [
      `wrong counts of ${links}`,
      sql.raw(`select record from (
          select record, count from member_counts where links = '${links}' union all
          select ${column}, -1 from ${links} link join users on users.id = link.user_id and users.deleted_at is null) counted
        group by record having sum(count) <> 0`),
    ]),
  ),
  ...Object.fromEntries(
    [...RECORDS, ...LINKS].map((table) => {
      const live = LINKS.includes(table as never) ? '1' : 'case when deleted_at is null then 1 else 0 end'
      const sums = `select live, live + trashed as every from table_states where name = '${table}'`
      return [
        `wrong totals of ${table}`,
        sql.raw(`select * from (select sum(live) as live, sum(every) as every from (
            ${sums} union all select -(${live}), -1 from ${table}) counted) totals
          where live <> 0 or every <> 0`),
      ]
    }),
  ),
  ...Object.fromEntries(
    resources.flatMap(({ table, unique, caseless = [] }) =>
      unique.map(({ field, columns, nullsEqual = false }) => {
        const keys = (columns as readonly string[]).map((column) =>
          (caseless as readonly string[]).includes(column) ? `${column}_key` : column,
        )
        const held = nullsEqual ? '' : keys.map((key) => `and ${key} is not null`).join(' ')
        return [
          `live ${table} with the same ${field}`,
          sql.raw(`select ${keys} from ${table} where deleted_at is null ${held}
            group by ${keys} having count(*) > 1`),
        ]
      }),
    ),
  ),
  ...Object.fromEntries(
    TREES.map((table) => [
      `${table} in a loop of parents`,
      sql.raw(`with recursive reached (id) as (
          select id from ${table} where parent_id is null union all
          select below.id from reached join ${table} below on below.parent_id = reached.id)
        select id from ${table} where id not in (select id from reached)`),
    ]),
  ),
  ...Object.fromEntries(
    TREES.map((table) => [
      `live ${table} with a deleted parent`,
      sql.raw(`select below.id from ${table} below join ${table} above on above.id = below.parent_id
        where below.deleted_at is null and above.deleted_at is not null`),
    ]),
  ),
  'live terms of a deleted type': sql.raw(`select term.id from taxonomies term
    join taxonomy_types type on type.id = term.type_id
    where term.deleted_at is null and type.deleted_at is not null`),
  'terms whose parent has a type that does not fit': sql.raw(`select term.id from taxonomies term
    join taxonomy_types type on type.id = term.type_id join taxonomies above on above.id = term.parent_id
    where term.deleted_at is null and above.type_id <> term.type_id and above.type_id <> coalesce(type.parent_id, 0)`),
  'tokens of deleted users': sql.raw(`select tokens.id from tokens
    join users on users.id in (tokens.user_id, tokens.maker_id) where deleted_at is not null`),
  'users with too many tokens': sql.raw(`select user_id from tokens group by user_id
    having count(*) > 100 or count(maker_id) > 50`),
  'registrations of several users': sql.raw(`select registration_id from users
    where registration_id is not null and activated_at is not null group by registration_id having count(*) > 1`),
}

const SUPER_ADMINISTRATORS = sql`select users.id from users
  join user_roles on user_roles.user_id = users.id and user_roles.is_active = true and user_roles.expires_at is null
  join roles on roles.id = role_id and roles.slug = 'super-administrator' and roles.deleted_at is null
  where users.deleted_at is null and users.is_active = true`

/** @throws if stored data violates an invariant */
export async function assertInvariants({ connection: { db } }: Service): Promise<void> {
  for (const [what, query] of Object.entries(BROKEN)) {
    assert.deepEqual((await query.execute(db)).rows, [], what)
  }
  const { rows } = await SUPER_ADMINISTRATORS.execute(db)
  assert.ok(rows.length > 0, 'no super administrator is left')
}
