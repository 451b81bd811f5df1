import type { FastifyInstance } from 'fastify'
import { Author, Pivot, Reference } from '../../contract/fields.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { describe } from '../openapi/document.ts'
import { resources } from '../resources/index.ts'

/** The API's description, and the pages that stand on it. */
const named = [Reference, Pivot, Author, ...resources.map(({ schemas }) => schemas.item)]

export async function servePages(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  publicUrl: string | undefined,
) {
  app.get('/openapi.json', { config: { access: 'public' } }, async (request, reply) => {
    const baseUrl = publicUrl ?? `${request.protocol}://${request.host}`
    return reply
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(describe(endpoints, { version: '0.1.0', baseUrl, named })))
  })
}
