import type { Slug } from '../../contract/permissions.ts'
import { forbidden } from '../errors.ts'
import type { Actor } from './context.ts'
import type { Grants } from './grants.ts'
import type { RuleName } from './rule-names.ts'

/** What an operation asks of its caller: a row of the access matrix. */
export interface Requirement {
  needs: readonly Slug[]
  /** Without them, the caller may still reach their own record. */
  own?: boolean
  /** What holds for the records in question besides. */
  rules: readonly RuleName[]
}

/** With a limited token, one's own record is open for reading alone: writing it would be a way to more. */
export const reachOf = (
  { own = false, ...row }: Requirement,
  { isLimited }: Actor,
  isWrite: boolean,
): Requirement => ({ ...row, own: own && !(isLimited && isWrite) })

/**
 * The one door of every route.
 * @returns the slugs the caller lacks where their own record stays open to them, else undefined
 * @throws Refusal 403, naming what is missing
 */
export function guard(
  grants: Grants,
  { needs, own }: Pick<Requirement, 'needs' | 'own'>,
): readonly Slug[] | undefined {
  const missing = needs.filter((slug) => !grants.has(slug))
  if (missing.length === 0) return undefined
  if (own) return missing
  throw forbidden(missing)
}
