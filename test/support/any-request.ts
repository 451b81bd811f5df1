import { METHODS } from 'node:http'
import type { TObject } from 'typebox'
import { listEndpoints } from '../../server/app.ts'
import type { Endpoint } from '../../server/http/endpoint.ts'
import { fc } from './seeds.ts'
import { type CallOptions, defaults } from './service.ts'

// Sign-out has tests of its own, and would end the session of these.
const endpoints = listEndpoints(defaults).filter(({ name }) => name !== 'signout')
const methods = METHODS.filter((method) => method !== 'CONNECT')

const NAMES =
  'id uuid email username name slug type parent module is_active created_at birth created_by'.split(' ')
const ODD_NAMES = 'password meta nothing __proto__ constructor toString filter variant all ids '.split(' ')
const ODD_TEXTS = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    '1',
    '2',
    '1e9',
    '99999999999999999999',
    'true',
    'null',
    'only',
    '2026-02-30',
    '2026-01-01T00:00:00Z',
  ],
  ...[
    '%',
    '_',
    '\\',
    "'",
    '"',
    ';--',
    'a,b',
    'a|b',
    'btw:1|',
    'like:',
    'not:',
    'eq:1|AND|',
    '../..',
    '{"a":1}',
    '[1]',
    '\u0000',
    'İ',
    '👩‍👩‍👧',
  ],
  ...[
    'email',
    'roles.permissions',
    'id:desc',
    'super-administrator',
    'can-read-users',
    'x'.repeat(300),
    'x'.repeat(20_000),
  ],
]

const text = fc.oneof(fc.constantFrom(...ODD_TEXTS), fc.string({ unit: 'binary', maxLength: 30 }))
const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NAMES) },
  fc.constantFrom(...ODD_NAMES),
  fc.string({ unit: 'binary', maxLength: 10 }),
)
const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: text },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(null, true, false, 0, 1, 2, -1, 1.5, 1e308, [], {}, [[]], [null], {
      toString: 1,
    }),
  },
  fc.jsonValue({ maxDepth: 3 }),
)

/** Fields of the endpoint and some others, with any value. */
const fieldsOf = ({ input }: Endpoint) => {
  const own = Object.keys((input as TObject).properties)
  const known = own.length > 0 ? fc.constantFrom(...own) : name
  return fc.dictionary(fc.oneof({ weight: 5, arbitrary: known }, name), value, { maxKeys: 6 })
}

const queryOf = (endpoint: Endpoint) =>
  fc.oneof(
    fc.webQueryParameters(),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc
      .array(fc.tuple(fc.oneof(fieldName(endpoint), bracketed(endpoint)), text), { maxLength: 6 })
      .map((pairs) => pairs.map((pair) => pair.map(encode).join('=')).join('&')),
  )

const fieldName = ({ input }: Endpoint) => {
  const own = [
    ...Object.keys((input as TObject).properties),
    'filter',
    'sort',
    'include',
    'page',
    'trashed',
    'variant',
  ]
  return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...own) }, name)
}
const bracketed = (endpoint: Endpoint) =>
  fc
    .tuple(fieldName(endpoint), fc.array(name, { maxLength: 3 }))
    .map(([first, rest]) => first + rest.map((part) => `[${part}]`).join(''))

const encode = (part: string) => encodeURIComponent(part.toWellFormed())
/** Longer paths are refused before the service's own code: see the tests over sockets. */
const inPath = (part: string) => encode(part.slice(0, 300))

/** The endpoint's path with random parameters; or an unknown path, or hardly a path at all. */
const pathOf = ({ path }: Endpoint) =>
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .tuple(name, fc.oneof(fc.integer({ min: 0, max: 12 }).map(String), text), text)
        .map(([column, value, slug]) =>
          path
            .replace(':column', () => inPath(column) || 'id')
            .replace(/:(value|id)/, () => inPath(value))
            .replace(':slug', () => inPath(slug)),
        ),
    },
    fc
      .string({ unit: 'grapheme-ascii', maxLength: 40 })
      .map((rest) => `/api${rest.replaceAll(/[?#\s]/g, '%')}`),
    fc.array(text, { maxLength: 6 }).map((parts) => `/api/${parts.map(inPath).join('/')}`),
  )

const latin = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 40,
})
const HEADERS =
  'accept if-match if-none-match x-request-id x-http-status x-api-variant x-forwarded-for x-forwarded-host ' +
  'origin cookie accept-encoding range content-encoding host user-agent x-http-method-override'
const headerName = fc.constantFrom(...HEADERS.split(' '))
const headers = fc.dictionary(
  headerName,
  fc.oneof(latin, fc.constantFrom('200', '2', '*', '"1-x"', 'W/"2-y"')),
  { maxKeys: 3 },
)

const payloads = fc.tuple(
  fc.constantFrom(
    ...[
      'application/json',
      'application/json; charset=utf-16',
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data',
    ],
    ...['multipart/form-data; boundary=b', 'application/x-ndjson', '', 'x', 'application/vnd.api+json'],
  ),
  fc.oneof(
    text,
    fc.json(),
    fc.constantFrom(
      '{',
      '[1',
      '{"a":1,"a":2}',
      '{"__proto__":{"a":1}}',
      '--b\r\n\r\n--b--\r\n',
      'a[b][c][d][e][f]=1',
      '[]',
      '"x"',
      'null',
    ),
  ),
)

/** One request, of any method, with any path, query, headers and body. */
export interface Request {
  isPublic: boolean
  method: string
  path: string
  options: CallOptions
}

const bodyOf = (endpoint: Endpoint): fc.Arbitrary<CallOptions> =>
  fc.oneof(
    { weight: 4, arbitrary: fieldsOf(endpoint).map((json) => ({ json })) },
    fc.jsonValue({ maxDepth: 3 }).map((json) => ({ json })),
    queryOf(endpoint).map((form) => ({ form })),
    payloads.map(([type, payload]) => ({ payload, headers: { 'content-type': type } })),
    fc.constant({}),
  )

/** Requests for every endpoint, from almost valid to far from valid. */
export const requests: fc.Arbitrary<Request> = fc.constantFrom(...endpoints).chain((endpoint) =>
  fc
    .record({
      method: fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...endpoint.methods) },
        fc.constantFrom(...methods),
      ),
      path: pathOf(endpoint),
      query: fc.option(queryOf(endpoint), { nil: undefined }),
      body: bodyOf(endpoint),
      headers,
    })
    .map(({ method, path, query, body, headers }) => {
      const options: CallOptions = {
        headers: { ...headers, ...body.headers },
        ...(query !== undefined && { query }),
      }
      return {
        isPublic: endpoint.access === 'public',
        method,
        path,
        options: method === 'GET' ? options : { ...body, ...options },
      }
    }),
)

const known = (method: string, path: string, options: CallOptions = {}): [Request] => [
  { isPublic: false, method, path, options },
]
const many = (count: number) => Array.from({ length: count }, (_, index) => `x${index}`)

/** Requests that were once answered with a 500, or without the envelope. */
export const regressions: [Request][] = [
  known('GET', '/api/roles', { query: 'variant[x]=1' }),
  known('POST', '/api/roles', { json: { variant: { toString: 1 } } }),
  known('POST', '/api/users', { json: { q: 'x'.repeat(60_000) } }),
  known('POST', '/api/roles', { json: { filter: { name: `like:${'x'.repeat(60_000)}` } } }),
  known('POST', '/api/roles', { json: { filter: { name: many(2000).join('|AND|') } } }),
  known('POST', '/api/roles', { json: { filter: { name: many(2000) } } }),
  known('POST', '/api/taxonomies', { json: { types: many(40_000) } }),
  known('POST', '/api/nothing', { payload: 'x', headers: { 'content-type': 'text/plain' } }),
  known('POST', '/api/roles/create', { json: { ' ': 1 } }),
  known('POST', '/api/users/1/relationships/roles', { json: { '': 1 } }),
  known('PROPFIND', '/api/roles'),
  known('TRACE', '/api/roles/id/1'),
  known('GET', '/api/roles/%zz/1'),
  known('HEAD', '/healthz', { payload: ' ', headers: { 'content-encoding': 'x' } }),
  known('GET', '/api/roles', { payload: ' ', headers: { 'content-encoding': 'gzip' } }),
]
