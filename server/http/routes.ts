import { createHash, hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Ctx } from '../access/context.ts'
import { guard } from '../access/guard.ts'
import { mapMaybePromise } from '../access/maybe-promise.ts'
import type { CachedToken } from '../access/memory/memory.ts'
import { AnswerBudget, MOST_BYTES, Reservation, type Shared, tooLongPage } from '../capacity/answer-budget.ts'
import type { TokenUsage } from '../credentials/token-usage.ts'
import { invalidField, Refusal } from '../errors.ts'
import { say } from '../messages/say.ts'
import { type Fields, isFields } from '../values/fields.ts'
import { refuseLongQuery, takesQuery } from '../values/query-length.ts'
import { type Reader, reader } from '../values/validate.ts'
import type { Call, Endpoint, Method } from './endpoint.ts'
import { authenticate, credentialOf } from './request/authenticate.ts'
import { costOf } from './request/cost.ts'
import { carryOut } from './request/idempotency.ts'
import { KNOWN_EVERYWHERE } from './request/known.ts'
import { logCaller, logCredentialsOf } from './request/log-caller.ts'
import { parseUrlEncoded, refuseMany } from './request/parameters.ts'
import type { TokenLimit } from './request/token-limit.ts'
import { textInSlices } from './response/answer-text.ts'
import { type Answer, succeeded } from './response/envelope.ts'
import type { Send } from './response/send.ts'
import type { Methods } from './server/methods.ts'

interface Serving {
  /** What a call starts from, before it is known who calls. */
  context: (request: FastifyRequest) => Ctx
  publicUrl: string | undefined
  tokenLimit: TokenLimit
  send: Send
  /** What the answers that are being made share. */
  shared: Shared
  /** Told of each use of a token. */
  tokenUsage: Pick<TokenUsage, 'note'>
}

/** Puts endpoints on the app: each authenticated, guarded and read the same way. Other methods get 405. */
export function serveEndpoints(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  { allow, ...serving }: Serving & Methods,
): void {
  const byPath = Map.groupBy(endpoints, ({ path }) => path)
  for (const [path, onPath] of byPath) {
    const methods = new Set(onPath.flatMap((endpoint) => endpoint.methods))
    for (const method of methods) {
      serve(
        app,
        method,
        onPath.filter((endpoint) => endpoint.methods.includes(method)).map(withReader),
        serving,
      )
    }
    allow(path, methods)
  }
}

interface Served {
  endpoint: Endpoint
  read: Reader
}

const readers = new WeakMap<Endpoint, Reader>()

function withReader(endpoint: Endpoint): Served {
  const { input, unknown, readOnly, nullIsAbsent } = endpoint
  const options = {
    unknown,
    known: KNOWN_EVERYWHERE,
    ...(readOnly && { readOnly }),
    nullIsAbsent: nullIsAbsent ?? false,
  }
  const read = readers.get(endpoint) ?? reader(input, options)
  readers.set(endpoint, read)
  return { endpoint, read }
}

/** One method of one path: mostly one endpoint, or several that are told apart by what is sent. */
function serve(app: FastifyInstance, method: Method, served: Served[], serving: Serving): void {
  const [first] = served as [Served, ...Served[]]
  app.route({
    method,
    url: first.endpoint.path,
    exposeHeadRoute: false,
    config: { access: first.endpoint.access },
    // Not async: Fastify would then wait for the answer to be written, by listening for five events.
    handler: (request, reply) => {
      carry(request, reply).catch((error: unknown) => reply.send(error))
    },
  })

  // What is in memory is not awaited: a check would spend more on waiting than on all else.
  async function carry(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const received = receive(request)
    const { endpoint, read } =
      served.find(({ endpoint: { when } }) => !when || when(received.sent, received.body)) ?? first
    const base = serving.context(request)
    const entering = enter(base, request, received, endpoint, serving)
    const actor = entering instanceof Promise ? await entering : entering
    logCaller(request, actor)
    const isGone = () => hasHungUp(request, reply)
    const share = { caller: actor.authorId, isWrite: endpoint.messages !== undefined }
    const reservation = new Reservation(serving.shared, share)
    const noteCredentialsOf = (userId: number) => logCredentialsOf(request, userId)
    const call = callOf(
      { ...base, actor, isGone, noteCredentialsOf },
      request,
      received,
      endpoint,
      read,
      serving,
      reservation,
    )
    const made: Making = { endpoint, request, reply, reservation, send: serving.send }
    if (endpoint.isRecords) return readInTurn(call, made)
    const carrying = carryOut(endpoint, call)
    const answered = carrying instanceof Promise ? await releasedUnless(carrying, reservation) : carrying
    const answering = answer(answered, made)
    if (answering) await answering
  }
}

/** An answer that is being made. */
interface Making {
  endpoint: Endpoint
  request: FastifyRequest
  reply: FastifyReply
  reservation: Reservation
  send: Send
}

async function readInTurn(call: Call, made: Making): Promise<void> {
  const { place } = made.reservation
  await place.enter()
  try {
    // The client may have disconnected while queued.
    const answered: Answer = made.reply.raw.closed
      ? { data: null }
      : await releasedUnless(carryOut(made.endpoint, call), made.reservation)
    await answer(answered, made)
  } finally {
    place.leave()
  }
}

type Received = Pick<Call, 'sent' | 'body' | 'filters'>

/** What was sent, in whatever encoding, as one. */
function receive({ body, raw }: FastifyRequest): Received {
  refuseMany(body)
  const { url = '' } = raw
  const start = url.indexOf('?')
  const query = start === -1 ? {} : parseUrlEncoded(url.slice(start + 1))
  const sent: Fields = isFields(body) ? { ...query, ...body } : query
  return { body, filters: takeFilters(sent), sent }
}

/** One way in: who calls? @throws Refusal 401, 429 */
function enter(
  base: Ctx,
  request: FastifyRequest,
  { sent, filters, body }: Received,
  endpoint: Endpoint,
  { tokenUsage, tokenLimit }: Serving,
): Actor | Promise<Actor> {
  if (endpoint.access === 'public') return base.actor
  const { token, fromHeader } = credentialOf(request.headers.authorization, sent)
  return mapMaybePromise(authenticate(base, token), (actor) => {
    const { id, user_id: userId } = actor.token as CachedToken
    tokenUsage.note(id, { userId, at: base.now(), ip: base.ip })
    const spending = tokenLimit.spend(id, () => costOf(endpoint, { sent, filters, body }))
    // Beside the header, another token is a value of the write, not a credential.
    if (!fromHeader || sent.api_token === token) delete sent.api_token
    return spending ? spending.then(() => actor) : actor
  })
}

/** May they, and what do they send? @throws Refusal 400, 403, 422 */
function callOf(
  ctx: Ctx,
  request: FastifyRequest,
  { sent, filters, body }: Received,
  endpoint: Endpoint,
  read: Reader,
  { publicUrl }: Serving,
  reservation: Reservation,
): Call {
  const { access, members, items, messages } = endpoint
  const requirement = access === 'public' || access === 'signed-in' ? undefined : access
  const isWrite = messages !== undefined
  const ownOnly = requirement && guard(ctx.actor, requirement, isWrite)
  const guarded = requirement && { requirement, isWrite, isOwnOnly: ownOnly !== undefined }
  const isOfFields = !members && !items
  if (isOfFields && body !== undefined && !isFields(body)) {
    throw new Refusal(400, 'malformed', say`The body must be an object of fields.`)
  }
  const input = isOfFields ? read(sent) : {}
  if (isOfFields && takesQuery(endpoint.input)) refuseLongQuery(input, filters)
  return {
    ctx: { ...ctx, guarded },
    params: request.params as Record<string, string>,
    input,
    sent,
    filters,
    body,
    ownOnly,
    publicUrl,
    budget: (copies) => new AnswerBudget(reservation, copies),
    isVariant2: asksForVariant2(endpoint, sent.variant, request.headers['x-api-variant']),
    request,
  }
}

/** It has closed its side of the connection: there may be nobody to hear of what is written from here on. */
const hasHungUp = ({ raw: { socket } }: FastifyRequest, reply: FastifyReply): boolean =>
  reply.raw.closed || socket.destroyed || socket.readableEnded

const TWO = new Set<unknown>(['2', 2])

/** Where there is one shape, it means nothing. @throws Refusal 422 for a shape that there is not */
function asksForVariant2({ variant }: Endpoint, field: unknown, header: unknown): boolean {
  const [name, asked] = field === undefined ? ['X-Api-Variant', header] : ['variant', field]
  if (TWO.has(asked)) return true
  if (variant === undefined || asked === undefined || asked === null || asked === '') return false
  throw invalidField(name, 'not_allowed', say`${name} must be 2.`)
}

/** Moves `filter[<field>]` out of what was sent, so that `filter` is the plain parameter of the same name. */
function takeFilters(sent: Fields): Fields {
  if (!isFields(sent.filter)) return {}
  const { '': plain, ...filters } = sent.filter
  sent.filter = plain
  return filters
}

/** @returns a promise for a large answer alone: a check would spend more on waiting than on all else */
function answer(answered: Answer, made: Making): Promise<void> | undefined {
  if (made.reservation.isLarge) return releasedUnless(answerInSlices(answered, made), made.reservation)
  write(JSON.stringify(succeeded(answered)), answered, made)
  return undefined
}

async function answerInSlices(answered: Answer, made: Making): Promise<void> {
  const { reservation, endpoint } = made
  // What was written stays written: such an answer was measured before.
  const limit = endpoint.messages === undefined ? { bytes: MOST_BYTES, tooLong: tooLongPage } : undefined
  const next = () => reservation.slices.next()
  const slices = answered.text ?? (await textInSlices(succeeded(answered), next, limit))
  reservation.shrinkTo(slices.reduce((sum, { length }) => sum + length, 0))
  write(slices, answered, made)
}

function write(
  payload: string | Buffer[],
  answered: Answer,
  { endpoint, request, reply, reservation, send }: Making,
): void {
  const status = answered.status ?? endpoint.status ?? 200
  const headers: Record<string, string> = {
    ...answered.headers,
    ...(answered.isReplayed && { 'idempotency-replayed': 'true' }),
  }
  const held = reservation
  if (answered.version === undefined) {
    send(request, reply, { status, payload, headers, held })
    return
  }
  headers.etag = `"${answered.version}-${digestOf(payload)}"`
  const isKnown = matches(request.headers['if-none-match'], headers.etag)
  send(
    request,
    reply,
    isKnown ? { status: 304, payload: undefined, headers, held } : { status, payload, headers, held },
  )
}

/** What is reserved for an answer that is not sent is free again. */
async function releasedUnless<T>(making: T | Promise<T>, reservation: Reservation): Promise<T> {
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
