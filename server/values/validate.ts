import type { TObject, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/schema'
import type { ObjectSchema } from '../../contract/fields.ts'
import { type Detail, invalid, MAX_DETAILS, Refusal } from '../errors.ts'
import { type Message, messageOf, say } from '../messages/say.ts'
import { coerce, KIND_NAMES, kindOf, UNSTORABLE, unstorableCharacter } from './coerce.ts'
import { type Fields, isFields } from './fields.ts'
import { expectedFormat, formatHint, metaFault } from './formats.ts'
import { didYouMean, nearest } from './nearest.ts'

interface Options {
  /** How to treat names that are not in the schema. */
  unknown: 'refuse' | 'ignore'
  /** Names that every operation accepts and ignores. */
  known?: ReadonlySet<string>
  /** Read-only fields of the record. */
  readOnly?: ReadonlySet<string>
  /** Treat null as absent: for creates and list parameters. */
  nullIsAbsent?: boolean
}

/** Coerces and checks `fields`, and reports all faults at once. @throws Refusal 422 */
export type Reader = (fields: Fields) => Fields

const validators = new WeakMap<TSchema, Validator>()

/** Compiles lazily, on the first value: this keeps start-up fast, and most fields of most operations are never used. */
function validatorOf(schema: TSchema): Validator {
  const validator = validators.get(schema) ?? Compile(schema)
  validators.set(schema, validator)
  return validator
}

/** Call it once per operation. */
export function reader(
  { properties, required = [] }: Pick<ObjectSchema, 'properties'> & Partial<ObjectSchema>,
  options: Options,
): Reader {
  const names = Object.keys(properties)

  return (fields) => {
    const details: Detail[] = options.unknown === 'refuse' ? unknownFields(fields, names, options) : []
    const values: Fields = {}
    for (const name of names) {
      if (fields[name] === undefined) continue
      const schema = properties[name] as TSchema
      const value = coerce(schema, fields[name])
      if (value === null && (options.nullIsAbsent || required.includes(name))) continue
      const { held, faults } = isListOfObjects(schema)
        ? readItems(name, schema, value)
        : { held: value, faults: faultsOf(name, schema, value, fields[name]) }
      if (faults.length > 0) details.push(...faults)
      else values[name] = held
    }
    for (const name of required) {
      if (
        values[name] === undefined &&
        !details.some(({ field }) => field === name || field.startsWith(`${name}.`))
      ) {
        details.push({ field: name, code: 'required', message: say`${name} is required.` })
      }
    }
    if (details.length > 0) throw invalid(details)
    return values
  }
}

const isListOfObjects = (schema: TSchema) =>
  (schema as { items?: { type?: string } }).items?.type === 'object'

const itemReaders = new WeakMap<TObject, Reader>()

/** Reads each item of a list like a body; a fault names its item: `changes.3.role`. */
function readItems(field: string, schema: TSchema, value: unknown): { held: Fields[]; faults: Detail[] } {
  const { items, maxItems = Infinity } = schema as { items: TObject; maxItems?: number }
  const held: Fields[] = []
  if (!Array.isArray(value)) return { held, faults: [typeFault(field, schema)] }
  if (value.length > maxItems) {
    const message = say`${field} must have at most ${maxItems} items.`
    return { held, faults: [{ field, code: 'out_of_range', message }] }
  }
  const read = itemReaders.get(items) ?? reader(items, { unknown: 'refuse', nullIsAbsent: true })
  itemReaders.set(items, read)
  const faults: Detail[] = []
  for (const [index, item] of value.entries()) {
    // More faults are not reported, and looking for hints takes time.
    if (faults.length >= MAX_DETAILS) break
    const at = `${field}.${index}`
    if (!isFields(item)) {
      faults.push({ field: at, code: 'invalid_type', message: say`${at} must be an object of fields.` })
      continue
    }
    try {
      held.push(read(item))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      for (const { field, code, message } of error.details)
        faults.push({ field: `${at}.${field}`, code, message: say`${at}: ${message}` })
    }
  }
  return { held, faults }
}

/** The most unknown fields to report: a small request must not cause a large response. */
const MAX_UNKNOWN = 100

function unknownFields(fields: Fields, names: string[], { known, readOnly }: Options): Detail[] {
  return Object.keys(fields)
    .filter((name) => !names.includes(name) && !known?.has(name))
    .slice(0, MAX_UNKNOWN)
    .map((name) => {
      const field = name.slice(0, 100)
      if (readOnly?.has(name)) {
        const relation = field.replace(/_id$/, '')
        const message = names.includes(relation)
          ? say`${field} can't be set; use ${relation}.`
          : say`${field} can't be set.`
        return { field, code: 'read_only', message }
      }
      const hint = didYouMean(nearest(name, names))
      return {
        field,
        code: 'unknown_field',
        message: say`${field.trim() || say`A blank name`} is not a field of this operation.${hint}`,
      }
    })
}

function faultsOf(field: string, schema: TSchema, value: unknown, sent: unknown): Detail[] {
  if (value === UNSTORABLE) {
    const character = unstorableCharacter(sent)
    if (character === undefined) return [typeFault(field, schema)]
    const message = say`${field} has a character that is not allowed: ${character}.`
    return [{ field, code: 'invalid_type', message }]
  }
  const fault: FormFault | undefined =
    kindOf(schema) === 'object' && isFields(value)
      ? (metaFault(value) ?? shapeFault(schema, value))
      : formFault(schema, value)
  if (!fault) return []
  const subject = fault.isOfItem ? say`Each item of ${field}` : field
  const message = fault.hint
    ? say`${subject} must ${fault.must}.${fault.hint}`
    : say`${subject} must ${fault.must}.`
  return [{ field, code: fault.code, message }]
}

const typeFault = (field: string, schema: TSchema): Detail => ({
  field,
  code: 'invalid_type',
  message: say`${field} must be ${expectedType(schema)}.`,
})

interface FormFault {
  code: string
  must: Message
  isOfItem?: boolean
  /** A sentence, or ''. */
  hint?: Message | ''
}

function formFault(schema: TSchema, value: unknown): FormFault | undefined {
  const check = validatorOf(schema)
  if (check.Check(value)) return undefined
  const [, errors] = check.Errors(value)
  const error = errors[0] as Fault
  const { items } = schema as { items?: TSchema }
  const isOfItem = items !== undefined && error.instancePath !== ''
  const { keyword, instancePath, params } = error
  const faulty = isOfItem ? (value as unknown[])[Number(instancePath.slice(1))] : value
  const hint = keyword === 'format' ? formatHint(params.format as string, faulty) : ''
  return { ...explain(isOfItem ? items : schema, error), isOfItem, hint }
}

/** Of an object whose schema names its fields: they are described together, by `x-expected`. */
function shapeFault(schema: TSchema, value: unknown): FormFault | undefined {
  if (!('properties' in schema) || validatorOf(schema).Check(value)) return undefined
  return { code: 'invalid_type', must: say`be ${expectedType(schema)}` }
}

interface Fault {
  keyword: string
  /** Empty for the value itself. */
  instancePath: string
  params: { limit?: number; allowedValues?: unknown[]; format?: string }
}

const expectedType = (schema: TSchema): Message => {
  const { 'x-expected': expected } = schema as { 'x-expected'?: string }
  return expected === undefined ? KIND_NAMES[kindOf(schema)] : messageOf(expected)
}

function explain(schema: TSchema, { keyword, params }: Fault): FormFault {
  const { description, enum: choices } = schema as { description?: string; enum?: unknown[] }
  const { limit = 0 } = params
  switch (keyword) {
    case 'minLength':
      return {
        code: 'too_short',
        must: limit === 1 ? say`be at least 1 character` : say`be at least ${limit} characters`,
      }
    case 'maxLength':
      return {
        code: 'too_long',
        must: limit === 1 ? say`be at most 1 character` : say`be at most ${limit} characters`,
      }
    case 'minimum':
      return { code: 'out_of_range', must: say`be at least ${limit}` }
    case 'maximum':
      return { code: 'out_of_range', must: say`be at most ${limit}` }
    case 'minItems':
      return { code: 'invalid_type', must: say`have at least ${items(limit)}, or be left out` }
    case 'maxItems':
      return { code: 'invalid_type', must: say`have at most ${items(limit)}` }
    case 'enum':
      return { code: 'not_allowed', must: say`be one of ${list(choices)}` }
    case 'format':
      return { code: 'invalid_format', must: say`be ${expectedFormat(params.format as string)}` }
    case 'pattern':
      return { code: 'invalid_format', must: say`be: ${messageOf(firstSentence(description).toLowerCase())}` }
    default:
      return { code: 'invalid_type', must: say`be ${expectedType(schema)}` }
  }
}

/** The first sentence of a description: for a pattern, it states the rule. */
export const firstSentence = (text = '') => text.split(/\.(?: |$)/, 1)[0] as string

const items = (count: number) => (count === 1 ? say`1 item` : say`${count} items`)

/** Long lists, such as countries, are named by their kind in the field's description. */
const list = (choices: unknown[] = []) => {
  const names = choices.filter((choice) => choice !== null)
  return names.length > 20 ? say`the documented values, such as ${String(names[0])}` : names.join(', ')
}
