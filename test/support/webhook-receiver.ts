import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

/** A request as it arrived. */
export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
  // biome-ignore lint/suspicious/noExplicitAny: a CloudEvent, whose data tests look into.
  event: any
}

type Behaviour = (request: IncomingMessage, response: ServerResponse, received: Received) => void

const accept: Behaviour = (_request, response) => {
  response.statusCode = 204
  response.end()
}

/** A receiver of webhooks in this process, which accepts everything unless it is told otherwise. */
export interface WebhookReceiver {
  url: (path?: string) => string
  port: number
  /** In the order of their arrival. */
  received: Received[]
  /** Connections since the start. */
  connections: () => number
  behave: (behaviour: Behaviour) => void
  accept: () => void
  close: () => Promise<void>
}

export async function startWebhookReceiver(host = '127.0.0.1'): Promise<WebhookReceiver> {
  let behaviour = accept
  let connections = 0
  const received: Received[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      const one = {
        path: request.url as string,
        headers: request.headers,
        body,
        event: JSON.parse(body || 'null'),
      }
      received.push(one)
      behaviour(request, response, one)
    })
  })
  server.on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (path = '/') => `http://${host.includes(':') ? `[${host}]` : host}:${port}${path}`,
    port,
    received,
    connections: () => connections,
    behave: (other) => {
      behaviour = other
    },
    accept: () => {
      behaviour = accept
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Verifies as receivers do. @throws unless one of the signatures is right */
export const verify = (secret: string, { body, headers }: Received): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>)
