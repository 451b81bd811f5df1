import { useRef, useState } from 'react'
import { loadPart } from '../../api/parts.ts'
import {
  guessMapping,
  type ImportField,
  type KnownColumns,
  knownColumns,
  type Mapping,
  withField,
} from './mapping.ts'
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
  /** Of the last file that was mapped: the file of its rejected rows has the same columns. */
  const known = useRef<KnownColumns>(new Map())

  /** @returns the table; undefined if it cannot be read */
  const open = async (
    read: () => Source | Promise<Source>,
    chosen?: Delimiter,
  ): Promise<Table | undefined> => {
    try {
      const source = await read()
      const { parse } = await loadPart(() => import('csv-parse/browser/esm/sync'))
      const delimiter = chosen ?? delimiterOf(source.text)
      const table = tableOf(source, delimiter, parse)
      setFile({ source, delimiter, table, mapping: guessMapping(table, known.current) })
      setError(undefined)
      return table
    } catch (error) {
      setError(error)
      return undefined
    }
  }
  return {
    file,
    error,
    /** Message key of what is wrong with the file; undefined for another error. */
    unreadable: error instanceof UnreadableFile ? `users.import.unreadable.${error.reason}` : undefined,
    open,
    map: (column: number, field: ImportField | undefined) => {
      if (!file) return
      const mapping = withField(file.mapping, column, field)
      known.current = knownColumns(file.table, mapping)
      setFile({ ...file, mapping })
    },
    close: () => {
      setFile(undefined)
      setError(undefined)
    },
  }
}
