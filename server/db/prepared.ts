import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './connect.ts'
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
 * A query that is built and compiled once and run many times: for what every request does, building a query costs
 * more than running it. It reads, and works inside transactions as well.
 */
export function prepared<Row>(build: (db: Db) => Compilable<Row>) {
  let compiled: CompiledQuery<Row> | undefined
  return async (db: Db, values: Record<string, unknown>): Promise<Row[]> => {
    compiled ??= build(db).compile()
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Slot ? values[parameter.name] : parameter,
    )
    const read = directReadOf(db)
    if (read) return read(compiled.sql, parameters) as Promise<Row[]> | Row[]
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

/** {@link prepared} queries of which there is one for each shape, such as a resource and the column it is selected by. */
export function preparedByShape<Row>() {
  const known = new Map<string, ReturnType<typeof prepared<Row>>>()
  return (shape: string, build: (db: Db) => Compilable<Row>) => {
    const query = known.get(shape) ?? prepared(build)
    known.set(shape, query)
    return query
  }
}
