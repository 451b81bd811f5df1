/** A covering index for whether a link is in force: its rows are spread over the table, so the index alone is faster. */
export const statements = (): string[] => [
  'create index user_roles_of_role on user_roles (role_id, user_id, is_active, expires_at)',
  'drop index user_roles_role_id_user_id',
]
