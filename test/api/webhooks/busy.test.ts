// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it, mock } from 'node:test'
import { Pace } from '../../../server/webhooks/pace.ts'
import { eventually } from '../../support/eventually.ts'
import { nextIteration } from '../../support/next-iteration.ts'
import { type Service, startService } from '../../support/service.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts'
import { dispatch, makeWebhook } from '../../support/webhooks.ts'

const EVENTS = 60

/** Reads entries by their numbers, and does not look for new ones. */
const BY_NUMBERS = /from "audit_(entries|numbers)".* where "(id|number)" in \(/s

describe('while the event loop is busy', () => {
  let service: Service
  let receiver: WebhookReceiver
  /** As the pace of events sees it. */
  let isBusy: boolean
  let time: number
  /** How often the pace has looked at its clock. */
  let rounds: number
  before(async () => {
    receiver = await startWebhookReceiver()
  })
  after(() => receiver.close())
  beforeEach(async () => {
    isBusy = true
    time = 0
    rounds = 0
    receiver.accept()
    receiver.received.length = 0
    const webhookPace = new Pace(
      () => (isBusy ? 1 : 0),
      () => {
        rounds += 1
        return time
      },
    )
    service = await startService({ webhookNetworks: ['127.0.0.0/8'] }, { webhookPace })
  })
  afterEach(async () => {
    mock.restoreAll()
    await service.stop()
  })

  /** Waits for this many, or the end of the sending. */
  const arrivals = async (count: number, sending: Promise<void>) => {
    let isOver = false
    const over = () => {
      isOver = true
    }
    sending.then(over, over)
    while (receiver.received.length < count && !isOver) await nextIteration()
    assert.equal(receiver.received.length, count)
  }

  const makeRoles = async () => {
    const names = Array.from({ length: EVENTS }, (_, n) => ({ name: `Role ${n}` }))
    const { status } = await service.call('POST', '/api/roles', { json: names })
    assert.equal(status, 201)
  }

  it('few events are sent, and the others once it is not', async () => {
    await makeWebhook(service, { url: receiver.url(), events: ['roles.create'] })
    await makeRoles()
    // 100 ms: 25 events.
    time += 100
    const sending = dispatch(service)
    await arrivals(25, sending)
    // Its clock stands still, so nothing more is sent in however many rounds.
    const before = rounds
    await eventually(() => rounds > before + 3)
    assert.equal(receiver.received.length, 25)
    isBusy = false
    time += 50
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
    assert.equal(receiver.received.length, paths.length * EVENTS)
    assert.ok((least as number) > EVENTS / 2, `one had ${least} events when another had all`)
  })

  it('events that were read long ago are read again by one statement for all that are sent together', async () => {
    await makeWebhook(service, { url: receiver.url(), events: ['roles.create'] })
    await makeRoles()
    time += 100
    const sending = dispatch(service)
    await arrivals(25, sending)
    // Entries are kept for five seconds.
    const now = performance.now.bind(performance)
    mock.method(performance, 'now', () => now() + 5100)
    const recorded: NonNullable<Service['statements']['recorded']> = []
    service.statements.recorded = recorded
    const before = rounds
    time += 100
    await arrivals(50, sending)
    delete service.statements.recorded
    const reads = recorded.filter(({ sql }) => BY_NUMBERS.test(sql))
    assert.ok(
      reads.length > 0 && reads.length <= rounds - before,
      `${reads.length} in ${rounds - before} rounds`,
    )
    isBusy = false
    time += 50
    await sending
  })
})
