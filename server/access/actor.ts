import { Grants } from './grants.ts'
import type { FactorOwner, FactorStanding } from './second-factor.ts'

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
  /** Of a session in a cookie: when it ends unless it is used. Uses since then may not be stored yet. */
  idle_ends_at: string | null
  proven_by_factor: boolean
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
  /** Of a token of a sign-in; null for all others. */
  factor: FactorStanding | null
  grants: Grants
}

const NOBODY = {
  userId: null,
  ownerId: null,
  authorId: null,
  token: null,
  isLimited: false,
  factor: null,
} as const

export const ANONYMOUS: Actor = { ...NOBODY, grants: Grants.none }

/** The command line and start-up: they have the database file itself. */
export const SYSTEM: Actor = { ...NOBODY, grants: Grants.all }

/** If a user loses this permission, the tokens that they made for others stop working. */
export const MAKES_TOKENS = 'can-assign-api-tokens'

/** Whose authority a token uses, and within which permissions. An invitation keeps it of the token that made it. */
export type Delegation = Pick<StoredToken, 'user_id' | 'maker_id' | 'through_id' | 'permissions'>

export const delegationOf = ({ user_id, maker_id, through_id, permissions }: Delegation): Delegation => ({
  user_id,
  maker_id,
  through_id,
  permissions,
})

/** Authority that is used again and again: no longer than the token is in force. */
export interface LastingDelegation extends Delegation {
  /** Null for a token of a sign-in, whose user has proved who they are: as for tokens that it makes, its end is no limit. */
  token_id: number | null
}

export const lastingDelegationOf = (token: StoredToken): LastingDelegation => ({
  ...delegationOf(token),
  token_id: token.is_sign_in ? null : token.id,
})

/** The users whose permissions limit a token: it may only do what each of them may. Its own user comes first. */
export const peopleOf = ({ user_id, maker_id, through_id }: Delegation): number[] => [
  ...new Set([user_id, maker_id, through_id].filter((id) => id !== null)),
]

/**
 * @param heldBy the grants of a user now; undefined if the user is inactive or deleted
 * @param owner the live user of the token; called for tokens of sign-ins
 */
export function actorWith(
  token: StoredToken,
  heldBy: (userId: number) => Grants | undefined,
  owner: () => FactorOwner,
): Actor | undefined {
  const { user_id: userId, maker_id: makerId } = token
  const grants = delegatedGrants(token, heldBy)
  if (!grants) return undefined
  if (makerId === null) return { ...ownActor(token), factor: standingOf(token, owner), grants }
  return { userId: null, ownerId: userId, authorId: makerId, token, isLimited: true, factor: null, grants }
}

/** A factor that was removed since no longer counts. */
function standingOf(
  { is_sign_in, proven_by_factor }: StoredToken,
  owner: () => FactorOwner,
): FactorStanding | null {
  if (!is_sign_in) return null
  const { hasFactor, coveredBy } = owner()
  return { coveredBy, isProven: hasFactor && proven_by_factor }
}

/** Somebody who acts for a user who is not there, such as the inviter when an invitation is accepted. */
export function delegateWith(
  delegation: Delegation,
  heldBy: (userId: number) => Grants | undefined,
): Actor | undefined {
  const grants = delegatedGrants(delegation, heldBy)
  return grants && { ...NOBODY, authorId: delegation.maker_id ?? delegation.user_id, isLimited: true, grants }
}

/** What a token may do: undefined if it no longer works, as one of those whose authority it uses has none. */
function delegatedGrants(
  delegation: Delegation,
  heldBy: (userId: number) => Grants | undefined,
): Grants | undefined {
  const { maker_id: makerId, permissions } = delegation
  if (makerId !== null && !heldBy(makerId)?.has(MAKES_TOKENS)) return undefined
  const all = peopleOf(delegation).map(heldBy)
  const grants = all.reduce((one, other) => one && other && one.and(other))
  return grants && permissions ? grants.within(permissions) : grants
}

const ownActor = (token: StoredToken): Omit<Actor, 'factor' | 'grants'> => ({
  userId: token.user_id,
  ownerId: token.user_id,
  authorId: token.user_id,
  token,
  isLimited: token.permissions !== null,
})
