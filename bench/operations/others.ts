import { permissionSlug, roleSlug } from '../data/access.ts'
import { termSlug } from '../data/terms.ts'
import type { Read } from './operation.ts'
import { list, read } from './requests.ts'

const roles = (name: string, query: string, more?: Partial<Read>) => list('roles', name, 'roles', query, more)
const permissions = (name: string, query: string, more?: Partial<Read>) =>
  list('permissions', name, 'permissions', query, more)
const terms = (name: string, query: string, more?: Partial<Read>) =>
  list('taxonomies', name, 'taxonomies', query, more)

const some = (count: number, pathOf: (index: number) => string) => () =>
  Array.from({ length: count }, (_, index) => pathOf(index))

export const otherReads: Read[] = [
  roles('roles', ''),
  roles('roles, a page in the middle', 'page=25'),
  roles('roles, q', 'q=sales'),
  roles('roles, by type', 'filter=frontend'),
  roles('roles, sorted by name', 'sort=name'),
  roles('roles, sorted by id', 'sort=id'),
  read(
    'roles',
    'role by id',
    '/api/roles/id/:value',
    some(200, (index) => `/api/roles/id/${index + 20}`),
  ),
  read(
    'roles',
    'role by slug',
    '/api/roles/slug/:value',
    some(200, (index) => `/api/roles/slug/${roleSlug(index)}`),
  ),
  read(
    'roles',
    'role that everyone has, by slug',
    '/api/roles/slug/:value',
    () => '/api/roles/slug/registered',
  ),
  read(
    'roles',
    'users of a role',
    '/api/roles/:column/:value/users',
    some(100, (index) => `/api/roles/slug/${roleSlug(index)}/users`),
  ),
  read(
    'roles',
    'users of the role that everyone has',
    '/api/roles/:column/:value/users',
    () => '/api/roles/slug/registered/users',
  ),
  read(
    'roles',
    'permissions of a role',
    '/api/roles/:column/:value/permissions',
    some(100, (index) => `/api/roles/slug/${roleSlug(index)}/permissions`),
  ),

  permissions('permissions', ''),
  permissions('permissions, q', 'q=drafts'),
  permissions('permissions, of a module and section', 'filter=invoices&section=drafts'),
  permissions('permissions, sorted by slug', 'sort=slug'),
  permissions("permissions, the service's own", 'filter=rolecall'),
  read(
    'permissions',
    'permission by slug',
    '/api/permissions/slug/:value',
    some(20, (index) => `/api/permissions/slug/${permissionSlug(index)}`),
  ),
  read(
    'permissions',
    'roles of a permission',
    '/api/permissions/:column/:value/roles',
    some(20, (index) => `/api/permissions/slug/${permissionSlug(index)}/roles`),
  ),
  read(
    'permissions',
    'users of a permission',
    '/api/permissions/:column/:value/users',
    some(20, (index) => `/api/permissions/slug/${permissionSlug(index)}/users`),
  ),

  terms('terms', ''),
  terms('terms, of two types', 'types=city,country'),
  terms('terms, q', 'q=city'),
  terms('terms, sorted by name', 'sort=name'),
  terms('terms, filter by parent', 'filter[parent_id]=5'),
  terms('terms, as trees', 'with_children=true'),
  read(
    'taxonomies',
    'term by id',
    '/api/taxonomies/id/:value',
    some(150, (index) => `/api/taxonomies/id/${index + 1}`),
  ),
  read(
    'taxonomies',
    'term by slug',
    '/api/taxonomies/slug/:value',
    some(150, (index) => `/api/taxonomies/slug/${termSlug(index)}`),
  ),
  read(
    'taxonomies',
    'children of a term',
    '/api/taxonomies/:id/relationships/children',
    some(100, (index) => `/api/taxonomies/${index + 1}/relationships/children`),
  ),
  read(
    'taxonomies',
    'users of a term',
    '/api/taxonomies/:column/:value/users',
    some(50, (index) => `/api/taxonomies/id/${index + 100}/users`),
  ),
  read(
    'taxonomies',
    'users of the most common term',
    '/api/taxonomies/:column/:value/users',
    () => '/api/taxonomies/id/1/users',
  ),
  list('taxonomies', 'taxonomy types', 'taxonomy-types', ''),
  list('taxonomies', 'taxonomy types, as trees', 'taxonomy-types', 'with_children=true'),
  read(
    'taxonomies',
    'taxonomy type by slug',
    '/api/taxonomy-types/slug/:value',
    () => '/api/taxonomy-types/slug/city',
  ),
  read(
    'taxonomies',
    'terms of a taxonomy type',
    '/api/taxonomy-types/:id/relationships/taxonomies',
    () => '/api/taxonomy-types/2/relationships/taxonomies',
  ),
]
