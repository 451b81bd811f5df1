import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { isSubject } from '../../contract/permissions.ts'
import type { Ctx } from '../access/context.ts'
import { type Resource, resourceNamed } from '../crud/define/resource.ts'
import type { NumberedEntry } from '../db/queries/numbered-entries.ts'
import type { Db, PastVersionTable } from '../db/tables.ts'

const MOST_KNOWN = 10_000

type Subject = Pick<NumberedEntry, 'subject_type' | 'subject_id'>

/** The `subject` of events: `users/<uuid>`, also of a record that is gone. Subjects that are not resources are named by their id. */
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
      const ids = new Set(some.map(({ subject_id }) => subject_id as number))
      for (const readUuids of [ofRecords, ofVersions, ofDestroyed]) {
        if (ids.size === 0) break
        for (const { id, uuid } of await readUuids(this.#ctx.db, { type, table, ids: [...ids] })) {
          ids.delete(id)
          read.set(`${type}/${id}`, `${type}/${uuid}`)
          this.#known.set(`${type}/${id}`, `${type}/${uuid}`)
        }
      }
    }
    return entries.map((entry) => {
      const key = keyOf(entry)
      return read.get(key) ?? this.#known.get(key) ?? key
    })
  }
}

interface Asked {
  type: string
  table: string
  ids: readonly number[]
}

interface Found {
  id: number
  uuid: string
}

const ofRecords = async (db: Db, { table, ids }: Asked): Promise<Found[]> =>
  (await sql<Found>`select id, uuid from ${sql.table(table)} where id in (${sql.join(ids)})`.execute(db)).rows

/** Destroyed records that decided access: the past keeps them, also if the person was erased. */
const ofVersions = async (db: Db, { table, ids }: Asked): Promise<Found[]> =>
  (await db
    .selectFrom('past_versions')
    .where('kind', '=', table as PastVersionTable['kind'])
    .where('record_id', 'in', ids)
    .where('uuid', 'is not', null)
    .select(['record_id as id', 'uuid'])
    .distinct()
    .execute()) as Found[]

/** Other destroyed records: the entry of the deletion has the uuid. */
async function ofDestroyed(db: Db, { type, ids }: Asked): Promise<Found[]> {
  const entries = await db
    .selectFrom('audit_entries')
    .where('subject_type', '=', type)
    .where('subject_id', 'in', ids)
    .where('action', '=', `${type}.destroy`)
    .select(['subject_id as id', 'changes'])
    .execute()
  return entries.flatMap(({ id, changes }) => {
    const uuid = changes?.find(({ field }) => field === 'uuid')
    return uuid && 'from' in uuid ? [{ id: id as number, uuid: uuid.from as string }] : []
  })
}

const keyOf = ({ subject_type: type, subject_id: id }: Subject) => (id === null ? type : `${type}/${id}`)

const isRecord = ({ subject_type: type, subject_id: id }: Subject) => id !== null && isSubject(type)
