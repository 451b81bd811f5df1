import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from '../tables.ts'
import { directReadOf } from './direct.ts'

/** Stands for a value that is given when the query runs. */
class Slot {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** A place for a value in a {@link prepared} query; typed as whatever the column wants. */
// biome-ignore lint/suspicious/noExplicitAny: it takes the type of the column it is compared with.
export const slot = (name: string): any => new Slot(name)

/**
 * A query that is built and compiled once for each database and run many times: for what every request does, building a
 * query costs more than running it. It reads, and works inside transactions as well.
 */
export function prepared<Row>(build: (db: Db) => Compilable<Row>) {
  // By the adapter, which a database shares with its transactions: engines write placeholders differently.
  const compiledFor = new WeakMap<object, CompiledQuery<Row>>()
  const compiledOn = (db: Db): CompiledQuery<Row> => {
    const { adapter } = db.getExecutor()
    const compiled = compiledFor.get(adapter) ?? build(db).compile()
    compiledFor.set(adapter, compiled)
    return compiled
  }
  /** The query with these values, to be run together with others. */
  const of = (db: Db, values: Record<string, unknown>): CompiledQuery<Row> => {
    const compiled = compiledOn(db)
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Slot ? values[parameter.name] : parameter,
    )
    return { ...compiled, parameters }
  }
  const run = async (db: Db, values: Record<string, unknown>): Promise<Row[]> => {
    const query = of(db, values)
    const read = directReadOf(db)
    if (read) return read(query.sql, query.parameters) as Promise<Row[]> | Row[]
    const { rows } = await db.executeQuery<Row>(query)
    return rows
  }
  return Object.assign(run, { of })
}

/**
 * {@link prepared} queries of which there is one for each database and shape, such as a resource and the column it is
 * selected by. A query is built by whoever asks for it first, on their database.
 */
export function preparedByShape<Row>() {
  const knownOf = new WeakMap<object, Map<string, ReturnType<typeof prepared<Row>>>>()
  return (db: Db, shape: string, build: (db: Db) => Compilable<Row>) => {
    const { adapter } = db.getExecutor()
    const known = knownOf.get(adapter) ?? new Map()
    knownOf.set(adapter, known)
    const query = known.get(shape) ?? prepared(build)
    known.set(shape, query)
    return query
  }
}

/** A slot for each of the values. */
export const slotsFor = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.keys(values).map((name) => [name, slot(name)]))

/** Reads by a query that is prepared where it has a shape. @param build given the values, or slots for them */
export async function readByShape<Row>(
  queries: ReturnType<typeof preparedByShape<Row>>,
  db: Db,
  { key, values }: { key: string | undefined; values: Record<string, unknown> },
  build: (values: Record<string, unknown>) => Compilable<Row>,
): Promise<Row[]> {
  if (key === undefined) return (await db.executeQuery(build(values).compile())).rows
  return queries(db, key, () => build(slotsFor(values)))(db, values)
}

/** The query of {@link readByShape}, to be run together with others. */
export function queryByShape<Row>(
  queries: ReturnType<typeof preparedByShape<Row>>,
  db: Db,
  { key, values }: { key: string | undefined; values: Record<string, unknown> },
  build: (values: Record<string, unknown>) => Compilable<Row>,
): CompiledQuery<Row> {
  if (key === undefined) return build(values).compile()
  return queries(db, key, () => build(slotsFor(values))).of(db, values)
}
