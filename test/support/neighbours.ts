import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { json as read } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import type { Subject } from '../../contract/permissions.ts'
import type { Config } from '../../server/config/config.ts'
import { everySlug, giveToken } from './actors.ts'
import { checkedInDescription } from './description.ts'
import { assertInvariants } from './invariants.ts'
import { type Service, startService } from './service.ts'
import { rowsFor } from './shared-records.ts'

/** The number of clients that write at the same moment, each on its own connection. */
export const NEIGHBOURS = 64

/** A request: its method, its path and its body. */
export type Sent = readonly [method: string, path: string, json?: unknown, as?: Caller]

interface Caller {
  token?: string | null
  /** An Idempotency-Key; null for none. By default, half of the clients send one. */
  key?: string | null
  /** The origin of another service. */
  origin?: string
  headers?: Record<string, string>
}

export interface ClientAnswer {
  status: number
  code: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: tests know what they asked for.
  data: any
}

/** What a kind of write works with: a service, callers and helpers. */
export interface Neighbours {
  service: Service
  /** Sends one request as the super administrator; anything but a success fails the test. @returns its `data` */
  ask: (...sent: Sent) => Promise<ClientAnswer['data']>
  /** Sends all requests at once. Every other client is the super administrator; the rest are users who share one role. */
  all: (write: (number: number) => Sent) => Promise<ClientAnswer[]>
  /** Creates records: terms of one type, permissions that all writers hold. @returns their ids, in order */
  make: (name: Subject, count?: number, fields?: (number: number) => object) => Promise<number[]>
  /** The role of those who are not super administrators, and their users. */
  role: number
  callers: readonly { id: number; token: string }[]
  /** Different each time: for names and addresses. */
  word: () => string
}

export interface Kind {
  /** What the clients do, as the title of a test. */
  what: string
  /** The operations that they use, such as `POST /api/roles/create`. */
  of: readonly string[]
  run: (neighbours: Neighbours) => Promise<void>
}

/** @param of without `/api`, and with several methods of one path as `GET POST /roles/create` */
export const kind = (what: string, of: readonly string[], run: Kind['run']): Kind => ({
  what,
  of: of.flatMap(operationsIn),
  run,
})

function operationsIn(text: string): string[] {
  const words = text.split(' ')
  return words.slice(0, -1).map((method) => `${method} /api${words.at(-1)}`)
}

let words = 0

/** A test for each kind: only expected refusals occur, nothing deadlocks, and every invariant holds afterwards. */
export function testNeighbours(kinds: readonly Kind[], overrides: Partial<Config> = {}): void {
  describe(`${NEIGHBOURS} concurrent clients`, () => {
    let service: Service
    let base: Omit<Neighbours, 'all'>
    let address = ''
    before(async () => {
      service = await startService(overrides)
      address = await service.app.listen({ host: '127.0.0.1', port: 0 })
      base = await arrange(service, send)
    })
    after(() => service.stop())

    // A connection for each client, so that none waits for another.
    const agent = new Agent({ keepAlive: true, maxSockets: NEIGHBOURS })
    after(() => agent.destroy())

    function send(...[method, path, json, as]: Required<Sent>): Promise<ClientAnswer> {
      const { token = service.token, key, origin = address } = as
      const { promise, resolve, reject } = Promise.withResolvers<ClientAnswer>()
      const body = json === undefined ? undefined : JSON.stringify(json)
      const headers = {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(key != null && { 'idempotency-key': key }),
        ...as.headers,
        ...(body !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        }),
      }
      const clientRequest = request(origin + path, { method, agent, headers }, async (response) => {
        const { code, data } = (await read(response)) as Omit<ClientAnswer, 'status'>
        resolve({ status: response.statusCode as number, code, data })
      })
      clientRequest.on('error', reject)
      clientRequest.end(body)
      return promise
    }

    for (const { what, of, run } of kinds) {
      it(what, async () => {
        const usedOperations = new Set<string>()
        const all: Neighbours['all'] = (write) =>
          Promise.all(
            Array.from({ length: NEIGHBOURS }, (_, number) => {
              const [method, path, json, as] = write(number)
              usedOperations.add(`${method} ${checkedInDescription().templateOf(path)}`)
              const token = number % 2 === 0 ? service.token : base.callers[number]?.token
              const key = number % 4 < 2 ? null : `key-${base.word()}`
              return send(method, path, json, { ...(token !== undefined && { token }), key, ...as })
            }),
          )
        service.statements.failures = []
        await run({ ...base, all })
        assert.deepEqual([...usedOperations].sort(), [...of].sort(), 'the operations that it declares')
        // Any other failure than of values that another client takes at the same moment is a lock in the wrong order.
        assert.deepEqual(counts(service.statements.failures.filter((code) => !TAKEN.includes(code))), {})
        await assertInvariants(service)
      })
    }
  })
}

async function arrange(
  service: Service,
  send: (...sent: Required<Sent>) => Promise<ClientAnswer>,
): Promise<Omit<Neighbours, 'all'>> {
  const ask: Neighbours['ask'] = async (method, path, json, as = {}) => {
    const { status, code, data } = await send(method, path, json, as)
    assert.ok(status < 300, `${method} ${path}: ${status} ${code}`)
    return data
  }
  // Ends in a letter: the service appends a number to a username that it makes, which could be another word.
  const word = () => `w${++words}n`
  const rows = (name: Subject, count: number, fields: (number: number) => object) =>
    rowsFor(
      service,
      name,
      Array.from({ length: count }, (_, number) => ({ word: word(), ...fields(number) })),
    )
  const { item } = await ask('POST', '/api/roles/create', { name: 'Neighbours' })
  await ask('PUT', `/api/roles/${item.id}/relationships/permissions`, await everySlug(service))
  const role = item.id
  const make: Neighbours['make'] = async (name, count = NEIGHBOURS, fields = () => ({})) => {
    const [type_id] = name === 'taxonomies' ? await rows('taxonomy-types', 1, () => ({})) : []
    const ids = await rows(name, count, (n) => ({ ...(type_id !== undefined && { type_id }), ...fields(n) }))
    if (name === 'permissions') await ask('POST', `/api/roles/${role}/relationships/permissions`, ids)
    return ids
  }
  const ids = await make('users')
  await ask('POST', `/api/roles/${item.id}/relationships/users`, ids)
  const callers = await Promise.all(ids.map(async (id) => ({ id, token: await giveToken(service, { id }) })))
  return { service, ask, make, role, callers, word }
}

/** The codes of a unique value that is taken, and of the statements that were sent behind the one that it failed. */
const TAKEN = ['23505', '25P02']

const counts = (words: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, { length }]) => [word, length]))

/** The number of answers of each kind, such as `200` or `409 name_taken`. */
export const countAnswers = (answers: readonly ClientAnswer[]): Record<string, number> =>
  counts(answers.map(({ status, code }) => (code ? `${status} ${code}` : `${status}`)))

/** Asserts these numbers of answers, and no others. */
export const assertAnswers = (answers: readonly ClientAnswer[], expected: Record<string, number>): void =>
  assert.deepEqual(countAnswers(answers), expected)

/** Asserts that nothing was refused for other reasons. */
export function assertOnlyRefused(answers: readonly ClientAnswer[], ...refusals: string[]): void {
  const outcomes = Object.keys(countAnswers(answers))
  assert.deepEqual(
    outcomes.filter((what) => !/^20[01]$/.test(what) && !refusals.includes(what)),
    [],
    JSON.stringify(countAnswers(answers)),
  )
}

/** Asserts that nothing was refused. */
export const assertAllSucceed = (answers: readonly ClientAnswer[], status: 200 | 201 | 202 = 200): void =>
  assertAnswers(answers, { [status]: NEIGHBOURS })
