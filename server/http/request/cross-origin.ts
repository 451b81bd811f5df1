import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/**
 * Allows pages of these origins, and no others, to call the API from a browser (CORS). Never with cookies: a page must
 * send the token itself.
 */
export async function acceptCrossOrigin(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return
  const isOpen = origins.includes('*')
  await app.register(cors, {
    // Other origins get the same response as if CORS were off.
    origin: isOpen
      ? '*'
      : async (origin?: string) => origin !== undefined && origins.includes(origin) && origin,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['ETag', 'X-Request-Id', 'Retry-After', 'Idempotency-Replayed'],
    // In strict mode, the plugin refuses an OPTIONS that is no preflight with a message of its own.
    strictPreflight: false,
    maxAge: 600,
  })
}
