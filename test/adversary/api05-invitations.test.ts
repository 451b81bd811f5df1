// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  dataOf,
  giveRole,
  giveSession,
  giveToken,
  makeActor,
  makeRole,
  makeUser,
  setPermissions,
} from '../support/actors.ts'
import { INVALID_CODE, invitationsOf, newAddress } from '../support/invitations.ts'
import { inHours } from '../support/mail.ts'
import { assertRefused, assertRefusedUnchanged } from '../support/refusals.ts'
import { type Service, startService } from '../support/service.ts'

const HOUR_MS = 3_600_000

let service: Service
const { create, look, accept, mailsTo, invited, at, rolesOf } = invitationsOf(() => service)

before(async () => {
  service = await startService()
})
after(() => service.stop())

const ASSIGNING = ['can-assign-roles', 'can-read-users', 'can-read-roles'] as const
const INVITING = ['can-invite-users', ...ASSIGNING] as const
const CLASSIFYING = ['can-update-users', 'can-read-taxonomies'] as const

const change = (user: { id: number }, json: object) =>
  service.call('PATCH', `/api/users/${user.id}`, { json })

/** The code is wrong for whoever has it, and changes nothing. */
async function assertEnded(code: string): Promise<void> {
  for (const call of [look, accept]) await assertRefusedUnchanged(service, () => call(code), INVALID_CODE)
}

describe('API5: nobody invites to more than they hold', () => {
  it('to a role with permissions that they lack, or that gives them for longer', async () => {
    const inviter = await makeActor(service, INVITING)
    const strong = await makeRole(service, ['can-delete-users'])
    const weak = await makeRole(service, ['can-read-users'])
    const short = await makeRole(service, [...INVITING])
    const temporary = await makeUser(service)
    const end = inHours(service, 100)
    await giveRole(service, temporary, { id: short.id, expires_at: end })
    const cases: [string, object, [string, string][]][] = [
      [inviter.token, { roles: [weak.id, strong.slug] }, []],
      [inviter.token, { roles: ['super-administrator'] }, []],
      [temporary.token, { roles: [weak.id] }, [['roles.0.expires_at', 'forbidden']]],
      [
        temporary.token,
        { roles: [{ id: weak.id, expires_at: inHours(service, 101) }] },
        [['roles.0.expires_at', 'forbidden']],
      ],
    ]
    for (const [token, fields, details] of cases) {
      const one = () => create({ email: newAddress(), ...fields }, token)
      await assertRefusedUnchanged(service, one, { status: 403, code: 'forbidden', details })
      const many = () => create([{ email: newAddress() }, { email: newAddress(), ...fields }], token)
      const inItem = details.map(([field, code]) => [`1.${field}`, code] as const)
      await assertRefusedUnchanged(service, many, { status: 403, code: 'forbidden', details: inItem })
    }
    const roles = [{ id: weak.id, expires_at: end }]
    assert.equal((await create({ email: newAddress(), roles }, temporary.token)).status, 201)
  })

  it('to roles or terms without the permissions that assigning them needs', async () => {
    const inviter = await makeActor(service, ['can-invite-users'])
    const json = { name: 'Town' }
    const { item: type } = dataOf(await service.call('POST', '/api/taxonomy-types/create', { json }))
    const term = dataOf(
      await service.call('POST', '/api/taxonomies/create', { json: { name: 'Rome', type: type.id } }),
    ).item
    for (const [fields, says] of [
      [{ roles: ['guest'] }, /^Inviting to roles needs the permission/],
      [{ taxonomies: [term.id] }, /^Inviting to terms needs the permission/],
    ] as const) {
      await assertRefusedUnchanged(service, () => create({ email: newAddress(), ...fields }, inviter.token), {
        status: 403,
        code: 'forbidden',
        says,
      })
    }
    await setPermissions(service, inviter.role, ['can-invite-users', 'can-read-users', ...CLASSIFYING])
    const { code } = await invited({ taxonomies: [term.id] }, inviter.token)
    assert.deepEqual(dataOf(await look(code)).invitation.taxonomies, ['Rome'])
    await setPermissions(service, inviter.role, ['can-invite-users'])
    assert.deepEqual(dataOf(await look(code)).invitation.taxonomies, [])
    const answer = await accept(code)
    assert.match(answer.body.messages[1], /: Rome\.$/)
    const { taxonomies } = dataOf(
      await service.call('GET', `/api/users/id/${answer.body.data.item.id}/taxonomies`),
    )
    assert.equal(taxonomies.total, 0)
  })

  it('with the role registered, if they could not give it', async () => {
    const inviter = await makeActor(service, INVITING)
    const registered = dataOf(await service.call('GET', '/api/roles/slug/registered'))
    await setPermissions(service, registered, ['can-read-taxonomies'])
    try {
      await assertRefusedUnchanged(service, () => create({ email: newAddress() }, inviter.token), {
        status: 403,
        code: 'forbidden',
      })
      const holder = await makeActor(service, [...INVITING, 'can-read-taxonomies'])
      const { code } = await invited({}, holder.token)
      await setPermissions(service, holder.role, INVITING)
      const answer = await accept(code)
      assert.match(answer.body.messages[1], /: Registered\.$/)
      assert.deepEqual(await rolesOf(dataOf(answer).item.id), {})
    } finally {
      await setPermissions(service, registered, [])
    }
  })
})

describe('API5: an invitation gives what its inviter can give when it is accepted', () => {
  it('not what they lost since, nor for longer than they hold it', async () => {
    const kept = await makeRole(service, ['can-read-users'])
    const lost = await makeRole(service, ['can-read-registrations'])
    const inviter = await makeActor(service, [...INVITING, 'can-read-registrations'])
    const fields = { roles: [kept.id, lost.id, 'guest'] }
    const [one, other] = [await invited(fields, inviter.token), await invited(fields, inviter.token)]
    await setPermissions(service, inviter.role, INVITING)
    assert.deepEqual(dataOf(await look(one.code)).invitation.roles, [kept.name, 'Guest'])
    const answer = await accept(one.code)
    assert.deepEqual(answer.body.messages, [
      'Saved successfully',
      `Not given, as it cannot be given any more: ${lost.name}.`,
    ])
    assert.deepEqual(await rolesOf(dataOf(answer).item.id), {
      [kept.slug]: null,
      guest: null,
      registered: null,
    })
    const end = inHours(service, 10)
    const link = { id: inviter.role.id, expires_at: end }
    const path = `/api/users/${inviter.id}/relationships/roles`
    dataOf(await service.call('PATCH', path, { json: link }))
    const shortened = await accept(other.code)
    assert.deepEqual(shortened.body.messages.slice(2), [
      `Given for a shorter time than planned: ${kept.name}.`,
    ])
    assert.deepEqual(await rolesOf(dataOf(shortened).item.id), {
      [kept.slug]: end,
      guest: null,
      registered: null,
    })
  })

  it('not a role that is inactive, in the trash, destroyed or has expired', async () => {
    const [inactive, trashed, destroyed] = [
      await makeRole(service),
      await makeRole(service),
      await makeRole(service),
    ]
    const roles = [inactive.id, trashed.id, destroyed.id, { id: 'guest', expires_at: inHours(service, 1) }]
    const { code } = await invited({ roles })
    dataOf(await service.call('PATCH', `/api/roles/${inactive.id}`, { json: { is_active: false } }))
    dataOf(await service.call('POST', `/api/roles/id/${trashed.id}/delete`))
    dataOf(await service.call('DELETE', `/api/roles/${destroyed.id}`))
    service.clock.advance(2 * HOUR_MS)
    const answer = await accept(code)
    assert.deepEqual(answer.body.messages, [
      'Saved successfully',
      `Not given, as it cannot be given any more: ${inactive.name}, ${trashed.name}, Guest.`,
      'Some of what was planned no longer exists.',
    ])
    assert.deepEqual(await rolesOf(dataOf(answer).item.id), { registered: null })
  })

  it('not more than the role gave at that moment, if the role has grown', async () => {
    const role = await makeRole(service, ['can-read-users'])
    const inviter = await makeActor(service, INVITING)
    const { code } = await invited({ roles: [role.id] }, inviter.token)
    await setPermissions(service, role, ['can-read-users', 'can-delete-users'])
    assert.deepEqual(await rolesOf(dataOf(await accept(code)).item.id), { registered: null })
  })

  it('nothing if the inviter is deactivated, deleted, destroyed or may not invite any more', async () => {
    const ends: ((inviter: Awaited<ReturnType<typeof makeActor>>) => Promise<unknown>)[] = [
      (inviter) => change(inviter, { is_active: false }),
      ({ id }) => service.call('POST', `/api/users/id/${id}/delete`),
      ({ id }) => service.call('DELETE', `/api/users/${id}`),
      ({ role }) => setPermissions(service, role, ASSIGNING),
      ({ id }) => service.call('DELETE', `/api/users/${id}/relationships/roles?all=true`),
    ]
    for (const end of ends) {
      const inviter = await makeActor(service, INVITING)
      const { code, id } = await invited({ roles: ['guest'] }, inviter.token)
      await end(inviter)
      await assertEnded(code)
      assert.equal(dataOf(await at(id, 'invitation')).state, 'ended')
      assert.equal((await at(id, 'resend')).status, 202)
      assert.equal((await accept(code)).status, 201, 'somebody else is the inviter now')
    }
  })

  it('what a second inviter holds, if they replaced the plan', async () => {
    const [email, role] = [newAddress(), await makeRole(service, ['can-read-users'])]
    dataOf(await create({ email, roles: ['super-administrator'] }))
    const inviter = await makeActor(service, INVITING)
    dataOf(await create({ email, roles: [role.id] }, inviter.token))
    const [{ code }] = await mailsTo(email)
    assert.deepEqual(await rolesOf(dataOf(await accept(code)).item.id), {
      [role.slug]: null,
      registered: null,
    })
  })
})

describe('API5: fields of a registration decide nothing about its invitation', () => {
  it('an inviter, a code or times that are written by an update', async () => {
    const inviter = await makeActor(service, INVITING)
    const strong = await makeRole(service, ['can-read-registrations'])
    const holder = await makeActor(service, [...INVITING, 'can-read-registrations'])
    const { id, code } = await invited({ roles: [strong.id] }, holder.token)
    await setPermissions(service, holder.role, INVITING)
    const json = {
      ...{ invited_by: 1, invited_at: '2020-01-01T00:00:00.000Z', activation_code: 'a-code-of-theirs' },
      ...{ invited_for_key: 'roles', invited_for_value: 'super-administrator' },
      meta: { roles: ['super-administrator'], planned_links: [1] },
    }
    dataOf(await service.call('PATCH', `/api/registrations/${id}`, { json }))
    const { invitation } = dataOf(await look(code))
    assert.deepEqual([invitation.inviter, invitation.roles], [holder.first_name, []])
    for (const call of [look, accept]) assertRefused(await call(json.activation_code), INVALID_CODE)
    const { item } = dataOf(await accept(code))
    assert.deepEqual([item.invited_by, await rolesOf(item.id)], [1, { registered: null }])
    assert.ok(inviter.id)
  })

  it('roles and planned links are no fields of a registration', async () => {
    const { id } = await invited()
    for (const field of ['roles', 'taxonomies', 'planned_links', 'authority', 'inviter_id']) {
      const answer = await service.call('PATCH', `/api/registrations/${id}`, { json: { [field]: [1] } })
      assertRefused(answer, { status: 422, code: 'unknown_field', details: [[field, 'unknown_field']] })
    }
  })

  it('a registration that says that it was invited is not', async () => {
    const json = {
      ...{ email: newAddress(), first_name: 'Ada', password: 'a phrase of their own' },
      ...{ invited_by: 1, invited_at: '2026-01-01T00:00:00.000Z', activation_code: 'mine' },
    }
    const { item } = dataOf(await service.call('POST', '/api/registrations/create', { json }))
    assertRefused(await accept('mine'), INVALID_CODE)
    assertRefused(await at(item.id, 'revoke'), { status: 409, code: 'not_invited' })
  })
})

describe('API5: an invitation is bound by the token that made it', () => {
  const makeToken = async (maker: string, userId: number, permissions?: readonly string[]) => {
    const json = { name: 'a token', ...(permissions && { permissions }) }
    const path = `/api/users/id/${userId}/tokens/create`
    return dataOf(await service.call('POST', path, { token: maker, json })).item as {
      id: number
      api_token: string
    }
  }

  it('a limited token invites only within its permissions, also later', async () => {
    const role = await makeRole(service, ['can-read-users'])
    const strong = await makeRole(service, ['can-delete-users'])
    // A token for one's own account needs a recent proof, such as a sign-in.
    const session = await giveSession(service, { id: 1 })
    const { api_token: token } = await makeToken(session, 1, INVITING)
    const tooMuch = () => create({ email: newAddress(), roles: [strong.id] }, token)
    await assertRefusedUnchanged(service, tooMuch, { status: 403, code: 'forbidden' })
    const without = await makeToken(session, 1, ['can-read-users'])
    assertRefused(await create({ email: newAddress() }, without.api_token), {
      status: 403,
      code: 'forbidden',
    })
    const { code } = await invited({ roles: [role.id] }, token)
    await setPermissions(service, role, ['can-read-users', 'can-delete-users'])
    const { item } = dataOf(await accept(code))
    assert.deepEqual(
      await rolesOf(item.id),
      { registered: null },
      'the super administrator holds it, the token does not',
    )
  })

  it('a token made for somebody else ends its invitations with its maker, and with its user', async () => {
    const making = ['can-read-users', 'can-assign-api-tokens', ...INVITING] as const
    const role = await makeRole(service, ['can-read-users'])
    const arrange = async () => {
      const [maker, owner] = [await makeActor(service, making), await makeActor(service, INVITING)]
      const { api_token: token } = await makeToken(maker.token, owner.id, INVITING)
      return { maker, owner, ...(await invited({ roles: [role.id] }, token)) }
    }
    const kept = await arrange()
    assert.equal(kept.registration.invited_by, kept.maker.id)
    const { item } = dataOf(await accept(kept.code))
    assert.deepEqual(await rolesOf(item.id), { [role.slug]: null, registered: null })
    const ends: ((one: Awaited<ReturnType<typeof arrange>>) => Promise<unknown>)[] = [
      ({ maker }) => change(maker, { is_active: false }),
      ({ maker }) => service.call('DELETE', `/api/users/${maker.id}`),
      ({ maker }) => setPermissions(service, maker.role, INVITING),
      ({ owner }) => change(owner, { is_active: false }),
      ({ owner }) => service.call('DELETE', `/api/users/${owner.id}`),
    ]
    for (const end of ends) {
      const one = await arrange()
      await end(one)
      await assertEnded(one.code)
    }
    const lessened = await arrange()
    await setPermissions(service, lessened.owner.role, ['can-invite-users'])
    const { item: other } = dataOf(await accept(lessened.code))
    assert.deepEqual(await rolesOf(other.id), { registered: null })
  })

  it('the end of the token itself ends nothing: its user may still invite', async () => {
    const inviter = await makeActor(service, INVITING)
    const token = await giveToken(service, inviter)
    const { code } = await invited({ roles: ['guest'] }, token)
    dataOf(await service.call('POST', '/api/signout', { token }))
    assert.equal((await accept(code)).status, 201)
  })
})
