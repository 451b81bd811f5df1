import { isPostgres } from './postgres/engine.ts'
import type { Database, Db, RecordTableName } from './tables.ts'

/** A column that holds the id of a record. */
export interface Reference {
  table: keyof Database
  column: string
  /** Its rows are deleted with the record; otherwise the column becomes null. */
  isOwned: boolean
}

const RECORDS: RecordTableName[] = [
  'registrations',
  'users',
  'roles',
  'permissions',
  'taxonomies',
  'taxonomy_types',
]
const LINKS = ['user_roles', 'role_permissions', 'user_taxonomies'] as const

const references = (isOwned: boolean) => (table: keyof Database, columns: readonly string[]) =>
  columns.map((column): Reference => ({ table, column, isOwned }))
const owned = references(true)
const named = references(false)

/**
 * The references to each table that do not prevent the deletion of a record, as declared by the foreign keys. References
 * that prevent it, from child records, are reported by the delete operation.
 */
export const REFERENCES: Record<RecordTableName, readonly Reference[]> = {
  users: [
    ...owned('user_roles', ['user_id']),
    ...owned('user_taxonomies', ['user_id']),
    ...owned('tokens', ['user_id', 'maker_id']),
    ...RECORDS.flatMap((table) => named(table, ['created_by', 'updated_by', 'deleted_by'])),
    ...LINKS.flatMap((table) => named(table, ['created_by', 'updated_by'])),
    ...named('tokens', ['created_by']),
    ...named('users', ['invited_by', 'user_id']),
    ...named('registrations', ['invited_by', 'user_id']),
  ],
  registrations: [...named('users', ['registration_id']), ...named('registrations', ['registration_id'])],
  roles: [...owned('user_roles', ['role_id']), ...owned('role_permissions', ['role_id'])],
  permissions: owned('role_permissions', ['permission_id']),
  taxonomies: [...owned('user_taxonomies', ['taxonomy_id']), ...named('taxonomies', ['merged_into_id'])],
  taxonomy_types: [],
}

/**
 * The references to clear in batches before a record is deleted. SQLite's cascade would block the event loop in one
 * statement, and a role may have a million users; PostgreSQL's cascade runs off the event loop.
 */
export const referencesToClear = (db: Db, table: RecordTableName): readonly Reference[] =>
  isPostgres(db) ? [] : REFERENCES[table]
