import { sql } from 'kysely'
import { ref } from '../../../contract/fields.ts'
import { TermMerge } from '../../../contract/terms.ts'
import type { Ctx } from '../../access/context.ts'
import { accessToMore } from '../../access/matrix.ts'
import { inTransaction } from '../../access/transaction.ts'
import { recordEntry } from '../../audit/entries.ts'
import type { AnyRow, Resource } from '../../crud/define/resource.ts'
import { selectorOf } from '../../crud/endpoints/route-parts.ts'
import { refuseStale } from '../../crud/endpoints/write-routes.ts'
import { hintOf } from '../../crud/query/hints.ts'
import { findNamed } from '../../crud/query/names.ts'
import type { Selector } from '../../crud/query/selector.ts'
import { anyTable, countRows, storedRows, storedRowsInBatches } from '../../crud/query/store.ts'
import { moveLinks } from '../../crud/write/move-links.ts'
import { touchRows, trashRow, updateRows } from '../../crud/write/rows.ts'
import { selectForWrite } from '../../crud/write/select.ts'
import { isBelow, locksOfTree, newDeletionId } from '../../crud/write/tree.ts'
import { referenceNotFound } from '../../crud/write/write.ts'
import { invalidField } from '../../errors.ts'
import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts'
import { say } from '../../messages/say.ts'
import { countMembers } from '../users/members-count.ts'
import { type Conflict, inShort, namesTakenBelow, plain, refuseConflicts } from './conflicts.ts'
import { shiftOfMerged } from './positions.ts'
import { refuseUnlessMayReclassify } from './reclassify.ts'
import type { Siblings } from './siblings.ts'
import { type Some, someOf } from './some.ts'

export const mergeEndpoint = (terms: Resource): Endpoint =>
  defineEndpoint({
    name: 'taxonomies.merge',
    methods: ['POST'],
    path: '/api/taxonomies/:column/:value/merge',
    tag: 'taxonomies',
    summary: 'Merge a term into another',
    description:
      'Its users are classified by the other instead, each link as it was; its children move below the other; and it is ' +
      'soft-deleted, with `merged_into_id`. Refused with 409 where there are conflicts; `dry_run` tells them, and how much ' +
      'is moved. A restore brings the term back alone.',
    access: accessToMore(terms, 'merge'),
    effect: 'write',
    input: TermMerge,
    unknown: 'refuse',
    nullIsAbsent: true,
    data: ref('TermMerged'),
    messages: ['Saved'],
    refusals: [404, 409, 412],
    prepare: async (call) => {
      const { from, into } = await pairOf(call.ctx, terms, selectorOf(call), call.input.into)
      const users = await usersOf(call.ctx, from.id, into.id)
      const children = await countRows(call.ctx, 'taxonomies', liveBelow(from.id))
      const isNamed = call.input.names && call.input.dry_run
      return { ...users, children, ...(isNamed && { some: await someMerged(call.ctx, from.id, into.id) }) }
    },
    handle: async (call) => {
      const counts = call.prepared
      if (call.input.dry_run) {
        const pair = await pairOf(call.ctx, terms, selectorOf(call), call.input.into)
        await refuseUnlessMayReclassify(call.ctx, [pair.from.id], MERGING)
        const conflicts = await conflictsOf(call.ctx, pair)
        return {
          data: { ...counts, conflicts: plain(conflicts), applied: false },
          messages: ['Nothing was changed.'],
        }
      }
      const apply = async (ctx: Ctx) => {
        const pair = await pairOf(ctx, terms, selectorOf(call), call.input.into)
        refuseStale(call.request.headers['if-match'], pair.from.version)
        await refuseUnlessMayReclassify(ctx, [pair.from.id], MERGING)
        refuseConflicts(await conflictsOf(ctx, pair), 'into')
        await merge(ctx, terms, pair)
      }
      await inTransaction(call.ctx, apply, { locks: locksOfTree(terms), isLong: true })
      return { data: { ...counts, conflicts: [], applied: true }, messages: ['Saved'] }
    },
  })

const MERGING = say`Merging this term`

interface Pair {
  from: AnyRow
  into: AnyRow
}

/** Both terms, live. @throws Refusal 404, 409, 422 */
async function pairOf(ctx: Ctx, terms: Resource, selector: Selector, name: string | number): Promise<Pair> {
  const from = await selectForWrite(ctx, terms, { selector })
  const id = (await findNamed(ctx, terms, [name]))(name)
  if (id === undefined) throw referenceNotFound('into', terms, await hintOf(ctx, terms, name))
  if (id === from.id) throw invalidField('into', 'not_allowed', say`A term can't be merged into itself.`)
  const [into] = await storedRows(ctx, 'taxonomies', anyTable()('id', '=', id))
  return { from, into: into as AnyRow }
}

/** Derived from the counts of either and of both, which are cached. */
async function usersOf(ctx: Ctx, from: number, into: number) {
  const sets = [[from], [into], [from, into].sort((one, other) => one - other)]
  const [own = 0, others = 0, all = 0] = await countMembers(ctx, 'user_taxonomies', sets)
  const already = own + others - all
  return { users: own - already, already }
}

/** Some of the terms right below the merged term, and of the users whom only it classifies. */
const someMerged = (ctx: Ctx, from: number, into: number): Promise<Some> =>
  someOf(
    ctx,
    from,
    sql`select link.user_id from user_taxonomies link where link.taxonomy_id = ${from} and not exists (
    select 1 from user_taxonomies other where other.user_id = link.user_id and other.taxonomy_id = ${into})`,
  )

const USERS_OF_TERMS = { table: 'user_taxonomies', from: 'user_id', to: 'taxonomy_id' } as const

const liveBelow = (id: number) => {
  const eb = anyTable()
  return eb.and([eb('parent_id', '=', id), eb('deleted_at', 'is', null)])
}

async function conflictsOf(ctx: Ctx, { from, into }: Pair): Promise<Conflict[]> {
  const references = { term: inShort(from), other: inShort(into) }
  if (from.type_id !== into.type_id)
    return [{ code: 'wrong_type', message: say`Terms of different types can't be merged.`, ...references }]
  if (await isBelow(ctx, 'taxonomies', into.id, from.id))
    return [
      { code: 'loop', message: say`A term can't be merged into one of its descendants.`, ...references },
    ]
  return namesTakenBelow(ctx, from.id, into.id)
}

async function merge(ctx: Ctx, terms: Resource, { from, into }: Pair): Promise<void> {
  const users = await moveLinks(ctx, USERS_OF_TERMS, 'users', { from: from.id, into: into.id })
  // They fit below a term of the same type; loops and name conflicts were checked for all at once.
  const children = await storedRowsInBatches(ctx, 'taxonomies', liveBelow(from.id))
  // Those of another type stay at the top of its tree, where they keep their places.
  const isSibling = ({ type_id: id }: AnyRow) => id === from.type_id
  const idsOf = (rows: readonly AnyRow[]) => rows.map(({ id }) => id)
  const [old, now] = [from, into].map((term) => ({ typeId: from.type_id as number, parentId: term.id }))
  const shift = await shiftOfMerged(ctx, old as Siblings, now as Siblings)
  const shifted = { parent_id: into.id, position: sql`position + ${shift}` }
  await updateRows(ctx, terms, idsOf(children.filter(isSibling)), shifted)
  await updateRows(ctx, terms, idsOf(children.filter((child) => !isSibling(child))), { parent_id: into.id })
  await touchRows(ctx, 'taxonomies', [into.id])
  recordEntry(ctx, {
    action: 'taxonomies.merge',
    subject: { type: terms.name, table: 'taxonomies', id: from.id },
    other: { type: terms.name, table: 'taxonomies', id: into.id },
    counts: { children: children.length, users },
  })
  await trashRow(ctx, terms, from, { deletion: newDeletionId(), merged_into_id: into.id })
}
