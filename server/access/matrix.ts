import type { Slug, Subject } from '../../contract/permissions.ts'
import type { Requirement } from './requirement.ts'
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

/** The permissions that each operation of a resource needs, and the rules for its records. */
export interface ResourceAccess {
  actions: Partial<Record<Action, Requirement>>
  relations: Record<string, RelationAccess>
  /** Operations that no other resource has. */
  more: Record<string, Requirement>
}

const may = (needs: Slug | readonly Slug[], ...rules: RuleName[]): Requirement => ({
  needs: [needs].flat() as Slug[],
  rules,
  ...(rules.includes('own-record') && { own: true }),
})

/** The same, if the answer contains users or registrations. */
const meet = (needs: Slug | readonly Slug[], ...rules: RuleName[]): Requirement =>
  may(needs, ...rules, 'contact-details')

const authors = (reads: Slug): Record<Authorship, RelationAccess> => {
  const read = meet([...new Set([reads, 'can-read-users'] as const)])
  return { created_by: { read }, updated_by: { read }, deleted_by: { read } }
}

/** The single access matrix. Routes, the API's description, the tests and docs/permissions.md are generated from it. */
export const MATRIX: Readonly<Record<Subject, ResourceAccess>> = {
  registrations: {
    actions: {
      list: meet('can-read-registrations'),
      read: meet('can-read-registrations'),
      create: meet('can-create-registrations', 'shown-records'),
      update: meet('can-update-registrations', 'shown-records'),
      delete: may('can-delete-registrations'),
      restore: meet(['can-restore-records', 'can-delete-registrations']),
      destroy: may(['can-delete-registrations', 'can-delete-permanently']),
    },
    relations: {
      user: {
        read: meet(['can-read-registrations', 'can-read-users']),
        write: meet(['can-update-registrations', 'can-read-registrations', 'can-read-users']),
      },
      invited_by: {
        read: meet(['can-read-registrations', 'can-read-users']),
        write: meet(['can-update-registrations', 'can-read-registrations', 'can-read-users']),
      },
      ...authors('can-read-registrations'),
    },
    more: {
      'create-user': meet(
        ['can-create-users', 'can-update-registrations'],
        'no-more-than-held',
        'chosen-roles',
      ),
    },
  },
  users: {
    actions: {
      list: meet('can-read-users'),
      read: meet('can-read-users', 'own-record'),
      create: meet('can-create-users', 'shown-records', 'assigned-token'),
      update: meet(
        'can-update-users',
        'own-record',
        'own-fields',
        'no-more-than-held',
        'last-super-administrator',
        'shown-records',
        'assigned-token',
      ),
      delete: may('can-delete-users', 'no-more-than-held', 'last-super-administrator'),
      restore: meet(['can-restore-records', 'can-delete-users'], 'no-more-than-held'),
      destroy: may(
        ['can-delete-users', 'can-delete-permanently'],
        'no-more-than-held',
        'last-super-administrator',
      ),
    },
    relations: {
      roles: {
        read: meet(['can-read-users', 'can-read-roles'], 'own-record', 'in-short'),
        write: meet(
          ['can-assign-roles', 'can-read-users', 'can-read-roles'],
          'no-more-than-held',
          'last-super-administrator',
        ),
      },
      permissions: {
        read: meet(['can-read-users', 'can-read-permissions'], 'own-record', 'in-short', 'explained'),
      },
      taxonomies: {
        read: meet(['can-read-users', 'can-read-taxonomies'], 'own-record', 'in-short'),
        write: meet(['can-update-users', 'can-read-users', 'can-read-taxonomies'], 'no-more-than-held'),
      },
      registration: {
        read: meet(['can-read-users', 'can-read-registrations']),
        write: meet(['can-update-users', 'can-read-users', 'can-read-registrations'], 'no-more-than-held'),
      },
      invited_by: {
        read: meet('can-read-users'),
        write: meet(['can-update-users', 'can-read-users'], 'no-more-than-held'),
      },
      ...authors('can-read-users'),
    },
    more: {
      'has-role': may('can-read-users', 'own-record'),
      'has-permission': may('can-read-users', 'own-record', 'explained'),
      checks: may('can-read-users', 'own-record'),
      tokens: may(['can-read-users', 'can-assign-api-tokens'], 'own-record'),
      'tokens-create': may(['can-read-users', 'can-assign-api-tokens'], 'own-record', 'no-more-than-held'),
      'tokens-revoke': may(['can-read-users', 'can-assign-api-tokens'], 'own-record', 'no-more-than-held'),
      'token-revoke': may(['can-read-users', 'can-assign-api-tokens'], 'own-record', 'no-more-than-held'),
    },
  },
  roles: {
    actions: {
      list: may('can-read-roles'),
      read: meet('can-read-roles'),
      create: may('can-create-roles'),
      update: may('can-update-roles', 'no-more-than-held', 'built-in-role'),
      delete: may('can-delete-roles', 'no-more-than-held', 'built-in-role'),
      restore: may(['can-restore-records', 'can-delete-roles'], 'no-more-than-held'),
      destroy: may(['can-delete-roles', 'can-delete-permanently'], 'no-more-than-held', 'built-in-role'),
    },
    relations: {
      users: {
        read: meet(['can-read-roles', 'can-read-users']),
        write: meet(
          ['can-assign-roles', 'can-read-roles', 'can-read-users'],
          'no-more-than-held',
          'last-super-administrator',
        ),
      },
      permissions: {
        read: may(['can-read-roles', 'can-read-permissions']),
        write: may(
          ['can-assign-permissions', 'can-read-roles', 'can-read-permissions'],
          'no-more-than-held',
          'built-in-role',
        ),
      },
      ...authors('can-read-roles'),
    },
    more: {
      grants: may(['can-read-roles', 'can-read-permissions']),
      'grants-change': may(
        ['can-assign-permissions', 'can-read-roles', 'can-read-permissions'],
        'no-more-than-held',
        'built-in-role',
      ),
    },
  },
  permissions: {
    actions: {
      list: may('can-read-permissions'),
      read: meet('can-read-permissions'),
      delete: may('can-delete-permissions', 'no-more-than-held'),
      restore: may(['can-restore-records', 'can-delete-permissions'], 'no-more-than-held'),
      destroy: may(['can-delete-permissions', 'can-delete-permanently'], 'no-more-than-held'),
    },
    relations: {
      roles: {
        read: may(['can-read-permissions', 'can-read-roles']),
        write: may(
          ['can-assign-permissions', 'can-read-permissions', 'can-read-roles'],
          'no-more-than-held',
          'built-in-role',
        ),
      },
      users: { read: meet(['can-read-permissions', 'can-read-users']) },
      ...authors('can-read-permissions'),
    },
    more: {},
  },
  taxonomies: {
    actions: {
      list: may('can-read-taxonomies'),
      read: meet('can-read-taxonomies'),
      create: may('can-create-taxonomies'),
      update: may('can-update-taxonomies'),
      delete: may('can-delete-taxonomies', 'no-more-than-held'),
      restore: may(['can-restore-records', 'can-delete-taxonomies'], 'no-more-than-held'),
      destroy: may(['can-delete-taxonomies', 'can-delete-permanently'], 'no-more-than-held'),
    },
    relations: {
      type: {
        read: may(['can-read-taxonomies', 'can-read-taxonomy-types']),
        write: may(['can-update-taxonomies', 'can-read-taxonomies', 'can-read-taxonomy-types']),
      },
      parent: {
        read: may('can-read-taxonomies'),
        write: may(['can-update-taxonomies', 'can-read-taxonomies']),
      },
      children: {
        read: may('can-read-taxonomies'),
        write: may(['can-update-taxonomies', 'can-read-taxonomies']),
      },
      users: {
        read: meet(['can-read-taxonomies', 'can-read-users']),
        write: meet(['can-update-users', 'can-read-taxonomies', 'can-read-users'], 'no-more-than-held'),
      },
      ...authors('can-read-taxonomies'),
    },
    more: {
      tree: may('can-read-taxonomies'),
      move: may('can-update-taxonomies'),
      merge: may(['can-update-taxonomies', 'can-delete-taxonomies'], 'no-more-than-held'),
    },
  },
  'taxonomy-types': {
    actions: {
      list: may('can-read-taxonomy-types'),
      read: meet('can-read-taxonomy-types'),
      create: may('can-create-taxonomy-types'),
      update: may('can-update-taxonomy-types'),
      delete: may('can-delete-taxonomy-types', 'taken-along', 'no-more-than-held'),
      restore: may(['can-restore-records', 'can-delete-taxonomy-types'], 'taken-along', 'no-more-than-held'),
      destroy: may(['can-delete-taxonomy-types', 'can-delete-permanently']),
    },
    relations: {
      parent: {
        read: may('can-read-taxonomy-types'),
        write: may(['can-update-taxonomy-types', 'can-read-taxonomy-types']),
      },
      children: {
        read: may('can-read-taxonomy-types'),
        write: may(['can-update-taxonomy-types', 'can-read-taxonomy-types']),
      },
      taxonomies: {
        read: may(['can-read-taxonomy-types', 'can-read-taxonomies']),
        write: may(['can-update-taxonomies', 'can-read-taxonomy-types', 'can-read-taxonomies']),
      },
      ...authors('can-read-taxonomy-types'),
    },
    more: {},
  },
}

const rowOf = (row: Requirement | undefined, name: string): Requirement => {
  if (!row) throw new Error(`The access matrix has no row ${name}.`)
  return row
}

/** The requirement of an action on a resource's records. */
export const accessTo = (subject: Subject, action: Action): Requirement =>
  rowOf(MATRIX[subject].actions[action], `${subject} ${action}`)

/** The same in bulk: without the own-record rules. */
export function accessInBulk(subject: Subject, action: Action): Requirement {
  const { needs, rules } = accessTo(subject, action)
  return { needs, rules: rules.filter((rule) => !rule.startsWith('own-')) }
}

/** The requirement for reading or writing a relation. */
export const accessToRelation = (subject: Subject, relation: string, how: 'read' | 'write'): Requirement =>
  rowOf(MATRIX[subject].relations[relation]?.[how], `${subject} ${relation} ${how}`)

/** The requirement of an operation that only this resource has. */
export const accessToMore = (subject: Subject, operation: string): Requirement =>
  rowOf(MATRIX[subject].more[operation], `${subject} ${operation}`)
