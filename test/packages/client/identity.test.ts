// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inspect } from 'node:util'
import {
  createClient,
  RolecallError,
  RolecallNetworkError,
  SecondFactorRequired,
} from '../../../client/src/index.ts'
import { makeActor } from '../../support/actors.ts'
import { makeOwner, nextCode, type Owner, PASSWORD, wrongCodeOf } from '../../support/factors.ts'
import { makePlainUser, refusal, useLiveService } from '../../support/live-service.ts'
import { ADMIN } from '../../support/service.ts'

const live = useLiveService()

const signedOut = () => live.client({ token: undefined })
const isUnauthorized = async (call: Promise<unknown>) => {
  const error = await refusal(call)
  return error instanceof RolecallError && error.isUnauthorized
}

/** The text of a value in every way of printing it. */
const shown = (value: unknown) => [
  inspect(value, { depth: 9, showHidden: true, getters: true }),
  JSON.stringify(value),
  JSON.stringify({ ...(value as object) }),
  String(value),
  String((value as Error).stack),
]

describe('The caller', () => {
  it('signs in by email or username, and signs out', async () => {
    const client = signedOut()
    assert.ok(await isUnauthorized(client.users.list()))
    const user = await client.signIn(ADMIN.email, ADMIN.password)
    assert.equal(user.email, ADMIN.email)
    assert.ok(user.expires_at)
    assert.match(client.readToken() as string, /^rc_/)
    assert.ok((await client.users.list()).total > 0)
    const token = client.readToken()
    await client.signOut()
    assert.equal(client.readToken(), undefined)
    assert.ok(await isUnauthorized(client.users.list()))
    assert.ok(await isUnauthorized(live.client({ token }).users.list()))
    await signedOut().signIn(user.username, ADMIN.password)
  })

  it('reads their identity and permissions with the token alone', async () => {
    const { user, permissions, may } = await live.client().me()
    assert.equal(user.email, ADMIN.email)
    assert.ok(permissions.includes('can-read-users'))
    assert.equal(may.users.operations.update, 'all')
  })

  it('signs up without being signed in', async () => {
    const client = signedOut()
    const { password } = ADMIN
    const user = await client.signUp({ email: 'new@example.com', first_name: 'New', password })
    assert.equal(user.email, 'new@example.com')
    assert.equal(client.readToken(), undefined)
    await client.signIn('new@example.com', password)
    const error = await refusal(client.signUp({ email: 'new@example.com', first_name: 'New', password }))
    assert.ok(error instanceof RolecallError && error.isConflict)
  })

  it('keeps the current token if a sign-in is refused', async () => {
    const client = live.client()
    assert.ok(await isUnauthorized(client.signIn(ADMIN.email, 'not the password')))
    assert.equal(client.readToken(), live.service().token)
  })

  it('signs in and out even if the client still has an expired token', async () => {
    const client = live.client({ token: 'rc_ended' })
    await client.signIn(ADMIN.email, ADMIN.password)
    client.setToken('rc_ended')
    await client.signOut()
    assert.equal(client.readToken(), undefined)
  })

  it('learns from a 403 which permission is missing', async () => {
    const { client } = await makePlainUser(live, 'nobody@example.com')
    const error = await refusal(client.roles.list())
    assert.ok(error instanceof RolecallError && error.isForbidden)
    assert.match(error.message, /can-read-roles/)
  })
})

describe('A sign-in to an account with a second factor', () => {
  const requiredOf = async (call: Promise<unknown>) => {
    const error = await refusal(call)
    assert.ok(error instanceof SecondFactorRequired && error instanceof RolecallError)
    return error
  }
  const passPassword = (owner: Owner, client = signedOut()) =>
    requiredOf(client.signIn(owner.email, PASSWORD))

  it('is finished with a code, or a recovery code', async () => {
    const owner = await makeOwner(live.service())
    const client = signedOut()
    const required = await passPassword(owner, client)
    assert.deepEqual([required.status, required.code], [401, 'second_factor_required'])
    assert.deepEqual(required.factors, ['totp', 'recovery_code'])
    assert.ok(Date.parse(required.expiresAt) > Date.parse(live.service().clock.now()))
    assert.equal(client.readToken(), undefined)
    const wrong = { code: wrongCodeOf(live.service(), owner.secret) }
    assert.ok(await isUnauthorized(client.finishSignIn(required.readChallenge(), wrong)))
    assert.equal(client.readToken(), undefined)
    const code = nextCode(live.service(), owner.secret)
    const user = await client.finishSignIn(required.readChallenge(), { code })
    assert.deepEqual([user.id, 'api_token' in user], [owner.id, false])
    assert.equal((await client.me()).user.id, owner.id)

    const again = await passPassword(owner, client)
    const [recovery = ''] = owner.recoveryCodes
    await client.finishSignIn(again.readChallenge(), { recovery_code: recovery })
    assert.ok(await isUnauthorized(client.finishSignIn(again.readChallenge(), { recovery_code: recovery })))
  })

  it('is finished by a trusted client, which keeps its own token', async () => {
    const service = live.service()
    const owner = await makeOwner(service)
    const { token } = await makeActor(service, ['can-sign-in-users'])
    const client = live.client({ token })
    const endUser = { ip: '203.0.113.7', userAgent: 'Opera 12' }
    const required = await requiredOf(client.signInFor(endUser, owner.email, PASSWORD))
    const code = nextCode(service, owner.secret)
    const { api_token: theirs } = await client.finishSignInFor(endUser, required.readChallenge(), { code })
    assert.equal((await live.client({ token: theirs }).me()).user.id, owner.id)
    assert.equal(client.readToken(), token)
  })

  it('has a challenge that no printed error shows', async () => {
    const required = await passPassword(await makeOwner(live.service()))
    for (const text of shown(required)) assert.ok(!text.includes(required.readChallenge()), text)
  })
})

describe('The token', () => {
  it('does not appear in a printed client, resource or relation', async () => {
    const client = live.client()
    const user = await client.signIn(ADMIN.email, ADMIN.password)
    const token = client.readToken() as string
    for (const value of [client, client.users, client.users.relation(1, 'roles'), user]) {
      for (const text of shown(value)) assert.ok(!text.includes(token))
    }
  })

  it('does not appear in an error, and neither does the password', async () => {
    const { token } = live.service()
    const client = live.client()
    const dead = live.client({ baseUrl: 'http://127.0.0.1:1' })
    const errors = [
      await refusal(client.users.get(999_999)),
      await refusal(client.signIn(ADMIN.email, `${ADMIN.password} 2`)),
      await refusal(client.users.create({ email: 'x@example.com', password: ADMIN.password } as never)),
      await refusal(dead.signIn(ADMIN.email, ADMIN.password)),
      await refusal(dead.users.list()),
    ]
    assert.ok(errors.at(-1) instanceof RolecallNetworkError)
    for (const text of errors.flatMap(shown)) {
      assert.ok(!text.includes(token) && !text.includes(ADMIN.password), text)
    }
  })

  it('is refused if no header can carry it, and the error does not contain it', () => {
    for (const token of ['rc_line\nbreak', 'rc_ space', 'rc_é', '']) {
      assert.throws(
        () => live.client({ token }),
        (error) => error instanceof TypeError && (token === '' || !error.message.includes(token)),
      )
    }
  })
})

describe('The base URL', () => {
  it('may have a path and a trailing slash, or be of the same origin', () => {
    for (const baseUrl of ['http://a.example', 'https://a.example/accounts/', '', '/accounts']) {
      assert.doesNotThrow(() => createClient({ baseUrl }))
    }
  })

  it('is refused if it is invalid, without showing its password', () => {
    const wrong = [
      'example.com',
      'ftp://a.example',
      '//a.example',
      'https://ada:secret1@a.example',
      'https://a/?q=1',
    ]
    for (const baseUrl of wrong) {
      assert.throws(
        () => createClient({ baseUrl }),
        (error) => error instanceof TypeError && !error.message.includes('secret1'),
      )
    }
  })
})

describe('A refusal', () => {
  it('says what is wrong with each field, and has the request id', async () => {
    const error = await refusal(
      live.client().users.create({ email: 'not an address', frist_name: 'Ada' } as never),
    )
    assert.ok(error instanceof RolecallError && error.isInvalid)
    assert.deepEqual(Object.keys(error.fields).sort(), ['email', 'first_name', 'frist_name'])
    assert.match(error.fields.frist_name as string, /Did you mean first_name\?/)
    assert.equal(error.message, error.errors.join(' '))
    assert.match(error.requestId as string, /^[\w-]+$/)
    assert.equal(error.details.length, 3)
  })

  it('names the item if one of several is refused', async () => {
    const items = [{ name: 'Good' }, { name: '' }]
    const error = await refusal(live.client().roles.createMany(items))
    assert.ok(error instanceof RolecallError)
    assert.deepEqual(Object.keys(error.fields), ['1.name'])
  })
})
