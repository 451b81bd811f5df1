import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { makeUser } from '../support/actors.ts'
import { assertRefused } from '../support/refusals.ts'
import { ADMIN, type Service, startService } from '../support/service.ts'
import {
  assertLimited,
  assertSignedIn,
  assertWrong,
  cookieOf,
  MINUTE_MS,
  newAddress,
  newEmail,
  RIGHT,
  signInFrom,
  signUpFrom,
  times,
  WRONG,
} from '../support/sign-ins.ts'

const LIMIT = 3

let service: Service
const signIn = (email: string, address: string, password?: string, cookie?: string) =>
  signInFrom(service, email, address, password, cookie)

describe('failed attempts of strangers', () => {
  before(async () => {
    service = await startService({ signinRateLimit: LIMIT, trustProxy: true })
  })
  after(() => service.stop())

  const attack = (email: string) => times(4 * LIMIT, async () => void (await signIn(email, newAddress())))

  async function settled() {
    const { email } = await makeUser(service, { password: RIGHT })
    const home = newAddress()
    return { email, home, cookie: cookieOf(assertSignedIn(await signIn(email, home, RIGHT))) }
  }

  it('keep nobody out at an address where they have signed in before', async () => {
    const { email, home } = await settled()
    await attack(email)
    await times(LIMIT - 1, async () => assertWrong(await signIn(email, home)))
    assertSignedIn(await signIn(email, home, RIGHT))
    assertLimited(await signIn(email, newAddress(), RIGHT))
  })

  it('keep nobody out on a device on which they have signed in before', async () => {
    const { email, cookie } = await settled()
    await attack(email)
    const hotel = newAddress()
    await times(LIMIT, async () => assertWrong(await signIn(newEmail(), hotel)))
    await times(LIMIT - 1, async () => assertWrong(await signIn(email, hotel, WRONG, cookie)))
    assertSignedIn(await signIn(email, hotel, RIGHT, cookie))
    await times(LIMIT, async () => assertWrong(await signIn(email, newAddress(), WRONG, cookie)))
    assertLimited(await signIn(email, newAddress(), RIGHT, cookie))
  })

  it('and their own failures never keep anybody out at both', async () => {
    const { email, home, cookie } = await settled()
    await attack(email)
    await times(5 * LIMIT, async () => assertWrong(await signIn(email, home, WRONG, cookie)))
    assertSignedIn(await signIn(email, home, RIGHT, cookie))
  })

  it('who took a device have a hundred guesses, and are strangers then', async () => {
    const { email, home, cookie } = await settled()
    await service.connection.db.updateTable('known_places').set({ failures: 98 }).execute()
    await times(2, async () => assertWrong(await signIn(email, home, WRONG, cookie)))
    // What is left is the address, as for any client without the cookie.
    await times(LIMIT, async () => assertWrong(await signIn(email, home, WRONG, cookie)))
    assertLimited(await signIn(email, home, RIGHT, cookie))
    service.clock.advance(MINUTE_MS)
    assertSignedIn(await signIn(email, home, RIGHT, cookie))
    await times(2 * LIMIT, async () => assertWrong(await signIn(email, home, WRONG, cookie)))
  })

  it('with a device of their own have no more room at the account of another', async () => {
    const { email } = await settled()
    const { cookie } = await settled()
    await attack(email)
    assertLimited(await signIn(email, newAddress(), WRONG, cookie))
    for (const made of ['rolecall-device=x', `rolecall-device=${'A'.repeat(43)}`, 'rolecall-device'])
      assertLimited(await signIn(email, newAddress(), RIGHT, made))
  })

  it('behind one address keep no account out that is known there, nor one that has just signed up', async () => {
    const { email, home } = await settled()
    const newcomer = (await makeUser(service, { password: RIGHT })).email
    await times(LIMIT, async () => assertWrong(await signIn((await makeUser(service)).email, home)))
    assertSignedIn(await signIn(email, home, RIGHT))
    assertLimited(await signIn(newcomer, home, RIGHT))
    const guest = newEmail()
    assert.equal((await signUpFrom(service, guest, home)).status, 201)
    assertSignedIn(await signIn(guest, home, RIGHT))
  })

  it('are not those who mistype at home: their failures lock nobody else there', async () => {
    const { email, home } = await settled()
    await times(LIMIT, async () => assertWrong(await signIn(email, home)))
    assertLimited(await signIn(email, home))
    const newcomer = (await makeUser(service, { password: RIGHT })).email
    assertSignedIn(await signIn(newcomer, home, RIGHT))
  })
})

describe('the device on which somebody has signed in', () => {
  afterEach(() => service.stop())

  it('has a cookie that no script can read and no other site can send, which signs nobody in', async () => {
    service = await startService({ signinRateLimit: LIMIT })
    const { email } = await makeUser(service, { password: RIGHT })
    const { headers } = await signIn(email, newAddress(), RIGHT)
    const said = String(headers['set-cookie'])
    assert.match(said, /^rolecall-device=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict$/)
    const cookie = said.split(';', 1)[0] as string
    const answer = await service.call('GET', '/api/me', { token: null, headers: { cookie } })
    assertRefused(answer, { status: 401, code: 'unauthenticated' })
    const again = await signIn(email, newAddress(), RIGHT, cookie)
    assert.equal(again.headers['set-cookie'], said, 'a device stays the same, for whoever signs in on it')
    assert.equal((await signIn(email, newAddress())).headers['set-cookie'], undefined)
    const rows = await service.connection.db.selectFrom('known_places').selectAll().execute()
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(cookie.slice('rolecall-device='.length)))
  })

  it('has a cookie for https alone where the service is published so, and none where nothing is limited', async () => {
    service = await startService({ signinRateLimit: LIMIT, publicUrl: 'https://accounts.example.com/app' })
    const { headers } = await signIn(ADMIN.email, newAddress(), ADMIN.password)
    assert.match(
      String(headers['set-cookie']),
      /^__Host-rolecall-device=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict; Secure$/,
    )
    await service.stop()
    service = await startService()
    const unlimited = await signIn(ADMIN.email, newAddress(), ADMIN.password)
    assert.equal(unlimited.headers['set-cookie'], undefined)
  })

  it('is forgotten three months after the last sign-in, as is the address', async () => {
    service = await startService({ signinRateLimit: LIMIT, trustProxy: true })
    const { email } = await makeUser(service, { password: RIGHT })
    const home = newAddress()
    const { headers } = await signIn(email, home, RIGHT)
    const cookie = String(headers['set-cookie']).split(';', 1)[0]
    service.clock.advance(91 * 24 * 60 * MINUTE_MS)
    await times(LIMIT, async () => assertWrong(await signIn(email, newAddress())))
    assertLimited(await signIn(email, home, RIGHT, cookie))
    const places = await service.connection.db.selectFrom('known_places').select('hash').execute()
    assert.deepEqual(places, [], 'what has expired is removed')
    service.clock.advance(MINUTE_MS)
    assert.equal((await signIn(email, home, RIGHT, cookie)).status, 200)
  })
})
