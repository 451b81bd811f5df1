import { refuseIfAuthorityEnded } from '../../access/authority.ts'
import { type Ctx, refuseIfGone } from '../../access/context.ts'
import { hashInBatches } from '../../credentials/hashing-batches.ts'
import { type Detail, invalid, invalidField, Refusal } from '../../errors.ts'
import { listedNames } from '../../http/request/parameters.ts'
import { say } from '../../messages/say.ts'
import { type Fields, isFields } from '../../values/fields.ts'
import type { Resource } from '../define/resource.ts'

/** The most items of one bulk call. */
export const MAX_ITEMS = 1000

/** @throws Refusal 422 for an empty list, or one too long */
export function itemsOf(body: unknown): unknown[] {
  if (!Array.isArray(body)) throw new Refusal(400, 'malformed', say`The body must be an array of items.`)
  return bounded(body)
}

function bounded<T>(items: T[]): T[] {
  if (items.length === 0) throw invalidField('items', 'required', say`Name at least one.`)
  if (items.length > MAX_ITEMS) throw tooMany()
  return items
}

const tooMany = () => invalidField('items', 'out_of_range', say`At most ${MAX_ITEMS} items at once.`)

/** After this many faults, no more items are checked: a small request must not cause a large response. */
const MAX_FAULTS = 1000

/** Validates all items and reports all their faults. */
export function readItems<Item>(items: unknown[], read: (fields: Fields, index: number) => Item): Item[] {
  const details: Detail[] = []
  const values = items.flatMap((item, index) => {
    if (details.length >= MAX_FAULTS) return []
    if (!isFields(item)) {
      details.push({
        field: String(index),
        code: 'invalid_type',
        message: say`${index} must be an object of fields.`,
      })
      return []
    }
    try {
      return [read(item, index)]
    } catch (error) {
      details.push(...atItem(error, index).details)
      return []
    }
  })
  if (details.length > 0) throw invalid(details)
  return values
}

/** Hashes the passwords of all items, which may take seconds; stops if the client disconnects or loses its permissions. */
export async function sealItems(ctx: Ctx, { prepare }: Resource, items: Fields[]): Promise<Fields[]> {
  if (!prepare) return items
  const seal = (item: Fields, index: number) =>
    prepare(item, ctx).catch((error) => Promise.reject(atItem(error, index)))
  return hashInBatches(items, seal, async () => {
    refuseIfGone(ctx)
    await refuseIfAuthorityEnded(ctx)
  })
}

/** Adds the item's index to a refusal. Rethrows errors that are not the item's fault. */
export function atItem(error: unknown, index: number): Refusal {
  if (!(error instanceof Refusal) || error.status >= 500) throw error
  const { status, code, said, details, headers } = error
  const own = details.length > 0 ? details : [{ field: '', code, message: said }]
  const pointed = own.map((detail) => {
    const field = detail.field === '' ? String(index) : `${index}.${detail.field}`
    return { ...detail, field, message: say`Item ${index}: ${detail.message}` }
  })
  return new Refusal(status, code, said, { details: pointed, headers, cause: error })
}

/** Ids and uuids of records to delete, from an array or the field `ids`. @throws Refusal 422 */
export function idsToDelete(body: unknown, sent: Fields): (number | string)[] {
  const given = Array.isArray(body) ? body : sent.ids
  if (given === undefined || given === null || given === '') {
    throw invalidField('ids', 'required', say`Name at least one id: ids=1,2 or {"ids": [1, 2]}.`)
  }
  const ids = listedNames(given, MAX_ITEMS)
  if (!ids) throw tooMany()
  return bounded(ids).map((id, index) => readId(id, index))
}

/** An id, or a uuid in lower case. @throws Refusal 422 naming the item */
export function readId(id: unknown, index: number): number | string {
  const text = typeof id === 'number' || typeof id === 'string' ? String(id).trim().toLowerCase() : ''
  if (/^\d{1,15}$/.test(text)) return Number(text)
  if (/^[0-9a-f-]{36}$/.test(text)) return text
  throw invalidField(String(index), 'invalid_type', say`Item ${index} must be an id or a uuid.`)
}
