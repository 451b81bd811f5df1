import { createRequire } from 'node:module'
import autocannon from 'autocannon'
import { quantile } from '../statistics.ts'
import { bodyOf, headersOf, type Load, type Measured, type Round } from './load.ts'

const { version } = createRequire(import.meta.url)('autocannon/package.json') as { version: string }
const LONGEST_S = 60

/** Runs in the benchmark's own process and takes a core of its own. */
export const autocannonLoad = (): Load => ({ name: 'autocannon', version, run })

async function run({ origin, requests, connections, ms }: Round): Promise<Measured> {
  const all = requests.map((request) => ({
    method: request.method,
    path: request.path,
    headers: headersOf(request),
    ...(request.body !== undefined && { body: bodyOf(request) }),
  }))
  let clients = 0
  const ended = Promise.withResolvers<autocannon.Result>()
  const options: autocannon.Options = {
    url: origin,
    connections,
    duration: Math.ceil(ms / 1000) + LONGEST_S,
    timeout: LONGEST_S,
    requests: all.slice(0, 1),
    // Each connection starts at a different request, so that they do not send the same at the same time.
    setupClient: (client) => {
      const start = Math.floor((all.length * clients++) / connections)
      client.setRequests([...all.slice(start), ...all.slice(0, start)])
    },
  }
  const start = performance.now()
  const instance = autocannon(options, (error, result) =>
    error ? ended.reject(error) : ended.resolve(result),
  )
  // Its own figures are in whole milliseconds.
  const times: number[] = []
  instance.on('response', (_client, _status, _bytes, time) => times.push(time))
  let took = ms
  setTimeout(() => {
    took = performance.now() - start
    instance.stop()
  }, ms)
  const { non2xx, errors, timeouts } = await ended.promise
  times.sort((one, other) => one - other)
  return {
    count: times.length,
    perSecond: times.length / (took / 1000),
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    max: times.at(-1) ?? 0,
    failures: non2xx + errors + timeouts,
  }
}
