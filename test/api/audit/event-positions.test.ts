// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, makeUser } from '../../support/actors.ts'
import { follow } from '../../support/event-stream.ts'
import { NUMBERED_SOON, type Pair, type Service, startPair } from '../../support/service.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts'
import { dispatch, makeRole, makeWebhook, renameRole } from '../../support/webhooks.ts'

/** Every event tells a position; a read that names it sees what the event tells, at any process. */

const ROUNDS = 20

describe('the position of an event', () => {
  let pair: Pair
  let service: Service
  let other: Service
  let origin: string
  let receiver: WebhookReceiver
  before(async () => {
    receiver = await startWebhookReceiver()
    pair = await startPair({ webhookNetworks: ['127.0.0.0/8'] }, NUMBERED_SOON)
    service = pair.service
    other = pair.other
    origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
  })
  after(async () => {
    await pair.stop()
    await receiver.close()
  })

  /** A call at the other process that asks for a position. */
  const readAfter = async (position: string, path: string) => {
    assert.match(position, /^[\w-]{8}\.[0-9a-z]{1,11}$/)
    return dataOf(
      await other.call('GET', path, { token: service.token, headers: { 'x-at-least': position } }),
    )
  }

  it('of a stream shows what the event tells, at another process at once', async () => {
    const user = await makeUser(service)
    await service.runJob('number-entries')
    const stream = await follow(origin, { token: service.token, types: 'users.update' })
    for (let round = 1; round <= ROUNDS; round++) {
      const json = { title: `Round ${round}` }
      dataOf(await service.call('PATCH', `/api/users/${user.id}`, { json }))
      await stream.has(round)
      const { title } = await readAfter(stream.events.at(-1)?.data.position, `/api/users/id/${user.id}`)
      assert.equal(title, json.title)
    }
    // Also of a former event, which is read again.
    const again = await follow(origin, { token: service.token, after: stream.ids()[0] as string })
    await again.has(ROUNDS - 1)
    const { title } = await readAfter(again.events[0]?.data.position, `/api/users/id/${user.id}`)
    assert.equal(title, `Round ${ROUNDS}`)
    stream.close()
    again.close()
  })

  it('of a webhook does, too, and its event is otherwise that of the stream', async () => {
    await makeWebhook(service, { url: receiver.url(), events: ['roles.*'] })
    await dispatch(service)
    const stream = await follow(origin, { token: service.token, types: 'roles.*' })
    const role = await makeRole(service, 'Told')
    for (let round = 1; round <= ROUNDS; round++) await renameRole(service, role, `round ${round}`)
    await dispatch(service)
    await stream.has(ROUNDS + 1)
    const withoutPosition = ({ data: { position, ...data }, ...event }: { data: { position: string } }) => ({
      ...event,
      data,
    })
    const received = receiver.received.map(({ event }) => event)
    assert.deepEqual(received.map(withoutPosition), stream.events.map(withoutPosition))
    for (const { data } of received)
      assert.equal((await readAfter(data.position, `/api/roles/id/${role}`)).details, `round ${ROUNDS}`)
    stream.close()
  })

  it('is no part of entries in lists and exports', async () => {
    for (const path of ['/api/audit', '/api/audit/export']) {
      const { status, body } = await service.call('GET', path)
      assert.equal(status, 200)
      assert.doesNotMatch(JSON.stringify(body), /position/)
    }
  })
})
