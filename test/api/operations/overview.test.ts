// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { dataOf, giveRole, giveSession, makeActor, makeRole, makeUser } from '../../support/actors.ts'
import { engine } from '../../support/databases.ts'
import { assertRefused } from '../../support/refusals.ts'
import { ADMIN, type Service, signIn, startService } from '../../support/service.ts'

const DAY_MS = 86_400_000

describe('The overview', () => {
  let service: Service
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  const overview = async (query: Record<string, string> = {}, token = service.token) =>
    dataOf(await service.call('GET', '/api/overview', { query, token }))
  const write = async (path: string, json: object = {}) => dataOf(await service.call('POST', path, { json }))

  it('counts records, and follows each change', async () => {
    const { totals: before } = await overview()
    const user = await makeUser(service)
    await makeUser(service, { is_active: false })
    const gone = await makeUser(service, { is_active: false })
    await write(`/api/users/id/${gone.id}/delete`)
    const registration = { email: 'r@example.com', first_name: 'R', password: ADMIN.password }
    const { item } = await write('/api/registrations/create', registration)
    await makeRole(service)
    await write('/api/taxonomy-types/create', { name: 'City' })
    await write('/api/taxonomies/create', { name: 'Paris', type: 'city' })
    const { totals } = await overview()
    const growth = Object.fromEntries(
      Object.entries(totals).map(([name, count]) => [name, Number(count) - before[name]]),
    )
    const once = { pending_registrations: 1, roles: 1, permissions: 0, taxonomies: 1, taxonomy_types: 1 }
    assert.deepEqual(growth, { users: 2, active_users: 1, ...once })
    await write(`/api/registrations/id/${item.id}/create-user`)
    await write(`/api/users/id/${user.id}/update`, { is_active: false })
    const { totals: later } = await overview()
    assert.equal(later.pending_registrations, before.pending_registrations)
    assert.deepEqual([later.users, later.active_users], [totals.users + 1, totals.active_users])
  })

  it('counts no invited people among the pending registrations', async () => {
    const pending = async () => (await overview()).totals.pending_registrations
    const before = await pending()
    await write('/api/invitations/create', { email: 'invited@example.com' })
    assert.equal(await pending(), before)
    const email = 'waiting@example.com'
    const registration = { email, first_name: 'W', password: ADMIN.password }
    const { item } = await write('/api/registrations/create', registration)
    assert.equal(await pending(), before + 1)
    await write('/api/invitations/create', { email })
    assert.equal(await pending(), before, 'invited, and so not pending any more')
    await write(`/api/registrations/id/${item.id}/revoke`)
    assert.equal(await pending(), before)
  })

  it('counts sign-ups and sign-ins by UTC day, before and after the counts are flushed', async () => {
    // At noon, so that the day does not end during the test.
    const tillNoon = DAY_MS - ((Date.parse(service.clock.now()) + DAY_MS / 2) % DAY_MS)
    service.clock.advance(tillNoon)
    const today = service.clock.now().slice(0, 10)
    const { activity: before } = await overview({ days: '3' })
    assert.deepEqual(before.at(-1).date, today)
    await signIn(service, ADMIN.email, ADMIN.password)
    const token = await signIn(service, ADMIN.email, ADMIN.password)
    await write('/api/signup', { email: 'new@example.com', first_name: 'New', password: ADMIN.password })
    const wrong = { email: ADMIN.email, password: 'not the password' }
    assert.equal((await service.call('POST', '/api/signin', { token: null, json: wrong })).status, 401)
    const expected = { signups: before.at(-1).signups + 1, signins: before.at(-1).signins + 2 }
    const counted = async () => (await overview({ days: '3' })).activity
    assert.deepEqual((await counted()).at(-1), { date: today, ...expected })
    await service.runJob('write-daily-counts')
    await service.call('POST', '/api/signout', { token })
    assert.deepEqual(
      (await counted()).at(-1),
      { date: today, ...expected },
      "a revoked token's sign-in still counts",
    )
    await signIn(service, ADMIN.email, ADMIN.password)
    await service.runJob('write-daily-counts')
    assert.equal((await counted()).at(-1).signins, expected.signins + 1)
    service.clock.advance(DAY_MS)
    const next = await counted()
    assert.deepEqual(next.at(-1), {
      date: new Date(Date.parse(today) + DAY_MS).toISOString().slice(0, 10),
      signups: 0,
      signins: 0,
    })
    assert.equal(next.length, 3)
    service.clock.advance(-DAY_MS)
  })

  it('counts a sign-up that PostgreSQL rolled back at its commit only once it succeeds', {
    skip: engine === 'postgres' ? false : 'the run is on the embedded engine',
  }, async () => {
    const { db } = service.connection
    const counted = async () => (await overview({ days: '1' })).activity[0].signups
    const signUp = () =>
      service.call('POST', '/api/signup', {
        headers: { 'idempotency-key': 'sign-up' },
        json: { email: 'late@example.com', first_name: 'Late', password: ADMIN.password },
      })
    const before = await counted()
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused' using errcode = '53100'; end $$`.execute(db)
    await sql`create constraint trigger refuse after insert on users deferrable initially deferred
      for each row execute function refuse()`.execute(db)
    assert.equal((await signUp()).status, 503)
    assert.equal(await counted(), before)
    await sql`drop trigger refuse on users`.execute(db)
    for (let times = 0; times < 2; times++) assert.equal((await signUp()).status, 201)
    assert.equal(await counted(), before + 1)
  })

  it('lists the latest change of each record, its kind and its author', async () => {
    const { user: me } = dataOf(await service.call('GET', '/api/me'))
    const by = { id: me.id, uuid: me.uuid, name: me.name }
    const { id } = await makeRole(service, [], { name: 'Watched' })
    const latest = async () => (await overview()).latest[0]
    const assertLatest = async (change: string) => {
      const { at, ...others } = await latest()
      assert.ok(at <= service.clock.now())
      assert.deepEqual(others, { resource: 'roles', id, name: 'Watched', change, by })
    }
    await assertLatest('created')
    service.clock.advance(1000)
    await write(`/api/roles/id/${id}/update`, { details: 'New' })
    await assertLatest('updated')
    service.clock.advance(1000)
    await write(`/api/roles/id/${id}/delete`)
    await assertLatest('deleted')
    service.clock.advance(1000)
    await write(`/api/roles/id/${id}/restore`)
    await assertLatest('restored')
    service.clock.advance(1000)
    await write(`/api/roles/id/${id}/update`, { details: 'Newer' })
    await assertLatest('updated')
    const { latest: all } = await overview()
    assert.equal(all.length, 20)
    const times = all.map(({ at }: { at: string }) => at)
    assert.deepEqual(times, [...times].sort().reverse())
    const records = new Set(
      all.map(({ resource, id }: { resource: string; id: number }) => `${resource} ${id}`),
    )
    assert.equal(records.size, 20, 'only the last change of each record')
  })

  it('lists links to roles that end within some days, the earliest first', async () => {
    const role = await makeRole(service)
    const inDays = (days: number) => new Date(Date.parse(service.clock.now()) + days * DAY_MS).toISOString()
    const holder = async (link: object) => {
      const user = await makeUser(service)
      await giveRole(service, user, { id: role.id, ...link })
      return user.id
    }
    const later = await holder({ expires_at: inDays(13) })
    const soon = await holder({ expires_at: inDays(1) })
    await holder({ expires_at: inDays(15) })
    await holder({ expires_at: inDays(-1) })
    await holder({ expires_at: inDays(2), is_active: false })
    await holder({})
    const gone = await holder({ expires_at: inDays(3) })
    await write(`/api/users/id/${gone}/delete`)
    const { ending_grants: ending } = await overview()
    assert.equal(ending.total, 2)
    assert.deepEqual(
      ending.list.map(({ user }: { user: { id: number } }) => user.id),
      [soon, later],
    )
    const { user, ...others } = ending.list[0]
    assert.deepEqual(Object.keys(user), ['id', 'uuid', 'name'])
    assert.deepEqual(others.role, { id: role.id, slug: role.slug, name: role.name })
    assert.equal((await overview({ ending_within: '16' })).ending_grants.total, 3)
    assert.equal((await overview({ ending_within: '5' })).ending_grants.total, 1)
  })

  it('contains only the parts that the caller may read', async () => {
    const { token } = await makeUser(service)
    const nothing = await overview({}, token)
    assert.deepEqual(new Set(Object.values(nothing.totals)), new Set([null]))
    assert.deepEqual([nothing.activity, nothing.latest, nothing.ending_grants], [null, [], null])
    const reader = await makeActor(service, ['can-read-roles'])
    const some = await overview({}, reader.token)
    assert.equal(some.totals.roles > 0, true)
    assert.equal(some.totals.users, null)
    assert.equal(some.activity, null)
    assert.equal(some.ending_grants, null)
    const resources = some.latest.map(({ resource }: { resource: string }) => resource)
    assert.deepEqual([...new Set(resources)], ['roles'])
    const people = await makeActor(service, ['can-read-users', 'can-read-registrations', 'can-read-roles'])
    const whole = await overview({}, people.token)
    assert.ok(whole.activity && whole.ending_grants)
    assert.ok(!JSON.stringify(whole).includes('@example.com'), 'names without contact details')
    const json = { name: 'limited', permissions: ['can-read-roles'] }
    // Making a token for oneself needs a recent proof, such as a sign-in.
    const session = { token: await giveSession(service, { id: 1 }) }
    const { item } = dataOf(await service.call('POST', '/api/users/id/1/tokens/create', { json, ...session }))
    assert.equal((await overview({}, item.api_token)).totals.users, null)
    assertRefused(await service.call('GET', '/api/overview', { token: null }), {
      status: 401,
      code: 'unauthenticated',
    })
  })

  it('takes the same number of statements whatever the number of records', async () => {
    const cost = async () => {
      const costs: number[] = []
      for (let reads = 0; reads < 4; reads++) {
        service.statements.count = 0
        await overview()
        costs.push(service.statements.count)
      }
      return Math.min(...costs)
    }
    const before = await cost()
    for (let count = 0; count < 30; count++) await makeUser(service)
    assert.equal(await cost(), before)
    assert.ok(before <= 14, String(before))
  })

  it('accepts 1 to 366 days', async () => {
    assert.equal((await overview({ days: '366' })).activity.length, 366)
    assert.equal((await overview()).activity.length, 30)
    for (const days of ['0', '367', 'x'])
      assert.equal((await service.call('GET', '/api/overview', { query: { days } })).status, 422)
  })
})

describe('The public service information', () => {
  const PLAIN = {
    approval: 'none',
    brand: { name: 'Rolecall', color: '#3b5bdb', logo: null },
    app_url: null,
    session_origin: null,
    has_passkeys: false,
    signin_code: false,
    languages: ['en', 'fr'],
  }

  it('says how sign-up works and whether there is an administrator', async () => {
    // A service that is not stopped would keep the process from ending, also after a failed assertion.
    const told = async (overrides: Parameters<typeof startService>[0]) => {
      const service = await startService(overrides)
      return service.call('GET', '/api/service', { token: null }).finally(() => service.stop())
    }
    for (const signup of ['open', 'verify', 'closed'] as const)
      assert.deepEqual(dataOf(await told({ signup })), { ...PLAIN, signup, is_set_up: true })
    const fresh = await told({ adminEmail: undefined, adminPassword: undefined })
    assert.deepEqual(dataOf(fresh), { ...PLAIN, signup: 'open', is_set_up: false })
  })
})
