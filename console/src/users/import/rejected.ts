import { loadPart } from '../../api/parts.ts'
import { MARK } from '../../features/export/csv.ts'
import { guarded, unguarded } from '../../features/export/formulas.ts'
import type { RowFault } from './mapping.ts'
import type { Delimiter, Table } from './readFile.ts'

/** An import, here and on the command line, skips the columns that begin so. */
const ADDED = ['rejected_line', 'rejected_message']

/** Whether a table has such columns: it is mended, and imported again. */
export const isRejected = ({ header }: Table): boolean => ADDED.every((name) => header.includes(name))

/** The rows with faults as they came, with their lines and the reasons: to be mended and imported again. */
export async function writeRejected(
  { header, rows }: Table,
  faults: readonly RowFault[],
  delimiter: Delimiter,
): Promise<Blob> {
  const { stringify } = await loadPart(() => import('csv-stringify/browser/esm/sync'))
  const byRow = Map.groupBy(faults, ({ row }) => row)
  // A file of rejected rows that is imported and rejected again gets new reasons.
  const kept = header.map((_name, index) => index).filter((index) => !ADDED.includes(header[index] ?? ''))
  const pick = (cells: readonly string[]) => kept.map((index) => guarded(unguarded(cells[index] ?? '')))
  const lines = [...byRow]
    .sort(([one], [other]) => one - other)
    .map(([row, faults]) => [
      ...pick(rows[row]?.cells ?? []),
      rows[row]?.line,
      guarded(faults.map(({ message }) => message).join(' ')),
      // Values beyond the last column are a fault, and not lost.
      ...(rows[row]?.cells.slice(header.length) ?? []).map((cell) => guarded(unguarded(cell))),
    ])
  const text = stringify([[...pick(header), ...ADDED], ...lines], { delimiter })
  return new Blob([MARK, text], { type: 'text/csv;charset=utf-8' })
}
