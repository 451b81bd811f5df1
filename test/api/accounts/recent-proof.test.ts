// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  dataOf,
  giveRole,
  giveSession,
  giveToken,
  makeRole,
  makeUser,
  type Person,
} from '../../support/actors.ts'
import {
  challengeOf,
  codeOf,
  enrol,
  MINUTE_MS,
  makeOwner,
  makeSignedIn,
  nextCode,
  type Owner,
  PASSWORD,
  post,
  STEP_MS,
  signInBy,
  signInWithCode,
  wrongCodeOf,
} from '../../support/factors.ts'
import { assertRefused, assertRefusedUnchanged } from '../../support/refusals.ts'
import { type Service, signIn, startService } from '../../support/service.ts'

const STALE_MS = 16 * MINUTE_MS
const REQUIRED = { status: 403, code: 'reauthentication_required' } as const
const WRONG_CODE = { status: 422, code: 'invalid_code', details: [['code', 'invalid_code']] } as const
const NEW = 'another phrase of mine'
const OTHER = 'a phrase of another'
const WRONG_PASSWORD = {
  status: 422,
  code: 'wrong_password',
  details: [['current_password', 'wrong_password']],
} as const

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.stop())

const reauthenticate = (token: string, json: object) => post(service, '/api/reauthenticate', token, json)

/** What needs a recent proof of a token of an account with a second factor. */
async function guardedCalls({ id, email, token }: Owner) {
  const { factors } = dataOf(await service.call('GET', '/api/me/factors', { token }))
  const password = { current_password: PASSWORD }
  return [
    ['/api/me/factors/totp', {}],
    ['/api/me/factors/totp', password],
    ['/api/me/factors/totp/confirm', { code: '123456', ...password }],
    [`/api/me/factors/${factors[0].id}/delete`, {}],
    [`/api/me/factors/${factors[0].id}/delete`, password],
    ['/api/me/recovery-codes', {}],
    ['/api/me/recovery-codes', password],
    ['/api/password/change', { ...password, password: NEW }],
    [`/api/users/id/${id}/update`, { ...password, password: NEW }],
    [`/api/users/id/${id}/update`, { ...password, email: `new.${email}` }],
    ['/api/email/change', { ...password, email: `new.${email}` }],
    [`/api/users/id/${id}/tokens/create`, { name: 'mine' }],
    [`/api/users/id/${id}/tokens/create`, { name: 'mine', ...password }],
  ] as const
}

const tokensOf = ({ id }: { id: number }) => `/api/users/id/${id}/tokens/create`

let assigned = 0
const newToken = () => `an-assigned-token-${++assigned}-${'y'.repeat(40)}`

/** Somebody without a factor who may assign tokens. */
async function makeAssigner(): Promise<Person> {
  const user = await makeSignedIn(service)
  const role = await makeRole(service, ['can-assign-api-tokens', 'can-update-users', 'can-read-users'])
  await giveRole(service, user, role.slug)
  return user
}

/** What needs a recent proof of a sign-in without a factor, and the status with one: there is nothing to confirm or to remove. */
const callsWithoutFactor = (user: Person) => [
  { path: '/api/me/factors/totp/confirm', json: { code: '123456' }, status: 422 },
  { path: '/api/me/factors/totp', json: {}, status: 201 },
  { path: '/api/me/factors/999999/delete', json: {}, status: 404 },
  { path: '/api/me/recovery-codes', json: {}, status: 409 },
  { path: tokensOf(user), json: { name: 'mine' }, status: 201 },
  { path: `/api/users/id/${user.id}/update`, json: { api_token: newToken() }, status: 200 },
]

describe('A recent proof', () => {
  it('is needed, of a factor, for whatever changes how an account with one is signed in to', async () => {
    const owner = await makeOwner(service)
    const calls = await guardedCalls(owner)
    service.clock.advance(STALE_MS)
    for (const [path, json] of calls)
      await assertRefusedUnchanged(service, () => post(service, path, owner.token, json), REQUIRED)
    const answer = await reauthenticate(owner.token, { code: codeOf(service, owner.secret) })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.equal((await post(service, '/api/me/recovery-codes', owner.token)).status, 201)
    service.clock.advance(STALE_MS)
    assertRefused(await post(service, '/api/me/recovery-codes', owner.token), REQUIRED)
  })

  it('is no sign-in with the password alone, from before the factor', async () => {
    const user = await makeSignedIn(service)
    const earlier = await signIn(service, user.email, PASSWORD)
    const owner = { ...user, ...(await enrol(service, user.token)) }
    for (const [path, json] of await guardedCalls({ ...owner, token: earlier }))
      await assertRefusedUnchanged(service, () => post(service, path, earlier, json), REQUIRED)
    // The token that added the factor has proved it.
    assert.equal((await post(service, '/api/me/recovery-codes', user.token)).status, 201)
  })

  it('is a sign-in with the factor', async () => {
    const owner = await makeOwner(service)
    const token = await signInWithCode(service, owner)
    const change = { current_password: PASSWORD, password: NEW }
    assert.equal((await post(service, '/api/password/change', token, change)).status, 200)
    assert.equal(
      (await post(service, `/api/users/id/${owner.id}/tokens/create`, token, { name: 'x' })).status,
      201,
    )
  })

  it('is a recovery code, once', async () => {
    const owner = await makeOwner(service)
    const [recovery_code] = owner.recoveryCodes
    service.clock.advance(STALE_MS)
    assert.equal((await reauthenticate(owner.token, { recovery_code })).status, 200)
    const wrong = { status: 422, code: 'invalid_code', details: [['recovery_code', 'invalid_code']] } as const
    assertRefused(await reauthenticate(owner.token, { recovery_code }), wrong)
    assert.equal((await post(service, '/api/me/recovery-codes', owner.token)).status, 201)
  })

  it('is no password of an account with a factor, and no used code', async () => {
    const owner = await makeOwner(service)
    service.clock.advance(STALE_MS)
    const refusal = { status: 422, code: 'not_allowed', details: [['password', 'not_allowed']] } as const
    await assertRefusedUnchanged(service, () => reauthenticate(owner.token, { password: PASSWORD }), refusal)
    const code = codeOf(service, owner.secret)
    assert.equal((await reauthenticate(owner.token, { code })).status, 200)
    assertRefused(await reauthenticate(owner.token, { code }), WRONG_CODE)
    service.clock.advance(STEP_MS)
    const answers = await Promise.all(
      [1, 2, 3].map(() => reauthenticate(owner.token, { code: codeOf(service, owner.secret) })),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  })

  it('counts for its token only', async () => {
    const owner = await makeOwner(service)
    const stolen = await signInWithCode(service, owner)
    service.clock.advance(STALE_MS)
    assert.equal((await reauthenticate(owner.token, { code: codeOf(service, owner.secret) })).status, 200)
    assertRefused(await post(service, '/api/me/recovery-codes', stolen), REQUIRED)
  })

  it('is not to be had with the token of another user’s factor, and ten failures end a token', async () => {
    const [owner, thief] = [await makeOwner(service), await makeOwner(service)]
    const { token } = owner
    assertRefused(await reauthenticate(token, { code: nextCode(service, thief.secret) }), WRONG_CODE)
    for (let failures = 2; failures <= 10; failures++) {
      assert.equal((await service.call('GET', '/api/me', { token })).status, 200, String(failures))
      assertRefused(await reauthenticate(token, { code: wrongCodeOf(service, owner.secret) }), WRONG_CODE)
    }
    assert.equal((await service.call('GET', '/api/me', { token })).status, 401)
    assert.equal((await service.call('GET', '/api/me', { token: thief.token })).status, 200)
  })

  it('of an account without a factor is its password, there or in the request', async () => {
    const user = await makeSignedIn(service)
    service.clock.advance(STALE_MS)
    const totp = (json: object) => post(service, '/api/me/factors/totp', user.token, json)
    await assertRefusedUnchanged(service, () => totp({}), REQUIRED)
    const wrong = { current_password: 'a phrase of another' }
    const wrongPassword = (field: string) =>
      ({ status: 422, code: 'wrong_password', details: [[field, 'wrong_password']] }) as const
    assertRefused(await totp(wrong), wrongPassword('current_password'))
    assert.equal((await totp({ current_password: PASSWORD })).status, 201)
    assertRefused(await totp({}), REQUIRED)
    const failed = await reauthenticate(user.token, { password: 'a phrase of another' })
    assertRefused(failed, wrongPassword('password'))
    assert.equal((await reauthenticate(user.token, { password: PASSWORD })).status, 200)
    assert.equal((await totp({})).status, 201)
    for (const json of [{}, { password: PASSWORD, code: '123456' }])
      assert.equal((await reauthenticate(user.token, json)).status, 422)
  })

  it('of an account without a factor is needed where one with a factor needs it, and current_password counts', async () => {
    const user = await makeAssigner()
    service.clock.advance(STALE_MS)
    const calls = callsWithoutFactor(user)
    for (const { path, json } of calls)
      await assertRefusedUnchanged(service, () => post(service, path, user.token, json), REQUIRED)
    for (const { path, json } of calls)
      await assertRefusedUnchanged(
        service,
        () => post(service, path, user.token, { ...json, current_password: OTHER }),
        WRONG_PASSWORD,
      )
    for (const { path, json, status } of calls) {
      const answer = await post(service, path, user.token, { ...json, current_password: PASSWORD })
      assert.equal(answer.status, status, `${path} ${JSON.stringify(answer.body)}`)
    }
    // It counts for its request only.
    for (const { path, json } of calls) assertRefused(await post(service, path, user.token, json), REQUIRED)
    assert.equal((await reauthenticate(user.token, { password: PASSWORD })).status, 200)
    const made = await post(service, tokensOf(user), user.token, { name: 'after a proof' })
    assert.equal(made.status, 201)
  })

  it('is the right password of the account itself, of now', async () => {
    const user = await makeSignedIn(service)
    const thief = await makeUser(service, { password: NEW })
    service.clock.advance(STALE_MS)
    const make = (current_password: unknown) =>
      post(service, tokensOf(user), user.token, { name: 'mine', current_password })
    for (const guess of [NEW, ` ${PASSWORD}`, PASSWORD.toUpperCase()])
      await assertRefusedUnchanged(service, () => make(guess), WRONG_PASSWORD)
    for (const guess of [{ not: '' }, [PASSWORD], null, '', 'x'.repeat(129)]) {
      const { status, body } = await make(guess)
      assert.equal(status, 422, JSON.stringify(body))
    }
    // Neither does the token of somebody else help, nor their password.
    const forbidden = await post(service, tokensOf(user), thief.token, { name: 'x', current_password: NEW })
    assert.equal(forbidden.status, 403)
    const reset = await post(service, `/api/users/id/${user.id}/update`, service.token, { password: NEW })
    assert.equal(reset.status, 200)
    assert.equal((await make(PASSWORD)).status, 401)
  })

  it('of the same update may change the password too', async () => {
    const user = await makeAssigner()
    service.clock.advance(STALE_MS)
    const api_token = newToken()
    const json = { password: NEW, current_password: PASSWORD, api_token }
    assert.equal((await post(service, `/api/users/id/${user.id}/update`, user.token, json)).status, 200)
    assert.equal((await service.call('GET', '/api/me', { token: api_token })).status, 200)
  })

  it('is no current_password where a token was made by hand: it needs none, and its failures do not end it', async () => {
    const user = await makeSignedIn(service)
    const token = await giveToken(service, user)
    const json = { name: 'by hand', current_password: OTHER }
    assert.equal((await post(service, tokensOf(user), token, json)).status, 201)
    const change = { current_password: OTHER, password: NEW }
    for (let failures = 1; failures <= 11; failures++)
      assertRefused(await post(service, '/api/password/change', token, change), WRONG_PASSWORD)
    assert.equal((await service.call('GET', '/api/me', { token })).status, 200)
  })

  it('that failed ten times in a row ends the token, whichever calls it was sent to', async () => {
    const user = await makeAssigner()
    const { token } = user
    const at = `/api/users/id/${user.id}/update`
    const calls: [string, object][] = [
      ...callsWithoutFactor(user).map(({ path, json }): [string, object] => [path, json]),
      ['/api/password/change', { password: NEW }],
      ['/api/email/change', { email: `new.${user.email}` }],
      [at, { password: NEW }],
      [at, { email: `new.${user.email}` }],
    ]
    assert.equal(calls.length, 10)
    const wrong = ([path, json]: [string, object]) =>
      post(service, path, token, { ...json, current_password: OTHER })
    for (const call of calls.slice(0, 9)) assertRefused(await wrong(call), WRONG_PASSWORD)
    // A right one ends the row.
    const right = await post(service, tokensOf(user), token, { name: 'x', current_password: PASSWORD })
    assert.equal(right.status, 201)
    for (const call of calls.slice(0, 9)) assertRefused(await wrong(call), WRONG_PASSWORD)
    assert.equal((await service.call('GET', '/api/me', { token })).status, 200)
    assertRefused(await wrong(calls[9] as [string, object]), WRONG_PASSWORD)
    assert.equal((await service.call('GET', '/api/me', { token })).status, 401)
    assert.ok(await signIn(service, user.email, PASSWORD))
  })

  it('that failed is not made good by the password of an account with a factor', async () => {
    const owner = await makeOwner(service)
    const { token } = owner
    const wrong = () => reauthenticate(token, { code: wrongCodeOf(service, owner.secret) })
    for (let failures = 1; failures <= 5; failures++) assertRefused(await wrong(), WRONG_CODE)
    const change = { current_password: PASSWORD, password: PASSWORD }
    assert.equal((await post(service, '/api/password/change', token, change)).status, 200)
    for (let failures = 6; failures <= 9; failures++) assertRefused(await wrong(), WRONG_CODE)
    assert.equal((await service.call('GET', '/api/me', { token })).status, 200)
    const guess = { ...change, current_password: OTHER }
    assertRefused(await post(service, '/api/password/change', token, guess), WRONG_PASSWORD)
    assert.equal((await service.call('GET', '/api/me', { token })).status, 401)
  })

  it('is needed of a sign-in of an account that has neither a factor nor a password', async () => {
    const user = await makeUser(service)
    const token = await giveSession(service, user)
    const email = `new.${user.email}`
    const calls: [string, object][] = [
      ['/api/password/change', { password: NEW }],
      [`/api/users/id/${user.id}/update`, { password: NEW }],
      [`/api/users/id/${user.id}/update`, { email }],
      ['/api/email/change', { email }],
      [tokensOf(user), { name: 'mine' }],
    ]
    service.clock.advance(STALE_MS)
    for (const [path, json] of calls) {
      for (const proof of [{}, { current_password: PASSWORD }])
        await assertRefusedUnchanged(
          service,
          () => post(service, path, token, { ...json, ...proof }),
          REQUIRED,
        )
    }
    const again = await giveSession(service, user)
    assert.equal((await post(service, '/api/password/change', again, { password: NEW })).status, 200)
  })

  it('asks nothing else of accounts without a factor', async () => {
    const user = await makeSignedIn(service)
    service.clock.advance(STALE_MS)
    const change = { current_password: PASSWORD, password: NEW }
    assert.equal((await post(service, '/api/password/change', user.token, change)).status, 200)
    const at = `/api/users/id/${user.id}/update`
    const email = { email: `new.${user.email}`, current_password: NEW }
    assert.equal((await post(service, at, user.token, email)).status, 200)
    assert.equal((await post(service, at, user.token, { display_name: 'Me' })).status, 200)
    const without = await makeUser(service)
    assert.equal((await post(service, '/api/password/change', without.token, { password: NEW })).status, 200)
  })

  it('is not needed by administrators for others, nor to be had with tokens made by hand', async () => {
    const owner = await makeOwner(service)
    const assigned = await giveToken(service, owner)
    const change = { current_password: PASSWORD, password: NEW }
    await assertRefusedUnchanged(
      service,
      () => post(service, '/api/password/change', assigned, change),
      REQUIRED,
    )
    const role = await makeRole(service, ['can-assign-api-tokens', 'can-update-users', 'can-read-users'])
    await giveRole(service, owner, role.slug)
    assert.equal(
      (await post(service, `/api/users/id/${owner.id}/tokens/create`, assigned, { name: 'x' })).status,
      201,
    )
    service.clock.advance(STALE_MS)
    const api_token = `an-assigned-token-${'y'.repeat(40)}`
    const assign = () => post(service, `/api/users/id/${owner.id}/update`, owner.token, { api_token })
    await assertRefusedUnchanged(service, assign, REQUIRED)
    const withPassword = () =>
      post(service, `/api/users/id/${owner.id}/update`, owner.token, {
        api_token,
        current_password: PASSWORD,
      })
    await assertRefusedUnchanged(service, withPassword, REQUIRED)
    const other = await makeUser(service)
    const reset = await post(service, `/api/users/id/${other.id}/update`, owner.token, { password: NEW })
    assert.equal(reset.status, 200)
  })

  it('is asked for although the address and the password are right: they alone remove no factor', async () => {
    const owner = await makeOwner(service)
    const { body } = await signInBy(service, { email: owner.email, password: PASSWORD })
    assert.deepEqual([body.code, body.data], ['second_factor_required', undefined])
    for (const token of [body.challenge, `rc_${body.challenge}`])
      assert.equal((await service.call('GET', '/api/me/factors', { token })).status, 401)
  })
})

describe('A wrong factor in place of a recent proof', () => {
  it('is limited together with those at signing in, and no right proof resets that', async () => {
    const LIMIT = 4
    const limited = await startService({ signinRateLimit: LIMIT })
    try {
      const owner = await makeOwner(limited)
      const prove = (json: object) => post(limited, '/api/reauthenticate', owner.token, json)
      const challenge = await challengeOf(limited, owner)
      const code = wrongCodeOf(limited, owner.secret)
      assert.equal((await signInBy(limited, { challenge, code })).status, 401)
      assertRefused(await prove({ code }), WRONG_CODE)
      assert.equal((await prove({ code: nextCode(limited, owner.secret) })).status, 200)
      for (let failures = 2; failures < LIMIT; failures++)
        assert.equal((await prove({ recovery_code: 'x' })).status, 422)
      const right = nextCode(limited, owner.secret)
      assert.equal((await prove({ code: right })).status, 429)
      assert.equal((await signInBy(limited, { challenge, code: right })).status, 429)
      limited.clock.advance(2 * MINUTE_MS)
      await signInWithCode(limited, owner)
    } finally {
      await limited.stop()
    }
  })
})

describe('A wrong password in place of a recent proof', () => {
  it('is limited like a failed sign-in, in all calls together', async () => {
    const limited = await startService({ signinRateLimit: 3 })
    try {
      const user = await makeSignedIn(limited)
      limited.clock.advance(STALE_MS)
      const calls: [string, object][] = [
        [tokensOf(user), { name: 'mine' }],
        ['/api/me/recovery-codes', {}],
        ['/api/password/change', { password: NEW }],
      ]
      const send =
        (current_password: string) =>
        async ([path, json]: [string, object]) =>
          post(limited, path, user.token, { ...json, current_password })
      for (const call of calls) assertRefused(await send(OTHER)(call), WRONG_PASSWORD)
      for (const call of calls) assert.equal((await send(PASSWORD)(call)).status, 429, call[0])
      const token = await signIn(limited, user.email, PASSWORD)
      assert.equal((await post(limited, tokensOf(user), token, { name: 'mine' })).status, 201)
    } finally {
      await limited.stop()
    }
  })
})
