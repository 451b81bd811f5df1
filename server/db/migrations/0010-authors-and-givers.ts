/** The authors of records: deleting a user permanently searches all of them, and took four seconds with a million users. */
const AUTHORS = {
  ...Object.fromEntries(
    ['registrations', 'users', 'roles', 'permissions', 'taxonomies', 'taxonomy_types'].map((table) => [
      table,
      ['created_by', 'updated_by', 'deleted_by'],
    ]),
  ),
  user_roles: ['created_by', 'updated_by'],
  role_permissions: ['created_by', 'updated_by'],
  user_taxonomies: ['created_by', 'updated_by'],
  tokens: ['created_by'],
}

/** Only rows with an author: imported records and sign-ups cost nothing. */
const authors = Object.entries(AUTHORS).flatMap(([table, columns]) =>
  columns.map(
    (column) => `create index ${table}_${column} on ${table} (${column}) where ${column} is not null`,
  ),
)

/** A covering index for whether roles grant a permission: its rows are spread over the table, one per role. */
const givers = [
  'create index role_permissions_of_permission on role_permissions (permission_id, role_id, is_active, expires_at)',
  'drop index role_permissions_permission_id_role_id',
]

export const statements = (): string[] => [...authors, ...givers]
