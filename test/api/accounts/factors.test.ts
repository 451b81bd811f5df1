// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, giveRole, giveToken, makeRole, makeUser } from '../../support/actors.ts'
import { atRest } from '../../support/at-rest.ts'
import {
  codeOf,
  enrol,
  MINUTE_MS,
  makeOwner,
  makeSignedIn,
  nextCode,
  PASSWORD,
  post,
  signInBy,
  signInWithCode,
  wrongCodeOf,
} from '../../support/factors.ts'
import { waitingMails } from '../../support/mail.ts'
import { assertRefused, assertRefusedUnchanged } from '../../support/refusals.ts'
import { type Service, signIn, startService } from '../../support/service.ts'

const TOTP = '/api/me/factors/totp'
const CONFIRM = '/api/me/factors/totp/confirm'
const INVALID = { status: 422, code: 'invalid_code', details: [['code', 'invalid_code']] } as const

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.stop())

const factorsOf = async (token: string) => dataOf(await service.call('GET', '/api/me/factors', { token }))
const userOf = async ({ id }: { id: number }) => dataOf(await service.call('GET', `/api/users/id/${id}`))

describe('An authenticator app', () => {
  it('is added by its first code, which the account then needs', async () => {
    const user = await makeSignedIn(service)
    assert.deepEqual(await factorsOf(user.token), { factors: [], recovery_codes_left: 0 })
    const answer = await post(service, TOTP, user.token, { name: 'Phone' })
    assert.equal(answer.status, 201)
    const { secret, uri, qr } = answer.body.data
    assert.match(secret, /^[A-Z2-7]{32}$/)
    const url = new URL(uri)
    assert.equal(decodeURIComponent(url.pathname), `/Rolecall:${user.email}`)
    assert.deepEqual(Object.fromEntries(url.searchParams), {
      issuer: 'Rolecall',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    assert.match(qr, /^<svg [^>]*viewBox="0 0 \d+ \d+">.*<\/svg>$/s)
    assert.deepEqual((await factorsOf(user.token)).factors, [])
    assert.equal((await userOf(user)).has_second_factor, false)
    await signIn(service, user.email, PASSWORD)

    const { recovery_codes: codes } = dataOf(
      await post(service, CONFIRM, user.token, { code: codeOf(service, secret) }),
    )
    assert.equal(new Set(codes).size, 10)
    for (const code of codes) assert.match(code, /^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    const shown = await factorsOf(user.token)
    assert.equal(shown.recovery_codes_left, 10)
    const [{ kind, name, used_at: usedAt }] = shown.factors
    assert.deepEqual([kind, name, usedAt], ['totp', 'Phone', null])
    assert.equal((await userOf(user)).has_second_factor, true)
    const mails = await waitingMails(service, user.email, 'factor-added')
    assert.deepEqual(
      mails.map(({ factor }) => factor),
      ['Phone'],
    )
  })

  it('is not added by a wrong code, without a prepared secret, or half an hour later', async () => {
    const user = await makeSignedIn(service)
    const nothing = {
      status: 422,
      code: 'nothing_to_confirm',
      details: [['code', 'nothing_to_confirm']],
    } as const
    assertRefused(await post(service, CONFIRM, user.token, { code: '123456' }), nothing)
    const { secret } = dataOf(await post(service, TOTP, user.token))
    for (const code of [wrongCodeOf(service, secret), codeOf(service, secret, -3), 'abcdef', '12345'])
      await assertRefusedUnchanged(service, () => post(service, CONFIRM, user.token, { code }), INVALID)
    service.clock.advance(31 * MINUTE_MS)
    const late = { code: codeOf(service, secret), current_password: PASSWORD }
    assertRefused(await post(service, CONFIRM, user.token, late), nothing)
    assert.equal((await userOf(user)).has_second_factor, false)
  })

  it('is prepared once at a time: another secret replaces the one before', async () => {
    const user = await makeSignedIn(service)
    const [one, two] = [
      dataOf(await post(service, TOTP, user.token)),
      dataOf(await post(service, TOTP, user.token)),
    ]
    assertRefused(await post(service, CONFIRM, user.token, { code: codeOf(service, one.secret) }), INVALID)
    assert.equal(
      (await post(service, CONFIRM, user.token, { code: codeOf(service, two.secret) })).status,
      201,
    )
  })

  it('needs a verified address', async () => {
    const json = { email: 'unverified@example.com', first_name: 'Ada', password: PASSWORD }
    dataOf(await post(service, '/api/signup', null, json))
    const token = await signIn(service, json.email, PASSWORD)
    const refusal = { status: 403, code: 'email_not_verified' }
    await assertRefusedUnchanged(service, () => post(service, TOTP, token), refusal)
  })

  it('is one of at most three; only the first makes recovery codes', async () => {
    const owner = await makeOwner(service)
    for (let count = 2; count <= 3; count++)
      assert.equal((await enrol(service, owner.token)).recoveryCodes, null)
    const refusal = { status: 409, code: 'too_many_factors' }
    await assertRefusedUnchanged(service, () => post(service, TOTP, owner.token), refusal)
  })

  it('is renamed and removed by its user, who is told', async () => {
    const owner = await makeOwner(service)
    const [{ id }] = (await factorsOf(owner.token)).factors
    const at = `/api/me/factors/${id}`
    const { item } = dataOf(await post(service, `${at}/update`, owner.token, { name: 'Old phone' }))
    assert.equal(item.name, 'Old phone')
    assert.equal((await post(service, `${at}/delete`, owner.token)).status, 200)
    assert.deepEqual(await factorsOf(owner.token), { factors: [], recovery_codes_left: 0 })
    assert.equal((await userOf(owner)).has_second_factor, false)
    await signIn(service, owner.email, PASSWORD)
    const [mail] = await waitingMails(service, owner.email, 'factor-removed')
    assert.equal(mail.factor, 'Old phone')
  })

  it('has a name of one line that can be seen, as its mails and administrators show it', async () => {
    const owner = await makeOwner(service)
    const [{ id }] = (await factorsOf(owner.token)).factors
    const refusal = { status: 422, code: 'not_allowed', details: [['name', 'not_allowed']] } as const
    for (const name of ['Phone\nYour account is closed', 'Phone\u202Eenohp', 'Phone\u0007', '\u200b\u2800'])
      for (const path of [TOTP, `/api/me/factors/${id}/update`])
        await assertRefusedUnchanged(service, () => post(service, path, owner.token, { name }), refusal)
  })

  it('is nobody else’s to rename or remove, nor that of a token that is no sign-in', async () => {
    const [owner, other] = [await makeOwner(service), await makeOwner(service)]
    const [{ id }] = (await factorsOf(owner.token)).factors
    await giveRole(service, owner, (await makeRole(service, ['can-update-users'])).slug)
    const tokens = `/api/users/id/${owner.id}/tokens/create`
    const make = async (json: object, token: string) =>
      dataOf(await service.call('POST', tokens, { token, json })).item.api_token
    const limited = await make({ name: 'limited', permissions: ['can-update-users'] }, owner.token)
    const made = await make({ name: 'made' }, service.token)
    const assigned = await giveToken(service, owner)
    for (const [path, json] of [
      [`/api/me/factors/${id}/delete`, {}],
      [`/api/me/factors/${id}/update`, { name: 'Mine' }],
    ] as const) {
      assertRefused(await post(service, path, other.token, json), { status: 404, code: 'not_found' })
      assert.equal((await post(service, path, null, json)).status, 401)
    }
    for (const token of [limited, made, assigned]) {
      for (const [path, json] of [
        [`/api/me/factors/${id}/delete`, {}],
        [`/api/me/factors/${id}/update`, { name: 'Mine' }],
        [TOTP, { current_password: PASSWORD }],
        [CONFIRM, { code: '123456', current_password: PASSWORD }],
        ['/api/me/recovery-codes', {}],
        ['/api/reauthenticate', { code: nextCode(service, owner.secret) }],
      ] as const) {
        const refusal = { status: 403, code: 'forbidden' }
        await assertRefusedUnchanged(service, () => post(service, path, token, json), refusal)
      }
    }
  })

  it('goes with the account that is deleted permanently', async () => {
    const owner = await makeOwner(service)
    assert.equal((await service.call('DELETE', `/api/users/${owner.id}`)).status, 200)
    for (const table of ['factors', 'recovery_codes'] as const) {
      const rows = await service.connection.db
        .selectFrom(table)
        .where('user_id', '=', owner.id)
        .selectAll()
        .execute()
      assert.deepEqual(rows, [])
    }
  })

  it('and recovery codes are in no other answer, and not readable at rest', async () => {
    const owner = await makeOwner(service)
    await signInWithCode(service, owner)
    for (const path of ['/api/me', '/api/me/factors', `/api/users/id/${owner.id}`])
      assert.equal((await service.call('GET', path, { token: owner.token })).status, 200)
    const stored = (await atRest(service)).toString('latin1')
    for (const text of [owner.secret, ...owner.recoveryCodes]) {
      for (const found of [text, text.replaceAll('-', '')]) {
        assert.equal(stored.includes(found), false)
        assert.equal(
          service.answers.some((answer) => answer.includes(found)),
          false,
        )
      }
    }
  })

  it('cannot be set, or its status, by writing the record', async () => {
    const user = await makeUser(service)
    const json = { has_second_factor: true }
    for (const method of ['PATCH', 'PUT']) {
      const details = [['has_second_factor', 'read_only']] as const
      const refusal = { status: 422, code: 'read_only', details }
      await assertRefusedUnchanged(
        service,
        () => service.call(method, `/api/users/${user.id}`, { json }),
        refusal,
      )
    }
  })

  it('finds the users without one by a filter', async () => {
    const [owner, other] = [await makeOwner(service), await makeUser(service)]
    const query = { 'filter[has_second_factor]': 'true', per_page: '1000' }
    const { list } = dataOf(await service.call('GET', '/api/users', { query }))
    const ids = list.data.map(({ id }: { id: number }) => id)
    assert.deepEqual([ids.includes(owner.id), ids.includes(other.id)], [true, false])
  })
})

describe('Recovery codes', () => {
  it('are made anew, which ends the earlier ones', async () => {
    const owner = await makeOwner(service)
    const made = dataOf(await post(service, '/api/me/recovery-codes', owner.token))
    assert.equal(made.recovery_codes.length, 10)
    const challenged = await signInBy(service, { email: owner.email, password: PASSWORD })
    const { challenge } = challenged.body
    const [old, fresh] = [owner.recoveryCodes[0], made.recovery_codes[0]]
    assert.equal((await signInBy(service, { challenge, recovery_code: old })).status, 401)
    assert.equal((await signInBy(service, { challenge, recovery_code: fresh })).status, 200)
  })

  it('need a factor', async () => {
    const user = await makeSignedIn(service)
    const refusal = { status: 409, code: 'no_factor' }
    assertRefused(await post(service, '/api/me/recovery-codes', user.token), refusal)
  })
})
