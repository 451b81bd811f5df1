import type { Kysely } from 'kysely'
import type { Connection } from '../../server/db/connect.ts'
import type { Db } from '../../server/db/tables.ts'

export type EngineName = 'sqlite' | 'postgres'

/** What the benchmark needs to know of an engine that the service does not provide. */
export interface BenchEngine {
  name: EngineName
  /** The engine's own version, for the record. */
  version(): Promise<string>
  /** The built database of this name, if it exists. @returns its URL */
  built(name: string): Promise<string | undefined>
  /** Creates an empty database that will become the one of this name. */
  begin(name: string): Promise<string>
  /** Drops the database of `begin`. */
  abandon(name: string): Promise<void>
  /** The database of `begin` is complete and becomes the built one. @returns its URL */
  finish(name: string): Promise<string>
  /** A working copy, which is deleted when the benchmark ends. */
  copy(name: string): Promise<string>
  /** Statements before the load, on a connection of the service. */
  beforeLoad: readonly string[]
  /** Loads rows in any order: SQLite does not check their references, PostgreSQL does so at the end. */
  fill(connection: Connection, load: (db: Db) => Promise<void>): Promise<void>
  /** Statements that create the indices without a constraint: they run after the load. */
  indices(db: Kysely<never>): Promise<{ name: string; statement: string }[]>
  placeholder(position: number): string
  /** Deletes every copy, and stops started servers. */
  close(): Promise<void>
}
