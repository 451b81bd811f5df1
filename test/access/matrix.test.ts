import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { listEndpoints } from '../../server/app.ts'
import type { Endpoint } from '../../server/http/endpoint.ts'
import {
  dataOf,
  makeActor,
  makeRole,
  makeUser,
  type Person,
  type Role,
  setPermissions,
} from '../support/actors.ts'
import { assertRefused, dumpOf } from '../support/refusals.ts'
import { type Answer, defaults, type Service, startService } from '../support/service.ts'

interface Guarded extends Endpoint {
  access: Exclude<Endpoint['access'], string>
}

const endpoints = listEndpoints(defaults)
const guarded = endpoints.filter((endpoint): endpoint is Guarded => typeof endpoint.access === 'object')
const each = guarded.flatMap((endpoint) => endpoint.methods.map((method) => ({ endpoint, method })))

let service: Service
let nobody: Person
let actor: Person & { role: Role }
/** One record of each resource, of nobody in question here. */
const standing: Record<string, { id: number }> = {}
let count = 0

/** What makes a record of each resource. */
const NEW: Record<string, () => object> = {
  registrations: () => ({
    email: `r${++count}@example.com`,
    first_name: 'R',
    password: 'a phrase of my own',
  }),
  users: () => ({ email: `u${++count}@example.com`, first_name: 'U' }),
  roles: () => ({ name: `A role ${++count}` }),
  taxonomies: () => ({ name: `Term ${++count}`, type: 'city' }),
  'taxonomy-types': () => ({ name: `Type ${++count}` }),
}

const CHANGES: Record<string, object> = {
  registrations: { title: 'Changed' },
  users: { title: 'Changed' },
  roles: { details: 'Changed' },
  taxonomies: { details: 'Changed' },
  'taxonomy-types': { is_active: true },
}

const create = async (resource: string, fields: object = {}) => {
  const json = { ...NEW[resource]?.(), ...fields }
  return dataOf(await service.call('POST', `/api/${resource}/create`, { json })).item
}

const operationOf = ({ name, tag }: Endpoint) => name.slice(tag.length + 1)

/** A record that the endpoint can do its work on. */
async function targetOf(endpoint: Endpoint): Promise<{ id: number }> {
  const { tag } = endpoint
  const operation = operationOf(endpoint)
  // Who may delete a permission must hold it; nobody but a super administrator holds a deleted one.
  if (tag === 'permissions') {
    const slug = operation === 'delete' ? 'can-delete-permissions' : 'can-read-permissions'
    return dataOf(await service.call('GET', `/api/permissions/slug/${slug}`))
  }
  if (operation === 'relationships.roles') {
    const user = await makeUser(service)
    dataOf(await service.call('POST', `/api/users/${user.id}/relationships/roles`, { json: 'guest' }))
    return user
  }
  if (operation === 'relationships.permissions') return makeRole(service, ['can-read-roles'])
  if (!['update', 'delete', 'restore', 'create-user'].includes(operation))
    return standing[tag] as { id: number }
  const record = await create(tag)
  if (operation === 'restore') dataOf(await service.call('POST', `/api/${tag}/id/${record.id}/delete`))
  return record
}

function inputOf(endpoint: Endpoint): object | undefined {
  const operation = operationOf(endpoint)
  if (operation === 'create') return NEW[endpoint.tag]?.()
  if (operation === 'update') return CHANGES[endpoint.tag]
  if (operation === 'relationships.roles') return { id: 'guest', is_active: true }
  if (operation === 'relationships.permissions') return { id: 'can-read-roles', is_active: true }
  return undefined
}

async function probe(
  endpoint: Endpoint,
  method: string,
  token: string | null,
  target: { id: number } | undefined = standing[endpoint.tag],
): Promise<Answer> {
  const path = endpoint.path
    .replace(':column', 'id')
    .replace(/:(value|id)/, String(target?.id))
    .replace(':slug', 'whatever')
  const input = inputOf(endpoint)
  if (method !== 'GET') return service.call(method, path, { token, ...(input && { json: input }) })
  const query = Object.fromEntries(Object.entries(input ?? {}).map(([name, value]) => [name, String(value)]))
  return service.call(method, path, { token, query })
}

const assertForbidden = (answer: Answer, slugs: readonly string[]) =>
  assertRefused(answer, {
    status: 403,
    code: 'forbidden',
    says: new RegExp(`^This needs the permission ${slugs.join(', ')}\\.$`),
  })

before(async () => {
  service = await startService()
  nobody = await makeUser(service)
  actor = await makeActor(service, [])
  await create('taxonomy-types', { slug: 'city' })
  for (const resource of Object.keys(NEW)) standing[resource] = await create(resource)
  standing.permissions = dataOf(await service.call('GET', '/api/permissions/slug/can-read-users'))
})
after(() => service.stop())

describe('every endpoint', () => {
  it('is public by word, for everyone signed in, or needs permissions', () => {
    assert.ok(each.length > 100, String(each.length))
    const open = endpoints.filter(({ access }) => access === 'public').map(({ name }) => name)
    assert.deepEqual(open.toSorted(), ['healthz', 'readyz', 'setup', 'signin', 'signup'])
    const signedIn = endpoints.filter(({ access }) => access === 'signed-in').map(({ name }) => name)
    assert.deepEqual(signedIn, ['signout'])
    for (const { name, access } of guarded) assert.ok(access.needs.length > 0, name)
  })

  it('asks for the permissions that the decisions name', () => {
    const verbs: Record<string, string> = {
      list: 'read',
      read: 'read',
      create: 'create',
      update: 'update',
      delete: 'delete',
    }
    const others: Record<string, string[]> = {
      'users.has-role': ['can-read-users'],
      'users.has-permission': ['can-read-users'],
      'registrations.create-user': ['can-create-users', 'can-update-registrations'],
    }
    const expected = (endpoint: Endpoint, method: string): string[] => {
      const { tag, name } = endpoint
      const operation = operationOf(endpoint)
      if (others[name]) return others[name]
      if (verbs[operation]) return [`can-${verbs[operation]}-${tag}`]
      if (operation === 'restore') return ['can-restore-records', `can-delete-${tag}`]
      const relation = operation.replace('relationships.', '')
      const reads = [`can-read-${tag}`, `can-read-${relation}`]
      return relation === operation || method === 'GET' ? reads : [`can-assign-${relation}`, ...reads]
    }
    for (const { endpoint, method } of each) {
      assert.deepEqual(endpoint.access.needs, expected(endpoint, method), `${method} ${endpoint.path}`)
    }
  })

  it('answers who does not say who they are with 401', async () => {
    const before = await dumpOf(service)
    for (const { endpoint, method } of each) {
      assertRefused(await probe(endpoint, method, null), { status: 401, code: 'unauthenticated' })
      assertRefused(await probe(endpoint, method, 'unknown'), { status: 401, code: 'unauthenticated' })
    }
    assertRefused(await service.call('POST', '/api/signout', { token: null }), {
      status: 401,
      code: 'unauthenticated',
    })
    assert.deepEqual(await dumpOf(service), before)
  })

  it('answers who holds nothing with 403, naming all it needs', async () => {
    const before = await dumpOf(service)
    for (const { endpoint, method } of each) {
      assertForbidden(await probe(endpoint, method, nobody.token), endpoint.access.needs)
    }
    assert.deepEqual(await dumpOf(service), before)
  })

  it('answers who lacks one of the permissions it needs with 403, naming that one', async () => {
    const { role_permissions: _, ...before } = await dumpOf(service)
    for (const endpoint of guarded) {
      for (const lacking of endpoint.access.needs) {
        const others = endpoint.access.needs.filter((slug) => slug !== lacking)
        await setPermissions(service, actor.role, others)
        for (const method of endpoint.methods) {
          assertForbidden(await probe(endpoint, method, actor.token), [lacking])
        }
      }
    }
    const { role_permissions: __, ...afterwards } = await dumpOf(service)
    assert.deepEqual(afterwards, before)
  })

  const restoresPermission = ({ name }: Endpoint) => name === 'permissions.restore'

  it('does its work for who holds exactly what it needs', async () => {
    for (const { endpoint, method } of each.filter(({ endpoint }) => !restoresPermission(endpoint))) {
      await setPermissions(service, actor.role, endpoint.access.needs)
      const answer = await probe(endpoint, method, actor.token, await targetOf(endpoint))
      const shown = `${method} ${endpoint.path}: ${JSON.stringify(answer.body)}`
      assert.equal(answer.status, endpoint.status ?? 200, shown)
      if (endpoint.name === 'permissions.delete') await restore('can-delete-permissions')
    }
  })

  it('does its work for a super administrator', async () => {
    for (const { endpoint, method } of each) {
      if (restoresPermission(endpoint)) {
        dataOf(await service.call('POST', '/api/permissions/slug/can-read-permissions/delete'))
        assert.equal(await restore('can-read-permissions', method), 200)
        continue
      }
      const answer = await probe(endpoint, method, service.token, await targetOf(endpoint))
      const shown = `${method} ${endpoint.path}: ${JSON.stringify(answer.body)}`
      assert.equal(answer.status, endpoint.status ?? 200, shown)
      if (endpoint.name === 'permissions.delete') await restore('can-delete-permissions')
    }
  })

  const restore = async (slug: string, method = 'POST') =>
    (await service.call(method, `/api/permissions/slug/${slug}/restore`)).status
})
