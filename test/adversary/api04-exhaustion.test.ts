// Engines: SQLite, PostgreSQL
// Process: its own
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { relationsOf } from '../../server/crud/define/relations.ts'
import type { Resource } from '../../server/crud/define/resource.ts'
import { registry, resources } from '../../server/resources/index.ts'
import { assertLittleWork } from '../support/cpu-time.ts'
import { assertFailure } from '../support/refusals.ts'
import { fillTables } from '../support/rows.ts'
import { type CallOptions, type Service, startService } from '../support/service.ts'

const LARGEST_ANSWER = 2_000_000
const JSON_TYPE = { 'content-type': 'application/json' }
const MANY = 100_000

const deepList = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const deepObject = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const numbered = (count: number, name: string) =>
  `{${Array.from({ length: count }, (_, index) => `"${name}${index}":1`).join()}}`

/** API4:2023 Unrestricted resource consumption: each call takes little work and gets a small response with a documented status. */
describe('API4: exhaustion', () => {
  let service: Service
  before(async () => {
    service = await startService()
    await fillTables(service)
  })
  after(() => service.stop())

  /** Asserts that a call takes little work and its response is no larger than a page. @returns the status */
  async function callCheaply(method: string, path: string, options: CallOptions = {}): Promise<number> {
    const what = `${method} ${path.slice(0, 100)}`
    const { status, body, headers } = await assertLittleWork(what, () => service.call(method, path, options))
    assert.ok(
      Number(headers['content-length'] ?? 0) < LARGEST_ANSWER,
      `${what}: ${headers['content-length']} bytes`,
    )
    assert.ok(status < 500, `${what}: ${JSON.stringify(body).slice(0, 300)}`)
    if (status >= 400) assertFailure({ status, body, headers })
    return status
  }
  async function refused(method: string, path: string, options: CallOptions = {}): Promise<void> {
    const status = await callCheaply(method, path, options)
    assert.ok([400, 401, 404, 413, 414, 422].includes(status), `${method} ${path.slice(0, 100)}: ${status}`)
  }

  const BODIES = [
    '/api/users/create',
    '/api/users',
    '/api/checks',
    '/api/users/id/2/update',
    '/api/users/2/relationships/roles',
    '/api/signin',
    '/api/signup',
    '/api/users/id/2/tokens/create',
    '/api/taxonomies/create',
  ]

  it('is prevented for JSON nested 100,000 levels deep, in any body, with and without token and idempotency key', async () => {
    for (const path of BODIES)
      for (const payload of [
        deepList(MANY),
        deepObject(MANY),
        `{"meta":${deepObject(MANY)}}`,
        `[{"id":${deepList(MANY)}}]`,
      ])
        for (const token of [service.token, null]) {
          for (const keyHeader of [{}, { 'idempotency-key': 'deep' }] as Record<string, string>[]) {
            // A list ignores unknown fields.
            const ask = path === '/api/users' && token !== null ? callCheaply : refused
            await ask('POST', path, { token, payload, headers: { ...JSON_TYPE, ...keyHeader } })
          }
        }
  })

  it('is prevented for deeply nested brackets and endlessly repeated names', async () => {
    await refused('GET', '/api/users/create', { query: `meta${'[a]'.repeat(1000)}=1` })
    await refused('POST', '/api/users/create', { form: `meta${'[a]'.repeat(100_000)}=1` })
    await refused('POST', '/api/users/create', { form: 'a=1&'.repeat(MANY) })
    await refused('POST', '/api/users', { form: 'types[]=1&'.repeat(MANY) })
    await refused('GET', '/api/users', { query: 'a=1&'.repeat(2001) })
  })

  it('is prevented for tens of thousands of fields: the response does not grow with them', async () => {
    const payload = numbered(60_000, 'field')
    for (const path of [
      '/api/users/create',
      '/api/users/id/2/update',
      '/api/signin',
      '/api/signup',
      '/api/2/relationships/roles',
      '/api/users/2/relationships/roles',
    ])
      await refused('POST', path, { payload, headers: JSON_TYPE })
    await callCheaply('POST', '/api/users', { payload, headers: JSON_TYPE })
    await refused('PATCH', '/api/users', { payload: `[${payload}]`, headers: JSON_TYPE })
    const items = Array(1000).fill(numbered(60, 'f')).join()
    await refused('PATCH', '/api/users', { payload: `[${items}]`, headers: JSON_TYPE })
  })

  it('is prevented for long lists, which are refused by length before their items are read', async () => {
    for (const path of ['/api/users', '/api/checks', '/api/roles'])
      for (const item of ['1', '{}', '""', 'null', '{"email":"x"}'])
        await refused('POST', path, { payload: `[${`${item},`.repeat(60_000)}1]`, headers: JSON_TYPE })
    await refused('DELETE', '/api/users', { json: { ids: '1,'.repeat(MANY) } })
    await refused('POST', '/api/users/2/relationships/roles', { json: Array(MANY).fill('guest') })
    await refused('POST', '/api/users/2/relationships/roles', { json: { id: 'x,'.repeat(MANY) } })
    await refused('POST', '/api/users/id/2/tokens/create', {
      json: { name: 'x', permissions: Array(MANY).fill('can-read-users') },
    })
    await refused('POST', '/api/taxonomies', { json: { types: Array(MANY).fill('x') } })
  })

  it('is prevented for a thousand faulty items, each of which is reported once', async () => {
    await refused('POST', '/api/users', { json: Array(1000).fill({ nothing: 1 }) })
    await refused('POST', '/api/checks', { json: Array(1000).fill({}) })
    await refused('PATCH', '/api/roles', {
      json: Array.from({ length: 1000 }, (_, id) => ({ id: 90_000 + id, name: 'x' })),
    })
  })

  it('is prevented for texts of a million characters in every field of every create', async () => {
    const long = 'x'.repeat(1_000_000)
    for (const { name, schemas } of resources) {
      for (const field of Object.keys(
        (schemas.create as { properties?: object } | undefined)?.properties ?? {},
      ))
        await refused('POST', `/api/${name}/create`, { json: { [field]: long } })
    }
    await refused('POST', '/api/signin', { json: { email: long, password: 'x' } })
    await refused('POST', '/api/signin', { json: { email: 'x', password: long } })
    await refused('POST', '/api/users/create', { json: { [long]: 1 } })
    await refused('POST', '/api/users/create', { json: { meta: `{"a":"${long}` } })
  })

  it('is prevented for texts that make regular expressions backtrack', async () => {
    const evil = [
      `a@${'a-'.repeat(30_000)}`,
      `a@${'a.'.repeat(30_000)}`,
      `${'a'.repeat(60_000)}@`,
      `${' '.repeat(60_000)}x`,
      '-'.repeat(60_000),
      `2026-01-01T00:00:00.${'1'.repeat(60_000)}`,
      `http://${'a.'.repeat(30_000)}`,
      '[['.repeat(30_000),
      `${'0'.repeat(60_000)}!`,
      '\u0301'.repeat(60_000),
      'İ'.repeat(30_000),
    ]
    for (const text of evil) {
      const json = Object.fromEntries(
        [
          'email',
          'username',
          'phone',
          'timezone',
          'avatar_url',
          'birth',
          'created_ip',
          'invited_at',
          'invited_by',
          'country_code',
          'api_token',
          'password',
        ].map((field) => [field, text]),
      )
      await refused('POST', '/api/users/create', { json })
      // Whitespace at the ends is trimmed, so one of the texts is a valid name.
      await callCheaply('POST', '/api/roles/create', { json: { name: text, slug: text } })
      await callCheaply('POST', '/api/users', { json: { q: text } })
      for (const name of ['sort', 'include', 'from', 'trashed', 'page'])
        await refused('POST', '/api/users', { json: { [name]: text } })
      await callCheaply('POST', '/api/users', {
        json: { filter: { first_name: `like:${text}`, email: text, created_at: `gt:${text}` } },
      })
    }
    const spaces = ' '.repeat(7000)
    await refused('GET', '/api/users', {
      token: null,
      headers: { authorization: `Bearer${spaces}x${spaces}y` },
    })
    await callCheaply('GET', '/api/users/2', { headers: { 'if-none-match': ',"'.repeat(3000) } })
    await callCheaply('PATCH', '/api/users/2', { json: {}, headers: { 'if-match': '"1-'.repeat(2000) } })
  })

  it('is prevented for whitespace in the headers of multipart parts, which takes linear time', async () => {
    const [boundary, headerLength] = ['b', 3900]
    const heads = (filler: string) => [
      `form-data; name="${filler}y"`,
      `form-data;${filler}name="y"`,
      `form-data${filler}; name="y"`,
      `form-data; name="y"${filler}x`,
      `form-data; name="y"\r\ncontent-type: text/plain;${filler}charset${filler}=utf-8`.slice(
        0,
        headerLength,
      ),
      `form-data; name="y"\r\ncontent-transfer-encoding: base64${filler}x`,
    ]
    for (const filler of [' ', '\t', ' \t', '; ']) {
      for (const head of heads(filler.repeat(headerLength / filler.length))) {
        const part = `--${boundary}\r\ncontent-disposition: ${head}\r\n\r\nx\r\n`
        const payload = `${part.repeat(Math.floor(1_048_000 / part.length))}--${boundary}--\r\n`
        const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
        const began = process.cpuUsage()
        const { status } = await service.call('POST', '/api/signin', { token: null, payload, headers })
        const { user } = process.cpuUsage(began)
        assert.ok([400, 415, 422].includes(status), `${status}`)
        // In microseconds. Quadratic time in the length of each part would be eight seconds.
        assert.ok(user < 1_000_000, `${user} µs for ${head.slice(0, 30)}`)
      }
    }
  })

  it('is prevented for filters and sorts: the maximum is answered over all rows, and more is refused', async () => {
    const like = Array(100).fill('like:%_%_%a%').join('|AND|')
    await callCheaply('POST', '/api/users', { json: { filter: { first_name: like } } })
    await callCheaply('GET', '/api/users', {
      query: 'sort=first_name,last_name:desc,phone,created_at,email&q=row%201&per_page=1000',
    })
    await refused('POST', '/api/users', { json: { filter: { first_name: `${like}|AND|x` } } })
    await refused('POST', '/api/users', { json: { filter: { first_name: '|AND|'.repeat(50_000) } } })
    await refused('GET', '/api/users', { query: `sort=${'id,'.repeat(6)}id` })
    await refused('POST', '/api/users', { json: { sort: 'first_name,'.repeat(MANY / 2) } })
    await refused('POST', '/api/users', { json: { include: `${'roles,'.repeat(MANY / 2)}x` } })
    await refused('POST', '/api/users', { json: { include: Array(5).fill('roles.users').join('.') } })
  })

  const everyPath = (resource: Resource, depth: number): string[] =>
    Object.entries(relationsOf(resource)).flatMap(([name, { to }]) => [
      name,
      ...(depth > 1 ? everyPath(registry.named(to), depth - 1).map((path) => `${name}.${path}`) : []),
    ])

  /** As many of the paths as fit into a list's parameters. */
  const asMany = (paths: string[]) =>
    paths
      .join()
      .slice(0, 12_000)
      .replace(/,[^,]*$/, '')

  it('is prevented for every relation included to every depth on the largest page', async () => {
    for (const resource of resources) {
      const include = asMany(everyPath(resource, 3))
      const { status } = await assertLittleWork(resource.name, () =>
        service.call('POST', `/api/${resource.name}`, { json: { include, per_page: 5 } }),
      )
      assert.ok([200, 400].includes(status), String(status))
      const largest = await service.call('POST', `/api/${resource.name}`, {
        json: { include: asMany(everyPath(resource, 2)), per_page: 1000 },
      })
      assert.ok([200, 400].includes(largest.status), JSON.stringify(largest.body).slice(0, 200))
    }
  })

  it('is prevented for pages beyond the last one and for invalid numbers', async () => {
    for (const page of ['9007199254740991', '1000000000', '2'])
      assert.equal(await callCheaply('GET', '/api/users', { query: { page, per_page: '1000' } }), 200)
    for (const page of ['9007199254740992', '1e9', '-1', '0', 'NaN', 'Infinity', '9'.repeat(5000)])
      await refused('GET', '/api/users', { query: { page } })
    for (const per_page of ['1001', '0', '-1', '9007199254740991'])
      await refused('GET', '/api/users', { query: { per_page } })
  })

  it('leaves the service working', async () => {
    assert.equal(await callCheaply('GET', '/readyz', { token: null }), 200)
    assert.equal(await callCheaply('GET', '/api/users/1'), 200)
  })
})
