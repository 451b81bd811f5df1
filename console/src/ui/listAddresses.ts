type Address = Pick<Location, 'pathname' | 'search'>

/** The query strings of the lists as they were last seen, by their paths: page, sort and filters. */
const seen = new Map<string, string>()

/** Lists are at the top: `/users`, but not `/users/7`. */
export function noteAddress({ pathname, search }: Address): void {
  if (pathname.lastIndexOf('/') === 0) seen.set(pathname, search)
}

/** The address of a list as the user has left it. */
export const addressOf = (path: string): string => path + (seen.get(path) ?? '')
