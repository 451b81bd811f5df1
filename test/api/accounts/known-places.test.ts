// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { CompiledQuery } from 'kysely'
import { dataOf, makeUser } from '../../support/actors.ts'
import { engine } from '../../support/databases.ts'
import { assertRefused } from '../../support/refusals.ts'
import { ADMIN, type Service, type Statement, startService } from '../../support/service.ts'
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
} from '../../support/sign-ins.ts'

const LIMIT = 3
/** The number of addresses and of devices that an account has. */
const MOST_PLACES = 20
const ROWS_PER_BATCH = 1000
const LONG_AGO = '2020-01-01T00:00:00.000Z'
const PENDING = { pending: 0, pending_until: LONG_AGO }

let service: Service
const signIn = (email: string, address: string, password?: string, cookie?: string) =>
  signInFrom(service, email, address, password, cookie)

describe('failed attempts of strangers', () => {
  before(async () => {
    service = await startService({ signinRateLimit: LIMIT, trustProxy: true })
  })
  after(() => service.stop())

  const attack = (email: string) => times(4 * LIMIT, async () => void (await signIn(email, newAddress())))

  async function makeSettledUser() {
    const { email } = await makeUser(service, { password: RIGHT })
    const home = newAddress()
    return { email, home, cookie: cookieOf(assertSignedIn(await signIn(email, home, RIGHT))) }
  }

  it('do not keep users out at an address where they have signed in before', async () => {
    const { email, home } = await makeSettledUser()
    await attack(email)
    await times(LIMIT - 1, async () => assertWrong(await signIn(email, home)))
    assertSignedIn(await signIn(email, home, RIGHT))
    assertLimited(await signIn(email, newAddress(), RIGHT))
  })

  it('do not keep users out on a device on which they have signed in before', async () => {
    const { email, cookie } = await makeSettledUser()
    await attack(email)
    const hotel = newAddress()
    await times(LIMIT, async () => assertWrong(await signIn(newEmail(), hotel)))
    await times(LIMIT - 1, async () => assertWrong(await signIn(email, hotel, WRONG, cookie)))
    assertSignedIn(await signIn(email, hotel, RIGHT, cookie))
    await times(LIMIT, async () => assertWrong(await signIn(email, newAddress(), WRONG, cookie)))
    assertLimited(await signIn(email, newAddress(), RIGHT, cookie))
  })

  it('do not keep users out on their device at their address, even together with their own failures', async () => {
    const { email, home, cookie } = await makeSettledUser()
    await attack(email)
    await times(5 * LIMIT, async () => assertWrong(await signIn(email, home, WRONG, cookie)))
    assertSignedIn(await signIn(email, home, RIGHT, cookie))
  })

  it('on a stolen device are limited to a hundred, after which the device counts as unknown', async () => {
    const { email, home, cookie } = await makeSettledUser()
    await service.connection.db.updateTable('known_places').set({ failures: 98 }).execute()
    await times(2, async () => assertWrong(await signIn(email, home, WRONG, cookie)))
    // Only the address remains, as for any client without the cookie.
    await times(LIMIT, async () => assertWrong(await signIn(email, home, WRONG, cookie)))
    assertLimited(await signIn(email, home, RIGHT, cookie))
    service.clock.advance(MINUTE_MS)
    assertSignedIn(await signIn(email, home, RIGHT, cookie))
    await times(2 * LIMIT, async () => assertWrong(await signIn(email, home, WRONG, cookie)))
  })

  it('with a device of their own are limited at another account like those without', async () => {
    const { email } = await makeSettledUser()
    const { cookie } = await makeSettledUser()
    await attack(email)
    assertLimited(await signIn(email, newAddress(), WRONG, cookie))
    for (const made of ['rolecall-device=x', `rolecall-device=${'A'.repeat(43)}`, 'rolecall-device'])
      assertLimited(await signIn(email, newAddress(), RIGHT, made))
  })

  it('from one address do not keep out accounts that are known there or have just signed up there', async () => {
    const { email, home } = await makeSettledUser()
    const newcomer = (await makeUser(service, { password: RIGHT })).email
    await times(LIMIT, async () => assertWrong(await signIn((await makeUser(service)).email, home)))
    assertSignedIn(await signIn(email, home, RIGHT))
    assertLimited(await signIn(newcomer, home, RIGHT))
    const guest = newEmail()
    assert.equal((await signUpFrom(service, guest, home)).status, 201)
    assertSignedIn(await signIn(guest, home, RIGHT))
  })

  it('do not affect the twenty addresses and twenty devices where an account has signed in last', async () => {
    const [{ email, home, cookie }, other] = [await makeSettledUser(), await makeSettledUser()]
    const places = () => service.connection.db.selectFrom('known_places')
    const work = newAddress()
    assertSignedIn(await signIn(email, work, RIGHT))
    await times(MOST_PLACES, async () => {
      service.clock.advance(1)
      assertSignedIn(await signIn(email, newAddress(), RIGHT))
      service.clock.advance(1)
      assertSignedIn(await signIn(email, work, RIGHT))
    })
    const kept = await places().select(['user_id', 'is_device']).execute()
    const { id } = dataOf(await service.call('GET', `/api/users/email/${email}`))
    const own = kept.filter(({ user_id: user }) => Number(user) === id)
    assert.equal(own.length, 2 * MOST_PLACES)
    assert.equal(own.filter(({ is_device: isDevice }) => isDevice).length, MOST_PLACES)
    await attack(email)
    await attack(other.email)
    assertSignedIn(await signIn(email, work, RIGHT))
    assertLimited(await signIn(email, home, RIGHT))
    assertLimited(await signIn(email, newAddress(), RIGHT, cookie))
    assertSignedIn(await signIn(other.email, other.home, RIGHT))
    assertSignedIn(await signIn(other.email, newAddress(), RIGHT, other.cookie))
  })

  it('do not affect places known before a migration, until they expire or the account signs in there again', async () => {
    const [{ email, home, cookie }, { db }] = [await makeSettledUser(), service.connection]
    const { id } = dataOf(await service.call('GET', `/api/users/email/${email}`))
    const own = () => db.selectFrom('known_places').where('user_id', '=', id).select('is_device').execute()
    // The migration leaves existing rows like this.
    const unknown = { user_id: null, is_device: false }
    await db.updateTable('known_places').set(unknown).where('user_id', '=', id).execute()
    await attack(email)
    assertSignedIn(await signIn(email, newAddress(), RIGHT, cookie))
    assertSignedIn(await signIn(email, home, RIGHT))
    const kept = { failures: 0, expires_at: '2999-01-01T00:00:00.000Z', user_id: id }
    await db
      .insertInto('known_places')
      .values(
        Array.from({ length: 4 * MOST_PLACES }, (_, index) => {
          return { hash: `more-${index}`, is_device: index % 2 === 0, ...kept }
        }),
      )
      .execute()
    assertSignedIn(await signIn(email, home, RIGHT))
    const isDevice = (await own()).map(({ is_device }) => is_device)
    assert.deepEqual([isDevice.length, isDevice.filter(Boolean).length], [2 * MOST_PLACES, MOST_PLACES])
  })

  it('cost a sign-in one statement more, which uses an index', async () => {
    const { email, home } = await makeSettledUser()
    service.statements.recorded = []
    assertSignedIn(await signIn(email, home, RIGHT))
    const { recorded } = service.statements
    delete service.statements.recorded
    const ofPlaces = recorded.filter(({ sql }) => sql.includes('known_places'))
    assert.deepEqual(
      ofPlaces.map(({ sql }) => sql.split(' ', 1)[0]),
      ['select', 'insert', 'delete'],
    )
    if (engine === 'postgres') return
    const { sql: text, parameters } = ofPlaces.at(-1) as Statement
    const explain = CompiledQuery.raw(`explain query plan ${text}`, [...parameters])
    const { rows } = await service.connection.db.executeQuery<{ detail: string }>(explain)
    const steps = rows.map(({ detail }) => detail).filter((detail) => detail.includes('known_places'))
    assert.ok(steps.length > 0 && steps.every((step) => step.startsWith('SEARCH')), steps.join())
  })

  it('at the address of one account do not limit other accounts there', async () => {
    const { email, home } = await makeSettledUser()
    await times(LIMIT, async () => assertWrong(await signIn(email, home)))
    assertLimited(await signIn(email, home))
    const newcomer = (await makeUser(service, { password: RIGHT })).email
    assertSignedIn(await signIn(newcomer, home, RIGHT))
  })
})

describe('a known device', () => {
  afterEach(() => service.stop())

  it('has a cookie that no script can read and no other site can send, and that signs nobody in', async () => {
    service = await startService({ signinRateLimit: LIMIT })
    const { email } = await makeUser(service, { password: RIGHT })
    const { headers } = await signIn(email, newAddress(), RIGHT)
    const setCookie = String(headers['set-cookie'])
    assert.match(
      setCookie,
      /^rolecall-device=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict$/,
    )
    const cookie = setCookie.split(';', 1)[0] as string
    const answer = await service.call('GET', '/api/me', { token: null, headers: { cookie } })
    assertRefused(answer, { status: 401, code: 'unauthenticated' })
    const again = await signIn(email, newAddress(), RIGHT, cookie)
    assert.equal(
      again.headers['set-cookie'],
      setCookie,
      'a device stays the same for every user who signs in on it',
    )
    assert.equal((await signIn(email, newAddress())).headers['set-cookie'], undefined)
    const rows = await service.connection.db.selectFrom('known_places').selectAll().execute()
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(cookie.slice('rolecall-device='.length)))
  })

  it('has a cookie for https only if PUBLIC_URL is https, and none if sign-ins are not limited', async () => {
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

  it('is forgotten three months after the last sign-in, like an address', async () => {
    service = await startService({ signinRateLimit: LIMIT, trustProxy: true })
    const { email } = await makeUser(service, { password: RIGHT })
    const home = newAddress()
    const { headers } = await signIn(email, home, RIGHT)
    const cookie = String(headers['set-cookie']).split(';', 1)[0]
    service.clock.advance(91 * 24 * 60 * MINUTE_MS)
    await times(LIMIT, async () => assertWrong(await signIn(email, newAddress())))
    assertLimited(await signIn(email, home, RIGHT, cookie))
    await service.runJob('delete-expired-attempts')
    const places = await service.connection.db.selectFrom('known_places').select('hash').execute()
    assert.deepEqual(places, [], 'expired rows are removed')
    service.clock.advance(MINUTE_MS)
    assert.equal((await signIn(email, home, RIGHT, cookie)).status, 200)
  })

  it('is removed with all other expired places and counters', async () => {
    service = await startService({ signinRateLimit: LIMIT, trustProxy: true })
    const { db } = service.connection
    const left = () =>
      Promise.all(
        (['known_places', 'attempts'] as const).map(
          async (table) =>
            (await db.selectFrom(table).where('hash', 'like', 'old-%').select('hash').execute()).length,
        ),
      )
    const hashes = Array.from({ length: 2 * ROWS_PER_BATCH + 1 }, (_, index) => `old-${index}`)
    const expires_at = LONG_AGO
    await db
      .insertInto('known_places')
      .values(hashes.map((hash) => ({ hash, failures: 0, expires_at, user_id: null, is_device: false })))
      .execute()
    const counter = {
      count: 1,
      strikes: 0,
      window_ends_at: LONG_AGO,
      blocked_until: LONG_AGO,
      expires_at,
      ...PENDING,
    }
    await db
      .insertInto('attempts')
      .values(hashes.slice(0, 3).map((hash) => ({ hash, ...counter })))
      .execute()
    const counted = () => db.selectFrom('attempts').where('hash', 'not like', 'old-%').selectAll().execute()
    assertWrong(await signIn(newEmail(), newAddress()))
    const before = await counted()
    assert.deepEqual(await left(), [hashes.length, 3], 'no attempt waits for the removal')
    await service.runJob('delete-expired-attempts')
    assert.deepEqual(await left(), [0, 0])
    assert.ok(before.length > 1)
    assert.deepEqual(await counted(), before, 'other counters stay')
  })
})
