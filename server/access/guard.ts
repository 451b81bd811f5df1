import type { Slug } from '../../contract/permissions.ts'
import { forbidden } from '../errors.ts'
import type { Actor } from './actor.ts'
import type { Requirement } from './requirement.ts'

/**
 * Whether the own-record exception applies. A limited token may only read its user's own record: writing it would allow
 * privilege escalation. A token that another user made has no own record.
 */
export const ownIsOpen = (
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
  if (ownIsOpen(requirement, actor, isWrite)) return missing
  throw forbidden(missing)
}
