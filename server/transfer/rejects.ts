import { constants, existsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { asCsv, escapeFormula, unescapeFormula } from './cells.ts'
import { TransferError } from './error.ts'
import { fieldsOf } from './records.ts'
import type { Format } from './source.ts'
import { REJECTION, type RejectedRow } from './user-rows.ts'

/**
 * The file of rejected rows, each unchanged and with its faults, to be corrected and imported again. It contains all data
 * of the rows, hashes too, so only its owner can read it.
 */
export interface Rejects {
  /** Truncates the file to `length` bytes and appends rows. @returns the new length */
  write: (rows: readonly RejectedRow[], length: number) => Promise<number>
  close: () => Promise<void>
}

interface Shape {
  format: Format
  heading?: readonly string[] | undefined
}

/** Created when the first row is rejected. @param before the file's length from an earlier run; undefined for a new import */
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
  // A row that was corrected and is rejected again has the rejection columns already.
  const isOriginal = (_: unknown, index: number) => !(heading[index] ?? '').startsWith(REJECTION.prefix)
  const first = [...REJECTION.columns.map((name) => REJECTION.prefix + name), ...heading.filter(isOriginal)]
  // An import reads the same value again, and a spreadsheet runs no formula.
  const escaped = (cell: string) => escapeFormula(unescapeFormula(cell))
  const cells = rows.map((row) => [
    ...faultCells(row).map(escaped),
    ...(row.raw as string[]).filter(isOriginal).map(escaped),
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
