/**
 * Indices of columns that are null for nearly every user, without the nulls: each new user was written into all of them. So lists
 * sorted by phone or foreign id are sorted when they are read.
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
