// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Db } from '../../../server/db/tables.ts'
import { dataOf, makeActor, makeRole } from '../../support/actors.ts'
import { engine } from '../../support/databases.ts'
import { eventually } from '../../support/eventually.ts'
import { CHOSEN, INVALID_CODE, invitationsOf, newAddress } from '../../support/invitations.ts'
import { inHours, waitingMails } from '../../support/mail.ts'
import { assertRefused, assertRefusedUnchanged } from '../../support/refusals.ts'
import { type Service, signIn, startService } from '../../support/service.ts'
import { cachesInUse } from '../../support/statements.ts'

const HOUR_MS = 3_600_000

let service: Service
const { create, look, accept, mailsTo, invited, at, rolesOf } = invitationsOf(() => service)

const inviting = ['can-invite-users', 'can-assign-roles', 'can-read-users', 'can-read-roles'] as const

before(async () => {
  service = await startService({ signup: 'verify' })
})
after(() => service.stop())

describe('An invitation to an address', () => {
  it('that its registration loses meanwhile leaves the invitation of that registration', async () => {
    const first = await invited()
    const email = newAddress()
    const { db } = service.connection
    let second: ReturnType<typeof create> | undefined
    await db.transaction().execute(async (db) => {
      await db
        .updateTable('registrations')
        .set({ email, email_key: email })
        .where('id', '=', first.id)
        .execute()
      second = create({ email: first.email })
      // On SQLite, it begins after this transaction.
      if (engine === 'postgres') await eventually(() => waitsForRow(db))
    })
    const { item } = dataOf(await (second as ReturnType<typeof create>))
    assert.notEqual(item.id, first.id)
    assert.equal((await at(first.id, 'invitation')).status, 200)
  })

  /** Whether a transaction waits for the end of another one. */
  async function waitsForRow(db: Db): Promise<boolean> {
    const { rows } = await sql`select from pg_locks join pg_stat_activity using (pid)
      where datname = current_database() and locktype = 'transactionid' and not granted`.execute(db)
    return rows.length > 0
  }
})

describe('An invitation that is sent again', () => {
  it('has a mail with a fresh code, ends later, and has the caller as its inviter', async () => {
    const role = await makeRole(service, ['can-read-users'])
    const { id, email, code } = await invited({
      roles: [role.id],
      message: 'Hi',
      expires_at: inHours(service, 1),
    })
    const other = await makeActor(service, inviting)
    assert.equal((await at(id, 'resend', other.token)).status, 202)
    const [, mail] = await mailsTo(email)
    assert.notEqual(mail.code, code)
    assert.deepEqual([mail.inviter, mail.message, mail.roles], [other.first_name, 'Hi', role.name])
    service.clock.advance(2 * HOUR_MS)
    assertRefused(await look(code), INVALID_CODE)
    const { invitation } = dataOf(await look(mail.code))
    assert.equal(invitation.inviter, other.first_name)
    const { item } = dataOf(await accept(mail.code))
    assert.deepEqual([item.invited_by, item.created_by], [other.id, other.id])
    assert.deepEqual(await rolesOf(item.id), { [role.slug]: null, registered: null })
  })

  it('keeps a later end, and takes one that is given', async () => {
    const { id } = await invited({ expires_at: inHours(service, 30 * 24) })
    const endOf = async () => dataOf(await at(id, 'invitation')).expires_at
    const before = await endOf()
    assert.equal((await at(id, 'resend')).status, 202)
    assert.equal(await endOf(), before)
    const until = inHours(service, 24)
    assert.equal((await at(id, 'resend', undefined, { expires_at: until })).status, 202)
    assert.equal(await endOf(), until)
    for (const expires_at of [inHours(service, -1), inHours(service, 91 * 24)]) {
      await assertRefusedUnchanged(service, () => at(id, 'resend', undefined, { expires_at }), {
        status: 422,
        code: 'out_of_range',
        details: [['expires_at', 'out_of_range']],
      })
    }
  })

  it('is refused to a caller who does not hold all that is planned', async () => {
    const { id } = await invited({ roles: ['super-administrator'] })
    const caller = await makeActor(service, inviting)
    await assertRefusedUnchanged(service, () => at(id, 'resend', caller.token), {
      status: 403,
      code: 'forbidden',
      says: /only the role super-administrator holds/,
    })
    const plain = await makeActor(service, ['can-invite-users'])
    const { id: another } = await invited({ roles: ['guest'] })
    await assertRefusedUnchanged(service, () => at(another, 'resend', plain.token), {
      status: 403,
      code: 'forbidden',
      says: /^Inviting to roles needs the permission can-assign-roles, can-read-roles, can-read-users|^Inviting to roles needs/,
    })
  })

  it('is refused once an address has had five mails, and then changes nothing', async () => {
    const { id } = await invited()
    for (let sent = 1; sent < 5; sent += 1) assert.equal((await at(id, 'resend')).status, 202)
    await assertRefusedUnchanged(service, () => at(id, 'resend'), {
      status: 429,
      code: 'too_many_requests',
    })
  })

  it('is a new mail to verify for a sign-up that waits, and refused for others', async () => {
    const email = newAddress()
    const json = { email, password: 'the phrase of the sign-up', first_name: 'Ada' }
    dataOf(await service.call('POST', '/api/signup', { token: null, json }))
    const { id } = dataOf(await service.call('GET', `/api/registrations/email/${email}`))
    assert.equal((await at(id, 'resend')).status, 202)
    const mails = await waitingMails(service, email, 'verify')
    assert.equal(mails.length, 2)
    assert.equal(mails[1].digits, undefined)
    const verified = { code: mails[1].code, password: CHOSEN }
    dataOf(await service.call('POST', '/api/signup/verify', { token: null, json: verified }))
    await assertRefusedUnchanged(service, () => at(id, 'resend'), { status: 409, code: 'not_needed' })
  })

  it('is not sent by the outbox, whose callers need not hold what is planned', async () => {
    const { id, email } = await invited({ roles: ['editor'] })
    await service.connection.db
      .updateTable('mails')
      .set({ state: 'failed', sealed: null, ended_at: service.clock.now() })
      .where('address', '=', email)
      .execute()
    const mail = await service.connection.db
      .selectFrom('mails')
      .where('address', '=', email)
      .select('id')
      .executeTakeFirstOrThrow()
    await assertRefusedUnchanged(service, () => service.call('POST', `/api/mails/${mail.id}/resend`), {
      status: 409,
      code: 'not_resendable',
      says: new RegExp(`/api/registrations/id/${id}/resend`),
    })
  })
})

describe('An invitation that is revoked', () => {
  it('ends its codes, and soft-deletes its registration', async () => {
    const { id, email, code } = await invited({ roles: ['editor'] })
    dataOf(await at(id, 'revoke'))
    for (const call of [look, accept]) await assertRefusedUnchanged(service, () => call(code), INVALID_CODE)
    assertRefused(await service.call('GET', `/api/registrations/id/${id}`), {
      status: 404,
      code: 'not_found',
    })
    dataOf(await service.call('POST', `/api/registrations/id/${id}/restore`))
    for (const call of [look, accept]) assertRefused(await call(code), INVALID_CODE)
    await assertRefusedUnchanged(service, () => at(id, 'revoke'), { status: 409, code: 'not_invited' })
    assertRefused(await at(id, 'invitation'), { status: 404, code: 'not_found' })
    assert.equal((await create({ email })).status, 201)
  })

  it('is not mailed any more if the mail still waits', async () => {
    const { id, email } = await invited()
    dataOf(await at(id, 'revoke'))
    assert.deepEqual(await mailsTo(email), [])
  })

  it('is no sign-up and no user', async () => {
    const { id, code } = await invited()
    dataOf(await accept(code))
    await assertRefusedUnchanged(service, () => at(id, 'revoke'), { status: 409, code: 'not_invited' })
  })
})

describe('Invitations', () => {
  it('are listed with who invites, until when and what is planned, and without secrets', async () => {
    const inviter = await makeActor(service, [
      ...inviting,
      ...(['can-read-registrations', 'can-see-users-contact-details'] as const),
    ])
    const end = inHours(service, 500)
    const one = await invited({ roles: [{ id: 'guest', expires_at: end }], message: 'Hi' }, inviter.token)
    const two = await invited({ first_name: 'Grace', expires_at: inHours(service, 1) }, inviter.token)
    const list = async (query: Record<string, string>, token = service.token) =>
      dataOf(await service.call('GET', '/api/invitations', { query, token })).list
    const { data, total } = await list({ inviter_id: String(inviter.id) })
    assert.equal(total, 2)
    assert.deepEqual(
      data.map(({ registration_id: id }: { registration_id: number }) => id),
      [two.id, one.id],
    )
    const [, shown] = data
    const guest = dataOf(await service.call('GET', '/api/roles/slug/guest'))
    assert.deepEqual(
      { ...shown, created_at: undefined, expires_at: undefined },
      {
        registration_id: one.id,
        email: one.email,
        first_name: null,
        state: 'waiting',
        inviter: { id: inviter.id, uuid: inviter.uuid, name: inviter.first_name },
        message: 'Hi',
        created_at: undefined,
        expires_at: undefined,
        roles: [{ id: guest.id, uuid: guest.uuid, name: 'Guest', slug: 'guest', expires_at: end }],
        taxonomies: [],
      },
    )
    assert.deepEqual(dataOf(await at(one.id, 'invitation')), shown)
    service.clock.advance(2 * HOUR_MS)
    const states = async (query: object) =>
      (await list({ inviter_id: String(inviter.id), ...query })).data.map(
        ({ registration_id, state }: { registration_id: number; state: string }) => [registration_id, state],
      )
    assert.deepEqual(await states({ state: 'expired' }), [[two.id, 'expired']])
    assert.deepEqual(await states({ state: 'waiting' }), [[one.id, 'waiting']])
    dataOf(await service.call('PATCH', `/api/users/${inviter.id}`, { json: { is_active: false } }))
    assert.deepEqual(await states({ state: 'waiting' }), [[one.id, 'ended']])
  })

  it('show no addresses, names or plans to those who may not read them', async () => {
    const { id } = await invited({ roles: ['guest'] })
    const reader = await makeActor(service, ['can-invite-users', 'can-read-registrations'])
    const shown = dataOf(await at(id, 'invitation', reader.token))
    const { email, inviter, roles, taxonomies } = shown
    assert.deepEqual(
      { email, inviter, roles, taxonomies },
      { email: null, inviter: null, roles: null, taxonomies: null },
    )
  })

  it('are what registrations can be filtered by', async () => {
    const { id, code } = await invited()
    const listed = async (invited: boolean) => {
      const query = { invited: String(invited), per_page: '1000' }
      const { list } = dataOf(await service.call('GET', '/api/registrations', { query }))
      return list.data.some((row: { id: number }) => row.id === id)
    }
    assert.deepEqual([await listed(true), await listed(false)], [true, false])
    dataOf(await accept(code))
    assert.deepEqual([await listed(true), await listed(false)], [false, true])
  })

  it('that plan more than one answer holds are refused as a page, before they are read', async () => {
    const names = Array.from({ length: 100 }, (_, index) => ({ name: `Planned ${index} of many` }))
    dataOf(await service.call('POST', '/api/roles', { json: names }))
    const roles = names.map(({ name }) => name.toLowerCase().replaceAll(' ', '-'))
    for (let call = 0; call < 3; call += 1)
      dataOf(await create(Array.from({ length: 67 }, () => ({ email: newAddress(), roles }))))
    const page = (perPage: number) =>
      service.call('GET', '/api/invitations', { query: { per_page: String(perPage) } })
    assertRefused(await page(201), { status: 400, code: 'too_many_included' })
    const { list } = dataOf(await page(20))
    assert.equal(list.data[0].roles.length, 100)
  })

  it('are read with a number of statements that does not grow', async () => {
    const items = Array.from({ length: 30 }, () => ({ email: newAddress(), roles: ['editor', 'guest'] }))
    dataOf(await create(items))
    const counted = async (perPage: number) => {
      await cachesInUse(service)
      const { count } = service.statements
      dataOf(await service.call('GET', '/api/invitations', { query: { per_page: String(perPage) } }))
      return service.statements.count - count
    }
    await counted(1)
    assert.equal(await counted(30), await counted(2))
  })
})

describe('A user who is created of an invited registration', () => {
  it('gets what is planned as far as the caller could give it, and the invitation ends', async () => {
    const { id, code } = await invited({ roles: ['super-administrator', 'guest'], first_name: 'Ada' })
    const caller = await makeActor(service, [
      ...(['can-create-users', 'can-update-registrations', 'can-see-users-contact-details'] as const),
      ...(['can-assign-roles', 'can-read-users', 'can-read-roles'] as const),
    ])
    const answer = await at(id, 'create-user', caller.token)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    assert.deepEqual(answer.body.messages, [
      'User is created.',
      'Not given, as it cannot be given any more: Super Administrator.',
    ])
    assert.deepEqual(await rolesOf(answer.body.data.user.id), { guest: null, registered: null })
    for (const call of [look, accept]) await assertRefusedUnchanged(service, () => call(code), INVALID_CODE)
  })

  it('gets nothing planned of a caller who may not assign roles', async () => {
    const { id } = await invited({ roles: ['guest'], first_name: 'Ada' })
    const caller = await makeActor(service, ['can-create-users', 'can-update-registrations'])
    const { user } = dataOf(await at(id, 'create-user', caller.token))
    assert.deepEqual(await rolesOf(user.id), { registered: null })
  })

  it('needs a name', async () => {
    const { id } = await invited()
    await assertRefusedUnchanged(service, () => at(id, 'create-user'), {
      status: 409,
      code: 'no_name',
      details: [['first_name', 'no_name']],
    })
    dataOf(await service.call('POST', `/api/registrations/id/${id}/update`, { json: { first_name: 'Ada' } }))
    assert.equal((await at(id, 'create-user')).status, 201)
  })
})

const assertNotInvited = (record: Record<string, unknown>) =>
  assert.deepEqual(
    ['invited_by', 'invited_at', 'invited_for_key', 'invited_for_value'].filter(
      (name) => record[name] !== null,
    ),
    [],
  )

describe('An invitation that ends without being accepted', () => {
  const invitedFor = { invited_for_key: 'project', invited_for_value: 'secret' }

  it('leaves nothing of what it was for in its registration: revoked, or with another address', async () => {
    const [revoked, moved] = [await invited(invitedFor), await invited(invitedFor)]
    dataOf(await at(revoked.id, 'revoke'))
    dataOf(await service.call('POST', `/api/registrations/id/${revoked.id}/restore`))
    assertNotInvited(dataOf(await service.call('GET', `/api/registrations/id/${revoked.id}`)))
    const email = newAddress()
    const path = `/api/registrations/id/${moved.id}/update`
    assertNotInvited(dataOf(await service.call('POST', path, { json: { email } })))
  })

  it('has, with another address, what the same update says', async () => {
    const { id } = await invited(invitedFor)
    const json = { email: newAddress(), invited_for_value: 'another' }
    const updated = dataOf(await service.call('POST', `/api/registrations/id/${id}/update`, { json }))
    assert.deepEqual([updated.invited_for_key, updated.invited_for_value], [null, 'another'])
  })
})

describe('A sign-up with an invited address', () => {
  const signUp = (json: object) =>
    service.call('POST', '/api/signup', {
      token: null,
      json: { first_name: 'A stranger', password: 'the phrase of a stranger', ...json },
    })

  it('gets the same answer as any, and the mail a reminder with a fresh code', async () => {
    const { id, email, code } = await invited({ roles: ['editor'], first_name: 'Ada' })
    const before = dataOf(await service.call('GET', `/api/registrations/id/${id}`))
    const [known, unknown] = [await signUp({ email }), await signUp({ email: newAddress() })]
    const shapeOf = ({ status, body }: Awaited<ReturnType<typeof signUp>>) => [
      status,
      body.messages,
      Object.keys(body.data.item),
    ]
    assert.deepEqual(shapeOf(known), shapeOf(unknown))
    assert.deepEqual(dataOf(await service.call('GET', `/api/registrations/id/${id}`)), before)
    assert.deepEqual(await waitingMails(service, email, 'verify'), [])
    const [mail] = await mailsTo(email, 'invitation-reminder')
    assert.notEqual(mail.code, code)
    const { item } = dataOf(await accept(mail.code, { first_name: undefined }))
    assert.deepEqual([item.first_name, await rolesOf(item.id)], ['Ada', { editor: null, registered: null }])
    await assert.rejects(signIn(service, email, 'the phrase of a stranger'))
  })

  it('asks for another mail and gets a reminder, never a code to verify', async () => {
    const { email } = await invited()
    const { status } = await service.call('POST', '/api/signup/resend', { token: null, json: { email } })
    assert.equal(status, 202)
    assert.equal((await mailsTo(email, 'invitation-reminder')).length, 1)
    assert.deepEqual(await waitingMails(service, email, 'verify'), [])
  })

  it('goes on if the invitation has expired, whose plan is gone then', async () => {
    const invitedFor = { invited_for_key: 'project', invited_for_value: 'secret' }
    const { id, email } = await invited({
      roles: ['editor'],
      expires_at: inHours(service, 1),
      ...invitedFor,
    })
    service.clock.advance(2 * HOUR_MS)
    assert.equal((await signUp({ email })).status, 201)
    assertRefused(await at(id, 'invitation'), { status: 404, code: 'not_found' })
    const [{ code }] = await waitingMails(service, email, 'verify')
    const answer = await service.call('POST', '/api/signup/verify', {
      token: null,
      json: { code, password: CHOSEN },
    })
    const { item } = dataOf(answer)
    assert.deepEqual(await rolesOf(item.id), { registered: null })
    assertNotInvited(item)
  })

  it('of an inviter who may not invite any more gets nothing of what it was for', async () => {
    const inviter = await makeActor(service, ['can-invite-users'])
    const { email } = await invited(
      { invited_for_key: 'project', invited_for_value: 'secret' },
      inviter.token,
    )
    dataOf(await service.call('POST', `/api/users/id/${inviter.id}/delete`))
    assert.equal((await signUp({ email })).status, 201)
    const [{ code }] = await waitingMails(service, email, 'verify')
    const json = { code, password: CHOSEN }
    const { item } = dataOf(await service.call('POST', '/api/signup/verify', { token: null, json }))
    assertNotInvited(item)
  })

  it('leaves no code to verify of a sign-up before the invitation', async () => {
    const email = newAddress()
    assert.equal((await signUp({ email })).status, 201)
    const [{ code }] = await waitingMails(service, email, 'verify')
    dataOf(await create({ email }))
    const verify = () =>
      service.call('POST', '/api/signup/verify', { token: null, json: { code, password: CHOSEN } })
    await assertRefusedUnchanged(service, verify, INVALID_CODE)
  })
})

describe('A user who may invite', () => {
  it('needs nothing else to invite to nothing', async () => {
    const inviter = await makeActor(service, ['can-invite-users'])
    const { code } = await invited({}, inviter.token)
    const { item } = dataOf(await accept(code))
    assert.deepEqual(await rolesOf(item.id), { registered: null })
  })
})
