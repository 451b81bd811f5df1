import { errorOf, RolecallNetworkError } from './errors.ts'
import { sleep, waitBefore } from './retry.ts'
import type { WriteOptions } from './types.ts'

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

export interface Call extends WriteOptions {
  method: string
  /** From the root of the service, with the query. */
  path: string
  body?: unknown
  headers?: Readonly<Record<string, string>> | undefined
  /** Never retried. */
  once?: boolean
}

const etags = new WeakMap<object, string>()

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

/** Sends requests, with retries where that is safe. Holds the token and never exposes it in messages. */
export class Transport {
  #token: string | undefined
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
        const wait = waitBefore(error, attempt, maxRetryAfter)
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
    if (etag !== null && typeof data === 'object' && data !== null) etags.set(data, etag)
    return data as T
  }

  /** Reads the whole response, so that an incomplete one is an error. */
  async #fetch({ path, signal, timeout = this.#options.timeout }: Call, request: RequestInit) {
    signal?.throwIfAborted()
    const limit = AbortSignal.timeout(timeout)
    const headers = new Headers(request.headers)
    if (this.#token !== undefined && !headers.has('authorization')) {
      headers.set('authorization', `Bearer ${this.#token}`)
    }
    try {
      const response = await this.#options.fetch(this.#options.baseUrl + path, {
        ...request,
        headers,
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      })
      return { response, text: await response.text() }
    } catch (cause) {
      signal?.throwIfAborted()
      const isTimeout = limit.aborted
      const what = isTimeout ? `gave no answer within ${timeout} ms` : 'could not be reached'
      throw new RolecallNetworkError(`The service ${what}.`, { isTimeout, cause })
    }
  }
}

const isWrite = (method: string) => method !== 'GET' && method !== 'HEAD'

/** 128 random bits. Pages without TLS have no `crypto.randomUUID`. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
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
