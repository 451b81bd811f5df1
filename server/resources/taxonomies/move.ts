import { sql } from 'kysely'
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

/** Does the same as an update with `parent`, but can report the effect first. */
export const moveEndpoint = (terms: Resource): Endpoint =>
  defineEndpoint({
    name: 'taxonomies.move',
    methods: ['POST'],
    path: '/api/taxonomies/:column/:value/move',
    tag: 'taxonomies',
    summary: 'Move a term with all below it',
    description:
      'Below another term of its type or of its parent type, or to the top. Refused with 409 where there are conflicts; ' +
      '`dry_run` tells them, and how much is moved.',
    access: accessToMore(terms, 'move'),
    effect: 'write',
    input: TermMove,
    unknown: 'refuse',
    data: ref('TermMoved'),
    messages: ['Saved'],
    refusals: [404, 409, 412],
    prepare: async (call) => {
      if (call.input.parent === undefined) throw parentMissing()
      return branchOf(call.ctx, (await selectForWrite(call.ctx, terms, { selector: selectorOf(call) })).id)
    },
    handle: async (call) => {
      const { parent = null, dry_run: isDryRun = false } = call.input
      const branch = call.prepared
      if (isDryRun) {
        const row = await selectForWrite(call.ctx, terms, { selector: selectorOf(call) })
        const conflicts = await conflictsOf(call.ctx, row, parent)
        return {
          data: { ...branch, conflicts: plain(conflicts), applied: false },
          messages: ['Nothing was changed.'],
        }
      }
      await writeOne(
        call,
        terms,
        async (ctx, row) => {
          refuseConflicts(await conflictsOf(ctx, row, parent), 'parent')
          await operationsOf(terms).update(ctx, terms, row, { parent })
        },
        { restructures: true },
      )
      return { data: { ...branch, conflicts: [], applied: true }, messages: ['Saved'] }
    },
  })

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

const below = (id: number) => sql`with recursive branch (id) as (
    select cast(${sql.lit(id)} as bigint) union all
    select term.id from branch join taxonomies term on term.parent_id = branch.id where term.deleted_at is null)
  select id from branch`

async function conflictsOf(ctx: Ctx, row: AnyRow, parent: string | number | null): Promise<Conflict[]> {
  if (parent === null) return nameTaken(ctx, row, null)
  const { id, fits } = await candidateNamed(ctx, row.type_id as number, parent)
  const [other] = await storedRows(ctx, 'taxonomies', anyTable()('id', '=', id))
  const references = { term: inShort(row), other: inShort(other as AnyRow) }
  if (!fits) return [{ code: 'wrong_type', message: WRONG_TYPE, ...references }]
  if (await isBelow(ctx, 'taxonomies', id, row.id))
    return [{ code: 'loop', message: say`A term can't be its own ancestor.`, ...references }]
  return nameTaken(ctx, row, id)
}
