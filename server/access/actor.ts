import { Grants } from './grants.ts'

/** A token as it is stored: in force until it expires, if its user is live and active. */
export interface StoredToken {
  id: number
  /** The digest by which the token is looked up. */
  hash: string
  user_id: number
  /** The user who made it, if that is not its own user: the token grants no more than they hold. */
  maker_id: number | null
  /** The user of the token that made this one, if another user made that token: this one grants no more than they hold either. */
  through_id: number | null
  permissions: string[] | null
  expires_at: string | null
  is_sign_in: boolean
}

/** The resource, and the table, of those who act: callers, and authors of records. */
export const ACTORS = 'users'

/** The caller. */
export interface Actor {
  /**
   * The user whose own record the caller may access. Null on a public route, on the command line, and for a token that
   * another user made: it never acts as its owner.
   */
  userId: number | null
  /** The owner of the token, whoever made it. */
  ownerId: number | null
  /** The author of writes: the user, or the maker of the token, whose authority it uses. */
  authorId: number | null
  /** The token of the request, if any. */
  token: StoredToken | null
  /** The token has only some of its user's permissions; it may only read the user's own record. */
  isLimited: boolean
  grants: Grants
}

const NOBODY = { userId: null, ownerId: null, authorId: null, token: null, isLimited: false } as const

export const ANONYMOUS: Actor = { ...NOBODY, grants: Grants.none }

/** The command line and start-up: they have the database file itself. */
export const SYSTEM: Actor = { ...NOBODY, grants: Grants.all }

/** If a user loses this permission, the tokens that they made for others stop working. */
export const MAKES_TOKENS = 'can-assign-api-tokens'

/** The users whose permissions limit a token: it may only do what each of them may. Its own user comes first. */
export const peopleOf = ({ user_id, maker_id, through_id }: StoredToken): number[] => [
  ...new Set([user_id, maker_id, through_id].filter((id) => id !== null)),
]

/** @param heldBy the grants of a user now; undefined if the user is inactive or deleted */
export function actorWith(
  token: StoredToken,
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

const ownActor = (token: StoredToken): Omit<Actor, 'grants'> => ({
  userId: token.user_id,
  ownerId: token.user_id,
  authorId: token.user_id,
  token,
  isLimited: token.permissions !== null,
})
