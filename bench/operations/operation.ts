import type { Request } from '../load/load.ts'
import type { World } from './world.ts'

/** A hand-written statement that a floor runs for a read. `?` is the placeholder of a value on both engines. */
export interface Statement {
  text: string
  /** The values, from the route's parameters and the query. */
  values: (parameters: Record<string, string>, query: Record<string, string>) => (string | number)[]
  /** The part of the response that it fills: all of `data`, or the rows of a page. */
  fills: 'item' | 'page'
  /** Each row has its own `total`; otherwise the floor knows it beforehand. */
  counts?: boolean
  schema: 'User'
  /** JSON columns. */
  json: readonly string[]
}

/** The minimal work: return the same bytes, or run a statement and serialize its rows. */
export type Floor = { kind: 'bytes' } | { kind: 'statement'; statement: Statement }

/** A measured read of the API. */
export interface Read {
  name: string
  group: string
  /** The route in Fastify's notation. */
  route: string
  requests: (world: World) => Request[]
  floor: Floor
  /** Sent to the service before each round, so that each finds the same in its caches. Measured on the largest size only. */
  prepare?: (world: World) => Request[]
  /** Measured by `--quick` too. */
  isQuick?: boolean
}
