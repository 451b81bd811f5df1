import type { TSchema } from 'typebox'
import { type Detail, invalid } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'
import { singleLineFault } from '../../values/single-line.ts'
import type { AnyRow } from '../define/resource.ts'

interface Described {
  properties: Record<string, { 'x-line'?: true }>
}

const fieldsBySchema = new WeakMap<TSchema, string[]>()

/** The fields of a schema that must be a single line. */
function singleLineFields(schema: TSchema): string[] {
  const { properties } = schema as Described
  const lines =
    fieldsBySchema.get(schema) ?? Object.keys(properties).filter((name) => properties[name]?.['x-line'])
  fieldsBySchema.set(schema, lines)
  return lines
}

/**
 * Checks names and other texts that must be a single line.
 * @param row the stored record, for an update: a stored value that breaks this rule may be sent back unchanged
 */
export const lineFaults = (schema: TSchema, values: Fields, row?: AnyRow): Detail[] =>
  singleLineFields(schema)
    .filter((field) => values[field] !== row?.[field])
    .flatMap((field) => {
      const must = typeof values[field] === 'string' ? singleLineFault(values[field]) : undefined
      return must === undefined ? [] : { field, code: 'not_allowed', message: say`${field} must ${must}.` }
    })

/** @throws Refusal 422 */
export function refuseInvalidLines(schema: TSchema, values: Fields, row?: AnyRow): void {
  const faults = lineFaults(schema, values, row)
  if (faults.length > 0) throw invalid(faults)
}
