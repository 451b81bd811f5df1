import type { ServerResponse } from 'node:http'

/**
 * Resolves once the client has read what was written, or has disconnected.
 * @param limitMs closes the connection if the client has read nothing until then
 */
export function drained(raw: ServerResponse, limitMs?: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = limitMs === undefined ? undefined : setTimeout(() => raw.destroy(), limitMs).unref()
  const done = () => {
    clearTimeout(timer)
    raw.off('drain', done).off('close', done)
    resolve()
  }
  raw.on('drain', done).on('close', done)
  return promise
}
