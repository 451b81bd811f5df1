import { stringify } from 'csv-stringify/sync'
import { INVISIBLE } from '../values/shown-text.ts'

/** The characters that begin a formula, in ASCII or in a form that a program may turn into it. */
const BEGINNING = String.raw`=+\-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}\u{FE66}\u{FE62}\u{FE63}\u{FE6B}\u{2212}\u{207A}-\u{207C}\u{208A}-\u{208C}\u{FB29}`

/**
 * What a spreadsheet would take for a formula, and run: a character that begins one, also after characters that nobody
 * sees; and a tab or an end of line. A quote before it makes it text, as OWASP advises; so does what only looks like one
 * that has it, so that reading takes away just what writing added. The console's export has the same rule
 * (console/src/users/list/formulas.ts).
 */
const FORMULA = new RegExp(String.raw`^(?:'*[\t\r\n]|['${INVISIBLE}]*[${BEGINNING}])`, 'u')

export const guarded = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell)

export const unguarded = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell

/** A value as it is written in a cell, and as an import reads it. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return guarded(value)
  return typeof value === 'object' ? guarded(JSON.stringify(value)) : String(value)
}

/** Rows as lines of CSV. */
export const asCsv = (rows: readonly (readonly string[])[]): string =>
  stringify(rows as string[][], { record_delimiter: '\n' })
