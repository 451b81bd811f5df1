/**
 * List parameters and the like: old clients send them with every request, so writes ignore them instead of refusing them.
 * `reason` is among them, since any write accepts it: see origin.ts.
 */
export const IGNORED_BY_WRITES: ReadonlySet<string> = new Set([
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
  'reason',
])
