// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dataOf, giveRole, makeActor, makeRole, makeUser } from '../../support/actors.ts'
import { assertReport, bulkCalls } from '../../support/bulk.ts'
import { assertForbidden, assertRefused } from '../../support/refusals.ts'
import { useService } from '../../support/suite.ts'

/** Nobody gains by a bulk call what the single operations refuse, and a call stops when its caller's authority ends. */

const { service, call } = useService()
const { send, report } = bulkCalls(service)

const ASSIGNS = ['can-assign-roles', 'can-read-users', 'can-read-roles']
const rolesOf = async (id: number): Promise<string[]> => {
  const { roles } = dataOf(await call('GET', `/api/users/${id}/relationships/roles`))
  return roles.data.map(({ slug }: { slug: string }) => slug)
}

describe('A caller who is among the records', () => {
  it('ends their own authority, and the report tells what was done until then', async () => {
    const before = await makeUser(service())
    const actor = await makeActor(service(), ['can-update-users'])
    const after = await makeUser(service())
    const ids = [before.id, actor.id, after.id]
    const french = await send('deactivate', { ids }, { token: actor.token, language: 'fr' })
    const { stopped, ...told } = dataOf(french)
    assert.deepEqual(told, {
      done: [before.id, actor.id],
      unchanged: 0,
      left_out: [],
      next: actor.id,
      remaining: 1,
    })
    assert.deepEqual(stopped, {
      code: 'unauthenticated',
      message: 'Le jeton est inconnu, expiré ou révoqué.',
    })
    assertRefused(await send('deactivate', { ids, after: actor.id }, actor), {
      status: 401,
      code: 'unauthenticated',
    })
    // Somebody else goes on.
    assertReport(await report('deactivate', { ids, after: actor.id }), { done: [after.id] })
  })

  it('stops at the record after which a permission is missing', async () => {
    const actor = await makeActor(service(), ASSIGNS)
    const [one, two] = [await makeUser(service()), await makeUser(service())]
    for (const user of [one, two]) await giveRole(service(), user, actor.role.slug)
    const json = { ids: [actor.id, one.id, two.id], role: actor.role.slug }
    const { stopped, ...told } = await report('remove-role', json, actor)
    assert.equal(stopped?.code, 'forbidden')
    assert.match(
      String(stopped?.message),
      /^This needs the permission can-assign-roles, can-read-users, can-read-roles\.$/,
    )
    assert.deepEqual(told, { done: [actor.id], unchanged: 0, left_out: [], next: actor.id, remaining: 2 })
    assert.deepEqual(await rolesOf(one.id), [actor.role.slug])
  })
})

describe('Nobody gains by a bulk call', () => {
  it('a role of which they lack a permission, nor gives it, nor renews it', async () => {
    const actor = await makeActor(service(), ASSIGNS)
    const strong = await makeRole(service(), ['can-delete-roles'])
    const holder = await makeUser(service())
    const soon = new Date(Date.parse(service().clock.now()) + 3_600_000).toISOString()
    await giveRole(service(), holder, { id: strong.slug, expires_at: soon })
    for (const ids of [[actor.id], [holder.id], [actor.id, holder.id]]) {
      const refused = (action: string, json: object) =>
        assertForbidden(service(), () => send(action, { ids, ...json }, actor), ['can-delete-roles'])
      await refused('assign-role', { role: strong.slug })
      await refused('remove-role', { role: strong.slug })
      await refused('renew-roles', { role: strong.slug, expires_at: null })
    }
    assertReport(await report('renew-roles', { ids: [holder.id], expires_at: null }, actor), {
      codes: ['forbidden'],
    })
    // A role that they may give, to users who hold more than they do.
    const weak = await makeRole(service(), ['can-read-users'])
    const assigned = await report('assign-role', { ids: [1, holder.id, actor.id], role: weak.slug }, actor)
    assertReport(assigned, { done: [actor.id], codes: ['forbidden', 'forbidden'] })
    assert.deepEqual(await rolesOf(holder.id), [strong.slug])
  })

  it('more than a token that is limited to some permissions, also to their own record', async () => {
    const root = await makeUser(service())
    await giveRole(service(), root, 'super-administrator')
    const limits = { name: 'limited', permissions: ['can-update-users', ...ASSIGNS] }
    const made = await call('POST', `/api/users/id/${root.id}/tokens/create`, {
      token: root.token,
      json: limits,
    })
    const token: string = dataOf(made).item.api_token
    await assertForbidden(service(), () => send('delete', { ids: [root.id] }, { token }), [
      'can-delete-users',
    ])
    assertReport(await report('deactivate', { ids: [root.id] }, { token }), { codes: ['forbidden'] })
    assertRefused(await send('assign-role', { ids: [root.id], role: 'administrator' }, { token }), {
      status: 403,
      code: 'forbidden',
    })
    const plain = await makeRole(service(), ['can-read-users'])
    assertReport(await report('assign-role', { ids: [root.id], role: plain.slug }, { token }), {
      codes: ['forbidden'],
    })
    const user = await makeUser(service())
    assertReport(await report('assign-role', { ids: [user.id], role: plain.slug }, { token }), {
      done: [user.id],
    })
    dataOf(await call('POST', `/api/users/id/${root.id}/delete`))
  })

  it('the permissions of a user whom they activate or restore', async () => {
    const actor = await makeActor(service(), ['can-update-users', 'can-delete-users', 'can-restore-records'])
    const strong = await makeActor(service(), ['can-delete-roles'])
    dataOf(await call('POST', `/api/users/id/${strong.id}/update`, { json: { is_active: false } }))
    assertReport(await report('activate', { ids: [strong.id] }, actor), { codes: ['forbidden'] })
    dataOf(await call('POST', `/api/users/id/${strong.id}/delete`))
    assertReport(await report('restore', { ids: [strong.id] }, actor), { codes: ['forbidden'] })
  })

  it('by any user without the permission, nor without a token', async () => {
    const user = await makeUser(service())
    await assertForbidden(service(), () => send('delete', { ids: [user.id] }, user), ['can-delete-users'])
    // Users may change their own record, but not their own status.
    await assertForbidden(service(), () => send('deactivate', { ids: [user.id] }, user), ['can-update-users'])
    const answer = await call('POST', '/api/users/bulk/delete', { token: null, json: { ids: [user.id] } })
    assertRefused(answer, { status: 401, code: 'unauthenticated' })
  })
})

describe('The last active super administrator', () => {
  it('stays, whatever the action', async () => {
    const second = await makeUser(service())
    await giveRole(service(), second, 'super-administrator')
    const last = { codes: ['last_super_administrator'] }
    const told = await report('deactivate', { ids: [1, second.id] }, second)
    assertReport(told, { done: [1], ...last })
    const matching = { matching: true, filter: { id: String(second.id) } }
    assertReport(await report('delete', matching, second), last)
    assertReport(await report('remove-role', { ids: [second.id], role: 'super-administrator' }, second), last)
  })
})
