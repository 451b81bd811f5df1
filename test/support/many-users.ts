import { sql } from 'kysely'
import type { Service } from './service.ts'

/** Inserts terms of a type directly, without parents. */
export async function insertTerms(
  { connection: { db } }: Service,
  typeId: number,
  count: number,
): Promise<void> {
  await sql
    .raw(
      `insert into taxonomies (uuid, created_at, updated_at, search_text, name, slug, type_id, meta, is_active)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
      select '00000000-0000-7000-8001-' || substr(cast(1000000000000 + n as text), 2),
        '2020-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z', 'term ' || n, 'Term ' || n, 'term-' || n, ${typeId}, '{}', 1 = 1
      from numbers`,
    )
    .execute(db)
}

/** Inserts users directly, some of them in the trash: inserting many takes no longer than reading them. */
export async function insertUsers(
  { connection: { db } }: Service,
  count: number,
  bio = 'Many are like me.',
): Promise<void> {
  const name = `cast(n * 7919 % 1000 as text)`
  await sql
    .raw(
      `insert into users (uuid, created_at, updated_at, deleted_at, search_text, email, email_key, username,
        username_key, first_name, bio, meta, is_active)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
      select '00000000-0000-7000-8000-' || substr(cast(1000000000000 + n as text), 2),
        '2020-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z',
        case when n % 50 = 0 then '2021-01-01T00:00:00.000Z' end, 'many ' || ${name},
        'm' || n || '@e.com', 'm' || n || '@e.com', 'm' || n, 'm' || n, 'Many ' || ${name}, '${bio}', '{}', n % 3 > 0
      from numbers`,
    )
    .execute(db)
}
