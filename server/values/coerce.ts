import secureJson from 'secure-json-parse'
import type { TSchema } from 'typebox'
import { isStorableText } from '../db/queries/texts.ts'
import { type Message, say } from '../messages/say.ts'

/** The result for a value that the field's type can't hold. */
export const UNSTORABLE = Symbol('unstorable')

export type Kind = 'text' | 'integer' | 'boolean' | 'time' | 'day' | 'object' | 'list' | 'mixed' | 'trashed'

/** Kinds in words, for messages. */
export const KIND_NAMES: Record<Kind, Message> = {
  text: say`text`,
  integer: say`a whole number`,
  boolean: say`true or false`,
  time: say`a time such as 2026-05-04T09:30:00.000Z`,
  day: say`a real date as YYYY-MM-DD`,
  object: say`a JSON object`,
  list: say`a list`,
  trashed: say`true, false or only`,
  mixed: say`an id, a uuid or a slug`,
}

interface JsonSchema {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  examples?: unknown[]
  'x-aliases'?: Record<string, string>
}

const DAY_FORMATS = new Set(['date', 'past-date'])

const kinds = new WeakMap<TSchema, Kind>()

/** The kind of value that the schema describes, apart from null. */
export function kindOf(schema: TSchema): Kind {
  let kind = kinds.get(schema)
  if (kind === undefined) {
    kind = readKind(schema)
    kinds.set(schema, kind)
  }
  return kind
}

function readKind(schema: TSchema): Kind {
  const { type, format } = schema as JsonSchema
  const types = [type].flat().filter((name) => name !== 'null')
  if (types.length !== 1) return 'mixed'
  if (types[0] === 'integer') return 'integer'
  if (types[0] === 'boolean') return 'boolean'
  if (types[0] === 'object') return 'object'
  if (types[0] === 'array') return 'list'
  if (format === 'date-time') return 'time'
  if (format === 'trashed') return 'trashed'
  return format !== undefined && DAY_FORMATS.has(format) ? 'day' : 'text'
}

const WORDS = new Map<unknown, boolean>([
  ...['true', '1', 'on', 'yes', 1, true].map((word) => [word, true] as const),
  ...['false', '0', 'off', 'no', 0, false].map((word) => [word, false] as const),
])

const MAX_INTEGER = BigInt(Number.MAX_SAFE_INTEGER)

function toInteger(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : UNSTORABLE
  if (typeof value !== 'string' || !/^[+-]?\d{1,20}$/.test(value)) return UNSTORABLE
  if (value.length < 16) return Number(value)
  const big = BigInt(value.replace('+', ''))
  return big > MAX_INTEGER || big < -MAX_INTEGER ? UNSTORABLE : Number(big)
}

const toBoolean = (value: unknown): unknown =>
  WORDS.get(typeof value === 'string' ? value.toLowerCase() : value) ?? UNSTORABLE

const toTrashed = (value: unknown): unknown => {
  if (typeof value === 'string' && value.toLowerCase() === 'only') return 'only'
  const held = toBoolean(value)
  return held === UNSTORABLE ? held : String(held)
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})?)?$/i

/** Checks that the day exists in the calendar; returns it unchanged. */
export function toDay(value: unknown): string | typeof UNSTORABLE {
  if (typeof value !== 'string' || !DAY.test(value)) return UNSTORABLE
  const parsed = new Date(`${value}T00:00:00.000Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value) ? value : UNSTORABLE
}

/** Converts ISO 8601 with any offset, `Y-m-d H:i:s` or a day (both UTC) to UTC with milliseconds. */
export function toTime(value: unknown): string | typeof UNSTORABLE {
  const parts = typeof value === 'string' ? TIME.exec(value) : null
  if (!parts || toDay(parts[1]) === UNSTORABLE) return UNSTORABLE
  const [, day, clock = '00:00', fraction = '', offset = 'Z'] = parts
  const parsed = new Date(`${day}T${clock}${fraction}${offset.toUpperCase()}`)
  const inRange =
    !Number.isNaN(parsed.getTime()) && parsed.getUTCFullYear() >= 0 && parsed.getUTCFullYear() <= 9999
  return inRange ? parsed.toISOString() : UNSTORABLE
}

function toObject(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return secureJson.parse(value)
  } catch {
    return UNSTORABLE
  }
}

function toList(value: unknown, trimmed: unknown): unknown {
  const list = Array.isArray(value) ? value : typeof trimmed === 'string' ? trimmed.split(',') : UNSTORABLE
  return Array.isArray(list) && list.some((item) => typeof item === 'string' && !isText(item))
    ? UNSTORABLE
    : list
}

/** Whether both database engines can store the text. */
const isText = (text: string): boolean => text.isWellFormed() && isStorableText(text)

/**
 * The character because of which a text, or a list of texts, cannot be stored, in the form U+0000.
 * @returns undefined if there is none
 */
export function unstorableCharacter(value: unknown): string | undefined {
  const text = [value].flat().find((one) => typeof one === 'string' && !isText(one)) as string | undefined
  const [character] = UNSTORABLE_CHARACTER.exec(text ?? '') ?? []
  return character && `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** With the flag u, \p{Surrogate} matches only unpaired surrogates. */
const UNSTORABLE_CHARACTER = /\0|\p{Surrogate}/u

/** Phone numbers as people write them: E.164 with its plus, in groups of digits. */
const PHONE = /^\+?[\d ().-]+$/

/** Passwords keep their spaces, and an outline the indentation of its first line. */
const isVerbatim = (format: string | undefined) => format === 'password' || format === 'outline'

function toText(
  value: unknown,
  { format, enum: choices, examples, 'x-aliases': aliases }: JsonSchema,
): unknown {
  // A phone number or code may be sent as a JSON number: converting it to text is lossless.
  const isDigits = typeof value === 'number' && typeof examples?.[0] === 'string' && /^\d+$/.test(examples[0])
  const text = isDigits && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text !== 'string' || !isText(text)) return UNSTORABLE
  if (isVerbatim(format)) return text
  const trimmed = text.trim()
  // The service writes uuids in lower case and accepts either case.
  if (format === 'uuid') return trimmed.toLowerCase()
  if (format === 'phone') return PHONE.test(trimmed) ? trimmed.replace(/\D/g, '') : trimmed
  const upper = trimmed.toUpperCase()
  // Country codes may be sent in either case.
  return choices && !choices.includes(trimmed) && choices.includes(upper)
    ? upper
    : aliases && Object.hasOwn(aliases, trimmed)
      ? aliases[trimmed]
      : trimmed
}

/**
 * Converts a sent value to the field's type. An empty string becomes null in every encoding; for an object, it becomes an
 * empty object.
 * @returns the value, null, or {@link UNSTORABLE}
 */
export function coerce(schema: TSchema, value: unknown): unknown {
  const trimmed =
    typeof value === 'string' && !isVerbatim((schema as JsonSchema).format) ? value.trim() : value
  if (trimmed === '' || trimmed === null) return kindOf(schema) === 'object' ? {} : null
  switch (kindOf(schema)) {
    case 'integer':
      return toInteger(trimmed)
    case 'boolean':
      return toBoolean(trimmed)
    case 'time':
      return toTime(trimmed)
    case 'day':
      return toDay(trimmed)
    case 'object':
      return toObject(trimmed)
    case 'list':
      return toList(value, trimmed)
    case 'trashed':
      return toTrashed(trimmed)
    case 'mixed':
      return typeof trimmed === 'number' ? trimmed : toText(trimmed, schema as JsonSchema)
    default:
      return toText(value, schema as JsonSchema)
  }
}
