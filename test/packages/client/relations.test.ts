// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RolecallError } from '../../../client/src/index.ts'
import { refusal, useLiveService } from '../../support/live-service.ts'

let userId: number
const live = useLiveService({}, async () => {
  const ada = await live.client().users.create({ email: 'ada@example.com', first_name: 'Ada' })
  userId = ada.id
})

const roles = (id = userId) => live.client().users.relation(id, 'roles')
const slugs = (page: { data: { slug: string }[] }) => page.data.map(({ slug }) => slug).sort()

describe('A relation to many', () => {
  it('is read, added to, replaced, changed and reduced', async () => {
    const { id } = await live.client().users.create({ email: 'grace@example.com', first_name: 'Grace' })
    assert.deepEqual(slugs(await roles(id).get()), [])
    assert.deepEqual(slugs(await roles(id).add('editor')), ['editor'])
    assert.deepEqual(slugs(await roles(id).add(['editor', 'manager'])), ['editor', 'manager'])
    const expiresAt = '2099-01-01T00:00:00.000Z'
    await roles(id).change({ id: 'manager', expires_at: expiresAt, is_active: false })
    const { data } = await roles(id).get({ where: { slug: 'manager' } })
    assert.deepEqual([data[0]?.pivot?.expires_at, data[0]?.pivot?.is_active], [expiresAt, false])
    assert.deepEqual(slugs(await roles(id).remove('manager')), ['editor'])
    assert.deepEqual(slugs(await roles(id).replace(['guest', 'contributor'])), ['contributor', 'guest'])
    const names: string[] = []
    for await (const { name } of roles(id).all({ per_page: 1 })) names.push(name)
    assert.equal(names.length, 2)
    assert.deepEqual(slugs(await roles(id).clear()), [])
  })

  it('is unchanged after a refusal', async () => {
    await roles().replace(['editor'])
    const unknown = await refusal(roles().add(['manager', 'captain']))
    assert.ok(unknown instanceof RolecallError && unknown.isInvalid, String(unknown))
    const empty = await refusal(roles().remove([]))
    assert.ok(empty instanceof RolecallError && empty.isInvalid)
    assert.deepEqual(slugs(await roles().get()), ['editor'])
  })
})

describe('A relation to one', () => {
  it('is read, set and cleared', async () => {
    const inviter = live.client().users.relation(userId, 'invited_by')
    assert.equal(await inviter.get(), null)
    assert.equal((await inviter.replace(1))?.id, 1)
    assert.equal((await inviter.get())?.id, 1)
    assert.equal(await inviter.clear(), null)
  })
})

describe('The checks', () => {
  it('report effective roles and permissions, by any attribute of the user', async () => {
    const { users } = live.client()
    await roles().replace(['editor'])
    const ada = { email: 'ada@example.com' }
    assert.equal(await users.hasRole(ada, 'editor'), true)
    assert.equal(await users.hasRole(userId, 'manager'), false)
    assert.equal(await users.hasPermission(ada, 'can-update-taxonomies'), true)
    assert.equal(await users.hasPermission(ada, 'can-delete-users'), false)
    assert.equal(await users.hasPermission(ada, 'can-fly'), false)
    const error = await refusal(users.hasRole(999_999, 'editor'))
    assert.ok(error instanceof RolecallError && error.isNotFound)
  })

  it('are explained: the reasons, or the calls that would change the result', async () => {
    const { users } = live.client()
    await roles().replace(['editor'])
    const { allowed, reasons } = await users.explainPermission(userId, 'can-update-taxonomies')
    assert.deepEqual([allowed, reasons[0]?.role.slug], [true, 'editor'])
    const { change } = await users.explainPermission(userId, 'can-delete-users')
    assert.equal(change?.length, 1)
    assert.match(change?.[0]?.does ?? '', /^Assign /)
  })

  it('answer many questions at once, in order', async () => {
    await roles().replace(['editor'])
    const results = await live.client().check([
      { user: userId, role: 'editor' },
      { user: userId, permission: 'can-delete-users' },
      { user: 999_999, role: 'editor' },
    ])
    assert.deepEqual(results, [
      { allowed: true },
      { allowed: false },
      { allowed: false, code: 'unknown_user' },
    ])
  })
})
