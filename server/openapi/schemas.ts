import { type TSchema, Type } from 'typebox'
import { challenged } from '../../contract/factors.ts'
import { MAX_DETAILS } from '../errors.ts'

export type Json = Record<string, unknown>

/** Collects the named schemas of the document: all with an `$id`. */
export class Components {
  readonly schemas: Json = {}

  /** The schema as in the document: named schemas by reference, without our own marks. */
  add(schema: TSchema): Json {
    const plain = JSON.parse(JSON.stringify(schema)) as Json
    return this.#place(plain)
  }

  #place(schema: Json): Json {
    const { $id, ...rest } = schema
    const placed = portable(this.#children(rest))
    if (typeof $id !== 'string') return placed
    this.schemas[$id] = placed
    return { $ref: `#/components/schemas/${$id}` }
  }

  #children(schema: Json): Json {
    const placed: Json = { ...schema }
    if (isJson(schema.properties)) {
      placed.properties = mapValues(schema.properties, (property) => this.#place(property as Json))
    }
    for (const key of ['items', 'additionalProperties']) {
      if (isJson(schema[key])) placed[key] = this.#place(schema[key])
    }
    for (const key of ['anyOf', 'allOf']) {
      if (Array.isArray(schema[key])) placed[key] = schema[key].map((each) => this.#place(each as Json))
    }
    return placed
  }
}

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const mapValues = (object: Json, map: (value: unknown, key: string) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]))

const STANDARD_FORMATS: Record<string, string> = {
  'past-date': 'date',
  'http-url': 'uri',
  'receiver-url': 'uri',
}
/** Formats left out, as some tools refuse a schema with an unknown format. Other keywords or the description state them. */
const OWN_FORMATS = new Set(['meta', 'trashed', 'timezone', 'language', 'ip', 'phone', 'events'])

/** Keeps only standard formats, and drops patterns with `\p`, which few tools support. The descriptions state the rest. */
function portable({ format, pattern, 'x-described': described, ...schema }: Json): Json {
  const isOwn = format === undefined || OWN_FORMATS.has(format as string)
  const isPlain = typeof pattern === 'string' && !pattern.includes('\\p{')
  return {
    ...schema,
    ...(isInteger(schema) && { format: fitsInt32(schema) ? 'int32' : 'int64' }),
    ...(!isOwn && { format: STANDARD_FORMATS[format as string] ?? format }),
    ...(isPlain && { pattern }),
    ...(described as Json | undefined),
  }
}

const isInteger = ({ type }: Json) => [type].flat().every((name) => name === 'integer' || name === 'null')

const INT32 = 2 ** 31

/** Without bounds, int64 covers all integers that JSON represents exactly. */
const fitsInt32 = ({ minimum = -Infinity, maximum = Infinity }: { minimum?: number; maximum?: number }) =>
  minimum >= -INT32 && maximum < INT32

export const Failure = Type.Object(
  {
    success: Type.Literal(false),
    status: Type.Literal('failed'),
    errors: Type.Array(Type.String(), {
      maxItems: MAX_DETAILS,
      description: 'Readable sentences.',
      examples: [['email is required.']],
    }),
    code: Type.String({ description: 'For programs.', examples: ['required'] }),
    details: Type.Array(
      Type.Object({
        field: Type.String({ examples: ['email'] }),
        code: Type.String({ examples: ['required'] }),
        message: Type.String({ examples: ['email is required.'] }),
      }),
      { maxItems: MAX_DETAILS, description: 'The fields at fault, if any.' },
    ),
    ...challenged,
    request_id: Type.String({
      description: 'As in `x-request-id`; names this request in the logs.',
      examples: ['01978f6e-5f0a-7c3e-9d2b-4a1f6e8c0b57'],
    }),
  },
  { $id: 'Failure', description: 'What every refusal looks like.' },
)
