import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { dataOf, makeUser } from '../support/actors.ts'
import { assertRefused, assertRefusedUnchanged } from '../support/refusals.ts'
import { ADMIN, type Answer, type Service, startService } from '../support/service.ts'

const LIMIT = 3
const WRONG = 'a phrase of another'
const MINUTE_MS = 60_000

let service: Service
const RIGHT = 'a phrase of my own'
const from = (address: string) => ({ 'x-forwarded-for': address })
const signIn = (email: string, address: string, password = WRONG, cookie?: string) =>
  service.call('POST', '/api/signin', {
    token: null,
    headers: { ...from(address), ...(cookie !== undefined && { cookie }) },
    json: { email, password },
  })
const signUp = (email: string, address: string, headers = {}) =>
  service.call('POST', '/api/signup', {
    token: null,
    headers: { ...from(address), ...headers },
    json: { email, first_name: 'Ada', password: RIGHT },
  })

let made = 0
const newAddress = () => `198.18.${++made >> 8}.${made & 255}`
const newEmail = () => `guest${++made}@example.com`
const times = async (count: number, act: () => Promise<void>) => {
  for (let index = 0; index < count; index++) await act()
}

/** @returns seconds to wait */
function assertLimited(answer: Answer): number {
  assertRefused(answer, { status: 429, code: 'too_many_requests', says: /Try again in \d+ seconds/ })
  const seconds = Number(answer.headers['retry-after'])
  assert.ok(Number.isInteger(seconds) && seconds >= 1, String(seconds))
  return seconds
}
const assertWrong = (answer: Answer) => assertRefused(answer, { status: 401, code: 'unauthenticated' })

describe('attempts to sign in or up', () => {
  before(async () => {
    service = await startService({ signinRateLimit: LIMIT, trustProxy: true })
  })
  after(() => service.stop())

  const existing = async () => (await makeUser(service)).email
  const unknown = async () => newEmail()
  for (const [what, nameOf] of Object.entries({ existing, unknown })) {
    it(`are counted by account, from wherever they come, for an ${what} one`, async () => {
      const name = await nameOf()
      await times(LIMIT, async () => assertWrong(await signIn(name, newAddress())))
      const stranger = newAddress()
      assertLimited(await signIn(name, stranger))
      assertLimited(await signIn(` ${name.toUpperCase()} `, newAddress()))
      assertWrong(await signIn(newEmail(), stranger))
    })

    it(`of forty wrong passwords from forty addresses let in the first ones, for an ${what} one`, async () => {
      const name = await nameOf()
      const statuses: number[] = []
      await times(40, async () => void statuses.push((await signIn(name, newAddress())).status))
      assert.deepEqual(
        statuses,
        Array.from({ length: 40 }, (_, index) => (index < LIMIT ? 401 : 429)),
      )
    })
  }

  it('are counted by address, for whatever account', async () => {
    const address = newAddress()
    await times(LIMIT, async () => assertWrong(await signIn(newEmail(), address)))
    const email = newEmail()
    assertLimited(await signIn(email, address))
    assertWrong(await signIn(email, newAddress()))
  })

  it('are refused with the right password too, once there were too many', async () => {
    const { email } = await makeUser(service)
    const address = newAddress()
    await times(LIMIT, async () => assertWrong(await signIn(email, address)))
    dataOf(await service.call('POST', `/api/users/email/${email}/update`, { json: { password: WRONG } }))
    await assertRefusedUnchanged(service, () => signIn(email, address), {
      status: 429,
      code: 'too_many_requests',
    })
  })

  it('that succeed are not held against anybody, and end what failed before', async () => {
    const { email } = await makeUser(service, { password: WRONG })
    const address = newAddress()
    const succeeds = async () => assert.equal((await signIn(email, address)).status, 200)
    const fails = async () => assertWrong(await signIn(email, address, 'another phrase'))
    await times(2 * LIMIT, succeeds)
    await fails()
    await fails()
    await succeeds()
    service.clock.advance(MINUTE_MS)
    await times(LIMIT, fails)
    assertLimited(await signIn(email, address))
  })

  it('wait twice as long after each that failed, up to a quarter of an hour', async () => {
    const { email } = await makeUser(service)
    const address = newAddress()
    await times(LIMIT, async () => assertWrong(await signIn(email, address)))
    const waits: number[] = []
    for (let round = 0; round < 6; round++) {
      const seconds = assertLimited(await signIn(email, newAddress()))
      waits.push(seconds)
      service.clock.advance(seconds * 1000)
      assertWrong(await signIn(email, newAddress()))
    }
    const minutes = waits.map((seconds) => Math.round(seconds / 60))
    assert.deepEqual(minutes, [1, 2, 4, 8, 15, 15])
    service.clock.advance(25 * 60 * MINUTE_MS)
    await times(LIMIT, async () => assertWrong(await signIn(email, address)))
    assert.equal(Math.round(assertLimited(await signIn(email, address)) / 60), 1, 'a quiet day ends it')
  })

  it('wait twice as long for an address that goes on, whatever accounts it tries', async () => {
    const address = newAddress()
    const waits: number[] = []
    for (let round = 0; round < 3; round++) {
      await times(LIMIT, async () => assertWrong(await signIn(newEmail(), address)))
      const seconds = assertLimited(await signIn(newEmail(), address))
      waits.push(Math.round(seconds / 60))
      service.clock.advance(seconds * 1000)
    }
    assert.deepEqual(waits, [1, 2, 4])
  })

  describe('of strangers', () => {
    const cookieOf = ({ headers }: Answer) => String(headers['set-cookie']).split(';', 1)[0] as string
    const succeeds = (answer: Answer) => {
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return answer
    }
    const attack = (email: string) => times(4 * LIMIT, async () => void (await signIn(email, newAddress())))

    async function settled() {
      const { email } = await makeUser(service, { password: RIGHT })
      const home = newAddress()
      return { email, home, cookie: cookieOf(succeeds(await signIn(email, home, RIGHT))) }
    }

    it('keep nobody out at an address where they have signed in before', async () => {
      const { email, home } = await settled()
      await attack(email)
      await times(LIMIT - 1, async () => assertWrong(await signIn(email, home)))
      succeeds(await signIn(email, home, RIGHT))
      assertLimited(await signIn(email, newAddress(), RIGHT))
    })

    it('keep nobody out on a device on which they have signed in before', async () => {
      const { email, cookie } = await settled()
      await attack(email)
      const hotel = newAddress()
      await times(LIMIT, async () => assertWrong(await signIn(newEmail(), hotel)))
      await times(LIMIT - 1, async () => assertWrong(await signIn(email, hotel, WRONG, cookie)))
      succeeds(await signIn(email, hotel, RIGHT, cookie))
      await times(LIMIT, async () => assertWrong(await signIn(email, newAddress(), WRONG, cookie)))
      assertLimited(await signIn(email, newAddress(), RIGHT, cookie))
    })

    it('and their own failures never keep anybody out at both', async () => {
      const { email, home, cookie } = await settled()
      await attack(email)
      await times(5 * LIMIT, async () => assertWrong(await signIn(email, home, WRONG, cookie)))
      succeeds(await signIn(email, home, RIGHT, cookie))
    })

    it('who took a device have a hundred guesses, and are strangers then', async () => {
      const { email, home, cookie } = await settled()
      await service.connection.db.updateTable('known_places').set({ failures: 98 }).execute()
      await times(2, async () => assertWrong(await signIn(email, home, WRONG, cookie)))
      // What is left is the address, as for any client without the cookie.
      await times(LIMIT, async () => assertWrong(await signIn(email, home, WRONG, cookie)))
      assertLimited(await signIn(email, home, RIGHT, cookie))
      service.clock.advance(MINUTE_MS)
      succeeds(await signIn(email, home, RIGHT, cookie))
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
      succeeds(await signIn(email, home, RIGHT))
      assertLimited(await signIn(newcomer, home, RIGHT))
      const guest = newEmail()
      assert.equal((await signUp(guest, home)).status, 201)
      succeeds(await signIn(guest, home, RIGHT))
    })

    it('are not those who mistype at home: their failures lock nobody else there', async () => {
      const { email, home } = await settled()
      await times(LIMIT, async () => assertWrong(await signIn(email, home)))
      assertLimited(await signIn(email, home))
      const newcomer = (await makeUser(service, { password: RIGHT })).email
      succeeds(await signIn(newcomer, home, RIGHT))
    })
  })

  it('that succeed at the same time are all let in, of one account or of many', async () => {
    const address = newAddress()
    const { email } = await makeUser(service, { password: RIGHT })
    const emails = [
      ...Array.from({ length: 8 }, () => email),
      ...(await Promise.all(
        Array.from({ length: 8 }, async () => (await makeUser(service, { password: RIGHT })).email),
      )),
    ]
    const answers = await Promise.all(emails.map((email) => signIn(email, address, RIGHT)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      emails.map(() => 200),
    )
  })

  it('at the same time are no more than those one after the other', async () => {
    const { email } = await makeUser(service)
    const address = newAddress()
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(email, address)))
    assert.equal(answers.filter(({ status }) => status === 401).length, LIMIT)
    assert.equal(answers.filter(({ status }) => status === 429).length, 12 - LIMIT)
  })

  it('from all addresses of one IPv6 network are those of one', async () => {
    const [network, other] = ['2001:db8:1:2', '2001:db8:1:3']
    await times(LIMIT, async () => assertWrong(await signIn(newEmail(), `${network}::${++made}`)))
    assertLimited(await signIn(newEmail(), `${network}:ffff:ffff:ffff:ffff`))
    assertWrong(await signIn(newEmail(), `${other}::1`))
    const mapped = newAddress()
    await times(LIMIT, async () => assertWrong(await signIn(newEmail(), `::ffff:${mapped}`)))
    assertLimited(await signIn(newEmail(), mapped))
  })

  it('are remembered by a service that starts again, and say nothing of whom they were for', async () => {
    const email = newEmail()
    const address = newAddress()
    await times(LIMIT, async () => assertWrong(await signIn(email, address)))
    const { databaseUrl } = service.config
    const before = service
    service = await startService({
      databaseUrl,
      signinRateLimit: LIMIT,
      trustProxy: true,
      adminEmail: undefined,
      adminPassword: undefined,
    })
    assertLimited(await signIn(email, newAddress()))
    const rows = await service.connection.db.selectFrom('attempts').selectAll().execute()
    assert.ok(rows.length > 0)
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(`${email}|${address}`))
    await service.app.close()
    await service.connection.close()
    service = before
  })

  it('at signing up are counted apart, and make no user once there were too many', async () => {
    const address = newAddress()
    await times(LIMIT, async () => assert.equal((await signUp(newEmail(), address)).status, 201))
    await assertRefusedUnchanged(service, () => signUp(newEmail(), address), {
      status: 429,
      code: 'too_many_requests',
    })
    assertWrong(await signIn(newEmail(), address))
  })

  it('at signing up count although what an Idempotency-Key covers is taken back', async () => {
    const address = newAddress()
    const { email } = await makeUser(service)
    const taken = () => signUp(email, address, { 'idempotency-key': `key-${++made}` })
    await times(LIMIT, async () => assert.equal((await taken()).status, 409))
    assertLimited(await taken())
  })

  it('leave all other calls alone', async () => {
    const address = newAddress()
    await times(LIMIT, async () => assertWrong(await signIn(newEmail(), address)))
    assertLimited(await signIn(newEmail(), address))
    await times(20, async () => {
      assert.equal((await service.call('GET', '/api/users', { headers: from(address) })).status, 200)
    })
  })

  it('come from the proxy itself where what it says is no address', async () => {
    for (const said of ['unknown', 'x'.repeat(5000)]) {
      const { body } = await signUp(newEmail(), said)
      assert.equal(body.data.item.created_ip, '127.0.0.1', said.slice(0, 20))
    }
    assert.equal((await signUp(newEmail(), '<script>')).status, 201)
    assertLimited(await signUp(newEmail(), 'whatever'))
  })
})

describe('attempts, by the settings', () => {
  afterEach(() => service.stop())

  it('are not limited where SIGNIN_RATE_LIMIT is 0', async () => {
    service = await startService({ signinRateLimit: 0, trustProxy: true })
    const address = newAddress()
    await times(15, async () => assertWrong(await signIn('nobody', address)))
  })

  it('leave a cookie that no script can read and no other site can send, which signs nobody in', async () => {
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

  it('leave a cookie for https alone where the service is published so, and none where nothing is limited', async () => {
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

  it('are counted together by all processes', async () => {
    service = await startService({ signinRateLimit: LIMIT, trustProxy: true })
    const other = await startService({ ...service.config, adminEmail: undefined, adminPassword: undefined })
    try {
      const both = [service, other]
      const email = newEmail()
      const attempts = Array.from({ length: 12 }, (_, index) =>
        (both[index % 2] as Service).call('POST', '/api/signin', {
          token: null,
          headers: from(newAddress()),
          json: { email, password: WRONG },
        }),
      )
      const statuses = (await Promise.all(attempts)).map(({ status }) => status)
      assert.equal(statuses.filter((status) => status === 401).length, LIMIT)
      assert.equal(statuses.filter((status) => status === 429).length, 12 - LIMIT)
    } finally {
      await other.stop()
    }
  })

  it('are those of strangers again three months after the last sign-in', async () => {
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

  const distrusting = [{ trustProxy: false }, { trustProxy: ['10.0.0.0/8'] }]
  for (const { trustProxy } of distrusting) {
    it(`come from the socket where TRUST_PROXY is ${trustProxy}, whatever a header says`, async () => {
      service = await startService({ signinRateLimit: LIMIT, trustProxy })
      await times(LIMIT, async () => assertWrong(await signIn(newEmail(), newAddress())))
      assertLimited(await signIn(newEmail(), newAddress()))
    })
  }

  it('come from where a trusted proxy says, and that is kept with the user', async () => {
    service = await startService({ signinRateLimit: LIMIT, trustProxy: ['127.0.0.1'] })
    const [told, behind] = [newAddress(), newAddress()]
    const { body } = await signUp(newEmail(), `${told}, ${behind}`)
    assert.equal(body.data.item.created_ip, behind, 'the last one is the one the proxy added')
  })
})
