import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Ctx, refuseIfGone } from '../access/context.ts'
import { guard } from '../access/guard.ts'
import { sqlAnswers } from '../access/sql/answers.ts'
import { AnswerBudget, Reservation, type SharedCapacity } from '../capacity/answer-budget.ts'
import type { Connection } from '../db/connect.ts'
import { invalidField, Refusal } from '../errors.ts'
import { say } from '../messages/say.ts'
import { type Fields, isFields } from '../values/fields.ts'
import { refuseLongQuery, takesQuery } from '../values/query-length.ts'
import { type Reader, reader } from '../values/validate.ts'
import { type Answer, type Call, type Endpoint, type Method, takesIdempotencyKey } from './endpoint.ts'
import { type Authentication, authenticate, logCaller, logCredentialsOf } from './request/authenticate.ts'
import { runCallOnce } from './request/idempotency.ts'
import { KNOWN_EVERYWHERE } from './request/known-everywhere.ts'
import { parseUrlEncoded, refuseMany } from './request/parameters.ts'
import { type InProgress, releaseOnError, respond } from './response/respond.ts'
import type { Send } from './response/send.ts'
import type { Methods } from './server/methods.ts'

interface Serving extends Authentication {
  /** The context of a call before authentication. */
  context: (request: FastifyRequest) => Ctx
  publicUrl: string | undefined
  send: Send
  /** Limits that all concurrent responses share. */
  shared: SharedCapacity
}

/** Registers endpoints on the app, with authentication, authorization and validation. Other methods get 405. */
export function serveEndpoints(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  { allow, replicas, ...serving }: Serving & Methods & Pick<Connection, 'replicas'>,
): void {
  const served = replicas ? endpoints.map((endpoint) => fromReplicas(endpoint, replicas)) : endpoints
  const byPath = Map.groupBy(served, ({ path }) => path)
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

/** Registers one method of one path: mostly one endpoint, or several that the payload distinguishes. */
function serve(app: FastifyInstance, method: Method, served: Served[], serving: Serving): void {
  const [first] = served as [Served, ...Served[]]
  app.route({
    method,
    url: first.endpoint.path,
    exposeHeadRoute: false,
    config: { access: first.endpoint.access },
    // Not async: Fastify would add five event listeners to wait until the response is written.
    handler: (request, reply) => {
      handle(request, reply).catch((error: unknown) => reply.send(error))
    },
  })

  // Await only real promises: see access/maybe-promise.ts.
  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const received = receive(request)
    const { endpoint, read } =
      served.find(({ endpoint: { when } }) => !when || when(received.sent, received.body)) ?? first
    const base = serving.context(request)
    const authenticating = authenticate(base, request, received, endpoint, serving)
    const actor = authenticating instanceof Promise ? await authenticating : authenticating
    logCaller(request, actor)
    const isGone = () => hasDisconnected(request, reply)
    const share = { caller: actor.authorId, isWrite: endpoint.effect === 'write' }
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
    const made: InProgress = { endpoint, request, reply, reservation, send: serving.send }
    if (endpoint.isRecords) return readWithSlot(call, made)
    const running = runCall(endpoint, call)
    const answer = running instanceof Promise ? await releaseOnError(running, reservation) : running
    const responding = respond(answer, made)
    if (responding) await responding
  }
}

/** Runs a call that is allowed and whose input is valid. @throws Refusal */
function runCall(endpoint: Endpoint, call: Call): Answer | Promise<Answer> {
  const key = call.request.headers['idempotency-key']
  if (key !== undefined && takesIdempotencyKey(endpoint))
    return count(call, endpoint, runCallOnce(endpoint, call, key))
  if (endpoint.admit || endpoint.prepare) return count(call, endpoint, prepareAndHandle(endpoint, call))
  return endpoint.handle(call)
}

/** Counts the call once its transaction has committed: it may be retried or rolled back. */
async function count({ ctx }: Call, { countedAs }: Endpoint, running: Promise<Answer>): Promise<Answer> {
  const answer = await running
  if (countedAs !== undefined && !answer.isReplayed) ctx.days?.note(countedAs, ctx.now())
  return answer
}

async function prepareAndHandle(endpoint: Endpoint, call: Call): Promise<Answer> {
  refuseIfGone(call.ctx)
  await endpoint.admit?.(call)
  call.prepared = await endpoint.prepare?.(call)
  return endpoint.handle(call)
}

async function readWithSlot(call: Call, made: InProgress): Promise<void> {
  const { readSlot } = made.reservation
  await readSlot.enter()
  try {
    // The client may have disconnected while queued.
    const answer: Answer = made.reply.raw.closed
      ? { data: null }
      : await releaseOnError(runCall(made.endpoint, call), made.reservation)
    await respond(answer, made)
  } finally {
    readSlot.leave()
  }
}

type Replicas = NonNullable<Connection['replicas']>

/** The endpoint reading from a replica, if one has all of the caller's writes (read-your-writes). */
function fromReplicas(endpoint: Endpoint, replicas: Replicas): Endpoint {
  if (!endpoint.isRecords) return endpoint
  return {
    ...endpoint,
    handle: (call) => {
      const { ctx } = call
      const { ownerId } = ctx.actor
      if (ownerId === null) return endpoint.handle(call)
      // The in-memory access data follows the primary: never fill it from a replica.
      const read = (db: typeof ctx.db) =>
        endpoint.handle({ ...call, ctx: { ...ctx, db, access: sqlAnswers } })
      return replicas.read(ownerId, ctx.db, read)
    },
  }
}

type Received = Pick<Call, 'sent' | 'body' | 'filters'>

/** Merges query and body; the body wins. */
function receive({ body, raw }: FastifyRequest): Received {
  refuseMany(body)
  const { url = '' } = raw
  const start = url.indexOf('?')
  const query = start === -1 ? {} : parseUrlEncoded(url.slice(start + 1))
  const sent: Fields = isFields(body) ? { ...query, ...body } : query
  return { body, filters: takeFilters(sent), sent }
}

/** Authorizes the caller and validates the input. @throws Refusal 400, 403, 422 */
function callOf(
  ctx: Ctx,
  request: FastifyRequest,
  { sent, filters, body }: Received,
  endpoint: Endpoint,
  read: Reader,
  { publicUrl }: Serving,
  reservation: Reservation,
): Call {
  const { access, members, items, effect } = endpoint
  const requirement = access === 'public' || access === 'signed-in' ? undefined : access
  const isWrite = effect === 'write'
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
    prepared: undefined,
    publicUrl,
    budget: (copies) => new AnswerBudget(reservation, copies),
    isVariant2: wantsVariant2(endpoint, sent.variant, request.headers['x-api-variant']),
    request,
  }
}

/** Whether the client has closed its side of the connection, so that it may not read a response. */
const hasDisconnected = ({ raw: { socket } }: FastifyRequest, reply: FastifyReply): boolean =>
  reply.raw.closed || socket.destroyed || socket.readableEnded

const TWO = new Set<unknown>(['2', 2])

/** Ignored for endpoints with only one shape. @throws Refusal 422 for an unknown shape */
function wantsVariant2({ variant }: Endpoint, field: unknown, header: unknown): boolean {
  const [name, requested] = field === undefined ? ['X-Api-Variant', header] : ['variant', field]
  if (TWO.has(requested)) return true
  if (variant === undefined || requested === undefined || requested === null || requested === '') return false
  throw invalidField(name, 'not_allowed', say`${name} must be 2.`)
}

/** Removes `filter[<field>]` from the input, which leaves `filter` as the plain parameter of that name. */
function takeFilters(sent: Fields): Fields {
  if (!isFields(sent.filter)) return {}
  const { '': plain, ...filters } = sent.filter
  sent.filter = plain
  return filters
}
