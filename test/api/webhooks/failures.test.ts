// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { chunks } from '../../../server/db/queries/chunks.ts'
import { waitingMails } from '../../support/mail.ts'
import { ADMIN, type Service, signIn, startService } from '../../support/service.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts'
import { deliveriesOf, dispatch, makeRole, makeWebhook, renameRole } from '../../support/webhooks.ts'

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000]

describe('a receiver', () => {
  let service: Service
  let receiver: WebhookReceiver
  let isUp: boolean
  before(async () => {
    receiver = await startWebhookReceiver()
  })
  after(() => receiver.close())
  beforeEach(async () => {
    service = await startService({ webhookNetworks: ['127.0.0.0/8'] })
    isUp = true
    receiver.received.length = 0
    receiver.behave((_request, response) => {
      response.statusCode = isUp ? 200 : 500
      response.end(isUp ? '' : 'out of order')
    })
  })
  afterEach(() => service.stop())

  const webhook = async (id: number) => (await service.call('GET', `/api/webhooks/id/${id}`)).body.data

  it('is looked at as before after the clock was set back', async () => {
    const { id } = await makeWebhook(service, { url: receiver.url('/old'), events: ['roles.*'] })
    await dispatch(service)
    service.clock.advance(-HOUR)
    const url = receiver.url('/new')
    const { status } = await service.call('POST', `/api/webhooks/id/${id}/update`, { json: { url } })
    assert.equal(status, 200)
    await makeRole(service, 'Later')
    await dispatch(service)
    await service.call('POST', `/api/webhooks/id/${id}/test`)
    await dispatch(service)
    assert.deepEqual(
      receiver.received.map(({ path }) => path),
      ['/new', '/new'],
    )
  })

  it('that fails is tried again after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, and then no more', async () => {
    const { id } = await makeWebhook(service, { url: receiver.url(), events: ['roles.*'] })
    isUp = false
    await makeRole(service, 'Failing')
    await dispatch(service)
    const waits = [
      5 * SECOND,
      5 * MINUTE,
      30 * MINUTE,
      ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
    ]
    for (const [index, ms] of waits.entries()) {
      const deliveries = await deliveriesOf(service, id)
      assert.equal(deliveries.length, index + 1)
      const last = deliveries.at(-1)
      assert.equal(last.outcome, 'retrying')
      const waited = Date.parse(last.next_attempt_at) - Date.parse(last.at)
      assert.ok(waited >= ms && waited < ms + 60 * SECOND, `${waited} instead of ${ms} ms`)
      service.clock.advance(Math.max(ms - 10 * SECOND, 0))
      if (ms > 20 * SECOND) {
        await dispatch(service)
        assert.equal(receiver.received.length, index + 1, 'not sooner')
      }
      // Past the wait, and past the rest of a receiver that is down.
      service.clock.advance(70 * SECOND)
      await dispatch(service)
    }
    const deliveries = await deliveriesOf(service, id)
    assert.equal(deliveries.length, 10)
    const { outcome, status, fault, answer, attempt } = deliveries.at(-1)
    assert.deepEqual(
      { outcome, status, fault, answer, attempt },
      { outcome: 'failed', status: 500, fault: 'status', answer: 'out of order', attempt: 10 },
    )
    service.clock.advance(30 * HOUR)
    isUp = true
    await dispatch(service)
    assert.equal(receiver.received.length, 10, 'it has failed')
    const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
    assert.equal(ids.size, 1)
    assert.equal((await webhook(id)).is_active, true, '76 hours are less than five days')
  })

  it('gets what happened while it was down for hours, in order, once it is up again', async () => {
    const { id } = await makeWebhook(service, { url: receiver.url(), events: ['roles.*'] })
    const roles = [await makeRole(service, 'A'), await makeRole(service, 'B'), await makeRole(service, 'C')]
    await dispatch(service)
    isUp = false
    for (let hour = 0; hour < 8; hour++) {
      for (const role of roles) await renameRole(service, role, `at ${hour}`)
      await dispatch(service)
      service.clock.advance(HOUR)
    }
    receiver.received.length = 0
    isUp = true
    // The receiver is up: what waits does not wait for its own time.
    service.clock.advance(5 * HOUR)
    for (let round = 0; round < 12; round++) await dispatch(service)
    const got = receiver.received.map(({ event }) => event)
    for (const role of roles) {
      const details = got
        .filter(({ data }) => data.subject_id === role)
        .map(({ data }) => data.changes.find(({ field }: { field: string }) => field === 'details').to)
      assert.deepEqual(
        details,
        Array.from({ length: 8 }, (_, hour) => `at ${hour}`),
      )
    }
    const { failing_since: failingSince } = await service.connection.db
      .selectFrom('webhook_states')
      .where('webhook_id', '=', id)
      .select('failing_since')
      .executeTakeFirstOrThrow()
    assert.equal(failingSince, null)
  })

  it('gets what waits for one record without a transaction for each event', async () => {
    const role = await makeRole(service, 'Busy')
    await makeWebhook(service, { url: receiver.url(), events: ['roles.update'] })
    isUp = false
    for (let n = 0; n < 21; n++) await renameRole(service, role, `change ${n}`)
    await dispatch(service)
    isUp = true
    receiver.received.length = 0
    service.clock.advance(MINUTE)
    service.statements.recorded = []
    for (let round = 0; round < 2; round++) await dispatch(service)
    const numbers = receiver.received.map(({ event }) => Number(event.sequence))
    assert.equal(numbers.length, 21)
    assert.deepEqual(
      numbers,
      numbers.toSorted((one, other) => one - other),
    )
    const stored = service.statements.recorded.filter(({ sql }) => sql.startsWith('update webhook_states'))
    assert.ok(stored.length <= 10, `${stored.length} transactions`)
  })

  it('that fails for one record gets the events of the others', async () => {
    const [bad, good] = [await makeRole(service, 'Bad'), await makeRole(service, 'Good')]
    await makeWebhook(service, { url: receiver.url(), events: ['roles.update'] })
    receiver.behave((_request, response, { event }) => {
      response.statusCode = event.data.subject_id === bad ? 422 : 200
      response.end()
    })
    for (let n = 0; n < 5; n++) for (const role of [bad, good]) await renameRole(service, role, `change ${n}`)
    for (let round = 0; round < 5; round++) await dispatch(service)
    const told = (role: number) => receiver.received.filter(({ event }) => event.data.subject_id === role)
    assert.equal(told(good).length, 5)
    const numbers = new Set(told(bad).map(({ event }) => event.sequence))
    assert.equal(numbers.size, 1, 'the next one waits for the first')
  })

  it('that fails for some records tries their events at the same times, whatever succeeds meanwhile', async () => {
    const { id } = await makeWebhook(service, { url: receiver.url(), events: ['roles.update'] })
    const bad: number[] = []
    for (let n = 0; n < 6; n++) bad.push(await makeRole(service, `Bad ${n}`))
    const good = await makeRole(service, 'Good')
    receiver.behave((_request, response, { event }) => {
      response.statusCode = bad.includes(event.data.subject_id) ? 422 : 200
      response.end()
    })
    for (const role of bad) await renameRole(service, role, 'refused')
    // A success every 20 s for 10 min: tried at once, after 5 s and after 5 min.
    for (let round = 0; round < 30; round++) {
      await renameRole(service, good, `success ${round}`)
      await dispatch(service)
      service.clock.advance(20 * SECOND)
    }
    const refused = async () => (await deliveriesOf(service, id)).filter(({ status }) => status === 422)
    assert.equal((await refused()).length, 3 * bad.length)
    // A success every 6 min for 2 h: each makes what waits due, which does not count.
    for (let round = 0; round < 20; round++) {
      await renameRole(service, good, `rare success ${round}`)
      await dispatch(service)
      service.clock.advance(6 * MINUTE)
    }
    const attempts = (await refused()).map(({ attempt, outcome }) => {
      assert.equal(outcome, 'retrying')
      return attempt
    })
    assert.ok(Math.max(...attempts) <= 5, `attempt ${Math.max(...attempts)} after about two hours`)
    const before = receiver.received.length
    receiver.accept()
    await renameRole(service, good, 'last')
    for (let round = 0; round < 3; round++) await dispatch(service)
    assert.equal(receiver.received.length - before, bad.length + 1)
  })

  it('that fails for many records gets the events of the others between their retries', async () => {
    await makeWebhook(service, { url: receiver.url(), events: ['roles.*'] })
    const ask = async (names: string[]) => {
      const { status } = await service.call('POST', '/api/roles', { json: names.map((name) => ({ name })) })
      assert.equal(status, 201)
    }
    receiver.behave((_request, response, { event }) => {
      response.statusCode = event.data.subject_name.startsWith('Bad') ? 422 : 200
      response.end()
    })
    const wait = async (rounds: number) => {
      for (let round = 0; round < rounds; round++) {
        service.clock.advance(MINUTE)
        await dispatch(service)
      }
    }
    await ask(Array.from({ length: 12 }, (_, n) => `Bad ${n}`))
    await wait(40)
    service.clock.advance(DAY)
    await makeRole(service, 'Good')
    await wait(6)
    assert.ok(receiver.received.some(({ event }) => event.data.subject_name === 'Good'))
  })

  it('that fails for one record for days gets the events of the others, and at last those of that record', async () => {
    const [bad, good] = [await makeRole(service, 'Bad'), await makeRole(service, 'Good')]
    await makeWebhook(service, { url: receiver.url(), events: ['roles.update'] })
    // After this many, it fails again: each of them takes a transaction.
    let left = 0
    receiver.behave((_request, response, { event }) => {
      response.statusCode = event.data.subject_id !== bad || left-- > 0 ? 200 : 500
      response.end()
    })
    await renameRole(service, bad, 'first')
    await dispatch(service)
    const BEHIND = 1100
    await recordAgain(BEHIND)
    for (let day = 0; day < 3; day++) {
      await renameRole(service, good, `day ${day}`)
      for (let round = 0; round < 3; round++) await dispatch(service)
      const told = receiver.received.filter(({ event }) => event.data.subject_id === good)
      assert.equal(told.length, day + 1)
      const { count } = await service.connection.db
        .selectFrom('webhook_waiting')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      assert.equal(Number(count), 1)
      service.clock.advance(DAY)
    }
    const before = receiver.received.length
    left = 45
    for (let round = 0; round < 3; round++) await dispatch(service)
    const details = receiver.received.slice(before).map(({ event }) => Number(event.sequence))
    assert.equal(details.length, 46)
    const first = Number(receiver.received[0]?.event.sequence)
    assert.equal(details[0], first)
    assert.deepEqual(
      details.slice(1),
      Array.from({ length: 45 }, (_, index) => (details[1] as number) + index),
    )
  })

  /** The last entry as often again. */
  async function recordAgain(count: number): Promise<void> {
    const { db } = service.connection
    const { id: _id, ...entry } = await db
      .selectFrom('audit_entries')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const asJson = (value: unknown) => (value === null ? null : JSON.stringify(value))
    const [changes, counts, salts, digests] = [entry.changes, entry.counts, entry.salts, entry.digests].map(
      asJson,
    )
    const rows = Array.from({ length: count }, () => ({
      ...entry,
      ...{ changes, counts, salts, digests },
      uuid: randomUUIDv7(),
    }))
    for (const some of chunks(rows, 40))
      await db
        .insertInto('audit_entries')
        .values(some as never)
        .execute()
  }

  it('that asks for time with Retry-After is left alone for that long', async () => {
    const { id } = await makeWebhook(service, { url: receiver.url(), events: ['roles.*'] })
    receiver.behave((_request, response) => {
      response.writeHead(429, { 'retry-after': '1200' })
      response.end()
    })
    await makeRole(service, 'First')
    await dispatch(service)
    const [first] = await deliveriesOf(service, id)
    assert.ok(Date.parse(first.next_attempt_at) - Date.parse(first.at) >= 1200 * SECOND)
    await makeRole(service, 'Second')
    service.clock.advance(19 * MINUTE)
    await dispatch(service)
    assert.equal(receiver.received.length, 1)
    service.clock.advance(2 * MINUTE)
    await dispatch(service)
    assert.ok(receiver.received.length >= 2)
  })

  it('that answers 410 gets nothing more, and the owner of the webhook a mail', async () => {
    const { id } = await makeWebhook(service, { url: receiver.url('/hidden'), events: ['roles.*'] })
    receiver.behave((_request, response) => {
      response.statusCode = 410
      response.end()
    })
    await makeRole(service, 'Gone')
    await dispatch(service)
    const { is_active: isActive, switched_off_because: because } = await webhook(id)
    assert.deepEqual({ isActive, because }, { isActive: false, because: 'gone' })
    assert.equal((await deliveriesOf(service, id))[0].outcome, 'failed')
    await makeRole(service, 'Later')
    await dispatch(service)
    assert.equal(receiver.received.length, 1)
    const mails = await waitingMails(service, ADMIN.email, 'webhook-off')
    assert.equal(mails.length, 1)
    assert.doesNotMatch(JSON.stringify(mails), /hidden/)
    const { body } = await service.call('GET', '/api/audit', { query: { action: 'webhooks.update' } })
    assert.equal(body.data.list.data[0].actor_id, null)
  })

  it('without a success in five days gets nothing more', async () => {
    const { id } = await makeWebhook(service, { url: receiver.url(), events: ['roles.*'] })
    isUp = false
    const role = await makeRole(service, 'Failing')
    for (let day = 0; day < 6 && (await webhook(id)).is_active; day++) {
      await renameRole(service, role, `day ${day}`)
      await makeRole(service, `Another ${day}`)
      await dispatch(service)
      service.clock.advance(DAY)
    }
    const { is_active: isActive, switched_off_because: because } = await webhook(id)
    assert.deepEqual({ isActive, because }, { isActive: false, because: 'no_success' })
    assert.equal((await waitingMails(service, ADMIN.email, 'webhook-off')).length, 1)
    const { count } = await service.connection.db
      .selectFrom('webhook_waiting')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    assert.equal(Number(count), 0)
  })

  it('that nobody listens for is a failed connection', async () => {
    const closed = await startWebhookReceiver()
    await closed.close()
    const { id } = await makeWebhook(service, { url: closed.url(), events: ['roles.*'] })
    await makeRole(service, 'Lonely')
    await dispatch(service)
    const [{ fault, status, outcome }] = await deliveriesOf(service, id)
    assert.deepEqual(
      { fault, status, outcome },
      { fault: 'connection_failed', status: null, outcome: 'retrying' },
    )
  })

  it('gets an event again when somebody asks for it, with the same id, and once', async () => {
    const { id } = await makeWebhook(service, { url: receiver.url(), events: ['roles.*'] })
    await makeRole(service, 'Again')
    await dispatch(service)
    const [delivery] = await deliveriesOf(service, id)
    isUp = false
    const path = `/api/webhooks/id/${id}/deliveries/${delivery.id}/redeliver`
    assert.equal((await service.call('POST', path)).status, 202)
    await dispatch(service)
    service.clock.advance(DAY)
    await dispatch(service)
    assert.equal(receiver.received.length, 2)
    const [first, second] = receiver.received
    assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id'])
    const last = (await deliveriesOf(service, id)).at(-1)
    assert.deepEqual([last.kind, last.outcome], ['redelivery', 'failed'])
    const unknown = await service.call('POST', `/api/webhooks/id/${id}/deliveries/999999/redeliver`)
    assert.equal(unknown.status, 404)
  })

  it('gets an event that waits when somebody asks for it, and then not again', async () => {
    const { id } = await makeWebhook(service, { url: receiver.url(), events: ['roles.*'] })
    isUp = false
    const role = await makeRole(service, 'Waiting')
    await renameRole(service, role, 'held behind it')
    await dispatch(service)
    isUp = true
    const [delivery] = await deliveriesOf(service, id)
    await service.call('POST', `/api/webhooks/id/${id}/deliveries/${delivery.id}/redeliver`)
    for (let round = 0; round < 3; round++) await dispatch(service)
    const got = receiver.received.slice(1).map(({ event }) => event.type)
    assert.deepEqual(got, ['roles.create', 'roles.update'])
    service.clock.advance(DAY)
    await dispatch(service)
    assert.equal(receiver.received.length, 3)
  })

  it('of a webhook that is off gets nothing, and after it is on again only what happens from then on', async () => {
    const { id } = await makeWebhook(service, { url: receiver.url(), events: ['roles.*'] })
    await dispatch(service)
    await service.call('POST', `/api/webhooks/id/${id}/update`, { json: { is_active: false } })
    await makeRole(service, 'Unseen')
    await dispatch(service)
    assert.equal((await service.call('POST', `/api/webhooks/id/${id}/test`)).status, 409)
    await service.call('POST', `/api/webhooks/id/${id}/update`, { json: { is_active: true } })
    await makeRole(service, 'Seen')
    await service.call('POST', `/api/webhooks/id/${id}/update`, { json: { description: 'Saved again' } })
    await dispatch(service)
    assert.deepEqual(
      receiver.received.map(({ event }) => event.data.subject_name),
      ['Seen'],
    )
  })

  it('is told of deliveries for 30 days', async () => {
    const { id } = await makeWebhook(service, { url: receiver.url(), events: ['roles.*'] })
    await makeRole(service, 'Old')
    await dispatch(service)
    const left = async (days: number) => {
      service.clock.advance(days * DAY)
      await service.runJob('delete-old-deliveries')
      return (await deliveriesOf(service, id, await signIn(service, ADMIN.email, ADMIN.password))).length
    }
    assert.equal(await left(29), 1)
    assert.equal(await left(2), 0)
  })
})
