import { sql } from 'kysely'
import type { Static } from 'typebox'
import { ref } from '../../../contract/fields.ts'
import { TermMove } from '../../../contract/terms.ts'
import type { Ctx } from '../../access/context.ts'
import { accessToMore } from '../../access/matrix.ts'
import type { AnyRow, Resource } from '../../crud/define/resource.ts'
import { selectorOf } from '../../crud/endpoints/route-parts.ts'
import { writeOne } from '../../crud/endpoints/write-routes.ts'
import { anyTable, storedRows } from '../../crud/query/store.ts'
import { selectForWrite } from '../../crud/write/select.ts'
import { isBelow } from '../../crud/write/tree.ts'
import { operationsOf } from '../../crud/write/write.ts'
import { invalidField } from '../../errors.ts'
import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts'
import { say } from '../../messages/say.ts'
import { dbForCounting } from '../users/members-count.ts'
import { type Conflict, inShort, nameTaken, plain, refuseConflicts } from './conflicts.ts'
import { candidateNamed, WRONG_TYPE } from './parents.ts'
import { parentAt, placeNamed, refuseElsewhere } from './place.ts'
import { makeRoom, type Place } from './positions.ts'
import { type Some, someOf } from './some.ts'

/** Does the same as an update with `parent`, but can report the effect first. */
export const moveEndpoint = (terms: Resource): Endpoint =>
  defineEndpoint({
    name: 'taxonomies.move',
    methods: ['POST'],
    path: '/api/taxonomies/:column/:value/move',
    tag: 'taxonomies',
    summary: 'Move a term with all below it',
    description:
      'Below another term of its type or of its parent type, or to the top; and with `before` or `after` to a place in the ' +
      'manual order of its siblings: those that were never placed and come earlier by name are placed too, at most 5,000. ' +
      'Refused with 409 where there are conflicts; `dry_run` tells them, and how much is moved.',
    access: accessToMore(terms, 'move'),
    effect: 'write',
    input: TermMove,
    unknown: 'refuse',
    data: ref('TermMoved'),
    messages: ['Saved'],
    refusals: [404, 409, 412],
    prepare: async (call) => {
      const { parent, before, after, names } = call.input
      if (parent === undefined && before === undefined && after === undefined) throw parentMissing()
      const { id } = await selectForWrite(call.ctx, terms, { selector: selectorOf(call) })
      const branch = await branchOf(call.ctx, id)
      return { ...branch, ...(names && call.input.dry_run && { some: await someOfBranch(call.ctx, id) }) }
    },
    handle: async (call) => {
      const { dry_run: isDryRun = false } = call.input
      const branch = call.prepared
      if (isDryRun) {
        const row = await selectForWrite(call.ctx, terms, { selector: selectorOf(call) })
        const { conflicts } = await planOf(call.ctx, row, call.input)
        return {
          data: { ...branch, conflicts: plain(conflicts), applied: false },
          messages: ['Nothing was changed.'],
        }
      }
      await writeOne(
        call,
        terms,
        async (ctx, row) => {
          const { parent, place, conflicts } = await planOf(ctx, row, call.input)
          refuseConflicts(conflicts, 'parent')
          const position = place && (await makeRoom(ctx, row.id, place))
          await operationsOf(terms).update(ctx, terms, row, {
            ...(parent !== undefined && { parent }),
            ...(position !== undefined && { position }),
          })
        },
        { restructures: true },
      )
      return { data: { ...branch, conflicts: [], applied: true }, messages: ['Saved'] }
    },
  })

interface Plan {
  /** Undefined if it stays. */
  parent: string | number | null | undefined
  place: Place | undefined
  conflicts: Conflict[]
}

/** What a move means for this term. @throws Refusal 422 */
async function planOf(
  ctx: Ctx,
  row: AnyRow,
  { parent: named, ...sides }: Static<typeof TermMove>,
): Promise<Plan> {
  const place = await placeNamed(ctx, row, sides)
  const parent = named === undefined && place ? await parentAt(ctx, row, place) : named
  if (parent === undefined) return { parent, place, conflicts: [] }
  const { parentId, conflicts } = await destinationOf(ctx, row, parent)
  if (place && conflicts.length === 0) await refuseElsewhere(ctx, row, parentId, place)
  return { parent, place, conflicts }
}

const parentMissing = () => invalidField('parent', 'required', say`parent is required; null for none.`)

interface Branch {
  terms: number
  users: number
}

/** Counts this term with its live descendants, and the live users whom they classify. */
async function branchOf(ctx: Ctx, id: number): Promise<Branch> {
  const { rows } = await sql<Branch>`select (select count(*) from (${below(id)}) branch) as terms,
    (select count(distinct users.id) from (${below(id)}) branch
      cross join user_taxonomies cross join users
      where user_taxonomies.taxonomy_id = branch.id and users.id = user_taxonomies.user_id
        and users.deleted_at is null) as users`.execute(await dbForCounting(ctx))
  const [branch] = rows
  return { terms: Number(branch?.terms), users: Number(branch?.users) }
}

/** Some of the terms right below this one, and of the users whom it or a descendant classifies. */
const someOfBranch = (ctx: Ctx, id: number): Promise<Some> =>
  someOf(
    ctx,
    id,
    sql`select user_taxonomies.user_id from (${below(id)}) branch
    cross join user_taxonomies where user_taxonomies.taxonomy_id = branch.id`,
  )

const below = (id: number) => sql`with recursive branch (id) as (
    select cast(${sql.lit(id)} as bigint) union all
    select term.id from branch join taxonomies term on term.parent_id = branch.id where term.deleted_at is null)
  select id from branch`

interface Destination {
  parentId: number | null
  conflicts: Conflict[]
}

async function destinationOf(ctx: Ctx, row: AnyRow, parent: string | number | null): Promise<Destination> {
  if (parent === null) return { parentId: null, conflicts: await nameTaken(ctx, row, null) }
  const { id: parentId, fits } = await candidateNamed(ctx, row.type_id as number, parent)
  const [other] = await storedRows(ctx, 'taxonomies', anyTable()('id', '=', parentId))
  const references = { term: inShort(row), other: inShort(other as AnyRow) }
  if (!fits) return { parentId, conflicts: [{ code: 'wrong_type', message: WRONG_TYPE, ...references }] }
  if (await isBelow(ctx, 'taxonomies', parentId, row.id)) {
    const message = say`A term can't be its own ancestor.`
    return { parentId, conflicts: [{ code: 'loop', message, ...references }] }
  }
  return { parentId, conflicts: await nameTaken(ctx, row, parentId) }
}
