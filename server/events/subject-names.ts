import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { isSubject } from '../../contract/permissions.ts'
import type { Ctx } from '../access/context.ts'
import { type Resource, resourceNamed } from '../crud/define/resource.ts'
import type { NumberedEntry } from '../db/queries/numbered-entries.ts'

const MOST_KNOWN = 10_000

type Subject = Pick<NumberedEntry, 'subject_type' | 'subject_id'>

/** The `subject` of events: `users/<uuid>`. Deleted records, and subjects that are not resources, are named by their id. */
export class SubjectNames {
  readonly #ctx: Pick<Ctx, 'db' | 'registry'>
  /** By type and id. A uuid never changes. */
  readonly #known = new LRUCache<string, string>({ max: MOST_KNOWN })

  constructor(ctx: Pick<Ctx, 'db' | 'registry'>) {
    this.#ctx = ctx
  }

  /** One statement for each resource with records that are not known. @returns the names, in the order of the entries */
  async of(entries: readonly Subject[]): Promise<string[]> {
    const read = new Map<string, string>()
    const unknown = entries.filter((entry) => isRecord(entry) && !this.#known.has(keyOf(entry)))
    for (const [type, some] of Map.groupBy(unknown, ({ subject_type }) => subject_type)) {
      const { table } = resourceNamed(this.#ctx, type as Resource['name'])
      const ids = [...new Set(some.map(({ subject_id }) => subject_id as number))]
      const { rows } = await sql<{ id: number; uuid: string }>`
        select id, uuid from ${sql.table(table)} where id in (${sql.join(ids)})`.execute(this.#ctx.db)
      for (const { id, uuid } of rows) {
        read.set(`${type}/${id}`, `${type}/${uuid}`)
        this.#known.set(`${type}/${id}`, `${type}/${uuid}`)
      }
    }
    return entries.map((entry) => {
      const key = keyOf(entry)
      return read.get(key) ?? this.#known.get(key) ?? key
    })
  }
}

const keyOf = ({ subject_type: type, subject_id: id }: Subject) => (id === null ? type : `${type}/${id}`)

const isRecord = ({ subject_type: type, subject_id: id }: Subject) => id !== null && isSubject(type)
