// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { endUserHeaders } from '../../../client/src/index.ts'
import type { FactorPolicy } from '../../../server/access/second-factor.ts'
import { prepare } from '../../../server/prepare.ts'
import {
  dataOf,
  giveRole,
  giveSession,
  giveToken,
  makeActor,
  makeRole,
  makeUser,
  type Person,
  type Role,
} from '../../support/actors.ts'
import {
  codeOf,
  enrol,
  MINUTE_MS,
  makeOwner,
  nextCode,
  PASSWORD,
  post,
  signInWithCode,
} from '../../support/factors.ts'
import { waitingMails } from '../../support/mail.ts'
import { assertForbidden, assertRefused, assertRefusedUnchanged } from '../../support/refusals.ts'
import { ADMIN, type Service, signIn, startService } from '../../support/service.ts'

const ENROL = { status: 403, code: 'second_factor_enrolment_required', says: /POST \/api\/me\/factors\/totp/ }
const LAST = { status: 409, code: 'last_required_factor' }
const HOUR_MS = 60 * MINUTE_MS

/** A service whose administrator has satisfied its policy. */
async function startWith(requireSecondFactor: FactorPolicy): Promise<Service> {
  const service = await startService({ requireSecondFactor })
  service.token = await signIn(service, ADMIN.email, ADMIN.password)
  await enrol(service, service.token)
  return service
}

const requiringRole = (service: Service, slugs: readonly string[] = []) =>
  makeRole(service, slugs, { requires_second_factor: true })

const meOf = async (service: Service, token: string) =>
  dataOf(await service.call('GET', '/api/me', { token }))

/** The two ways in which a service answers it must agree. */
async function isHeldBack(service: Service, token: string): Promise<boolean> {
  const { must_enrol_second_factor: must } = await meOf(service, token)
  const answer = await service.call('GET', '/api/overview', { token })
  if (must) assertRefused(answer, ENROL)
  else assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return must
}

/** A user without a factor who has just signed in. */
async function makeSession(service: Service, role?: Role | string): Promise<Person> {
  const user = await makeUser(service)
  if (role !== undefined) await giveRole(service, user, typeof role === 'string' ? role : role.slug)
  return { ...user, token: await giveSession(service, user) }
}

describe('The attribute requires_second_factor of a role', () => {
  let service: Service
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  const update = (role: { id: number }, json: object, token = service.token) =>
    post(service, `/api/roles/id/${role.id}/update`, token, json)

  it('is false unless it is set; lists filter and sort by it, and a copy keeps it', async () => {
    const plain = dataOf(await post(service, '/api/roles/create', service.token, { name: 'Plain' })).item
    assert.equal(plain.requires_second_factor, false)
    const role = await requiringRole(service)
    const listed = await service.call('GET', '/api/roles', {
      query: { 'filter[requires_second_factor]': 'true', sort: 'requires_second_factor' },
    })
    assert.deepEqual(
      dataOf(listed).list.data.map(({ id }: Role) => id),
      [role.id],
    )
    const copied = await post(service, `/api/roles/id/${role.id}/duplicate`, service.token, {
      name: 'A copy',
    })
    assert.equal(dataOf(copied).requires_second_factor, true)
    assert.equal(dataOf(await update(role, { requires_second_factor: 'off' })).requires_second_factor, false)
  })

  it('is set by whoever may update the role, and holds what it grants', async () => {
    const role = await makeRole(service, ['can-read-users'])
    const json = { requires_second_factor: true }
    const reader = await makeActor(service, ['can-read-roles'])
    await assertForbidden(service, () => update(role, json, reader.token), ['can-update-roles'])
    const lesser = await makeActor(service, ['can-update-roles', 'can-read-roles'])
    await assertForbidden(service, () => update(role, json, lesser.token), ['can-read-users'])
    const equal = await makeActor(service, ['can-update-roles', 'can-read-roles', 'can-read-users'])
    assert.equal((await update(role, json, equal.token)).status, 200)
    const builtIn = await service.call('GET', '/api/roles/slug/super-administrator')
    assert.equal((await update(dataOf(builtIn), json)).status, 200)
  })
})

describe('REQUIRE_SECOND_FACTOR', () => {
  const covered: Record<FactorPolicy, boolean[]> = {
    roles: [true, false, false, false],
    administrators: [true, true, true, false],
    everyone: [true, true, true, true],
  }
  for (const policy of Object.keys(covered) as FactorPolicy[]) {
    it(`${policy} holds back sign-ins without a factor of those whom it covers`, async () => {
      const service = await startWith(policy)
      try {
        const people = [
          await makeSession(service, await requiringRole(service)),
          await makeSession(service, await makeRole(service, ['can-read-taxonomies'])),
          await makeSession(service, 'super-administrator'),
          await makeSession(service),
        ]
        const held = []
        for (const { token } of people) held.push(await isHeldBack(service, token))
        assert.deepEqual(held, covered[policy])
      } finally {
        await service.stop()
      }
    })
  }

  it('everyone lets the first administrator in, who adds a factor', async () => {
    const [adminEmail, adminPassword] = [undefined, undefined]
    const service = await startService({ requireSecondFactor: 'everyone', adminEmail, adminPassword })
    try {
      const { firstAdministrator } = await prepare(service.connection, service.config)
      assert.ok(firstAdministrator?.kind === 'setup-code')
      const json = { ...ADMIN, first_name: 'First', code: firstAdministrator.code }
      dataOf(await post(service, '/api/setup', null, json))
      const token = await signIn(service, ADMIN.email, ADMIN.password)
      assert.equal(await isHeldBack(service, token), true)
      const { secret } = await enrol(service, token)
      assert.equal(await isHeldBack(service, token), false)
      const owner = { ...(await meOf(service, token)).user, secret }
      const { body } = await post(service, '/api/signin', null, ADMIN)
      const finish = { challenge: body.challenge, code: nextCode(service, owner.secret) }
      const again = dataOf(await post(service, '/api/signin', null, finish)).item.api_token
      assert.equal((await post(service, '/api/roles/create', again, { name: 'Ours' })).status, 201)
    } finally {
      await service.stop()
    }
  })

  it('administrators counts permissions as long as they are in force', async () => {
    const service = await startWith('administrators')
    try {
      const role = await makeRole(service)
      const { token } = await makeSession(service, role)
      assert.equal(await isHeldBack(service, token), false)
      const expires_at = new Date(Date.parse(service.clock.now()) + HOUR_MS).toISOString()
      const grant = { json: { id: 'can-read-taxonomies', expires_at } }
      dataOf(await service.call('POST', `/api/roles/${role.id}/relationships/permissions`, grant))
      assert.equal(await isHeldBack(service, token), true)
      service.clock.advance(HOUR_MS)
      assert.equal(await isHeldBack(service, token), false)
    } finally {
      await service.stop()
    }
  })
})

describe('A user whose role requires a second factor', () => {
  let service: Service
  let role: Role
  before(async () => {
    service = await startService()
    role = await requiringRole(service, ['can-read-users'])
  })
  after(() => service.stop())

  const linkOf = (user: { id: number }) => `/api/users/${user.id}/relationships/roles`

  it('may only add one, from when they hold the role until they no longer do', async () => {
    const user = await makeSession(service)
    const others = await makeRole(service)
    const changes: [change: () => Promise<unknown>, isHeld: boolean][] = [
      [() => giveRole(service, user, role.slug), true],
      [() => service.call('PATCH', linkOf(user), { json: { id: role.id, is_active: false } }), false],
      [() => service.call('PATCH', linkOf(user), { json: { id: role.id, is_active: true } }), true],
      [() => post(service, `/api/roles/id/${role.id}/update`, service.token, { is_active: false }), false],
      [() => post(service, `/api/roles/id/${role.id}/update`, service.token, { is_active: true }), true],
      [() => post(service, `/api/roles/id/${role.id}/delete`, service.token), false],
      [() => post(service, `/api/roles/id/${role.id}/restore`, service.token), true],
      [() => service.call('DELETE', linkOf(user), { json: role.id }), false],
      [() => giveRole(service, user, others.slug), false],
      [() => post(service, `/api/roles/id/${others.id}/update`, service.token, ON), true],
      [() => post(service, `/api/roles/id/${others.id}/update`, service.token, OFF), false],
    ]
    for (const [index, [change, isHeld]] of changes.entries()) {
      await change()
      assert.equal(await isHeldBack(service, user.token), isHeld, String(index))
    }
  })
  const ON = { requires_second_factor: true }
  const OFF = { requires_second_factor: false }

  it('may do everything again when the role expires', async () => {
    const user = await makeSession(service)
    const expires_at = new Date(Date.parse(service.clock.now()) + HOUR_MS).toISOString()
    await giveRole(service, user, { id: role.id, expires_at })
    assert.equal(await isHeldBack(service, user.token), true)
    service.clock.advance(HOUR_MS)
    assert.equal(await isHeldBack(service, user.token), false)
  })

  it('sees why, and that the token may do nothing else', async () => {
    const { token } = await makeSession(service, role)
    const me = await meOf(service, token)
    assert.deepEqual(
      me.roles.map(({ slug }: Role) => slug),
      [role.slug],
    )
    assert.deepEqual(me.permissions, [])
    const scopes = new Set<string>(JSON.stringify(me.may).match(/"(all|own|none)"/g))
    assert.deepEqual([...scopes], ['"none"'])
  })

  it('may do everything with the same token once the factor is confirmed', async () => {
    const { token } = await makeSession(service, role)
    const prepared = dataOf(await post(service, '/api/me/factors/totp', token))
    assert.equal(await isHeldBack(service, token), true)
    const code = codeOf(service, prepared.secret)
    assert.equal((await post(service, '/api/me/factors/totp/confirm', token, { code })).status, 201)
    assert.equal(await isHeldBack(service, token), false)
    assert.deepEqual((await meOf(service, token)).permissions, ['can-read-users'])
    assert.equal((await service.call('GET', '/api/users', { token })).status, 200)
  })

  it('proves an existing factor with an earlier token, or signs in with it', async () => {
    const user = await makeUser(service, { password: PASSWORD })
    const [first, earlier] = [await signIn(service, user.email, PASSWORD), await giveSession(service, user)]
    const owner = { ...user, token: first, ...(await enrol(service, first)) }
    await giveRole(service, user, role.slug)
    assert.equal(await isHeldBack(service, first), false)
    assert.equal(await isHeldBack(service, earlier), true)
    const code = nextCode(service, owner.secret)
    assert.equal((await post(service, '/api/reauthenticate', earlier, { code })).status, 200)
    assert.equal(await isHeldBack(service, earlier), false)
    assert.equal(await isHeldBack(service, await signInWithCode(service, owner)), false)
  })

  it('proves who they are again, by the password, when the sign-in is long past', async () => {
    const user = await makeUser(service, { password: PASSWORD })
    await giveRole(service, user, role.slug)
    const token = await signIn(service, user.email, PASSWORD)
    service.clock.advance(16 * MINUTE_MS)
    const stale = { status: 403, code: 'reauthentication_required' }
    assertRefused(await post(service, '/api/me/factors/totp', token), stale)
    assert.equal((await post(service, '/api/reauthenticate', token, { password: PASSWORD })).status, 200)
    assert.equal(await isHeldBack(service, token), true)
    await enrol(service, token)
    assert.equal(await isHeldBack(service, token), false)
  })

  it('verifies the address first, if that is not verified', async () => {
    const json = { email: 'unverified@example.com', first_name: 'Open', password: PASSWORD }
    const { item } = dataOf(await post(service, '/api/signup', null, json))
    await giveRole(service, item, role.slug)
    const token = await signIn(service, json.email, PASSWORD)
    const unverified = { status: 403, code: 'email_not_verified' }
    assertRefused(await post(service, '/api/me/factors/totp', token), unverified)
    assert.equal((await post(service, '/api/email/verify', token)).status, 202)
    const [{ code }] = await waitingMails(service, json.email, 'email-verify')
    assert.equal((await post(service, '/api/email/confirm', token, { code })).status, 200)
    await enrol(service, token)
    assert.equal(await isHeldBack(service, token), false)
  })

  it('is held back after an administrator has removed their factors, also if they signed in with one', async () => {
    const owner = await makeOwner(service)
    await giveRole(service, owner, role.slug)
    const token = await signInWithCode(service, owner)
    dataOf(await post(service, `/api/users/id/${owner.id}/factors/reset`, service.token))
    for (const each of [owner.token, token]) assert.equal(await isHeldBack(service, each), true)
    const { secret } = await enrol(service, token)
    assert.equal(await isHeldBack(service, token), false)
    // What it has proved was the factor that was removed.
    assert.equal(await isHeldBack(service, owner.token), true)
    const code = nextCode(service, secret)
    assert.equal((await post(service, '/api/reauthenticate', owner.token, { code })).status, 200)
    assert.equal(await isHeldBack(service, owner.token), false)
  })

  it('signs out and reads their factors', async () => {
    const { token } = await makeSession(service, role)
    assert.deepEqual(dataOf(await service.call('GET', '/api/me/factors', { token })).factors, [])
    assert.equal((await post(service, '/api/signout', token)).status, 200)
    assert.equal((await service.call('GET', '/api/me', { token })).status, 401)
  })

  it('keeps the last factor, whatever recovery codes there are', async () => {
    const owner = await makeOwner(service)
    const factorIds = async () =>
      dataOf(await service.call('GET', '/api/me/factors', { token: owner.token })).factors.map(
        ({ id }: { id: number }) => id,
      )
    const remove = async (id: number) => post(service, `/api/me/factors/${id}/delete`, owner.token)
    await giveRole(service, owner, role.slug)
    const [only] = await factorIds()
    await assertRefusedUnchanged(service, () => remove(only), LAST)
    service.clock.advance(MINUTE_MS)
    await enrol(service, owner.token, { name: 'Second' })
    assert.equal((await remove(only)).status, 200)
    const [left] = await factorIds()
    await assertRefusedUnchanged(service, () => remove(left), LAST)
    dataOf(await service.call('DELETE', linkOf(owner), { json: role.id }))
    assert.equal((await remove(left)).status, 200)
    assert.deepEqual(await factorIds(), [])
  })
})

describe('Tokens that are made by hand', () => {
  let service: Service
  let role: Role
  before(async () => {
    service = await startService()
    role = await requiringRole(service, ['can-read-users', 'can-assign-api-tokens', 'can-sign-in-users'])
  })
  after(() => service.stop())

  it('go on working, as they are no sign-ins', async () => {
    const user = await makeUser(service)
    await giveRole(service, user, role.slug)
    assert.equal(await isHeldBack(service, user.token), false)
    const json = { name: 'made', permissions: ['can-read-users'] }
    const made = dataOf(await post(service, `/api/users/id/${user.id}/tokens/create`, service.token, json))
    assert.equal((await service.call('GET', '/api/users', { token: made.item.api_token })).status, 200)
  })

  it('are not to be had from a sign-in without a factor', async () => {
    const [user, other] = [await makeSession(service, role), await makeUser(service)]
    for (const { id } of [user, other]) {
      const at = `/api/users/id/${id}`
      const make = () => post(service, `${at}/tokens/create`, user.token, { name: 'mine' })
      await assertRefusedUnchanged(service, make, ENROL)
      const api_token = 'a-token-of-my-own'.repeat(4)
      await assertRefusedUnchanged(
        service,
        () => post(service, `${at}/update`, user.token, { api_token }),
        ENROL,
      )
    }
  })

  it('of a trusted client are no sign-in without a factor either', async () => {
    const { email } = await makeUser(service, { password: PASSWORD })
    const signInBy = (token: string) =>
      service.call('POST', '/api/signin', {
        token,
        json: { email, password: PASSWORD },
        headers: endUserHeaders({ ip: '192.0.2.7' }),
      })
    const client = await makeSession(service, role)
    await assertRefusedUnchanged(service, () => signInBy(client.token), ENROL)
    assert.equal((await signInBy(await giveToken(service, client))).status, 200)
  })
})
