/** All that says whether a link counts: who holds a role is told without a look at the links, which lie all over the table. */
export const statements = (): string[] => [
  'create index user_roles_of_role on user_roles (role_id, user_id, is_active, expires_at)',
  'drop index user_roles_role_id_user_id',
]
