/** List parameters and the like: old clients send them with every request, so writes ignore them instead of refusing them. */
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
