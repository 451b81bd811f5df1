import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CompiledQuery } from 'kysely'
import type { Subject } from '../contract/permissions.ts'
import { fillTables } from './support/rows.ts'
import type { CallOptions, Statement } from './support/service.ts'
import { brief, forEveryResource, useService } from './support/suite.ts'

/**
 * No documented selector, filter or sort reads a whole table. The statements are those the service runs; their plans
 * are SQLite's, on tables of some thousand rows, without ANALYZE: as on an installation that nobody has tuned.
 */

const { service, call } = useService({}, () => fillTables(service()))

interface Step {
  /** What SQLite says it does. */
  does: string
  sql: string
}

/** How the statements of a call read their tables. */
async function stepsOf(method: string, path: string, options: CallOptions): Promise<Step[]> {
  const { connection, statements } = service()
  const kept: Statement[] = []
  statements.kept = kept
  const answer = await call(method, path, options)
  delete statements.kept
  assert.ok(answer.status < 300, `${method} ${path}: ${brief(answer.body)}`)
  const steps: Step[] = []
  for (const { sql, parameters } of kept) {
    if (!/^(select|update|delete)/.test(sql)) continue
    const explain = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
    const { rows } = await connection.db.executeQuery<{ detail: string }>(explain)
    steps.push(...rows.map(({ detail }) => ({ does: detail, sql })))
  }
  assert.ok(steps.length > 0)
  return steps
}

/** Fits a step that goes through a table or an index from end to end, where that is as it should be. */
type Fits = (step: Step) => boolean

/** What is rare stands in an index of its own. */
const RARE: Fits = ({ does }) => /_(inactive|trashed)$/.test(does)

/** A total must count what it is of, in an index. */
const TOTAL: Fits = ({ does, sql }) =>
  sql.startsWith('select count(*)') && / USING (COVERING )?INDEX /.test(does)

/** Nearly every record qualifies: a page goes by the key, or by the sort's index, and stops when it is full. */
const PAGE: Fits = ({ does, sql }) =>
  !sql.startsWith('select count(*)') &&
  (!/^SCAN \w+$/.test(does) || /order by "\w+"\."id" (desc|asc) limit \d+/.test(sql))

/** No index helps to find a part of a text. */
const PART: Fits = ({ sql }) => sql.includes(' like ')

const LIST = [PAGE, TOTAL]

interface Sent extends CallOptions {
  method?: string
}

/** A call reads nothing from end to end, but for what fits; and sorts nothing that it read so. */
function holds(
  what: string,
  path: string,
  { method = 'GET', ...options }: Sent = {},
  may: Fits[] = [],
): void {
  it(what, async () => {
    const steps = await stepsOf(method, path, options)
    const scans = steps.filter(({ does }) => /^SCAN (?!pairs|CONSTANT ROW)/.test(does))
    assert.deepEqual(
      scans.filter((step) => !may.some((fits) => fits(step))),
      [],
    )
    const sorted = steps.filter(({ does }) => /TEMP B-TREE FOR .*ORDER BY/.test(does)).map(({ sql }) => sql)
    const sortedByHand = scans.filter((step) => !RARE(step) && sorted.includes(step.sql))
    assert.deepEqual(sortedByHand, [])
  })
}

/** The selectors that the contract names, with values that are there. */
const SELECTORS: Record<Subject, Record<string, string>> = {
  registrations: { id: '7', uuid: 'u7', email: 'R7@e.com', username: 'R7' },
  users: { id: '7', uuid: 'u7', email: 'P7@e.com', username: 'P7' },
  roles: { id: '12', uuid: 'u7', name: 'n7', slug: 's7' },
  permissions: { id: '41', uuid: 'u7', name: 'n7', slug: 's7', module: 'm7' },
  taxonomies: {
    id: '7',
    uuid: 'u7',
    parent_id: '7',
    name: 'n7',
    slug: 's7',
    type: 's7',
    parent: 's7',
    type_id: '7',
  },
  'taxonomy-types': { id: '7', uuid: 'u7', name: 'n7', slug: 's7', parent: 's7', parent_id: '7' },
}

const INCLUDES: Record<Subject, string> = {
  registrations: 'user,invited_by',
  users: 'roles,permissions,registration',
  roles: 'users,permissions',
  permissions: 'users,roles',
  taxonomies: 'type,parent,children',
  'taxonomy-types': 'parent,children,taxonomies',
}

const PEOPLE_SORTS = ['email', 'username', 'first_name', 'last_name', 'name']
const sortsOf = (name: Subject) => [
  ...['id', 'created_at', 'updated_at'],
  ...(name === 'users' || name === 'registrations' ? PEOPLE_SORTS : ['name', 'slug']),
]

forEveryResource(({ name, isTree }) => {
  const list = `/api/${name}`
  for (const [column, value] of Object.entries(SELECTORS[name])) {
    const at = `${list}/${column}/${encodeURIComponent(value)}`
    holds(`is selected by ${column}`, at)
    holds(`is selected by ${column} among deleted ones too`, at, { query: { trashed: 'true' } })
    holds(`is filtered by ${column}`, list, { query: { [`filter[${column}]`]: value } })
  }
  for (const sort of sortsOf(name)) {
    holds(`is sorted by ${sort}, upward`, list, { query: { sort } }, LIST)
    holds(`is sorted by ${sort}, downward`, list, { query: { sort: `${sort}:desc` } }, LIST)
  }
  holds('is listed', list, {}, LIST)
  holds('is listed with deleted ones', list, { query: { trashed: 'true' } }, LIST)
  holds('is listed, deleted ones alone', list, { query: { trashed: 'only' } }, [RARE])
  holds('is listed from one day to another', list, { query: { from: '2020-01-01', to: '2020-01-02' } })
  holds('is filtered by times', list, { query: { 'filter[created_at]': 'btw:2020-01-01|2020-01-02' } })
  holds('is searched', list, { query: { q: 'x' } }, [PART])
  const include = INCLUDES[name]
  holds(`includes ${include}`, list, { query: { include: `${include},created_by` } }, LIST)
  if (isTree) holds('is listed with children', list, { query: { with_children: 'true' } })
})

describe('parameters of their own', () => {
  for (const name of ['users', 'taxonomies']) {
    holds(`${name}: status=active`, `/api/${name}`, { query: { status: 'active' } }, LIST)
    holds(`${name}: status=inactive`, `/api/${name}`, { query: { status: 'inactive' } }, [RARE])
  }
  for (const name of ['roles', 'permissions']) {
    holds(`${name}: filter=active`, `/api/${name}`, { query: { filter: 'active' } }, LIST)
    holds(`${name}: filter=inactive`, `/api/${name}`, { query: { filter: 'inactive' } }, [RARE])
  }
  holds('registrations: filter[status]', '/api/registrations', {
    query: { 'filter[status]': 'email-verified' },
  })
  for (const [field, value] of Object.entries({ last_name: 'L7', first_name: 'F7', phone: '1007' })) {
    holds(`users: filter[${field}]`, '/api/users', { query: { [`filter[${field}]`]: value } })
  }
  holds('registrations: status', '/api/registrations', { query: { status: 'email-verified' } })
  holds('roles: filter=frontend', '/api/roles', { query: { filter: 'frontend' } })
  holds('roles: filter=backend', '/api/roles', { query: { filter: 'backend' } })
  holds('permissions: a module', '/api/permissions', { query: { filter: 'm5' } })
  holds('permissions: a section of a module', '/api/permissions', { query: { filter: 'm5', section: 'x5' } })
  holds('taxonomies: types', '/api/taxonomies', { query: { types: 's5,s6' } })
})

describe('links', () => {
  for (const path of [
    ...['users/id/7/roles', 'users/id/7/permissions', 'users/id/7/roles/s7', 'users/id/7/permissions/s7'],
    ...['roles/id/12/users', 'roles/id/12/permissions', 'permissions/id/41/users', 'permissions/id/41/roles'],
  ]) {
    holds(`GET /api/${path}`, `/api/${path}`)
  }
  holds('a link is made', '/api/users/9/relationships/roles', { method: 'POST', json: [12] })
})

describe('writes', () => {
  const write = (what: string, path: string, json: object) => holds(what, path, { method: 'POST', json })
  const person = { email: 'new@e.com', first_name: 'New' }
  write('a user is created', '/api/users/create', person)
  write('a user is updated', '/api/users/email/new@e.com/update', { email: 'newer@e.com', username: 'p9new' })
  write('a user is deleted', '/api/users/email/newer@e.com/delete', {})
  write('a user is restored', '/api/users/email/newer@e.com/restore', {})
  write('a registration is restored', '/api/registrations/id/50/restore', {})
  write('a registration gets its user', '/api/registrations/id/50/create-user', {})
  write('a role is created', '/api/roles/create', { name: 'New', slug: 'new' })
  write('a role is updated', '/api/roles/slug/new/update', { slug: 'newer' })
  write('a type is created', '/api/taxonomy-types/create', { name: 'New', parent: 's7' })
  write('a term is created', '/api/taxonomies/create', { name: 'New', type: 's7', parent: 's6' })
  write('a term is moved', '/api/taxonomies/slug/new/update', { parent: '' })
  write('a branch is deleted', '/api/taxonomy-types/slug/s7/delete', { cascade: true })
  write('a branch is restored', '/api/taxonomy-types/slug/s7/restore', { cascade: true })
})
