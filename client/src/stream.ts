import { errorOf, RolecallError } from './errors.ts'
import { anyOf, networkError, parse, type Transport } from './transport.ts'
import type { CallOptions } from './types.ts'

/** A call whose response has no end. */
export interface StreamCall extends CallOptions {
  path: string
  headers: Readonly<Record<string, string>>
  /** A connection on which nothing arrives for this many milliseconds counts as broken. */
  maxSilence: number
}

/**
 * The text of a stream of events, in parts, as it arrives. Without retries.
 * @throws RolecallError, RolecallNetworkError, or the signal's reason
 */
export async function* textOfStream(
  transport: Transport,
  { path, signal, maxSilence, ...call }: StreamCall,
): AsyncGenerator<string, void> {
  signal?.throwIfAborted()
  const { timeout = transport.limits.timeout } = call
  const headers = { accept: 'text/event-stream', ...call.headers }
  const silence = new SilenceLimit()
  try {
    const response = await silence.within(timeout, (limit) =>
      transport.begin(path, { headers }, anyOf(signal, limit)),
    )
    const { ok, status, body } = response
    if (!ok || body === null || !isEventStream(response)) {
      const text = await silence.within(timeout, () => response.text())
      throw errorOf(status, parse(text), response.headers)
    }
    const reader = body.getReader()
    const decoder = new TextDecoder()
    for (;;) {
      const { done, value } = await silence.within(maxSilence, () => reader.read())
      if (done) return
      yield decoder.decode(value, { stream: true })
    }
  } catch (cause) {
    signal?.throwIfAborted()
    throw cause instanceof RolecallError ? cause : networkError(cause, silence.exceeded)
  } finally {
    silence.end()
  }
}

/** Aborts a connection that is silent for too long. Time in which the caller does not read does not count. */
class SilenceLimit {
  /** The limit in milliseconds that was exceeded. */
  exceeded: number | undefined
  readonly #controller = new AbortController()

  async within<T>(ms: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const timer = setTimeout(() => {
      this.exceeded = ms
      this.end()
    }, ms)
    try {
      return await run(this.#controller.signal)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Closes the connection. */
  end(): void {
    this.#controller.abort()
  }
}

const isEventStream = ({ headers }: Response) =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false
