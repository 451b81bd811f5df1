// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RolecallError } from '../../../client/src/index.ts'
import { makePlainUser, refusal, useLiveService } from '../../support/live-service.ts'

/** A service with three terms. */
function useTerms() {
  const live = useLiveService({}, async () => {
    const { taxonomyTypes, taxonomies } = live.client()
    await taxonomyTypes.create({ name: 'City' })
    await taxonomies.createMany(['Rome', 'Oslo', 'Lima'].map((name) => ({ name, type: 'city' })))
  })
  return live
}

describe('The reads of a console', () => {
  const live = useTerms()

  it('return the public information about the service before anybody signs in', async () => {
    const client = live.client({ token: undefined })
    const { brand, ...service } = await client.service()
    assert.deepEqual(service, {
      signup: 'open',
      is_set_up: true,
      approval: 'none',
      signin_code: false,
      app_url: null,
      session_origin: null,
      has_passkeys: false,
      languages: ['en', 'fr'],
    })
    assert.equal(brand.name, 'Rolecall')
  })

  it('return the records that the caller may read', async () => {
    const { totals, activity, latest } = await live.client().overview({ days: 7 })
    assert.equal(totals.taxonomies, 3)
    assert.equal(activity?.length, 7)
    assert.ok(latest.length > 3)
    const { client } = await makePlainUser(live, 'nobody@example.com')
    assert.equal((await client.overview()).totals.users, null)
  })

  it('return the roles with their permissions, and the effect of a change on users', async () => {
    const { rolePermissions, users } = live.client()
    const ada = await users.create({ email: 'ada@example.com', first_name: 'Ada' })
    await users.relation(ada.id, 'roles').add('guest')
    const before = await rolePermissions.get({ roles: ['guest'], module: 'rolecall' })
    const [role] = before.roles
    assert.deepEqual(before.grants[role?.id ?? 0], [])
    const changes = [{ role: 'guest', permission: 'can-read-users', held: true }]
    const preview = await rolePermissions.change(changes, { dryRun: true })
    assert.deepEqual([preview.users_gaining, preview.applied], [1, false])
    assert.equal(await users.hasPermission(ada.id, 'can-read-users'), false)
    assert.equal((await rolePermissions.change(changes)).applied, true)
    assert.equal(await users.hasPermission(ada.id, 'can-read-users'), true)
    const error = await refusal(rolePermissions.change([{ ...changes[0], role: 'nobody' } as never]))
    assert.ok(error instanceof RolecallError && error.isInvalid)
    assert.deepEqual(Object.keys(error.fields), ['changes.0.role'])
  })
})

describe('The term operations of a console', () => {
  const live = useTerms()

  it('read, move and merge the tree', async () => {
    const { taxonomies } = live.client()
    const names = async (parent?: string) => {
      const { data } = await taxonomies.tree(parent === undefined ? { type: 'city' } : { parent })
      return data.map(({ name }) => name)
    }
    assert.deepEqual(await names(), ['Lima', 'Oslo', 'Rome'])
    assert.equal((await taxonomies.move({ slug: 'oslo' }, 'rome', { dryRun: true })).applied, false)
    assert.deepEqual(await names('rome'), [])
    assert.equal((await taxonomies.move({ slug: 'oslo' }, 'rome')).terms, 1)
    assert.deepEqual(await names('rome'), ['Oslo'])
    assert.deepEqual((await taxonomies.tree({ type: 'city', q: 'osl' })).data[0]?.path?.[0]?.name, 'Rome')
    await taxonomies.move({ slug: 'oslo' }, null)
    await taxonomies.place({ slug: 'rome' }, { before: 'lima' })
    const { data } = await taxonomies.tree({ type: 'city', order: 'position' })
    assert.deepEqual(
      data.map(({ name }) => name),
      ['Rome', 'Lima', 'Oslo'],
    )
    const { some } = await taxonomies.move({ slug: 'oslo' }, null, { dryRun: true, names: true })
    assert.deepEqual(some?.users, [])
    const { created } = await taxonomies.outline('Oslo\n  Bygdøy', { type: 'city', dryRun: true })
    assert.equal(created, 1)
    assert.equal((await taxonomies.merge({ slug: 'oslo' }, 'lima')).applied, true)
    assert.deepEqual(await names(), ['Lima', 'Rome'])
    assert.equal((await taxonomies.list({ where: { type: 'city' } })).total, 2)
  })
})
