// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TObject } from 'typebox'
import { listEndpoints } from '../../server/app.ts'
import type { Endpoint } from '../../server/http/endpoint.ts'
import { IGNORED_BY_WRITES } from '../../server/http/request/ignored-by-writes.ts'
import { registry, resources } from '../../server/resources/index.ts'
import { dataOf, makeUser } from '../support/actors.ts'
import { multipart } from '../support/multipart.ts'
import { operationOf } from '../support/needed-permissions.ts'
import { startProbes, type Target } from '../support/probes.ts'
import { assertForbidden, assertRefusedUnchanged, dumpOf } from '../support/refusals.ts'
import { type CallOptions, defaults, type Service, startService } from '../support/service.ts'

/** Names that no schema has: internal columns, and names of privileges in other systems. */
const NOT_FIELDS = [
  ...[
    'password_hash',
    'remember_token_hash',
    'login_otp_hash',
    'activation_code_hash',
    'reset_password_code_hash',
  ],
  ...['email_key', 'username_key', 'search_text', 'version', 'deletion', 'hash', 'token_id'],
  ...[
    'role',
    'role_id',
    'role_ids',
    'roles[]',
    'permission_ids',
    'is_super',
    'is_admin',
    'admin',
    'grants',
    'scope',
  ],
  ...['Is_Active', 'IS_ACTIVE', 'Password', 'API_TOKEN', 'createdBy', 'created_By', ' is_admin', 'toString'],
]

/** Fields that a create of any resource needs. */
const A_RECORD = {
  email: 'x@example.com',
  first_name: 'X',
  name: 'X',
  type: 'city',
  password: 'a phrase of my own',
  url: 'https://hooks.example.com/',
  events: ['users.*'],
}

/** API3:2023 Broken object property level authorization, for writes. */
describe('API3: mass assignment', () => {
  let service: Service
  let probes: Awaited<ReturnType<typeof startProbes>>
  before(async () => {
    service = await startService()
    probes = await startProbes(service)
  })
  after(() => service.stop())

  const writes = listEndpoints(defaults).filter(
    ({ messages, unknown, path }) => messages && unknown === 'refuse' && !path.startsWith('/api/cms/'),
  )
  const inputsOf = ({ input, items }: Endpoint): string[] =>
    Object.keys(items ? (allOf(items) as Record<string, unknown>) : (input as TObject).properties)
  const allOf = (schema: { allOf?: object[]; anyOf?: object[]; properties?: object }): object =>
    Object.assign({}, schema.properties, ...[...(schema.allOf ?? []), ...(schema.anyOf ?? [])].map(allOf))
  const itemFields = (tag: string): string[] =>
    Object.keys(resources.find(({ name }) => name === tag)?.schemas.item.properties ?? {})

  /** Names that the write does not accept, not even as a list: of the record, of the table, and invented. */
  const foreignTo = (endpoint: Endpoint): string[] => {
    const taken = new Set([...inputsOf(endpoint), ...IGNORED_BY_WRITES])
    const names = new Set([...itemFields(endpoint.tag), ...NOT_FIELDS])
    return [...names].filter((name) => !taken.has(name.replace('[]', '')))
  }

  const addressOf = ({ path }: Endpoint, { id, member }: Target) =>
    path
      .replace(':column', 'id')
      .replace(/:(value|id)/, String(id))
      .replace(':token', String(member ?? 0))

  /** A valid body with the additional field; in a bulk, within the item. */
  function bodyWith(endpoint: Endpoint, target: Target, name: string, value: unknown): unknown {
    const operation = operationOf(endpoint)
    const fields = Object.fromEntries(
      Object.entries(operation.startsWith('create') ? A_RECORD : {}).filter(([field]) =>
        inputsOf(endpoint).includes(field),
      ),
    )
    if (operation === 'createMany') return [{ ...fields, [name]: value }]
    if (operation === 'updateMany') return [{ id: target.id, [name]: value }]
    return { ...fields, [name]: value }
  }

  for (const endpoint of writes.filter(({ name }) => !name.endsWith('deleteMany'))) {
    it(`refuses each foreign field by name in ${endpoint.methods.join(' and ')} ${endpoint.path}`, async () => {
      const target = probes.standing[endpoint.tag] ?? { id: 1 }
      const path = addressOf(endpoint, target)
      const foreign = foreignTo(endpoint)
      assert.ok(foreign.length > 20)
      const before = await dumpOf(service)
      for (const name of foreign) {
        for (const method of endpoint.methods) {
          const options: CallOptions =
            method === 'GET'
              ? { query: bodyWith(endpoint, target, name, '1') as Record<string, string> }
              : { json: bodyWith(endpoint, target, name, 1) }
          const { status, body } = await service.call(method, path, options)
          assert.equal(status, 422, `${method} ${path} ${name}: ${JSON.stringify(body)}`)
          const reported = body.details.map(({ field }: { field: string }) => field)
          const field = endpoint.items ? `0.${name}` : name.replace('[]', '')
          assert.ok(
            [name, field].some((each) => reported.includes(each)),
            `${name}: ${reported}`,
          )
        }
      }
      assert.deepEqual(await dumpOf(service), before)
    })
  }

  const update = () => `/api/users/id/${probes.standing.users?.id}/update`
  const refused = (options: CallOptions, field: string) =>
    assertRefusedUnchanged(service, () => service.call('POST', update(), options), {
      status: 422,
      code: /^(id|created_by|deleted_at)$/.test(field) ? 'read_only' : 'unknown_field',
      details: [[field, /^(id|created_by|deleted_at)$/.test(field) ? 'read_only' : 'unknown_field']],
    })

  it('refuses a foreign field in the query beside a valid body', async () => {
    for (const field of ['password_hash', 'created_by', 'is_super'])
      await refused({ json: { title: 'x' }, query: { [field]: '1' } }, field)
  })

  it('refuses foreign fields in forms, multipart and brackets', async () => {
    for (const field of ['password_hash', 'deleted_at', 'role_ids']) {
      await refused({ form: `title=x&${field}=1` }, field)
      await refused({ form: `title=x&${field}=1&${field}=2` }, field)
      await refused({ form: `title=x&${field}[]=1` }, field)
      await refused({ form: `title=x&${field}[0][id]=1` }, field)
      await refused(
        multipart([
          ['title', 'x'],
          [field, '1'],
        ]),
        field,
      )
      await refused({ query: `title=x&${field}[${field}]=1` }, field)
    }
    await refused({ json: { user: { is_active: false, created_by: 1 } } }, 'user')
    await refused({ json: { data: { attributes: { roles: ['super-administrator'] } } } }, 'data')
  })

  it('refuses foreign fields of a link', async () => {
    const links = `/api/users/${probes.standing.users?.id}/relationships/roles`
    for (const field of ['created_by', 'user_id', 'role_id', 'created_at', 'pivot', 'Is_Active']) {
      const details = [[field, 'unknown_field']] as const
      const attempt = () => service.call('POST', links, { json: { id: 'guest', [field]: 1 } })
      await assertRefusedUnchanged(service, attempt, { status: 422, code: 'unknown_field', details })
    }
  })

  it('stores free-form data as data, without effect on fields', async () => {
    const { item } = dataOf(
      await service.call('POST', '/api/users/create', {
        json: {
          email: 'meta@example.com',
          first_name: 'M',
          meta: { is_active: false, roles: ['super-administrator'], password_hash: 'x' },
        },
      }),
    )
    const record = dataOf(await service.call('GET', `/api/users/${item.id}`, { query: { include: 'roles' } }))
    assert.equal(record.is_active, true)
    assert.deepEqual(record.roles, [])
  })

  it('refuses fields that only administrators set on one’s own record, alone and with others', async () => {
    const person = await makeUser(service)
    const users = registry.named('users')
    const settable = Object.keys((users.schemas.update as unknown as TObject).properties)
    const foreign = settable.filter(
      (field) => !(users.ownFields ?? []).includes(field) && field !== 'api_token',
    )
    assert.ok(
      foreign.includes('is_active') && foreign.includes('registration_id') && foreign.includes('meta'),
    )
    const own = `/api/users/id/${person.id}/update`
    const values: Record<string, unknown> = { meta: {}, is_active: true, status: 'active' }
    for (const field of foreign) {
      const value = values[field] ?? null
      for (const json of [{ [field]: value }, { title: 'x', [field]: value }]) {
        const attempt = () => service.call('POST', own, { token: person.token, json })
        await assertForbidden(service, attempt, ['can-update-users'])
      }
    }
  })

  it('refuses a token without the permission for it, in every write that accepts one', async () => {
    const json = { api_token: 'a-token-of-the-attackers-own-choosing-x-x-x-x' }
    const person = await makeUser(service)
    const own = () => service.call('POST', `/api/users/id/${person.id}/update`, { token: person.token, json })
    await assertForbidden(service, own, ['can-update-users'])
    const accepting = writes.filter((endpoint) => inputsOf(endpoint).includes('api_token'))
    assert.deepEqual([...new Set(accepting.map(({ name }) => name))].sort(), [
      'users.change',
      'users.create',
      'users.createMany',
      'users.createOne',
      'users.update',
      'users.updateMany',
    ])
    for (const { access } of accepting)
      assert.ok(typeof access === 'object' && access.rules.includes('assigned-token'))
  })
})
