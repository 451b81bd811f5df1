import { hash } from 'node:crypto'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { mapValues } from '../server/openapi/schemas.ts'

// biome-ignore lint/suspicious/noExplicitAny: documents of others, walked along paths that their formats promise.
type Json = any

/** The converter has no types and no ES module. */
const { convertV2 } = createRequire(import.meta.url)('openapi-to-postmanv2')

const OPTIONS = {
  folderStrategy: 'Tags',
  parametersResolution: 'Example',
  // Optional parameters are listed but disabled.
  enableOptionalParameters: false,
}

/**
 * A Postman collection (v2.1) of every operation: a folder for each tag, `{{baseUrl}}` and `{{token}}` as variables.
 * Signing in sets the token; every response is tested for its status and its envelope.
 * The same description always gives the same collection.
 * @throws if the converter cannot read the description
 */
export async function collectionOf(description: object): Promise<Json> {
  const { result, reason, output } = await promisify(convertV2)(
    { type: 'json', data: forConverter(description) },
    OPTIONS,
  )
  if (!result) throw new Error(`No collection can be made: ${reason}`)
  const { info, item } = output[0].data
  const described = operationsByAddress(description)
  return {
    info: { ...info, _postman_id: idOf('collection') },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: 'http://127.0.0.1:8080' },
      { key: 'token', value: '' },
    ],
    event: [testing(ENVELOPE)],
    item: item.map((folder: Json) => ({
      ...folder,
      item: folder.item.map((request: Json) => settled(request, described)),
    })),
  }
}

/**
 * Omits responses, which would be nine tenths of the file; the reference has them. Unwraps the examples of parameters,
 * of which the converter would use the whole entry as the value.
 */
function forConverter(node: Json): Json {
  if (Array.isArray(node)) return node.map(forConverter)
  if (typeof node !== 'object' || node === null) return node
  if (node.operationId !== undefined) {
    const { responses: _described, ...operation } = node
    return { ...mapValues(operation, forConverter), responses: { 200: { description: 'As described.' } } }
  }
  if (node.in !== undefined && node.examples !== undefined) {
    const { examples, ...parameter } = node
    return { ...mapValues(parameter, forConverter), example: examples.default.value }
  }
  return mapValues(node, forConverter)
}

/** The address of a request in the collection's notation. */
export const addressOf = ({ method, url }: Json): string => `${method} /${url.path.join('/')}`

/** Operations by their address in the collection. */
const operationsByAddress = ({ paths }: Json): Map<string, Json> =>
  new Map(
    Object.entries<Json>(paths).flatMap(([path, { parameters: _ofAll, ...operations }]) =>
      Object.entries<Json>(operations).map(
        ([method, operation]) =>
          [`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, operation] as const,
      ),
    ),
  )

/** A request with a stable id, its authentication, and its tests. */
function settled({ name, request }: Json, described: Map<string, Json>): Json {
  const { auth: _inherited, header = [], ...rest } = request
  const address = addressOf(request)
  const { operationId, security, responses } = described.get(address)
  const auth = security?.length === 0 ? { auth: { type: 'noauth' } } : {}
  const statuses = Object.keys(responses).join(', ')
  const script = [
    `pm.test('The status is described', () => pm.expect(pm.response.code).to.be.oneOf([${statuses}]))`,
    ...(operationId === 'signin' ? KEEP_TOKEN : []),
  ]
  return { id: idOf(address), name, event: [testing(script)], request: { ...rest, header, ...auth } }
}

/** The script that Postman runs after a response. */
const testing = (exec: readonly string[]): Json => ({
  listen: 'test',
  script: { type: 'text/javascript', exec },
})

/** Stores the token for later requests. */
const KEEP_TOKEN = [
  "if (pm.response.code === 200) pm.collectionVariables.set('token', pm.response.json().data.item.api_token)",
]

/** A 304 and a HEAD have no body. */
const ENVELOPE = [
  "pm.test('The answer names its request', () => pm.response.to.have.header('X-Request-Id'))",
  "if (pm.response.code !== 304 && pm.request.method !== 'HEAD') {",
  "  pm.test('The body says whether it was a success', () =>",
  '    pm.expect(pm.response.json().success).to.equal(pm.response.code < 400),',
  '  )',
  '}',
]

/** A uuid derived from a name, as the converter's own change on each run. */
const idOf = (name: string) =>
  hash('sha1', `rolecall ${name}`).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-5$3-8$4-$5')
