import { Type } from 'typebox'
import type { Ctx } from '../../access/context.ts'
import { reasonsOf } from '../../access/explain.ts'
import { guard } from '../../access/guard.ts'
import { forbidden } from '../../errors.ts'
import type { Fields } from '../../http/parameters.ts'

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
export async function addReasons(ctx: Ctx, userId: number, permissions: Fields[]): Promise<void> {
  seesAllRoles(ctx, userId)
  const reasons = await reasonsOf(
    ctx,
    userId,
    permissions.map(({ id }) => id as number),
  )
  for (const permission of permissions) permission.reasons = reasons.get(permission.id as number)
}
