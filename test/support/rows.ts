import { sql } from 'kysely'
import type { Service } from './service.ts'

const ROWS = 3000

/** Inserts some thousand linked rows into every table, directly: that takes no longer than reading them. */
export async function fillTables({ connection: { db } }: Service): Promise<void> {
  const linked = `'2020-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z'`
  const times = `${linked}, case when n % 50 = 0 then '2021-01-01T00:00:00.000Z' end`
  const common = 'uuid, created_at, updated_at, deleted_at, search_text'
  const record = `'00000000-0000-7000-8000-' || (100000000000 + n), ${times}, 'row ' || n`
  const person = 'email, email_key, username, username_key, first_name, last_name, phone, meta'
  const people = (initial: string) =>
    `'I' || n || '@e.com', 'I' || n || '@e.com', 'I' || n, 'I' || n, 'F' || n, 'L' || n, 1000 + n, '{}'`.replaceAll(
      'I',
      initial,
    )
  const named = `'n' || n, 's' || n, n % 40 <> 0`
  const inserts = [
    `registrations (${common}, ${person}, status) select ${record}, ${people('r')}, case when n % 3 = 0 then 'email-verified' else 'email-verification-pending' end`,
    `users (${common}, ${person}, is_active, registration_id) select ${record}, ${people('p')}, n % 40 <> 0, n`,
    `roles (${common}, name, slug, is_active, type) select ${record}, ${named}, case when n % 40 = 0 then 'frontend' else 'backend' end`,
    `permissions (${common}, name, slug, is_active, module, section) select ${record}, ${named}, 'm' || (n % 100), 'x' || (n % 7)`,
    `taxonomy_types (${common}, name, slug, is_active, meta, parent_id) select ${record}, ${named}, '{}', case when n > 300 then n % 300 + 1 end`,
    `taxonomies (${common}, name, slug, is_active, meta, type_id, parent_id) select ${record}, ${named}, '{}', n % 300 + 1, case when n > 300 then n - 300 end`,
    `user_roles (user_id, role_id, created_at, updated_at) select n, n % 500 + 8, ${linked}`,
    `role_permissions (role_id, permission_id, created_at, updated_at) select n % 500 + 8, n, ${linked}`,
  ]
  const numbers = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${ROWS})`
  for (const insert of inserts) {
    const [table, rest] = [insert.slice(0, insert.indexOf(' ')), insert.slice(insert.indexOf(' '))]
    await sql
      .raw(`insert into ${table} ${rest.replace(' select', ` ${numbers} select`)} from numbers`)
      .execute(db)
  }
}
