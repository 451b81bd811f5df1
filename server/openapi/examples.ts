import { pageOf } from '../values/page.ts'
import type { Json } from './schemas.ts'

interface Context {
  /** Schemas by name, to resolve references. */
  components: Json
  /** Examples of inputs contain required fields only. */
  isInput?: boolean
  /** Fastify's route pattern, for the URLs in a page. */
  path?: string
}

const MAX_DEPTH = 10

/** A value that the schema accepts, from its examples, defaults and bounds. Omits optional relations. */
export function exampleOf(schema: Json, context: Context, depth = 0): unknown {
  if (depth > MAX_DEPTH) throw new Error('A schema without an end needs an example of its own.')
  const inner = (each: unknown) => exampleOf(each as Json, context, depth + 1)
  if (Array.isArray(schema.examples)) return schema.examples[0]
  if (typeof schema.$ref === 'string') return inner(context.components[nameIn(schema.$ref)])
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (Array.isArray(schema.allOf)) return Object.assign({}, ...schema.allOf.map(inner))
  if (Array.isArray(schema.anyOf)) return exampleOfChoice(schema.anyOf, inner)
  if (isPage(schema)) return exampleOfPage(schema, context, inner)
  return exampleOfType(schema, context, inner)
}

type Inner = (schema: unknown) => unknown

const nameIn = (ref: string) => ref.split('/').at(-1) as string

/** Null if allowed: an example with every relation would be endless. */
const exampleOfChoice = (choices: Json[], inner: Inner): unknown =>
  choices.some(({ type }) => type === 'null') ? null : inner(choices[0])

const isPage = ({ properties }: Json) => Object.hasOwn((properties ?? {}) as Json, 'first_page_url')

const EXAMPLE_HOST = 'https://accounts.example.com'
const EXAMPLE_PARTS: Record<string, string> = { column: 'id', value: '1', id: '1' }

/** A consistent page, built as the service builds it. */
function exampleOfPage({ properties }: Json, { path = '' }: Context, inner: Inner) {
  const { items } = (properties as { data: Json }).data
  const address = path.replaceAll(/:(\w+)/g, (_match, part: string) => EXAMPLE_PARTS[part] ?? part)
  return pageOf([inner(items)], 1, {
    page: 1,
    perPage: 20,
    path: EXAMPLE_HOST + address,
    parameters: new URLSearchParams(),
  })
}

function exampleOfType(schema: Json, context: Context, inner: Inner): unknown {
  const types = [schema.type].flat()
  if (types.includes('null')) return null
  switch (types[0]) {
    case 'object':
      return exampleOfObject(schema, context, inner)
    case 'array':
      return schema.maxItems === 0 ? [] : [inner(schema.items)]
    case 'integer':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    case 'string':
      return EXAMPLES_OF_FORMAT[schema.format as string] ?? 'text'
    default:
      return null
  }
}

function exampleOfObject({ properties = {}, required = [] }: Json, { isInput }: Context, inner: Inner): Json {
  const names = new Set(required as string[])
  const shown = Object.entries(properties as Json).filter(
    ([name, property]) => names.has(name) || (!isInput && isPlain(property as Json)),
  )
  return Object.fromEntries(shown.map(([name, property]) => [name, inner(property)]))
}

const isPlain = ({ $ref, anyOf, items, writeOnly }: Json) =>
  $ref === undefined && anyOf === undefined && items === undefined && writeOnly === undefined

const EXAMPLES_OF_FORMAT: Record<string, string> = {
  uuid: '01978f6e-5f0a-7c3e-9d2b-4a1f6e8c0b57',
  'date-time': '2026-05-04T09:30:00.000Z',
  date: '2026-05-04',
  uri: 'https://example.com/',
}
