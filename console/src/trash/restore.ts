import { type RecordOf, RolecallError } from '@rolecall/client'
import { client } from '../api/session.ts'
import { restoreEach } from '../features/bulk/restoring.ts'
import { type BulkResource, hasBulk } from '../features/bulk/selection.ts'
import { isTree, type Kind, type Trashed } from './kinds.ts'

export interface Failed {
  record: Trashed
  error: unknown
}

interface Restored {
  restored: Trashed[]
  failed: Failed[]
}

/** Of a refusal, or of an entry of a report. */
const codeOf = (error: unknown): string => (error as { code?: string }).code ?? ''

/** The trashed parent may be a later one of the same batch. */
const ABOVE_TRASHED = ['parent_trashed', 'type_trashed']
export const isBelowTrashed = (error: unknown): boolean => ABOVE_TRASHED.includes(codeOf(error))

/** Restores the record and all that was deleted with it. */
async function restoreOne(kind: Kind, id: number): Promise<void> {
  await client.resource(kind).restore(id, isTree(kind) ? { cascade: true } : {})
}

export async function trashAgain(kind: Kind, records: Trashed[]): Promise<void> {
  if (!isTree(kind)) return client.resource(kind).deleteMany(records.map(({ id }) => id))
  for (const { id } of records) {
    // It may have been deleted with its parent already.
    if (await isLive(kind, id)) await client.resource(kind).delete(id, { cascade: true })
  }
}

/** Restores each record separately; records that depend on others of the batch are retried after them. */
export async function restoreAll(kind: Kind, records: Trashed[]): Promise<Restored> {
  if (hasBulk(kind)) return restoreByReport(kind, records)
  const restored: Trashed[] = []
  let waiting: Failed[] = records.map((record) => ({ record, error: undefined }))
  for (let before = Infinity; waiting.length > 0 && waiting.length < before; ) {
    before = waiting.length
    const failed: Failed[] = []
    for (const { record, error: earlier } of waiting) {
      const error = earlier === undefined || isBelowTrashed(earlier) ? await faultOf(kind, record) : earlier
      if (error === undefined) restored.push(record)
      else failed.push({ record, error })
    }
    waiting = failed
    if (!waiting.some(({ error }) => isBelowTrashed(error))) break
  }
  return { restored, failed: waiting }
}

async function restoreByReport(kind: BulkResource, records: Trashed[]): Promise<Restored> {
  const { done, left_out } = await restoreEach(
    kind,
    records.map(({ id }) => id),
  )
  return {
    restored: records.filter(({ id }) => done.includes(id)),
    failed: records.flatMap((record) => {
      const error = left_out.find(({ id }) => id === record.id)
      return error ? [{ record, error }] : []
    }),
  }
}

async function faultOf(kind: Kind, { id }: Trashed): Promise<unknown> {
  try {
    await restoreOne(kind, id)
    return undefined
  } catch (error) {
    const isGone = error instanceof RolecallError && error.isNotFound
    return isGone && (await isLive(kind, id)) ? undefined : error
  }
}

const isLive = async (kind: Kind, id: number): Promise<boolean> => (await read(kind, id)).deleted_at === null

/** The trashed ancestors of a record, topmost first. */
export async function trashedAbove(kind: Kind, record: Trashed): Promise<{ kind: Kind; record: Trashed }[]> {
  const above: { kind: Kind; record: Trashed }[] = []
  let id = record.parent_id
  while (id) {
    const parent = (await read(kind, id)) as Trashed
    if (parent.deleted_at !== null) above.unshift({ kind, record: parent })
    id = parent.parent_id
  }
  if (kind === 'taxonomies' && record.type_id !== undefined) {
    const type = (await read('taxonomy-types', record.type_id)) as Trashed
    if (type.deleted_at !== null) {
      above.unshift(...(await trashedAbove('taxonomy-types', type)), { kind: 'taxonomy-types', record: type })
    }
  }
  return above
}

const read = (kind: Kind, id: number) => client.resource(kind).get(id, { trashed: 'true' })

/** Restores a record and its trashed ancestors. */
export async function restoreWithAbove(kind: Kind, record: Trashed): Promise<void> {
  const above = await trashedAbove(kind, record)
  for (const each of [...above, { kind, record }]) {
    // It may have been restored with an ancestor already.
    if (!(await isLive(each.kind, each.record.id))) await restoreOne(each.kind, each.record.id)
  }
}

const TAKEN = /^(email|username|name|slug)_taken$/

/** The field whose value a live record has, which prevents the restore. */
export const takenField = (error: unknown) =>
  TAKEN.exec(codeOf(error))?.[1] as 'email' | 'username' | 'name' | 'slug' | undefined

/** The live record with the same value. */
export async function holderOf(
  kind: Kind,
  record: Trashed,
  field: 'email' | 'username' | 'name' | 'slug',
): Promise<{ id: number; name: string } | undefined> {
  const value = record[field]
  // Masked: the caller may not see the value.
  if (!value) return undefined
  const where = {
    [field]: value,
    ...(kind === 'taxonomies' && { type_id: record.type_id }),
    ...(kind === 'taxonomies' && field === 'name' && { parent_id: record.parent_id }),
  }
  const { data } = await client.resource(kind).list({ where, per_page: 1 } as never)
  return (data as RecordOf<'roles'>[])[0]
}
