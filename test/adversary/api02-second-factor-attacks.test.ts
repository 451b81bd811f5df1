// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, giveRole, giveSession, makeRole, type Role } from '../support/actors.ts'
import type { Answer } from '../support/answer.ts'
import { type Changes, Passkey } from '../support/authenticator.ts'
import {
  challengeOf,
  enrol,
  MINUTE_MS,
  makeOwner,
  makeSignedIn,
  nextCode,
  PASSWORD,
  post,
  signInBy,
  tokenIn,
  wrongCodeOf,
} from '../support/factors.ts'
import {
  addPasskey,
  challengeWithPasskey,
  creationOptionsOf,
  makePasskeyOwner,
  optionsFor,
  PASSKEY_ATTACKS,
  PUBLIC_URL,
  signInByPasskey,
  signInOptionsOf,
} from '../support/passkeys.ts'
import { type Service, startPair } from '../support/service.ts'

const LIMIT = 6
/** Until the attempts of a minute have been counted. */
const COUNTED_MS = MINUTE_MS + 6000

let service: Service
/** Another process on the same database. */
let other: Service
let stop: () => Promise<void>
let role: Role
before(async () => {
  ;({ service, other, stop } = await startPair({ publicUrl: PUBLIC_URL, signinRateLimit: LIMIT }))
  role = await makeRole(service, ['can-update-users', 'can-read-users'], { requires_second_factor: true })
})
after(() => stop())

interface Refused {
  action: string
  outcome: string
  subject_id: number | null
  counts: { attempts: number } | null
  actor_id: number | null
  ip: string
}

/** The refused attempts that the audit trail tells of an account, oldest first. Both processes have recorded theirs. */
async function toldOf(id: number | null): Promise<Refused[]> {
  for (const process of [service, other]) await process.runJob('record-refusals')
  const about: Record<string, string> =
    id === null ? { action: 'signin.failed' } : { subject_type: 'users', subject_id: String(id) }
  const { list } = dataOf(await service.call('GET', '/api/audit', { query: { ...about, per_page: '100' } }))
  return list.data
    .filter(({ outcome, subject_id }: Refused) => outcome === 'refused' && subject_id === id)
    .toReversed()
}

/** Asserts that each of these was refused, and the account's first entry since then tells of them. */
async function assertTold(
  { id }: { id: number },
  answers: readonly Answer[],
  { status, action, byOwner = false }: { status: number; action: string; byOwner?: boolean },
): Promise<void> {
  for (const answer of answers) assert.equal(answer.status, status, JSON.stringify(answer.body))
  service.clock.advance(COUNTED_MS)
  const [first, counted, ...others] = await toldOf(id)
  assert.deepEqual(
    [first?.action, first?.actor_id, first?.ip, others],
    [action, byOwner ? id : null, '127.0.0.1', []],
  )
  assert.equal(counted?.counts?.attempts ?? 1, answers.length)
}

const SIGN_IN = { status: 401, action: 'signin.failed' } as const

const factorIdOf = async (token: string): Promise<number> =>
  dataOf(await service.call('GET', '/api/me/factors', { token })).factors[0].id

const reauthenticate = (token: string, json: object) => post(service, '/api/reauthenticate', token, json)

describe('API2: the audit trail tells the administrator of', () => {
  for (const [name, changes] of PASSKEY_ATTACKS)
    it(`an answer of a passkey ${name}, alone, after the password and as a proof`, async () => {
      const alone = await makePasskeyOwner(service)
      const response = alone.passkey.use(await signInOptionsOf(service), changes)
      await assertTold(alone, [await signInByPasskey(service, response)], SIGN_IN)

      const second = await makePasskeyOwner(service)
      const { challenge, options } = await challengeWithPasskey(service, second)
      const passkey = second.passkey.use(options, changes)
      await assertTold(second, [await signInBy(service, { challenge, passkey })], SIGN_IN)

      const proving = await makePasskeyOwner(service)
      const asked = await optionsFor(service, '/api/reauthenticate/options', proving.token)
      const proof = proving.passkey.use(asked, changes)
      await assertTold(proving, [await reauthenticate(proving.token, { passkey: proof })], {
        ...{ status: 422, action: 'users.reauthenticate', byOwner: true },
      })
    })

  it('an assertion that is sent again', async () => {
    const owner = await makePasskeyOwner(service)
    const response = owner.passkey.use(await signInOptionsOf(service))
    tokenIn(await signInByPasskey(service, response))
    await assertTold(owner, [await signInByPasskey(other, response)], SIGN_IN)
  })

  it('a challenge that is used again, or was made up, by the network', async () => {
    const owner = await makeOwner(service)
    const challenge = await challengeOf(service, owner)
    tokenIn(await signInBy(service, { challenge, code: nextCode(service, owner.secret) }))
    service.clock.advance(MINUTE_MS)
    const earlier = (await toldOf(null)).length
    for (const sent of [challenge, 'x'.repeat(43)]) {
      const answer = await signInBy(service, { challenge: sent, code: nextCode(service, owner.secret) })
      assert.equal(answer.status, 401)
    }
    const [entry] = (await toldOf(null)).slice(earlier)
    assert.deepEqual([entry?.action, entry?.ip], ['signin.failed', '127.0.0.1'])
    assert.deepEqual(await toldOf(owner.id), [])
  })

  it('a challenge of another user, with the factors of the thief', async () => {
    const [owner, thief] = [await makeOwner(service), await makeOwner(service)]
    const challenge = await challengeOf(service, owner)
    const answers = [
      await signInBy(service, { challenge, code: nextCode(service, thief.secret) }),
      await signInBy(service, { challenge, recovery_code: thief.recoveryCodes[0] }),
    ]
    await assertTold(owner, answers, SIGN_IN)
    assert.deepEqual(await toldOf(thief.id), [])
  })

  it('a passkey of another user in the name of its victim', async () => {
    const [owner, thief] = [await makePasskeyOwner(service), await makePasskeyOwner(service)]
    const stolen = { id: owner.passkey.id, userHandle: owner.passkey.userHandle as string }
    const response = thief.passkey.use(await signInOptionsOf(service), stolen)
    await assertTold(owner, [await signInByPasskey(service, response)], SIGN_IN)
  })

  it('answers that make a passkey with an attestation of their own, or for another host', async () => {
    const certificate = new Map([['sig', Buffer.alloc(64)]])
    const tricks: Changes[] = [
      { attestation: { fmt: 'packed', attStmt: certificate as never } },
      { attestation: { fmt: 'none', attStmt: certificate as never } },
      { attestation: { fmt: 'made-up', attStmt: new Map() as never } },
      { rpId: 'example.com' },
      { origin: 'https://evil.example' },
      { isVerified: false },
    ]
    const user = await makeSignedIn(service)
    const answers: Answer[] = []
    for (const changes of tricks) {
      const response = new Passkey(PUBLIC_URL).make(await creationOptionsOf(service, user.token), changes)
      answers.push(await post(service, '/api/me/factors/passkey', user.token, { response }))
    }
    await assertTold(user, answers, { status: 422, action: 'users.factors-passkey', byOwner: true })
    await addPasskey(service, user.token)
  })

  it('a step of an app that is used again', async () => {
    const owner = await makeOwner(service)
    const code = nextCode(service, owner.secret)
    tokenIn(await signInBy(service, { challenge: await challengeOf(service, owner), code }))
    const again = await signInBy(service, { challenge: await challengeOf(service, owner), code })
    await assertTold(owner, [again], SIGN_IN)
  })

  it('guesses at codes, which are counted by account across challenges and processes', async () => {
    const owner = await makeOwner(service)
    const code = wrongCodeOf(service, owner.secret)
    const challenges = [await challengeOf(service, owner), await challengeOf(other, owner)]
    const answers: Answer[] = []
    for (let index = 0; index < LIMIT; index++)
      answers.push(
        await signInBy(index % 2 === 0 ? service : other, { challenge: challenges[index % 2], code }),
      )
    for (const process of [service, other]) {
      const challenge = await challengeOf(process, owner)
      assert.equal((await signInBy(process, { challenge, code })).status, 429)
    }
    for (const answer of answers) assert.equal(answer.status, 401)
    // Both processes add theirs within the minute.
    await toldOf(owner.id)
    service.clock.advance(COUNTED_MS)
    const told = await toldOf(owner.id)
    assert.deepEqual(
      told.map(({ action, counts }) => [action, counts?.attempts ?? null]),
      [
        ['signin.failed', null],
        ['signin.failed', LIMIT],
      ],
    )
  })

  it('uses of one recovery code at the same time, of which one wins', async () => {
    const owner = await makeOwner(service)
    const challenges: string[] = []
    for (let index = 0; index < 4; index++) challenges.push(await challengeOf(service, owner))
    const [recovery_code] = owner.recoveryCodes
    const answers = await Promise.all(
      challenges.map((challenge) => signInBy(service, { challenge, recovery_code })),
    )
    const failed = answers.filter(({ status }) => status !== 200)
    assert.equal(failed.length, 3)
    await assertTold(owner, failed, SIGN_IN)
  })

  it('codes and passwords that prove nothing', async () => {
    const owner = await makeOwner(service)
    const answers = [
      await reauthenticate(owner.token, { code: wrongCodeOf(service, owner.secret) }),
      await reauthenticate(owner.token, { recovery_code: 'x' }),
      await reauthenticate(owner.token, { password: 'a phrase of another' }),
      await post(service, '/api/password/change', owner.token, {
        ...{ current_password: 'a phrase of another', password: 'another phrase of mine' },
      }),
    ]
    await assertTold(owner, answers, { status: 422, action: 'users.reauthenticate', byOwner: true })
  })

  it('the removal of a factor without a recent proof, also by the password alone', async () => {
    const user = await makeSignedIn(service)
    const earlier = await giveSession(service, user)
    const owner = { ...user, ...(await enrol(service, user.token)) }
    const remove = `/api/me/factors/${await factorIdOf(owner.token)}/delete`
    const answers = [
      await post(service, remove, earlier),
      await post(service, remove, earlier, { current_password: PASSWORD }),
    ]
    for (const answer of answers)
      assert.equal(answer.body.code, 'reauthentication_required', JSON.stringify(answer.body))
    await assertTold(owner, answers, { status: 403, action: 'users.factors-delete', byOwner: true })
  })

  it('a write by a sign-in without the required factor', async () => {
    const user = await makeSignedIn(service)
    await giveRole(service, user, role.slug)
    const path = `/api/users/id/${user.id}/update`
    const answer = await post(service, path, user.token, { first_name: 'Taken' })
    assert.equal(answer.body.code, 'second_factor_enrolment_required')
    await assertTold(user, [answer], { status: 403, action: 'users.update', byOwner: true })
  })

  it('the removal of the last required factor', async () => {
    const owner = await makeOwner(service)
    await giveRole(service, owner, role.slug)
    const remove = `/api/me/factors/${await factorIdOf(owner.token)}/delete`
    const answer = await post(service, remove, owner.token)
    assert.equal(answer.body.code, 'last_required_factor')
    await assertTold(owner, [answer], { status: 409, action: 'users.factors-delete', byOwner: true })
  })
})
