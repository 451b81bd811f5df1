import type { Compilable, CompiledQuery } from 'kysely'
import { featuresOf } from '../per-db.ts'
import type { Db } from '../tables.ts'

/** A placeholder for a value that is known when the query runs. */
class Slot {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** A placeholder in a {@link prepared} query; it has the type that the column needs. */
// biome-ignore lint/suspicious/noExplicitAny: it takes the type of the column it is compared with.
export const slot = (name: string): any => new Slot(name)

/**
 * What compiled queries belong to: the adapter, which a database shares with its transactions, since the engines write placeholders
 * differently; a database that reads other tables in place of some has its own.
 */
const ownerOf = (db: Db): object => (featuresOf(db).isRedirected ? db : db.getExecutor().adapter)

/**
 * A query that is built and compiled once per database and run many times: for a query of every request, building costs
 * more than running. Outside of transactions it runs reads only, on SQLite on a read-only connection. In transactions, and
 * as `of` in a pipeline, it may write.
 */
export function prepared<Row>(build: (db: Db) => Compilable<Row>) {
  const compiledFor = new WeakMap<object, CompiledQuery<Row>>()
  const compiledOn = (db: Db): CompiledQuery<Row> => {
    const owner = ownerOf(db)
    const compiled = compiledFor.get(owner) ?? build(db).compile()
    compiledFor.set(owner, compiled)
    return compiled
  }
  /** The query with these values, to be pipelined with others. */
  const of = (db: Db, values: Record<string, unknown>): CompiledQuery<Row> => {
    const compiled = compiledOn(db)
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Slot ? values[parameter.name] : parameter,
    )
    return { ...compiled, parameters }
  }
  const run = async (db: Db, values: Record<string, unknown>): Promise<Row[]> => {
    const query = of(db, values)
    const { read } = featuresOf(db)
    if (!db.isTransaction && query.query.kind !== 'SelectQueryNode')
      throw new Error('A prepared write needs a transaction.')
    if (read) return read(query.sql, query.parameters) as Promise<Row[]> | Row[]
    const { rows } = await db.executeQuery<Row>(query)
    return rows
  }
  return Object.assign(run, { of })
}

/** Only the sets of columns that clients write make more shapes than this. */
const MAX_SHAPES = 200

/**
 * {@link prepared} queries, one for each database and shape; a shape is e.g. a resource and the column that selects its
 * record. The first use of a shape builds its query.
 */
export function preparedByShape<Row>() {
  const knownOf = new WeakMap<object, Map<string, ReturnType<typeof prepared<Row>>>>()
  return (db: Db, shape: string, build: (db: Db) => Compilable<Row>) => {
    const owner = ownerOf(db)
    const known: Map<string, ReturnType<typeof prepared<Row>>> = knownOf.get(owner) ?? new Map()
    knownOf.set(owner, known)
    const query = known.get(shape)
    if (query) return query
    const made = prepared(build)
    if (known.size >= MAX_SHAPES) known.delete(known.keys().next().value as string)
    known.set(shape, made)
    return made
  }
}

/** A slot for each value. */
export const slotsFor = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.keys(values).map((name) => [name, slot(name)]))

/** Runs a query that is prepared if it has a shape. @param build receives the values, or slots for them */
export async function readByShape<Row>(
  queries: ReturnType<typeof preparedByShape<Row>>,
  db: Db,
  { key, values }: { key: string | undefined; values: Record<string, unknown> },
  build: (values: Record<string, unknown>) => Compilable<Row>,
): Promise<Row[]> {
  if (key === undefined) return (await db.executeQuery(build(values).compile())).rows
  return queries(db, key, () => build(slotsFor(values)))(db, values)
}

/** The query of {@link readByShape}, to be pipelined with others. */
export function queryByShape<Row>(
  queries: ReturnType<typeof preparedByShape<Row>>,
  db: Db,
  { key, values }: { key: string | undefined; values: Record<string, unknown> },
  build: (values: Record<string, unknown>) => Compilable<Row>,
): CompiledQuery<Row> {
  if (key === undefined) return build(values).compile()
  return queries(db, key, () => build(slotsFor(values))).of(db, values)
}
