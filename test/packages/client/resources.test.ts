// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { etagOf, RolecallError } from '../../../client/src/index.ts'
import { refusal, useLiveService } from '../../support/live-service.ts'
import { forEveryResource, forEveryWritable } from '../../support/suite.ts'

const live = useLiveService()

const code = async (call: Promise<unknown>) => {
  const error = await refusal(call)
  assert.ok(error instanceof RolecallError, String(error))
  return error.code
}

describe('Every resource of the client', () => {
  forEveryWritable(({ name }, factory) => {
    const resource = () => live.client().resource(name)
    const valid = async () => (await factory.valid(live.service())) as never

    it('creates, reads, changes, deletes, restores and destroys a record', async () => {
      const records = resource()
      const made = await records.create(await valid())
      assert.deepEqual(pick(await records.get(made.id)), pick(made))
      assert.deepEqual(pick(await records.get(made.uuid)), pick(made))
      const label = { [factory.label]: 'Lovelace' } as never
      assert.equal((await records.update(made.id, label))[factory.label as 'id'], 'Lovelace')
      await records.delete(made.uuid)
      assert.equal(await code(records.get(made.id)), 'not_found')
      assert.ok((await records.get(made.id, { trashed: 'only' })).deleted_at)
      assert.equal((await records.restore(made.id)).deleted_at, null)
      await records.destroy(made.id)
      assert.equal(await code(records.get(made.id, { trashed: 'true' })), 'not_found')
    })

    it('creates, changes and deletes many records at once, or none', async () => {
      const many = await resource().createMany([await valid(), await valid()])
      assert.equal(many.length, 2)
      const changes = many.map(({ id }, index) => ({ id, [factory.label]: `Label ${index}` }))
      const changed = await resource().updateMany(changes as never)
      assert.deepEqual(
        changed.map((record) => record[factory.label as 'id']),
        ['Label 0', 'Label 1'],
      )
      const ids = many.map(({ id }) => id)
      assert.equal(await code(resource().deleteMany([...ids, 999_999])), 'not_found')
      assert.equal((await resource().get(ids[0] as number)).deleted_at, null)
      await resource().deleteMany(ids)
      assert.equal(await code(resource().get(ids[0] as number)), 'not_found')
    })

    it('refuses a change of a record that has changed since it was read', async () => {
      const { id } = await resource().create(await valid())
      const read = await resource().get(id)
      const first = { [factory.label]: 'First' } as never
      await resource().update(id, first, { ifMatch: etagOf(read) })
      const error = await refusal(
        resource().update(id, { [factory.label]: 'Second' } as never, { ifMatch: etagOf(read) }),
      )
      assert.ok(error instanceof RolecallError && error.isStale)
      assert.equal((await resource().get(id))[factory.label as 'id'], 'First')
      assert.throws(() => etagOf({ ...read }), TypeError)
    })
  })

  forEveryResource(({ name }) => {
    it('lists a page', async () => {
      const { data, total } = await live.client().resource(name).list({ per_page: 1 })
      assert.ok(data.length <= 1)
      assert.ok(total >= data.length)
    })
  })
})

/** The fields that are the same in a list, a record and a created item. */
const pick = ({ id, uuid, created_at }: { id: number; uuid: string; created_at: string }) => ({
  id,
  uuid,
  created_at,
})

describe('The client', () => {
  it('selects a record by any attribute, whatever characters the value contains', async () => {
    const { roles } = live.client()
    for (const name of ['Half/whole', 'Ask? & #tell %2F', 'Straße', '...']) {
      const { id } = await roles.create({ name, slug: `odd-${name.length}` })
      assert.equal((await roles.get({ name })).id, id)
      assert.equal((await roles.update({ name }, { details: 'found' })).details, 'found')
    }
  })

  it('sends nothing for a selector that would become another path', async () => {
    const { users } = live.client()
    for (const username of ['', '.', '..']) {
      await assert.rejects(async () => users.delete({ username }), TypeError)
    }
    await assert.rejects(async () => users.get({ username: 'ada', email: 'ada@example.com' }), TypeError)
    await assert.rejects(async () => users.destroy('..'), TypeError)
  })

  it('includes relations', async () => {
    const root = await live.client().users.get(1, { include: ['roles', 'permissions'] })
    assert.equal(root.roles?.[0]?.slug, 'super-administrator')
    const { data } = await live.client().users.list({ include: 'roles.permissions', where: { id: 1 } })
    assert.ok(data[0]?.roles?.[0]?.permissions)
  })

  it('deletes and restores a subtree', async () => {
    const { taxonomyTypes } = live.client()
    const parent = await taxonomyTypes.create({ name: 'Continent' })
    const child = await taxonomyTypes.create({ name: 'Country', parent: parent.id })
    assert.equal(await code(taxonomyTypes.delete(parent.id)), 'has_children')
    await taxonomyTypes.delete(parent.id, { cascade: true })
    assert.equal(await code(taxonomyTypes.get(child.id)), 'not_found')
    await taxonomyTypes.restore(parent.id, { cascade: true })
    assert.equal((await taxonomyTypes.get(child.id)).name, 'Country')
  })

  it('calls every other operation by its path, typed by the description', async () => {
    const client = live.client()
    const { item } = await client.request('POST', '/api/registrations/create', {
      body: { email: 'grace@example.com', first_name: 'Grace', password: 'an unusual phrase' },
    })
    const { user } = await client.request('POST', '/api/registrations/{column}/{value}/create-user', {
      path: { column: 'id', value: String(item.id) },
    })
    assert.equal(user.email, 'grace@example.com')
    const page = await client.request('GET', '/api/users', {
      query: { q: 'grace', sort: 'id', 'filter[email]': 'like:grace' },
    })
    assert.equal(page.list.total, 1)
    assert.deepEqual(await client.request('GET', '/readyz'), { ok: true })
  })
})

describe('The types', () => {
  it('refuse anything that the description does not have', () => {
    const { users, permissions } = live.client()
    // Never run: these are for the type checker.
    const wrong = () => {
      // @ts-expect-error: no such field
      users.create({ email: 'ada@example.com', first_name: 'Ada', shoe_size: 38 })
      // @ts-expect-error: first_name is missing
      users.create({ email: 'ada@example.com' })
      // @ts-expect-error: read-only
      users.update(1, { created_at: '2026-01-01' })
      // @ts-expect-error: permissions are declared
      permissions.create({ name: 'Can fly' })
      // @ts-expect-error: no such attribute
      users.list({ where: { shoe_size: 38 } })
      // @ts-expect-error: not of that type
      users.list({ where: { is_active: { eq: 38 } } })
      // @ts-expect-error: no such relation
      users.relation(1, 'shoes')
      // @ts-expect-error: derived from roles
      users.relation(1, 'permissions').add('can-read-users')
      // @ts-expect-error: no such path
      live.client().request('GET', '/api/shoes')
      // @ts-expect-error: the path has parts
      live.client().request('GET', '/api/users/{id}')
      // @ts-expect-error: no such parameter
      live.client().request('GET', '/api/users', { query: { shoe_size: 38 } })
      // @ts-expect-error: no such method there
      live.client().request('DELETE', '/api/signin')
    }
    assert.equal(typeof wrong, 'function')
  })
})
