import { Type } from 'typebox'
import type { Ctx } from '../../access/context.ts'
import { reasonsOf } from '../../access/explain/explain.ts'
import { guard } from '../../access/guard.ts'
import { countRolesOf } from '../../access/sql/effective.ts'
import type { AnswerBudget, Embedding } from '../../capacity/answer-budget.ts'
import { forbidden } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'

export const explainParameter = {
  explain: Type.Optional(
    Type.Boolean({ default: false, description: 'Tells which roles and links it comes through.' }),
  ),
}

/**
 * Reasons name roles. Of themselves, everyone is told those they have a link with.
 * @returns whether the caller may see the others too
 * @throws Refusal 403 about somebody else
 */
export function seesAllRoles(ctx: Ctx, userId: number): boolean {
  const missing = guard(ctx.actor, { needs: ['can-read-roles', 'can-read-permissions'], own: true })
  if (missing && userId !== ctx.actor.userId) throw forbidden(missing)
  return missing === undefined
}

/** Adds to each permission of a user the `reasons` why they hold it. */
export async function addReasons(
  ctx: Ctx,
  userId: number,
  permissions: Fields[],
  budget: AnswerBudget,
): Promise<void> {
  seesAllRoles(ctx, userId)
  const roles = (await countRolesOf(ctx, userId)) ?? 1
  const first = Math.max(1, Math.min(FIRST_PERMISSIONS, Math.floor(REASONS_AT_ONCE / (roles + 1))))
  let [start, count, found] = [0, first, 0]
  while (start < permissions.length) {
    if (start > 0) await budget.nextSlice()
    const some = permissions.slice(start, start + count)
    const ids = some.map(({ id }) => id as number)
    const reasons = await reasonsOf(ctx, userId, ids, budget.records)
    for (const permission of some) permission.reasons = reasons.get(permission.id as number)
    const more = [...reasons.values()].reduce((sum, { length }) => sum + length, 0)
    budget.embed(more, LEAST_REASON, REASONS)
    const waiting = budget.spend(more * LEAST_REASON, REASONS)
    if (waiting) await waiting
    found += more
    start += count
    count = Math.max(1, Math.floor((REASONS_AT_ONCE * start) / (found + 1)))
  }
}

/** Permissions of the first slice: each may be held by hundreds of roles. */
const FIRST_PERMISSIONS = 20
const REASONS_AT_ONCE = 2000
/** Bytes of a reason, as text. */
const LEAST_REASON = 300

const REASONS: Embedding = {
  what: say`The reasons for these permissions`,
  instead: say`Ask for fewer permissions a page (per_page), or for one: GET /api/users/{column}/{value}/permissions/{slug}?explain=true.`,
}
