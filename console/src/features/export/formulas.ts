/** Characters that begin a formula, in ASCII or in a form that a program may normalize to it. */
const BEGINNING = String.raw`=+\-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}\u{FE66}\u{FE62}\u{FE63}\u{FE6B}\u{2212}\u{207A}-\u{207C}\u{208A}-\u{208C}\u{FB29}`

/** Invisible characters. */
const UNSEEN = String.raw`\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u{2800}\u{1D159}\u{13441}\u{13442}\u{16FE4}`

const FORMULA = new RegExp(String.raw`^(?:'*[\t\r\n]|['${UNSEEN}]*[${BEGINNING}])`, 'u')

/**
 * Prefixes a cell that a spreadsheet would run as a formula with a quote. `rolecall export` does the same
 * (server/transfer/cells.ts), so an import removes the quote again.
 */
export const guarded = (value: unknown): unknown =>
  typeof value === 'string' && FORMULA.test(value) ? `'${value}` : value

/** A cell without the quote that `guarded` has added. */
export const unguarded = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
