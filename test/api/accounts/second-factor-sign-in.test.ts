// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MAX_CHALLENGE_TRIES } from '../../../server/credentials/challenges.ts'
import { MOST_FACTOR_FAILURES } from '../../../server/credentials/limits.ts'
import { dataOf } from '../../support/actors.ts'
import type { Answer } from '../../support/answer.ts'
import {
  challengeOf,
  codeOf,
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
  startStep,
  tokenIn,
  wrongCodeOf,
} from '../../support/factors.ts'
import { waitingMails } from '../../support/mail.ts'
import { assertRefused } from '../../support/refusals.ts'
import { type Service, signIn, startPair, startService } from '../../support/service.ts'
import { assertLimited, cookieOf } from '../../support/sign-ins.ts'

const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0'

const LIMIT = 8
const FAILED = {
  status: 401,
  code: 'unauthenticated',
  says: /^The code is wrong or was used, or this sign-in has ended\./,
} as const

let service: Service
/** Another process on the same database. */
let other: Service
let stop: () => Promise<void>
before(async () => {
  ;({ service, other, stop } = await startPair({ signinRateLimit: LIMIT }))
})
after(() => stop())

const assertFailed = (answer: Answer) => assertRefused(answer, FAILED)
const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status).toSorted()
const failOnce = async (owner: Owner, challenge: string, process = service) =>
  assertFailed(await signInBy(process, { challenge, code: wrongCodeOf(service, owner.secret) }))

describe('A sign-in to an account with a second factor', () => {
  it('gets a challenge for the right password, and a token for a code', async () => {
    const owner = await makeOwner(service)
    const first = await signInBy(service, { email: owner.email, password: PASSWORD })
    assert.equal(first.status, 401)
    assert.equal(first.headers['www-authenticate'], 'Bearer')
    assert.equal(first.headers['set-cookie'], undefined)
    const { code, challenge, expires_at: expiresAt, factors, data } = first.body
    assert.deepEqual([code, factors, data], ['second_factor_required', ['totp', 'recovery_code'], undefined])
    assert.match(challenge, /^[\w-]{43}$/)
    const minutes = (Date.parse(expiresAt) - Date.parse(service.clock.now())) / MINUTE_MS
    assert.ok(minutes > 9 && minutes <= 10, String(minutes))
    const second = await signInBy(service, { challenge, code: nextCode(service, owner.secret) })
    assert.equal(second.status, 200)
    assert.ok(cookieOf(second).length > 40)
    const me = dataOf(await service.call('GET', '/api/me', { token: tokenIn(second) }))
    assert.deepEqual([me.user.id, me.token.is_sign_in], [owner.id, true])
    const [factor] = dataOf(await service.call('GET', '/api/me/factors', { token: owner.token })).factors
    assert.ok(factor.used_at)
  })

  it('is recorded, and makes its address known, only when it is finished', async () => {
    const owner = await makeOwner(service)
    const { db } = service.connection
    const state = async () => ({
      places: await db.selectFrom('known_places').where('user_id', '=', owner.id).select('hash').execute(),
      user: await db
        .selectFrom('users')
        .where('id', '=', owner.id)
        .select(['last_login_at', 'version'])
        .executeTakeFirst(),
      tokens: await db.selectFrom('tokens').where('user_id', '=', owner.id).select('id').execute(),
    })
    const before = await state()
    const challenge = await challengeOf(service, owner)
    assert.deepEqual(await state(), before)
    tokenIn(await signInBy(service, { challenge, code: nextCode(service, owner.secret) }))
    assert.equal((await state()).tokens.length, before.tokens.length + 1)
  })

  it('answers a wrong password as for any other account', async () => {
    const [owner, plain] = [await makeOwner(service), await makeSignedIn(service)]
    const wrong = async ({ email }: { email: string }) => {
      const { status, body } = await signInBy(service, { email, password: 'a phrase of another' })
      return { status, ...body, request_id: '' }
    }
    assert.deepEqual(await wrong(owner), await wrong(plain))
  })

  it('accepts each step of an app once, one step of drift, and no other', async () => {
    const owner = await makeOwner(service)
    startStep(service)
    const used = nextCode(service, owner.secret)
    const challenge = await challengeOf(service, owner)
    tokenIn(await signInBy(service, { challenge, code: used }))
    const again = await challengeOf(service, owner)
    assertFailed(await signInBy(service, { challenge: again, code: used }))
    assertFailed(await signInBy(service, { challenge: again, code: codeOf(service, owner.secret, -1) }))
    assertFailed(await signInBy(service, { challenge: again, code: codeOf(service, owner.secret, 2) }))
    const ahead = codeOf(service, owner.secret, 1)
    tokenIn(await signInBy(service, { challenge: again, code: `${ahead.slice(0, 3)} ${ahead.slice(3)}` }))
    // The step of now is before the last one that was accepted.
    service.clock.advance(STEP_MS)
    const last = await challengeOf(service, owner)
    assertFailed(await signInBy(service, { challenge: last, code: codeOf(service, owner.secret) }))
    service.clock.advance(2 * STEP_MS)
    tokenIn(await signInBy(service, { challenge: last, code: codeOf(service, owner.secret, -1) }))
  })

  it('takes a recovery code once, however it is typed, and tells by mail', async () => {
    const owner = await makeOwner(service)
    const [code = ''] = owner.recoveryCodes
    const challenge = await challengeOf(service, owner)
    const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    tokenIn(await signInBy(service, { challenge, recovery_code: typed }, { 'user-agent': AGENT }))
    const [mail] = await waitingMails(service, owner.email, 'recovery-code-used')
    assert.equal(mail.device, 'Firefox, Windows')
    const again = await challengeOf(service, owner)
    assertFailed(await signInBy(service, { challenge: again, recovery_code: code }))
    const { recovery_codes_left: left } = dataOf(
      await service.call('GET', '/api/me/factors', { token: owner.token }),
    )
    assert.equal(left, 9)
  })

  it('is finished once: of many at the same time, in two processes, one wins', async () => {
    const owner = await makeOwner(service)
    const both = (count: number, run: (process: Service) => Promise<Answer>) =>
      Promise.all(Array.from({ length: count }, (_, n) => run(n % 2 === 0 ? service : other)))
    const challenge = await challengeOf(service, owner)
    const [one, two] = owner.recoveryCodes
    const withOneChallenge = await Promise.all(
      [one, two, codeOf(service, owner.secret, 1)].map((sent, n) =>
        signInBy(n === 1 ? other : service, { challenge, [n < 2 ? 'recovery_code' : 'code']: sent }),
      ),
    )
    assert.deepEqual(statusesOf(withOneChallenge), [200, 401, 401])

    const challenges = [await challengeOf(service, owner), await challengeOf(service, owner)]
    const [, , recovery_code] = owner.recoveryCodes
    const withOneCode = await Promise.all(
      challenges.map((challenge, n) => signInBy(n === 0 ? service : other, { challenge, recovery_code })),
    )
    assert.deepEqual(statusesOf(withOneCode), [200, 401])

    service.clock.advance(3 * STEP_MS)
    const code = codeOf(service, owner.secret)
    const open = [await challengeOf(service, owner), await challengeOf(service, owner)]
    let next = 0
    const withOneStep = await both(2, (process) => signInBy(process, { challenge: open[next++], code }))
    assert.deepEqual(statusesOf(withOneStep), [200, 401])
  })

  it('refuses a challenge that is unknown, ten minutes old, or was tried five times', async () => {
    const owner = await makeOwner(service)
    const code = () => nextCode(service, owner.secret)
    assertFailed(await signInBy(service, { challenge: 'x'.repeat(43), code: code() }))
    const old = await challengeOf(service, owner)
    service.clock.advance(11 * MINUTE_MS)
    assertFailed(await signInBy(service, { challenge: old, code: code() }))
    const tried = await challengeOf(service, owner)
    for (let tries = 0; tries < 5; tries++) await failOnce(owner, tried)
    assertFailed(await signInBy(service, { challenge: tried, code: code() }))
    await service.runJob('delete-expired-challenges')
    const left = await service.connection.db.selectFrom('signin_challenges').select('expires_at').execute()
    for (const { expires_at: end } of left) assert.ok(end > service.clock.now())
    await signInWithCode(service, owner)
  })

  it('refuses the factors of another user', async () => {
    const [owner, thief] = [await makeOwner(service), await makeOwner(service)]
    const challenge = await challengeOf(service, owner)
    assertFailed(await signInBy(service, { challenge, code: nextCode(service, thief.secret) }))
    assertFailed(await signInBy(service, { challenge, recovery_code: thief.recoveryCodes[0] }))
  })

  it('takes no fewer factors than the account has, and one at a time', async () => {
    const owner = await makeOwner(service)
    const challenge = await challengeOf(service, owner)
    const { email } = owner
    for (const [json, code] of [
      [{ challenge }, 'required'],
      [{ challenge, code: '123456', recovery_code: owner.recoveryCodes[0] }, 'contradiction'],
      [{ challenge, email, password: PASSWORD }, 'unknown_field'],
      [{ challenge, code: '123456', email, password: PASSWORD }, 'unknown_field'],
      [{ email, password: PASSWORD, code: '123456' }, 'unknown_field'],
      [{ email, challenge: null, password: PASSWORD, recovery_code: 'x' }, 'unknown_field'],
    ] as const) {
      const { status, body } = await signInBy(service, json)
      assert.deepEqual([status, body.details[0]?.code], [422, code], JSON.stringify(json))
    }
  })

  it('limits failures by account, across challenges and processes, until a sign-in is finished', async () => {
    const owner = await makeOwner(service)
    const [one, two] = [await challengeOf(service, owner), await challengeOf(other, owner)]
    for (let tries = 0; tries < LIMIT / 2; tries++) {
      await failOnce(owner, one)
      await failOnce(owner, two, other)
    }
    const fresh = await challengeOf(service, owner)
    const code = nextCode(service, owner.secret)
    for (const process of [service, other]) assertLimited(await signInBy(process, { challenge: fresh, code }))
    service.clock.advance(2 * MINUTE_MS)
    // The right password alone resets nothing: after the backoff, one failure starts the next.
    const later = await challengeOf(service, owner)
    await failOnce(owner, later)
    assertLimited(await signInBy(service, { challenge: later, code: nextCode(service, owner.secret) }))
    service.clock.advance(5 * MINUTE_MS)
    await signInWithCode(service, owner)
    const after = await challengeOf(service, owner)
    for (let tries = 0; tries < 3; tries++) await failOnce(owner, after)
    await signInWithCode(service, owner)
  })

  it('fails a hundred times in a row at most, however many sign-ins may fail', async () => {
    const lenient = await startService({ signinRateLimit: 10 * MOST_FACTOR_FAILURES })
    try {
      const owner = await makeOwner(lenient)
      const code = wrongCodeOf(lenient, owner.secret)
      for (let failed = 0; failed < MOST_FACTOR_FAILURES; failed += MAX_CHALLENGE_TRIES) {
        const challenge = await challengeOf(lenient, owner)
        for (let tries = 0; tries < MAX_CHALLENGE_TRIES; tries++)
          assertFailed(await signInBy(lenient, { challenge, code }))
      }
      const challenge = await challengeOf(lenient, owner)
      assertLimited(await signInBy(lenient, { challenge, code: nextCode(lenient, owner.secret) }))
    } finally {
      await lenient.stop()
    }
  })

  it('ends its challenges with another password, and with the account', async () => {
    const owner = await makeOwner(service)
    const [one, two] = [await challengeOf(service, owner), await challengeOf(service, owner)]
    const path = `/api/users/${owner.id}`
    dataOf(await service.call('PATCH', path, { json: { is_active: false } }))
    assertFailed(await signInBy(service, { challenge: one, code: nextCode(service, owner.secret) }))
    dataOf(await service.call('PATCH', path, { json: { is_active: true } }))
    dataOf(await service.call('PATCH', path, { json: { password: 'a phrase of the admin' } }))
    assertFailed(await signInBy(service, { challenge: two, code: nextCode(service, owner.secret) }))
  })

  it('is not bypassed by a password that was reset by mail, asked for or sent by an administrator', async () => {
    const owner = await makeOwner(service)
    const asked = await post(service, '/api/password/forgot', null, { email: owner.email })
    assert.equal(asked.status, 202)
    assert.equal((await service.call('POST', `/api/users/id/${owner.id}/send-reset`)).status, 202)
    for (const { code } of await waitingMails(service, owner.email, 'reset')) {
      const reset = await post(service, '/api/password/reset', null, { code, password: PASSWORD })
      if (reset.status === 422) continue
      assert.equal(reset.status, 200)
      assert.equal(reset.body.data.length, 0)
      await challengeOf(service, owner)
    }
    const { data } = (await service.call('GET', `/api/users/id/${owner.id}`)).body
    assert.equal(data.has_second_factor, true)
    await signInWithCode(service, owner)
  })

  it('asks nothing more of other accounts: the same statements as without the feature', async () => {
    const plain = await makeSignedIn(service)
    service.statements.recorded = []
    await signIn(service, plain.email, PASSWORD)
    const recorded = service.statements.recorded.map(({ sql }) => sql)
    delete service.statements.recorded
    assert.ok(recorded.length > 5)
    assert.deepEqual(
      recorded.filter((sql) => /factors|recovery_codes|challenges/.test(sql)),
      [],
    )
  })
})
