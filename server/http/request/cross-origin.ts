import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/**
 * Lets the pages of these origins call the API from a browser; of no others, and of none where there are none. Cookies
 * are never part of it: a page must hold the token itself.
 */
export async function acceptCrossOrigin(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return
  const isOpen = origins.includes('*')
  await app.register(cors, {
    // Who is not let in gets what they would get where CORS is off.
    origin: isOpen
      ? '*'
      : async (origin?: string) => origin !== undefined && origins.includes(origin) && origin,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['ETag', 'X-Request-Id', 'Retry-After', 'Idempotency-Replayed'],
    // Strictly, it refuses an OPTIONS that is no preflight in words of its own.
    strictPreflight: false,
    maxAge: 600,
  })
}
