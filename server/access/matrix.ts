import type { Slug, Subject } from '../../contract/permissions.ts'
import type { Requirement } from './guard.ts'
import type { RuleName } from './rule-names.ts'

/** Actions on records of a resource. Each covers all its routes: by selector, by id, in bulk. */
type Action = 'list' | 'read' | 'create' | 'update' | 'delete' | 'restore' | 'destroy'

/** Relations that all resources have: the authors of a record. */
type Authorship = 'created_by' | 'updated_by' | 'deleted_by'

interface RelationAccess {
  read: Requirement
  /** Absent for a derived relation. */
  write?: Requirement
}

/**
 * The permissions that each operation of a resource needs, and the rules for its records: its rows of the access matrix.
 * Routes, the API's description, the tests and docs/permissions.md are generated from it.
 */
export interface ResourceAccess {
  actions: Partial<Record<Action, Requirement>>
  relations: Record<string, RelationAccess>
  /** Operations that no other resource has. */
  more: Record<string, Requirement>
}

export const may = (needs: Slug | readonly Slug[], ...rules: RuleName[]): Requirement => ({
  needs: [needs].flat() as Slug[],
  rules,
  ...(rules.includes('own-record') && { own: true }),
})

/** The same, if the answer contains users or registrations. */
export const mayWithContacts = (needs: Slug | readonly Slug[], ...rules: RuleName[]): Requirement =>
  may(needs, ...rules, 'contact-details')

/** The rows of the relations to a record's authors, which all resources have. @param reads the resource's own permission */
export const authors = (reads: Slug): Record<Authorship, RelationAccess> => {
  const read = mayWithContacts([...new Set([reads, 'can-read-users'] as const)])
  return { created_by: { read }, updated_by: { read }, deleted_by: { read } }
}

/** The part of a resource's definition that these functions read. */
interface AccessDefinition {
  name: Subject
  access: ResourceAccess
}

const rowOf = (row: Requirement | undefined, name: string): Requirement => {
  if (!row) throw new Error(`The access matrix has no row ${name}.`)
  return row
}

/** The requirement of an action on a resource's records. */
export const accessTo = ({ name, access }: AccessDefinition, action: Action): Requirement =>
  rowOf(access.actions[action], `${name} ${action}`)

/** The same in bulk: without the own-record rules. */
export function accessInBulk(resource: AccessDefinition, action: Action): Requirement {
  const { needs, rules } = accessTo(resource, action)
  return { needs, rules: rules.filter((rule) => !rule.startsWith('own-')) }
}

/** The requirement for reading or writing a relation. */
export const accessToRelation = (
  { name, access }: AccessDefinition,
  relation: string,
  how: 'read' | 'write',
): Requirement => rowOf(access.relations[relation]?.[how], `${name} ${relation} ${how}`)

/** The requirement of an operation that only this resource has. */
export const accessToMore = ({ name, access }: AccessDefinition, operation: string): Requirement =>
  rowOf(access.more[operation], `${name} ${operation}`)
