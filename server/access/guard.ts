import type { Slug } from '../../contract/permissions.ts'
import { forbidden, Refusal } from '../errors.ts'
import { say } from '../messages/say.ts'
import type { Actor } from './actor.ts'
import type { RuleName } from './rule-names.ts'

/** What an operation requires of its caller: a row of the access matrix. */
export interface Requirement {
  needs: readonly Slug[]
  /** Without these permissions, the caller may still access their own record. */
  own?: boolean
  /** Further rules for the affected records. */
  rules: readonly RuleName[]
}

/** What the guard checked when the request arrived. Each transaction that writes checks it again. */
export interface Guarded {
  requirement: Pick<Requirement, 'needs' | 'own'>
  isWrite: boolean
  /** The caller may access only their own record. */
  isOwnOnly: boolean
}

/**
 * Whether the own-record exception applies. A limited token may only read its user's own record: writing it would allow
 * privilege escalation. A token that another user made has no own record.
 */
export const isOwnRecordOpen = (
  { own = false }: Pick<Requirement, 'own'>,
  { userId, isLimited }: Pick<Actor, 'userId' | 'isLimited'>,
  isWrite: boolean,
): boolean => own && userId !== null && !(isLimited && isWrite)

/**
 * The permission check of every route.
 * @returns the missing slugs if the caller may only access their own record, else undefined
 * @throws Refusal 403, naming the missing permissions
 */
export function guard(
  actor: Pick<Actor, 'userId' | 'grants' | 'isLimited'>,
  requirement: Pick<Requirement, 'needs' | 'own'>,
  isWrite = false,
): readonly Slug[] | undefined {
  const { needs } = requirement
  if (needs.every((slug) => actor.grants.has(slug))) return undefined
  const missing = needs.filter((slug) => !actor.grants.has(slug))
  if (isOwnRecordOpen(requirement, actor, isWrite)) return missing
  throw forbidden(missing)
}

/**
 * The user whose own record the caller may write: not with a token that is limited, or that somebody else made.
 * @throws Refusal 403
 */
export function ownUserId({
  actor: { userId, isLimited },
}: {
  actor: Pick<Actor, 'userId' | 'isLimited'>
}): number {
  if (userId !== null && !isLimited) return userId
  throw new Refusal(
    403,
    'forbidden',
    say`This needs a token of your own that is not limited. Sign in, and use the token of the sign-in.`,
  )
}

/** The permission to see the contact details of others. */
export const CONTACT_SLUG = 'can-see-users-contact-details' satisfies Slug

export const canSeeContacts = ({ actor }: { actor: Pick<Actor, 'grants'> }): boolean =>
  actor.grants.has(CONTACT_SLUG)
