import { isDeepStrictEqual } from 'node:util'
import type { Document } from './api-files.ts'
import { resolved } from './description.ts'

export type Direction = 'request' | 'answer'

/** One schema as it was and as it is. */
interface Pair {
  was: Document
  is: Document
  direction: Direction
}

const LOWER_BOUNDS = ['minimum', 'minLength', 'minItems']
const UPPER_BOUNDS = ['maximum', 'maxLength', 'maxItems']
const COMPARED = new Set([
  ...LOWER_BOUNDS,
  ...UPPER_BOUNDS,
  ...['$ref', 'anyOf', 'allOf', 'type', 'const', 'enum', 'format', 'pattern', 'contentMediaType', 'default'],
  ...['properties', 'required', 'additionalProperties', 'items'],
])
/** Formats that give the bits of a number, which its bounds give too. */
const BITS = new Set(['int32', 'int64'])
const WORDS = /^(title|description|examples?|deprecated|writeOnly|x-.*)$/

/**
 * Finds the changes of a schema that break its clients: a request may be anything it could be before, an answer nothing
 * that it could not be. That is one question in two directions: does one side allow what the other does not? Only
 * properties differ, because clients ignore the properties of an answer that they do not know.
 */
export function schemaComparison(before: Document, after: Document) {
  /** Pairs whose comparison is in progress: schemas may contain themselves. */
  const open = new Map<Document, Set<Document>>()
  /** Named schemas are compared once in each direction, under their own name. */
  const named = new Map<string, Direction>()

  function compare(at: string, { was, is, direction }: Pair): string[] {
    if (was.$ref !== undefined && was.$ref === is.$ref) {
      named.set(`${direction} ${was.$ref}`, direction)
      return []
    }
    const name = is.$ref?.split('/').at(-1)
    // A new schema is reported once, not for each place that uses it.
    if (was.$ref !== is.$ref && name && !before.components.schemas?.[name]) at = `the new schema ${name}`
    const [from, to] = [resolved(before, was), withoutSelected(after, resolved(after, is))]
    const others = open.get(from) ?? new Set()
    if (others.has(to)) return []
    open.set(from, others.add(to))
    const pair = { was: flattened(before, from), is: flattened(after, to), direction }
    const faults = pair.was.anyOf || pair.is.anyOf ? compareChoices(at, pair) : comparePlain(at, pair)
    others.delete(to)
    return faults
  }

  /** Each choice of one side needs a choice of the other that allows it; if none does, the faults of the nearest are reported. */
  function compareChoices(at: string, { was, is, direction }: Pair): string[] {
    const [olds, news] = [was.anyOf ?? [was], is.anyOf ?? [is]] as [Document[], Document[]]
    const [asked, offered] = direction === 'request' ? [olds, news] : [news, olds]
    return asked.flatMap((one, index) => {
      const same = offered.find(({ $ref }) => $ref !== undefined && $ref === one.$ref)
      // Of several equally near ones, the one with the same index.
      return (same ? [same] : [...offered.slice(index, index + 1), ...offered])
        .map((other) => (direction === 'request' ? { was: one, is: other } : { was: other, is: one }))
        .map((choice) => compare(at, { ...choice, direction }))
        .reduce((nearest, faults) => (faults.length < nearest.length ? faults : nearest))
    })
  }

  function comparePlain(at: string, pair: Pair): string[] {
    const ofTypes = compareSets(at, pair, typesOf)
    if (ofTypes.length > 0) return ofTypes
    const { was, is, direction } = pair
    // The other keywords do not apply to null.
    if ((direction === 'request' ? was : is).type === 'null') return []
    return [
      ...compareSets(at, pair, valuesOf),
      ...keywordFaults(at, pair),
      ...compareProperties(at, pair),
      ...(was.items || is.items
        ? compare(`${at}[]`, { was: was.items ?? {}, is: is.items ?? {}, direction })
        : []),
    ]
  }

  function compareProperties(at: string, { was, is, direction }: Pair): string[] {
    const olds: Document = was.properties ?? {}
    const news: Document = is.properties ?? {}
    const oldRequired: string[] = was.required ?? []
    const newRequired: string[] = is.required ?? []
    const [must, may, says] =
      direction === 'request'
        ? [newRequired, oldRequired, 'is required now']
        : [oldRequired, newRequired, 'may be missing now']
    return [
      ...must
        .filter((name) => !may.includes(name) && (direction === 'request' || news[name]))
        .map((name) => `${at}/${name} ${says}`),
      ...Object.keys(olds).flatMap((name) =>
        news[name]
          ? compare(`${at}/${name}`, { was: olds[name], is: news[name], direction })
          : [`${at}/${name} is gone`],
      ),
    ]
  }

  return {
    compare,
    /** Faults of the named schemas that have been found so far; their comparison may find more of them. */
    compareNamed: (): string[] =>
      [...drained(named)].flatMap(([key, direction]) => {
        const ref = key.slice(direction.length + 1)
        const schema = { was: resolved(before, { $ref: ref }), is: resolved(after, { $ref: ref }) }
        return compare(`${ref.split('/').at(-1)} in ${direction}s: `, { ...schema, direction })
      }),
  }
}

/** The iterator of a map includes entries that are added during the iteration. */
function* drained<K, V>(map: Map<K, V>) {
  yield* map
}

/** Without the answers that only clients receive that send a certain parameter. */
function withoutSelected(document: Document, schema: Document): Document {
  const { anyOf } = schema
  const answers = anyOf?.filter((choice: Document) => choice['x-with-parameter'] === undefined)
  if (answers === undefined || answers.length === anyOf.length) return schema
  return answers.length === 1 ? resolved(document, answers[0]) : { ...schema, anyOf: answers }
}

/** Merges the parts of `allOf`. @throws if a keyword is not known to the comparison */
function flattened(document: Document, schema: Document): Document {
  const unknown = Object.keys(schema).filter((key) => !COMPARED.has(key) && !WORDS.test(key))
  if (unknown.length > 0) throw new Error(`The comparison does not know ${unknown.join(', ')}.`)
  const { allOf, ...rest } = schema
  const parts: Document[] = [
    rest,
    ...(allOf ?? []).map((part: Document) => flattened(document, resolved(document, part))),
  ]
  if (parts.some(({ anyOf }) => anyOf) && (allOf || rest.properties || rest.type))
    throw new Error('The comparison does not know anyOf beside other conditions.')
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required }) => required ?? []),
  }
}

/** Undefined: any type. */
function typesOf({ type }: Document): unknown[] | undefined {
  if (type === undefined) return undefined
  const types = [type].flat()
  return types.includes('number') ? [...types, 'integer'] : types
}

/** Undefined: any value. */
const valuesOf = (schema: Document): unknown[] | undefined =>
  schema.const === undefined ? schema.enum : [schema.const]

type SetOf = (schema: Document) => unknown[] | undefined

function compareSets(at: string, { was, is, direction }: Pair, setOf: SetOf): string[] {
  const [asked, offered] = direction === 'request' ? [setOf(was), setOf(is)] : [setOf(is), setOf(was)]
  if (offered === undefined) return []
  const words = (values: unknown[]) => values.map((value) => JSON.stringify(value)).join(', ')
  if (asked === undefined)
    return [direction === 'request' ? `${at} takes only ${words(offered)} now` : `${at} may be anything now`]
  const extra = asked.filter((value) => !offered.includes(value))
  if (extra.length === 0) return []
  return [`${at} ${direction === 'request' ? 'no longer takes' : 'may now be'} ${words(extra)}`]
}

function keywordFaults(at: string, { was, is, direction }: Pair): string[] {
  const [asked, offered] = direction === 'request' ? [was, is] : [is, was]
  const isBeyond = (keyword: string, isOutside: (one: number, other: number) => boolean) =>
    offered[keyword] !== undefined &&
    (asked[keyword] === undefined || isOutside(asked[keyword], offered[keyword]))
  const isOther = (keyword: string) =>
    offered[keyword] !== undefined && asked[keyword] !== offered[keyword] && !BITS.has(offered[keyword])
  const changed = [
    ...LOWER_BOUNDS.filter((keyword) => isBeyond(keyword, (one, other) => one < other)),
    ...UPPER_BOUNDS.filter((keyword) => isBeyond(keyword, (one, other) => one > other)),
    ...['format', 'pattern', 'contentMediaType'].filter(isOther),
    ...(direction === 'request' && was.additionalProperties === true && is.additionalProperties !== true
      ? ['additionalProperties']
      : []),
    ...(direction === 'request' && was.default !== undefined && !isDeepStrictEqual(was.default, is.default)
      ? ['default']
      : []),
  ]
  const shown = (value: unknown) => (value === undefined ? 'any' : JSON.stringify(value))
  return changed.map((keyword) => `${at} has ${keyword} ${shown(is[keyword])}, not ${shown(was[keyword])}`)
}
