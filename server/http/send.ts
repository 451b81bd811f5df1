import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Guards } from './guards.ts'

/** Writes an answer of the API. */
export type Send = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: { status: number; payload: string | undefined; headers: Record<string, string> },
) => void

const asksFor200 = ({ headers }: FastifyRequest) => headers['x-http-status'] === '200'

/** What the client is told: 200 for those that can read no other. */
export const statusFor = (request: FastifyRequest, status: number): number =>
  status !== 304 && asksFor200(request) ? 200 : status

/**
 * Straight to the connection, with the headers of every answer. Fastify's own way sets them one by one, and asks hooks
 * about each answer, which took a third of a check's time.
 * @param hasOwn other plugins set headers too @param isStopping connections are not kept
 */
export const sendDirectly =
  (guards: Guards, hasOwn: boolean, isStopping: () => boolean): Send =>
  (request, reply, { status, payload, headers }) => {
    const { raw } = reply.hijack()
    const all: Record<string, string> = {
      'x-request-id': request.id,
      ...guards,
      ...(hasOwn && (reply.getHeaders() as Record<string, string>)),
      ...headers,
    }
    if (isStopping()) all.connection = 'close'
    if (payload !== undefined) {
      all['content-type'] = 'application/json; charset=utf-8'
      all['content-length'] = String(Buffer.byteLength(payload))
    }
    raw.writeHead(statusFor(request, status), all)
    raw.end(payload)
  }
