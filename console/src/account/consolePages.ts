/** The first path segments of the console's pages, which alone a sign-in may lead to. A test compares them with the service's. */
export const CONSOLE_PAGES: readonly string[] = [
  ...['', 'account', 'registrations', 'invitations', 'users', 'roles', 'permissions', 'mails'],
  ...['audit', 'matrix', 'taxonomies', 'taxonomy-types', 'trash', 'webhooks'],
]
