// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, makeRole, makeUser } from '../../support/actors.ts'
import { CHOSEN, INVALID_CODE, invitationsOf, newAddress } from '../../support/invitations.ts'
import { inHours, waitingMails } from '../../support/mail.ts'
import { assertRefused, assertRefusedUnchanged } from '../../support/refusals.ts'
import { type Service, signIn, startService } from '../../support/service.ts'

const HOUR_MS = 3_600_000

let service: Service
const { create, look, accept, mailsTo, invited, rolesOf } = invitationsOf(() => service)

before(async () => {
  service = await startService()
})
after(() => service.stop())

const termOf = async (name: string) => {
  const json = { name: `${name}s` }
  const type = dataOf(await service.call('POST', '/api/taxonomy-types/create', { json })).item
  return dataOf(await service.call('POST', '/api/taxonomies/create', { json: { name, type: type.id } })).item
}

describe('An invitation', () => {
  it('is a registration without a password, and a mail with a code', async () => {
    const email = newAddress()
    const fields = { first_name: 'Grace', language: 'fr', invited_for_key: 'order', invited_for_value: '12' }
    const inWeek = () => inHours(service, 7 * 24)
    const earliest = inWeek()
    const { item } = dataOf(await create({ email, roles: ['editor'], message: 'Bienvenue', ...fields }))
    const latest = inWeek()
    assert.equal(item.status, 'email-verification-pending')
    assert.deepEqual(
      [item.email, item.first_name, item.invited_for_key, item.invited_for_value, item.invited_by],
      [email, 'Grace', 'order', '12', 1],
    )
    const [mail, another] = await mailsTo(email)
    assert.equal(another, undefined)
    assert.deepEqual(
      [mail.name, mail.roles, mail.message, mail.language],
      ['Grace', 'Editor', 'Bienvenue', 'fr'],
    )
    assert.ok(mail.expires_at >= earliest && mail.expires_at <= latest, mail.expires_at)
    assert.match(mail.code, /^[\w-]{43}$/)
    assert.equal(mail.digits, undefined)
  })

  it('shows to whoever has the code who invites, to what, for which address and until when', async () => {
    const term = await termOf('Paris')
    const until = inHours(service, 48)
    const { email, code } = await invited({
      roles: [{ id: 'editor', expires_at: inHours(service, 100) }, 'manager'],
      taxonomies: [term.id],
      expires_at: until,
      message: 'Hello',
    })
    const { invitation } = dataOf(await look(code))
    assert.deepEqual(invitation, {
      email,
      first_name: null,
      inviter: 'Administrator',
      message: 'Hello',
      expires_at: until,
      roles: ['Editor', 'Manager'],
      taxonomies: ['Paris'],
    })
  })

  it('becomes an active user with a verified address, what is planned, and the role registered', async () => {
    const term = await termOf('Lyon')
    const end = inHours(service, 1000)
    const { email, code, id } = await invited({
      roles: [{ id: 'editor', expires_at: end }],
      taxonomies: [{ id: term.slug }],
      invited_for_key: 'order',
    })
    const answer = await accept(code, {
      last_name: 'King',
      username: 'ada.king',
      password_confirmation: CHOSEN,
    })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    const { item } = dataOf(answer)
    assert.deepEqual(
      [item.email, item.first_name, item.last_name, item.username, item.is_active, item.registration_id],
      [email, 'Ada', 'King', 'ada.king', true, id],
    )
    assert.deepEqual([item.invited_by, item.invited_for_key, item.created_by], [1, 'order', 1])
    assert.ok(item.email_verified_at && item.activated_at)
    assert.deepEqual(await rolesOf(item.id), { editor: end, registered: null })
    const { taxonomies } = dataOf(await service.call('GET', `/api/users/id/${item.id}/taxonomies`))
    assert.deepEqual(
      taxonomies.data.map(({ slug }: { slug: string }) => slug),
      [term.slug],
    )
    const registration = dataOf(await service.call('GET', `/api/registrations/id/${id}`))
    assert.deepEqual([registration.status, registration.first_name], ['user-created', 'Ada'])
    assert.deepEqual(answer.body.messages, ['Saved successfully'])
    await signIn(service, email, CHOSEN)
    await assertRefusedUnchanged(service, () => accept(code), INVALID_CODE)
    assertRefused(await look(code), INVALID_CODE)
  })

  it('is accepted once by many requests at the same time', async () => {
    const { email, code } = await invited({ roles: ['editor'] })
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(code)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422, 422, 422, 422])
    await signIn(service, email, CHOSEN)
  })

  it('needs a name, which the inviter may have given', async () => {
    const [one, other] = [await invited(), await invited({ first_name: 'Grace' })]
    await assertRefusedUnchanged(service, () => accept(one.code, { first_name: undefined }), {
      status: 422,
      code: 'required',
      details: [['first_name', 'required']],
    })
    assert.equal((await accept(one.code)).status, 201)
    const { item } = dataOf(await accept(other.code, { first_name: undefined }))
    assert.equal(item.first_name, 'Grace')
  })

  it('uses no code if another field is refused', async () => {
    const { email, code } = await invited()
    const { username } = await makeUser(service)
    const refused: [object, number, string, string][] = [
      [{ password: 'short' }, 422, 'too_short', 'password'],
      [{ password: 'password1' }, 422, 'common_password', 'password'],
      [{ password: email }, 422, 'own_name', 'password'],
      [{ password_confirmation: 'another one' }, 422, 'mismatch', 'password_confirmation'],
      [{ first_name: 'a\nb' }, 422, 'not_allowed', 'first_name'],
      [{ username: '12345' }, 422, 'not_allowed', 'username'],
      [{ username: 'else@example.com' }, 422, 'not_allowed', 'username'],
      [{ username }, 409, 'username_taken', 'username'],
      [{ is_active: true }, 422, 'unknown_field', 'is_active'],
      [{ roles: ['editor'] }, 422, 'unknown_field', 'roles'],
      [{ invited_by: 1 }, 422, 'unknown_field', 'invited_by'],
      [{ email: 'else@example.com' }, 422, 'unknown_field', 'email'],
    ]
    for (const [fields, status, code_, field] of refused) {
      const expected = { status, code: code_, details: [[field, code_]] as const }
      await assertRefusedUnchanged(service, () => accept(code, fields), expected)
    }
    assert.equal((await accept(code)).status, 201)
  })

  it('ends at its expiry, and by default in 7 days', async () => {
    const [long, short] = [await invited(), await invited({ expires_at: inHours(service, 1) })]
    service.clock.advance(2 * HOUR_MS)
    for (const call of [look, accept]) assertRefused(await call(short.code), INVALID_CODE)
    assert.equal((await look(long.code)).status, 200)
    service.clock.advance(7 * 24 * HOUR_MS)
    for (const call of [look, accept]) assertRefused(await call(long.code), INVALID_CODE)
  })
})

describe('Inviting', () => {
  it('is refused for the address of a user, pointing at each', async () => {
    const { email } = await makeUser(service)
    await assertRefusedUnchanged(service, () => create({ email: email.toUpperCase() }), {
      status: 409,
      code: 'email_taken',
      details: [['email', 'email_taken']],
    })
    const items = [{ email: newAddress() }, { email }, { email: newAddress() }, { email: 'root@example.com' }]
    await assertRefusedUnchanged(service, () => create(items), {
      status: 409,
      code: 'email_taken',
      details: [
        ['1.email', 'email_taken'],
        ['3.email', 'email_taken'],
      ],
    })
  })

  it('points at each invalid field, and then invites nobody', async () => {
    const ok = { email: newAddress() }
    const past = inHours(service, -1)
    const faults: [object, number, string, [string, string][]][] = [
      [{}, 422, 'required', [['email', 'required']]],
      [{ ...ok, email: 'x' }, 422, 'invalid_format', [['email', 'invalid_format']]],
      [{ ...ok, password: 'x' }, 422, 'unknown_field', [['password', 'unknown_field']]],
      [{ ...ok, expires_at: past }, 422, 'out_of_range', [['expires_at', 'out_of_range']]],
      [
        { ...ok, expires_at: inHours(service, 91 * 24) },
        422,
        'out_of_range',
        [['expires_at', 'out_of_range']],
      ],
      [{ ...ok, roles: ['nobody'] }, 422, 'not_found', [['roles.0', 'not_found']]],
      [
        { ...ok, taxonomies: ['a', 7] },
        422,
        'invalid',
        [
          ['taxonomies.0', 'not_found'],
          ['taxonomies.1', 'not_found'],
        ],
      ],
      [{ ...ok, roles: [['editor']] }, 422, 'invalid_type', [['roles', 'invalid_type']]],
      [
        { ...ok, roles: [{ id: 'editor', is_active: false }] },
        422,
        'invalid_type',
        [['roles', 'invalid_type']],
      ],
      [
        { ...ok, roles: [{ id: 'editor', expires_at: past }] },
        422,
        'out_of_range',
        [['roles.0.expires_at', 'out_of_range']],
      ],
      [
        { ...ok, roles: ['manager', { id: 'editor', expires_at: 'soon' }] },
        422,
        'invalid_type',
        [['roles.1.expires_at', 'invalid_type']],
      ],
      [{ ...ok, first_name: 'a\nb' }, 422, 'not_allowed', [['first_name', 'not_allowed']]],
    ]
    for (const [json, status, code, details] of faults) {
      await assertRefusedUnchanged(service, () => create(json), { status, code, details })
      const many = [{ email: newAddress() }, json]
      const inItem = details.map(([field, code]) => [`1.${field}`, code] as const)
      await assertRefusedUnchanged(service, () => create(many), { status, code, details: inItem })
    }
    await assertRefusedUnchanged(service, () => create([ok, { email: ok.email.toUpperCase() }]), {
      status: 422,
      code: 'duplicate',
      details: [['1.email', 'duplicate']],
    })
    await assertRefusedUnchanged(service, () => create([]), {
      status: 422,
      code: 'required',
      details: [['items', 'required']],
    })
  })

  it('invites many in one call, each to their own', async () => {
    const role = await makeRole(service)
    const names = ['Ada', undefined, 'Grace']
    const items = names.map((first_name, index) => ({
      email: newAddress(),
      first_name,
      roles: index === 1 ? [] : [role.id, index === 0 ? 'editor' : role.uuid],
    }))
    const data = dataOf(await create(items))
    assert.deepEqual(
      data.items.map(({ email, first_name: name }: { email: string; first_name: string }) => [email, name]),
      items.map(({ email, first_name: name }) => [email, name ?? '']),
    )
    const roles = []
    for (const { email } of items) {
      const [{ code }] = await mailsTo(email)
      roles.push(dataOf(await look(code)).invitation.roles)
    }
    assert.deepEqual(roles, [[role.name, 'Editor'], [], [role.name]])
  })

  it('invites no more than a thousand in one call', async () => {
    const items = (count: number) => Array.from({ length: count }, () => ({ email: newAddress() }))
    await assertRefusedUnchanged(service, () => create(items(1001)), {
      status: 422,
      code: 'out_of_range',
      details: [['items', 'out_of_range']],
    })
    assert.equal(dataOf(await create(items(1000))).items.length, 1000)
  })

  it('gives names that are wanted more than once numbers', async () => {
    const items = ['one', 'two', 'three'].map((host) => ({ email: `same@${host}.example` }))
    const data = dataOf(await create(items))
    assert.deepEqual(
      data.items.map(({ username }: { username: string }) => username),
      ['same', 'same2', 'same3'],
    )
  })

  it('makes an invitation of a registration that waits, and drops what a stranger typed', async () => {
    const email = newAddress()
    const json = {
      ...{ email, first_name: 'A stranger', username: 'a.stranger', phone: '2079460958' },
      ...{ password: 'the phrase of a stranger', activation_code: 'theirs' },
    }
    const { item } = dataOf(await service.call('POST', '/api/registrations/create', { json }))
    const made = dataOf(await create({ email, roles: ['editor'] })).item
    assert.equal(made.id, item.id)
    assert.deepEqual(
      [made.first_name, made.username, made.phone, made.invited_by],
      ['', email.split('@')[0], null, 1],
    )
    const [{ code }] = await mailsTo(email)
    const { item: user } = dataOf(await accept(code))
    assert.deepEqual(await rolesOf(user.id), { editor: null, registered: null })
    await assert.rejects(signIn(service, email, 'the phrase of a stranger'))
  })

  it('is refused for a verified registration, which waits for its approval', async () => {
    const email = newAddress()
    const json = { email, first_name: 'Ada', password: CHOSEN, status: 'email-verified' }
    dataOf(await service.call('POST', '/api/registrations/create', { json }))
    await assertRefusedUnchanged(service, () => create({ email }), {
      status: 409,
      code: 'email_verified',
      details: [['email', 'email_verified']],
    })
  })

  it('an invited address again replaces the plan, and leaves the former mail alive', async () => {
    const { email, code, id } = await invited({ roles: ['manager'], first_name: 'Ada' })
    const until = inHours(service, 1)
    const { item } = dataOf(await create({ email, roles: ['editor'], expires_at: until }))
    assert.deepEqual([item.id, item.first_name], [id, ''])
    const { invitation } = dataOf(await look(code))
    assert.deepEqual([invitation.roles, invitation.expires_at], [['Editor'], until])
    const [, second] = await mailsTo(email)
    const { item: user } = dataOf(await accept(code))
    assert.deepEqual(await rolesOf(user.id), { editor: null, registered: null })
    assertRefused(await accept(second.code), INVALID_CODE)
  })

  it('mails an address at most five in an hour, with the same answer', async () => {
    const email = newAddress()
    for (let sent = 0; sent < 7; sent += 1) assert.equal((await create({ email })).status, 201)
    const mails = await mailsTo(email)
    assert.equal(mails.length, 5)
    assert.equal((await accept(mails[0].code)).status, 201)
  })

  it('succeeds for many of one new address at the same time', async () => {
    const email = newAddress()
    const answers = await Promise.all(Array.from({ length: 4 }, () => create({ email, roles: ['editor'] })))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201, 201],
    )
    const [{ code }] = await mailsTo(email)
    assert.equal((await accept(code)).status, 201)
  })
})

describe('The code of an invitation', () => {
  it('is no code of another purpose, and another is none of an invitation', async () => {
    const { code } = await invited()
    const reset = await service.call('POST', '/api/password/reset', {
      token: null,
      json: { code, password: CHOSEN },
    })
    assertRefused(reset, INVALID_CODE)
    const { email } = await makeUser(service)
    dataOf(await service.call('POST', '/api/password/forgot', { token: null, json: { email } }))
    const [mail] = await waitingMails(service, email, 'reset')
    for (const call of [look, accept]) assertRefused(await call(mail.code), INVALID_CODE)
    assert.equal((await accept(code)).status, 201)
  })

  it('tells its holder that a user has the address meanwhile', async () => {
    const { email, code } = await invited()
    await makeUser(service, { email })
    await assertRefusedUnchanged(service, () => accept(code), {
      status: 409,
      code: 'email_taken',
      details: [['email', 'email_taken']],
    })
  })

  it('ends if the address of the registration changes, also back', async () => {
    const { id, email, code } = await invited({ roles: ['editor'] })
    const path = `/api/registrations/id/${id}/update`
    for (const json of [{ email: newAddress() }, { email }])
      dataOf(await service.call('POST', path, { json }))
    for (const call of [look, accept]) await assertRefusedUnchanged(service, () => call(code), INVALID_CODE)
  })
})
