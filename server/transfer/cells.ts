import { stringify } from 'csv-stringify/sync'
import { INVISIBLE } from '../values/single-line.ts'

/** Characters that start a formula, in ASCII or in a form that a program may normalize to ASCII. */
const FORMULA_START = String.raw`=+\-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}\u{FE66}\u{FE62}\u{FE63}\u{FE6B}\u{2212}\u{207A}-\u{207C}\u{208A}-\u{208C}\u{FB29}`

/**
 * Cells that a spreadsheet could run as a formula (CSV injection): those that start with a formula character, also after
 * invisible characters, or with a tab or a line break. A leading quote turns them into text, as OWASP advises. Cells that
 * already start with such a quote match too, so that reading removes exactly what writing added. The console's export has
 * the same rule (console/src/users/list/formulas.ts).
 */
const FORMULA = new RegExp(String.raw`^(?:'*[\t\r\n]|['${INVISIBLE}]*[${FORMULA_START}])`, 'u')

export const escapeFormula = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell)

export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell

/** A value as text of a cell, as an import reads it. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return escapeFormula(value)
  return typeof value === 'object' ? escapeFormula(JSON.stringify(value)) : String(value)
}

/** Rows as lines of CSV. */
export const asCsv = (rows: readonly (readonly string[])[]): string =>
  stringify(rows as string[][], { record_delimiter: '\n' })
