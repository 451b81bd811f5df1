import type { TObject, TSchema } from 'typebox'
import type { Endpoint, Method } from '../http/endpoint.ts'
import { exampleOf } from './examples.ts'
import { type Components, type Json, mapValues } from './schemas.ts'

/** The three encodings of the contract; forms have no way to name several members. */
export function requestBody(endpoint: Endpoint, method: Method, components: Components): Json {
  if (endpoint.items) return itemsBody(endpoint.items, method, components)
  const input = endpoint.unknown === 'refuse' ? closed(endpoint.input) : endpoint.input
  const schema = components.add(input)
  const example = exampleInput(endpoint, schema, components)
  const json = endpoint.members
    ? membersBody(schema, example, membersOf(endpoint, method))
    : { schema, example }
  const required = isRequired(endpoint, method)
  if (!fitsForm(endpoint.input)) return { required, content: { 'application/json': json } }
  const form = { schema: components.add(asForm(input)), example: formExample(example) }
  return {
    required,
    content: {
      'application/json': json,
      'application/x-www-form-urlencoded': form,
      'multipart/form-data': form,
    },
  }
}

/** Forms have no null, so an empty value clears a field, and no objects, which are sent as JSON. */
function asForm(input: TSchema): TSchema {
  const { $id, properties } = input as { $id?: string; properties: Record<string, Property> }
  const isForm = Object.values(properties).every(
    ({ type }) => type !== 'object' && !(Array.isArray(type) && type.includes('null')),
  )
  if (isForm) return input
  const form = { ...input, ...($id && { $id: `${$id}Form` }), properties: mapValues(properties, asField) }
  return form as TSchema
}

interface Property {
  type?: string | string[]
  enum?: unknown[]
  examples?: unknown[]
  description?: string
}

function asField(property: unknown): Property {
  const { type, enum: choices, examples, ...rest } = property as Property
  if (type === 'object') return asJson(property as Property)
  const types = [type].flat().filter((name) => name !== 'null')
  const shown = examples?.filter((example) => example !== null) ?? []
  return {
    ...rest,
    ...(type !== undefined && { type: types.length === 1 ? (types[0] as string) : (types as string[]) }),
    ...(choices && { enum: choices.filter((choice) => choice !== null) }),
    ...(shown.length > 0 && { examples: shown }),
  }
}

const formExample = (example: unknown) =>
  mapValues(example as Json, (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? JSON.stringify(value) : value,
  )

const asJson = ({ description, examples = [] }: Property) => ({
  type: 'string',
  contentMediaType: 'application/json',
  ...(description !== undefined && { description }),
  examples: examples.map((example) => JSON.stringify(example)),
})

/** Whether a form can be described: OpenAPI defines no form encoding for arrays of objects. */
const fitsForm = ({ properties }: TObject) =>
  Object.values(properties).every((property) => {
    const { items } = property as { items?: Property & { 'x-described'?: object } }
    return items?.type !== 'object' && items?.['x-described'] === undefined
  })

const isRequired = ({ input, members }: Endpoint, method: Method) =>
  members ? method !== 'DELETE' : requiredOf(input).length > 0

const requiredOf = (input: TObject): readonly string[] =>
  (input as { 'x-described'?: { required?: string[] } })['x-described']?.required ?? input.required ?? []

const MAX_MEMBERS = 1000

/** The items of a bulk call. A delete also takes them as `ids`, which forms can send. */
function itemsBody(item: TSchema, method: Method, components: Components): Json {
  const items = components.add(item)
  const example = [exampleOf(items, { components: components.schemas, isInput: true })]
  const list = { type: 'array', items, minItems: 1, maxItems: MAX_MEMBERS }
  if (method !== 'DELETE')
    return { required: true, content: { 'application/json': { schema: list, example } } }
  const ids = { type: 'object', required: ['ids'], properties: { ids: list } }
  return {
    required: true,
    content: { 'application/json': { schema: { anyOf: [ids, list] }, example: { ids: example } } },
  }
}

/** Other fields are refused, naming them. */
const closed = (input: TSchema): TSchema => ({ ...input, additionalProperties: false }) as TSchema

/** How many members one call may name. A replacement may name none. */
const membersOf = ({ isToOne }: Endpoint, method: Method) => ({
  ...((isToOne || method !== 'PUT') && { minItems: 1 }),
  maxItems: isToOne ? 1 : MAX_MEMBERS,
})

/** One member, by name or with its link's attributes, or an array of members. */
function membersBody(schema: Json, example: unknown, bounds: Json): Json {
  const { description } = (schema.properties as { id: Json }).id
  const name = { title: 'Name', description, $ref: '#/components/schemas/MemberName' }
  const member = {
    title: 'Name with attributes',
    description: 'A name, and what its link is to be.',
    ...schema,
  }
  const items = { anyOf: [name, member] }
  const members = { title: 'Several', type: 'array', items, ...bounds }
  return { schema: { anyOf: [name, member, members] }, example: [example] }
}

/** The parameters of a list, which has no required input. */
const LIST_EXAMPLE = { sort: 'created_at:desc', per_page: 20 }

function exampleInput({ input, example }: Endpoint, schema: Json, components: Components): unknown {
  if (example?.input) return example.input
  if (input.properties.sort) return LIST_EXAMPLE
  return exampleOf(schema, { components: components.schemas, isInput: true })
}
