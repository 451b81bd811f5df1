// Engines: SQLite
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CompiledQuery } from 'kysely'
import type { Subject } from '../../../contract/permissions.ts'
import { resources } from '../../../server/resources/index.ts'
import type { Item } from '../../support/factories.ts'
import { fillTables } from '../../support/rows.ts'
import type { CallOptions, Statement } from '../../support/service.ts'
import { brief, forEveryResource, useService } from '../../support/suite.ts'

/**
 * No documented selector, filter or sort reads a whole table. The statements are those that the service runs; the plans
 * are SQLite's, on tables of some thousand rows, without ANALYZE, like an installation without tuning.
 */

const { service, call, make } = useService({}, arrange, { currentRecords: async () => undefined })

interface Step {
  /** SQLite's description of the step. */
  does: string
  sql: string
}

/** The plan steps of the statements of a call. */
async function stepsOf(method: string, path: string, options: CallOptions): Promise<Step[]> {
  const { connection, statements } = service()
  const kept: Statement[] = []
  statements.recorded = kept
  const answer = await call(method, path, options)
  delete statements.recorded
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

/** Matches a step that may scan a table or an index. */
type Fits = (step: Step) => boolean

/** Rare rows have an index of their own. */
const RARE: Fits = ({ does }) => /_(inactive|trashed)$/.test(does)

/**
 * Intermediate results: the numbered links of one record, values bound as one, the nine rows of table_states, and
 * FTS5's matches.
 */
const NO_TABLE =
  /^SCAN (pairs|below|CONSTANT ROW|(?:asked|json_each) VIRTUAL TABLE INDEX 1:|listed|members|counted|\(subquery-\d+\)|table_states|\w+_search VIRTUAL TABLE INDEX \d+:M|\w+_search_terms VIRTUAL TABLE INDEX 1537:)/

/** Trashed users, if they are fewer than a role's: what `count_users` counts. */
const MEMBERS: Fits = (step) => RARE(step) && step.sql.includes('linked <= ?')

/** Nearly every record qualifies: a page follows the key, or the sort's index, and stops when it is full. */
const PAGE: Fits = ({ does, sql }) =>
  / limit \d+/.test(sql) &&
  (!/^SCAN \w+$/.test(does) || /order by "\w+"\."id" (desc|asc) limit \d+/.test(sql))

const LIST = [PAGE]

/** Of a table as it was: a subquery of the same name, which reads the table as `stored`. */
const PAST: Fits = ({ does, sql }) =>
  /^SCAN (users|roles|permissions|taxonomies|user_\w+|role_permissions)$/.test(does) &&
  sql.includes('past_versions')

/** The first 10,001 entries that match, of both sides of a history. */
const COUNTED: Fits = ({ does }) => /^SCAN (found|subjects|others)$/.test(does)

interface Sent extends CallOptions {
  method?: string
}

/** Asserts that a call scans nothing except the allowed steps, and sorts nothing that it scanned. */
function holds(
  what: string,
  path: string | (() => string | Promise<string>),
  { method = 'GET', ...options }: Sent = {},
  may: Fits[] = [],
): void {
  it(what, async () => {
    const steps = await stepsOf(method, typeof path === 'string' ? path : await path(), options)
    const scans = steps.filter(({ does }) => does.startsWith('SCAN') && !NO_TABLE.test(does))
    assert.deepEqual(
      scans.filter((step) => ![MEMBERS, ...may].some((fits) => fits(step))),
      [],
    )
    const sorted = steps.filter(({ does }) => /TEMP B-TREE FOR .*ORDER BY/.test(does)).map(({ sql }) => sql)
    const sortedByHand = scans.filter(
      (step) => !RARE(step) && !PAST(step) && !COUNTED(step) && sorted.includes(step.sql),
    )
    assert.deepEqual(sortedByHand, [])
  })
}

/** One live record of each resource, and one trashed, beside the rows. */
const records: Partial<Record<Subject, Item>> = {}

async function arrange(): Promise<void> {
  await fillTables(service())
  for (const { name, tree } of resources) {
    const { id } = await make(name)
    records[name] = await make(name, tree ? { parent: id } : {})
    const gone = await make(name)
    await call('POST', `/api/${name}/id/${gone.id}/delete`)
  }
}

/** The record's value of an attribute, as a selector takes it. */
const attribute = (name: Subject, column: string): string => {
  const value = records[name][column]
  return String(value?.slug ?? value)
}

forEveryResource(({ name, tree }, { selectors, label, unique, relations }) => {
  const list = `/api/${name}`
  for (const column of selectors) {
    const at = () => `${list}/${column}/${encodeURIComponent(attribute(name, column))}`
    const filter = () => `${list}?filter[${column}]=${encodeURIComponent(attribute(name, column))}`
    holds(`selects by ${column}`, at)
    holds(`selects by ${column} among trashed records`, () => `${at()}?trashed=true`)
    holds(`filters by ${column}`, filter)
  }
  const named = selectors.filter((column) => column === 'name' || column === 'slug')
  for (const sort of new Set(['id', 'created_at', 'updated_at', label, ...Object.keys(unique), ...named])) {
    holds(`sorts by ${sort}, ascending`, list, { query: { sort } }, LIST)
    holds(`sorts by ${sort}, descending`, list, { query: { sort: `${sort}:desc` } }, LIST)
  }
  holds('lists', list, {}, LIST)
  holds('lists with trashed records', list, { query: { trashed: 'true' } }, LIST)
  holds('lists trashed records only', list, { query: { trashed: 'only' } }, [RARE])
  holds('lists a range of days', list, { query: { from: '2020-01-01', to: '2020-01-02' } })
  holds('filters by times', list, { query: { 'filter[created_at]': 'btw:2020-01-01|2020-01-02' } })
  for (const q of ['row 7', 'row', 'ow', 'r', '7']) holds(`searches for ${q}`, list, { query: { q } })
  holds('searches trashed records', list, { query: { q: 'row', trashed: 'only' } })
  for (const text of ['l7', 'w 7', '7']) {
    const query = { [`filter[${label}]`]: `like:${text}` }
    holds(`filters by ${text} as a part of ${label}`, list, { query })
  }
  const include = [...relations, 'created_by'].join(',')
  holds(`includes ${include}`, list, { query: { include } }, LIST)
  if (tree) holds('lists with children', list, { query: { with_children: 'true' } })
})

describe('parameters of single resources', () => {
  for (const name of ['users', 'taxonomies']) {
    holds(`${name}: status=active`, `/api/${name}`, { query: { status: 'active' } }, LIST)
    holds(`${name}: status=inactive`, `/api/${name}`, { query: { status: 'inactive' } }, [RARE])
  }
  for (const name of ['roles', 'permissions']) {
    holds(`${name}: filter=active`, `/api/${name}`, { query: { filter: 'active' } }, LIST)
    holds(`${name}: filter=inactive`, `/api/${name}`, { query: { filter: 'inactive' } }, [RARE])
  }
  holds('users: holds_role', '/api/users', { query: { holds_role: 'guest' } })
  holds('users: access_ends_before', '/api/users', { query: { access_ends_before: '2026-12-01' } })
  holds('registrations: filter[status]', '/api/registrations', {
    query: { 'filter[status]': 'email-verified' },
  })
  for (const name of ['users', 'registrations']) {
    for (const sort of ['first_name', 'name', 'name:desc']) {
      holds(`${name}: sort=${sort}`, `/api/${name}`, { query: { sort } }, LIST)
    }
  }
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
    ...['users/id/7/roles', 'users/id/7/permissions', 'users/id/7/roles/s7', 'users/id/8/permissions/s7'],
    ...['roles/id/12/users', 'roles/id/12/permissions', 'permissions/id/41/users', 'permissions/id/41/roles'],
  ]) {
    holds(`GET /api/${path}`, `/api/${path}`)
  }
  holds('creates a link', '/api/users/9/relationships/roles', { method: 'POST', json: [12] })
})

describe('questions about the past', () => {
  for (const path of [
    ...['users/id/7/roles', 'users/id/7/permissions', 'users/id/7/taxonomies'],
    ...['users/id/7/roles/s7', 'users/id/8/permissions/s7'],
    ...['roles/id/12/users', 'roles/id/12/permissions', 'permissions/id/41/users', 'permissions/id/41/roles'],
  ])
    holds(`GET /api/${path}`, () => `/api/${path}?as_of=${service().clock.now()}`, {}, [PAST])
})

describe('the audit trail', () => {
  /** In the order of a key, until the page is full or 10,001 are counted. */
  const NEWEST: Fits = ({ does, sql }) =>
    /^SCAN audit_entries( USING COVERING INDEX \w+)?$/.test(does) && sql.includes('limit ?')
  const filters: Record<string, string>[] = [
    { subject_type: 'users', subject_id: '1' },
    { other_type: 'roles', other_id: '3' },
    { actor_id: '1' },
    { action: 'users.roles.add' },
    { action: 'users.*' },
    { from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' },
  ]
  for (const query of filters)
    holds(`selects by ${Object.entries(query)}`, '/api/audit', { query }, [COUNTED])
  holds('lists', '/api/audit', {}, [COUNTED, NEWEST])
  holds('goes on before an entry', '/api/audit', { query: { before: '100' } }, [COUNTED])
  holds('has the history of a record', '/api/users/id/1/history', {}, [COUNTED])
})

describe('writes', () => {
  const write = (what: string, path: string | (() => Promise<string>), json: object) =>
    holds(what, path, { method: 'POST', json })
  /** Prepares records before the write that is examined. */
  const prepared = async (path: string, json: object = {}) => {
    const answer = await call('POST', path, { json })
    assert.ok(answer.status < 300, `${path}: ${brief(answer.body)}`)
  }
  const user = async () => `/api/users/email/${(await make('users')).email}`
  write('creates a user', '/api/users/create', { email: 'new@e.com', first_name: 'New' })
  write('updates a user', async () => `${await user()}/update`, {
    email: 'newer@e.com',
    username: 'p9new',
  })
  write('deletes a user', async () => `${await user()}/delete`, {})
  const restored = async () => {
    const path = await user()
    await prepared(`${path}/delete`)
    return `${path}/restore`
  }
  write('restores a user', restored, {})
  write('restores a registration', '/api/registrations/id/50/restore', {})
  const withoutUser = async () => {
    await prepared('/api/registrations/id/100/restore')
    return '/api/registrations/id/100/create-user'
  }
  write('creates a user from a registration', withoutUser, {})
  write('creates a role', '/api/roles/create', { name: 'New', slug: 'new' })
  const role = async () => `/api/roles/slug/${(await make('roles')).slug}/update`
  write('updates a role', role, { slug: 'newer' })
  write('creates a type', '/api/taxonomy-types/create', { name: 'New', parent: 's7' })
  write('creates a term', '/api/taxonomies/create', { name: 'New', type: 's7', parent: 's6' })
  const below = async () => {
    await prepared('/api/taxonomies/create', { name: 'Moved', type: 's7', parent: 's6' })
    return '/api/taxonomies/slug/moved/update'
  }
  write('moves a term', below, { parent: '' })
  write('deletes a branch', '/api/taxonomy-types/slug/s8/delete', { cascade: true })
  const branch = async () => {
    await prepared('/api/taxonomy-types/slug/s9/delete', { cascade: true })
    return '/api/taxonomy-types/slug/s9/restore'
  }
  write('restores a branch', branch, { cascade: true })
})
