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
  /** It has been read. */
  isReady: boolean
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

/** How often each table has changed, and all of them together. A new object replaces it with each change. */
interface Versions {
  all: number
  byTable: ReadonlyMap<string, number>
}

/** What the requests of a process share. */
class Store {
  readonly entries = new LRUCache<string, object>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_ENTRY_BYTES,
  })
  readonly readings = new Set<Reading>()
  versions: Versions = { all: 0, byTable: new Map() }
  /** Grow when any number of the table's records may have changed. */
  readonly #epochs = new Map<string, number>()

  constructor(changes: Changes) {
    changes.onChange((rows) => (rows ? this.#invalidate(rows) : this.#invalidateAll()))
  }

  epochOf(table: string): number {
    return this.#epochs.get(table) ?? 0
  }

  #invalidate(rows: readonly ChangeRow[]): void {
    if (rows.length === 0) return
    const byTable = new Map(this.versions.byTable)
    const all = this.versions.all + 1
    for (const { table, record } of rows) {
      byTable.set(table, all)
      if (record === null) this.#invalidateTable(table)
      else {
        this.entries.delete(`${table} ${record}`)
        for (const reading of this.readings) if (reading.table === table) reading.changed.add(record)
      }
    }
    this.versions = { all, byTable }
  }

  #invalidateTable(table: string): void {
    this.#epochs.set(table, this.epochOf(table) + 1)
    for (const reading of this.readings) if (reading.table === table) reading.isAnyChanged = true
  }

  #invalidateAll(): void {
    const all = this.versions.all + 1
    this.versions = { all, byTable: new Map([...this.versions.byTable.keys()].map((table) => [table, all])) }
    this.entries.clear()
    for (const reading of this.readings) reading.isAnyChanged = true
  }
}

/** Caches records and lists of a database. @returns the cache for one request, as {@link RecordCache} describes */
export function createRecordCache(changes: Changes): () => RecordCache {
  const store = new Store(changes)
  return () => new RecordCache(store)
}

/**
 * The records and lists in memory, for one request. The changes that the database reports invalidate them: a record by its
 * id, a list by its tables. Create it once all earlier commits have been reported, and do not use it in a transaction, whose
 * own changes are not reported yet.
 *
 * Versions are those at its first use, after the wait for a read slot, or at {@link renew}: a change that is reported later belongs to
 * the next version, even if a later read of the request sees it.
 */
export class RecordCache {
  readonly #store: Store
  #versions: Versions | undefined

  constructor(store: Store) {
    this.#store = store
  }

  /** Versions are those of now: for a request that has waited. */
  renew(): void {
    this.#versions = undefined
  }

  /** Grows with each change of the table, or of any table. */
  version(table: string | undefined): number {
    this.#versions ??= this.#store.versions
    return table === undefined ? this.#versions.all : (this.#versions.byTable.get(table) ?? 0)
  }

  record(table: RecordTableName, id: number): StoredRecord | undefined {
    const kept = this.#store.entries.get(`${table} ${id}`) as Kept | undefined
    return kept?.epoch === this.#store.epochOf(table) ? kept?.record : undefined
  }

  /** Reads records and caches those that did not change meanwhile. */
  async load<Records extends readonly StoredRecord[]>(
    table: RecordTableName,
    read: () => Promise<Records>,
  ): Promise<Records> {
    const { entries, readings } = this.#store
    const reading: Reading = { table, changed: new Set(), isAnyChanged: false }
    readings.add(reading)
    try {
      const records = await read()
      const epoch = this.#store.epochOf(table)
      for (const record of records) {
        if (reading.isAnyChanged || reading.changed.has(record.row.id)) continue
        entries.set(`${table} ${record.row.id}`, { epoch, record }, { size: ENTRY_BYTES + record.bytes })
      }
      return records
    } finally {
      readings.delete(reading)
    }
  }

  /** What {@link note} noted, of any version: it may be out of date. */
  noted<Note extends object>(key: string): Note | undefined {
    return this.#store.entries.get(key) as Note | undefined
  }

  /** Keeps a value that its readers check themselves. @param bytes its size */
  note(key: string, note: object, bytes = 0): void {
    this.#store.entries.set(key, note, { size: ENTRY_BYTES + 2 * key.length + bytes })
  }

  /** Whether {@link cached} would neither read nor wait for a read. */
  isReady(key: string, version: number): boolean {
    const known = this.#store.entries.peek(key) as Versioned | undefined
    return known?.version === version && known.isReady
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
    const { entries } = this.#store
    const known = entries.get(key) as Versioned | undefined
    if (known?.version === version) return known.value as Promise<T>
    const value = read()
    // Leaves the entry of a later request as it is.
    if (known && known.version > version) return value
    const entry = { version, value, isReady: false }
    const size = ENTRY_BYTES + 2 * key.length
    entries.set(key, entry, { size })
    const isCurrent = () => entries.peek(key) === entry
    value.then(
      (value) => {
        entry.isReady = true
        if (isCurrent()) entries.set(key, entry, { size: size + sizeOf(value) })
      },
      () => isCurrent() && entries.delete(key),
    )
    return value
  }

  /** {@link cached}, for a value that also changes at some time although nothing is written. */
  async cachedUntil<T extends { until?: string | undefined }>(
    key: string,
    version: number,
    now: () => string,
    read: () => Promise<T>,
    sizeOf: (value: T) => number = () => 0,
  ): Promise<T> {
    const readNow = async () => {
      const since = now()
      return { since, value: await read() }
    }
    const cached = () => this.cached(key, version, readNow, ({ value }) => sizeOf(value))
    const { since, value } = await cached()
    const time = now()
    // The clock may have been set back.
    if (value.until === undefined || (since <= time && time < value.until)) return value
    this.#store.entries.delete(key)
    return (await cached()).value
  }

  /** {@link cached} for many keys: one `read` gets all missing values, by the positions of their keys. */
  cachedEach<T>(
    keys: readonly string[],
    version: number,
    read: (positions: readonly number[]) => Promise<T[]>,
  ): Promise<T[]> {
    // Collected first: each entry that is added may evict another.
    const known = keys.map((key) => this.#store.entries.get(key) as Versioned | undefined)
    const missing = [...keys.keys()].filter((position) => known[position]?.version !== version)
    const reading = missing.length > 0 ? read(missing) : Promise.resolve([])
    const values = known.map((entry) => entry?.value as Promise<T>)
    for (const [place, position] of missing.entries()) {
      const readOne = async () => (await reading)[place] as T
      values[position] = this.cached(keys[position] as string, version, readOne)
    }
    return Promise.all(values)
  }
}
