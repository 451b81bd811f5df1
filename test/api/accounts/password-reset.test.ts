// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { giveToken, makeUser, type Person } from '../../support/actors.ts'
import type { Answer } from '../../support/answer.ts'
import { waitingMails } from '../../support/mail.ts'
import { assertRefused, assertRefusedUnchanged } from '../../support/refusals.ts'
import { type Service, signIn, startService } from '../../support/service.ts'

const OLD = 'a phrase of my own'
const NEW = 'another phrase of mine'
const MINUTE_MS = 60_000

const INVALID = { status: 422, code: 'invalid_code', details: [['code', 'invalid_code']] } as const

describe('A forgotten password', () => {
  let service: Service
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  const post = (path: string, json: object, headers: Record<string, string> = {}): Promise<Answer> =>
    service.call('POST', `/api/password/${path}`, { token: null, json, headers })
  const forget = async (email: string, headers?: Record<string, string>) => {
    const answer = await post('forgot', { email }, headers)
    assert.equal(answer.status, 202, JSON.stringify(answer.body))
    return answer.body.data.request as string
  }
  const newUser = () => makeUser(service, { password: OLD })
  const lastMail = async ({ email }: { email: string }) =>
    (await waitingMails(service, email, 'reset')).at(-1)
  const asked = async () => {
    const user = await newUser()
    const request = await forget(user.email)
    return { user, request, ...(await lastMail(user)) } as {
      user: Person
      request: string
      code: string
      digits: string
    }
  }
  const userRow = ({ id }: { id: number }) =>
    service.connection.db.selectFrom('users').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  const tokensOf = ({ id }: { id: number }) =>
    service.connection.db.selectFrom('tokens').where('user_id', '=', id).select('id').execute()

  it('is replaced with the code of the mailed link, which works once; all tokens end and nobody is signed in', async () => {
    const { user, code } = await asked()
    await giveToken(service, user)
    const answer = await post('reset', { code, password: NEW, password_confirmation: NEW })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.deepEqual(answer.body.data, [])
    assert.equal(answer.headers['set-cookie'], undefined)
    assert.deepEqual(await tokensOf(user), [])
    await signIn(service, user.email, NEW)
    await assert.rejects(signIn(service, user.email, OLD))
    await assertRefusedUnchanged(service, () => post('reset', { code, password: OLD }), INVALID)
    assert.equal((await waitingMails(service, user.email, 'password-changed')).length, 1)
  })

  it('is replaced with the digits and the request of the answer', async () => {
    const { user, digits, request } = await asked()
    assertRefused(await post('reset', { code: digits, password: NEW }), INVALID)
    const other = await forget('nobody@example.com')
    assertRefused(await post('reset', { code: digits, request: other, password: NEW }), INVALID)
    assert.equal((await post('reset', { code: digits, request, password: NEW })).status, 200)
    await signIn(service, user.email, NEW)
  })

  it('leaves its times with the user, whose address it verifies', async () => {
    const json = { email: 'open@example.com', first_name: 'Open', password: OLD }
    const { body } = await service.call('POST', '/api/signup', { token: null, json })
    const { id, version } = await userRow(body.data.item)
    await forget(json.email)
    const before = await userRow({ id })
    assert.ok(before.reset_password_code_sent_at)
    assert.equal(before.version, version, 'asking for a mail changes no record: anybody can')
    const { code } = await lastMail(json)
    assert.equal((await post('reset', { code, password: NEW })).status, 200)
    const after = await userRow({ id })
    assert.ok(after.reset_password_code_used_at)
    assert.ok(after.email_verified_at)
  })

  it('is answered the same for an address that nobody has, that is inactive or in the trash', async () => {
    const [active, inactive, trashed] = [await newUser(), await newUser(), await newUser()]
    await service.call('PATCH', `/api/users/${inactive.id}`, { json: { is_active: false } })
    await service.call('POST', `/api/users/id/${trashed.id}/delete`)
    const answers = []
    for (const email of [
      active.email,
      'nobody@example.com',
      inactive.email,
      trashed.email,
      active.username,
    ]) {
      if (!email.includes('@')) continue
      const { status, body, headers } = await post('forgot', { email })
      assert.match(body.data.request, /^[\w-]{43}$/)
      const { request_id: _, ...rest } = { ...body, data: Object.keys(body.data) }
      answers.push({ status, rest, names: Object.keys(headers).sort() })
    }
    for (const answer of answers) assert.deepEqual(answer, answers[0])
    assert.equal((await waitingMails(service, active.email, 'reset')).length, 1)
    for (const { email } of [inactive, trashed])
      assert.deepEqual(await waitingMails(service, email, 'reset'), [])
  })

  it('is mailed at most five times an hour to one address, with the same answer, and opens nothing then', async () => {
    const user = await newUser()
    for (let times = 0; times < 5; times++) await forget(user.email)
    const silent = await forget(user.email)
    const mails = await waitingMails(service, user.email, 'reset')
    assert.equal(mails.length, 5)
    for (const { digits } of mails)
      assertRefused(await post('reset', { code: digits, request: silent, password: NEW }), INVALID)
    const [{ code }] = mails
    assert.equal((await post('reset', { code, password: NEW })).status, 200)
  })

  it('uses no code and no try if the password is refused', async () => {
    const { user, code, digits, request } = await asked()
    const refused: [object, string][] = [
      [{ password: 'short' }, 'too_short'],
      [{ password: 'password1' }, 'common_password'],
      [{ password: NEW, password_confirmation: OLD }, 'mismatch'],
      [{ password: user.email }, 'own_name'],
    ]
    for (const proof of [{ code }, { code: digits, request }]) {
      for (const [fields, reason] of [...refused, ...refused]) {
        const { status, body } = await post('reset', { ...proof, ...fields })
        assert.deepEqual([status, body.details[0].code], [422, reason])
      }
    }
    assert.equal((await post('reset', { code: digits, request, password: NEW })).status, 200)
  })

  it('is not replaced after five wrong digits, or ten minutes; the link goes on working', async () => {
    const { digits, request, code } = await asked()
    const wrong = digits === '00000000' ? '11111111' : '00000000'
    for (let tries = 0; tries < 5; tries++)
      assertRefused(await post('reset', { code: wrong, request, password: NEW }), INVALID)
    assertRefused(await post('reset', { code: digits, request, password: NEW }), INVALID)
    const later = await asked()
    service.clock.advance(10 * MINUTE_MS)
    const typed = { code: later.digits, request: later.request, password: NEW }
    assertRefused(await post('reset', typed), INVALID)
    assert.equal((await post('reset', { code, password: NEW })).status, 200)
  })

  it('is replaced once by many requests at the same time', async () => {
    const { user, code, digits, request } = await asked()
    const passwords = Array.from({ length: 6 }, (_, index) => `${NEW} ${index}`)
    const answers = await Promise.all(
      passwords.map((password, index) =>
        post('reset', index % 2 ? { code, password } : { code: digits, request, password }),
      ),
    )
    const done = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []))
    assert.equal(done.length, 1, JSON.stringify(answers.map(({ status }) => status)))
    for (const answer of answers) if (answer.status !== 200) assertRefused(answer, INVALID)
    await signIn(service, user.email, passwords[done[0] as number] as string)
  })

  it('is not replaced for a user who was deactivated or deleted, or has another address now', async () => {
    const [one, two, three] = [await asked(), await asked(), await asked()]
    await service.call('PATCH', `/api/users/${one.user.id}`, { json: { is_active: false } })
    await service.call('POST', `/api/users/id/${two.user.id}/delete`)
    await service.call('PATCH', `/api/users/${three.user.id}`, { json: { email: 'moved@example.com' } })
    for (const { code } of [one, two, three]) {
      await assertRefusedUnchanged(service, () => post('reset', { code, password: NEW }), INVALID)
    }
  })

  it('that was changed meanwhile needs another mail', async () => {
    const { user, code } = await asked()
    await service.call('PATCH', `/api/users/${user.id}`, { json: { password: NEW } })
    assertRefused(await post('reset', { code, password: OLD }), INVALID)
    await signIn(service, user.email, NEW)
  })

  it('is never answered with a code, digits or the address', async () => {
    const { user, code, digits } = await asked()
    const said = service.answers.join('\n')
    for (const secret of [code, digits]) assert.ok(!said.includes(secret))
    assert.ok(!JSON.stringify((await post('forgot', { email: user.email })).body).includes(user.email))
  })

  it('is mailed in the language of the user, else of the request', async () => {
    const [french, unknown] = [await makeUser(service, { language: 'fr-CA' }), await newUser()]
    for (const user of [french, unknown]) await forget(user.email, { 'accept-language': 'fr' })
    assert.equal((await lastMail(french)).language, 'fr')
    assert.equal((await lastMail(unknown)).language, 'fr')
    await forget(french.email, { 'accept-language': 'en' })
    assert.equal((await lastMail(french)).language, 'fr')
  })

  it('is no way around a host, a name or another kind of code', async () => {
    const { user, code } = await asked()
    for (const fields of [{ email: user.email }, { code: '' }, {}, { code, password: NEW, id: 1 }]) {
      const { status } = await post('reset', { password: NEW, ...fields })
      assert.equal(status, 422)
    }
    await service.call('PATCH', `/api/users/${user.id}`, { json: { reset_password_code: 'a-code-of-mine' } })
    assertRefused(await post('reset', { code: 'a-code-of-mine', password: NEW }), INVALID)
    assert.equal((await post('reset', { code, password: NEW })).status, 200)
  })
})

describe('Mails and codes that strangers ask for', () => {
  it('are limited by the network that asks; the right code is never refused', async () => {
    const service = await startService({ signinRateLimit: 3 })
    const post = (path: string, json: object) =>
      service.call('POST', `/api/password/${path}`, { token: null, json })
    const user = await makeUser(service)
    const statuses = []
    for (const email of [user.email, 'a@example.com', 'b@example.com', 'c@example.com'])
      statuses.push((await post('forgot', { email })).status)
    assert.deepEqual(statuses, [202, 202, 202, 429])
    const wrong = []
    for (let times = 0; times < 4; times++)
      wrong.push((await post('reset', { code: 'x'.repeat(43), password: NEW })).status)
    assert.deepEqual(wrong, [422, 422, 422, 429])
    const [{ code }] = await waitingMails(service, user.email, 'reset')
    assert.equal((await post('reset', { code, password: NEW })).status, 200)
    await service.stop()
  })
})
