import { createHash, hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MaybePromise } from '../../access/answers.ts'
import { MAX_BYTES, type Reservation, tooLongPage } from '../../capacity/answer-budget.ts'
import type { Positions } from '../../db/positions.ts'
import type { Answer, AnswerHeaders, Endpoint } from '../endpoint.ts'
import { textInSlices, textOf } from './answer-text.ts'
import type { Send } from './send.ts'

/** What is needed to respond to a request. */
export interface PendingResponse {
  endpoint: Endpoint
  request: FastifyRequest
  reply: FastifyReply
  reservation: Reservation
  send: Send
  positions: Positions
}

/** @returns a promise only for a large response: see `MaybePromise` in access/answers.ts */
export function respond(answer: Answer, pending: PendingResponse): MaybePromise<void> {
  if (answer.stream) {
    const { request, reply, reservation, send } = pending
    const { stream, headers = {} } = answer
    send(request, reply, { status: 200, payload: stream, headers, held: reservation })
    return
  }
  if (pending.reservation.isLarge) return respondInSlices(answer, pending)
  write(textOfAnswer(answer, pending.endpoint), answer, pending)
}

function textOfAnswer(answer: Answer, { isRecords, usesRecordCache, effect }: Endpoint): string {
  if (answer.json !== undefined) return `{"success":true,"status":"success","data":${answer.json}}`
  // The texts of records are joined. For a check, which has none, the generators would cost more than the check.
  const hasRecords = isRecords || usesRecordCache || effect === 'write'
  return hasRecords ? textOf(successBody(answer)) : JSON.stringify(successBody(answer))
}

/** Has both spellings of success, so that it serves clients of either variant. */
export const successBody = ({ data, messages }: Answer) => ({
  success: true,
  status: 'success',
  data,
  ...(messages && { messages }),
})

async function respondInSlices(answer: Answer, pending: PendingResponse): Promise<void> {
  const { reservation, endpoint } = pending
  // A write is already committed: its response was measured before and is not limited here.
  const limit = endpoint.effect === 'read' ? { bytes: MAX_BYTES, tooLong: tooLongPage } : undefined
  const next = () => reservation.slices.nextIteration()
  const slices = answer.text ?? (await textInSlices(successBody(answer), next, limit))
  reservation.shrinkTo(slices.reduce((sum, { length }) => sum + length, 0))
  write(slices, answer, pending)
}

function write(
  payload: string | Buffer[],
  answer: Answer,
  { endpoint, request, reply, reservation, send }: PendingResponse,
): void {
  const status = answer.status ?? endpoint.status ?? 200
  const headers: AnswerHeaders = {
    ...answer.headers,
    ...(answer.isReplayed && { 'idempotency-replayed': 'true' }),
  }
  const held = reservation
  if (answer.version === undefined) {
    send(request, reply, { status, payload, headers, held })
    return
  }
  const etag = `"${answer.version}-${digestOf(payload)}"`
  headers.etag = etag
  const isKnown = matches(request.headers['if-none-match'], etag)
  send(
    request,
    reply,
    isKnown ? { status: 304, payload: undefined, headers, held } : { status, payload, headers, held },
  )
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
