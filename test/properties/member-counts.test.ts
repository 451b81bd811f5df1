// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Db } from '../../server/db/tables.ts'
import { next } from '../support/factories.ts'
import { fc } from '../support/seeds.ts'
import { ids, useService } from '../support/suite.ts'

/** The counts that triggers maintain are exact, after any writes by any process in any order. */

const { service, make } = useService()
const AT = '2026-01-01T00:00:00.000Z'
const TABLES = { user_roles: ['roles', 'role_id'], user_taxonomies: ['taxonomies', 'taxonomy_id'] } as const
type Links = keyof typeof TABLES

/** Of each kind, as many as `four` makes. */
const SIZE = 4
const one = fc.nat({ max: SIZE - 1 })
const some = fc.uniqueArray(one, { minLength: 1 })
const links = fc.constantFrom<Links>('user_roles', 'user_taxonomies')

const anyWrite = fc.oneof(
  fc.record({ does: fc.constant('link'), links, users: some, record: one }),
  fc.record({ does: fc.constant('unlink'), links, users: some, record: one }),
  fc.record({ does: fc.constant('move'), links, users: some, record: one, to: one }),
  fc.record({ does: fc.constant('trash'), users: some }),
  fc.record({ does: fc.constant('restore'), users: some }),
  fc.record({ does: fc.constant('touch'), users: some }),
  fc.record({ does: fc.constant('destroy'), users: some }),
  fc.record({ does: fc.constant('destroy record'), links, record: one }),
)
interface Write {
  does: string
  links?: Links
  users?: number[]
  record?: number
  to?: number
}

interface World {
  users: number[]
  user_roles: number[]
  user_taxonomies: number[]
}

async function newWorld(): Promise<World> {
  const type = await make('taxonomy-types')
  const four = async <T>(make: () => Promise<T>) => [await make(), await make(), await make(), await make()]
  return {
    users: ids(await four(() => make('users', { first_name: `Member ${next()}` }))),
    user_roles: ids(await four(() => make('roles'))),
    user_taxonomies: ids(await four(() => make('taxonomies', { type: type.slug }))),
  }
}

/** Statements that the service never runs: several rows at once, moved links, records deleted with their links. */
async function carryOut(
  db: Db,
  world: World,
  { does, links = 'user_roles', ...write }: Write,
): Promise<void> {
  const users = sql.join((write.users ?? []).map((index) => world.users[index]))
  const [table, column] = TABLES[links]
  const [record, to] = [write.record, write.to].map((index) => world[links][index ?? 0])
  const [own, of] = [sql.table(links), sql.ref(column)]
  const isThere = (id: number | undefined) => sql`exists (select 1 from ${sql.table(table)} where id = ${id})`
  const those = sql`user_id in (${users}) and ${of} = ${record}`
  const statements: Record<string, ReturnType<typeof sql>> = {
    link: sql`insert into ${own} (user_id, ${of}, created_at, updated_at)
      select id, ${record}, ${AT}, ${AT} from users
      where id in (${users}) and ${isThere(record)} on conflict do nothing`,
    unlink: sql`delete from ${own} where ${those}`,
    move: sql`update ${own} set ${of} = ${to} where ${those} and ${isThere(to)} and not exists (
      select 1 from ${own} there where there.user_id = ${own}.user_id and there.${of} = ${to})`,
    trash: sql`update users set deleted_at = ${AT} where id in (${users}) and deleted_at is null`,
    restore: sql`update users set deleted_at = null where id in (${users})`,
    touch: sql`update users set updated_at = ${AT} where id in (${users})`,
    destroy: sql`delete from users where id in (${users})`,
    'destroy record': sql`delete from ${sql.table(table)} where id = ${record}`,
  }
  await statements[does]?.execute(db)
}

async function assertExact(world: World): Promise<void> {
  const { db } = service().connection
  for (const [links, [, column]] of Object.entries(TABLES)) {
    const of = sql.join(world[links as Links])
    const read = async (query: ReturnType<typeof sql>) => {
      const { rows } = await query.execute(db)
      const counts = (rows as { record: number; count: number }[]).map(
        ({ record, count }) => [Number(record), Number(count)] as const,
      )
      return new Map(counts.filter(([, count]) => count !== 0).sort(([one], [other]) => one - other))
    }
    const stored = await read(sql`select record, sum(count) as count from member_counts
      where links = ${links} and record in (${of}) group by record`)
    const counted =
      await read(sql`select ${sql.ref(column)} as record, count(*) as count from ${sql.table(links)}
      join users on users.id = ${sql.ref(`${links}.user_id`)} where users.deleted_at is null and ${sql.ref(column)} in (${of})
      group by ${sql.ref(column)}`)
    assert.deepEqual(stored, counted, links)
  }
}

describe('the count of live users of each role and term', () => {
  it('is exact after any writes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ writes: fc.array(anyWrite, { minLength: 1, maxLength: 4 }), isKept: fc.boolean() }),
          {
            minLength: 3,
            maxLength: 8,
          },
        ),
        async (transactions) => {
          const world = await newWorld()
          for (const { writes, isKept } of transactions) {
            const done = service()
              .connection.db.transaction()
              .execute(async (db) => {
                for (const write of writes) await carryOut(db as Db, world, write)
                if (!isKept) throw new Error('taken back')
              })
            await (isKept ? done : assert.rejects(done, /taken back/))
            await assertExact(world)
          }
        },
      ),
      { numRuns: 30 },
    )
  })

  it('is what the API returns, within the write too', async () => {
    const { user_roles: roles, users } = await newWorld()
    const { call } = service()
    for (const [index, id] of users.entries()) {
      const { body } = await call('POST', `/api/users/${id}/relationships/roles`, { json: [roles[0]] })
      const [role] = body.data.roles.data.filter(({ id }: { id: number }) => id === roles[0])
      assert.equal(role.count_users, index + 1)
    }
    await call('POST', `/api/users/id/${users[0]}/delete`)
    assert.equal((await call('GET', `/api/roles/id/${roles[0]}`)).body.data.count_users, SIZE - 1)
  })
})
