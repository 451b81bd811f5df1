// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { HashingQueue } from '../../../server/credentials/hashing-queue.ts'
import { systemContext } from '../../../server/prepare.ts'
import { BUSY_REQUESTS } from '../../../server/webhooks/pace.ts'
import { nextIteration } from '../../support/next-iteration.ts'
import { ADMIN, type Service, startService } from '../../support/service.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts'
import { dispatch, makeWebhook } from '../../support/webhooks.ts'

const EVENTS = 60

describe('while the process is busy', () => {
  let service: Service
  let receiver: WebhookReceiver
  let hashing: HashingQueue
  let time: number
  before(async () => {
    receiver = await startWebhookReceiver()
  })
  after(() => receiver.close())
  beforeEach(async () => {
    hashing = new HashingQueue({ slots: 1 })
    time = 0
    receiver.accept()
    receiver.received.length = 0
    service = await startService(
      { webhookNetworks: ['127.0.0.0/8'] },
      { hashing, load: { clock: () => time } },
    )
  })
  afterEach(() => service.stop())

  /** Sign-ins that wait for a slot. @returns ends them */
  async function keepBusy(): Promise<() => Promise<void>> {
    const { promise: isFree, resolve } = Promise.withResolvers<void>()
    void hashing.run(systemContext(service.connection), () => isFree)
    const asked = Array.from({ length: BUSY_REQUESTS }, () =>
      service.call('POST', '/api/signin', { token: null, json: ADMIN }),
    )
    while (hashing.waiting < BUSY_REQUESTS) await nextIteration()
    return async () => {
      resolve()
      for (const { status } of await Promise.all(asked)) assert.equal(status, 200)
    }
  }

  const makeRoles = async () => {
    const names = Array.from({ length: EVENTS }, (_, n) => ({ name: `Role ${n}` }))
    const { status } = await service.call('POST', '/api/roles', { json: names })
    assert.equal(status, 201)
  }

  it('few events are sent, and the others once it is not', async () => {
    await makeWebhook(service, { url: receiver.url(), events: ['roles.create'] })
    await makeRoles()
    const end = await keepBusy()
    // 100 ms: 25 events.
    time += 100
    const sending = dispatch(service)
    while (receiver.received.length < 25) await nextIteration()
    // Its clock stands still, so nothing more is sent in however many rounds.
    for (let queries = service.statements.count; service.statements.count < queries + 20; )
      await nextIteration()
    assert.equal(receiver.received.length, 25)
    await end()
    await sending
    assert.equal(receiver.received.length, EVENTS)
  })

  it('each webhook gets its share, wherever it stands among others that are told of nothing', async () => {
    const paths = ['/first', '/second', '/third']
    for (const path of paths)
      await makeWebhook(service, { url: receiver.url(path), events: ['roles.create'] })
    for (let n = 0; n < 30; n++)
      await makeWebhook(service, { url: receiver.url('/other'), events: ['taxonomies.create'] })
    await makeRoles()
    const end = await keepBusy()
    const counts = new Map(paths.map((path) => [path, 0]))
    let least: number | undefined
    receiver.behave((_request, response, { path }) => {
      counts.set(path, (counts.get(path) as number) + 1)
      if (counts.get(path) === EVENTS) least ??= Math.min(...counts.values())
      // Time for one more.
      time += 4
      response.end()
    })
    time += 100
    await dispatch(service)
    await end()
    assert.equal(receiver.received.length, paths.length * EVENTS)
    assert.ok((least as number) > EVENTS / 2, `one had ${least} events when another had all`)
  })
})
