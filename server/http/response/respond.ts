import { createHash, hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { MAX_BYTES, type Reservation, tooLongPage } from '../../capacity/answer-budget.ts'
import type { Answer, Endpoint } from '../endpoint.ts'
import { textInSlices } from './answer-text.ts'
import type { Send } from './send.ts'

/** A response in progress. */
export interface InProgress {
  endpoint: Endpoint
  request: FastifyRequest
  reply: FastifyReply
  reservation: Reservation
  send: Send
}

/** @returns a promise only for a large response: see access/maybe-promise.ts */
export function respond(answer: Answer, made: InProgress): Promise<void> | undefined {
  if (made.reservation.isLarge) return releaseOnError(respondInSlices(answer, made), made.reservation)
  write(JSON.stringify(succeeded(answer)), answer, made)
  return undefined
}

/** Has both spellings of success, so that it serves clients of either variant. */
export const succeeded = ({ data, messages }: Answer) => ({
  success: true,
  status: 'success',
  data,
  ...(messages && { messages }),
})

async function respondInSlices(answer: Answer, made: InProgress): Promise<void> {
  const { reservation, endpoint } = made
  // A write is already committed: its response was measured before and is not limited here.
  const limit = endpoint.effect === 'read' ? { bytes: MAX_BYTES, tooLong: tooLongPage } : undefined
  const next = () => reservation.slices.nextIteration()
  const slices = answer.text ?? (await textInSlices(succeeded(answer), next, limit))
  reservation.shrinkTo(slices.reduce((sum, { length }) => sum + length, 0))
  write(slices, answer, made)
}

function write(
  payload: string | Buffer[],
  answer: Answer,
  { endpoint, request, reply, reservation, send }: InProgress,
): void {
  const status = answer.status ?? endpoint.status ?? 200
  const headers: Record<string, string> = {
    ...answer.headers,
    ...(answer.isReplayed && { 'idempotency-replayed': 'true' }),
  }
  const held = reservation
  if (answer.version === undefined) {
    send(request, reply, { status, payload, headers, held })
    return
  }
  headers.etag = `"${answer.version}-${digestOf(payload)}"`
  const isKnown = matches(request.headers['if-none-match'], headers.etag)
  send(
    request,
    reply,
    isKnown ? { status: 304, payload: undefined, headers, held } : { status, payload, headers, held },
  )
}

/** Releases the reservation if the response fails. */
export async function releaseOnError<T>(making: T | Promise<T>, reservation: Reservation): Promise<T> {
  try {
    return await making
  } catch (error) {
    reservation.shrinkTo(0)
    throw error
  }
}

function digestOf(payload: string | Buffer[]): string {
  if (typeof payload === 'string') return hash('sha1', payload, 'base64url')
  const digest = createHash('sha1')
  for (const slice of payload) digest.update(slice)
  return digest.digest('base64url')
}

const matches = (header: string | undefined, etag: string) =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
