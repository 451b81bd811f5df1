import type { Request } from '../load/load.ts'
import type { World } from './world.ts'

/** A hand-written statement, as the floor of a read runs it. `?` stands for a value, on both engines. */
export interface Statement {
  text: string
  /** Of the route's parameters and the query. */
  values: (parameters: Record<string, string>, query: Record<string, string>) => (string | number)[]
  /** What of the answer it fills: all of `data`, or the rows of a page. */
  fills: 'item' | 'page'
  /** Each row has a `total` of its own; else the floor knows it beforehand. */
  counts?: boolean
  schema: 'User'
  /** Columns of JSON. */
  json: readonly string[]
}

/** The least there is to do: answer the same bytes; or run a statement and serialize what it gives. */
export type Floor = { kind: 'bytes' } | { kind: 'statement'; statement: Statement }

/** A read of the API that is measured. */
export interface Read {
  name: string
  group: string
  /** The route as Fastify spells it. */
  route: string
  requests: (world: World) => Request[]
  floor: Floor
  /** Measured by `--quick` as well. */
  isQuick?: boolean
}
