import type { TObject, TSchema } from 'typebox'
import type { Endpoint, Method } from '../http/endpoint.ts'
import { exampleOf } from './examples.ts'
import { Components, Failure, type Json, mapValues, success } from './schemas.ts'

interface Options {
  version: string
  baseUrl: string
  /** Schemas that others only refer to. */
  named: readonly TSchema[]
}

const TAGS: Record<string, string> = {
  identity: 'Signing in, up and out, and the first administrator.',
  registrations: 'Sign-ups that wait to become users.',
  users: 'Accounts, their roles and what they may do. Every path answers under `/api/cms/users` too.',
  roles: 'Named sets of permissions.',
  permissions: 'What may be done. Declared in a manifest, not created over HTTP.',
  taxonomies: 'Terms of classifications.',
  'taxonomy-types': 'Kinds of terms.',
  health: 'For whoever runs the service.',
}

const REFUSALS: Record<number, string> = {
  400: 'Malformed, or an unknown column, filter, sort or relation.',
  401: 'No token, or one that is unknown, expired or revoked.',
  403: 'Not allowed; names the permission that is missing.',
  404: 'No such record.',
  409: 'Taken, ambiguous, or a state that forbids it.',
  412: 'The record has changed since `If-Match` was read.',
  413: 'The body is too large.',
  415: 'An encoding that is not accepted.',
  422: 'A value is missing, of the wrong type or out of range.',
  429: 'Too many attempts; see `Retry-After`.',
  503: 'Overloaded, starting, stopping, or the database cannot be reached.',
}

const HIDDEN = '/api/cms/'

/** OpenAPI 3.1, made of the same endpoints that are served. */
export function describe(endpoints: readonly Endpoint[], { version, baseUrl, named }: Options): Json {
  const components = new Components()
  for (const schema of [Failure, ...named]) components.add(schema)
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints.filter(({ path }) => !path.startsWith(HIDDEN))) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    const item = paths[path] ?? {}
    paths[path] = item
    for (const method of endpoint.methods) {
      if (method !== 'HEAD') item[method.toLowerCase()] = operation(endpoint, method, components)
    }
  }
  const examples = (node: unknown): unknown => withExamples(node, components.schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rolecall',
      version,
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Rolecall', url: `${baseUrl}/docs` },
    },
    servers: [{ url: baseUrl, description: 'This installation.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: [{ token: [] }],
    paths: examples(paths),
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'The `api_token` of a sign-in. The field `api_token` works too.',
        },
      },
      responses: mapValues(REFUSALS as unknown as Json, (description) =>
        examples(refusal(description as string)),
      ),
      parameters: sharedParameters,
      schemas: components.schemas,
    },
  }
}

const INTRODUCTION = `Registrations, users, roles, permissions and taxonomies over HTTP and JSON.

Operations answer both GET (inputs in the query) and POST (inputs in the body: JSON, form or multipart). A record is
addressed by any of its attributes: \`/api/users/email/ada@example.com\`. Send \`X-Http-Status: 200\` to get status 200
on every answer, and \`variant=2\` for the second of the contract's page shapes.`

function operation(endpoint: Endpoint, method: Method, components: Components): Json {
  const { name, methods, tag, summary, description, access, status = 200 } = endpoint
  const hasBody = method !== 'GET' && (endpoint.members || Object.keys(properties(endpoint.input)).length > 0)
  const isFirst = methods[0] === method
  return {
    operationId: idOf(
      name,
      methods.length === 1 && !endpoint.members ? '' : isFirst && !endpoint.members ? '' : method,
    ),
    tags: [tag],
    summary,
    description: description ?? `${summary}.`,
    ...(access === 'public' && { security: [] }),
    ...(typeof access === 'object' && { 'x-permission': access.needs }),
    parameters: parametersOf(endpoint, method, components),
    ...(hasBody && { requestBody: requestBody(endpoint, components) }),
    responses: {
      [status]: {
        description: 'Done.',
        ...(name.endsWith('.read') && {
          headers: {
            ETag: { description: 'For `If-None-Match` and `If-Match`.', schema: { type: 'string' } },
          },
        }),
        content: {
          'application/json': { schema: components.add(success(endpoint.data, endpoint.messages)) },
        },
      },
      ...(name.endsWith('.read') && { 304: { description: 'Not changed since `If-None-Match`.' } }),
      ...Object.fromEntries(
        refusalsOf(endpoint, hasBody).map((code) => [code, { $ref: `#/components/responses/${code}` }]),
      ),
    },
  }
}

const idOf = (name: string, suffix: string) =>
  `${name}.${suffix.toLowerCase()}`.replaceAll(
    /[.-]+(\w)?/g,
    (_match, letter: string | undefined) => letter?.toUpperCase() ?? '',
  )

const properties = (schema: TSchema) => (schema as TObject).properties ?? {}

function refusalsOf({ access, refusals }: Endpoint, hasBody: boolean): number[] {
  const guarded = access === 'public' ? [] : access === 'signed-in' ? [401] : [401, 403]
  return [...new Set([400, ...guarded, ...refusals, ...(hasBody ? [413, 415] : []), 422, 503])].sort()
}

const sharedParameters: Json = {
  column: {
    name: 'column',
    in: 'path',
    required: true,
    description: 'An attribute of the record: `id`, `uuid`, or another that is not secret.',
    schema: { type: 'string' },
    example: 'id',
  },
  value: {
    name: 'value',
    in: 'path',
    required: true,
    description: 'Its value.',
    schema: { type: 'string' },
    example: '1',
  },
  id: {
    name: 'id',
    in: 'path',
    required: true,
    description: 'Its id or uuid.',
    schema: { type: 'string' },
    example: '1',
  },
  slug: {
    name: 'slug',
    in: 'path',
    required: true,
    description: 'A slug.',
    schema: { type: 'string' },
    example: 'editor',
  },
  filters: {
    name: 'filter[id]',
    in: 'query',
    description:
      'Any attribute may stand in the brackets. A value, or `<operator>:<value>` with `eq not lt lte gt gte like btw`; `btw` takes `<low>|<high>`; conditions are joined by `|AND|`. Empty is null, `not:` is not null.',
    schema: { type: 'string' },
    example: 'btw:1|1000',
  },
  ifMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'Refuse the write if the record has changed since this ETag.',
    schema: { type: 'string' },
  },
  ifNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'Answer 304 if the record still has this ETag.',
    schema: { type: 'string' },
  },
}

function parametersOf(endpoint: Endpoint, method: Method, components: Components): Json[] {
  const shared = (name: string) => ({ $ref: `#/components/parameters/${name}` })
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => shared(name as string))
  const headers = [
    ...(endpoint.refusals.includes(412) ? [shared('ifMatch')] : []),
    ...(endpoint.name.endsWith('.read') ? [shared('ifNoneMatch')] : []),
  ]
  if (method !== 'GET') return [...inPath, ...headers]
  const schema = endpoint.input as TObject
  const query = Object.entries(schema.properties).map(([name, property]) => {
    const { description, ...rest } = components.add(property as TSchema)
    return {
      name,
      in: 'query',
      ...(description !== undefined && { description }),
      required: schema.required?.includes(name) ?? false,
      ...(isObject(rest) ? { content: { 'application/json': { schema: rest } } } : { schema: rest }),
    }
  })
  const filters = schema.properties.sort ? [shared('filters')] : []
  return [...inPath, ...query, ...filters, ...headers]
}

const isObject = ({ type }: Json) => [type].flat().includes('object')

function requestBody({ input, members }: Endpoint, components: Components): Json {
  const schema = components.add(input)
  if (members) {
    const member = { anyOf: [{ type: ['integer', 'string'] }, schema] }
    const body = { anyOf: [...member.anyOf, { type: 'array', items: member, maxItems: 1000 }] }
    return { content: { 'application/json': { schema: body, example: [{ id: 'editor', is_active: true }] } } }
  }
  const content = { schema }
  const isRequired = ((input as TObject).required ?? []).length > 0
  return {
    required: isRequired,
    content: {
      'application/json': content,
      'application/x-www-form-urlencoded': content,
      'multipart/form-data': content,
    },
  }
}

const refusal = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
})

/** Gives every JSON body an example, made of its schema. */
function withExamples(node: unknown, components: Json): unknown {
  if (Array.isArray(node)) return node.map((each) => withExamples(each, components))
  if (typeof node !== 'object' || node === null) return node
  return mapValues(node as Json, (value, key) => {
    const media = value as Json
    if (key === 'application/json' && media.example === undefined) {
      return { ...media, example: exampleOf(media.schema as Json, components) }
    }
    return withExamples(value, components)
  })
}
