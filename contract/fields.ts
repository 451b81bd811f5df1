import { type Static, type TProperties, type TSchema, type TUnsafe, Type } from 'typebox'
import { asSent, IP } from './described.ts'

export { described } from './described.ts'

/** A JSON Schema fragment; what builders below add to a field's type. */
interface Options {
  description?: string
  examples?: unknown[]
  default?: unknown
  /** Other spellings, and what each stands for. */
  'x-aliases'?: Record<string, string>
  /** A text that is shown as one line. */
  'x-line'?: true
}

/** The same field, but null is one of its values: an empty string or null clears it. */
export function nullable<T extends TSchema>(schema: T, options: Options = {}) {
  const { type, enum: choices } = schema as { type?: string; enum?: unknown[] }
  return Type.Unsafe<Static<T> | null>({
    ...schema,
    ...options,
    type: [type, 'null'],
    ...(choices && { enum: [...choices, null] }),
  })
}

/** Shown empty in examples, as it is in most records. */
export const EMPTY: Options = { examples: [null] }

export const text = (maxLength: number, options: Options = {}) =>
  Type.String({ minLength: 1, maxLength, ...options })

const ONE_LINE =
  'One line that can be seen, without control characters and marks that change the direction of writing.'

/** A name, or another text that is shown as one line. Values from before this rule stay: see server/crud/write/single-lines.ts. */
export const line = (maxLength: number, { description, ...options }: Options = {}) =>
  text(maxLength, {
    ...options,
    description: description === undefined ? ONE_LINE : `${description} ${ONE_LINE}`,
    'x-line': true,
  })

export const integer = (minimum: number, maximum: number, options: Options = {}) =>
  Type.Integer({ minimum, maximum, ...options })

export const flag = (description: string) => Type.Boolean({ description })

export const choice = <const T extends string>(values: readonly T[], options: Options = {}) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...options })

/** A moment: ISO 8601 in UTC with milliseconds. Input may carry any offset; none means UTC. */
export const time = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-05-04T09:30:00.000Z'] })

/** A calendar day, `YYYY-MM-DD`. */
export const day = (description: string) =>
  Type.String({ format: 'date', description, examples: ['1990-12-31'] })

export const email = (description: string) =>
  Type.String({ format: 'email', maxLength: 150, description, examples: ['ada@example.com'] })

export const ip = (description: string) => Type.String({ ...IP, description })

export const webAddress = (description: string, example: string) =>
  Type.String({ format: 'http-url', maxLength: 2048, description, examples: [example] })

/** Largest id: what a JSON number holds exactly. */
export const MAX_ID = Number.MAX_SAFE_INTEGER

export const id = (description: string) => integer(1, MAX_ID, { description, examples: [42] })

/** Another record, named by its slug, id or uuid. Read back as a {@link Reference}. */
export const reference = (description: string, example: string) =>
  Type.Unsafe<string | number>({
    type: ['string', 'integer'],
    minLength: 1,
    maxLength: 255,
    minimum: 1,
    maximum: MAX_ID,
    description,
    examples: [example],
  })

export const nullableReference = (description: string, example: string) =>
  Type.Unsafe<string | number | null>({
    ...reference(description, example),
    type: ['string', 'integer', 'null'],
  })

export const Reference = Type.Object(
  {
    id: id('Its id.'),
    uuid: Type.String({ format: 'uuid' }),
    name: Type.String({ examples: ['France'] }),
    slug: Type.String({ examples: ['france'] }),
  },
  { $id: 'Reference', description: 'Another record, in short.' },
)

/** Free-form data of the client's own, at most 64 KiB as JSON. */
export const meta = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  format: 'meta',
  description: 'Free-form data of your own, at most 64 KiB as JSON; numbers up to ±9007199254740991.',
  examples: [{ plan: 'pro' }],
})

/** Never answered, logged or selectable; kept as a digest. */
export const secret = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, writeOnly: true, description })

export const PASSWORD_LENGTH = { minLength: 8, maxLength: 128 } as const

export const Password = Type.String({
  ...PASSWORD_LENGTH,
  format: 'password',
  writeOnly: true,
  description:
    '8 to 128 characters, not among common passwords, and not the email or the username of its account. Kept as argon2id.',
  examples: ['correct horse battery'],
})

export const slug = (maxLength: number, example: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[a-z0-9-]+$',
    description: `Lower-case letters, digits and hyphens. Unique. Defaults to the name made a slug.`,
    examples: [example],
  })

/** What every record has. */
const recordFields = {
  id: id('Assigned by the service; grows.'),
  uuid: Type.String({ format: 'uuid', description: 'Version 7.' }),
}

const BY_THE_FIRST: Options = { examples: [1] }

const authorship = {
  created_at: time('When it was created.'),
  updated_at: time('When it last changed.'),
  deleted_at: nullable(time('When it was soft-deleted; null while it is live.'), EMPTY),
  created_by: nullable(id('Id of the user who created it.'), BY_THE_FIRST),
  updated_by: nullable(id('Id of the user who last changed it.'), BY_THE_FIRST),
  deleted_by: nullable(id('Id of the user who soft-deleted it.'), EMPTY),
}

/** A link's own attributes, on a record that was read through the link. */
export const Pivot = Type.Object(
  {
    is_active: Type.Boolean({ description: 'An inactive link has no effect.' }),
    expires_at: nullable(time('The link has no effect after this time; null: it never expires.'), EMPTY),
    created_by: nullable(id('Id of the user who made the link.'), BY_THE_FIRST),
    created_at: time('When the link was made.'),
    updated_by: nullable(id('Id of the user who last changed the link.'), BY_THE_FIRST),
    updated_at: time('When the link last changed.'),
  },
  { $id: 'Pivot', description: 'The link through which the record was read.' },
)

/** The user that a record names. */
export const userRef = (description: string) =>
  Type.Unsafe<Record<string, unknown> | null>({ anyOf: [ref('UserRef'), { type: 'null' }], description })

/** In short where one record is read; whole, wherever it is asked for. */
const author = (relation: string) =>
  userRef(`In short, where one record is read; all its fields, with \`include=${relation}\`.`)

/** A record as it is answered: its own fields, what every record has, and what `include` may add. */
export function record<T extends TProperties>(
  schemaId: string,
  fields: T,
  included: TProperties,
  description: string,
) {
  const pivot = Type.Optional(ref('Pivot'))
  const authors = {
    created_by_user: Type.Optional(author('created_by')),
    updated_by_user: Type.Optional(author('updated_by')),
    deleted_by_user: Type.Optional(author('deleted_by')),
  }
  return Type.Object(
    { ...recordFields, ...fields, ...authorship, ...authors, pivot, ...included },
    { $id: schemaId, description },
  )
}

/** The schema of that `$id`, by reference, so that records can include one another. */
export const ref = (schemaId: string) =>
  Type.Unsafe<Record<string, unknown>>({ $ref: `#/components/schemas/${schemaId}` })

/**
 * The record as another embeds it, such as `RoleRef` for `Role`: in short, and open for all the other fields, which are
 * there where it is included. Schemas that contain each other have no end, which many tools cannot follow; whole records
 * in every other would make generated code a hundred times as large.
 */
export const embedded = (schemaId: string, inShort: TProperties) =>
  Type.Object(
    { id: Type.Integer(), uuid: Type.String({ format: 'uuid' }), ...inShort },
    {
      $id: `${schemaId}Ref`,
      additionalProperties: true,
      description: `A ${schemaId} within another record: in short, or where it is included with all of its fields, \`pivot\` and what is included further.`,
    },
  )

/** What a person is told by, in short. The email is absent without `can-see-users-contact-details`. */
export const personInShort = {
  first_name: Type.String({ examples: ['Ada'] }),
  last_name: nullable(Type.String(), { examples: ['Lovelace'] }),
  email: Type.Optional(Type.String({ examples: ['ada@example.com'] })),
}

/** What a named record is told by, in short. */
export const namedInShort = {
  name: Type.String({ examples: ['Editor'] }),
  slug: Type.String({ examples: ['editor'] }),
}

/** A {@link Reference}, or the whole record when `include` names the relation. */
export const expandable = (schemaId: string, description: string, example: Static<typeof Reference>) =>
  Type.Unsafe<Record<string, unknown> | null>({
    anyOf: [ref(schemaId), ref('Reference'), { type: 'null' }],
    description,
    examples: [example],
  })

/** Records that one answer embeds in others, each as often as it stands there. */
export const MOST_EMBEDDED = 20_000

/** More than any answer lists of what has no limit of its own: it would be longer than 16 MB. */
export const MOST_LISTED = 1_000_000

/** Records of another resource, present when `include` names the relation. */
export const many = (schemaId: string, description: string) =>
  Type.Optional(Type.Array(ref(schemaId), { description, maxItems: MOST_EMBEDDED }))

/** One record of another resource, or null, present when `include` names the relation. */
export const one = (schemaId: string, description: string) =>
  Type.Optional(
    Type.Unsafe<Record<string, unknown> | null>({
      anyOf: [ref(schemaId), { type: 'null' }],
      description,
    }),
  )

/** The schema of an object. */
export interface ObjectSchema extends TSchema {
  properties: TProperties
  required: readonly string[]
}

/**
 * The body of a create: what is not in `required` may be left out, or null where that means "not given".
 * The example is one that works at the first try.
 */
export function creation<T extends TProperties, const R extends keyof T & string>(
  schemaId: string,
  fields: T,
  required: readonly R[],
  example?: { [K in keyof T]?: unknown },
) {
  const names = new Set<string>(required)
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [
      name,
      names.has(name) ? asSent(schema) : Type.Optional(asSent(schema)),
    ]),
  )
  type Values = { [K in keyof T]: Static<T[K]> }
  return bodyOf<Pick<Values, R> & Partial<Values>>(schemaId, properties, example)
}

/** The body of an update: the given fields change, the others stay. Never with defaults. */
export function changes<T extends TProperties>(
  schemaId: string,
  fields: T,
  example?: { [K in keyof T]?: unknown },
) {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, Type.Optional(asSent(schema))]),
  )
  return bodyOf<Partial<{ [K in keyof T]: Static<T[K]> }>>(schemaId, properties, example)
}

const bodyOf = <Values>(schemaId: string, properties: TProperties, example: object | undefined) =>
  Type.Object(properties, {
    $id: schemaId,
    additionalProperties: false,
    ...(example && { examples: [example] }),
  }) as ObjectSchema as TUnsafe<Values> & ObjectSchema

/** The data of an answer that has nothing to tell. */
export const nothing = Type.Array(Type.Unknown(), { maxItems: 0, description: 'Always empty.' })
