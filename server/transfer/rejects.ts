import { constants, existsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { asCsv, guarded, unguarded } from './cells.ts'
import { TransferError } from './error.ts'
import { fieldsOf } from './records.ts'
import type { Format } from './source.ts'
import { REJECTION, type RejectedRow } from './user-rows.ts'

/**
 * The file of rows that could not be taken, as they were and each with its faults: to be mended and imported. It holds
 * what the rows held, hashes too, and is made for its owner alone.
 */
export interface Rejects {
  /** Writes rows after the first `length` bytes, whatever followed them. @returns the length now */
  write: (rows: readonly RejectedRow[], length: number) => Promise<number>
  close: () => Promise<void>
}

interface Shape {
  format: Format
  heading?: readonly string[] | undefined
}

/** Made when the first row is rejected. @param before bytes of it from before; undefined where the import is new */
export function rejectsFile(path: string, shape: Shape, before: number | undefined): Rejects {
  if (before === undefined && existsSync(path))
    throw new TransferError(`${path} exists already. Move it away first.`)
  if ((before ?? 0) > 0 && !existsSync(path))
    throw new TransferError(`${path} is gone, which holds the rows rejected so far.`)
  const { O_RDWR, O_CREAT, O_EXCL } = constants
  const flags = O_RDWR | O_CREAT | (before === undefined ? O_EXCL : 0)
  let file: FileHandle | undefined
  return {
    write: async (rows, length) => {
      if (rows.length === 0) return length
      file ??= await open(path, flags, 0o600)
      await file.truncate(length)
      const { bytesWritten } = await file.write(textOf(rows, shape, length === 0), length)
      await file.datasync()
      return length + bytesWritten
    },
    close: async () => file?.close(),
  }
}

function textOf(rows: readonly RejectedRow[], { format, heading = [] }: Shape, isFirst: boolean): string {
  if (format === 'ndjson') return rows.map(lineOf).join('')
  // Mended and rejected once more, a row has the columns already.
  const isOwn = (_: unknown, index: number) => !(heading[index] ?? '').startsWith(REJECTION.prefix)
  const first = [...REJECTION.columns.map((name) => REJECTION.prefix + name), ...heading.filter(isOwn)]
  // Read again, a cell says the same; opened in a spreadsheet to be mended, it runs nothing.
  const harmless = (cell: string) => guarded(unguarded(cell))
  const cells = rows.map((row) => [
    ...faultCells(row).map(harmless),
    ...(row.raw as string[]).filter(isOwn).map(harmless),
  ])
  return asCsv(isFirst ? [first, ...cells] : cells)
}

const faultCells = ({ number, faults }: RejectedRow): string[] => [
  String(number),
  faults.map(({ field }) => field).join(' '),
  faults.map(({ code }) => code).join(' '),
  faults.map(({ message }) => message).join(' '),
]

function lineOf({ number, faults, raw }: RejectedRow): string {
  const { fields, fault } = fieldsOf(raw as string)
  const own = Object.entries(fields).filter(([name]) => !name.startsWith(REJECTION.prefix))
  const row = fault ? { rejected_line: raw } : Object.fromEntries(own)
  return `${JSON.stringify({ rejected_row: number, rejected_faults: faults, ...row })}\n`
}
