import type { TObject, TSchema } from 'typebox'
import { type Endpoint, type Method, takesIdempotencyKey, takesPosition } from '../http/endpoint.ts'
import { SESSION_COOKIE } from '../http/request/session-cookie.ts'
import { readsItem } from './answers.ts'
import { exampleOf } from './examples.ts'
import type { Components, Json } from './schemas.ts'

/** What every operation that needs a caller takes. */
export const BY_TOKEN: readonly Json[] = [{ token: [] }, { tokenField: [] }]

export const securitySchemes: Json = {
  token: {
    type: 'http',
    scheme: 'bearer',
    description: 'The `api_token` of a sign-in.',
  },
  tokenField: {
    type: 'apiKey',
    in: 'query',
    name: 'api_token',
    description:
      'The same, for clients that can set no header. Works in the body too. Addresses end up in logs and histories: prefer the header.',
  },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description:
      'The session of a page of `PUBLIC_URL`, after a sign-in with `session=cookie`. It counts where neither a header nor `api_token` ' +
      'is sent, and for methods other than GET and HEAD only with the `Origin` of `PUBLIC_URL` (403 `cross_site`).',
  },
}

const EVENT_STREAM = 'text/event-stream'

const text = { type: 'string' }

const pathParameter = (name: string, description: string, example: unknown, schema: Json = text): Json => ({
  name,
  in: 'path',
  required: true,
  description,
  schema,
  example,
})

const optional = (
  where: 'header' | 'query',
  name: string,
  description: string,
  schema: Json,
  value: unknown,
): Json => ({
  name,
  in: where,
  description,
  schema,
  ...offered(value),
})

/** An example of an optional parameter. Without the mark, the reference's "try it" would send it. */
const offered = (value: unknown): Json => ({ examples: { default: { value, 'x-disabled': true } } })

const ETAG = '"3-J7Cg1Wk8mGkZ2cVb0qv0hX1Jd8s"'

const filterPattern = (value: string) => {
  const condition = `(?:(?:(?:eq|not|lt|lte|gt|gte):)?${value}|btw:${value}\\|${value})`
  return `^(?:(?:not:)?|${condition}(?:\\|AND\\|${condition}){0,4})$`
}

export const sharedParameters: Json = {
  value: pathParameter('value', 'Its value.', '1'),
  id: pathParameter('id', 'Its id or uuid.', '1'),
  token: pathParameter('token', 'Id of the token.', '7'),
  factor: pathParameter('factor', 'Id of the factor.', '7'),
  offboarding: pathParameter('offboarding', 'Id of the offboarding.', '7'),
  delivery: pathParameter('delivery', 'Id of the delivery.', '7'),
  filters: optional(
    'query',
    'filter[id]',
    'Any attribute may stand in the brackets. A value, or `<operator>:<value>` with `eq not lt lte gt gte like btw`; `btw` takes `<low>|<high>`; conditions are joined by `|AND|`. Empty is null, `not:` is not null.',
    { type: 'string', pattern: filterPattern('[0-9]{1,15}') },
    'btw:1|1000',
  ),
  all: optional(
    'query',
    'all',
    'Takes all of them away; no member need be named.',
    { type: 'boolean', default: false },
    true,
  ),
  variant: optional(
    'query',
    'variant',
    '`2` asks for the second shape of the answer.',
    { type: 'string', enum: ['2'] },
    '2',
  ),
  apiVariant: optional(
    'header',
    'X-Api-Variant',
    'The same as `variant`.',
    { type: 'string', enum: ['2'] },
    '2',
  ),
  ifMatch: optional(
    'header',
    'If-Match',
    'Refuse the write if the record has changed since this ETag.',
    text,
    ETAG,
  ),
  ifNoneMatch: optional(
    'header',
    'If-None-Match',
    'Answer 304 if the record still has this ETag.',
    text,
    ETAG,
  ),
  lastEventId: optional(
    'header',
    'Last-Event-ID',
    'Go on after this event. Browsers send it by themselves when they connect again.',
    { type: 'string' },
    '01a215f8-95c7-78cd-9750-f658a64997cf',
  ),
  clientIp: optional(
    'header',
    'X-Client-IP',
    'The address of the person for whom a trusted client calls. Ignored without a token.',
    {
      anyOf: [
        { type: 'string', format: 'ipv4' },
        { type: 'string', format: 'ipv6' },
      ],
    },
    '192.0.2.7',
  ),
  clientAgent: optional(
    'header',
    'X-Client-Agent',
    "What that person's program calls itself in its `User-Agent`.",
    text,
    'Mozilla/5.0 (X11; Linux x86_64) Firefox/142.0',
  ),
  atLeast: optional(
    'header',
    'X-At-Least',
    'The `X-Position` of an earlier answer: this one is from a state at least that new, by whatever process.',
    { type: 'string', pattern: '^[\\w-]{8}\\.[0-9a-z]{1,11}$' },
    '3fK2-x_9.1z4',
  ),
  idempotencyKey: optional(
    'header',
    'Idempotency-Key',
    'Carries the write out once: within 24 hours, the same key and request get the same answer again.',
    { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    '5f0c6a52-4f3e-4b4e-9d0a-0f6a3f4ad1e7',
  ),
}

const shared = (name: string): Json => ({ $ref: `#/components/parameters/${name}` })

/** The path parameters, which all methods share. */
export function ofPath({ path, pathSchemas = {}, example }: Endpoint, components: Components): Json[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
  return names.map((name) => {
    const described = pathSchemas[name]
    if (described) {
      const schema = components.add(described)
      const { description } = described as { description?: string }
      return pathParameter(
        name,
        description ?? '',
        exampleOf(schema, { components: components.schemas }),
        schema,
      )
    }
    return name in sharedParameters
      ? shared(name)
      : pathParameter(name, 'Its slug.', example?.path?.[name] ?? '')
  })
}

/** The parameters of one method. */
export function ofQueryAndHeaders(endpoint: Endpoint, method: Method, components: Components): Json[] {
  return [
    ...(method === 'GET' || method === 'HEAD' || endpoint.items ? ofInput(endpoint.input, components) : []),
    ...(endpoint.members && method === 'DELETE' ? [shared('all')] : []),
    ...(endpoint.variant ? [shared('variant'), shared('apiVariant')] : []),
    ...(endpoint.refusals.includes(412) ? [shared('ifMatch')] : []),
    ...(readsItem(endpoint) ? [shared('ifNoneMatch')] : []),
    ...(endpoint.streams?.examples[EVENT_STREAM] ? [shared('lastEventId')] : []),
    ...(endpoint.isForEndUsers ? [shared('clientIp'), shared('clientAgent')] : []),
    ...(takesPosition(endpoint) ? [shared('atLeast')] : []),
    ...(takesIdempotencyKey(endpoint) ? [shared('idempotencyKey')] : []),
  ]
}

function ofInput(input: TObject, components: Components): Json[] {
  const { properties } = input
  const required: string[] = input.required ?? []
  const named = Object.entries(properties).map(([name, property]) => {
    const { description: _said, ...schema } = components.add(property as TSchema)
    // A named schema has its own description.
    const { description } = property as { description?: string }
    const value = exampleOf(schema, { components: components.schemas })
    const isRequired = required.includes(name)
    return {
      name,
      in: 'query',
      ...(description !== undefined && { description }),
      ...(isRequired && { required: true }),
      ...sentAs(schema, isRequired ? { example: value } : offered(value), value),
    }
  })
  return properties.sort ? [...named, shared('filters')] : named
}

/** Lists are sent as `a,b`, objects as JSON. The schema is a string, as few tools support `content` in parameters. */
function sentAs(schema: Json, example: Json, value: unknown): Json {
  const types = [schema.type].flat()
  if (types.includes('object')) {
    const text = { type: 'string', contentMediaType: 'application/json', examples: [JSON.stringify(value)] }
    return { schema: text, ...offered(JSON.stringify(value)) }
  }
  const style = types.includes('array') ? { style: 'form', explode: false } : {}
  return { schema, ...style, ...example }
}
