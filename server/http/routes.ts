import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../access/context.ts'
import { guard, reachOf } from '../access/guard.ts'
import { Refusal } from '../errors.ts'
import type { TokenUsage } from '../secrets/token-usage.ts'
import { authenticate, credentialOf } from './authenticate.ts'
import { readMultipart } from './bodies.ts'
import { costOf } from './cost.ts'
import type { Call, Endpoint, Method } from './endpoint.ts'
import { type Answer, succeeded } from './envelope.ts'
import { carryOut } from './idempotency.ts'
import { KNOWN_EVERYWHERE } from './known.ts'
import type { Methods } from './methods.ts'
import { type Fields, isFields, parseUrlEncoded, refuseMany } from './parameters.ts'
import type { TokenLimit } from './token-limit.ts'
import { type Reader, reader } from './validate.ts'

interface Serving {
  /** What a call starts from, before it is known who calls. */
  context: (request: FastifyRequest) => Ctx
  publicUrl: string | undefined
  tokenLimit: TokenLimit
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

  async function carry(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const received = await receive(request)
    const { endpoint, read } =
      served.find(({ endpoint: { when } }) => !when || when(received.sent, received.body)) ?? first
    const call = await admit(request, received, endpoint, read, serving)
    answer(await carryOut(endpoint, call), endpoint, request, reply)
  }
}

type Received = Pick<Call, 'sent' | 'body' | 'filters'>

/** What was sent, in whatever encoding, as one. */
async function receive(request: FastifyRequest): Promise<Received> {
  const body = request.isMultipart() ? await readMultipart(request) : request.body
  refuseMany(body)
  const { url = '' } = request.raw
  const start = url.indexOf('?')
  const query = start === -1 ? {} : parseUrlEncoded(url.slice(start + 1))
  const sent: Fields = isFields(body) ? { ...query, ...body } : { ...query }
  return { body, filters: takeFilters(sent), sent }
}

/** One way in: who calls, may they, what do they send. */
async function admit(
  request: FastifyRequest,
  { sent, body, filters }: Received,
  endpoint: Endpoint,
  read: Reader,
  serving: Serving,
): Promise<Call> {
  const base = serving.context(request)
  let ctx = base
  let ownOnly: Call['ownOnly']
  if (endpoint.access !== 'public') {
    const { token, fromHeader } = credentialOf(request.headers.authorization, sent)
    const actor = await authenticate(base, token)
    serving.tokenUsage.note(actor.tokenId, { userId: actor.userId, at: base.now(), ip: base.ip })
    await serving.tokenLimit.spend(actor.tokenId, () => costOf(endpoint, { sent, filters, body }))
    ctx = { ...base, actor }
    if (endpoint.access !== 'signed-in')
      ownOnly = guard(actor.grants, reachOf(endpoint.access, actor, endpoint.messages !== undefined))
    // Beside the header, another token is a value of the write, not a credential.
    if (!fromHeader || sent.api_token === token) delete sent.api_token
  }
  const isOfFields = !endpoint.members && !endpoint.items
  if (isOfFields && body !== undefined && !isFields(body)) {
    throw new Refusal(400, 'malformed', 'The body must be an object of fields.')
  }
  return {
    ctx,
    params: request.params as Record<string, string>,
    input: isOfFields ? read(sent) : {},
    sent,
    filters,
    body,
    ownOnly,
    get url() {
      return addressOf(request, serving.publicUrl)
    },
    isVariant2: TWO.has(sent.variant ?? request.headers['x-api-variant']),
    request,
  }
}

const TWO = new Set<unknown>(['2', 2])

/** Moves `filter[<field>]` out of what was sent, so that `filter` is the plain parameter of the same name. */
function takeFilters(sent: Fields): Fields {
  if (!isFields(sent.filter)) return {}
  const { '': plain, ...filters } = sent.filter
  sent.filter = plain
  return filters
}

function addressOf(request: FastifyRequest, publicUrl: string | undefined): string {
  const base = publicUrl ?? `${request.protocol}://${request.host}`
  // A request line may hold a whole address, whose host is the client's play: of it, the path alone.
  const [path = ''] = request.url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '').split('?', 1)
  return base + path
}

function answer(answered: Answer, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) {
  const payload = JSON.stringify(succeeded(answered))
  reply.code(answered.status ?? endpoint.status ?? 200).type('application/json; charset=utf-8')
  if (answered.isReplayed) reply.header('idempotency-replayed', 'true')
  if (answered.version === undefined) return reply.send(payload)
  const etag = `"${answered.version}-${hash('sha1', payload, 'base64url')}"`
  reply.header('etag', etag)
  return matches(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(payload)
}

const matches = (header: string | undefined, etag: string) =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
