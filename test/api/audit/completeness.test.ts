// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { systemContext } from '../../../server/prepare.ts'
import { syncPermissions } from '../../../server/resources/permissions/sync.ts'
import {
  dataOf,
  giveRole,
  giveSession,
  makeActor,
  makeRole,
  makeUser,
  setPermissions,
} from '../../support/actors.ts'
import { type Service, signIn, startService } from '../../support/service.ts'

const PASSWORD = 'quite an unusual phrase'

/** What is easily forgotten: side effects, and names of what is gone. */
describe('the audit trail tells', () => {
  let service: Service
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  const call: Service['call'] = (...args) => service.call(...args)
  const post = async (path: string, json: object, token = service.token) =>
    dataOf(await call('POST', path, { json, token }))

  /** The last entry of an action about a user. */
  async function last(action: string, subject?: number) {
    const query: Record<string, string> = { action }
    if (subject !== undefined) Object.assign(query, { subject_type: 'users', subject_id: String(subject) })
    const { list } = dataOf(await call('GET', '/api/audit', { query }))
    return list.data[0]
  }

  it('by which session somebody signed out', async () => {
    const ada = await makeUser(service, { first_name: 'Ada', password: PASSWORD })
    const token = await signIn(service, ada.email, PASSWORD)
    await post('/api/signout', {}, token)
    const { actor_name, token_name, other_name } = await last('signout', ada.id)
    assert.deepEqual([actor_name, token_name, other_name], ['Ada', 'sign-in', 'sign-in'])
  })

  it('who destroyed themselves', async () => {
    const ada = await makeActor(service, ['can-delete-users', 'can-delete-permanently'], {
      first_name: 'Ada',
    })
    dataOf(await call('DELETE', `/api/users/${ada.id}`, { token: ada.token }))
    const { actor_id, actor_name, token_name } = await last('users.destroy', ada.id)
    assert.deepEqual([actor_id, actor_name, token_name], [ada.id, 'Ada', 'assigned'])
  })

  it('how many tokens a deactivation ends, also those made for others', async () => {
    const maker = await makeActor(service, ['can-assign-api-tokens', 'can-read-users'])
    const other = await makeUser(service)
    await giveSession(service, maker)
    await post(`/api/users/id/${other.id}/tokens/create`, { name: 'For another' }, maker.token)
    await post(`/api/users/id/${maker.id}/update`, { is_active: false })
    assert.deepEqual((await last('users.tokens.revoke-all', maker.id)).counts, { tokens: 2, made: 1 })
  })

  it('whose tokens for others end with their permission', async () => {
    const maker = await makeActor(service, ['can-assign-api-tokens', 'can-read-users'])
    const other = await makeUser(service)
    await post(`/api/users/id/${other.id}/tokens/create`, { name: 'For another' }, maker.token)
    await setPermissions(service, maker.role, ['can-read-users'])
    assert.deepEqual((await last('users.tokens.revoke-all', maker.id)).counts, { tokens: 0, made: 1 })
  })

  it('of a session that ends after ten wrong proofs, with its address', async () => {
    const ada = await makeUser(service, { first_name: 'Ada', password: PASSWORD })
    const token = await signIn(service, ada.email, PASSWORD)
    for (let attempt = 0; attempt < 10; attempt++)
      await call('POST', '/api/reauthenticate', {
        json: { current_password: 'wrong', password: 'wrong' },
        token,
      })
    for (let attempt = 0; attempt < 10; attempt++)
      await call('POST', '/api/reauthenticate', { json: { password: 'wrong' }, token })
    const { actor_name, token_name, other_name, via, ip } = await last('users.tokens.revoke', ada.id)
    assert.deepEqual(
      [actor_name, token_name, other_name, via, ip],
      ['Ada', 'sign-in', 'sign-in', 'http', '127.0.0.1'],
    )
  })

  it('until when a role was held that is taken, and from when one is renewed', async () => {
    const ada = await makeUser(service)
    const role = await makeRole(service)
    const until = '2099-01-01T00:00:00.000Z'
    await giveRole(service, ada, { id: role.slug, expires_at: until })
    dataOf(await call('DELETE', `/api/users/${ada.id}/relationships/roles`, { json: role.slug }))
    assert.deepEqual((await last('users.roles.remove', ada.id)).changes, [
      { field: 'expires_at', from: until, to: null },
    ])
    await giveRole(service, ada, role.slug)
    dataOf(await call('DELETE', `/api/users/${ada.id}/relationships/roles`, { json: role.slug }))
    assert.equal((await last('users.roles.remove', ada.id)).changes, null)
  })

  it('how many records a branch takes to the trash and back, in one entry', async () => {
    const made = async (resource: string, json: object) => (await post(`/api/${resource}/create`, json)).item
    const country = await made('taxonomy-types', { name: 'Country', slug: 'country' })
    const state = await made('taxonomy-types', { name: 'State', parent: 'country' })
    const france = await made('taxonomies', { name: 'France', type: 'country' })
    const nord = await made('taxonomies', { name: 'Nord', type: 'country', parent: france.id })
    await made('taxonomies', { name: 'Lille', type: 'country', parent: nord.id })
    const counts = async (type: string, id: number) => {
      const query = { subject_type: type, subject_id: String(id) }
      const { list } = dataOf(await call('GET', '/api/audit', { query }))
      return list.data.map((entry: { action: string; counts: object }) => [entry.action, entry.counts])
    }
    for (const verb of ['delete', 'restore']) {
      await post(`/api/taxonomies/id/${france.id}/${verb}`, { cascade: true })
      assert.deepEqual((await counts('taxonomies', france.id))[0], [`taxonomies.${verb}`, { taxonomies: 2 }])
      assert.deepEqual(await counts('taxonomies', nord.id), [['taxonomies.create', null]])
    }
    for (const verb of ['delete', 'restore']) {
      await post(`/api/taxonomy-types/id/${country.id}/${verb}`, { cascade: true })
      assert.deepEqual((await counts('taxonomy-types', country.id))[0], [
        `taxonomy-types.${verb}`,
        { 'taxonomy-types': 1, taxonomies: 3 },
      ])
      assert.deepEqual(await counts('taxonomy-types', state.id), [['taxonomy-types.create', null]])
      assert.equal((await counts('taxonomies', france.id)).length, 3)
    }
  })

  it('how many permissions a manifest has added and changed', async () => {
    const declared = (name: string) => [
      { slug: 'can-fly', name, module: 'planes', section: null, details: null },
    ]
    const sync = async (name: string) => {
      await syncPermissions(systemContext(service.connection), declared(name))
      const { list } = dataOf(await call('GET', '/api/audit', { query: { action: 'permissions.sync' } }))
      return list.data.map(({ counts }: { counts: object }) => counts)
    }
    const before = await sync('Can fly')
    assert.equal((await last('permissions.create')).subject_name, 'Can fly')
    assert.equal(before[0].added, 1)
    const after = await sync('May fly')
    assert.deepEqual(after, [{ added: 0, changed: 1 }, ...before])
    // Nothing has changed.
    assert.deepEqual(await sync('May fly'), after)
  })

  it('how many users a merge moves', async () => {
    await post('/api/taxonomy-types/create', { name: 'City', slug: 'city' })
    const [from, into] = [
      (await post('/api/taxonomies/create', { name: 'Köln', type: 'city' })).item,
      (await post('/api/taxonomies/create', { name: 'Cologne', type: 'city' })).item,
    ]
    for (let count = 0; count < 2; count++) {
      const user = await makeUser(service)
      await post(`/api/users/${user.id}/relationships/taxonomies`, { id: from.id })
    }
    await post(`/api/taxonomies/id/${from.id}/merge`, { into: into.id })
    assert.deepEqual((await last('taxonomies.merge')).counts, { children: 0, users: 2 })
  })

  it('what an invitation plans', async () => {
    const role = await makeRole(service)
    const expires_at = new Date(Date.parse(service.clock.now()) + 86_400_000).toISOString()
    await post('/api/invitations/create', { email: 'guest@example.com', roles: [role.slug], expires_at })
    assert.deepEqual((await last('invitations.create')).changes, [
      { field: 'expires_at', from: null, to: expires_at },
      { field: 'roles', from: null, to: [{ id: role.id, expires_at: null }] },
    ])
  })
})
