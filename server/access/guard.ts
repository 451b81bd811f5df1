import type { Slug } from '../../contract/permissions.ts'
import { forbidden } from '../errors.ts'
import type { Grants } from './grants.ts'

/** What a route asks of its caller; see {@link guard}. */
export interface Requirement {
  needs: readonly Slug[]
  /** Without them, the caller may still reach their own record. */
  own?: boolean
}

/**
 * The one door of every route.
 * @returns the slugs the caller lacks where their own record stays open to them, else undefined
 * @throws Refusal 403, naming what is missing
 */
export function guard(grants: Grants, { needs, own }: Requirement): readonly Slug[] | undefined {
  const missing = needs.filter((slug) => !grants.has(slug))
  if (missing.length === 0) return undefined
  if (own) return missing
  throw forbidden(missing)
}
