import type { Kysely } from 'kysely'

export type EngineName = 'sqlite' | 'postgres'

/** What the bench must know of an engine that the service does not tell. */
export interface BenchEngine {
  name: EngineName
  /** Version of the engine itself, for the record. */
  version(): Promise<string>
  /** The built database of that name, if it is there. @returns its URL */
  built(name: string): Promise<string | undefined>
  /** An empty database that is to become the one of that name. */
  begin(name: string): Promise<string>
  /** What was begun is not needed. */
  abandon(name: string): Promise<void>
  /** It is whole: from now on it is found. @returns its URL */
  finish(name: string): Promise<string>
  /** A copy to work on, which goes when the bench ends. */
  copy(name: string): Promise<string>
  /** Before anything is loaded; on a connection of the service's. */
  beforeLoad: readonly string[]
  afterLoad: readonly string[]
  /** Statements that make the indices which are no constraint's: they are made once the rows are there. */
  indices(db: Kysely<never>): Promise<{ name: string; statement: string }[]>
  placeholder(position: number): string
  /** Takes away every copy, and stops what was started. */
  close(): Promise<void>
}
