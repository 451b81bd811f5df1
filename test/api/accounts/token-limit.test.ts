// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import { listEndpoints } from '../../../server/app.ts'
import { loadConfig } from '../../../server/config/config.ts'
import type { Refusal } from '../../../server/errors.ts'
import { costOf } from '../../../server/http/request/cost.ts'
import { createTokenLimit } from '../../../server/http/request/token-limit.ts'
import { assertRefused, dumpOf } from '../../support/refusals.ts'
import { type Service, signIn, startService } from '../../support/service.ts'
import { cachesInUse } from '../../support/statements.ts'

const endpoints = listEndpoints(loadConfig({}, { cwd: import.meta.dirname }))
const PERSON = { email: 'ann@example.com', password: 'a quite unusual phrase', first_name: 'Ann' }

type Input = Partial<Parameters<typeof costOf>[1]>

function cost(name: string, asked: Input = {}): number {
  // The last: among endpoints with one name, reads come first.
  const endpoint = endpoints.findLast((each) => each.name === name)
  assert.ok(endpoint, name)
  return costOf(endpoint, { sent: {}, filters: {}, body: undefined, ...asked })
}

describe('The cost of a call', () => {
  const costs: [string, number, string, Input][] = [
    ['a record', 1, 'users.read', {}],
    ['a page', 1, 'users.list', {}],
    [
      'a page with parameters that an index serves',
      1,
      'users.list',
      { sent: { sort: 'id', page: 3, trashed: 'true' }, filters: { id: 'gt:3' } },
    ],
    ['a search', 5, 'users.list', { sent: { q: 'ada' } }],
    ['a search for nothing', 1, 'users.list', { sent: { q: ' ' } }],
    ['a pattern', 5, 'users.list', { filters: { name: 'like:a' } }],
    ['two patterns', 9, 'users.list', { filters: { name: 'like:a|AND|like:b' } }],
    [
      'patterns of two fields, and a list of values',
      13,
      'users.list',
      { filters: { name: ['like:a', 'like:b'], email: 'like:c' } },
    ],
    ['relations', 3, 'users.list', { sent: { include: 'roles, permissions' } }],
    ['relations of a record', 2, 'users.read', { sent: { include: 'roles' } }],
    ['a page of 100', 1, 'users.list', { sent: { per_page: '100' } }],
    ['a page of 101', 2, 'users.list', { sent: { per_page: 101 } }],
    ['a page of 1000, by limit', 10, 'users.list', { sent: { limit: '1000' } }],
    ['a page that is too large', 10, 'users.list', { sent: { per_page: '9e99' } }],
    ['a page whose size is not a number', 1, 'users.list', { sent: { per_page: 'many' } }],
    ['a write', 1, 'roles.create', { sent: { name: 'Pilot', q: 'ignored', include: 'roles' } }],
    ['a write with a password', 10, 'users.create', { sent: PERSON }],
    ['three records in bulk', 3, 'roles.createMany', { body: [{}, {}, {}] }],
    ['two records with passwords in bulk', 20, 'users.createMany', { body: [PERSON, PERSON] }],
    ['ids', 3, 'roles.deleteMany', { sent: { ids: '1,2,3' } }],
    ['ids of a list', 2, 'roles.deleteMany', { sent: { ids: [1, 2] } }],
    ['members', 3, 'users.relationships.roles', { sent: { id: 'editor,author,3' } }],
    [
      'roles selected for a user',
      3,
      'registrations.create-user',
      { sent: { roles: ['editor', 'author', 3] } },
    ],
    ['records named for an action', 3, 'users.bulk-delete', { sent: { ids: [1, 2, 3] } }],
    [
      'more addresses than one call handles',
      100,
      'users.bulk-delete',
      { sent: { emails: Array(300).fill('a') } },
    ],
    ['all records of a list', 100, 'users.bulk-assign-role', { sent: { matching: true } }],
    [
      'all records of a search, in steps',
      54,
      'users.bulk-delete',
      { sent: { matching: true, q: 'ada', limit: 50 } },
    ],
    ['rows with passwords', 20, 'users.bulk-create', { sent: { items: [PERSON, PERSON] } }],
    ['a matrix of roles', 1, 'roles.grants', { sent: { roles: 'editor,author,3' } }],
    ['a check', 1, 'users.has-permission', {}],
    ['many checks', 500, 'users.checks', { body: Array(500).fill({ user: 1, role: 'editor' }) }],
  ]
  for (const [what, points, name, asked] of costs) {
    it(`${what}: is ${points}`, () => assert.equal(cost(name, asked), points))
  }

  it('is an integer of at least 1 for any input', () => {
    const textless = Object.assign(Object.create(null), { a: 1 })
    const odd: unknown[] = [
      textless,
      [textless],
      { toString: 1 },
      null,
      {},
      [],
      [[]],
      '',
      ',,,',
      -1,
      Number.NaN,
      true,
      { '': 1 },
    ]
    for (const endpoint of endpoints) {
      for (const value of odd) {
        const sent = { q: value, include: value, per_page: value, limit: value, ids: value, password: value }
        const points = costOf(endpoint, { sent, filters: { name: value, email: [value] }, body: value })
        assert.ok(Number.isSafeInteger(points) && points >= 1, `${endpoint.name} ${JSON.stringify(value)}`)
      }
    }
  })
})

const spendingOf = (points: number) => {
  const { spend } = createTokenLimit(points)
  return async (tokenId: number, cost: number) => spend(tokenId, () => cost)
}

describe('The points of a token', () => {
  it('return after a minute, and a refused call costs none', async () => {
    mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_800_000_000_000 })
    try {
      const spend = spendingOf(10)
      const refused = (points: number) =>
        spend(1, points).then(
          () => assert.fail('it was accepted'),
          ({ status, headers }: Refusal) => [status, headers['retry-after']],
        )
      await spend(1, 8)
      assert.deepEqual(await refused(3), [429, '60'])
      await spend(1, 2)
      mock.timers.tick(20_500)
      assert.deepEqual(await refused(1), [429, '40'])
      mock.timers.tick(39_500)
      await spend(1, 10)
    } finally {
      mock.timers.reset()
    }
  })

  it('allow one call per minute that costs more than the whole limit', async () => {
    const spend = spendingOf(10)
    await spend(1, 1000)
    await assert.rejects(spend(1, 1))
    await spend(2, 1)
    await assert.rejects(spend(2, 1000))
  })

  it('are not overspent by concurrent calls', async () => {
    const spend = spendingOf(10)
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => spend(1, 1)))
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 10)
  })
})

describe('TOKEN_RATE_LIMIT', () => {
  async function within(limit: number, use: (service: Service) => Promise<void>) {
    const service = await startService({ tokenRateLimit: limit })
    await use(service).finally(() => service.stop())
  }
  const TOO_MANY = {
    status: 429,
    code: 'too_many_requests',
    says: /^This token has reached its rate limit\. Try again in \d+ seconds\.$/,
  }

  it('refuses with 429 and Retry-After before any work: it only looks up the token and changes nothing', () =>
    within(12, async (service) => {
      const roles = await service.call('POST', '/api/roles', { json: [{ name: 'One' }, { name: 'Two' }] })
      assert.equal(roles.status, 201)
      const before = await dumpOf(service)
      service.statements.count = 0
      assert.equal((await service.call('GET', '/api/me')).status, 200)
      await cachesInUse(service)
      service.statements.count = 0
      const answer = await service.call('POST', '/api/users/create', { json: PERSON })
      assertRefused(answer, TOO_MANY)
      assert.match(String(answer.headers['retry-after']), /^([1-9]|[1-5]\d|60)$/)
      assert.ok(service.statements.count <= 2, `${service.statements.count} statements`)
      assert.deepEqual(await dumpOf(service), before)
      assert.equal(
        (await service.call('GET', '/api/roles')).status,
        200,
        'the remaining points can still be used',
      )
    }))

  it('counts each token by itself, wherever it is sent, also for calls refused for other reasons', () =>
    within(4, async (service) => {
      const other = await signIn(
        service,
        service.config.adminEmail as string,
        service.config.adminPassword as string,
      )
      assert.equal((await service.call('GET', '/api/roles')).status, 200)
      const asField = { token: null, query: { api_token: service.token } }
      assert.equal((await service.call('GET', '/api/roles', asField)).status, 200)
      assert.equal((await service.call('GET', '/api/roles', { query: { per_page: 'x' } })).status, 422)
      assert.equal((await service.call('GET', '/api/users/id/99')).status, 404)
      assertRefused(await service.call('GET', '/api/roles'), TOO_MANY)
      assertRefused(await service.call('GET', '/api/roles', asField), TOO_MANY)
      assert.equal((await service.call('GET', '/api/roles', { token: other })).status, 200)
    }))

  it('does not count calls that need no token, or unknown tokens', () =>
    within(1, async (service) => {
      for (let turn = 0; turn < 3; turn++) {
        assert.equal((await service.call('GET', '/healthz')).status, 200)
        assert.equal((await service.call('GET', '/api/roles', { token: 'rc_unknown' })).status, 401)
      }
      assert.equal((await service.call('GET', '/api/roles')).status, 200)
      assert.equal((await service.call('GET', '/healthz')).status, 200)
      assertRefused(await service.call('POST', '/api/signout'), TOO_MANY)
    }))

  it('counts parameters that are not text without an error', () =>
    within(100, async (service) => {
      const query = 'q[a]=1&include[b]=2&per_page[c]=3&filter[name][d]=like:4'
      const { status } = await service.call('GET', '/api/users', { query })
      assert.ok([400, 422].includes(status), String(status))
    }))

  it('is off by default', () =>
    within(0, async (service) => {
      for (let turn = 0; turn < 200; turn++) {
        assert.equal((await service.call('GET', '/api/me')).status, 200)
      }
    }))
})
