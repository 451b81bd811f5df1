import type { TSchema } from 'typebox'
import { type Detail, invalid } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'
import { mustOfLine } from '../../values/shown-text.ts'
import type { AnyRow } from '../define/resource.ts'

interface Described {
  properties: Record<string, { 'x-line'?: true }>
}

const known = new WeakMap<TSchema, string[]>()

/** The fields of a schema that are shown as one line. */
function linesOf(schema: TSchema): string[] {
  const { properties } = schema as unknown as Described
  const lines = known.get(schema) ?? Object.keys(properties).filter((name) => properties[name]?.['x-line'])
  known.set(schema, lines)
  return lines
}

/**
 * The faults of names, and of other texts that are shown as one line.
 * @param row the record as it is, for an update: a value from before the rule may be sent back
 */
export const lineFaults = (schema: TSchema, values: Fields, row?: AnyRow): Detail[] =>
  linesOf(schema)
    .filter((field) => values[field] !== row?.[field])
    .flatMap((field) => {
      const must = typeof values[field] === 'string' ? mustOfLine(values[field]) : undefined
      return must === undefined ? [] : { field, code: 'not_allowed', message: say`${field} must ${must}.` }
    })

/** @throws Refusal 422 */
export function refuseUnfitLines(schema: TSchema, values: Fields, row?: AnyRow): void {
  const faults = lineFaults(schema, values, row)
  if (faults.length > 0) throw invalid(faults)
}
