import { LRUCache } from 'lru-cache'
import type { ChangeRow, Changes } from '../changes/changes.ts'
import type { RecordTableName } from '../tables.ts'
import type { StoredRecord } from './stored-record.ts'

/** In bytes, for records and lists together. */
const MAX_BYTES = 32 * 1024 * 1024
/** A list of a million ids. Anything larger would displace everything else. */
const MAX_ENTRY_BYTES = 8 * 1024 * 1024
/** An entry, without its key and value. */
const ENTRY_BYTES = 150

/** A value that is valid for one version of its tables. */
interface Versioned {
  version: number
  value: Promise<unknown>
}

/** A record that is valid for one epoch of its table. */
interface Kept {
  epoch: number
  record: StoredRecord
}

/** A read of records that is running, and what changed since it began. */
interface Reading {
  table: RecordTableName
  changed: Set<number>
  isAnyChanged: boolean
}

/**
 * Caches records and lists of one database in memory. The changes that the database reports invalidate them: a record by
 * its id, a list by its tables. Wait until all earlier commits have been reported before you read from it, and do not use it
 * in a transaction, whose own changes are not reported yet.
 */
export class RecordCache {
  readonly #entries = new LRUCache<string, Kept | Versioned | { id: number }>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_ENTRY_BYTES,
  })
  readonly #readings = new Set<Reading>()
  readonly #versions = new Map<string, number>()
  #version = 0
  /** Grow when any number of the table's records may have changed. */
  readonly #epochs = new Map<string, number>()

  constructor(changes: Changes) {
    changes.onChange((rows) => {
      if (rows) for (const row of rows) this.#invalidate(row)
      else this.#invalidateAll()
    })
  }

  /** Grows with each change of the table, or of any table. */
  version(table: string | undefined): number {
    return table === undefined ? this.#version : (this.#versions.get(table) ?? 0)
  }

  record(table: RecordTableName, id: number): StoredRecord | undefined {
    const kept = this.#entries.get(`${table} ${id}`) as Kept | undefined
    return kept?.epoch === this.#epochOf(table) ? kept?.record : undefined
  }

  /** Reads records and caches those that did not change meanwhile. */
  async load<Records extends readonly StoredRecord[]>(
    table: RecordTableName,
    read: () => Promise<Records>,
  ): Promise<Records> {
    const reading: Reading = { table, changed: new Set(), isAnyChanged: false }
    this.#readings.add(reading)
    try {
      const records = await read()
      if (!reading.isAnyChanged)
        for (const record of records) if (!reading.changed.has(record.row.id)) this.#keep(table, record)
      return records
    } finally {
      this.#readings.delete(reading)
    }
  }

  #keep(table: RecordTableName, record: StoredRecord): void {
    this.#entries.set(
      `${table} ${record.row.id}`,
      { epoch: this.#epochOf(table), record },
      { size: ENTRY_BYTES + record.bytes },
    )
  }

  /** The id that {@link noteId} noted: the record may have another value by now. */
  idOf(table: RecordTableName, column: string, value: unknown): number | undefined {
    return (this.#entries.get(`id ${table} ${column} ${value}`) as { id: number } | undefined)?.id
  }

  /** Notes which record has a unique value. */
  noteId(table: RecordTableName, column: string, value: unknown, id: number): void {
    const key = `id ${table} ${column} ${value}`
    this.#entries.set(key, { id }, { size: ENTRY_BYTES + 2 * key.length })
  }

  /**
   * The cached result of `read` for this version of what it reads. Concurrent callers share one read.
   * @param sizeOf the size of a result, in bytes
   */
  cached<T>(
    key: string,
    version: number,
    read: () => Promise<T>,
    sizeOf: (value: T) => number = () => 0,
  ): Promise<T> {
    const known = this.#entries.get(key) as Versioned | undefined
    if (known?.version === version) return known.value as Promise<T>
    const value = read()
    const entry = { version, value }
    const size = ENTRY_BYTES + 2 * key.length
    this.#entries.set(key, entry, { size })
    const isCurrent = () => this.#entries.peek(key) === entry
    value.then(
      (value) => isCurrent() && this.#entries.set(key, entry, { size: size + sizeOf(value) }),
      () => isCurrent() && this.#entries.delete(key),
    )
    return value
  }

  /** {@link cached}, for a value that also changes at some time although nothing is written. */
  async cachedUntil<T extends { until?: string | undefined }>(
    key: string,
    version: number,
    now: () => string,
    read: () => Promise<T>,
    sizeOf: (value: T) => number,
  ): Promise<T> {
    const known = await this.cached(key, version, read, sizeOf)
    if (known.until === undefined || now() < known.until) return known
    this.#entries.delete(key)
    return this.cached(key, version, read, sizeOf)
  }

  /** {@link cached} for many keys: one `read` gets all missing values, by the positions of their keys. */
  cachedEach<T>(
    keys: readonly string[],
    version: number,
    read: (positions: readonly number[]) => Promise<T[]>,
  ): Promise<T[]> {
    const isMissing = (key: string) => (this.#entries.peek(key) as Versioned | undefined)?.version !== version
    const missing = keys.flatMap((key, position) => (isMissing(key) ? [position] : []))
    const reading = missing.length > 0 ? read(missing) : Promise.resolve([])
    const places = new Map(missing.map((position, place) => [position, place]))
    const values = keys.map((key, position) =>
      this.cached(key, version, async () => (await reading)[places.get(position) as number] as T),
    )
    return Promise.all(values)
  }

  #invalidate({ table, record }: ChangeRow): void {
    this.#version += 1
    this.#versions.set(table, this.version(table) + 1)
    if (record === null) this.#invalidateTable(table)
    else {
      this.#entries.delete(`${table} ${record}`)
      for (const reading of this.#readings) if (reading.table === table) reading.changed.add(record)
    }
  }

  #epochOf(table: string): number {
    return this.#epochs.get(table) ?? 0
  }

  #invalidateTable(table: string): void {
    this.#epochs.set(table, this.#epochOf(table) + 1)
    for (const reading of this.#readings) if (reading.table === table) reading.isAnyChanged = true
  }

  #invalidateAll(): void {
    this.#version += 1
    for (const [table, version] of this.#versions) this.#versions.set(table, version + 1)
    this.#entries.clear()
    for (const reading of this.#readings) reading.isAnyChanged = true
  }
}
