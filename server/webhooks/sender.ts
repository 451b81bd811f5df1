import { createHmac } from 'node:crypto'
import { isIP, type LookupFunction } from 'node:net'
import type { Agent, buildConnector, request } from 'undici'
import type { DeliveryFault } from '../../contract/webhooks.ts'
import { PREFIX } from '../resources/webhooks/secrets.ts'
import { version } from '../version.ts'
import type { IsAllowed } from './addresses.ts'
import { readAnswer, shownOf } from './answers.ts'
import { NameLookups } from './name-lookups.ts'

export interface SendingLimits {
  /** From the look-up of the host's name to the end of the answer. */
  timeoutMs: number
  /** Of all bodies that are being sent: the dispatcher waits until there is room. One that is larger is sent alone. */
  bodyBytes: number
}

export const SENDING_LIMITS: SendingLimits = { timeoutMs: 15_000, bodyBytes: 32 * 1024 * 1024 }

/** The longest `Retry-After` that is honoured. */
const MOST_RETRY_AFTER_MS = 24 * 3_600_000

/** The result of a request. */
export interface Attempt {
  status: number | null
  /** Null after an answer of 200 to 299. */
  fault: DeliveryFault | null
  durationMs: number
  /** The beginning of the answer. */
  answer: string | null
  /** What its `Retry-After` asks for; 0 without. */
  retryAfterMs: number
}

interface Opened {
  agent: Agent
  request: typeof request
}

class AddressNotAllowed extends Error {}

/** The process stops: whether the receiver has got the event is not known. */
export class SendingStopped extends Error {}

/** Makes the requests. It follows no redirects, and uses no proxy. */
export class Sender {
  readonly #isAllowed: IsAllowed
  readonly #now: () => string
  readonly #limits: SendingLimits
  readonly #names: NameLookups
  #opened: Promise<Opened> | undefined

  constructor(isAllowed: IsAllowed, now: () => string, limits: Partial<SendingLimits> = {}) {
    this.#isAllowed = isAllowed
    this.#now = now
    this.#limits = { ...SENDING_LIMITS, ...limits }
    this.#names = new NameLookups(now, this.#limits.timeoutMs)
  }

  /**
   * @param secrets are masked in the answer @param isSlow whether the last attempt failed or was slow
   * @param stopping aborts the request @throws SendingStopped
   */
  async send(
    url: string,
    { headers, body }: { headers: Record<string, string>; body: string },
    { secrets, isSlow, stopping }: { secrets: readonly string[]; isSlow: boolean; stopping: AbortSignal },
  ): Promise<Attempt> {
    const { agent, request } = await this.#open()
    if (isSlow) this.#names.expectSlow(new URL(url).hostname)
    const start = performance.now()
    const signal = AbortSignal.any([AbortSignal.timeout(this.#limits.timeoutMs), stopping])
    const durationMs = () => Math.round(performance.now() - start)
    try {
      const answer = await request(url, {
        method: 'POST',
        dispatcher: agent,
        headers: {
          ...headers,
          'content-type': 'application/cloudevents+json',
          'user-agent': `Rolecall/${version}`,
        },
        body,
        signal,
      })
      const { statusCode: status } = answer
      const text = shownOf(await readAnswer(answer.body), secrets)
      return {
        status,
        fault: faultOfStatus(status),
        durationMs: durationMs(),
        answer: text === '' ? null : text,
        retryAfterMs: retryAfterOf(answer.headers['retry-after'], this.#now()),
      }
    } catch (error) {
      if (stopping.aborted) throw new SendingStopped()
      return { status: null, fault: faultOf(error), durationMs: durationMs(), answer: null, retryAfterMs: 0 }
    }
  }

  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined)
    this.#opened = undefined
    await opened?.agent.destroy()
  }

  /** Loads undici when the first event is sent. A failure, such as too many open files, is not kept: the next event tries again. */
  #open(): Promise<Opened> {
    this.#opened ??= this.#load().catch((error) => {
      this.#opened = undefined
      throw error
    })
    return this.#opened
  }

  async #load(): Promise<Opened> {
    const { Agent, buildConnector, request } = await import('undici')
    const { timeoutMs } = this.#limits
    const connect = buildConnector({
      timeout: timeoutMs,
      lookup: checkedLookup(this.#names, this.#isAllowed),
    })
    const agent = new Agent({
      connect: checkedConnector(connect, this.#isAllowed),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    })
    return { agent, request }
  }
}

/**
 * Connects to allowed addresses only. An address in the URL is checked here, the addresses of a name when the name is looked up. The
 * socket connects to a checked address, so a second answer of the name server has no effect (DNS rebinding). The address of the
 * connected socket is checked once more.
 */
function checkedConnector(connect: buildConnector.connector, isAllowed: IsAllowed): buildConnector.connector {
  return (options, callback) => {
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1')
    if (isIP(host) !== 0 && !isAllowed(host)) {
      queueMicrotask(() => callback(new AddressNotAllowed(), null))
      return
    }
    connect(options, (...[error, socket]) => {
      if (error !== null) callback(error, null)
      else if (isAllowed(socket.remoteAddress)) callback(null, socket)
      else {
        socket.destroy()
        callback(new AddressNotAllowed(), null)
      }
    })
  }
}

const checkedLookup =
  (names: NameLookups, isAllowed: IsAllowed): LookupFunction =>
  (hostname, options, callback) =>
    names.find(hostname, options, (error, addresses) => {
      if (error) return callback(error, [])
      const allowed = addresses.filter(({ address }) => isAllowed(address))
      const [first] = allowed
      if (!first) return callback(new AddressNotAllowed(), [])
      if (options.all) return callback(null, allowed)
      return callback(null, first.address, first.family)
    })

function faultOfStatus(status: number): DeliveryFault | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'status'
}

const NAME_ERRORS = ['ENOTFOUND', 'EAI_AGAIN', 'ENODATA', 'EAI_FAIL', 'EAI_NONAME']
const TIMEOUTS = ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']
const TLS_ERROR = /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO)/

/** The kind only: messages of errors may quote the address, which may be a secret. */
function faultOf(error: unknown): DeliveryFault {
  const { errors, cause, name, code = '' } = error as AggregateError & { code?: string }
  if (error instanceof AddressNotAllowed) return 'address_not_allowed'
  if (name === 'TimeoutError' || TIMEOUTS.includes(code)) return 'timeout'
  if (NAME_ERRORS.includes(code)) return 'name_not_found'
  if (TLS_ERROR.test(code)) return 'tls_failed'
  const [inner = cause] = errors ?? []
  return inner === undefined || inner === error ? 'connection_failed' : faultOf(inner)
}

/** Seconds, or a date. */
function retryAfterOf(header: string | string[] | undefined, now: string): number {
  const [text = ''] = [header].flat()
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.parse(now)
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MOST_RETRY_AFTER_MS) : 0
}

/**
 * The headers of a delivery by Standard Webhooks 1.0. During a rotation there is a signature for each secret.
 * @param at ISO 8601
 */
export function signedHeaders(
  { id, at, body }: { id: string; at: string; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(Date.parse(at) / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
