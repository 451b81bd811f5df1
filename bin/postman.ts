import { hash } from 'node:crypto'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { mapValues } from '../server/openapi/schemas.ts'

// biome-ignore lint/suspicious/noExplicitAny: documents of others, walked along paths that their formats promise.
type Json = any

/** The converter has no types of its own, and no ES module. */
const { convertV2 } = createRequire(import.meta.url)('openapi-to-postmanv2')

const OPTIONS = {
  folderStrategy: 'Tags',
  parametersResolution: 'Example',
  // What may be left out is there to be ticked, and is not sent along until then.
  enableOptionalParameters: false,
}

/**
 * A Postman collection (v2.1) of every operation: a folder for each tag, `{{baseUrl}}` and `{{token}}` as variables.
 * The same description always gives the same collection.
 * @throws where the converter finds the description unreadable
 */
export async function collectionOf(description: object): Promise<Json> {
  const { result, reason, output } = await promisify(convertV2)(
    { type: 'json', data: forConverter(description) },
    OPTIONS,
  )
  if (!result) throw new Error(`No collection can be made: ${reason}`)
  const { info, item } = output[0].data
  const open = openOperations(description)
  return {
    info: { ...info, _postman_id: idOf('collection') },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: 'http://127.0.0.1:8080' },
      { key: 'token', value: '' },
    ],
    item: item.map((folder: Json) => ({
      ...folder,
      item: folder.item.map((request: Json) => settled(request, open)),
    })),
  }
}

/**
 * Answers are left to the reference: here they would be nine tenths of the file. Of a parameter's examples the
 * converter would take the entry for the value.
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
    return { ...parameter, example: examples.default.value }
  }
  return mapValues(node, forConverter)
}

/** The address of a request as the collection has it. */
export const addressOf = ({ method, url }: Json): string => `${method} /${url.path.join('/')}`

/** Operations that need no token, by the address that the collection has for them. */
const openOperations = ({ paths }: Json): Set<string> =>
  new Set(
    Object.entries<Json>(paths).flatMap(([path, item]) =>
      Object.entries<Json>(item)
        .filter(([, { security }]) => security?.length === 0)
        .map(([method]) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    ),
  )

/** A request with an id that stays, and an auth that says whether it needs the collection's token. */
function settled({ name, request }: Json, open: Set<string>): Json {
  const { auth: _inherited, ...rest } = request
  const address = addressOf(request)
  const auth = open.has(address) ? { auth: { type: 'noauth' } } : {}
  return { id: idOf(address), name, request: { ...rest, ...auth } }
}

/** A uuid made of a name: the converter's own are new each time. */
const idOf = (name: string) =>
  hash('sha1', `rolecall ${name}`).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-5$3-8$4-$5')
