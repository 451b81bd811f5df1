// What subscribers get: how soon, how many, and what they cost.
import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Load, Request } from '../load/load.ts'
import { memoryOf } from '../processes/service.ts'
import { median, quantile } from '../statistics.ts'
import type { Running } from './service.ts'

const PASSWORD = 'another unusual phrase'
const EVENTS_TIMED = 200
const EVENTS_DELIVERED = 10_000
const STREAMS = 1000
/** The most streams of one user that the service allows. */
const STREAMS_OF_A_USER = 100
const WEBHOOKS = 1000
const CLIENTS = 32
const WINDOW_MS = 4000
const ROUNDS_BESIDE = 3

/** Accepts all deliveries, and knows when the one about each record arrived. */
async function startReceiver() {
  const arrived = new Map<string, number>()
  let count = 0
  const server = createServer((received, response) => {
    let text = ''
    received.setEncoding('utf8').on('data', (part) => {
      text += part
    })
    received.once('end', () => {
      count += 1
      const id = /"subject_id":(\d+)/.exec(text)?.[1]
      if (id !== undefined) arrived.set(id, performance.now())
      response.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    arrived,
    count: () => count,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Opens a stream. @param onText what arrives */
async function openStream(origin: string, token: string, onText: (text: string) => void) {
  const asked = request(`${origin}/api/events`, {
    agent: false,
    headers: { authorization: `Bearer ${token}` },
  })
  asked.end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`A stream was answered with ${response.statusCode}.`)
  response.setEncoding('utf8').on('data', onText)
  asked.on('error', () => undefined)
  response.on('error', () => undefined)
  return () => asked.destroy()
}

let made = 0
const newRole = () => ({ name: `Made ${process.pid} ${made++}` })

/** From the answer of a write until its event arrives, in milliseconds. */
async function delays({ call }: Running, arrived: ReadonlyMap<string, number>): Promise<number[]> {
  const times: number[] = []
  for (let number = 0; number < EVENTS_TIMED; number++) {
    const { body } = await call('POST', '/api/roles/create', newRole())
    const answered = performance.now()
    const id = String(body.data.item.id)
    while (!arrived.has(id)) await wait(1)
    times.push((arrived.get(id) as number) - answered)
  }
  return times.toSorted((one, other) => one - other)
}

const inMs = (times: readonly number[]) =>
  `${median(times).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms`

export async function webhookDelay(running: Running): Promise<string> {
  const receiver = await startReceiver()
  const webhook = await running.call('POST', '/api/webhooks/create', {
    url: receiver.url,
    events: ['roles.*'],
  })
  const times = await delays(running, receiver.arrived)
  await endWebhook(running, webhook.body.data.item.id)
  await receiver.stop()
  return inMs(times)
}

const endWebhook = ({ call }: Running, id: number) => call('POST', `/api/webhooks/id/${id}/delete`, {})

export async function streamDelay(running: Running): Promise<string> {
  const arrived = new Map<string, number>()
  let rest = ''
  const close = await openStream(running.service.origin, running.token, (text) => {
    const parts = (rest + text).split('\n\n')
    rest = parts.pop() as string
    for (const part of parts) {
      const id = /"subject_id":(\d+)/.exec(part)?.[1]
      if (id !== undefined && !arrived.has(id)) arrived.set(id, performance.now())
    }
  })
  const times = await delays(running, arrived)
  close()
  return inMs(times)
}

/** Deliveries per second of events that were committed in batches of a thousand. */
export async function deliveryRate(running: Running): Promise<string> {
  const receiver = await startReceiver()
  const { body } = await running.call('POST', '/api/webhooks/create', {
    url: receiver.url,
    events: ['users.create'],
  })
  for (let call = 0; call < EVENTS_DELIVERED / 1000; call++) {
    const people = Array.from({ length: 1000 }, () => ({
      email: `told.${process.pid}.${made++}@example.com`,
      first_name: 'Told',
    }))
    await running.call('POST', '/api/users', people)
  }
  while (receiver.count() === 0) await wait(1)
  const before = receiver.count()
  const start = performance.now()
  while (receiver.count() < EVENTS_DELIVERED) await wait(5)
  const rate = ((receiver.count() - before) * 1000) / (performance.now() - start)
  await endWebhook(running, body.data.item.id)
  await receiver.stop()
  return `${rate.toFixed(0)} a second`
}

/** What a thousand streams add to the memory of the process. */
export async function streamMemory(running: Running): Promise<string> {
  const { service, call } = running
  const tokens: string[] = []
  for (let number = 0; number < STREAMS / STREAMS_OF_A_USER; number++) {
    const email = `reader.${process.pid}.${made++}@example.com`
    const person = { email, first_name: 'Reader', password: PASSWORD }
    const { body } = await call('POST', '/api/users/create', person)
    await call('POST', `/api/users/${body.data.item.id}/relationships/roles`, ['super-administrator'])
    const signedIn = await call('POST', '/api/signin', { email, password: PASSWORD })
    tokens.push(signedIn.body.data.item.api_token)
  }
  await wait(WINDOW_MS)
  const before = memoryOf(service.pid)?.now ?? 0
  let events = 0
  const streams: (() => void)[] = []
  for (let number = 0; number < STREAMS; number++) {
    const token = tokens[number % tokens.length] as string
    streams.push(
      await openStream(service.origin, token, (text) => {
        events += text.split('\ndata: ').length - 1
      }),
    )
  }
  const open = memoryOf(service.pid)?.now ?? 0
  for (let number = 0; number < 100; number++) await call('POST', '/api/roles/create', newRole())
  while (events < 100 * STREAMS) await wait(10)
  const busy = memoryOf(service.pid)?.now ?? 0
  for (const close of streams) close()
  return `${(open - before).toFixed(0)} MiB open, ${(busy - before).toFixed(0)} MiB after 100 events to each`
}

/**
 * Users created per second by 32 clients beside a thousand webhooks, as a ratio of the rate without webhooks.
 * @param told how many of them are sent each of these events
 */
export async function writesBesideWebhooks(running: Running, load: Load, told: number): Promise<string> {
  const receiver = await startReceiver()
  const rate = async () => {
    const requests = Array.from(
      { length: 30_000 },
      (): Request => ({
        method: 'POST',
        path: '/api/users/create',
        token: running.token,
        body: { email: `beside.${process.pid}.${made++}@example.com`, first_name: 'Beside' },
      }),
    )
    const origin = running.service.origin
    return (await load.run({ origin, requests, connections: CLIENTS, ms: WINDOW_MS })).perSecond
  }
  await rate()
  // The rate falls as the table grows, so each is compared with those before and after it.
  const without = [await rate()]
  const beside: number[] = []
  for (let round = 0; round < ROUNDS_BESIDE; round++) {
    const ids: number[] = []
    for (let number = 0; number < WEBHOOKS; number++) {
      const json = { url: receiver.url, events: [number < told ? 'users.create' : 'taxonomies.update'] }
      ids.push((await running.call('POST', '/api/webhooks/create', json)).body.data.item.id)
    }
    // The service finds new webhooks once a second, and each takes a transaction.
    await wait(WINDOW_MS)
    beside.push(await rate())
    for (const id of ids) await endWebhook(running, id)
    await wait(WINDOW_MS)
    without.push(await rate())
  }
  await receiver.stop()
  const ratios = beside.map(
    (perSecond, round) => (2 * perSecond) / ((without[round] as number) + (without[round + 1] as number)),
  )
  return `${median(ratios).toFixed(2)} (${median(beside).toFixed(0)} of ${median(without).toFixed(0)} a second)`
}
