// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, makeUser } from '../support/actors.ts'
import type { Answer } from '../support/answer.ts'
import { assertLeftOut } from '../support/bulk.ts'
import { type Cell, guardedCells, shown } from '../support/callers.ts'
import { startProbes, type Target } from '../support/probes.ts'
import { assertRefused, assertRefusedUnchanged, dumpOf } from '../support/refusals.ts'
import { ADMIN, type Service, startService } from '../support/service.ts'

const PASSWORD = 'a phrase of my own'

/** What a stranger sees of a response, without the values that differ in every response. */
const comparable = ({ status, headers, body }: Answer) => {
  const { request_id: _, ...rest } = body
  const { 'x-request-id': __, date: ___, ...others } = headers
  return JSON.stringify([status, others, rest])
}

/** API6:2023 Unrestricted access to sensitive business flows: signing in and up, setting up, taking over. */
describe('API6: enumeration of accounts', () => {
  let service: Service
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  const ask = (path: string, json: object) => service.call('POST', path, { token: null, json })

  it('is prevented at sign-in: unknown accounts and those that cannot sign in get identical responses', async () => {
    const active = await makeUser(service, { password: PASSWORD })
    const inactive = await makeUser(service, { password: PASSWORD, is_active: false })
    const deleted = await makeUser(service, { password: PASSWORD })
    const passwordless = await makeUser(service)
    dataOf(await service.call('POST', `/api/users/id/${deleted.id}/delete`))
    const waiting = { email: 'waiting@example.com', first_name: 'W', password: PASSWORD }
    dataOf(await service.call('POST', '/api/registrations/create', { json: waiting }))
    const attempts = [
      { email: 'nobody@example.com', password: PASSWORD },
      { email: 'nobody', password: PASSWORD },
      { email: active.email, password: 'another phrase' },
      { email: active.username, password: 'another phrase' },
      ...[inactive, deleted, passwordless, waiting].map(({ email }) => ({ email, password: PASSWORD })),
      { email: ADMIN.email, password: PASSWORD },
      { email: "' or 1=1 --", password: PASSWORD },
      { email: '%', password: '%' },
    ]
    const answers = await Promise.all(attempts.map((json) => ask('/api/signin', json)))
    for (const answer of answers) assertRefused(answer, { status: 401, code: 'unauthenticated' })
    assert.equal(new Set(answers.map(comparable)).size, 1)
  })

  it('is limited at sign-up: a response says that an email is taken, and nothing of its user', async () => {
    const [active, inactive] = [await makeUser(service), await makeUser(service, { is_active: false })]
    const deleted = await makeUser(service)
    dataOf(await service.call('POST', `/api/users/id/${deleted.id}/delete`))
    const person = { first_name: 'Eve', password: PASSWORD }
    const answers = [active.email, inactive.email, ADMIN.email, active.email.toUpperCase()].map((email) =>
      ask('/api/signup', { ...person, email }),
    )
    const responses = await Promise.all(answers)
    for (const answer of responses)
      assertRefused(answer, { status: 409, code: 'email_taken', details: [['email', 'email_taken']] })
    assert.equal(new Set(responses.map(comparable)).size, 1)
    // A deleted user cannot be told from one that never existed.
    assert.equal((await ask('/api/signup', { ...person, email: deleted.email })).status, 201)
  })

  it('is prevented at setup: a wrong code and a service that has users get identical responses', async () => {
    const fresh = await startService({ adminEmail: undefined, adminPassword: undefined })
    try {
      const json = { email: 'eve@example.com', first_name: 'Eve', password: PASSWORD, code: 'rc_guess' }
      const answers = [
        await ask('/api/setup', json),
        await fresh.call('POST', '/api/setup', { token: null, json }),
      ]
      for (const answer of answers) assertRefused(answer, { status: 403, code: 'setup_refused' })
      assert.equal(new Set(answers.map(comparable)).size, 1)
    } finally {
      await fresh.stop()
    }
  })
})

describe('API6: automation', () => {
  let service: Service
  before(async () => {
    service = await startService({ signinRateLimit: 3 })
  })
  after(() => service.stop())

  it('is limited for sign-ups from one address, whatever forwarding headers say', async () => {
    const up = (number: number) =>
      service.call('POST', '/api/signup', {
        token: null,
        headers: {
          'x-forwarded-for': `203.0.113.${number}`,
          'x-real-ip': `203.0.113.${number}`,
          forwarded: `for=203.0.113.${number}`,
        },
        json: { first_name: 'Eve', email: `eve${number}@example.com`, password: PASSWORD },
      })
    const statuses: number[] = []
    for (let number = 0; number < 3; number++) statuses.push((await up(number)).status)
    assert.deepEqual(statuses, [201, 201, 201])
    await assertRefusedUnchanged(service, () => up(9), { status: 429, code: 'too_many_requests' })
  })

  it('is limited for password guesses, after which the right password is not tried either', async () => {
    const user = await makeUser(service, { password: PASSWORD })
    service.clock.advance(120_000)
    const attempt = (password: string) =>
      service.call('POST', '/api/signin', { token: null, json: { email: user.email, password } })
    for (let number = 0; number < 3; number++)
      assertRefused(await attempt(`guess ${number}`), { status: 401, code: 'unauthenticated' })
    assertRefused(await attempt(PASSWORD), { status: 429, code: 'too_many_requests' })
  })
})

describe('API6: takeover of the installation', () => {
  let service: Service
  let probes: Awaited<ReturnType<typeof startProbes>>
  before(async () => {
    service = await startService()
    probes = await startProbes(service)
  })
  after(() => service.stop())

  const named = (rule: string) => guardedCells.filter(({ row }) => row.rules.includes(rule))
  const removes = ({ endpoint, method }: Cell) =>
    !endpoint.name.includes('relationships') || ['PUT', 'PATCH', 'DELETE'].includes(method)

  /** Asserts that each removing operation of the rule returns 409 for its target and changes nothing. @returns their number */
  async function assertConflicts(
    rule: string,
    code: string,
    targetFor: (cell: Cell) => Target | undefined,
  ): Promise<number> {
    let count = 0
    const before = await dumpOf(service)
    for (const cell of named(rule).filter(removes)) {
      const target = targetFor(cell)
      assert.ok(target, shown(cell))
      const answer = await probes.probe(cell.endpoint, cell.method, service.token, target)
      // The last super administrator would have to offboard or erase themselves, which nobody may.
      const isOwn = ['users.offboard', 'users.erase'].includes(cell.endpoint.name)
      if (isOwn) assert.equal(`${answer.status} ${answer.body.code}`, '409 own_account', shown(cell))
      else if (cell.row.rules.includes('reported')) assertLeftOut(answer, { code })
      else assert.equal(`${answer.status} ${answer.body.code}`, `409 ${code}`, shown(cell))
      count += 1
    }
    assert.deepEqual(await dumpOf(service), before)
    return count
  }

  it('is refused with 409 in each operation with the rule last-super-administrator', async () => {
    const role = dataOf(await service.call('GET', '/api/roles/slug/super-administrator')).id
    const inputs: Record<string, (of: number, member: number) => object> = {
      update: () => ({ is_active: false }),
      change: () => ({ status: 'inactive' }),
      updateMany: (of) => [{ id: of, is_active: false }],
      'bulk-remove-role': (of, role) => ({ ids: [of], role }),
      PUT: () => [],
      PATCH: (_of, id) => ({ id, expires_at: '2099-01-01' }),
      DELETE: (_of, id) => ({ id }),
    }
    const tried = await assertConflicts(
      'last-super-administrator',
      'last_super_administrator',
      ({ endpoint: { name }, method }) => {
        const [id, member] = name.startsWith('roles.') ? [role, 1] : [1, role]
        const input = inputs[name.includes('relationships') ? method : (name.split('.').at(-1) as string)]
        return { id, member, ...(input && { input: input(id, member) }) }
      },
    )
    assert.ok(tried >= 15, String(tried))
  })

  it('is refused with 409 in each operation with the rule built-in-role', async () => {
    const { id } = dataOf(await service.call('GET', '/api/roles/slug/super-administrator'))
    const permission = probes.standing.permissions?.id as number
    const inputs: Record<string, (of: number, member: number) => object> = {
      update: () => ({ slug: 'boss' }),
      change: () => ({ is_active: false }),
      updateMany: (of) => [{ id: of, name: 'Boss' }],
      'grants-change': (of, id) => ({ changes: [{ role: of, permission: id, held: false }] }),
      PUT: () => [],
      PATCH: (_of, id) => ({ id, is_active: false }),
      DELETE: (_of, id) => ({ id }),
    }
    const tried = await assertConflicts(
      'built-in-role',
      'built_in_role',
      ({ endpoint: { name }, method }) => {
        const [of, member] = name.startsWith('roles.') ? [id, permission] : [permission, id]
        const input = inputs[name.includes('relationships') ? method : (name.split('.').at(-1) as string)]
        return { id: of, member, ...(input && { input: input(of, member) }) }
      },
    )
    assert.ok(tried >= 14, String(tried))
  })

  it('does not work by creating users from one registration at the same time', async () => {
    const json = { email: 'twice@example.com', first_name: 'T', password: PASSWORD }
    const { item } = dataOf(await service.call('POST', '/api/registrations/create', { json }))
    const statuses = await Promise.all(
      [1, 2, 3].map(
        async () => (await service.call('POST', `/api/registrations/id/${item.id}/create-user`)).status,
      ),
    )
    assert.deepEqual(statuses.toSorted(), [201, 409, 409])
    assert.equal(
      dataOf(await service.call('GET', '/api/users', { query: { 'filter[email]': json.email } })).list.total,
      1,
    )
  })

  it('does not work by resetting the status of a registration that has become a user', async () => {
    const json = { email: 'back@example.com', first_name: 'B', password: PASSWORD }
    const { item } = dataOf(await service.call('POST', '/api/registrations/create', { json }))
    dataOf(await service.call('POST', `/api/registrations/id/${item.id}/create-user`))
    for (const status of ['email-verification-pending', 'email-verified', 'email-verification-vending']) {
      const attempt = () =>
        service.call('POST', `/api/registrations/id/${item.id}/update`, { json: { status } })
      await assertRefusedUnchanged(service, attempt, {
        status: 409,
        code: 'invalid_transition',
        details: [['status', 'invalid_transition']],
      })
    }
  })
})
