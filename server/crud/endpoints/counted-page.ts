import type { SelectQueryBuilder } from 'kysely'
import { Type } from 'typebox'
import { MOST_COUNTED_ENTRIES } from '../../../contract/audit.ts'
import { EMPTY, id, nullable } from '../../../contract/fields.ts'
import type { Database, Db } from '../../db/tables.ts'
import { invalidField } from '../../errors.ts'
import type { Call } from '../../http/endpoint.ts'
import { say } from '../../messages/say.ts'
import { pageOf, pageSchema } from '../../values/page.ts'
import { listParameters } from '../query/list-query.ts'
import { firstSent, pageRequest } from './route-parts.ts'

/*
 * Lists that grow without an end, newest first. At most MOST_COUNTED_ENTRIES are counted and have pages; `before` continues.
 */

/** @param what is listed, in the plural */
export const countedPageInput = (what: string) => ({
  page: listParameters.page,
  per_page: listParameters.per_page,
  before: Type.Optional(nullable(id(`${what} older than the one with this id.`), EMPTY)),
})

export const countedPageSchema = (schemaId: string) =>
  Type.Object({
    list: pageSchema(schemaId),
    total_is_exact: Type.Boolean({
      description: `False if there are more than ${MOST_COUNTED_ENTRIES}: go on with \`before\`.`,
    }),
  })

const OF_OTHER_LISTS = ['sort', 'include', 'trashed', 'filter', 'from', 'to'] as const

/** Refuses parameters of other lists. @param own those that this list has @throws Refusal 422 `not_allowed` */
export function refuseOtherParameters(
  call: Pick<Call, 'sent' | 'filters'>,
  own: readonly string[] = [],
): void {
  const name = firstSent(
    call,
    OF_OTHER_LISTS.filter((name) => !own.includes(name)),
  )
  if (name !== undefined) throw invalidField(name, 'not_allowed', say`This list has no parameter ${name}.`)
}

/** @throws Refusal 422 */
export function refuseFarPage(page: number, perPage: number): void {
  if (page * perPage > MOST_COUNTED_ENTRIES + perPage)
    throw invalidField(
      'page',
      'out_of_range',
      say`Only the first ${MOST_COUNTED_ENTRIES} entries have pages. Send before, with the id of the last one that you have.`,
    )
}

/** @param ids limited to one more than are counted */
export async function countSome(db: Db, ids: SelectQueryBuilder<Database, never, { id: number }>) {
  const { count } = await db
    .selectFrom(ids.as('found'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const total = Math.min(Number(count), MOST_COUNTED_ENTRIES)
  return { total, isExact: total === Number(count) }
}

interface Found {
  records: object[]
  total: number
  isExact: boolean
}

export const countedPageOf = (
  call: Call,
  { records, total, isExact }: Found,
  page: { page: number; perPage: number },
) => ({ data: { list: pageOf(records, total, pageRequest(call, page)), total_is_exact: isExact } })
