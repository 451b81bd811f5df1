// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, afterEach, describe, it } from 'node:test'
import { EventParser } from '../../../client/src/event-parser.ts'
import {
  type AuditEvent,
  type EventOptions,
  type EventParams,
  RolecallError,
  RolecallNetworkError,
} from '../../../client/src/index.ts'
import { readNumbered } from '../../../server/db/queries/numbered-entries.ts'
import { dataOf, makeActor } from '../../support/actors.ts'
import { eventually } from '../../support/eventually.ts'
import { type FaultyProxy, faultyProxy } from '../../support/faulty-proxy.ts'
import { refusal, useLiveService } from '../../support/live-service.ts'
import { numberEntries } from '../../support/numbering.ts'
import { seededRandom } from '../../support/seeds.ts'
import { NUMBERED_SOON } from '../../support/service.ts'
import { silentProxy } from '../../support/silent-proxy.ts'

const WRITERS = 4
const WRITES_EACH = 60

let proxy: FaultyProxy
const live = useLiveService(
  {},
  async () => {
    proxy = await faultyProxy(live.origin())
  },
  NUMBERED_SOON,
)
after(() => proxy.stop())

let stops: AbortController[] = []
afterEach(async () => {
  for (const stop of stops) stop.abort()
  stops = []
  // A stream that was stopped may have left the faults of its next connection.
  proxy.next()
  await eventually(() => proxy.streams() === 0)
})

/** The uuid of the last entry: what is written from now on comes after it. */
async function lastId(): Promise<string> {
  await numberEntries(live.service())
  const { list } = dataOf(await live.service().call('GET', '/api/audit', { query: { per_page: '1' } }))
  return list.data[0].uuid
}

/** Follows from now on, in the background, through the proxy. */
async function following(
  params: EventParams = {},
  { baseUrl = proxy.origin, token, ...options }: EventOptions & { baseUrl?: string; token?: string } = {},
) {
  const stop = new AbortController()
  stops.push(stop)
  const got: AuditEvent[] = []
  const started = { after: await lastId(), ...params }
  const client = live.client({ baseUrl, ...(token !== undefined && { token }) })
  const events = client.events(started, { signal: stop.signal, backoff: () => 0, ...options })
  const ended = (async () => {
    for await (const event of events) got.push(event)
  })()
  ended.catch(() => undefined)
  const has = (count: number) => eventually(() => assert.ok(got.length >= count, `${got.length} of ${count}`))
  return { got, ended, has, stop }
}

/** As the service refuses. */
const GONE = { errors: ['Gone.'], code: 'position_gone', details: [] }
const OWN_FAULT = { errors: ['A fault.'], code: 'internal_error', details: [] }

const createRole = async (name: string) => (await live.client().roles.create({ name })).id

describe('The events of a client', () => {
  it('are those of the stream, selected by type, from the next one on or after another', async () => {
    const { got, has } = await following({ types: ['roles.*', 'users.create'] })
    const id = await createRole('Pilot')
    await live.client().taxonomyTypes.create({ name: 'Ship' })
    await live.client().roles.update(id, { name: 'First pilot' })
    await has(2)
    assert.deepEqual(
      got.map(({ type, data }) => [type, data.subject_id]),
      [
        ['roles.create', id],
        ['roles.update', id],
      ],
    )
    const [first, second] = got as [AuditEvent, AuditEvent]
    assert.deepEqual(second.data.changes, [{ field: 'name', from: 'Pilot', to: 'First pilot' }])
    const later = await following({ types: ['roles.*'], after: first.id })
    await later.has(1)
    assert.deepEqual(later.got[0]?.id, second.id)
    const { name } = await live.client().roles.get(id, { atLeast: second.data.position })
    assert.equal(name, 'First pilot')
  })

  it('come once each and in order over connections that are broken at any point', async () => {
    const random = seededRandom()
    await numberEntries(live.service())
    const start = (await readNumbered(live.service().connection.db, 0, 100_000)).at(-1)?.number ?? 0
    const { got, has } = await following()
    const total = WRITERS * WRITES_EACH
    const writing = Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        for (let number = 0; number < WRITES_EACH; number++) await createRole(`Cut ${writer} ${number}`)
      }),
    )
    let cuts = 0
    while (got.length < total) {
      await has(Math.min(total, got.length + Math.floor(random() * 12)))
      // Also while the client is about to connect.
      if (random() < 0.2) proxy.next('drop')
      proxy.cutStreams()
      cuts += 1
    }
    await writing
    assert.ok(cuts > 10, `${cuts}`)
    const told = await readNumbered(live.service().connection.db, start, 100_000)
    assert.deepEqual(
      got.map(({ id }) => id),
      told.map(({ uuid }) => uuid),
    )
  })

  it('go on after the wait that the caller wants, which knows the failures in a row', async () => {
    const asked: number[] = []
    const backoff = (failures: number) => {
      asked.push(failures)
      return 0
    }
    const { has } = await following({}, { backoff })
    await createRole('Before')
    await has(1)
    proxy.next('drop', { status: 502 }, { status: 503 })
    proxy.cutStreams()
    await createRole('Between')
    await has(2)
    assert.deepEqual(asked, [0, 1, 2, 3])
    proxy.cutStreams()
    await createRole('After')
    await has(3)
    assert.deepEqual(asked, [0, 1, 2, 3, 0])
  })

  it('go on after Retry-After, and not before', async () => {
    const { has } = await following()
    await createRole('Not yet refused')
    await has(1)
    proxy.next({ status: 503, headers: { 'retry-after': '1' } })
    proxy.cutStreams()
    await createRole('Refused meanwhile')
    await has(2)
    const [refused, again] = proxy.seen as [FaultyProxy['seen'][number], FaultyProxy['seen'][number]]
    assert.ok(again.at - refused.at >= 990, `${again.at - refused.at}`)
  })

  it('go on over another connection if the first one is silent for too long', async () => {
    const { hostname: host, port } = new URL(live.origin())
    const silent = await silentProxy({ host, port: Number(port) })
    try {
      const baseUrl = `http://127.0.0.1:${silent.port}`
      const { has } = await following({}, { baseUrl, maxSilence: 500, timeout: 2000 })
      await createRole('Heard')
      await has(1)
      silent.fallSilent()
      const before = silent.count()
      await createRole('In silence')
      await eventually(() => silent.count() > before)
      silent.speakAgain()
      await has(2)
    } finally {
      for (const stop of stops) stop.abort()
      await silent.stop()
    }
  })

  it('throw the refusal when the authority of the caller ends', async () => {
    const reader = await makeActor(live.service(), ['can-read-audit', 'can-read-roles'])
    const { token } = reader
    const { has, ended, got } = await following({ types: ['roles.*'] }, { token })
    await createRole('Seen')
    await has(1)
    dataOf(await live.service().call('POST', `/api/users/id/${reader.id}/tokens/revoke`))
    const error = await refusal(ended)
    assert.ok(error instanceof RolecallError)
    assert.deepEqual([error.status, error.code], [401, 'unauthenticated'])
    await createRole('Unseen')
    assert.equal(got.length, 1)
  })

  it('go on after faults of the service, and after answers of a proxy', async () => {
    const { has, got } = await following({ types: ['roles.create'] })
    await createRole('Before the faults')
    await has(1)
    const statuses = [401, 403, 404, 408, 500, 502, 503]
    proxy.next(...statuses.map((status) => ({ status })), 'html', { status: 500, body: OWN_FAULT })
    proxy.cutStreams()
    await createRole('During the faults')
    await has(2)
    assert.equal(proxy.seen.length, statuses.length + 3)
    assert.deepEqual(
      got.map(({ data }) => data.subject_name),
      ['Before the faults', 'During the faults'],
    )
  })

  it('go on after a page of a proxy in place of the first connection', async () => {
    proxy.next({ status: 403 }, 'html')
    const { has } = await following({}, { retries: 2 })
    await createRole('After the pages')
    await has(1)
  })

  it('throw the last error after as many retries as the caller wants', async () => {
    const { has, ended } = await following({}, { retries: 2 })
    await createRole('Before the end')
    await has(1)
    proxy.next({ status: 500 }, { status: 401 })
    proxy.cutStreams()
    await assert.rejects(ended, { status: 401, code: 'unexpected_answer' })
    assert.equal(proxy.seen.length, 2)
  })

  it('are refused at first with the error of the service', async () => {
    const { token } = await makeActor(live.service(), ['can-read-roles'])
    const gone = '01a215f8-95c7-78cd-9750-f658a64997cf'
    for (const [options, params, status, code] of [
      [{ token: 'rc_wrong' }, {}, 401, 'unauthenticated'],
      [{ token }, {}, 403, 'forbidden'],
      [{}, { after: gone }, 410, 'position_gone'],
      [{}, { types: ['Users'] }, 422, 'invalid_format'],
    ] as const) {
      const error = await refusal(
        live
          .client({ retries: 3, ...options })
          .events(params)
          .next(),
      )
      assert.ok(error instanceof RolecallError, String(error))
      assert.deepEqual([error.status, error.code], [status, code])
    }
  })

  it('throw if the position is gone when the client connects again', async () => {
    const { has, ended } = await following()
    await createRole('Last one')
    await has(1)
    proxy.next({ status: 410, body: GONE })
    proxy.cutStreams()
    const error = await refusal(ended)
    assert.ok(error instanceof RolecallError)
    assert.equal(error.status, 410)
  })

  it('are given up if the service cannot be reached at first, after the retries of any call', async () => {
    proxy.next('drop', 'drop', 'drop')
    const client = live.client({ baseUrl: proxy.origin, retries: 1 })
    const error = await refusal(client.events({}, { backoff: () => 0 }).next())
    assert.ok(error instanceof RolecallNetworkError && !error.isTimeout)
    assert.equal(proxy.seen.length, 2)
    proxy.next('hang')
    const late = await refusal(live.client({ baseUrl: proxy.origin }).events({}, { timeout: 500 }).next())
    assert.ok(late instanceof RolecallNetworkError && late.isTimeout)
    proxy.next('html', 'html')
    await assert.rejects(client.events({}, { backoff: () => 0 }).next(), {
      status: 200,
      code: 'unexpected_answer',
    })
  })

  it('end with the reason of the signal, also while the client waits to connect again', async () => {
    const { ended, stop, has } = await following()
    await createRole('Before the stop')
    await has(1)
    stop.abort(new Error('enough'))
    assert.equal(await refusal(ended), stop.signal.reason)

    // Longer than the test may run.
    const waiting = await following({}, { backoff: () => 3_600_000 })
    await createRole('Before the wait')
    await waiting.has(1)
    proxy.cutStreams()
    await eventually(() => proxy.streams() === 0)
    waiting.stop.abort(new Error('enough'))
    assert.equal(await refusal(waiting.ended), waiting.stop.signal.reason)
    const signal = AbortSignal.abort(new Error('never'))
    assert.equal(await refusal(live.client().events({}, { signal }).next()), signal.reason)
  })

  it('keep no connection when the loop is left', async () => {
    const after = await lastId()
    await createRole('Enough')
    for await (const { type } of live.client({ baseUrl: proxy.origin }).events({ after })) {
      assert.equal(type, 'roles.create')
      assert.equal(proxy.streams(), 1)
      break
    }
    await eventually(() => proxy.streams() === 0)
  })
})

describe('The parser of Server-Sent Events', () => {
  const TEXT = [
    ': a comment\n',
    'retry: 250\n\n',
    'id: 1\r\ndata: one\r\n\r\n',
    'id:2\rdata:two\rdata: lines\r\r\n',
    'event: other\nid\ndata\n\n',
    'id: a\0b\nretry: soon\ndata:  space\n\n',
    'id: 3\n\n',
    'id: unfinished\ndata: never',
  ].join('')
  const EXPECTED = ['one', 'two\nlines', '', ' space']

  it('reads them however the text is split', () => {
    for (let one = 0; one <= TEXT.length; one++)
      for (let other = one; other <= TEXT.length; other += 7) {
        const parser = new EventParser('0')
        const parts = [TEXT.slice(0, one), TEXT.slice(one, other), TEXT.slice(other)]
        assert.deepEqual(
          parts.flatMap((part) => [...parser.read(part)]),
          EXPECTED,
        )
        assert.deepEqual([parser.lastId, parser.retryMs], ['3', 250])
        parser.reset()
        assert.deepEqual([...parser.read('data: next\n\n')], ['next'])
        assert.equal(parser.lastId, '3')
      }
  })

  it('knows the id of the last whole event only', () => {
    const parser = new EventParser(undefined)
    assert.deepEqual([...parser.read('id: 1\ndata: one\n\nid: 2\ndata: tw')], ['one'])
    assert.equal(parser.lastId, '1')
    parser.reset()
    assert.deepEqual([...parser.read('data: three\n\n')], ['three'])
    assert.equal(parser.lastId, '1')
  })
})
