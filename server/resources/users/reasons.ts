import { Type } from 'typebox'
import type { Ctx } from '../../access/context.ts'
import { reasonsOf } from '../../access/explain/explain.ts'
import { guard } from '../../access/guard.ts'
import type { AnswerBudget, Embedding } from '../../capacity/answer-budget.ts'
import { forbidden } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import type { ReadRecord } from '../../values/read-record.ts'

export const explainParameter = {
  explain: Type.Optional(
    Type.Boolean({ default: false, description: 'Tells which roles and links it comes through.' }),
  ),
}

/**
 * Reasons name roles. About themselves, callers see the roles that they have a link with.
 * @returns whether the caller may see all other roles too
 * @throws Refusal 403 about another user
 */
export function canSeeAllRoles(ctx: Ctx, userId: number): boolean {
  const missing = guard(ctx.actor, { needs: ['can-read-roles', 'can-read-permissions'], own: true })
  if (missing && userId !== ctx.actor.userId) throw forbidden(missing)
  return missing === undefined
}

/** Adds to each permission of a user the `reasons` why they hold it. */
export async function addReasons(
  ctx: Ctx,
  userId: number,
  permissions: readonly ReadRecord[],
  budget: AnswerBudget,
): Promise<void> {
  canSeeAllRoles(ctx, userId)
  const roles = (await ctx.access.countRoles(ctx, userId)) ?? 1
  const first = Math.max(1, Math.min(FIRST_RECORDS, Math.floor(REASONS_PER_SLICE / (roles + 1))))
  await addInSlices(permissions, first, budget, OF_PERMISSIONS, (ids) =>
    reasonsOf(ctx, { users: [userId], permissions: ids }, 'permission_id', budget.records),
  )
}

/** Adds to each user of a permission the `reasons` why they hold it. @throws Refusal 403 for callers who may not read roles */
export async function addReasonsOfHolders(
  ctx: Ctx,
  permissionId: number,
  users: readonly ReadRecord[],
  budget: AnswerBudget,
): Promise<void> {
  const missing = guard(ctx.actor, { needs: ['can-read-roles', 'can-read-permissions'] })
  if (missing) throw forbidden(missing)
  await addInSlices(users, FIRST_RECORDS, budget, OF_HOLDERS, (ids) =>
    reasonsOf(ctx, { users: ids, permissions: [permissionId] }, 'user_id', budget.records),
  )
}

/** Adds reasons to the first records, and to as many in the next slices as the number of their reasons allows. */
async function addInSlices(
  records: readonly ReadRecord[],
  first: number,
  budget: AnswerBudget,
  embedding: Embedding,
  read: (ids: number[]) => Promise<Map<number, object[]>>,
): Promise<void> {
  let [start, count, found] = [0, first, 0]
  while (start < records.length) {
    if (start > 0) await budget.nextSlice()
    const some = records.slice(start, start + count)
    const reasons = await read(some.map(({ id }) => id))
    for (const { id, added } of some) added.reasons = reasons.get(id)
    const more = [...reasons.values()].reduce((sum, { length }) => sum + length, 0)
    budget.embed(more, MIN_REASON_BYTES, embedding)
    await budget.spend(more * MIN_REASON_BYTES, embedding)
    found += more
    start += count
    count = Math.max(1, Math.floor((REASONS_PER_SLICE * start) / (found + 1)))
  }
}

/** Permissions or users in the first slice: hundreds of roles may grant each, or be held by each. */
const FIRST_RECORDS = 20
const REASONS_PER_SLICE = 2000
/** Minimum bytes of a reason as text. */
const MIN_REASON_BYTES = 300

const OF_PERMISSIONS: Embedding = {
  what: say`The reasons for these permissions`,
  instead: say`Ask for fewer permissions a page (per_page), or for one: GET /api/users/{column}/{value}/permissions/{slug}?explain=true.`,
}

const OF_HOLDERS: Embedding = {
  what: say`The reasons for these users`,
  instead: say`Ask for fewer users a page (per_page).`,
}
