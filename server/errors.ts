import { type Message, say } from './messages/say.ts'

/** An error of one field. Array bodies name the item too: `3.email`. */
export interface Detail {
  field: string
  code: string
  message: Message
}

interface Options {
  details?: Detail[]
  headers?: Record<string, string>
  /** Further fields of the body, beside those of every refusal. */
  fields?: Record<string, unknown>
  cause?: unknown
}

/** An error response, with a message in whole sentences. Thrown anywhere in a call, and answered by `handleFailures`. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly details: Detail[]
  readonly headers: Record<string, string>
  readonly fields: Record<string, unknown>
  /** The message, translatable into the language of the client; `message` is English. */
  readonly said: Message

  constructor(status: number, code: string, message: Message, options: Options = {}) {
    super(String(message), { cause: options.cause })
    this.said = message
    this.status = status
    this.code = code
    this.details = options.details ?? []
    this.headers = options.headers ?? {}
    this.fields = options.fields ?? {}
  }
}

export const badRequest = (code: string, message: Message) => new Refusal(400, code, message)

export const unauthenticated = (message: Message) =>
  new Refusal(401, 'unauthenticated', message, { headers: { 'www-authenticate': 'Bearer' } })

/** The same message for every invalid token. */
export const tokenEnded = () => unauthenticated(say`The token is unknown, expired or revoked.`)

export const forbidden = (slugs: readonly string[], what = say`This needs`) =>
  new Refusal(403, 'forbidden', say`${what} the permission ${slugs.join(', ')}.`)

/** Only a client with a half-closed connection receives it. */
export const clientGone = () =>
  badRequest('client_gone', say`The client closed the connection before this was begun; nothing was changed.`)

export const tooLarge = () =>
  new Refusal(413, 'too_large', say`The body is larger than this service accepts.`)

/** @param what the exceeded limit, as a sentence */
export const tooManyRequests = (what: Message, seconds: number) =>
  new Refusal(429, 'too_many_requests', say`${what} Try again in ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  })

/** A read exceeded the time limit. */
export const tooSlow = (cause?: unknown) =>
  new Refusal(
    503,
    'too_slow',
    say`This took too long to read. Narrow it by other filters, a longer search text or a shorter time range, or select by a unique field.`,
    { headers: { 'retry-after': '5' }, ...(cause !== undefined && { cause }) },
  )

export const overloaded = (cause?: unknown) =>
  new Refusal(503, 'overloaded', say`The service is overloaded. Try again in a moment.`, {
    headers: { 'retry-after': '1' },
    cause,
  })

export const notFound = (message: Message) => new Refusal(404, 'not_found', message)

/** A stream cannot go on after this event. */
export const positionGone = () =>
  new Refusal(
    410,
    'position_gone',
    say`The audit trail no longer has the event of this Last-Event-ID, or some after it. Ask GET /api/audit?per_page=1 for the newest entry, read again what you keep, and connect with the uuid of that entry.`,
  )

export const conflict = (code: string, message: Message, field?: string) =>
  new Refusal(409, code, message, field === undefined ? {} : { details: [{ field, code, message }] })

/** Every attempt of a write conflicted with other writes. */
export const writeConflict = (cause?: unknown) =>
  new Refusal(409, 'write_conflict', say`Others changed the same records at the same moment. Try again.`, {
    ...(cause !== undefined && { cause }),
  })

/** The database never had the position that a read asks for, or has lost it. */
export const unknownPosition = () =>
  conflict(
    'unknown_position',
    say`This database has not reached that position: it is another one, or was restored to an earlier state. Read without it.`,
  )

/** Details in one response, so that it is not ten times as long as the request. */
export const MAX_DETAILS = 1000

/** Missing, mistyped or out-of-range values: one detail each, up to {@link MAX_DETAILS}. */
export const invalid = (details: Detail[]) =>
  new Refusal(
    422,
    details.length === 1 ? (details[0] as Detail).code : 'invalid',
    say`Some fields are not valid.`,
    { details: details.slice(0, MAX_DETAILS) },
  )

export const invalidField = (field: string, code: string, message: Message) =>
  invalid([{ field, code, message }])
