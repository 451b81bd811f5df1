/** Who made and changed what: to delete a user for good looks through all of it, and took four seconds at a million. */
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

/** Only where there is somebody: what was imported, or signed up by itself, costs nothing. */
const authors = Object.entries(AUTHORS).flatMap(([table, columns]) =>
  columns.map(
    (column) => `create index ${table}_${column} on ${table} (${column}) where ${column} is not null`,
  ),
)

/** All that says whether a role gives a permission: its rows lie all over the table, one for each role. */
const givers = [
  'create index role_permissions_of_permission on role_permissions (permission_id, role_id, is_active, expires_at)',
  'drop index role_permissions_permission_id_role_id',
]

export const statements = (): string[] => [...authors, ...givers]
