// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, makeUser } from '../../support/actors.ts'
import { assertRefused, assertRefusedUnchanged } from '../../support/refusals.ts'
import { refuseSecretsIn } from '../../support/secrets.ts'
import { type Service, signIn, startService } from '../../support/service.ts'

const PASSWORD = 'a phrase of my own'

let service: Service
let count = 0
const person = (fields: object = {}) => {
  count += 1
  return { email: `guest${count}@example.com`, first_name: 'Ada', password: PASSWORD, ...fields }
}
const signUp = (json: object) => service.call('POST', '/api/signup', { token: null, json })
const assertInvalid = (fields: object, details: readonly (readonly [string, string])[]) =>
  assertRefusedUnchanged(service, () => signUp(person(fields)), {
    status: 422,
    code: details.length === 1 ? (details[0]?.[1] as string) : 'invalid',
    details,
  })

describe('open sign-up', () => {
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  it('creates an active user, who can sign in at once', async () => {
    const json = person({ last_name: 'King', password_confirmation: PASSWORD })
    const answer = await signUp(json)
    assert.equal(answer.status, 201)
    assert.deepEqual(answer.body.messages, ['Saved successfully'])
    const { item } = answer.body.data
    assert.equal(item.email, json.email)
    assert.equal(item.username, json.email.split('@')[0])
    assert.equal(item.name, 'Ada King')
    assert.equal(item.is_active, true)
    assert.equal(item.status, 'active')
    assert.equal(item.created_ip, '127.0.0.1')
    assert.equal(item.created_by, null)
    assert.deepEqual(item.meta, {})
    refuseSecretsIn([JSON.stringify(answer.body)], [PASSWORD])
    const token = await signIn(service, json.email, PASSWORD)
    assert.equal((await service.call('GET', `/api/users/id/${item.id}`, { token })).status, 200)
  })

  it('assigns the role registered and no other', async () => {
    const { item } = dataOf(await signUp(person()))
    const roles = dataOf(await service.call('GET', `/api/users/id/${item.id}/roles`)).roles
    assert.deepEqual(
      roles.data.map(({ slug, pivot }: { slug: string; pivot: { is_active: boolean; expires_at: null } }) => [
        slug,
        pivot.is_active,
        pivot.expires_at,
      ]),
      [['registered', true, null]],
    )
    const { permissions } = dataOf(await service.call('GET', `/api/users/id/${item.id}/permissions`))
    assert.equal(permissions.total, 0)
  })

  it('accepts the profile and a username, and returns them', async () => {
    const profile = {
      username: 'Ada.King',
      display_name: 'Ada',
      title: 'Countess',
      designation: 'Analyst',
      middle_name: 'Augusta',
      last_name: 'King',
      gender: 'female',
      country_calling_code: 44,
      phone: '2079460958',
      bio: 'Wrote the first program.',
      timezone: 'Europe/London',
      language: 'en-GB',
      alternate_email: 'ada@example.org',
      avatar_url: 'https://example.com/ada.png',
      birth: '1815-12-10',
      country: 'United Kingdom',
      country_code: 'GB',
    }
    const { item } = dataOf(await signUp(person(profile)))
    for (const [name, value] of Object.entries(profile)) assert.equal(item[name], value, name)
  })

  it('returns no token', async () => {
    const before = await service.connection.db.selectFrom('tokens').select('id').execute()
    const { item } = dataOf(await signUp(person()))
    assert.ok(!('api_token' in item))
    assert.deepEqual(await service.connection.db.selectFrom('tokens').select('id').execute(), before)
  })

  it('accepts is_active and status only with the values that it sets anyway', async () => {
    for (const fields of [
      { is_active: true },
      { is_active: '1' },
      { status: 'active' },
      { is_active: 1, status: 'active' },
    ]) {
      assert.equal((await signUp(person(fields))).status, 201, JSON.stringify(fields))
    }
    for (const isActive of [false, 0, 'no']) {
      await assertInvalid({ is_active: isActive }, [['is_active', 'not_allowed']])
    }
    for (const status of ['inactive', 'email-verification-pending', 'user-created', 'nonsense']) {
      await assertInvalid({ status }, [['status', 'not_allowed']])
    }
  })

  it('refuses a password and a confirmation that differ', async () => {
    const mismatch = [['password_confirmation', 'mismatch']] as const
    await assertInvalid({ password_confirmation: 'another phrase' }, mismatch)
    await assertInvalid({ password_confirmation: `${PASSWORD} ` }, mismatch)
    await assertInvalid({ password_confirmation: PASSWORD.toUpperCase() }, mismatch)
  })

  it('refuses roles and fields that only administrators set', async () => {
    const fields = {
      roles: ['administrator'],
      permissions: ['can-read-users'],
      meta: { plan: 'pro' },
      website: 'https://example.com/',
      activated_at: '2026-01-01',
      email_verified_at: '2026-01-01',
      activation_code: '1234',
      invited_by: 1,
      user_id: 1,
      registration_id: 1,
      created_ip: '203.0.113.7',
      last_login_at: '2026-01-01',
      remember_token: 'x',
      affiliate_code: 'x',
      foreign_user_id: 5,
      created_by: 1,
      id: 1,
    }
    for (const [name, value] of Object.entries(fields))
      await assertInvalid({ [name]: value }, [[name, 'unknown_field']])
  })

  it('reports every fault at once, and stores nothing', async () => {
    await assertInvalid({ email: 'no-address', first_name: '', password: 'short', phone: '12', rolls: 1 }, [
      ['rolls', 'unknown_field'],
      ['email', 'invalid_format'],
      ['password', 'too_short'],
      ['phone', 'invalid_format'],
      ['first_name', 'required'],
    ])
    await assertInvalid({ password: 'iloveyou' }, [['password', 'common_password']])
  })

  it('refuses an email or username of an existing user, in any case', async () => {
    const { email } = await makeUser(service, { username: 'taken' })
    for (const [field, value] of [
      ['email', email.toUpperCase()],
      ['username', 'TAKEN'],
    ] as const) {
      await assertRefusedUnchanged(service, () => signUp(person({ [field]: value })), {
        status: 409,
        code: `${field}_taken`,
        details: [[field, `${field}_taken`]],
      })
    }
  })

  it('accepts the email and username of a deleted user at once, but not of a deactivated one', async () => {
    const gone = await makeUser(service, { username: 'gone' })
    const json = person({ email: gone.email, username: 'gone' })
    const at = `/api/users/id/${gone.id}`
    dataOf(await service.call('POST', `${at}/update`, { json: { is_active: false } }))
    const taken = { status: 409, code: 'email_taken', details: [['email', 'email_taken']] } as const
    await assertRefusedUnchanged(service, () => signUp(json), taken)
    dataOf(await service.call('POST', `${at}/delete`))
    dataOf(await signUp(json))
    await assertRefusedUnchanged(service, () => service.call('POST', `${at}/restore`), taken)
  })

  it('accepts only POST, and ignores the caller’s token', async () => {
    const answer = await service.call('GET', '/api/signup', { query: person() })
    assertRefused(answer, { status: 405, code: 'method_not_allowed' })
    const { item } = dataOf(await service.call('POST', '/api/signup', { json: person() }))
    assert.equal(item.created_by, null)
    const unread = { token: null, headers: { authorization: 'Bearer nonsense' }, json: person() }
    assert.equal((await service.call('POST', '/api/signup', unread)).status, 201)
  })
})

describe('sign-up with verification', () => {
  before(async () => {
    service = await startService({ signup: 'verify' })
  })
  after(() => service.stop())

  it('creates a pending registration, which cannot sign in, and answers nothing of it', async () => {
    const json = person({ last_name: 'King' })
    const answer = await signUp(json)
    assert.equal(answer.status, 201)
    assert.deepEqual(answer.body.messages, ['Saved successfully'])
    const { request, ...item } = answer.body.data.item
    assert.match(request, /^[\w-]{43}$/)
    assert.deepEqual(item, { status: 'email-verification-pending', first_name: 'Ada', last_name: 'King' })
    const registration = dataOf(await service.call('GET', `/api/registrations/email/${json.email}`))
    assert.equal(registration.status, 'email-verification-pending')
    assert.ok(registration.activation_code_sent_at)
    assert.equal((await service.call('GET', `/api/users/email/${json.email}`)).status, 404)
    const attempt = await service.call('POST', '/api/signin', {
      token: null,
      json: { email: json.email, password: PASSWORD },
    })
    assertRefused(attempt, { status: 401, code: 'unauthenticated' })
  })

  it('accepts is_active and status only with the values that it sets anyway', async () => {
    for (const fields of [
      { is_active: false },
      { status: 'email-verification-pending' },
      { status: 'email-verification-vending' },
    ]) {
      const { item } = dataOf(await signUp(person(fields)))
      assert.equal(item.status, 'email-verification-pending')
    }
    await assertInvalid({ is_active: true }, [['is_active', 'not_allowed']])
    for (const status of ['email-verified', 'user-created', 'active', 'inactive']) {
      await assertInvalid({ status }, [['status', 'not_allowed']])
    }
  })

  it('accepts the same fields as open sign-up, and no others', async () => {
    const profile = { username: 'Ida.King', phone: '2079460958', birth: '1815-12-10', country_code: 'GB' }
    const json = person(profile)
    dataOf(await signUp(json))
    const stored = dataOf(await service.call('GET', `/api/registrations/email/${json.email}`))
    for (const [name, value] of Object.entries(profile)) assert.equal(stored[name], value, name)
    const others = { website: 'https://example.com/', roles: ['administrator'], meta: {}, user_id: 1 }
    for (const [name, value] of Object.entries(others))
      await assertInvalid({ [name]: value }, [[name, 'unknown_field']])
  })
})

describe('closed sign-up', () => {
  before(async () => {
    service = await startService({ signup: 'closed' })
  })
  after(() => service.stop())

  it('is refused with and without a token', async () => {
    for (const token of [null, service.token]) {
      const attempt = () => service.call('POST', '/api/signup', { token, json: person() })
      await assertRefusedUnchanged(service, attempt, { status: 403, code: 'signup_closed', says: /closed/ })
    }
  })
})
