// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, giveRole, makeRole, makeUser } from '../../support/actors.ts'
import type { Answer } from '../../support/answer.ts'
import { type Changes, Passkey } from '../../support/authenticator.ts'
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
} from '../../support/factors.ts'
import { waitingMails } from '../../support/mail.ts'
import {
  addPasskey,
  challengeWithPasskey,
  creationOptionsOf,
  makePasskeyOwner,
  PASSKEY_ATTACKS,
  type PasskeyOwner,
  PUBLIC_URL,
  signInByPasskey,
  signInOptionsOf,
} from '../../support/passkeys.ts'
import { assertRefused, assertRefusedUnchanged } from '../../support/refusals.ts'
import { type Service, signIn as signInFor, startPair, startService } from '../../support/service.ts'
import { assertLimited } from '../../support/sign-ins.ts'

const LIMIT = 8
const STALE_MS = 16 * MINUTE_MS
const FAILED = {
  status: 401,
  code: 'unauthenticated',
  says: /^The passkey does not sign in here, or this sign-in has ended\./,
} as const
const INVALID = { status: 422, code: 'invalid_passkey', details: [['response', 'invalid_passkey']] } as const
const INVALID_PROOF = {
  status: 422,
  code: 'invalid_passkey',
  details: [['passkey', 'invalid_passkey']],
} as const

let service: Service
/** Another process on the same database. */
let other: Service
let stop: () => Promise<void>
before(async () => {
  ;({ service, other, stop } = await startPair({ publicUrl: PUBLIC_URL, signinRateLimit: LIMIT }))
})
after(() => stop())

const assertFailed = (answer: Answer) => assertRefused(answer, FAILED)
const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status).toSorted()
const create = (token: string, json: object) => post(service, '/api/me/factors/passkey', token, json)
const proofOptionsOf = async (token: string) =>
  dataOf(await post(service, '/api/reauthenticate/options', token))
const signIn = async (owner: PasskeyOwner, changes?: Changes, process = service) =>
  signInByPasskey(process, owner.passkey.use(await signInOptionsOf(process), changes))

describe('A passkey', () => {
  it('is added by a sign-in that a role holds back until there is a second factor', async () => {
    const user = await makeSignedIn(service)
    const role = await makeRole(service, [], { requires_second_factor: true })
    await giveRole(service, user, role.slug)
    const isHeldBack = async () =>
      dataOf(await service.call('GET', '/api/me', { token: user.token })).must_enrol_second_factor
    assert.equal(await isHeldBack(), true)
    await addPasskey(service, user.token)
    assert.equal(await isHeldBack(), false)
  })

  it('is made with options that ask for a discoverable one, and user verification', async () => {
    const user = await makeSignedIn(service)
    const options = await creationOptionsOf(service, user.token)
    assert.deepEqual(options.rp, { id: 'localhost', name: 'Rolecall' })
    assert.deepEqual(options.authenticatorSelection, {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    })
    assert.equal(options.attestation, 'none')
    assert.deepEqual(
      options.pubKeyCredParams.map(({ alg }: { alg: number }) => alg),
      [-8, -7, -257],
    )
    assert.equal(options.user.name, user.email)
    assert.deepEqual(options.excludeCredentials, [])
    const { passkey, recoveryCodes } = await addPasskey(service, user.token)
    assert.equal(recoveryCodes.length, 10)
    const again = await creationOptionsOf(service, user.token)
    assert.deepEqual(again.excludeCredentials, [
      { id: passkey.id, type: 'public-key', transports: ['internal', 'hybrid'] },
    ])
    assert.equal(again.user.id, options.user.id)
    assert.notEqual(again.challenge, options.challenge)
    const [mail] = await waitingMails(service, user.email, 'factor-added')
    assert.equal(mail.factor, 'Laptop')
  })

  it('is shown by its name, never by its key, and several stand beside an app', async () => {
    const owner = await makePasskeyOwner(service)
    const { recoveryCodes } = await addPasskey(service, owner.token, { name: 'Phone' })
    assert.equal(recoveryCodes, null)
    await enrol(service, owner.token, { name: 'App' })
    const { factors } = dataOf(await service.call('GET', '/api/me/factors', { token: owner.token }))
    assert.deepEqual(
      factors.map(({ kind, name }: { kind: string; name: string }) => [kind, name]),
      [
        ['passkey', 'Laptop'],
        ['passkey', 'Phone'],
        ['totp', 'App'],
      ],
    )
    assert.deepEqual(Object.keys(factors[0]).toSorted(), [
      'created_at',
      'id',
      'kind',
      'name',
      'used_at',
      'uuid',
    ])
    const full = { status: 409, code: 'too_many_factors' } as const
    assertRefused(await post(service, '/api/me/factors/passkey/options', owner.token), full)
    const path = `/api/me/factors/${factors[1].id}`
    assert.equal((await post(service, `${path}/update`, owner.token, { name: 'Tablet' })).status, 200)
    assert.equal((await post(service, `${path}/delete`, owner.token)).status, 200)
  })

  it('needs a verified address, a recent proof, and the token of a sign-in', async () => {
    const user = await makeSignedIn(service)
    const options = () => post(service, '/api/me/factors/passkey/options', user.token)
    const prepared = dataOf(await options())
    const response = new Passkey(PUBLIC_URL).make(prepared)
    service.clock.advance(STALE_MS)
    const required = { status: 403, code: 'reauthentication_required' } as const
    await assertRefusedUnchanged(service, options, required)
    await assertRefusedUnchanged(service, () => create(user.token, { response }), required)
    const current_password = PASSWORD
    const byPassword = await post(service, '/api/me/factors/passkey/options', user.token, {
      current_password,
    })
    const made = new Passkey(PUBLIC_URL).make(dataOf(byPassword))
    assert.equal((await create(user.token, { response: made, current_password })).status, 201)

    const json = { email: 'unverified@example.com', first_name: 'Ada', password: PASSWORD }
    dataOf(await post(service, '/api/signup', null, json))
    const unverified = { token: await signInFor(service, json.email, PASSWORD) }
    const notVerified = { status: 403, code: 'email_not_verified' } as const
    assertRefused(await post(service, '/api/me/factors/passkey/options', unverified.token), notVerified)
    const { token } = await makeUser(service)
    assertRefused(await post(service, '/api/me/factors/passkey/options', token), {
      status: 403,
      code: 'forbidden',
    })
  })

  it('has a name of one line', async () => {
    const user = await makeSignedIn(service)
    const response = new Passkey(PUBLIC_URL).make(await creationOptionsOf(service, user.token))
    const refusal = { status: 422, code: 'not_allowed', details: [['name', 'not_allowed']] } as const
    const add = (name: string) => create(user.token, { response, name })
    await assertRefusedUnchanged(service, () => add('Laptop\nYour account is closed'), refusal)
    assert.equal((await add('Laptop')).status, 201)
  })

  it('is refused if the answer is not what a device was asked for, and nothing changes', async () => {
    const user = await makeSignedIn(service)
    const options = await creationOptionsOf(service, user.token)
    const certificate = new Map<string, Buffer[] | number | Buffer>([
      ['alg', -7],
      ['sig', Buffer.alloc(64)],
      ['x5c', [Buffer.alloc(32)]],
    ])
    const faults: [string, Changes][] = [
      ...PASSKEY_ATTACKS.filter(
        ([, changes]) => !('counter' in changes || 'key' in changes || 'isBackupEligible' in changes),
      ).map(([name, changes]): [string, Changes] =>
        'type' in changes ? [name, { type: 'webauthn.get' }] : [name, changes],
      ),
      ['with a certificate', { attestation: { fmt: 'packed', attStmt: certificate as never } }],
      ['with an unknown attestation', { attestation: { fmt: 'apple', attStmt: certificate as never } }],
    ]
    for (const [name, changes] of faults) {
      const response = new Passkey(PUBLIC_URL).make(options, changes)
      await assertRefusedUnchanged(service, () => create(user.token, { response }), INVALID).catch(
        (error) => {
          throw new Error(name, { cause: error })
        },
      )
    }
    for (const response of [
      {},
      'x',
      { id: 'x', rawId: 'x', type: 'public-key', response: {} },
      { ...new Passkey(PUBLIC_URL).make(options), id: '\0' },
      { ...new Passkey(PUBLIC_URL).make(options), type: 'password' },
    ]) {
      const refused = await create(user.token, { response })
      assert.deepEqual([refused.status, refused.body.details[0].code], [422, 'invalid_type'])
    }
    const named = { ...new Passkey(PUBLIC_URL).make(options), id: 'another', rawId: 'another' }
    assertRefused(await create(user.token, { response: named }), INVALID)
    const response = new Passkey(PUBLIC_URL).make(options)
    assert.equal((await create(user.token, { response })).status, 201)
  })

  it('is made once for each challenge, by the user that it is for, within ten minutes', async () => {
    const [user, thief] = [await makeSignedIn(service), await makeSignedIn(service)]
    const options = await creationOptionsOf(service, user.token)
    const stolen = new Passkey(PUBLIC_URL).make(options)
    await assertRefusedUnchanged(service, () => create(thief.token, { response: stolen }), INVALID)
    const answers = await Promise.all(
      [service, other, service, other].map((process) =>
        post(process, '/api/me/factors/passkey', user.token, {
          response: new Passkey(PUBLIC_URL).make(options),
        }),
      ),
    )
    assert.deepEqual(statusesOf(answers), [201, 422, 422, 422])
    const late = new Passkey(PUBLIC_URL).make(await creationOptionsOf(service, user.token))
    service.clock.advance(11 * MINUTE_MS)
    assertRefused(await create(user.token, { response: late }), INVALID)
    // The challenge of a sign-in makes no passkey.
    const forSignIn = new Passkey(PUBLIC_URL).make({ ...options, ...(await signInOptionsOf(service)) })
    assertRefused(await create(user.token, { response: forSignIn }), INVALID)
  })

  it('has an id that no other has, on no account', async () => {
    const owner = await makePasskeyOwner(service)
    const user = await makeSignedIn(service)
    for (const token of [owner.token, user.token]) {
      const response = new Passkey(PUBLIC_URL).make(await creationOptionsOf(service, token), {
        id: owner.passkey.id,
      })
      await assertRefusedUnchanged(service, () => create(token, { response }), INVALID)
    }
    assert.equal((await signIn(owner)).status, 200)
  })

  for (const kind of ['ES256', 'EdDSA', 'RS256'] as const) {
    it(`may have a key by ${kind}, and a device that does not count`, async () => {
      const owner = await makePasskeyOwner(service, new Passkey(PUBLIC_URL, { kind, counter: 0 }))
      assert.equal((await signIn(owner)).status, 200)
      assert.equal((await signIn(owner)).status, 200)
    })
  }
})

describe('A sign-in by a passkey alone', () => {
  it('needs neither a name nor a password, and proves both factors', async () => {
    const owner = await makePasskeyOwner(service)
    const options = await signInOptionsOf(service)
    assert.deepEqual(Object.keys(options).toSorted(), ['challenge', 'rpId', 'timeout', 'userVerification'])
    assert.deepEqual([options.rpId, options.userVerification], ['localhost', 'required'])
    const answer = await signInByPasskey(other, owner.passkey.use(options))
    const { item } = dataOf(answer)
    assert.equal(item.id, owner.id)
    assert.equal((await post(service, '/api/me/recovery-codes', item.api_token)).status, 201)
    const [factor] = dataOf(await service.call('GET', '/api/me/factors', { token: owner.token })).factors
    assert.ok(factor.used_at)
    assert.ok((answer.headers['set-cookie'] as string).length > 40)
  })

  it('refuses every other answer in one and the same way, and changes nothing but the count', async () => {
    const owner = await makePasskeyOwner(service)
    const bodies = new Set<string>()
    for (const [name, changes] of [
      ...PASSKEY_ATTACKS,
      ['without naming its user', { userHandle: null }] as const,
    ]) {
      const answer = await signIn(owner, changes)
      assert.equal(answer.status, 401, name)
      bodies.add(JSON.stringify({ ...answer.body, request_id: '' }))
      assert.equal((await signIn(owner)).status, 200, `after one ${name}`)
    }
    const stranger = new Passkey(PUBLIC_URL)
    const unknown = await signInByPasskey(service, stranger.use(await signInOptionsOf(service)))
    bodies.add(JSON.stringify({ ...unknown.body, request_id: '' }))
    const inactive = await makePasskeyOwner(service)
    await service.call('PATCH', `/api/users/${inactive.id}`, { json: { is_active: false } })
    bodies.add(JSON.stringify({ ...(await signIn(inactive)).body, request_id: '' }))
    const deleted = await makePasskeyOwner(service)
    await service.call('DELETE', `/api/users/${deleted.id}`)
    bodies.add(JSON.stringify({ ...(await signIn(deleted)).body, request_id: '' }))
    assert.equal(bodies.size, 1, [...bodies].join('\n'))
  })

  it('refuses the passkey of another user in whosever name, and one that was removed', async () => {
    const [owner, thief] = [await makePasskeyOwner(service), await makePasskeyOwner(service)]
    const asOwner = { userHandle: owner.passkey.userHandle as string }
    assertFailed(await signIn(thief, asOwner))
    assertFailed(await signIn(thief, { id: owner.passkey.id, ...asOwner }))
    const [{ id }] = dataOf(await service.call('GET', '/api/me/factors', { token: owner.token })).factors
    assert.equal((await post(service, `/api/me/factors/${id}/delete`, owner.token)).status, 200)
    assertFailed(await signIn(owner))
    const { body } = await signInBy(service, { email: owner.email, password: PASSWORD })
    assert.equal(body.success, true)
  })

  it('uses each challenge once: of many at the same time, in two processes, one wins', async () => {
    const owner = await makePasskeyOwner(service, new Passkey(PUBLIC_URL, { counter: 0 }))
    const options = await signInOptionsOf(service)
    const answers = await Promise.all(
      [service, other, service, other].map((process) => signInByPasskey(process, owner.passkey.use(options))),
    )
    assert.deepEqual(statusesOf(answers), [200, 401, 401, 401])
    assertFailed(await signInByPasskey(service, owner.passkey.use(options)))
  })

  it('refuses an answer that was sent before, and one ten minutes old, and keeps no more than it needs', async () => {
    const owner = await makePasskeyOwner(service)
    const answer = owner.passkey.use(await signInOptionsOf(service))
    tokenIn(await signInByPasskey(service, answer))
    assertFailed(await signInByPasskey(service, answer))
    const late = owner.passkey.use(await signInOptionsOf(service))
    service.clock.advance(11 * MINUTE_MS)
    assertFailed(await signInByPasskey(service, late))
    assertFailed(await signInByPasskey(service, answer))
    await service.runJob('delete-used-passkey-challenges')
    const used = () => service.connection.db.selectFrom('used_passkey_challenges').select('hash').execute()
    assert.deepEqual(await used(), [])
    for (let count = 0; count < 20; count++) await signInOptionsOf(service)
    assert.deepEqual(await used(), [])
    tokenIn(await signIn(owner))
  })

  it('takes no challenge that was made for something else', async () => {
    const owner = await makePasskeyOwner(service)
    const { options } = await challengeWithPasskey(service, owner)
    const proof = await proofOptionsOf(owner.token)
    const creation = await creationOptionsOf(service, owner.token)
    for (const { challenge } of [options, proof, creation]) assertFailed(await signIn(owner, { challenge }))
  })

  it('limits failures by account, together with those of other factors, across processes', async () => {
    const owner = await makePasskeyOwner(service)
    const challenge = await challengeOf(service, owner)
    for (let count = 0; count < 4; count++)
      assert.equal((await signInBy(service, { challenge, recovery_code: 'wrong' })).status, 401)
    for (let count = 4; count < LIMIT; count++)
      assertFailed(await signIn(owner, { isVerified: false }, other))
    for (const process of [service, other]) assertLimited(await signIn(owner, {}, process))
    service.clock.advance(2 * MINUTE_MS)
    tokenIn(await signIn(owner))
    tokenIn(await signIn(owner))
  })

  it('limits unknown passkeys by network, and keeps no owner out', async () => {
    const owner = await makePasskeyOwner(service)
    const unknown = async () =>
      signInByPasskey(service, new Passkey(PUBLIC_URL).use(await signInOptionsOf(service)))
    const answers: number[] = []
    for (let count = 0; count < 2 * LIMIT; count++) answers.push((await unknown()).status)
    assert.equal(answers.at(-1), 429)
    tokenIn(await signIn(owner))
    service.clock.advance(10 * MINUTE_MS)
  })
})

describe('A passkey as the second factor', () => {
  it('is asked for with its options, and finishes the sign-in', async () => {
    const owner = await makePasskeyOwner(service)
    const { challenge, options, body } = await challengeWithPasskey(service, owner)
    assert.deepEqual([body.code, body.factors], ['second_factor_required', ['passkey', 'recovery_code']])
    assert.deepEqual(options.allowCredentials, [
      { id: owner.passkey.id, type: 'public-key', transports: ['internal', 'hybrid'] },
    ])
    const passkey = owner.passkey.use(options, { userHandle: null })
    const answers = await Promise.all(
      [service, other].map((process) => signInBy(process, { challenge, passkey })),
    )
    assert.deepEqual(statusesOf(answers), [200, 401])
    assertFailed(await signInBy(service, { challenge, passkey }))
  })

  it('refuses every other answer in the same way', async () => {
    const owner = await makePasskeyOwner(service)
    for (const [name, changes] of PASSKEY_ATTACKS) {
      const { challenge, options } = await challengeWithPasskey(service, owner)
      const failed = await signInBy(service, { challenge, passkey: owner.passkey.use(options, changes) })
      assert.equal(failed.status, 401, name)
      assertFailed(failed)
      const right = owner.passkey.use(options)
      tokenIn(await signInBy(service, { challenge, passkey: right }))
    }
  })

  it('takes neither the passkey of another user, nor the options of another sign-in', async () => {
    const [owner, thief] = [await makePasskeyOwner(service), await makePasskeyOwner(service)]
    const { challenge, options } = await challengeWithPasskey(service, owner)
    assertFailed(await signInBy(service, { challenge, passkey: thief.passkey.use(options) }))
    const another = await challengeWithPasskey(service, owner)
    assertFailed(await signInBy(service, { challenge, passkey: owner.passkey.use(another.options) }))
    const alone = owner.passkey.use(await signInOptionsOf(service))
    assertFailed(await signInBy(service, { challenge, passkey: alone }))
    const both = { challenge, code: '123456', passkey: owner.passkey.use(options) }
    assertRefused(await signInBy(service, both), {
      status: 422,
      code: 'contradiction',
      details: [['passkey', 'contradiction']],
    })
  })

  it('stands beside an app: either finishes', async () => {
    const owner = await makeOwner(service)
    const { passkey } = await addPasskey(service, owner.token)
    const first = await challengeWithPasskey(service, owner)
    assert.deepEqual(first.body.factors, ['totp', 'passkey', 'recovery_code'])
    tokenIn(await signInBy(service, { challenge: first.challenge, passkey: passkey.use(first.options) }))
    const second = await challengeWithPasskey(service, owner)
    const code = nextCode(service, owner.secret)
    tokenIn(await signInBy(service, { challenge: second.challenge, code }))
  })
})

describe('A recent proof by a passkey', () => {
  const REQUIRED = { status: 403, code: 'reauthentication_required' } as const
  const prove = (token: string, passkey: object) => post(service, '/api/reauthenticate', token, { passkey })

  it('renews its token, once', async () => {
    const owner = await makePasskeyOwner(service)
    service.clock.advance(STALE_MS)
    assertRefused(await post(service, '/api/me/recovery-codes', owner.token), REQUIRED)
    const passkey = owner.passkey.use(await proofOptionsOf(owner.token))
    assert.equal((await prove(owner.token, passkey)).status, 200)
    assertRefused(await prove(owner.token, passkey), INVALID_PROOF)
    assert.equal((await post(service, '/api/me/recovery-codes', owner.token)).status, 201)
  })

  it('counts for no other token, and not with another passkey', async () => {
    const [owner, thief] = [await makePasskeyOwner(service), await makePasskeyOwner(service)]
    const token = tokenIn(await signIn(owner))
    const options = await proofOptionsOf(owner.token)
    assertRefused(await prove(token, owner.passkey.use(options)), INVALID_PROOF)
    assertRefused(await prove(owner.token, thief.passkey.use(options)), INVALID_PROOF)
    for (const [, changes] of PASSKEY_ATTACKS.slice(0, 5))
      assertRefused(await prove(owner.token, owner.passkey.use(options, changes)), INVALID_PROOF)
    assert.equal((await prove(owner.token, owner.passkey.use(options))).status, 200)
  })

  it('has options only for an account with a passkey', async () => {
    const owner = await makeOwner(service)
    const none = { status: 409, code: 'no_passkey' } as const
    assertRefused(await post(service, '/api/reauthenticate/options', owner.token), none)
  })
})

describe('Passkeys are off', () => {
  for (const publicUrl of [
    undefined,
    'http://127.0.0.1:8080',
    'https://[::1]:8443',
    'http://users.example.com',
  ]) {
    it(`where PUBLIC_URL is ${publicUrl}`, async (t) => {
      const service = await startService({ publicUrl })
      t.after(() => service.stop())
      const { token } = await makeSignedIn(service)
      const off = { status: 409, code: 'passkeys_off' } as const
      const response = new Passkey(PUBLIC_URL).make({ challenge: 'x' })
      const used = new Passkey(PUBLIC_URL).use({ challenge: 'x' })
      for (const [path, json] of [
        ['/api/me/factors/passkey/options', {}],
        ['/api/me/factors/passkey', { response }],
        ['/api/signin/passkey/options', {}],
        ['/api/signin/passkey', { response: used }],
        ['/api/reauthenticate/options', {}],
      ] as const)
        await assertRefusedUnchanged(service, () => post(service, path, token, json), off)
      assert.equal(dataOf(await service.call('GET', '/api/service')).has_passkeys, false)
    })
  }

  it('and are on for a host with a name, by https or on this machine', async () => {
    assert.equal(dataOf(await service.call('GET', '/api/service')).has_passkeys, true)
  })
})
