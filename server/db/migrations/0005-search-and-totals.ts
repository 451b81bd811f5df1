import { postgresDerived } from './0005-postgres.ts'
import { sqliteDerived } from './0005-sqlite.ts'
import type { ColumnTypes, Derived } from './migration.ts'

/** The searched tables and columns; each column has folded text. */
export const SEARCHED = {
  users: ['search_text', 'email_key', 'username_key'],
  registrations: ['search_text', 'email_key', 'username_key'],
  roles: ['search_text'],
  permissions: ['search_text'],
  taxonomies: ['search_text'],
  taxonomy_types: ['search_text'],
} as const

/** Tables of links, which are never soft-deleted. */
export const LINKS = ['user_roles', 'role_permissions', 'user_taxonomies'] as const

/** An index of every part of the searched texts, and the number of rows of each table. */
export const statements = (t: ColumnTypes): string[] => {
  const derived = t.engine === 'sqlite' ? sqliteDerived : postgresDerived
  return [
    ...derived.shared,
    ...Object.entries(SEARCHED).flatMap(([table, columns]) => all(derived.search(table, columns))),
    ...Object.keys(SEARCHED).flatMap((table) => all(derived.state(table, true))),
    ...LINKS.flatMap((table) => all(derived.state(table, false))),
    ...linkIndices,
    ...expiryIndices,
    // For lists of live records ordered by id, which the index of a total can't provide.
    ...Object.keys(SEARCHED).map(
      (table) => `create index ${table}_live on ${table} (id) where deleted_at is null`,
    ),
  ]
}

/** The members of a role, a permission or a term, ordered by id. */
const linkIndices = [
  ['user_roles', 'role_id', 'user_id'],
  ['role_permissions', 'permission_id', 'role_id'],
  ['user_taxonomies', 'taxonomy_id', 'user_id'],
].flatMap(([table, from, to]) => [
  `create index ${table}_${from}_${to} on ${table} (${from}, ${to})`,
  `drop index ${table}_${from}`,
])

/** To find the next expiry of a link: data derived from links then changes without a write. */
const expiryIndices = LINKS.map(
  (table) => `create index ${table}_expires_at on ${table} (expires_at) where expires_at is not null`,
)

const all = ({ make, fill, keep }: Derived) => [...make, ...fill, ...keep]
