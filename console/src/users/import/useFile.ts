import { useState } from 'react'
import { loadPart } from '../../api/parts.ts'
import { guessMapping, type ImportField, type Mapping, withField } from './mapping.ts'
import { type Delimiter, delimiterOf, type Source, type Table, tableOf, UnreadableFile } from './readFile.ts'

/** A file that was read, and what its columns are imported as. */
export interface OpenFile {
  source: Source
  delimiter: Delimiter
  table: Table
  mapping: Mapping
}

/** The file of the import. */
export function useFile() {
  const [file, setFile] = useState<OpenFile>()
  /** Why the last file or separator cannot be read. */
  const [error, setError] = useState<unknown>()

  const open = async (read: () => Source | Promise<Source>, chosen?: Delimiter) => {
    try {
      const source = await read()
      const { parse } = await loadPart(() => import('csv-parse/browser/esm/sync'))
      const delimiter = chosen ?? delimiterOf(source.text)
      const table = tableOf(source, delimiter, parse)
      setFile({ source, delimiter, table, mapping: guessMapping(table.header) })
      setError(undefined)
    } catch (error) {
      setError(error)
    }
  }
  return {
    file,
    error,
    /** Message key of what is wrong with the file; undefined for another error. */
    unreadable: error instanceof UnreadableFile ? `users.import.unreadable.${error.reason}` : undefined,
    open,
    map: (column: number, field: ImportField | undefined) =>
      setFile((file) => file && { ...file, mapping: withField(file.mapping, column, field) }),
    close: () => {
      setFile(undefined)
      setError(undefined)
    },
  }
}
