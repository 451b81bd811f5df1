import type { FastifyInstance } from 'fastify'
import type { Request } from '../load/load.ts'
import { reads } from '../operations/index.ts'
import { bareApp, type Captured, capture, METHOD_OF, prefixOf } from './app.ts'

/** The number of concurrent requests while learning responses. */
const AT_ONCE = 16
const JSON_TYPE = 'application/json; charset=utf-8'

/** Routes that return what the service returned to the same request, byte by byte. */
export function bytesFloor(): { app: FastifyInstance; learn: typeof learn } {
  const app = bareApp()
  const answers = new Map<string, Captured>()
  for (const [index, read] of reads.entries()) {
    const method = METHOD_OF(read)
    app.route({
      method,
      url: prefixOf(index, 'same') + read.route,
      handler: (request, reply) => {
        const { headers, body } = answers.get(request.url) as Captured
        reply.headers(headers).send(body)
      },
    })
    app.route({
      method,
      url: prefixOf(index, 'bare') + read.route,
      handler: (request, reply) => {
        const { body } = answers.get(request.url) as Captured
        reply.type(JSON_TYPE).send(body)
      },
    })
  }

  async function learn(index: number, origin: string, requests: readonly Request[]): Promise<void> {
    answers.clear()
    const waiting = requests.values()
    const ask = async () => {
      for (const request of waiting) {
        const captured = await capture(origin, request)
        for (const variant of ['same', 'bare'] as const)
          answers.set(prefixOf(index, variant) + request.path, captured)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, ask))
  }
  return { app, learn }
}
