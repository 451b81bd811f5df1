import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { isSubject } from '../../contract/permissions.ts'
import type { Actor } from '../access/actor.ts'
import type { Ctx } from '../access/context.ts'
import { resourceNamed } from '../crud/define/resource.ts'
import type { NumberedEntry } from '../db/queries/numbered-entries.ts'
import { cloudEventOf } from '../events/cloud-event.ts'
import { entryReader } from '../events/read-entries.ts'

const MOST_KNOWN = 10_000

type Subject = Pick<NumberedEntry, 'subject_type' | 'subject_id'>

/** Makes the bodies of requests from entries. Bodies are not stored, so a redelivery has nothing about a person who was erased. */
export class Bodies {
  readonly #ctx: Ctx
  readonly #source: () => string
  /** Subjects by type and id. A uuid never changes. */
  readonly #known = new LRUCache<string, string>({ max: MOST_KNOWN })

  /** @param source the URL of the service */
  constructor(ctx: Ctx, source: () => string) {
    this.#ctx = ctx
    this.#source = source
  }

  /** @returns undefined if the reader may not read the entry */
  async of({ number, ...entry }: NumberedEntry, reader: Actor): Promise<string | undefined> {
    const data = entryReader({ ...this.#ctx, actor: reader })(entry)
    if (!data) return undefined
    const subject = await this.#subjectOf(entry)
    return JSON.stringify(cloudEventOf({ ...entry, number }, { source: this.#source(), subject, data }))
  }

  /** A record is named by its uuid. A deleted record, or a subject that is not a resource, is named by its id. */
  async #subjectOf({ subject_type: type, subject_id: id }: Subject): Promise<string> {
    if (id === null) return type
    const key = `${type}/${id}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    if (!isSubject(type)) return key
    const { table } = resourceNamed(this.#ctx, type)
    const { rows } = await sql<{
      uuid: string
    }>`select uuid from ${sql.table(table)} where id = ${id}`.execute(this.#ctx.db)
    const [row] = rows
    if (!row) return key
    const name = `${type}/${row.uuid}`
    this.#known.set(key, name)
    return name
  }
}
