// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, makeUser } from '../support/actors.ts'
import { waitingMails } from '../support/mail.ts'
import { type Pair, startPair } from '../support/service.ts'

/**
 * API6: whether somebody has an address, learned from the username that one's own sign-up gets: a sign-up that was stored
 * must not take a username from the next one.
 */

const PASSWORD = 'a phrase of my own'

let pair: Pair
let count = 0
const next = () => ++count
before(async () => {
  pair = await startPair({ signup: 'verify' })
})
after(() => pair.stop())

const signUp = (email: string, username?: string, service = pair.service) =>
  service.call('POST', '/api/signup', {
    token: null,
    json: { email, first_name: 'Ada', password: PASSWORD, ...(username !== undefined && { username }) },
  })
const create = (path: string, json: object) =>
  pair.service.call('POST', `/api/${path}/create`, { json }).then(dataOf)

/** @returns the username that the owner of the address gets */
async function verified(email: string): Promise<string> {
  const { code } = (await waitingMails(pair.service, email, 'verify')).at(-1)
  const json = { code, password: PASSWORD }
  const { item } = dataOf(await pair.service.call('POST', '/api/signup/verify', { token: null, json }))
  return item.username
}

/** Addresses whose local part is this, by what the service knows of them. */
const KNOWN: Readonly<Record<string, (local: string) => Promise<string>>> = {
  nobody: async (local) => `${local}@nobody.example`,
  'a user with another username': async (local) =>
    (await makeUser(pair.service, { email: `${local}@user.example`, username: `other.${local}` })).email,
  'somebody invited': async (local) => {
    const { item } = await create('invitations', { email: `${local}@invited.example` })
    return item.email
  },
  'a registration that an administrator made': async (local) => {
    const { item } = await create('registrations', {
      email: `${local}@made.example`,
      first_name: 'Ada',
      password: PASSWORD,
    })
    return item.email
  },
  'a sign-up that waits': async (local) => {
    const email = `${local}@waiting.example`
    dataOf(await signUp(email))
    return email
  },
}

describe('API6: the username of a stranger’s own sign-up', () => {
  for (const [who, make] of Object.entries(KNOWN)) {
    it(`is the one that they chose after they chose it for the address of ${who}, too`, async () => {
      const [victim, own, username] = [
        await make(`ada${next()}`),
        `own${next()}@evil.example`,
        `wish.${next()}`,
      ]
      dataOf(await signUp(victim, username))
      dataOf(await signUp(own, username))
      assert.equal(await verified(own), username)
    })

    it(`is the default one if they chose it before they choose it for the address of ${who}`, async () => {
      const [victim, own, username] = [
        await make(`ada${next()}`),
        `own${next()}@evil.example`,
        `wish.${next()}`,
      ]
      dataOf(await signUp(own, username))
      dataOf(await signUp(victim, username))
      assert.equal(await verified(own), own.split('@')[0])
    })

    it(`is made of their address, without a number, after a sign-up with the address of ${who}`, async () => {
      for (const isFirst of [true, false]) {
        const local = `grace${next()}hopper`
        const [victim, own] = [await make(local), `${local}@evil.example`]
        for (const email of isFirst ? [own, victim] : [victim, own]) dataOf(await signUp(email))
        assert.equal(await verified(own), local)
      }
    })
  }

  it('is no reason for a refusal among many at the same time', async () => {
    const username = `wish.${next()}`
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        signUp(`own${next()}@evil.example`, username, index % 2 === 0 ? pair.service : pair.other),
      ),
    )
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.code]),
      Array.from({ length: 8 }, () => [201, undefined]),
    )
  })

  it('is not taken from a registration that an administrator made, nor from a verified one', async () => {
    for (const status of ['email-verification-pending', 'email-verified']) {
      const [local, username] = [`made${next()}`, `kept.${next()}`]
      const made = { email: `${local}@made.example`, username, first_name: 'Ada', password: PASSWORD, status }
      const { item } = await create('registrations', made)
      dataOf(await signUp(`own${next()}@evil.example`, username))
      const kept = dataOf(await pair.service.call('GET', `/api/registrations/id/${item.id}`))
      assert.equal(kept.username, username)
    }
  })
})
