/** List parameters and the like: old clients send them along everywhere, so no write refuses them as unknown. */
export const KNOWN_EVERYWHERE: ReadonlySet<string> = new Set([
  'api_token',
  'q',
  'page',
  'per_page',
  'limit',
  'from',
  'to',
  'status',
  'filter',
  'section',
  'types',
  'with_children',
  'trashed',
  'sort',
  'include',
  'variant',
])
