import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Action } from '../../contract/actions.ts'
import { SUBJECTS } from '../../contract/permissions.ts'
import type { Actor } from '../access/actor.ts'
import { type MaybePromise, mapMaybePromise } from '../access/answers.ts'
import { refuseIfAuthorityShrank } from '../access/authority.ts'
import { type Ctx, refuseIfGone } from '../access/context.ts'
import { guard } from '../access/guard.ts'
import { refuseUntilEnrolled } from '../access/second-factor.ts'
import { sqlAnswers } from '../access/sql/answers.ts'
import { AnswerBudget, Reservation, type SharedCapacity } from '../capacity/answer-budget.ts'
import type { Caller } from '../capacity/response-memory.ts'
import type { Connection } from '../db/connect.ts'
import type { Position, Positions } from '../db/positions.ts'
import { clientGone, invalidField, Refusal } from '../errors.ts'
import { say } from '../messages/say.ts'
import { type Fields, isFields } from '../values/fields.ts'
import { refuseLongQuery, takesQuery } from '../values/query-length.ts'
import { type Reader, reader } from '../values/validate.ts'
import {
  type Answer,
  type Call,
  type Endpoint,
  type Method,
  takesIdempotencyKey,
  takesPosition,
  tellsPosition,
} from './endpoint.ts'
import { type Authentication, authenticate } from './request/authenticate.ts'
import { runCallOnce } from './request/idempotency.ts'
import { IGNORED_BY_WRITES } from './request/ignored-by-writes.ts'
import { originOf, reasonOf } from './request/origin.ts'
import { parseUrlEncoded, refuseManyFields } from './request/parameters.ts'
import { endUserOf, namesEndUser } from './request/trusted-client.ts'
import { type PendingResponse, respond } from './response/respond.ts'
import type { Send } from './response/send.ts'
import type { MethodRegistry } from './server/methods.ts'
import { logCaller, logCredentialsOf } from './server/request-log.ts'

interface Serving extends Authentication, Pick<Connection, 'currentRecords' | 'positions'> {
  /** The context of a call before authentication. */
  context: (request: FastifyRequest) => Ctx
  publicUrl: string | undefined
  send: Send
  /** Counts a request for its caller while it is carried out. @throws Refusal 503 if it is one too many */
  countFor: (caller: Caller, response: ServerResponse) => void
  /** Limits that all concurrent responses share. */
  shared: SharedCapacity
}

/** Registers endpoints on the app, with authentication, authorization and validation. Other methods get 405. */
export function serveEndpoints(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  { allow, replicas, ...serving }: Serving & MethodRegistry & Pick<Connection, 'replicas'>,
): void {
  const served = endpoints.map((endpoint) =>
    withReader(replicas ? fromReplicas(endpoint, replicas) : endpoint),
  )
  for (const [path, onPath] of Map.groupBy(served, ({ endpoint }) => endpoint.path)) {
    const methods = new Set(onPath.flatMap(({ endpoint }) => endpoint.methods))
    for (const method of methods) {
      const onMethod = onPath.filter(({ endpoint }) => endpoint.methods.includes(method))
      serve(app, method, onMethod, serving)
    }
    allow(path, methods)
  }
}

interface Served {
  endpoint: Endpoint
  read: Reader
}

function withReader(endpoint: Endpoint): Served {
  const { input, unknown, readOnly, nullIsAbsent = false } = endpoint
  const read = reader(input, {
    unknown,
    known: IGNORED_BY_WRITES,
    ...(readOnly && { readOnly }),
    nullIsAbsent,
  })
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

  // Awaits only real promises: see `MaybePromise` in access/answers.ts.
  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const received = receive(request)
    const { endpoint, read } =
      served.find(({ endpoint: { when } }) => !when || when(received.sent, received.body)) ?? first
    // Before anything is read from memory.
    const asked = takesPosition(endpoint) ? positionIn(request, serving.positions) : undefined
    const reached = asked && (await serving.positions.catchUp())
    const anonymous = serving.context(request)
    const endUser =
      endpoint.isForEndUsers && namesEndUser(request)
        ? await endUserOf(anonymous, request, received, endpoint, serving)
        : undefined
    const authenticating = authenticate(anonymous, request, received, endpoint, serving)
    const actor = authenticating instanceof Promise ? await authenticating : authenticating
    logCaller(request, actor)
    const factorPolicy = endpoint.isForEnrolment ? undefined : serving.factorPolicy
    const origin = originOf(request)
    const caller = { ...anonymous, actor, origin, factorPolicy }
    const { ownOnly, guarded } = guardOrNote(caller, endpoint, request)
    serving.countFor(actor.authorId, reply.raw)
    // Strangers, who were refused by now, do not learn how far the database has come.
    if (asked) reached?.requireKnown(asked)
    const input = readInput(endpoint, read, received)
    const isWrite = endpoint.effect === 'write'
    const reservation = new Reservation(serving.shared, { caller: actor.authorId, isWrite })
    // Before it waits for a slot: all reads that wait for the cache share one poll of the change feed.
    const records =
      endpoint.isRecords || endpoint.usesRecordCache ? await serving.currentRecords() : undefined
    const isGone = () => hasDisconnected(request, reply)
    const call: Call = {
      ...received,
      ctx: {
        ...anonymous,
        ...endUser,
        actor,
        origin: isWrite ? { ...origin, reason: reasonOf(request, received.sent) } : origin,
        guarded,
        factorPolicy,
        records,
        beginLongRead: () => reservation.beginLongRead(isGone),
        leaveLongRead: () => reservation.readSlot.leaveLongRead(),
        endLongReads: isWrite ? () => reservation.readSlot.endLongReads() : undefined,
        isGone,
        noteCredentialsOf: (userId) => logCredentialsOf(request, userId),
      },
      params: request.params as Record<string, string>,
      input,
      ownOnly,
      prepared: undefined,
      publicUrl: serving.publicUrl,
      budget: (copies) => new AnswerBudget(reservation, copies),
      isVariant2: wantsVariant2(endpoint, received.sent.variant, request.headers['x-api-variant']),
      request,
    }
    const { send, positions } = serving
    const pending: PendingResponse = { endpoint, request, reply, reservation, send, positions }
    try {
      const responding = endpoint.isRecords ? runInReadSlot(call, pending) : runAndRespond(call, pending)
      if (responding instanceof Promise) await responding
    } catch (refusal) {
      reservation.shrinkTo(0)
      const isToBeChecked = reservation.readSlot.needsAuthorityCheck && tellsWhatExists(refusal)
      const error = isToBeChecked ? await refusalNow(call.ctx, refusal) : refusal
      noteRefusal(call.ctx, endpoint, request, error)
      throw error
    } finally {
      reservation.readSlot.end()
    }
  }
}

/** Such as 404 and 409. Not the refusals of a caller (401, 403) or of the service (5xx). */
const tellsWhatExists = (error: unknown): boolean =>
  error instanceof Refusal && error.status < 500 && error.status !== 401 && error.status !== 403

/** The same refusal if the caller still has all permissions; else why not, or why that could not be checked. */
const refusalNow = (ctx: Ctx, refusal: unknown): Promise<unknown> =>
  refuseIfAuthorityShrank(ctx).then(
    () => refusal,
    (error: unknown) => error,
  )

/** {@link guardCall} for callers with a second factor where they need one; also counts refused writes. */
function guardOrNote(ctx: Ctx, endpoint: Endpoint, request: FastifyRequest): ReturnType<typeof guardCall> {
  try {
    refuseUntilEnrolled(ctx.actor, ctx.factorPolicy)
    return guardCall(endpoint, ctx.actor)
  } catch (error) {
    noteRefusal(ctx, endpoint, request, error)
    throw error
  }
}

/**
 * Counts writes for which the caller lacks a permission, a recent proof or a second factor. The subject is the record if the
 * path has its id, else the caller.
 */
function noteRefusal(ctx: Ctx, endpoint: Endpoint, { params }: FastifyRequest, error: unknown): void {
  const { name, tag, effect, access } = endpoint
  const { refusals, actor } = ctx
  if (!(error instanceof Refusal) || error.status !== 403 || !refusals || actor.authorId === null) return
  if (effect !== 'write' || access === 'public') return
  const { column, value } = params as { column?: string; value?: string }
  const id = column === 'id' && /^\d{1,15}$/.test(value ?? '') ? Number(value) : null
  const isAboutRecord = (SUBJECTS as readonly string[]).includes(tag)
  const subject = isAboutRecord
    ? { type: tag, id }
    : { type: 'users', table: 'users' as const, id: actor.authorId }
  const action = (access === 'signed-in' ? `users.${name}` : name) as Action
  refusals.note(ctx, { action, subject, of: actor.authorId })
}

/** Checks the caller's permissions. @throws Refusal 403 */
function guardCall({ access, effect }: Endpoint, actor: Actor): Pick<Call, 'ownOnly'> & Pick<Ctx, 'guarded'> {
  if (access === 'public' || access === 'signed-in') return { ownOnly: undefined, guarded: undefined }
  const isWrite = effect === 'write'
  const ownOnly = guard(actor, access, isWrite)
  return { ownOnly, guarded: { requirement: access, isWrite, isOwnOnly: ownOnly !== undefined } }
}

/** The validated fields; none if the body is not an object of fields. @throws Refusal 400, 422 */
function readInput(endpoint: Endpoint, read: Reader, { sent, filters, body }: Received): Fields {
  if (endpoint.members || endpoint.items) return {}
  if (body !== undefined && !isFields(body)) {
    throw new Refusal(400, 'malformed', say`The body must be an object of fields.`)
  }
  const input = read(sent)
  if (takesQuery(endpoint.input)) refuseLongQuery(input, filters)
  return input
}

/** @throws Refusal 503 if the wait for the slot takes too long */
async function runInReadSlot(call: Call, pending: PendingResponse): Promise<void> {
  await pending.reservation.readSlot.enter(() => pending.reply.raw.closed)
  // The client may have disconnected while queued.
  if (pending.reply.raw.closed) throw clientGone()
  await runAndRespond(call, pending)
}

/** @returns a promise only if it has to wait: see `MaybePromise` in access/answers.ts */
function runAndRespond(call: Call, pending: PendingResponse): MaybePromise<void> {
  const { endpoint, reservation } = pending
  return mapMaybePromise(run(endpoint, call), (answer) => {
    answer.onCommitted?.()
    const respondNow = () =>
      tellsPosition(endpoint) ? respondWithPosition(answer, pending) : respond(answer, pending)
    return reservation.readSlot.needsAuthorityCheck
      ? refuseIfAuthorityShrank(call.ctx).then(respondNow)
      : respondNow()
  })
}

async function respondWithPosition(answer: Answer, pending: PendingResponse): Promise<void> {
  const position = await pending.positions.written()
  await respond({ ...answer, headers: { ...answer.headers, 'x-position': position } }, pending)
}

/** The position that a read asks for. @throws Refusal 400 */
function positionIn({ headers }: FastifyRequest, positions: Positions): Position | undefined {
  const text = headers['x-at-least']
  return text === undefined ? undefined : positions.parse(String(text))
}

/** Runs a call that is allowed and whose input is valid. @throws Refusal */
function run(endpoint: Endpoint, call: Call): MaybePromise<Answer> {
  const key = call.request.headers['idempotency-key']
  if (key !== undefined && takesIdempotencyKey(endpoint)) return runCallOnce(endpoint, call, key)
  return endpoint.admit || endpoint.prepare ? prepareAndHandle(endpoint, call) : endpoint.handle(call)
}

async function prepareAndHandle(endpoint: Endpoint, call: Call): Promise<Answer> {
  refuseIfGone(call.ctx)
  await endpoint.admit?.(call)
  call.prepared = await endpoint.prepare?.(call)
  return endpoint.handle(call)
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
      // Without the cache, it is unknown which writes a replica must show. One that lags has not reached a position.
      if (ownerId === null || !ctx.records || call.request.headers['x-at-least'] !== undefined)
        return endpoint.handle(call)
      // The caches follow the primary: never fill them from a replica.
      const read = (db: typeof ctx.db) =>
        db === ctx.db
          ? endpoint.handle(call)
          : endpoint.handle({ ...call, ctx: { ...ctx, db, access: sqlAnswers, records: undefined } })
      return replicas.read(ownerId, ctx.db, read)
    },
  }
}

type Received = Pick<Call, 'sent' | 'body' | 'filters'>

/** Merges query and body; the body wins. */
function receive({ body, raw }: FastifyRequest): Received {
  refuseManyFields(body)
  const { url = '' } = raw
  const start = url.indexOf('?')
  const query = start === -1 ? {} : parseUrlEncoded(url.slice(start + 1))
  const sent: Fields = isFields(body) ? { ...query, ...body } : query
  return { body, filters: takeFilters(sent), sent }
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
