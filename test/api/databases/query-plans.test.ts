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
 * No documented selector, filter or sort reads a whole table. The statements are those the service runs; their plans
 * are SQLite's, on tables of some thousand rows, without ANALYZE: as on an installation that nobody has tuned.
 */

const { service, call, make } = useService({}, arrange)

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

/** What other steps made, such as the links of one record that are numbered, values bound as one, the nine rows of the tables' states, and FTS5 finding what matches. */
const NO_TABLE =
  /^SCAN (pairs|below|CONSTANT ROW|asked VIRTUAL TABLE INDEX 1:|listed|members|counted|\(subquery-\d+\)|table_states|\w+_search VIRTUAL TABLE INDEX \d+:M|\w+_search_terms VIRTUAL TABLE INDEX 1537:)/

/** Users in the trash, where they are fewer than a role's: what `count_users` counts. */
const MEMBERS: Fits = (step) => RARE(step) && step.sql.includes('linked <= ?')

/** Nearly every record qualifies: a page goes by the key, or by the sort's index, and stops when it is full. */
const PAGE: Fits = ({ does, sql }) =>
  / limit \d+/.test(sql) &&
  (!/^SCAN \w+$/.test(does) || /order by "\w+"\."id" (desc|asc) limit \d+/.test(sql))

const LIST = [PAGE]

interface Sent extends CallOptions {
  method?: string
}

/** A call reads nothing from end to end, but for what fits; and sorts nothing that it read so. */
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
    const sortedByHand = scans.filter((step) => !RARE(step) && sorted.includes(step.sql))
    assert.deepEqual(sortedByHand, [])
  })
}

/** One live record of each resource, and one deleted, beside the rows. */
const records: Partial<Record<Subject, Item>> = {}

async function arrange(): Promise<void> {
  await fillTables(service())
  for (const { name, isTree } of resources) {
    const { id } = await make(name)
    records[name] = await make(name, isTree ? { parent: id } : {})
    const gone = await make(name)
    await call('POST', `/api/${name}/id/${gone.id}/delete`)
  }
}

/** The record's value of that attribute, as a selector has it. */
const attribute = (name: Subject, column: string): string => {
  const value = records[name][column]
  return String(value?.slug ?? value)
}

forEveryResource(({ name, isTree }, { selectors, label, unique, relations }) => {
  const list = `/api/${name}`
  for (const column of selectors) {
    const at = () => `${list}/${column}/${encodeURIComponent(attribute(name, column))}`
    const filter = () => `${list}?filter[${column}]=${encodeURIComponent(attribute(name, column))}`
    holds(`is selected by ${column}`, at)
    holds(`is selected by ${column} among deleted ones too`, () => `${at()}?trashed=true`)
    holds(`is filtered by ${column}`, filter)
  }
  const named = selectors.filter((column) => column === 'name' || column === 'slug')
  for (const sort of new Set(['id', 'created_at', 'updated_at', label, ...Object.keys(unique), ...named])) {
    holds(`is sorted by ${sort}, upward`, list, { query: { sort } }, LIST)
    holds(`is sorted by ${sort}, downward`, list, { query: { sort: `${sort}:desc` } }, LIST)
  }
  holds('is listed', list, {}, LIST)
  holds('is listed with deleted ones', list, { query: { trashed: 'true' } }, LIST)
  holds('is listed, deleted ones alone', list, { query: { trashed: 'only' } }, [RARE])
  holds('is listed from one day to another', list, { query: { from: '2020-01-01', to: '2020-01-02' } })
  holds('is filtered by times', list, { query: { 'filter[created_at]': 'btw:2020-01-01|2020-01-02' } })
  for (const q of ['row 7', 'row', 'ow', 'r', '7']) holds(`is searched: ${q}`, list, { query: { q } })
  holds('is searched among deleted ones', list, { query: { q: 'row', trashed: 'only' } })
  for (const text of ['l7', 'w 7', '7']) {
    const query = { [`filter[${label}]`]: `like:${text}` }
    holds(`has a part in its ${label}: ${text}`, list, { query })
  }
  const include = relations.join(',')
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
  holds('a link is made', '/api/users/9/relationships/roles', { method: 'POST', json: [12] })
})

describe('writes', () => {
  const write = (what: string, path: string | (() => Promise<string>), json: object) =>
    holds(what, path, { method: 'POST', json })
  /** What is there before the write, and is no part of what is looked at. */
  const done = async (path: string, json: object = {}) => {
    const answer = await call('POST', path, { json })
    assert.ok(answer.status < 300, `${path}: ${brief(answer.body)}`)
  }
  const user = async () => `/api/users/email/${(await make('users')).email}`
  write('a user is created', '/api/users/create', { email: 'new@e.com', first_name: 'New' })
  write('a user is updated', async () => `${await user()}/update`, {
    email: 'newer@e.com',
    username: 'p9new',
  })
  write('a user is deleted', async () => `${await user()}/delete`, {})
  const restored = async () => {
    const path = await user()
    await done(`${path}/delete`)
    return `${path}/restore`
  }
  write('a user is restored', restored, {})
  write('a registration is restored', '/api/registrations/id/50/restore', {})
  const withoutUser = async () => {
    await done('/api/registrations/id/100/restore')
    return '/api/registrations/id/100/create-user'
  }
  write('a registration gets its user', withoutUser, {})
  write('a role is created', '/api/roles/create', { name: 'New', slug: 'new' })
  const role = async () => `/api/roles/slug/${(await make('roles')).slug}/update`
  write('a role is updated', role, { slug: 'newer' })
  write('a type is created', '/api/taxonomy-types/create', { name: 'New', parent: 's7' })
  write('a term is created', '/api/taxonomies/create', { name: 'New', type: 's7', parent: 's6' })
  const below = async () => {
    await done('/api/taxonomies/create', { name: 'Moved', type: 's7', parent: 's6' })
    return '/api/taxonomies/slug/moved/update'
  }
  write('a term is moved', below, { parent: '' })
  write('a branch is deleted', '/api/taxonomy-types/slug/s8/delete', { cascade: true })
  const branch = async () => {
    await done('/api/taxonomy-types/slug/s9/delete', { cascade: true })
    return '/api/taxonomy-types/slug/s9/restore'
  }
  write('a branch is restored', branch, { cascade: true })
})
