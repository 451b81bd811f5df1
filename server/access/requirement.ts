import type { Slug } from '../../contract/permissions.ts'
import type { RuleName } from './rule-names.ts'

/** What an operation asks of its caller: a row of the access matrix. */
export interface Requirement {
  needs: readonly Slug[]
  /** Without them, the caller may still reach their own record. */
  own?: boolean
  /** What holds for the records in question besides. */
  rules: readonly RuleName[]
}

/** What the guard asked when the request came in. Each transaction that writes asks it again. */
export interface Guarded {
  requirement: Pick<Requirement, 'needs' | 'own'>
  isWrite: boolean
  /** The caller was let in to their own record alone. */
  isOwnOnly: boolean
}
