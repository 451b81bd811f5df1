import type { Slug } from '../../contract/permissions.ts'
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
