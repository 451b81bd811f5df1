import { relationsOf } from '../../server/crud/define/relations.ts'
import type { Resource } from '../../server/crud/define/resource.ts'
import { registry, resources } from '../../server/resources/index.ts'
import { mix } from '../data/random.ts'
import type { Heavy } from './heavy.ts'

const PER_PAGE = [1, 5, 20, 21, 100, 300, 1000]
const SORTS = ['id', 'id:desc', 'created_at:desc', 'updated_at', 'name', 'slug', 'name,id:desc']
const TEXTS = ['a', 'an', 'ada', 'ity', 'zz', '1', 'city', 'heavy', ' ']
const MOST_INCLUDES = 4

/** Random list requests with all parameters of lists; a seed always gives the same ones. */
export function requestOf(seed: number, heavy: Heavy): string {
  let draws = 0
  const below = (limit: number): number => mix(seed, ++draws) % limit
  const oneOf = <T>(items: readonly T[]): T => items[below(items.length)] as T
  const chance = (percent: number): boolean => below(100) < percent

  const query = new URLSearchParams()
  const set = (percent: number, name: string, value: () => string | number) => {
    if (chance(percent)) query.set(name, String(value()))
  }
  const pathOf = (resource: Resource, depth: number): string => {
    const [name, { to }] = oneOf(Object.entries(relationsOf(resource)))
    return depth > 1 && chance(60) ? `${name}.${pathOf(registry.named(to), depth - 1)}` : name
  }
  const include = (resource: Resource) =>
    set(70, 'include', () =>
      Array.from({ length: 1 + below(MOST_INCLUDES) }, () => pathOf(resource, 3)).join(),
    )
  const list = (resource: Resource) => {
    set(80, 'per_page', () => oneOf(PER_PAGE))
    set(40, 'page', () => oneOf([1, 2, 3, 7, 40, 90]))
    set(25, 'sort', () => oneOf(SORTS))
    set(20, 'q', () => oneOf(TEXTS))
    set(15, 'trashed', () => oneOf(['true', 'only', 'false']))
    set(10, 'from', () => '2025-03-01')
    set(10, 'status', () => oneOf(['active', 'inactive']))
    set(10, 'filter[id]', () => `${oneOf(['gt', 'lt', 'not'])}:${below(100_000)}`)
    set(8, 'filter[name]', () => `like:${oneOf(TEXTS)}`)
    if (resource.tree) set(40, 'with_children', () => 'true')
    if (resource.name === 'permissions') set(20, 'variant', () => 2)
    include(resource)
  }
  const resource = oneOf(resources)
  const kind = below(10)
  if (kind < 5) {
    list(resource)
    return `/api/${resource.name}?${query}`
  }
  if (kind < 7) {
    include(resource)
    return `/api/${resource.name}/id/${idOf(resource)}?${query}`
  }
  if (kind < 9) {
    const relations = Object.entries(relationsOf(resource)).filter(([, { kind }]) => kind !== 'one')
    if (relations.length > 0) {
      const [name, relation] = oneOf(relations)
      list(registry.named(relation.to))
      if (relation.kind === 'derived') set(30, 'explain', () => 'true')
      return `/api/${resource.name}/${idOf(resource)}/relationships/${name}?${query}`
    }
  }
  if (chance(50)) {
    set(50, 'module', () => oneOf(['invoices', 'rolecall']))
    set(30, 'roles', () => Array.from({ length: 200 }, (_, index) => index + 8).join())
    return `/api/role-permissions?${query}`
  }
  query.set('type', oneOf(['city', 'country', 'heavy']))
  set(60, 'q', () => oneOf(['city', '1', 'deep', 'heavy']))
  set(80, 'per_page', () => oneOf(PER_PAGE))
  return `/api/taxonomies/tree?${query}`

  /** Often the id of a record with many related records. */
  function idOf({ name }: Resource): number {
    const known = heavy.ids[name] ?? []
    return known.length > 0 && chance(60) ? oneOf(known) : 1 + below(800)
  }
}
