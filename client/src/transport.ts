import { errorOf, RolecallNetworkError } from './errors.ts'
import { sleep, waitBefore } from './retry.ts'
import type { ReadOptions, WriteOptions } from './types.ts'

export interface ClientOptions {
  /** The service's URL, such as `https://accounts.example.com`; empty for the page's own origin. */
  baseUrl: string
  token?: string | undefined
  fetch?: typeof fetch
  /** Attempts after the first. Default: 3; 0 for none. */
  retries?: number
  /** Timeout of one attempt in milliseconds. Default: 30,000. */
  timeout?: number
  /** Maximum `Retry-After` to wait for, in milliseconds. Default: 30,000. */
  maxRetryAfter?: number
}

export interface Call extends ReadOptions, WriteOptions {
  method: string
  /** From the root of the service, with the query. */
  path: string
  body?: unknown
  headers?: Readonly<Record<string, string>> | undefined
  /** Never retried. */
  once?: boolean
}

const etags = new WeakMap<object, string>()
const positions = new WeakMap<object, string>()

/**
 * The ETag of a record from `get`, for `ifMatch`.
 * @throws TypeError for any other object or a copy, which have no ETag to compare
 */
export function etagOf(record: object): string {
  const etag = etags.get(record)
  if (etag === undefined)
    throw new TypeError('Only a record that `get` answered has an ETag, not a copy of it.')
  return etag
}

/**
 * The position of a write: a read with it as `atLeast`, by any client, sees the write.
 * @param written the value that the write returned
 * @throws TypeError for any other value, also for a copy, such as the reports of `bulkCreate`
 */
export function positionOf(written: object): string {
  const position = positions.get(written)
  if (position === undefined)
    throw new TypeError('Only the value that a write returned has a position, and no copy of it has.')
  return position
}

/** Sends requests, with retries where that is safe. Holds the token and never exposes it in messages. */
export class Transport {
  #token: string | undefined
  /** The position of the write whose response arrived last. */
  position: string | undefined
  readonly #options: Required<Omit<ClientOptions, 'token'>>

  constructor({ token, ...options }: ClientOptions) {
    this.#options = {
      fetch: (...args) => globalThis.fetch(...args),
      retries: 3,
      timeout: 30_000,
      maxRetryAfter: 30_000,
      ...options,
      baseUrl: checkedBase(options.baseUrl),
    }
    this.token = token
  }

  get limits(): Pick<Required<ClientOptions>, 'retries' | 'timeout' | 'maxRetryAfter'> {
    return this.#options
  }

  get token(): string | undefined {
    return this.#token
  }

  /** @throws TypeError for characters that a header cannot contain: fetch would quote the token in its message */
  set token(token: string | undefined) {
    if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
      throw new TypeError('The token has characters that no token has.')
    }
    this.#token = token
  }

  /** @returns the `data` of the response. @throws RolecallError, RolecallNetworkError, or the signal's reason */
  async send<T>(call: Call): Promise<T> {
    const { method, once = false, signal } = call
    const headers = new Headers({
      accept: 'application/json',
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
      ...(call.ifMatch !== undefined && { 'if-match': call.ifMatch }),
      ...(call.atLeast !== undefined && { 'x-at-least': call.atLeast }),
      ...(isWrite(method) && !once && { 'idempotency-key': call.idempotencyKey ?? newKey() }),
      ...call.headers,
    })
    const request: RequestInit = {
      method,
      headers,
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    }
    const { retries, maxRetryAfter } = this.#options
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#attempt<T>(call, request)
      } catch (error) {
        if (once || attempt >= retries) throw error
        const wait = waitBefore(error, attempt, { longest: maxRetryAfter })
        if (wait === undefined) throw error
        await sleep(wait, signal)
      }
    }
  }

  async #attempt<T>(call: Call, request: RequestInit): Promise<T> {
    const { response, text } = await this.#fetch(call, request)
    const body = parse(text)
    if (!response.ok || body === undefined) throw errorOf(response.status, body, response.headers)
    const data = 'data' in body ? body.data : body
    const etag = response.headers.get('etag')
    if (etag !== null && isObject(data)) etags.set(data, etag)
    this.#notePosition(response.headers.get('x-position'), data)
    return data as T
  }

  #notePosition(position: string | null, data: unknown): void {
    if (position === null) return
    this.position = position
    if (!isObject(data)) return
    // Methods return the data or one of its members.
    for (const part of [data, ...Object.values(data)]) if (isObject(part)) positions.set(part, position)
  }

  /** Reads the whole response, so that an incomplete one is an error. */
  async #fetch({ path, signal, timeout = this.#options.timeout }: Call, request: RequestInit) {
    signal?.throwIfAborted()
    const limit = AbortSignal.timeout(timeout)
    try {
      const response = await this.begin(path, request, anyOf(signal, limit))
      return { response, text: await response.text() }
    } catch (cause) {
      signal?.throwIfAborted()
      throw networkError(cause, limit.aborted ? timeout : undefined)
    }
  }

  /** @returns the response as soon as its headers have arrived */
  begin(path: string, request: RequestInit, signal: AbortSignal): Promise<Response> {
    const headers = new Headers(request.headers)
    if (this.#token !== undefined && !headers.has('authorization')) {
      headers.set('authorization', `Bearer ${this.#token}`)
    }
    return this.#options.fetch(this.#options.baseUrl + path, { ...request, headers, signal })
  }
}

export const anyOf = (signal: AbortSignal | undefined, limit: AbortSignal) =>
  signal ? AbortSignal.any([signal, limit]) : limit

/** @param timeout the limit in milliseconds, if it was exceeded */
export function networkError(cause: unknown, timeout: number | undefined): RolecallNetworkError {
  const isTimeout = timeout !== undefined
  const what = isTimeout ? `gave no answer within ${timeout} ms` : 'could not be reached'
  return new RolecallNetworkError(`The service ${what}.`, { isTimeout, cause })
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const isWrite = (method: string) => method !== 'GET' && method !== 'HEAD'

/** 128 random bits. Pages without TLS have no `crypto.randomUUID`. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

export function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** @throws TypeError that does not quote the URL, as it may contain a password */
function checkedBase(baseUrl: string): string {
  const isRelative = baseUrl === '' || /^\/(?!\/)/.test(baseUrl)
  if (!isRelative && !isPlain(baseUrl)) {
    throw new TypeError('baseUrl must be an http or https address without credentials or a query.')
  }
  return baseUrl.replace(/\/+$/, '')
}

function isPlain(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, username, password, search, hash } = new URL(address)
  return /^https?:$/.test(protocol) && username + password + search + hash === ''
}
