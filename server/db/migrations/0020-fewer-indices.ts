/**
 * Each row of users was written into 24 indices. These were for lists that nobody waits for (sorted by phone or foreign id: they
 * are sorted when they are read), or contained a null for nearly every user.
 */
export const statements = (): string[] => [
  ...['phone_order', 'foreign_user_id_order', 'invited_by', 'registration_id', 'user_id'].map(
    (name) => `drop index users_${name}`,
  ),
  ...['phone', 'foreign_user_id'].map(
    (column) =>
      `create index users_${column} on users (${column}, id) where ${column} is not null and deleted_at is null`,
  ),
  ...['invited_by', 'registration_id', 'user_id'].map(
    (column) => `create index users_${column} on users (${column}) where ${column} is not null`,
  ),
]
