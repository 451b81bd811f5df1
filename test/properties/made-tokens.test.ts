// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Connection, connect } from '../../server/db/connect.ts'
import type { Db } from '../../server/db/tables.ts'
import { dataOf, giveRole, makeActor, makeRole, makeUser, type Person, type Role } from '../support/actors.ts'
import { engine } from '../support/databases.ts'
import { within } from '../support/eventually.ts'
import { nextIteration } from '../support/next-iteration.ts'
import { fc } from '../support/seeds.ts'
import { type Service, startService } from '../support/service.ts'

/**
 * A token does what both its maker and its user may, and no more, whatever happens to them, until a write takes the
 * permission to make it from its maker.
 */

const SLUGS = ['can-assign-api-tokens', 'can-read-roles', 'can-read-taxonomies', 'can-read-users'] as const
const ROLES = [SLUGS, ['can-assign-api-tokens', 'can-read-users'], ['can-read-taxonomies', 'can-read-roles']]
const HOUR_MS = 3_600_000
const LONG_AGO = '0'
/** How late a process may notice what another wrote. */
const LATE_MS = engine === 'postgres' ? 1000 : 0

const who = fc.constantFrom('maker', 'user')
const role = fc.nat(ROLES.length)
const writer = fc.constantFrom('http', 'other')
const step = fc.oneof(
  fc.record({
    do: fc.constant('link' as const),
    who,
    role,
    to: fc.constantFrom('none', 'active', 'ending'),
    writer,
  }),
  fc.record({ do: fc.constant('activate role' as const), role, to: fc.boolean(), writer }),
  fc.record({ do: fc.constant('activate' as const), who, to: fc.boolean() }),
  fc.record({ do: fc.constant('clock' as const), ms: fc.constantFrom(-2 * HOUR_MS, 2 * HOUR_MS) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Steps to all permissions, to few, to none, and to the end of the tokens. */
const EXAMPLE: readonly Step[] = [
  { do: 'link', who: 'maker', role: 0, to: 'active', writer: 'http' },
  { do: 'activate role', role: 0, to: false, writer: 'http' },
  { do: 'link', who: 'maker', role: 1, to: 'none', writer: 'http' },
]

describe('a token made for another user', () => {
  let service: Service
  let other: Connection
  before(async () => {
    service = await startService()
    other = connect(service.config.databaseUrl)
  })
  after(async () => {
    await other.close()
    await service.stop()
  })

  interface World {
    people: Record<'maker' | 'user', Person>
    roles: Pick<Role, 'id' | 'slug'>[]
    tokens: { token: string; only: readonly string[] | undefined }[]
    /** When they end; null: never. */
    end: string | null
  }

  async function newWorld(): Promise<World> {
    const roles = []
    for (const slugs of ROLES) roles.push(await makeRole(service, slugs))
    roles.push(dataOf(await service.call('GET', '/api/roles/slug/super-administrator')))
    const maker = await makeActor(service, SLUGS)
    const user = await makeUser(service)
    await giveRole(service, user, roles[0]?.slug as string)
    const tokens = []
    for (const permissions of [undefined, ['can-read-roles', 'can-read-users']]) {
      const json = { name: 'made', expires_at: null, ...(permissions && { permissions }) }
      const path = `/api/users/id/${user.id}/tokens/create`
      const { item } = dataOf(await service.call('POST', path, { token: maker.token, json }))
      tokens.push({ token: item.api_token as string, only: permissions })
    }
    // From here on, both hold only the roles of the world.
    await giveRole(service, maker, roles[1]?.slug as string)
    await service.call('DELETE', `/api/roles/${maker.role.id}`)
    return { people: { maker, user }, roles, tokens, end: null }
  }

  async function carryOut(step: Step, world: World): Promise<void> {
    const { people, roles } = world
    if (step.do === 'clock') return service.clock.advance(step.ms)
    const { db } = other
    if (step.do === 'activate') {
      // Directly in the database: through the API, the tokens of a deactivated user would be deleted.
      await db
        .updateTable('users')
        .set({ is_active: step.to })
        .where('id', '=', people[step.who].id)
        .execute()
      return
    }
    const role = roles[step.role] as Role
    if (step.do === 'activate role') {
      if (role.slug === 'super-administrator') return
      if (step.writer === 'http') {
        await service.call('POST', `/api/roles/id/${role.id}/update`, { json: { is_active: step.to } })
        if (!step.to) await endTokens(world)
      } else await db.updateTable('roles').set({ is_active: step.to }).where('id', '=', role.id).execute()
      return
    }
    const { id } = people[step.who]
    const now = service.clock.now()
    const expires_at = step.to === 'ending' ? new Date(Date.parse(now) + HOUR_MS).toISOString() : null
    if (step.writer === 'http') {
      const method = step.to === 'none' ? 'DELETE' : 'POST'
      const json = step.to === 'none' ? role.slug : { id: role.slug, expires_at }
      const wasLinked = await isLinked(id, role.id)
      await service.call(method, `/api/users/${id}/relationships/roles`, { json })
      if (wasLinked && step.to !== 'active' && step.who === 'maker') await endTokens(world)
    } else
      await relink(db, { user_id: id, role_id: role.id }, step.to === 'none' ? undefined : expires_at, now)
  }

  async function isLinked(userId: number, roleId: number): Promise<boolean> {
    const { rows } =
      await sql`select 1 from user_roles where user_id = ${userId} and role_id = ${roleId}`.execute(other.db)
    return rows.length > 0
  }

  /** After a write that takes authority away, the tokens end when their maker may make no more: now, or with the last link. */
  async function endTokens(world: World): Promise<void> {
    const { maker } = world.people
    const now = service.clock.now()
    const { rows } = await sql<{ expires_at: string | null }>`
      select ur.expires_at from user_roles ur join roles r on r.id = ur.role_id join users u on u.id = ur.user_id
      where u.id = ${maker.id} and u.is_active and r.is_active and (ur.expires_at is null or ur.expires_at > ${now})
        and exists (select 1 from role_permissions rp join permissions p on p.id = rp.permission_id
          where rp.role_id = r.id and p.slug = 'can-assign-api-tokens')`.execute(other.db)
    const ends = rows.map(({ expires_at }) => expires_at)
    const last = ends.includes(null) ? null : (ends.sort().at(-1) ?? LONG_AGO)
    if (last !== null && (world.end === null || last < world.end)) world.end = last
  }

  async function relink(
    db: Db,
    link: { user_id: number; role_id: number },
    expires_at: string | null | undefined,
    now: string,
  ): Promise<void> {
    await db.transaction().execute(async (db) => {
      await db
        .deleteFrom('user_roles')
        .where('user_id', '=', link.user_id)
        .where('role_id', '=', link.role_id)
        .execute()
      if (expires_at === undefined) return
      await db
        .insertInto('user_roles')
        .values({ ...link, expires_at, created_at: now, updated_at: now })
        .execute()
    })
  }

  /** The permissions of a user, in SQL, by another connection; undefined for an inactive one. */
  async function heldBy({ id }: Person): Promise<Set<string> | undefined> {
    const { rows: users } = await sql`select 1 from users where id = ${id} and is_active`.execute(other.db)
    if (users.length === 0) return undefined
    const now = service.clock.now()
    const { rows } = await sql<{ slug: string; role: string }>`
      select p.slug, r.slug as role from user_roles ur join roles r on r.id = ur.role_id
      join role_permissions rp on rp.role_id = r.id join permissions p on p.id = rp.permission_id
      where ur.user_id = ${id} and r.is_active and (ur.expires_at is null or ur.expires_at > ${now})`.execute(
      other.db,
    )
    return new Set(rows.map(({ slug }) => slug))
  }

  async function expected({ people, tokens, end }: World) {
    if (end !== null && end <= service.clock.now()) return tokens.map(() => 'ended')
    const [maker, user] = [await heldBy(people.maker), await heldBy(people.user)]
    if (!maker?.has('can-assign-api-tokens') || !user) return tokens.map(() => 'ended')
    const both = [...user].filter((slug) => maker.has(slug)).sort()
    return tokens.map(({ only }) => (only ? both.filter((slug) => only.includes(slug)) : both))
  }

  const found = ({ tokens }: World) =>
    Promise.all(
      tokens.map(async ({ token }) => {
        const { status, body } = await service.call('GET', '/api/me', { token })
        return status === 401 ? 'ended' : body.data.permissions
      }),
    )

  const assertAgrees = (world: World, lateMs: number) =>
    within(lateMs, async () => assert.deepEqual(await found(world), await expected(world)))

  it('does what both may, after any changes by any process, at any time', async () => {
    const both = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const world = await newWorld()
        await assertAgrees(world, 0)
        for (const step of steps) {
          await carryOut(step, world)
          await nextIteration()
          const isOthers = step.do === 'activate' || ('writer' in step && step.writer === 'other')
          await assertAgrees(world, isOthers ? LATE_MS : 0)
          both.add(JSON.stringify(await expected(world)))
        }
      }),
      { numRuns: engine === 'postgres' ? 8 : 25, examples: [[[...EXAMPLE]]] },
    )
    assert.ok(both.size > 3, 'the worlds had different results')
  })
})
