import type { Actor } from './context.ts'
import type { Grants } from './grants.ts'
import type { CachedToken } from './memory/memory.ts'

/** Whoever loses it can no longer use the tokens that they made for others. */
export const MAKES_TOKENS = 'can-assign-api-tokens'

/** Whose powers a token is: it does no more than each of them may. Its user comes first. */
export const peopleOf = ({ user_id, maker_id, through_id }: CachedToken): number[] => [
  ...new Set([user_id, maker_id, through_id].filter((id) => id !== null)),
]

/** @param heldBy what somebody may do now; undefined of who is deactivated or deleted */
export function actorWith(
  token: CachedToken,
  heldBy: (userId: number) => Grants | undefined,
): Actor | undefined {
  const { user_id: userId, maker_id: makerId, permissions } = token
  if (makerId === null) {
    const held = heldBy(userId)
    return held && { ...ownActor(token), grants: permissions ? held.within(permissions) : held }
  }
  if (!heldBy(makerId)?.has(MAKES_TOKENS)) return undefined
  const all = peopleOf(token).map(heldBy)
  const grants = all.reduce((one, other) => one && other && one.and(other))
  if (!grants) return undefined
  return {
    userId: null,
    ownerId: userId,
    authorId: makerId,
    token,
    isLimited: true,
    grants: permissions ? grants.within(permissions) : grants,
  }
}

const ownActor = (token: CachedToken): Omit<Actor, 'grants'> => ({
  userId: token.user_id,
  ownerId: token.user_id,
  authorId: token.user_id,
  token,
  isLimited: token.permissions !== null,
})
