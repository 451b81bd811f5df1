import type { Actor } from './context.ts'
import type { Grants } from './grants.ts'
import type { CachedToken } from './memory/memory.ts'

/** If a user loses this permission, the tokens that they made for others stop working. */
export const MAKES_TOKENS = 'can-assign-api-tokens'

/** The users whose permissions limit a token: it may only do what each of them may. Its own user comes first. */
export const peopleOf = ({ user_id, maker_id, through_id }: CachedToken): number[] => [
  ...new Set([user_id, maker_id, through_id].filter((id) => id !== null)),
]

/** @param heldBy the grants of a user now; undefined if the user is inactive or deleted */
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
