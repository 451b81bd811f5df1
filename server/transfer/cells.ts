import { stringify } from 'csv-stringify/sync'

/**
 * What a spreadsheet would take for a formula, and run. A quote before it makes it text, as OWASP advises; so does
 * what only looks like one that has it, so that reading takes away just what writing added.
 */
const FORMULA = /^'*[=+\-@\t\r]/

const guarded = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell)

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
