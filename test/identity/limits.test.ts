import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { makeUser } from '../support/actors.ts'
import { assertRefused, assertRefusedUnchanged } from '../support/refusals.ts'
import { type Answer, type Service, startService } from '../support/service.ts'

const LIMIT = 3
const WRONG = 'a phrase of another'

let service: Service
const from = (address: string) => ({ 'x-forwarded-for': address })
const signIn = (email: string, address: string) =>
  service.call('POST', '/api/signin', {
    token: null,
    headers: from(address),
    json: { email, password: WRONG },
  })
const signUp = (email: string, address: string) =>
  service.call('POST', '/api/signup', {
    token: null,
    headers: from(address),
    json: { email, first_name: 'Ada', password: 'a phrase of my own' },
  })

let made = 0
const newAddress = () => `203.0.113.${++made}`
const newEmail = () => `guest${++made}@example.com`
const times = async (count: number, act: () => Promise<void>) => {
  for (let index = 0; index < count; index++) await act()
}

function assertLimited(answer: Answer): void {
  assertRefused(answer, { status: 429, code: 'too_many_requests', says: /Try again in \d+ seconds/ })
  const seconds = Number(answer.headers['retry-after'])
  assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, String(seconds))
}
const assertWrong = (answer: Answer) => assertRefused(answer, { status: 401, code: 'unauthenticated' })

describe('attempts to sign in or up', () => {
  before(async () => {
    service = await startService({ signinRateLimit: LIMIT, trustProxy: true })
  })
  after(() => service.stop())

  it('are counted by account, from wherever they come', async () => {
    const { email } = await makeUser(service)
    await times(LIMIT, async () => assertWrong(await signIn(email, newAddress())))
    assertLimited(await signIn(email, newAddress()))
    assertLimited(await signIn(` ${email.toUpperCase()} `, newAddress()))
    assertWrong(await signIn(newEmail(), newAddress()))
  })

  it('are counted alike for accounts that do not exist', async () => {
    await times(LIMIT, async () => assertWrong(await signIn('nobody', newAddress())))
    assertLimited(await signIn('nobody', newAddress()))
  })

  it('are counted by address, for whatever account', async () => {
    const address = newAddress()
    await times(LIMIT, async () => assertWrong(await signIn(newEmail(), address)))
    const email = newEmail()
    assertLimited(await signIn(email, address))
    assertWrong(await signIn(email, newAddress()))
  })

  it('are refused with the right password too, once there were too many', async () => {
    const { email } = await makeUser(service, { password: WRONG })
    await times(LIMIT, async () => assert.equal((await signIn(email, newAddress())).status, 200))
    await assertRefusedUnchanged(service, () => signIn(email, newAddress()), {
      status: 429,
      code: 'too_many_requests',
    })
  })

  it('at signing up are counted apart, and make no user once there were too many', async () => {
    const address = newAddress()
    await times(LIMIT, async () => assert.equal((await signUp(newEmail(), address)).status, 201))
    await assertRefusedUnchanged(service, () => signUp(newEmail(), address), {
      status: 429,
      code: 'too_many_requests',
    })
    assertWrong(await signIn(newEmail(), address))
    const email = newEmail()
    assert.equal((await signUp(email, newAddress())).status, 201)
    await times(LIMIT - 1, async () => assert.equal((await signUp(email, newAddress())).status, 409))
    assertLimited(await signUp(email, newAddress()))
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

  const distrusting = [{ trustProxy: false }, { trustProxy: ['10.0.0.0/8'] }]
  for (const { trustProxy } of distrusting) {
    it(`come from the socket where TRUST_PROXY is ${trustProxy}, whatever a header says`, async () => {
      service = await startService({ signinRateLimit: LIMIT, trustProxy })
      // The first of them is the administrator's own, from the same address.
      await times(LIMIT - 1, async () => assertWrong(await signIn(newEmail(), newAddress())))
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
