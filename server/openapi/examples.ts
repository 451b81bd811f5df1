import type { Json } from './schemas.ts'

const MAX_DEPTH = 8

/** A value that the schema accepts, made of its examples, defaults and bounds. Optional relations are left out. */
export function exampleOf(schema: Json, components: Json, depth = 0): unknown {
  if (depth > MAX_DEPTH) return {}
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1) as string
    return exampleOf(components[name] as Json, components, depth + 1)
  }
  if (Array.isArray(schema.examples)) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (Array.isArray(schema.allOf)) {
    return Object.assign({}, ...schema.allOf.map((each) => exampleOf(each as Json, components, depth + 1)))
  }
  if (Array.isArray(schema.anyOf)) return exampleOfChoice(schema.anyOf as Json[], components, depth)
  return exampleOfType(schema, components, depth)
}

/** Null where that is allowed: an example with every relation in it would have no end. */
const exampleOfChoice = (choices: Json[], components: Json, depth: number): unknown =>
  choices.some(({ type }) => type === 'null') ? null : exampleOf(choices[0] as Json, components, depth + 1)

function exampleOfType(schema: Json, components: Json, depth: number): unknown {
  const types = [schema.type].flat()
  if (types.includes('null')) return null
  switch (types[0]) {
    case 'object':
      return exampleOfObject(schema, components, depth)
    case 'array':
      return schema.items && depth < 4 ? [exampleOf(schema.items as Json, components, depth + 1)] : []
    case 'integer':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    case 'string':
      return exampleOfText(schema)
    default:
      return null
  }
}

function exampleOfObject({ properties = {}, required = [] }: Json, components: Json, depth: number): Json {
  const names = new Set(required as string[])
  const shown = Object.entries(properties as Json).filter(
    ([name, property]) => names.has(name) || isPlain(property as Json),
  )
  return Object.fromEntries(
    shown.map(([name, property]) => [name, exampleOf(property as Json, components, depth + 1)]),
  )
}

const isPlain = ({ $ref, anyOf, items, writeOnly }: Json) =>
  $ref === undefined && anyOf === undefined && items === undefined && writeOnly === undefined

function exampleOfText({ format }: Json): string {
  if (format === 'uuid') return '01978f6e-5f0a-7c3e-9d2b-4a1f6e8c0b57'
  if (format === 'date-time') return '2026-05-04T09:30:00.000Z'
  if (format === 'date') return '2026-05-04'
  if (format === 'uri') return 'https://example.com/'
  return 'text'
}
