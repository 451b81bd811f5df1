// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { readNumbered } from '../../../server/db/queries/numbered-entries.ts'
import { isTold } from '../../../server/events/read-entries.ts'
import { resources } from '../../../server/resources/index.ts'
import {
  dataOf,
  giveRole,
  giveToken,
  makeActor,
  makeRole,
  makeUser,
  setPermissions,
} from '../../support/actors.ts'
import { ORIGIN, signInByCookie } from '../../support/cookie-sessions.ts'
import { type Following, follow, refusalOfStream } from '../../support/event-stream.ts'
import { eventually, within } from '../../support/eventually.ts'
import { make } from '../../support/factories.ts'
import { seededRandom } from '../../support/seeds.ts'
import {
  ADMIN,
  NUMBERED_SOON,
  type Pair,
  type Service,
  startPair,
  startService,
} from '../../support/service.ts'

const WRITERS = 8
const WRITES_EACH = 15

const MAY_FOLLOW = ['can-read-audit', 'can-read-users', 'can-read-roles']

/** The entries after a number that streams are told of, in the order of commits. */
async function toldAfter({ connection }: Service, number: number) {
  const entries = await readNumbered(connection.db, number, 100_000)
  return entries.filter(isTold)
}

/** Writers that each create and change roles and users, at the same time. */
async function writeAll(services: readonly Service[], name: string): Promise<void> {
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      const service = services[writer % services.length] as Service
      for (let number = 0; number < WRITES_EACH; number++) {
        const json = { name: `Role ${name} ${writer} ${number}` }
        const { item } = dataOf(await service.call('POST', '/api/roles/create', { json }))
        const path = `/api/roles/id/${item.id}/update`
        dataOf(await service.call('POST', path, { json: { name: `${json.name} of late` } }))
      }
    }),
  )
}

/** A service that listens, and its streams, which end with each test. */
function useStreams(start: () => Promise<Service>) {
  const streams: Following[] = []
  let service: Service
  let origin: string
  before(async () => {
    service = await start()
    origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
  })
  after(() => service.stop())
  afterEach(() => {
    for (const stream of streams.splice(0)) stream.close()
  })
  return {
    service: () => service,
    origin: () => origin,
    open: async (options: Partial<Parameters<typeof follow>[1]> = {}) => {
      const stream = await follow(origin, { token: service.token, ...options })
      streams.push(stream)
      return stream
    },
    /** What is written from now on. */
    last: async () => (await readNumbered(service.connection.db, 0, 100_000)).at(-1)?.number ?? 0,
  }
}

describe('the stream of events', () => {
  const { service, origin, open, last } = useStreams(() => startService({}, NUMBERED_SOON))
  let number = 0
  const rename = async () => {
    number += 1
    const { id } = role
    dataOf(
      await service().call('POST', `/api/roles/id/${id}/update`, { json: { name: `Renamed ${number}` } }),
    )
  }
  let role: Awaited<ReturnType<typeof makeRole>>
  before(async () => {
    role = await makeRole(service())
    // Entries of what was done before get their numbers.
    await service().runJob('number-entries')
  })

  it('tells of an entry as a CloudEvent, a moment after its commit', async () => {
    const stream = await open()
    await service().call('POST', `/api/roles/id/${role.id}/update`, {
      json: { name: 'Pilot' },
      headers: { 'x-reason': 'asked%20for' },
    })
    await stream.has(1)
    const [event] = stream.events
    const { data, ...envelope } = event as NonNullable<typeof event>
    const { position, ...entry } = data
    assert.equal(typeof position, 'string')
    const { number, ...stored } = (await toldAfter(service(), 0)).at(-1) as NonNullable<
      Awaited<ReturnType<typeof toldAfter>>[number]
    >
    assert.deepEqual(envelope, {
      specversion: '1.0',
      id: stored.uuid,
      source: origin().replace('127.0.0.1', 'localhost'),
      type: 'roles.update',
      subject: `roles/${role.uuid}`,
      time: stored.at,
      datacontenttype: 'application/json',
      sequence: String(number).padStart(16, '0'),
    })
    const { list } = dataOf(await service().call('GET', '/api/audit', { query: { per_page: '1' } }))
    assert.deepEqual(entry, list.data[0])
    assert.equal(entry.reason, 'asked for')
  })

  it(`tells of everything in the order of commits, while ${WRITERS} clients write`, async () => {
    const start = await last()
    const streams = [await open(), await open(), await open({ types: 'roles.create' })]
    await writeAll([service()], 'all')
    const told = await eventually(async () => {
      const told = await toldAfter(service(), start)
      return told.length === 2 * WRITERS * WRITES_EACH && told
    })
    const ids = told.map(({ uuid }) => uuid)
    const [one, other, created] = streams as [Following, Following, Following]
    await Promise.all([one.has(ids.length), other.has(ids.length), created.has(ids.length / 2)])
    assert.deepEqual(one.ids(), ids)
    assert.deepEqual(other.ids(), ids)
    assert.deepEqual(
      created.ids(),
      told.filter(({ action }) => action === 'roles.create').map(({ uuid }) => uuid),
    )
    const { list } = dataOf(
      await service().call('GET', '/api/audit', { query: { per_page: String(ids.length) } }),
    )
    assert.deepEqual(new Set(list.data.map(({ uuid }: { uuid: string }) => uuid)), new Set(ids))
  })

  it('goes on where a connection was cut, at any point', async () => {
    const random = seededRandom()
    const start = await last()
    let stream = await open()
    const seen: string[] = []
    const writing = writeAll([service()], 'cut')
    let isWriting = true
    void writing.finally(() => {
      isWriting = false
    })
    const total = 2 * WRITERS * WRITES_EACH
    let cuts = 0
    while (seen.length < total) {
      const count = Math.min(total - seen.length, 1 + Math.floor(random() * 20))
      await stream.has(count)
      stream.close()
      seen.push(...stream.ids())
      // Also before the first event of a connection.
      if (random() < 0.2) {
        const short = await open({ after: stream.lastId() })
        short.close()
      }
      cuts += 1
      stream = await open({ after: stream.lastId() })
    }
    await writing
    assert.equal(isWriting, false)
    assert.ok(cuts > 10)
    assert.deepEqual(
      seen,
      (await toldAfter(service(), start)).map(({ uuid }) => uuid),
    )
  })

  it('gives a client that has got no event yet an id to go on from', async () => {
    const stream = await open()
    await eventually(() => stream.lastId() !== undefined)
    stream.close()
    await rename()
    const next = await open({ after: stream.lastId() })
    await next.has(1)
    assert.equal(next.events[0]?.data.changes[0].to, `Renamed ${number}`)
  })

  it('selects by action', async () => {
    const streams = {
      'roles.update': await open({ types: 'roles.update' }),
      'users.*': await open({ types: 'users.*' }),
      'roles.*,users.create': await open({ types: 'roles.*,users.create' }),
      '*': await open({ types: '*' }),
    }
    await rename()
    const user = await makeUser(service())
    await giveRole(service(), user, role.slug)
    await streams['*'].has(3)
    await streams['users.*'].has(2)
    await streams['roles.*,users.create'].has(2)
    const types = Object.entries(streams).map(([name, { events }]) => [name, events.map(({ type }) => type)])
    assert.deepEqual(Object.fromEntries(types), {
      'roles.update': ['roles.update'],
      'users.*': ['users.create', 'users.roles.add'],
      'roles.*,users.create': ['roles.update', 'users.create'],
      '*': ['roles.update', 'users.create', 'users.roles.add'],
    })
  })

  it('refuses a position that the audit trail does not have', async () => {
    const { token } = service()
    for (const after of ['01a215f8-95c7-78cd-9750-f658a64997cf', 'nonsense', '1', "' or 1=1 --"]) {
      const { status, body } = await refusalOfStream(origin(), { token, after })
      assert.deepEqual([status, body.code], [410, 'position_gone'], after)
    }
  })

  it('refuses a position after which entries were dropped', async () => {
    const stream = await open()
    await rename()
    await rename()
    await rename()
    await stream.has(3)
    stream.close()
    const [first, second, third] = stream.ids() as [string, string, string]
    const { db } = service().connection
    await db
      .deleteFrom('audit_numbers' as never)
      .where(
        'entry_id' as never,
        'in',
        db.selectFrom('audit_entries').where('uuid', '=', second).select('id') as never,
      )
      .execute()
      .catch(() => undefined)
    await db.deleteFrom('audit_entries').where('uuid', '=', second).execute()
    const { token } = service()
    const gone = await refusalOfStream(origin(), { token, after: first })
    assert.deepEqual([gone.status, gone.body.code], [410, 'position_gone'])
    const next = await open({ after: second === third ? first : third })
    await rename()
    await next.has(1)
    assert.equal(next.events.length, 1)
  })

  it('refuses types that are none, who is not signed in, and who may not read the audit trail', async () => {
    const { token } = service()
    const wrong = await refusalOfStream(origin(), { token, types: 'users.*,Users' })
    assert.deepEqual([wrong.status, wrong.body.code], [422, 'invalid_format'])
    const anonymous = await refusalOfStream(origin(), {})
    assert.equal(anonymous.status, 401)
    const other = await makeActor(service(), ['can-read-users'])
    const forbidden = await refusalOfStream(origin(), { token: other.token })
    assert.deepEqual([forbidden.status, forbidden.body.code], [403, 'forbidden'])
    assert.match(forbidden.body.errors[0], /can-read-audit/)
  })

  it('shows what the reader may read now, and no contact details without the permission', async () => {
    const reader = await makeActor(service(), ['can-read-audit', 'can-read-users'])
    const stream = await open({ token: reader.token })
    const everything = await open()
    await rename()
    const user = await makeUser(service(), { email: 'somebody@example.com' })
    await stream.has(1)
    assert.deepEqual(
      stream.events.map(({ type }) => type),
      ['users.create'],
    )
    assert.ok(!JSON.stringify(stream.events).includes('somebody@example.com'))
    await setPermissions(service(), reader.role, MAY_FOLLOW.concat('can-see-users-contact-details'))
    await rename()
    await service().call('POST', `/api/users/id/${user.id}/update`, { json: { email: 'else@example.com' } })
    await eventually(() => everything.events.at(-1)?.type === 'users.update')
    await stream.has(3)
    // Of the permissions, which the reader may not read, nothing.
    const readable = everything.events.filter(({ data }) => data.other_type === null).slice(1)
    assert.deepEqual(
      stream.ids(),
      readable.map(({ id }) => id),
    )
    assert.ok(JSON.stringify(stream.events.at(-1)).includes('else@example.com'))
  })

  it('names a record by its uuid after it was deleted permanently, and after the person was erased', async () => {
    const { call, connection } = service()
    const start = await last()
    const made: [name: string, uuid: string][] = []
    for (const { name } of resources) {
      const { id, uuid } = await make(service(), name)
      made.push([name, uuid])
      dataOf(await call('DELETE', `/api/${name}/${id}`))
    }
    const erased = await makeUser(service())
    dataOf(await call('DELETE', `/api/users/${erased.id}`, { query: { erase: 'true' } }))
    await service().runJob('number-entries')
    const { uuid } = (await readNumbered(connection.db, start, 1))[0] as { uuid: string }
    const stream = await open({ after: uuid })
    const told = await toldAfter(service(), start + 1)
    await stream.has(told.length)
    for (const [name, uuid] of made) {
      const subjects = stream.events.filter(({ subject }) => subject === `${name}/${uuid}`)
      assert.equal(subjects.at(-1)?.type, `${name}.destroy`, `${name}: ${subjects.map(({ type }) => type)}`)
    }
    const ofErased = stream.events.filter(
      ({ data }) => data.subject_type === 'users' && data.subject_id === erased.id,
    )
    assert.deepEqual(new Set(ofErased.map(({ subject }) => subject)), new Set([`users/${erased.uuid}`]))
  })

  it('tells of an import as a whole', async () => {
    const stream = await open()
    const { connection } = service()
    await rename()
    await stream.has(1)
    const [{ number: _number, numbered_at: _at, id: _id, ...entry }] = (await toldAfter(service(), 0)).slice(
      -1,
    ) as [NonNullable<Awaited<ReturnType<typeof toldAfter>>[number]>]
    const row = (uuid: string, action: string) => ({ ...entry, uuid, action, via: 'import' as const })
    for (const [uuid, action] of [
      ['01a215f8-95c7-78cd-9750-000000000001', 'users.create'],
      ['01a215f8-95c7-78cd-9750-000000000002', 'import'],
    ] as const)
      await connection.db
        .insertInto('audit_entries')
        .values({
          ...row(uuid, action),
          changes: null,
          counts: null,
          salts: JSON.stringify(entry.salts) as never,
          digests: null,
        } as never)
        .execute()
    await rename()
    await stream.has(3)
    assert.deepEqual(
      stream.events
        .map(({ type }) => type)
        .slice(1)
        .toSorted(),
      ['import', 'roles.update'],
    )
  })

  it('takes the token as a field, as browsers send no header with a stream', async () => {
    const stream = await open({ token: undefined, types: `*&api_token=${service().token}` })
    await rename()
    await stream.has(1)
  })

  const endings: [what: string, end: (of: Awaited<ReturnType<typeof makeActor>>) => Promise<unknown>][] = [
    [
      'the token is revoked',
      async ({ id }) => dataOf(await service().call('POST', `/api/users/id/${id}/tokens/revoke`)),
    ],
    [
      'the role is taken away',
      async ({ id, role }) =>
        dataOf(await service().call('DELETE', `/api/users/${id}/relationships/roles`, { json: role.slug })),
    ],
    [
      'the permission is taken from the role',
      ({ role }) => setPermissions(service(), role, ['can-read-users']),
    ],
    [
      'the role is deactivated',
      async ({ role }) =>
        dataOf(
          await service().call('POST', `/api/roles/id/${role.id}/update`, { json: { is_active: false } }),
        ),
    ],
    [
      'the user is deactivated',
      async ({ id }) =>
        dataOf(await service().call('POST', `/api/users/id/${id}/update`, { json: { is_active: false } })),
    ],
    [
      'the user is deleted',
      async ({ id }) => dataOf(await service().call('POST', `/api/users/id/${id}/delete`)),
    ],
  ]
  for (const [what, end] of endings) {
    it(`ends within a second when ${what}`, async () => {
      const reader = await makeActor(service(), MAY_FOLLOW)
      const streams = [await open({ token: reader.token }), await open({ token: reader.token })]
      const unharmed = await open()
      await end(reader)
      await within(1000, async () => {
        for (const stream of streams) assert.ok(stream.isEnded())
      })
      assert.equal(unharmed.isEnded(), false)
      for (const { events } of streams)
        assert.ok(
          events.every(({ type }) => !/delete|tokens\.revoke/.test(type)),
          JSON.stringify(events),
        )
      const again = await refusalOfStream(origin(), { token: reader.token })
      assert.ok([401, 403].includes(again.status))
    })
  }

  it('counts as no request under way, and ends when the service stops', async () => {
    const small = await startService({}, { ...NUMBERED_SOON, load: { inFlight: 1 } })
    try {
      const at = await small.app.listen({ host: '127.0.0.1', port: 0 })
      const streams: Following[] = []
      for (let count = 0; count < 5; count++) streams.push(await follow(at, { token: small.token }))
      const json = { name: 'Pilot' }
      dataOf(await small.call('POST', '/api/roles/create', { json }))
      for (const stream of streams) await stream.has(1)
      await small.app.close()
      for (const stream of streams) {
        await eventually(() => stream.isEnded())
        assert.ok(stream.isComplete())
      }
    } finally {
      await small.stop()
    }
  })
})

describe('the limits of streams', () => {
  const { service, origin, open } = useStreams(() =>
    startService({}, { ...NUMBERED_SOON, streamLimits: { most: 3, mostOfUser: 2, heartbeatMs: 1 } }),
  )

  it('refuses the next stream, until one has ended', async () => {
    const { token } = await makeActor(service(), MAY_FOLLOW)
    const streams = [await open({ token }), await open(), await open()]
    const { status, body, headers } = await refusalOfStream(origin(), { token })
    assert.deepEqual([status, body.code, headers['retry-after']], [503, 'too_many_streams', '10'])
    // A refused one takes no place.
    assert.equal((await refusalOfStream(origin(), { token, after: 'nonsense' })).status, 503)
    streams[0]?.close()
    const next = await eventually(() => open({ token }).catch(() => false as const))
    await service().call('POST', '/api/roles/create', { json: { name: 'Pilot' } })
    await next.has(1)
    next.close()
    await eventually(async () => {
      const { status } = await refusalOfStream(origin(), { token, after: 'nonsense' })
      return status === 410
    })
    const last = await open({ token })
    await last.has(0)
  })

  it('refuses the next stream of one user, by whichever token, and not that of another user', async () => {
    const reader = await makeActor(service(), MAY_FOLLOW)
    const streams = [await open({ token: reader.token }), await open({ token: reader.token })]
    const token = await giveToken(service(), reader)
    const { status, body, headers } = await refusalOfStream(origin(), { token })
    assert.deepEqual([status, body.code, headers['retry-after']], [429, 'too_many_streams', '10'])
    await open()
    streams[0]?.close()
    await eventually(async () => {
      const { status } = await refusalOfStream(origin(), { token, after: 'nonsense' })
      return status === 410
    })
    await open({ token })
  })

  it('keeps connections alive, with an id that moves on also if nothing is wanted', async () => {
    const stream = await open({ types: 'users.destroy' })
    await eventually(() => stream.beats() > 2)
    const before = stream.lastId()
    assert.notEqual(before, undefined)
    await service().call('POST', '/api/roles/create', { json: { name: 'Navigator' } })
    await eventually(() => stream.lastId() !== before)
    assert.equal(stream.events.length, 0)
    const next = await open({ after: stream.lastId() })
    await service().call('POST', '/api/roles/create', { json: { name: 'Steward' } })
    await next.has(1)
    assert.equal(next.events[0]?.data.subject_name, 'Steward')
  })
})

describe('a stream that catches up', () => {
  const { service, open } = useStreams(() => startService({}, NUMBERED_SOON))

  it('tells its position though it selects no event, before the first heartbeat', async () => {
    await makeRole(service())
    await service().runJob('number-entries')
    const first = await open()
    await eventually(() => first.lastId() !== undefined)
    const items = (from: number) =>
      Array.from({ length: 600 }, (_, index) => ({ name: `Bulk ${from + index}` }))
    for (const from of [0, 600]) dataOf(await service().call('POST', '/api/roles', { json: items(from) }))
    await first.has(1200)
    const late = await open({ after: first.firstId(), types: 'users.destroy' })
    await eventually(() => first.ids().slice(999).includes(String(late.lastId())))
    assert.deepEqual([late.events, late.beats()], [[], 0])
  })
})

describe('a slow reader', () => {
  const { service, origin, open } = useStreams(() => startService({}, NUMBERED_SOON))
  const connections = () =>
    new Promise<number>((resolve, reject) =>
      service().app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    )

  it('is disconnected, while others go on, and can go on later where it was', async () => {
    const user = await makeUser(service())
    await service().runJob('number-entries')
    const slow = await open()
    const quick = await open()
    assert.equal(await connections(), 2)
    slow.pause()
    let writes = 0
    while ((await connections()) === 2) {
      assert.ok(writes < 4000)
      // Each write is an entry of 8 KB.
      const json = { meta: { text: String(writes % 10).repeat(4000) } }
      dataOf(await service().call('POST', `/api/users/id/${user.id}/update`, { json }))
      writes += 1
    }
    await quick.has(writes)
    assert.equal(quick.isEnded(), false)
    assert.equal(await connections(), 1)
    slow.resume()
    await eventually(() => slow.isEnded())
    assert.ok(!slow.isComplete())
    const later = await follow(origin(), { token: service().token, after: slow.lastId() })
    const missed = writes - slow.events.length
    assert.ok(missed > 0)
    await later.has(missed)
    later.close()
    assert.deepEqual([...slow.ids(), ...later.ids()], quick.ids())
  })
})

describe('a stream after an event that has no number yet', () => {
  const { service, open } = useStreams(() => startService())

  it('begins once it has one', async () => {
    const newest = async () =>
      dataOf(await service().call('GET', '/api/audit', { query: { per_page: '1' } })).list.data[0]
    dataOf(await service().call('POST', '/api/roles/create', { json: { name: 'First' } }))
    const { uuid } = await newest()
    const opening = open({ after: uuid })
    await service().runJob('number-entries')
    const stream = await opening
    dataOf(await service().call('POST', '/api/roles/create', { json: { name: 'Second' } }))
    await service().runJob('number-entries')
    await stream.has(1)
    assert.deepEqual(
      stream.events.map(({ subject }) => subject),
      [`roles/${(await service().call('GET', '/api/roles/slug/second')).body.data.uuid}`],
    )
  })
})

describe('a stream by the cookie of a session', () => {
  const { service, open } = useStreams(() =>
    startService({ publicUrl: ORIGIN, sessionIdleMinutes: 30, sessionHours: 2 }, NUMBERED_SOON),
  )
  const headers = (cookie: string) => ({ cookie, origin: ORIGIN })

  it('ends within a second of the session, whose end it does not put off', async () => {
    const cookie = await signInByCookie(service(), ADMIN)
    const stream = await open({ token: undefined, headers: headers(cookie) })
    service().clock.advance(20 * 60_000)
    // A use of the session.
    const used = await service().call('GET', '/api/me', { token: null, headers: headers(cookie) })
    assert.equal(used.status, 200)
    service().clock.advance(20 * 60_000)
    await service().call('POST', '/api/roles/create', { json: { name: 'Pilot' } })
    await stream.has(1)
    service().clock.advance(11 * 60_000)
    await within(1000, async () => assert.ok(stream.isEnded()))
  })

  it('ends within a second of the time when a token expires', async () => {
    const reader = await makeActor(service(), MAY_FOLLOW)
    const token = await giveToken(service(), reader)
    await service()
      .connection.db.updateTable('tokens')
      .set({ expires_at: new Date(Date.parse(service().clock.now()) + 60_000).toISOString() })
      .where('user_id', '=', reader.id)
      .execute()
    const stream = await open({ token })
    service().clock.advance(61_000)
    await within(1000, async () => assert.ok(stream.isEnded()))
  })
})

describe('streams of two processes on one database', () => {
  let pair: Pair
  let origins: string[]
  before(async () => {
    pair = await startPair({}, NUMBERED_SOON)
    pair.other.token = pair.service.token
    origins = await Promise.all(
      [pair.service, pair.other].map(({ app }) => app.listen({ host: '127.0.0.1', port: 0 })),
    )
  })
  after(() => pair.stop())

  it('tell of the writes of both in one order', async () => {
    const { service, other } = pair
    const { token } = service
    await service.runJob('number-entries')
    const start = (await toldAfter(service, 0)).at(-1)?.number ?? 0
    const streams = await Promise.all(origins.map((origin) => follow(origin, { token })))
    await writeAll([service, other], 'pair')
    const total = 2 * WRITERS * WRITES_EACH
    for (const stream of streams) await stream.has(total)
    const ids = (await toldAfter(service, start)).map(({ uuid }) => uuid)
    for (const stream of streams) {
      assert.deepEqual(stream.ids(), ids)
      stream.close()
    }
  })

  it('end within a second when the other process takes the authority away', async () => {
    const { service, other } = pair
    const reader = await makeActor(service, MAY_FOLLOW)
    const [, origin = ''] = origins
    const stream = await follow(origin, { token: reader.token })
    await setPermissions(service, reader.role, ['can-read-users'])
    await within(1000, async () => assert.ok(stream.isEnded()))
    assert.equal((await other.call('GET', '/api/events', { token: reader.token })).status, 403)
  })
})
