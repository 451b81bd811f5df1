// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { dataOf, makeUser } from '../../support/actors.ts'
import { assertRefusedUnchanged } from '../../support/refusals.ts'
import { type Service, startService } from '../../support/service.ts'
import {
  assertLimited,
  assertWrong,
  from,
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

let service: Service
const signIn = (email: string, address: string, password?: string) =>
  signInFrom(service, email, address, password)
const signUp = (email: string, address: string, headers?: object) =>
  signUpFrom(service, email, address, headers)

describe('attempts to sign in or up', () => {
  before(async () => {
    service = await startService({ signinRateLimit: LIMIT, trustProxy: true })
  })
  after(() => service.stop())

  const existing = async () => (await makeUser(service)).email
  const unknown = async () => newEmail()
  for (const [what, nameOf] of Object.entries({ existing, unknown })) {
    it(`are counted by account from all addresses, for an ${what} one`, async () => {
      const name = await nameOf()
      await times(LIMIT, async () => assertWrong(await signIn(name, newAddress())))
      const stranger = newAddress()
      assertLimited(await signIn(name, stranger))
      assertLimited(await signIn(` ${name.toUpperCase()} `, newAddress()))
      assertWrong(await signIn(newEmail(), stranger))
    })

    it(`with forty wrong passwords from forty addresses are limited after the first ones, for an ${what} account`, async () => {
      const name = await nameOf()
      const statuses: number[] = []
      await times(40, async () => void statuses.push((await signIn(name, newAddress())).status))
      assert.deepEqual(
        statuses,
        Array.from({ length: 40 }, (_, index) => (index < LIMIT ? 401 : 429)),
      )
    })
  }

  it('are counted by address for all accounts', async () => {
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

  it('that succeed are not counted, and reset earlier failures', async () => {
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

  it('wait twice as long after each failure, up to a quarter of an hour', async () => {
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
    assert.equal(
      Math.round(assertLimited(await signIn(email, address)) / 60),
      1,
      'a day without attempts resets it',
    )
  })

  it('wait twice as long for an address that continues, whatever accounts it tries', async () => {
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

  it('that succeed at the same time are all accepted, for one account or for many', async () => {
    const address = newAddress()
    const { email } = await makeUser(service, { password: RIGHT })
    const others = await Promise.all(
      Array.from({ length: 8 }, async () => (await makeUser(service, { password: RIGHT })).email),
    )
    // Not all together: those for one account wait for each other for two seconds, and hashes of others would delay them.
    for (const emails of [Array<string>(8).fill(email), others]) {
      const answers = await Promise.all(emails.map((email) => signIn(email, address, RIGHT)))
      assert.deepEqual(
        answers.map(({ status }) => status),
        emails.map(() => 200),
      )
    }
  })

  it('at the same time are limited to as many as in sequence', async () => {
    const { email } = await makeUser(service)
    const address = newAddress()
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(email, address)))
    assert.equal(answers.filter(({ status }) => status === 401).length, LIMIT)
    assert.equal(answers.filter(({ status }) => status === 429).length, 12 - LIMIT)
  })

  it('from all addresses of one IPv6 network are counted together', async () => {
    let host = 0
    const [network, other] = ['2001:db8:1:2', '2001:db8:1:3']
    await times(LIMIT, async () => assertWrong(await signIn(newEmail(), `${network}::${++host}`)))
    assertLimited(await signIn(newEmail(), `${network}:ffff:ffff:ffff:ffff`))
    assertWrong(await signIn(newEmail(), `${other}::1`))
    const mapped = newAddress()
    await times(LIMIT, async () => assertWrong(await signIn(newEmail(), `::ffff:${mapped}`)))
    assertLimited(await signIn(newEmail(), mapped))
  })

  it('are still counted after a restart, and name neither account nor address', async () => {
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

  it('to sign up are counted separately, and create no user once there were too many', async () => {
    const address = newAddress()
    await times(LIMIT, async () => assert.equal((await signUp(newEmail(), address)).status, 201))
    await assertRefusedUnchanged(service, () => signUp(newEmail(), address), {
      status: 429,
      code: 'too_many_requests',
    })
    assertWrong(await signIn(newEmail(), address))
  })

  it('to sign up are counted although the transaction of an Idempotency-Key is rolled back', async () => {
    const address = newAddress()
    const { email } = await makeUser(service)
    const taken = () => signUp(email, address, { 'idempotency-key': `key-of-${newEmail()}` })
    await times(LIMIT, async () => assert.equal((await taken()).status, 409))
    assertLimited(await taken())
  })

  it('to sign up are counted if the response is replayed too, so that nobody can guess the password', async () => {
    const email = newEmail()
    const headers = { 'idempotency-key': 'guessed' }
    assert.equal((await signUp(email, newAddress(), headers)).status, 201)
    await times(LIMIT - 1, async () => {
      const again = await signUp(email, newAddress(), headers)
      assert.equal(again.headers['idempotency-replayed'], 'true')
    })
    assertLimited(await signUp(email, newAddress(), headers))
  })

  it('do not limit other calls', async () => {
    const address = newAddress()
    await times(LIMIT, async () => assertWrong(await signIn(newEmail(), address)))
    assertLimited(await signIn(newEmail(), address))
    await times(20, async () => {
      assert.equal((await service.call('GET', '/api/users', { headers: from(address) })).status, 200)
    })
  })

  it('come from the proxy itself if it forwards no valid address', async () => {
    for (const forwarded of ['unknown', 'x'.repeat(5000)]) {
      const { body } = await signUp(newEmail(), forwarded)
      assert.equal(body.data.item.created_ip, '127.0.0.1', forwarded.slice(0, 20))
    }
    assert.equal((await signUp(newEmail(), '<script>')).status, 201)
    assertLimited(await signUp(newEmail(), 'whatever'))
  })
})

describe('attempts with different settings', () => {
  afterEach(() => service.stop())

  it('are not limited with SIGNIN_RATE_LIMIT=0', async () => {
    service = await startService({ signinRateLimit: 0, trustProxy: true })
    const address = newAddress()
    await times(15, async () => assertWrong(await signIn('nobody', address)))
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

  const distrusting = [{ trustProxy: false }, { trustProxy: ['10.0.0.0/8'] }]
  for (const { trustProxy } of distrusting) {
    it(`come from the address of the socket with TRUST_PROXY=${trustProxy}, whatever a header says`, async () => {
      service = await startService({ signinRateLimit: LIMIT, trustProxy })
      await times(LIMIT, async () => assertWrong(await signIn(newEmail(), newAddress())))
      assertLimited(await signIn(newEmail(), newAddress()))
    })
  }

  it('come from the address that a trusted proxy forwards, which is stored with the user', async () => {
    service = await startService({ signinRateLimit: LIMIT, trustProxy: ['127.0.0.1'] })
    const [outer, inner] = [newAddress(), newAddress()]
    const { body } = await signUp(newEmail(), `${outer}, ${inner}`)
    assert.equal(body.data.item.created_ip, inner, 'the last one is the one the proxy added')
  })
})
