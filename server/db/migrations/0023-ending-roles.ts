/** Finds the role links that end in a span of time, such as within 30 days; few links have an end. */
export const statements = (): string[] => [
  'create index user_roles_ending on user_roles (expires_at, user_id) where expires_at is not null',
]
