import type { components } from './api.ts'
import { EventParser } from './event-parser.ts'
import { queryString } from './query.ts'
import { isRetryableStream, sleep, waitBefore } from './retry.ts'
import { textOfStream } from './stream.ts'
import type { Transport } from './transport.ts'
import type { CallOptions } from './types.ts'

/** An entry of the audit trail, as streams and webhooks send it: CloudEvents 1.0. */
export interface AuditEvent {
  specversion: '1.0'
  /** The `uuid` of the entry. */
  id: string
  /** The URL of the service. */
  source: string
  /** The action, such as `users.update`. */
  type: string
  /** The record, such as `users/<uuid>`; by its id, if it was deleted permanently; the type alone, if it is no single record. */
  subject: string
  /** ISO 8601. */
  time: string
  datacontenttype: 'application/json'
  /** The number of the entry in the order of commits, with leading zeros. */
  sequence: string
  data: components['schemas']['AuditEntry'] & {
    /** A read with it as `atLeast` sees what the event says. */
    position: string
  }
}

export interface EventParams {
  /** Actions (`users.update`), or all that begin alike (`users.*`, `users.roles.*`). Default: all. */
  types?: readonly string[]
  /** The `id` of an event, to begin after it. Default: begins with the next new event. */
  after?: string | undefined
}

export interface EventOptions extends CallOptions {
  /**
   * Milliseconds to wait before the next attempt to connect. Default: a random part of a second, which doubles with each failure,
   * up to 30 seconds.
   * @param failures attempts that failed in a row before the last one, from 0
   */
  backoff?: (failures: number) => number
  /**
   * Attempts after one that failed, before the error is thrown. Default: without limit; for the first connection, the `retries` of
   * `createClient`.
   */
  retries?: number
  /**
   * A connection on which nothing arrives for this many milliseconds counts as broken. The service sends something at least every
   * 15 seconds. Default: 45,000.
   */
  maxSilence?: number
}

const LONGEST_MS = 30_000
const MAX_SILENCE_MS = 45_000
/** A stream waits no longer than this, even if `Retry-After` is longer. */
const LONGEST_RETRY_AFTER_MS = 3_600_000

/** The events of the stream, over any number of connections. */
export async function* followEvents(
  transport: Transport,
  { types, after }: EventParams,
  options: EventOptions,
): AsyncGenerator<AuditEvent, void> {
  const parser = new EventParser(after)
  const withJitter = (failures: number) =>
    Math.random() * Math.min(LONGEST_MS, parser.retryMs * 2 ** failures)
  const { signal, timeout, backoff = withJitter, maxSilence = MAX_SILENCE_MS } = options
  const { retries = Number.POSITIVE_INFINITY } = options
  const { retries: retriesAtFirst = transport.limits.retries } = options
  const path = `/api/events${queryString({ types })}`
  let hasConnected = false
  let failures = 0
  for (;;) {
    let wait: number
    try {
      const headers = { ...(parser.lastId && { 'last-event-id': parser.lastId }) }
      for await (const text of textOfStream(transport, { path, headers, signal, timeout, maxSilence })) {
        hasConnected = true
        failures = 0
        for (const data of parser.read(text)) {
          signal?.throwIfAborted()
          yield JSON.parse(data)
        }
      }
      wait = backoff(failures)
    } catch (error) {
      signal?.throwIfAborted()
      const { maxRetryAfter } = transport.limits
      if (failures >= (hasConnected ? retries : retriesAtFirst)) throw error
      const longest = hasConnected ? Number.POSITIVE_INFINITY : maxRetryAfter
      const known = waitBefore(error, failures, { longest, backoff, isRetryable: isRetryableStream })
      if (known === undefined) throw error
      wait = Math.min(known, LONGEST_RETRY_AFTER_MS)
      failures += 1
    }
    parser.reset()
    await sleep(wait, signal)
  }
}
