import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import Fastify, { type FastifyInstance } from 'fastify'
import { type Request, send } from '../load/load.ts'
import type { Read } from '../operations/operation.ts'

/** A response of the service, as a floor returns it. */
export interface Captured {
  headers: Record<string, string>
  body: string
}

/** With the headers of the service, or without any. */
export type Variant = 'same' | 'bare'

/** The path of an operation's floor: the operation's path behind a prefix with its number. */
export const prefixOf = (index: number, variant: Variant): string =>
  `/${variant === 'same' ? 's' : 'b'}${index}`

/** Headers that Node writes itself. */
const NODES_OWN = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']

/** A page that is read for the first time may take so long at a million users that others beside it are refused. */
const MAX_TRIES = 10

export async function capture(origin: string, request: Request): Promise<Captured> {
  let response = await send(origin, request)
  for (let tries = 1; response.status === 503 && tries < MAX_TRIES; tries++) {
    await wait(Number(response.headers.get('retry-after')) * 1000)
    response = await send(origin, request)
  }
  const body = await response.text()
  if (!response.ok)
    throw new Error(`${request.method} ${request.path}: ${response.status} ${body.slice(0, 300)}`)
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !NODES_OWN.includes(name)))
  return { headers, body }
}

/** Fastify without options that cost time. */
export const bareApp = (): FastifyInstance => Fastify({ routerOptions: { maxParamLength: 500 } })

export const METHOD_OF = (read: Read): 'GET' | 'POST' => (read.route === '/api/checks' ? 'POST' : 'GET')

/** A floor must return what the service returns, or its figure means nothing. @throws otherwise */
export async function refuseUnlessSame(app: FastifyInstance, path: string, expected: string): Promise<void> {
  const { statusCode, body } = await app.inject({ url: path })
  if (statusCode === 200 && isDeepStrictEqual(JSON.parse(body), JSON.parse(expected))) return
  throw new Error(`The floor of ${path} answers ${statusCode} ${body}\ninstead of ${expected}`)
}
