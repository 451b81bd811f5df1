// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Fields, type Item, next } from '../../support/factories.ts'
import { forEveryResource, forEveryWritable, useService } from '../../support/suite.ts'

/** The shape of a record: every attribute of the contract, with its type. */

const { service, call, make } = useService({ tokenTtlDays: 0 })

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const DAY = /^\d{4}-\d\d-\d\d$/
const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const COMMON = [
  'id',
  'uuid',
  'created_at',
  'updated_at',
  'deleted_at',
  'created_by',
  'updated_by',
  'deleted_by',
]

const get = async (name: string, id: number): Promise<Item> =>
  (await call('GET', `/api/${name}/id/${id}`)).body.data

forEveryResource(({ name }, { fields, also }) => {
  const visible = Object.entries(fields).flatMap(([field, { kind }]) => (kind === 'secret' ? [] : [field]))

  it('has exactly the attributes of the contract', async () => {
    const { id } = await make(name)
    const attributes = new Set([...COMMON, ...visible, ...also])
    const { list } = (await call('GET', `/api/${name}`, { query: { 'filter[id]': String(id) } })).body.data
    assert.deepEqual(Object.keys(list.data[0]).sort(), [...attributes].sort())
    const authors = ['created_by_user', 'updated_by_user', 'deleted_by_user']
    assert.deepEqual(Object.keys(await get(name, id)).sort(), [...attributes, ...authors].sort())
  })

  it('has integer ids, a UUID of version 7, and times in UTC with milliseconds', async () => {
    const { now } = service().clock
    const before = now()
    const record = await get(name, (await make(name)).id)
    assert.ok(Number.isSafeInteger(record.id))
    assert.match(record.uuid, UUID_7)
    for (const column of ['created_at', 'updated_at']) {
      assert.match(record[column], TIME)
      assert.ok(record[column] >= before && record[column] <= now())
    }
    assert.equal(record.created_at, record.updated_at)
    assert.deepEqual([record.deleted_at, record.deleted_by, record.deleted_by_user], [null, null, null])
    if ('meta' in record) assert.deepEqual(record.meta, {})
    if ('is_active' in record) assert.equal(record.is_active, true)
    // The super administrator holds a new permission at once; nobody holds other new records.
    const count = name === 'permissions' ? 1 : 0
    for (const column of ['count_users', 'count_roles', 'count_permissions'])
      if (column in record) assert.equal(record[column], count)
  })

  it('records who created, changed and deleted it, and when', async () => {
    const { id, updated_at, created_at } = await make(name)
    const { body } = await call('GET', '/api/users/id/1')
    const root = body.data
    const author = {
      id: 1,
      uuid: root.uuid,
      first_name: root.first_name,
      last_name: root.last_name,
      email: root.email,
    }
    const isDeclared = name === 'permissions'
    const made = await get(name, id)
    assert.deepEqual([made.created_by, made.updated_by], isDeclared ? [null, null] : [1, 1])
    assert.deepEqual(made.created_by_user, isDeclared ? null : author)
    service().clock.advance(2)
    await call('POST', `/api/${name}/id/${id}/delete`)
    const gone = (await call('GET', `/api/${name}/id/${id}`, { query: { trashed: 'only' } })).body.data
    assert.equal(gone.deleted_by, 1)
    assert.deepEqual(gone.deleted_by_user, author)
    assert.match(gone.deleted_at, TIME)
    service().clock.advance(2)
    const restored = (await call('POST', `/api/${name}/id/${id}/restore`)).body.data
    assert.deepEqual([restored.deleted_at, restored.deleted_by, restored.updated_by], [null, null, 1])
    assert.ok(restored.updated_at > updated_at)
    assert.equal(restored.created_at, created_at)
  })
})

forEveryWritable(({ name }, { fields, shared, valid }) => {
  it('is created with every field at once, and returns each as it was sent', async () => {
    const sent: Fields = { ...(await valid(service())) }
    for (const [field, { kind, storedAsSent, to, isRequired }] of Object.entries(fields)) {
      if (kind === 'reference' && !isRequired) sent[field] = (await make(to as 'users')).id
      else if (kind !== 'reference' && !isRequired) sent[field] = storedAsSent.at(-1)
    }
    if ('slug' in sent) sent.slug = `slug-${next()}`
    const { status, body } = await call('POST', `/api/${name}/create`, { json: sent })
    assert.equal(status, 201, JSON.stringify(body).slice(0, 300))
    const { item } = body.data
    for (const [field, { kind, by }] of Object.entries(fields)) {
      if (kind === 'secret') assert.ok(!(field in item))
      else if (kind === 'reference' && by === 'any') assert.ok(item[`${field}_id`] > 0)
      else assert.deepEqual(item[field], sent[field], field)
      if (kind === 'time') assert.match(item[field], TIME)
      if (kind === 'day') assert.match(item[field], DAY)
    }
    const read = await get(name, item.id)
    for (const [field, value] of Object.entries(item)) assert.deepEqual(read[field], value, field)
  })

  it('changes only the fields of an update', async () => {
    const made = await get(name, (await make(name, { [shared.column]: shared.value })).id)
    service().clock.advance(2)
    const { body } = await call('POST', `/api/${name}/id/${made.id}/update`, {
      json: { [shared.column]: shared.other },
    })
    const { updated_at: before, ...earlier } = made
    const { updated_at: after, ...later } = await get(name, made.id)
    assert.ok(after > before)
    const status = shared.column === 'is_active' && 'status' in made ? { status: 'active' } : {}
    assert.deepEqual(later, { ...earlier, [shared.column]: shared.other, ...status })
    assert.equal(body.data.updated_at, after)
    assert.equal(body.data.uuid, made.uuid)
  })
})

describe('Defaults', () => {
  it('a role is active, of type backend, and has a slug derived from its name', async () => {
    const role = await make('roles', { name: 'Éditeur en Chef!' })
    assert.deepEqual(
      [role.slug, role.is_active, role.type, role.details],
      ['editeur-en-chef', true, 'backend', null],
    )
    for (const name of ['taxonomies', 'taxonomy-types'] as const) {
      assert.equal((await make(name, { name: 'Zürich & Genève' })).slug, 'zuerich-and-geneve')
    }
    for (const name of ['roles', 'taxonomies', 'taxonomy-types']) {
      const json = { name: '!!!', ...(name === 'taxonomies' && { type: (await make('taxonomy-types')).id }) }
      const { status, body } = await call('POST', `/api/${name}/create`, { json })
      assert.deepEqual([status, body.details[0].field, body.code], [422, 'slug', 'required'])
    }
  })

  it('a username is the local part of the email, with a number if it is taken', async () => {
    for (const name of ['users', 'registrations'] as const) {
      const usernames: string[] = []
      for (const domain of ['a', 'b', 'c']) {
        const { username } = await make(name, { email: `Same.One-${name}@${domain}.example.com` })
        usernames.push(username)
      }
      assert.equal(usernames[0], `Same.One-${name}`)
      assert.equal(new Set(usernames).size, 3)
      for (const username of usernames) assert.ok(username.startsWith(`Same.One-${name}`))
      const { username } = await make(name, { email: `o'brien+tag@${name}.example.com` })
      assert.match(username, /^[\p{L}\p{N}._@-]+$/u)
    }
  })

  it('created_ip is the address of the caller, and name the display name or the joined names', async () => {
    for (const name of ['users', 'registrations'] as const) {
      const names = { first_name: 'Ada', middle_name: 'King', last_name: 'Lovelace' }
      const person = await make(name, names)
      assert.deepEqual([person.created_ip, person.name], ['127.0.0.1', 'Ada King Lovelace'])
      const path = `/api/${name}/id/${person.id}/update`
      const named = await call('POST', path, { json: { display_name: 'Countess' } })
      assert.equal(named.body.data.name, 'Countess')
      const plain = await call('POST', path, { json: { display_name: '', middle_name: '', last_name: null } })
      assert.equal(plain.body.data.name, 'Ada')
    }
  })

  it('status and is_active of a user always agree; a contradiction is refused', async () => {
    const user = await make('users')
    const update = (json: object) => call('POST', `/api/users/id/${user.id}/update`, { json })
    assert.equal((await update({ status: 'inactive' })).body.data.is_active, false)
    assert.equal((await update({ is_active: 1 })).body.data.status, 'active')
    assert.equal((await update({ is_active: false, status: 'inactive' })).body.data.status, 'inactive')
    for (const json of [
      { is_active: true, status: 'inactive' },
      { is_active: 'no', status: 'active' },
    ]) {
      const valid = { email: `${next()}@example.com`, first_name: 'Ada' }
      for (const answer of [
        await update(json),
        await call('POST', '/api/users/create', { json: { ...valid, ...json } }),
      ]) {
        assert.deepEqual(
          [answer.status, answer.body.code, answer.body.details[0].field],
          [422, 'contradiction', 'status'],
        )
      }
    }
    assert.equal((await get('users', user.id)).is_active, false)
  })
})
