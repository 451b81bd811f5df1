import type { Request } from '../load/load.ts'
import type { Floor, Read } from './operation.ts'
import type { World } from './world.ts'

/** The number of different keys in a run, so that not the same record is read every time. */
export const KEYS = 2000
/** The number of different pages of a list: the responses are large, and a floor stores each. */
export const PAGES = 40

export const BYTES: Floor = { kind: 'bytes' }

export const get = (world: World, path: string): Request => ({ method: 'GET', path, token: world.token })

/** A read of one or several paths. */
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
