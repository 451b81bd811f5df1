// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  dataOf,
  giveRole,
  giveToken,
  makeActor,
  makeRole,
  makeUser,
  type Person,
  type Role,
  setPermissions,
} from '../support/actors.ts'
import { assertReport, bulkCalls } from '../support/bulk.ts'
import { assertForbidden, assertRefused, assertRefusedUnchanged } from '../support/refusals.ts'
import { useService } from '../support/suite.ts'

/** OWASP API5, on calls that change many records and on snapshots: power that changes while they wait is asked for again. */

const { service, call } = useService()
const { send, report } = bulkCalls(service)

const ENDS = ['can-update-users', 'can-assign-roles', 'can-read-users', 'can-read-roles']
const at = ({ id }: { id: number }) => `/api/users/id/${id}`
const isActive = async (user: Person) => dataOf(await call('GET', at(user))).is_active
const rolesOf = async (user: { id: number }): Promise<string[]> => {
  const { roles } = dataOf(await call('GET', `${at(user)}/roles`))
  return roles.data.map(({ slug }: { slug: string }) => slug)
}

describe('A snapshot of what a user held', () => {
  const leave = async (user: Person): Promise<number> => {
    const { offboarding } = dataOf(await call('POST', `${at(user)}/offboard`, { json: {} }))
    return offboarding.id
  }
  const comeBack = (user: Person, id: number, token?: string) =>
    call('POST', `${at(user)}/offboardings/${id}/restore`, { json: {}, ...(token && { token }) })

  it('gives no role that has become stronger than its restorer', async () => {
    const manager = await makeActor(service(), ENDS)
    const user = await makeUser(service())
    const role = await makeRole(service(), ['can-read-users'])
    await giveRole(service(), user, role.slug)
    const id = await leave(user)
    await setPermissions(service(), role, ['can-read-users', 'can-delete-users'])
    const { left_out } = dataOf(await comeBack(user, id, manager.token))
    assert.deepEqual(
      left_out.map(({ code }: { code: string }) => code),
      ['forbidden'],
    )
    assert.deepEqual(await rolesOf(user), [])
  })

  it('activates nobody who has been given more than its restorer holds meanwhile', async () => {
    const manager = await makeActor(service(), ENDS)
    const user = await makeUser(service())
    await giveRole(service(), user, (await makeRole(service(), ['can-read-users'])).slug)
    const id = await leave(user)
    await giveRole(service(), user, (await makeRole(service(), ['can-delete-roles'])).slug)
    await assertForbidden(service(), () => comeBack(user, id, manager.token), ['can-delete-roles'])
    assert.equal(await isActive(user), false)
  })

  it('is restored by one of many callers at once', async () => {
    const user = await makeUser(service())
    const role = await makeRole(service(), ['can-read-users'])
    await giveRole(service(), user, role.slug)
    const id = await leave(user)
    const answers = await Promise.all(Array.from({ length: 8 }, () => comeBack(user, id)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.deepEqual(await rolesOf(user), [role.slug])
  })

  it('is restored by no limited token whose user has lost the right', async () => {
    const maker = await makeActor(service(), ENDS)
    const limits = { name: 'limited', permissions: ENDS }
    const made = await call('POST', `${at(maker)}/tokens/create`, { token: maker.token, json: limits })
    const token: string = dataOf(made).item.api_token
    const user = await makeUser(service())
    await giveRole(service(), user, (await makeRole(service(), ['can-read-users'])).slug)
    const id = await leave(user)
    await setPermissions(service(), maker.role as Role, ['can-read-users', 'can-read-roles'])
    await assertForbidden(service(), () => comeBack(user, id, token), [
      'can-update-users',
      'can-assign-roles',
    ])
    assert.equal(await isActive(user), false)
  })
})

describe('A bulk run in steps', () => {
  it('goes no further once its token has ended', async () => {
    const actor = await makeActor(service(), ['can-update-users'])
    const token = await giveToken(service(), actor)
    const users = [await makeUser(service()), await makeUser(service())] as const
    const json = { ids: users.map(({ id }) => id), limit: 1 }
    assertReport(await report('deactivate', json, { token }), {
      done: [users[0].id],
      next: users[0].id,
      remaining: 1,
    })
    dataOf(await call('POST', '/api/signout', { token, json: {} }))
    await assertRefusedUnchanged(
      service(),
      () => send('deactivate', { ...json, after: users[0].id }, { token }),
      {
        status: 401,
        code: 'unauthenticated',
      },
    )
    assert.equal(await isActive(users[1]), true)
  })

  it('goes no further once its caller has lost the right', async () => {
    const actor = await makeActor(service(), ['can-update-users'])
    const users = [await makeUser(service()), await makeUser(service())] as const
    const json = { ids: users.map(({ id }) => id), limit: 1 }
    assertReport(await report('deactivate', json, actor), {
      done: [users[0].id],
      next: users[0].id,
      remaining: 1,
    })
    await setPermissions(service(), actor.role as Role, [])
    await assertForbidden(service(), () => send('deactivate', { ...json, after: users[0].id }, actor), [
      'can-update-users',
    ])
    assert.equal(await isActive(users[1]), true)
  })
})

describe('Conditions of a bulk call', () => {
  it('tell nothing about contact details to callers who may not see them, however they are nested', async () => {
    const reader = await makeActor(service(), ['can-update-users', 'can-read-users'])
    const hidden = await makeUser(service(), { first_name: 'Hidden' })
    const address = { email: hidden.email }
    const conditions: object[] = [
      { filter: address },
      { where: address },
      { filter: { or: [address, { id: hidden.id }] } },
      { filter: { email: { like: hidden.email } } },
      { filter: { 'contact.email': hidden.email } },
      { email: hidden.email },
      { sort: 'email' },
      { q: hidden.email },
    ]
    for (const condition of conditions) {
      const answer = await send('deactivate', { matching: true, limit: 1, ...condition }, reader)
      if (answer.status !== 200) continue
      const { done, remaining, left_out } = dataOf(answer)
      // An order is ignored, so that this one is of all users.
      if (!('sort' in condition))
        assert.deepEqual({ done, remaining, left_out }, { done: [], remaining: 0, left_out: [] })
    }
    assert.equal(await isActive(hidden), true)
    assertRefused(await send('deactivate', { matching: true, filter: address }, reader), {
      status: 403,
      code: 'forbidden',
    })
  })
})
