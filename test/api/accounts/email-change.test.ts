// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, giveRole, giveToken, makeActor, makeRole, makeUser } from '../../support/actors.ts'
import { addressesOf, newEmail, PASSWORD } from '../../support/address-changes.ts'
import { enqueue, waitingMails } from '../../support/mail.ts'
import { assertRefused, assertRefusedUnchanged } from '../../support/refusals.ts'
import { type Service, signIn, startService } from '../../support/service.ts'

const NEW_PASSWORD = 'another phrase of mine'
const DAY_MS = 86_400_000

const INVALID = { status: 422, code: 'invalid_code', details: [['code', 'invalid_code']] } as const
const TAKEN = { status: 409, code: 'email_taken', details: [['email', 'email_taken']] } as const
const MISSING = { status: 422, code: 'required', details: [['current_password', 'required']] } as const
const FORBIDDEN = { status: 403, code: 'forbidden' } as const

describe('A change of one’s own address', () => {
  let service: Service
  const { post, newUser, ask, changeMail, confirm, userOf, move } = addressesOf(() => service)
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  it('is confirmed by the code that the new address gets; the former one gets a link to undo it', async () => {
    const [user, email] = [await newUser(), newEmail()]
    const asked = await ask(user, email)
    assert.equal(asked.status, 202)
    assert.deepEqual(Object.keys(asked.body.data), ['request'])
    assert.equal((await userOf(user)).email, user.email)
    const { code } = await changeMail(email)
    service.clock.advance(1000)
    assert.equal((await confirm(user, { code })).status, 200)
    const changed = await userOf(user)
    assert.equal(changed.email, email)
    assert.ok(
      changed.email_verified_at > (user as unknown as { email_verified_at: string }).email_verified_at,
    )
    const [notice] = await waitingMails(service, user.email, 'email-changed')
    assert.equal(notice.new_address, email)
    assert.ok(notice.code)
    assertRefused(await confirm(user, { code }), INVALID)
    await signIn(service, email, PASSWORD)
  })

  it('is told to the former address, with a link to undo it, whatever mails that had within the hour', async () => {
    const user = await newUser()
    const earlier = { kind: 'email-changed' as const, to: { address: user.email, userId: user.id } }
    const values = { at: service.clock.now() }
    await enqueue(service, ...Array.from({ length: 6 }, () => ({ ...earlier, values })))
    const email = newEmail()
    dataOf(await ask(user, email))
    const { code } = await changeMail(email)
    assert.equal((await confirm(user, { code })).status, 200)
    const notices = await waitingMails(service, user.email, 'email-changed')
    assert.equal(notices.length, 7)
    assert.equal(notices.at(-1).new_address, email)
    assert.ok(notices.at(-1).code)
  })

  it('is confirmed by the digits with their request', async () => {
    const [user, email] = [await newUser(), newEmail()]
    const { request } = dataOf(await ask(user, email))
    const { digits } = await changeMail(email)
    assertRefused(await confirm(user, { code: digits }), INVALID)
    assert.equal((await confirm(user, { code: digits, request })).status, 200)
    assert.equal((await userOf(user)).email, email)
  })

  it('starts in any update of the own record, which answers the former address', async () => {
    const actor = await makeActor(service, ['can-update-users', 'can-see-users-contact-details'], {
      password: PASSWORD,
    })
    const own = (email: string) => ({ email, bio: 'Moved', current_password: PASSWORD })
    const form = (email: string) => ({ form: new URLSearchParams(own(email)).toString() })
    const ways: [string, string, (email: string) => object][] = [
      ...(['id', 'uuid', 'email', 'username'] as const).map((column): (typeof ways)[number] => [
        'POST',
        `/api/users/${column}/${actor[column]}/update`,
        (email) => ({ json: own(email) }),
      ]),
      ['POST', `/api/users/id/${actor.id}/update`, form],
      ['POST', `/api/cms/users/id/${actor.id}/update`, (email) => ({ json: own(email) })],
      ['PATCH', `/api/users/${actor.id}`, (email) => ({ json: own(email) })],
      ['PUT', `/api/users/${actor.id}`, (email) => ({ json: own(email) })],
      ['PATCH', '/api/users', (email) => ({ json: [{ id: actor.id, ...own(email) }] })],
    ]
    let email = ''
    for (const [method, path, body] of ways) {
      service.clock.advance(DAY_MS / 24)
      email = newEmail()
      const answer = await service.call(method as 'POST', path, { token: actor.token, ...body(email) })
      const data = dataOf(answer)
      const item = data.items?.[0] ?? data
      assert.deepEqual([item.email, item.bio], [actor.email, 'Moved'], `${method} ${path}`)
      const [mail] = await waitingMails(service, email, 'email-change')
      assert.ok(mail.code, `${method} ${path}`)
      assert.equal(mail.digits, undefined, 'no answer has a request for digits')
    }
    const last = await changeMail(email)
    assert.equal((await confirm(actor, { code: last.code })).status, 200)
  })

  it('needs the current password', async () => {
    const user = await newUser()
    const json = { email: newEmail() }
    const missing = { status: 422, code: 'required', details: [['current_password', 'required']] } as const
    const wrong = {
      status: 422,
      code: 'wrong_password',
      details: [['current_password', 'wrong_password']],
    } as const
    for (const path of ['/api/email/change', `/api/users/id/${user.id}/update`]) {
      const post = (json: object) => service.call('POST', path, { token: user.token, json })
      await assertRefusedUnchanged(service, () => post(json), missing)
      await assertRefusedUnchanged(service, () => post({ ...json, current_password: 'not mine' }), wrong)
    }
    assert.deepEqual(await waitingMails(service, json.email, 'email-change'), [])
  })

  it('is answered the same for an address that somebody has, and refused when it is confirmed', async () => {
    const [user, other] = [await newUser(), await newUser()]
    const email = newEmail()
    const answers = [await ask(user, email), await ask(user, other.email)]
    const shown = answers.map(({ status, body, headers }) => ({
      status,
      data: Object.keys(body.data),
      messages: body.messages,
      names: Object.keys(headers).sort(),
    }))
    assert.deepEqual(shown[0], shown[1])
    const { code } = await changeMail(other.email)
    await assertRefusedUnchanged(service, () => confirm(user, { code }), TAKEN)
    const { code: free } = await changeMail(email)
    assert.equal((await confirm(user, { code: free })).status, 200)
  })

  it('is not confirmed by somebody else, nor with a token that is limited or that somebody else made', async () => {
    const [user, other, email] = [await newUser(), await newUser(), newEmail()]
    dataOf(await ask(user, email))
    const { code } = await changeMail(email)
    await assertRefusedUnchanged(service, () => confirm(other, { code }), INVALID)
    assert.equal(
      (await service.call('POST', '/api/email/confirm', { token: null, json: { code } })).status,
      401,
    )
    await giveRole(service, user, { id: (await makeRole(service, ['can-update-users'])).slug })
    const tokens = `/api/users/id/${user.id}/tokens/create`
    const limited = { name: 'limited', permissions: ['can-update-users'] }
    const made = [
      dataOf(await service.call('POST', tokens, { token: user.token, json: limited })).item.api_token,
      dataOf(await service.call('POST', tokens, { json: { name: 'made' } })).item.api_token,
    ]
    for (const token of made) {
      await assertRefusedUnchanged(service, () => confirm({ token }, { code }), FORBIDDEN)
      await assertRefusedUnchanged(service, () => ask({ token }, newEmail()), FORBIDDEN)
      const json = { email: newEmail() }
      const update = () => service.call('PATCH', `/api/users/${user.id}`, { token, json })
      await assertRefusedUnchanged(service, update, token === made[0] ? MISSING : FORBIDDEN)
    }
    assert.equal((await confirm(user, { code })).status, 200)
  })

  it('is asked for at most five times an hour', async () => {
    const user = await newUser()
    for (let times = 0; times < 5; times++) assert.equal((await ask(user, newEmail())).status, 202)
    await assertRefusedUnchanged(service, () => ask(user, newEmail()), {
      status: 429,
      code: 'too_many_requests',
    })
    service.clock.advance(3_600_000)
    assert.equal((await ask(user, newEmail())).status, 202)
  })

  it('ends others that wait, and ends with a reset of the password', async () => {
    const user = await newUser()
    const [first, second] = [newEmail(), newEmail()]
    for (const email of [first, second]) dataOf(await ask(user, email))
    const [one, two] = [await changeMail(first), await changeMail(second)]
    assert.equal((await confirm(user, { code: two.code })).status, 200)
    assertRefused(await confirm(user, { code: one.code }), INVALID)
    const third = newEmail()
    dataOf(await ask(user, third))
    await post('/api/password/forgot', null, { email: second })
    const [{ code }] = await waitingMails(service, second, 'reset')
    dataOf(await post('/api/password/reset', null, { code, password: NEW_PASSWORD }))
    const token = await giveToken(service, user)
    assertRefused(await confirm({ token }, { code: (await changeMail(third)).code }), INVALID)
  })

  it('takes along a username that is the address', async () => {
    const user = await newUser()
    dataOf(await service.call('PATCH', `/api/users/${user.id}`, { json: { username: user.email } }))
    const email = newEmail()
    await move(user, email)
    assert.equal((await userOf(user)).username, email)
  })

  it('is confirmed once by many at the same time', async () => {
    const [user, email] = [await newUser(), newEmail()]
    const { request } = dataOf(await ask(user, email))
    const { code, digits } = await changeMail(email)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        confirm(user, index % 2 ? { code } : { code: digits, request }),
      ),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    for (const answer of answers) if (answer.status !== 200) assertRefused(answer, INVALID)
    assert.equal((await waitingMails(service, user.email, 'email-changed')).length, 1)
  })

  it('by an administrator is done at once; the former address is told without a link, and nothing is reserved', async () => {
    const [user, email, pending] = [await newUser(), newEmail(), newEmail()]
    dataOf(await ask(user, pending))
    const answer = await service.call('PATCH', `/api/users/${user.id}`, { json: { email } })
    assert.equal(dataOf(answer).email, email)
    const [notice] = await waitingMails(service, user.email, 'email-changed')
    assert.deepEqual([notice.code, notice.new_address], [undefined, undefined])
    assertRefused(await confirm(user, { code: (await changeMail(pending)).code }), INVALID)
    assert.equal((await makeUser(service, { email: user.email })).email, user.email)
  })
})

describe('The undoing of a change of address', () => {
  let service: Service
  const { post, newUser, ask, changeMail, confirm, undo, userOf, move } = addressesOf(() => service)
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  it('restores the address; tokens, the password and other codes end, and a mail sets a new password', async () => {
    const user = await newUser()
    const admin = await makeActor(service, ['can-update-users', 'can-assign-api-tokens'])
    const thiefs = await signIn(service, user.email, PASSWORD)
    const code = await move(user, newEmail())
    const pending = newEmail()
    dataOf(await ask(user, pending))
    const made = { name: 'kept by the thief', expires_at: null }
    const kept = await post(`/api/users/id/${user.id}/tokens/create`, user.token, made)
    assert.equal((await undo(code)).status, 200)
    const restored = await userOf(user)
    assert.deepEqual([restored.email, restored.email_verified_at], [user.email, null])
    for (const token of [user.token, thiefs, dataOf(kept).item.api_token])
      assert.equal((await service.call('GET', '/api/me', { token })).status, 401)
    assert.equal((await service.call('GET', '/api/me', { token: admin.token })).status, 200)
    await assert.rejects(signIn(service, user.email, PASSWORD))
    const token = await giveToken(service, user)
    assertRefused(await confirm({ token }, { code: (await changeMail(pending)).code }), INVALID)
    const [reset] = await waitingMails(service, user.email, 'reset')
    dataOf(await post('/api/password/reset', null, { code: reset.code, password: NEW_PASSWORD }))
    await signIn(service, user.email, NEW_PASSWORD)
    assert.ok((await userOf(user)).email_verified_at)
    assertRefused(await undo(code), INVALID)
  })

  it('of the first of two changes restores the first address, and ends the undoing of the second', async () => {
    const [user, second] = [await newUser(), newEmail()]
    const first = await move(user, second)
    const later = await move(user, newEmail())
    assert.equal((await undo(first)).status, 200)
    assert.equal((await userOf(user)).email, user.email)
    await assertRefusedUnchanged(service, () => undo(later), INVALID)
    assert.equal((await makeUser(service, { email: second })).email, second, 'it is free again')
  })

  it('of the second change leaves the first one to be undone', async () => {
    const [user, second] = [await newUser(), newEmail()]
    const first = await move(user, second)
    const later = await move(user, newEmail())
    assert.equal((await undo(later)).status, 200)
    assert.equal((await userOf(user)).email, second)
    assert.equal((await undo(first)).status, 200)
    assert.equal((await userOf(user)).email, user.email)
  })

  it('is possible after a reset of the password, and for seven days', async () => {
    const [user, email] = [await newUser(), newEmail()]
    const code = await move(user, email)
    await post('/api/password/forgot', null, { email })
    const [reset] = await waitingMails(service, email, 'reset')
    dataOf(await post('/api/password/reset', null, { code: reset.code, password: NEW_PASSWORD }))
    service.clock.advance(7 * DAY_MS - 60_000)
    assert.equal((await undo(code)).status, 200)
    const [late] = [await newUser()]
    const expired = await move(late, newEmail())
    service.clock.advance(7 * DAY_MS)
    await assertRefusedUnchanged(service, () => undo(expired), INVALID)
  })

  it('waits for a user in the trash, and leaves an inactive one inactive', async () => {
    const [trashed, inactive] = [await newUser(), await newUser()]
    const codes = [await move(trashed, newEmail()), await move(inactive, newEmail())] as const
    dataOf(await service.call('POST', `/api/users/id/${trashed.id}/delete`))
    dataOf(await service.call('PATCH', `/api/users/${inactive.id}`, { json: { is_active: false } }))
    await assertRefusedUnchanged(service, () => undo(codes[0]), INVALID)
    dataOf(await service.call('POST', `/api/users/id/${trashed.id}/restore`))
    for (const code of codes) assert.equal((await undo(code)).status, 200)
    assert.equal((await userOf(inactive)).is_active, false)
    assert.deepEqual(await waitingMails(service, inactive.email, 'reset'), [])
  })

  it('happens once by many at the same time', async () => {
    const user = await newUser()
    const code = await move(user, newEmail())
    const answers = await Promise.all(Array.from({ length: 6 }, () => undo(code)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422, 422, 422, 422, 422])
  })
})

describe('An address that its user has changed', () => {
  let service: Service
  const { post, newUser, ask, changeMail, confirm, move } = addressesOf(() => service)
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  it('is reserved: nobody creates, signs up, invites, imports, restores or changes to it', async () => {
    const trashed = await newUser()
    dataOf(await service.call('POST', `/api/users/id/${trashed.id}/delete`))
    const user = await makeUser(service, {
      email: trashed.email,
      username: 'another.name',
      password: PASSWORD,
    })
    await move(user, newEmail())
    const email = user.email.toUpperCase()
    const other = await newUser()
    const person = { email, first_name: 'Other' }
    const registration = dataOf(
      await service.call('POST', '/api/registrations/create', {
        json: { email: newEmail(), first_name: 'Other', password: PASSWORD },
      }),
    ).item
    const ways: [string, string, object, (string | null)?][] = [
      ['POST', '/api/users/create', person],
      ['POST', '/api/signup', { ...person, password: PASSWORD }, null],
      ['POST', '/api/registrations/create', { ...person, password: PASSWORD }],
      ['PATCH', `/api/registrations/${registration.id}`, { email }],
      ['PATCH', `/api/users/${other.id}`, { email }],
      ['POST', `/api/users/id/${trashed.id}/restore`, {}],
    ]
    for (const [method, path, json, token] of ways) {
      const send = () => service.call(method as 'POST', path, { json, ...(token !== undefined && { token }) })
      await assertRefusedUnchanged(service, send, TAKEN)
    }
    const many = () =>
      service.call('POST', '/api/users', { json: [{ ...person, email: newEmail() }, person] })
    await assertRefusedUnchanged(service, many, { ...TAKEN, details: [['1.email', 'email_taken']] })
    const invite = () => service.call('POST', '/api/invitations/create', { json: { email } })
    await assertRefusedUnchanged(service, invite, TAKEN)
    const changes = () => service.call('PATCH', '/api/users', { json: [{ id: other.id, email }] })
    await assertRefusedUnchanged(service, changes, { ...TAKEN, details: [['0.email', 'email_taken']] })
    assert.equal((await ask(other, user.email)).status, 202)
    const { code } = await changeMail(user.email)
    await assertRefusedUnchanged(service, () => confirm(other, { code }), TAKEN)
  })

  it('is its user’s: they may change back to it', async () => {
    const user = await newUser()
    await move(user, newEmail())
    await move(user, user.email)
    await signIn(service, user.email, PASSWORD)
  })

  it('is free after seven days', async () => {
    const user = await newUser()
    await move(user, newEmail())
    service.clock.advance(7 * DAY_MS)
    assert.equal((await makeUser(service, { email: user.email })).email, user.email)
  })

  it('is answered like any other by a sign-up that has to be verified, which mails nothing', async () => {
    const verifying = await startService({ signup: 'verify' })
    const flows = addressesOf(() => verifying)
    const user = await flows.newUser()
    await flows.move(user, newEmail())
    const signUp = (email: string) =>
      verifying.call('POST', '/api/signup', {
        token: null,
        json: { email, first_name: 'Ada', password: PASSWORD },
      })
    const [one, two] = [await signUp(user.email), await signUp(newEmail())]
    assert.deepEqual(
      [one.status, Object.keys(one.body.data.item)],
      [two.status, Object.keys(two.body.data.item)],
    )
    for (const kind of ['verify', 'already-registered'] as const)
      assert.deepEqual(await waitingMails(verifying, user.email, kind), [])
    await verifying.stop()
  })

  it('is not told by the mails of a stranger: recovery goes on', async () => {
    const user = await newUser()
    const email = newEmail()
    await move(user, email)
    for (let times = 0; times < 7; times++) await post('/api/password/forgot', null, { email: user.email })
    await post('/api/password/forgot', null, { email })
    assert.equal((await waitingMails(service, email, 'reset')).length, 1)
    assert.deepEqual(await waitingMails(service, user.email, 'reset'), [])
  })
})
