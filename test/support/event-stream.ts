import assert from 'node:assert/strict'
import { type IncomingMessage, request } from 'node:http'
import type { Answer } from './answer.ts'
import { answerOf, assertDescribed } from './described-answers.ts'
import { eventually } from './eventually.ts'

/** A CloudEvent, as a stream sends it. */
export interface StreamedEvent {
  id: string
  source: string
  type: string
  subject: string
  sequence: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read properties of entries, and fail if these are missing.
  data: any
}

/** An open stream, read by the rules of Server-Sent Events. */
export interface Following {
  /** All events so far, in order. */
  events: StreamedEvent[]
  ids: () => string[]
  /** What an `EventSource` would send as `Last-Event-ID`. */
  lastId: () => string | undefined
  /** The first id of all, with which the stream began. */
  firstId: () => string | undefined
  /** Comments. */
  beats: () => number
  isEnded: () => boolean
  /** Whether the response had an end: the connection was not cut. */
  isComplete: () => boolean
  pause: () => void
  resume: () => void
  close: () => void
  /** Waits until there are this many events. */
  has: (count: number) => Promise<void>
}

interface FollowOptions {
  token?: string | undefined
  types?: string
  after?: string | undefined
  headers?: Record<string, string>
  onEvent?: (event: StreamedEvent) => void
}

const open = (
  origin: string,
  { token, types, after, headers = {} }: FollowOptions,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const asked = request(`${origin}/api/events${types === undefined ? '' : `?types=${types}`}`, {
      agent: false,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(after !== undefined && { 'last-event-id': after }),
        ...headers,
      },
    })
    asked.once('response', resolve).once('error', reject).end()
  })

/** Opens a stream of events over a connection of its own. @throws unless it is opened */
export async function follow(origin: string, options: FollowOptions): Promise<Following> {
  const response = await open(origin, options)
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${await textOf(response)}`)
  const events: StreamedEvent[] = []
  let firstId: string | undefined
  let lastId: string | undefined
  let beats = 0
  let isEnded = false
  let rest = ''
  const read = (block: string) => {
    let data: string | undefined
    for (const line of block.split('\n')) {
      if (line.startsWith(':')) beats += 1
      else if (line.startsWith('id: ')) {
        lastId = line.slice('id: '.length)
        firstId ??= lastId
      }
      if (line.startsWith('data: ')) data = line.slice('data: '.length)
    }
    if (data === undefined) return
    const event = JSON.parse(data)
    assert.equal(event.id, lastId)
    events.push(event)
    options.onEvent?.(event)
  }
  response.setEncoding('utf8').on('data', (text) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    blocks.forEach(read)
  })
  // A reset is how a client is disconnected.
  response.on('error', () => undefined)
  response.once('close', () => {
    isEnded = true
  })
  return {
    events,
    ids: () => events.map(({ id }) => id),
    lastId: () => lastId,
    firstId: () => firstId,
    beats: () => beats,
    isEnded: () => isEnded,
    isComplete: () => response.complete,
    pause: () => response.pause(),
    resume: () => response.resume(),
    close: () => response.destroy(),
    has: (count) => eventually(() => assert.ok(events.length >= count, `${events.length} of ${count}`)),
  }
}

/** How a stream is refused. */
export async function refusalOfStream(origin: string, options: FollowOptions): Promise<Answer> {
  const response = await open(origin, options)
  const { statusCode = 0, headers } = response
  assert.notEqual(statusCode, 200)
  const answer = answerOf(statusCode, headers, await textOf(response))
  assertDescribed({ method: 'GET', path: '/api/events' }, answer)
  return answer
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of response.setEncoding('utf8')) text += part
  return text
}
