import { sql } from 'kysely'
import type { Subject } from '../../contract/permissions.ts'
import { connect } from '../../server/db/connect.ts'

/** What an attacker or a large customer may add to an ordinary world. */
export interface Heavy {
  /** Records with many related records. */
  ids: Partial<Record<Subject, number[]>>
}

/**
 * Members of three roles: one role whose users fit into a response, one whose users do not fit with includes, one whose
 * users never fit.
 */
const MEMBERS = { 'heavy-3000': 3000, 'heavy-15000': 15_000, 'heavy-60000': 60_000 }
/** Users with texts of the maximum length. */
const LONG_USERS = 1500
const ROLES_OF_ONE = 900
const DEPTH = 3000
const CHILDREN = 12_000

const TIME = '2026-01-01T00:00:00.000Z'

/**
 * Adds to the built database: roles with many users, users with long texts, a user with many roles, a deep tree and a
 * broad one.
 */
export async function addHeavy(databaseUrl: string): Promise<Heavy> {
  const { db, close } = connect(databaseUrl)
  try {
    const common = `uuid, created_at, updated_at, is_active, search_text, name, slug`
    const record = (kind: string, n: string) =>
      `'0000${kind}-0000-7000-8000-' || substr(cast(1000000000000 + ${n} as text), 2), '${TIME}', '${TIME}', true`
    const numbers = (count: number) =>
      `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})`
    const run = (text: string) => sql.raw(text).execute(db)
    const roles: number[] = []
    for (const [index, [slug, members]] of Object.entries(MEMBERS).entries()) {
      await run(
        `insert into roles (${common}, type) values (${record('aaaa', String(index))}, '${slug}', '${slug}', '${slug}', 'backend')`,
      )
      const id = await idOf('roles', slug)
      roles.push(id)
      await run(
        `insert into user_roles (user_id, role_id, created_at, updated_at, is_active)
           select id, ${id}, '${TIME}', '${TIME}', true from users where deleted_at is null and id > 1 order by id limit ${members}`,
      )
    }
    const meta = JSON.stringify(
      Object.fromEntries(Array.from({ length: 1200 }, (_, n) => [`key ${n}`, 'x'.repeat(36)])),
    )
    await run(
      `update users set bio = '${'ä'.repeat(10_000)}', meta = '${meta}' where id in (select id from users where deleted_at is null order by id desc limit ${LONG_USERS})`,
    )
    await run(
      `insert into user_roles (user_id, role_id, created_at, updated_at, is_active)
         select 2, id, '${TIME}', '${TIME}', true from roles where deleted_at is null and id not in (select role_id from user_roles where user_id = 2)
         and id not in (${roles.join()}) order by id limit ${ROLES_OF_ONE}`,
    )
    await run(
      `insert into taxonomy_types (${common}, meta) values (${record('bbbb', '0')}, 'heavy', 'heavy', 'heavy', '{}')`,
    )
    const type = await idOf('taxonomy_types', 'heavy')
    const { last } = await db
      .selectFrom('taxonomies')
      .select((eb) => eb.fn.max('id').as('last'))
      .executeTakeFirstOrThrow()
    const first = Number(last) + 1
    await run(
      `insert into taxonomies (id, ${common}, meta, type_id, parent_id) ${numbers(DEPTH)}
         select ${first} - 1 + n, ${record('cccc', 'n')}, 'deep ' || n, 'deep ' || n, 'deep-' || n, '{}', ${type}, case when n > 1 then ${first} - 2 + n end from numbers`,
    )
    const broad = first + DEPTH
    await run(
      `insert into taxonomies (id, ${common}, meta, type_id, parent_id) ${numbers(CHILDREN)}
         select ${broad} - 1 + n, ${record('dddd', 'n')}, 'heavy ' || n, 'heavy ' || n, 'heavy-' || n, '{}', ${type}, case when n > 1 then ${broad} end from numbers`,
    )
    return {
      ids: {
        roles: [...roles, 1, 6],
        users: [1, 2, 3],
        taxonomies: [1, first, first + 100, broad],
        'taxonomy-types': [1, 2, type],
        permissions: [1, 2, 40],
      },
    }
  } finally {
    await close()
  }

  async function idOf(table: 'roles' | 'taxonomy_types', slug: string): Promise<number> {
    const { id } = await db.selectFrom(table).where('slug', '=', slug).select('id').executeTakeFirstOrThrow()
    return id
  }
}
