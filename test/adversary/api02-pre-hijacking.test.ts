// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, giveRole, makeRole, makeUser } from '../support/actors.ts'
import type { Answer } from '../support/answer.ts'
import { waitingMails } from '../support/mail.ts'
import { assertRefused, assertRefusedUnchanged } from '../support/refusals.ts'
import { type Service, signIn, startService } from '../support/service.ts'

/** API2: a stranger prepares an account for the address of somebody else, who proves later that it is theirs. */

const THEIRS = 'a phrase of the stranger'
const MINE = 'a phrase of my own'
const INVALID = { status: 422, code: 'invalid_code', details: [['code', 'invalid_code']] } as const

let service: Service
let count = 0
const newEmail = () => `victim${++count}@example.com`
const ask = (path: string, json: object, headers: Record<string, string> = {}): Promise<Answer> =>
  service.call('POST', path, { token: null, json, headers })
const rowsOf = (table: 'tokens' | 'known_places' | 'mailed_codes', userId: number) =>
  service.connection.db.selectFrom(table).where('user_id', '=', userId).select('user_id').execute()

/** The victim sets a password by the link of the mail that they ask for. */
async function reset(email: string, headers?: Record<string, string>): Promise<void> {
  assert.equal((await ask('/api/password/forgot', { email })).status, 202)
  const { code } = (await waitingMails(service, email, 'reset')).at(-1)
  dataOf(await ask('/api/password/reset', { code, password: MINE }, headers))
}

describe('API2: an account that a stranger has prepared with SIGNUP=verify', () => {
  before(async () => {
    service = await startService({ signup: 'verify', signinRateLimit: 50 })
  })
  after(() => service.stop())

  const planted = {
    activation_code: 'a-code-of-a-stranger',
    reset_password_code: 'a-code-of-a-stranger',
    login_otp: '123456',
    roles: ['super-administrator'],
    permissions: ['can-update-users'],
    taxonomies: [1],
    meta: { is_admin: true },
    invited_by: 1,
    invited_for_key: 'team',
    registration_id: 1,
    user_id: 1,
    created_ip: '203.0.113.9',
  }

  it('takes nothing but a profile: every other field is refused, and nothing is stored', async () => {
    for (const [field, value] of Object.entries(planted)) {
      const json = { email: newEmail(), first_name: 'Eve', password: THEIRS, [field]: value }
      const signUp = () => ask('/api/signup', json)
      const refusal = { status: 422, code: 'unknown_field', details: [[field, 'unknown_field']] } as const
      await assertRefusedUnchanged(service, signUp, refusal)
    }
    for (const fields of [{ is_active: true }, { status: 'active' }, { status: 'email-verified' }])
      assert.equal(
        (await ask('/api/signup', { email: newEmail(), first_name: 'Eve', password: THEIRS, ...fields }))
          .status,
        422,
      )
  })

  it('gives the stranger nothing when the victim verifies it: no password, no token, no way to recover it', async () => {
    const email = newEmail()
    const profile = {
      username: `eve${count}`,
      alternate_email: 'eve@evil.example',
      phone: '2079460958',
      language: 'fr',
      display_name: 'Eve',
    }
    const first = dataOf(await ask('/api/signup', { email, first_name: 'Eve', password: THEIRS, ...profile }))
    const [{ code, digits }] = await waitingMails(service, email, 'verify')
    const { item } = dataOf(await ask('/api/signup/verify', { code, password: MINE }))
    assert.equal((await rowsOf('tokens', item.id)).length, 0)
    for (const name of [email, profile.username, profile.alternate_email, profile.phone])
      assertRefused(await ask('/api/signin', { email: name, password: THEIRS }), {
        status: 401,
        code: 'unauthenticated',
      })
    await signIn(service, email, MINE)
    // The stranger has the request of the sign-up, and knows every address that they gave.
    const { request } = first.item
    for (const sent of [digits, '00000000'])
      assertRefused(await ask('/api/signup/verify', { code: sent, request, password: THEIRS }), INVALID)
    for (const address of [profile.alternate_email, profile.username])
      await ask('/api/password/forgot', { email: address })
    assert.deepEqual(await waitingMails(service, profile.alternate_email, 'reset'), [])
    const { roles } = dataOf(await service.call('GET', `/api/users/id/${item.id}/roles`))
    assert.deepEqual(
      roles.data.map(({ slug }: { slug: string }) => slug),
      ['registered'],
    )
  })

  it('that the victim signs up again has nothing of the stranger left', async () => {
    const email = newEmail()
    const eve = {
      username: `eve${count}`,
      alternate_email: 'eve@evil.example',
      phone: '2079460958',
      bio: 'Eve',
      language: 'fr',
    }
    dataOf(await ask('/api/signup', { email, first_name: 'Eve', password: THEIRS, ...eve }))
    dataOf(await ask('/api/signup', { email, first_name: 'Vic', password: MINE }))
    const { code } = (await waitingMails(service, email, 'verify')).at(-1)
    const { item } = dataOf(await ask('/api/signup/verify', { code, password: MINE }))
    assert.deepEqual(
      [item.first_name, item.alternate_email, item.phone, item.bio, item.language],
      ['Vic', null, null, null, null],
    )
    assert.notEqual(item.username, eve.username)
  })

  it('by its mails does not silence the victim: the links of the stranger’s mails work for them', async () => {
    const email = newEmail()
    for (let times = 0; times < 6; times++)
      dataOf(await ask('/api/signup', { email, first_name: 'Eve', password: THEIRS }))
    dataOf(await ask('/api/signup', { email, first_name: 'Vic', password: MINE }))
    const mails = await waitingMails(service, email, 'verify')
    assert.equal(mails.length, 5)
    const { item } = dataOf(await ask('/api/signup/verify', { code: mails[0].code, password: MINE }))
    assert.equal(item.first_name, 'Vic')
    await signIn(service, email, MINE)
  })

  it('is not the stranger’s if an administrator approves it unverified', async () => {
    const email = newEmail()
    dataOf(await ask('/api/signup', { email, first_name: 'Eve', password: THEIRS }))
    const { id } = dataOf(await service.call('GET', `/api/registrations/email/${email}`))
    const { user } = dataOf(await service.call('POST', `/api/registrations/id/${id}/create-user`))
    assertRefused(await ask('/api/signin', { email, password: THEIRS }), {
      status: 401,
      code: 'unauthenticated',
    })
    await reset(email)
    await signIn(service, email, MINE)
    assert.equal((await rowsOf('mailed_codes', user.id)).length, 0)
  })
})

describe('API2: an account that a stranger has made with SIGNUP=open', () => {
  before(async () => {
    service = await startService({ signinRateLimit: 50 })
  })
  after(() => service.stop())

  const DEVICE = /rolecall-device=([\w-]{43})/

  /** Signs up with somebody else's address and signs in, as a stranger does. */
  async function take() {
    const email = newEmail()
    const { item } = dataOf(await ask('/api/signup', { email, first_name: 'Eve', password: THEIRS }))
    const signedIn = await ask('/api/signin', { email, password: THEIRS })
    const token = dataOf(signedIn).item.api_token as string
    const [, device] = DEVICE.exec(String(signedIn.headers['set-cookie'])) ?? []
    return { email, id: item.id as number, token, device: device as string }
  }

  it('is the victim’s alone after a reset: no password, token or code of the stranger is left', async () => {
    const { email, id, token } = await take()
    const role = await makeRole(service, ['can-assign-api-tokens', 'can-read-users', 'can-update-users'])
    await giveRole(service, { id }, role.slug)
    const other = await makeUser(service)
    await giveRole(service, other, role.slug)
    const makeToken = async (of: number, permissions: string[]) => {
      const json = { name: 'kept', permissions, expires_at: null }
      const { item } = dataOf(
        await service.call('POST', `/api/users/id/${of}/tokens/create`, { token, json }),
      )
      return item.api_token as string
    }
    const kept = [
      token,
      await makeToken(id, ['can-update-users']),
      await makeToken(other.id, ['can-update-users']),
    ]
    dataOf(await service.call('POST', '/api/email/verify', { token, json: {} }))
    const [{ code: verification }] = await waitingMails(service, email, 'email-verify')
    await reset(email)
    for (const each of kept) assert.equal((await service.call('GET', '/api/me', { token: each })).status, 401)
    assert.equal((await rowsOf('tokens', id)).length, 0)
    assertRefused(await ask('/api/signin', { email, password: THEIRS }), {
      status: 401,
      code: 'unauthenticated',
    })
    // The code went to the victim's address and opens nothing without their session.
    assertRefused(await ask('/api/email/confirm', { code: verification }), {
      status: 401,
      code: 'unauthenticated',
    })
    await signIn(service, email, MINE)
  })

  it('forgets, with the reset, the places where the stranger signed in, and knows that of the victim', async () => {
    const { id, email, device } = await take()
    assert.ok((await rowsOf('known_places', id)).length >= 2)
    await reset(email)
    const left = await rowsOf('known_places', id)
    assert.equal(left.length, 1, 'the network of the reset')
    // The victim's own browser stays known.
    const mine = await ask('/api/signin', { email, password: MINE })
    const [cookie] = DEVICE.exec(String(mine.headers['set-cookie'])) ?? []
    await reset(email, { cookie: cookie as string })
    assert.equal((await rowsOf('known_places', id)).length, 2)
    assert.ok(device)
  })

  it('loses its tokens although the stranger signs in at the same moment as the reset', async () => {
    const { email, id } = await take()
    await ask('/api/password/forgot', { email })
    const [{ code }] = await waitingMails(service, email, 'reset')
    const [answer] = await Promise.all([
      ask('/api/password/reset', { code, password: MINE }),
      ...Array.from({ length: 6 }, () => ask('/api/signin', { email, password: THEIRS })),
    ])
    dataOf(answer)
    assert.equal((await rowsOf('tokens', id)).length, 0)
  })
})
