import { loadPart } from '../../api/parts.ts'
import type { Column, Listed } from '../../ui/list/column.ts'
import { guarded } from './formulas.ts'

/** Byte order mark: spreadsheets recognize UTF-8 by it only. */
export const MARK = '\uFEFF'

/** A column of the file. */
export interface TextColumn<R> {
  id: string
  text: (record: R) => unknown
}

/**
 * The records as CSV. Fields that the service masks are not exported; cells that a spreadsheet would run as a formula are
 * escaped as text.
 * @param onProgress receives the number of records written so far
 */
export async function writeCsv<R>(
  records: AsyncIterable<R> | Iterable<R>,
  columns: TextColumn<R>[],
  onProgress: (count: number) => void,
): Promise<Blob> {
  const { stringify } = await loadPart(() => import('csv-stringify/browser/esm/sync'))
  const parts = [MARK, stringify([columns.map(({ id }) => id)])]
  let rows: unknown[][] = []
  let count = 0
  const flush = () => {
    parts.push(stringify(rows))
    rows = []
    onProgress(count)
  }
  for await (const record of records) {
    rows.push(columns.map(({ text }) => guarded(text(record))))
    count += 1
    if (rows.length === 1000) flush()
  }
  flush()
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}

export const withText = <R extends Listed>(columns: Column<R>[]): TextColumn<R>[] =>
  columns.flatMap(({ id, text }) => (text === undefined ? [] : [{ id, text }]))

/** Starts a browser download. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
