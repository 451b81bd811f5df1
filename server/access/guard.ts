import type { Slug } from '../../contract/permissions.ts'
import { forbidden } from '../errors.ts'
import type { Actor } from './context.ts'
import type { Requirement } from './requirement.ts'

/**
 * With a limited token, one's own record is open for reading alone: writing it would be a way to more. A token that
 * somebody else made has no own record.
 */
export const ownIsOpen = (
  { own = false }: Pick<Requirement, 'own'>,
  { userId, isLimited }: Pick<Actor, 'userId' | 'isLimited'>,
  isWrite: boolean,
): boolean => own && userId !== null && !(isLimited && isWrite)

/**
 * The one door of every route.
 * @returns the slugs the caller lacks where their own record stays open to them, else undefined
 * @throws Refusal 403, naming what is missing
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
