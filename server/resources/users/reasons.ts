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
  const first = Math.max(1, Math.min(FIRST_PERMISSIONS, Math.floor(REASONS_PER_SLICE / (roles + 1))))
  let [start, count, found] = [0, first, 0]
  while (start < permissions.length) {
    if (start > 0) await budget.nextSlice()
    const some = permissions.slice(start, start + count)
    const ids = some.map(({ id }) => id)
    const reasons = await reasonsOf(ctx, userId, ids, budget.records)
    for (const { id, added } of some) added.reasons = reasons.get(id)
    const more = [...reasons.values()].reduce((sum, { length }) => sum + length, 0)
    budget.embed(more, MIN_REASON_BYTES, REASONS)
    await budget.spend(more * MIN_REASON_BYTES, REASONS)
    found += more
    start += count
    count = Math.max(1, Math.floor((REASONS_PER_SLICE * start) / (found + 1)))
  }
}

/** Permissions in the first slice: hundreds of roles may grant each. */
const FIRST_PERMISSIONS = 20
const REASONS_PER_SLICE = 2000
/** Minimum bytes of a reason as text. */
const MIN_REASON_BYTES = 300

const REASONS: Embedding = {
  what: say`The reasons for these permissions`,
  instead: say`Ask for fewer permissions a page (per_page), or for one: GET /api/users/{column}/{value}/permissions/{slug}?explain=true.`,
}
