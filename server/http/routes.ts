import { hash } from 'node:crypto'
import { METHODS } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../access/context.ts'
import { guard } from '../access/guard.ts'
import { Refusal } from '../errors.ts'
import { authenticate, credentialOf } from './authenticate.ts'
import { readMultipart } from './bodies.ts'
import type { Call, Endpoint } from './endpoint.ts'
import { type Answer, succeeded } from './envelope.ts'
import { sendRefusal } from './failures.ts'
import { KNOWN_EVERYWHERE } from './known.ts'
import { type Fields, isFields, parseUrlEncoded } from './parameters.ts'
import { type Reader, reader } from './validate.ts'

interface Serving {
  /** What a call starts from, before it is known who calls. */
  context: (request: FastifyRequest) => Ctx
  publicUrl: string | undefined
}

/** All that Node reads; a CONNECT it hands to nobody. */
const ALL_METHODS = METHODS.filter((method) => method !== 'CONNECT')

/** Puts endpoints on the app: each authenticated, guarded and read the same way. Other methods get 405. */
export function serveEndpoints(app: FastifyInstance, endpoints: readonly Endpoint[], serving: Serving): void {
  for (const method of ALL_METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  const methodsByPath = new Map<string, Set<string>>()
  for (const endpoint of endpoints) {
    serveEndpoint(app, endpoint, serving)
    const methods = methodsByPath.get(endpoint.path) ?? new Set()
    for (const method of endpoint.methods) methods.add(method)
    methodsByPath.set(endpoint.path, methods)
  }
  for (const [path, methods] of methodsByPath) refuseOtherMethods(app, path, methods)
}

function serveEndpoint(app: FastifyInstance, endpoint: Endpoint, serving: Serving): void {
  const read = reader(endpoint.input, {
    unknown: endpoint.unknown,
    known: KNOWN_EVERYWHERE,
    ...(endpoint.readOnly && { readOnly: endpoint.readOnly }),
    ...(endpoint.nullIsAbsent !== undefined && { nullIsAbsent: endpoint.nullIsAbsent }),
  })
  app.route({
    method: [...endpoint.methods],
    url: endpoint.path,
    exposeHeadRoute: false,
    config: { access: endpoint.access },
    handler: async (request, reply) => {
      const call = await receive(request, endpoint, read, serving)
      return answer(await endpoint.handle(call), endpoint, request, reply)
    },
  })
}

/** One way in: who calls, may they, what do they send. */
async function receive(
  request: FastifyRequest,
  endpoint: Endpoint,
  read: Reader,
  serving: Serving,
): Promise<Call> {
  const body = request.isMultipart() ? await readMultipart(request) : request.body
  const query = parseUrlEncoded(request.raw.url?.split('?').slice(1).join('?') ?? '')
  const sent: Fields = isFields(body) ? { ...query, ...body } : { ...query }
  const filters = takeFilters(sent)
  const base = serving.context(request)
  let ctx = base
  let ownOnly: Call['ownOnly']
  if (endpoint.access !== 'public') {
    const { token, fromHeader } = credentialOf(request.headers.authorization, sent)
    const actor = await authenticate(base, token)
    ctx = { ...base, actor }
    if (endpoint.access !== 'signed-in') ownOnly = guard(actor.grants, endpoint.access)
    // Beside the header, another token is a value of the write, not a credential.
    if (!fromHeader || sent.api_token === token) delete sent.api_token
  }
  if (!endpoint.members && body !== undefined && !isFields(body)) {
    throw new Refusal(400, 'malformed', 'The body must be an object of fields.')
  }
  return {
    ctx,
    params: request.params as Record<string, string>,
    input: endpoint.members ? {} : read(sent),
    sent,
    filters,
    body,
    ownOnly,
    url: addressOf(request, serving.publicUrl),
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
  return base + (request.url.split('?', 1)[0] as string)
}

function answer(answered: Answer, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) {
  const payload = JSON.stringify(succeeded(answered))
  reply.code(answered.status ?? endpoint.status ?? 200).type('application/json; charset=utf-8')
  if (answered.version === undefined) return reply.send(payload)
  const etag = `"${answered.version}-${hash('sha1', payload, 'base64url')}"`
  reply.header('etag', etag)
  return matches(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(payload)
}

const matches = (header: string | undefined, etag: string) =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))

/** Other methods on a known path are 405, with those it answers in `Allow`. */
export function refuseOtherMethods(app: FastifyInstance, path: string, methods: Set<string>): void {
  const allow = [...methods].join(', ')
  const method = ALL_METHODS.filter((name) => !methods.has(name))
  app.route({
    method,
    url: path,
    config: { access: 'public' },
    // Before the body is parsed: a wrong method is a 405 whatever it carries.
    onRequest: async (request, reply) => {
      const refusal = new Refusal(405, 'method_not_allowed', `This path answers ${allow}.`, {
        headers: { allow },
      })
      return sendRefusal(refusal, request, reply)
    },
    handler: async () => undefined,
  })
}
