import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * What happens to a request on the way. `lose` forwards it and drops the answer, `cut` breaks the answer off half-way,
 * `drop` drops the request itself, `hang` never answers, `html` answers with a page as no service would.
 */
export type Fault = 'pass' | 'lose' | 'cut' | 'drop' | 'hang' | 'html' | Refused
interface Refused {
  status: number
  headers?: Record<string, string>
  /** JSON in place of a page. */
  body?: unknown
}

export interface FaultyProxy {
  origin: string
  /** Sets the faults of the next requests, in order; later requests pass. */
  next: (...faults: Fault[]) => void
  /** The time, the method and the Idempotency-Key of each request. */
  seen: { at: number; method: string; key: string | undefined }[]
  /** How many streams of events are open. */
  streams: () => number
  /** Breaks the connections of all streams. */
  cutStreams: () => void
  stop: () => Promise<void>
}

/** A network that fails on purpose, between a client and the service at `target`. */
export async function faultyProxy(target: string): Promise<FaultyProxy> {
  let faults: Fault[] = []
  const seen: FaultyProxy['seen'] = []
  const streams = new Set<ServerResponse>()
  const server = createServer(async (incoming, outgoing) => {
    const key = incoming.headers['idempotency-key'] as string | undefined
    seen.push({ at: performance.now(), method: incoming.method as string, key })
    const fault = faults.shift() ?? 'pass'
    if (fault === 'pass' && incoming.url?.startsWith('/api/events'))
      passStream(target, incoming, outgoing, streams)
    else await applyFault(fault, target, incoming, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: (...next) => {
      faults = next
      seen.length = 0
    },
    seen,
    streams: () => streams.size,
    cutStreams: () => {
      for (const stream of streams) stream.socket?.resetAndDestroy()
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function applyFault(fault: Fault, target: string, incoming: IncomingMessage, outgoing: ServerResponse) {
  if (fault === 'hang') return
  if (fault === 'drop') return incoming.socket.destroy()
  if (fault === 'html') return outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>')
  if (typeof fault === 'object') {
    const text = fault.body === undefined ? '<h1>Sorry</h1>' : JSON.stringify(fault.body)
    return outgoing.writeHead(fault.status, fault.headers).end(text)
  }
  const { status, headers, body } = await forward(target, incoming)
  if (fault === 'lose') return incoming.socket.destroy()
  outgoing.writeHead(status, headers)
  if (fault === 'pass') return outgoing.end(body)
  // After the first half has been sent.
  outgoing.write(body.slice(0, body.length / 2), () => outgoing.socket?.destroy())
}

async function forward(target: string, incoming: IncomingMessage) {
  const sent = await text(incoming)
  const { method, headers, url } = incoming
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(target + url, { method, headers }, resolve)
      .on('error', reject)
      .end(sent)
  })
  return { status: answer.statusCode as number, headers: answer.headers, body: await text(answer) }
}

/** Forwards what arrives as it arrives. */
function passStream(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  open: Set<ServerResponse>,
) {
  const { method, headers, url } = incoming
  const asked = request(target + url, { method, headers, agent: false }, (answer) => {
    outgoing.writeHead(answer.statusCode as number, answer.headers)
    answer.on('error', () => outgoing.destroy()).pipe(outgoing)
    open.add(outgoing)
  })
  asked.on('error', () => outgoing.destroy()).end()
  outgoing.on('close', () => {
    open.delete(outgoing)
    asked.destroy()
  })
}
