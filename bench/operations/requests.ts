import type { Request } from '../load/load.ts'
import type { Floor, Read } from './operation.ts'
import type { World } from './world.ts'

/** Different keys in a run, so that it isn't one record that is always at hand. */
export const KEYS = 2000
/** Different pages of a list: their answers are large, and a floor keeps each. */
export const PAGES = 40

export const BYTES: Floor = { kind: 'bytes' }

export const get = (world: World, path: string): Request => ({ method: 'GET', path, token: world.token })

/** A read of one path, or of some. */
export function read(
  group: string,
  name: string,
  route: string,
  paths: (world: World) => string | readonly string[],
  more: Partial<Read> = {},
): Read {
  return {
    name,
    group,
    route,
    floor: BYTES,
    requests: (world) => [paths(world)].flat().map((path) => get(world, path)),
    ...more,
  }
}

/** A list with a query. */
export const list = (
  group: string,
  name: string,
  resource: string,
  query: string,
  more?: Partial<Read>,
): Read => read(group, name, `/api/${resource}`, () => `/api/${resource}${query && `?${query}`}`, more)
