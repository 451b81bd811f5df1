import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { listEndpoints } from '../../server/app.ts'
import type { Endpoint } from '../../server/http/endpoint.ts'
import { systemContext } from '../../server/prepare.ts'
import { ownPermissions } from '../../server/resources/permissions/manifest.ts'
import { syncPermissions } from '../../server/resources/permissions/sync.ts'
import {
  dataOf,
  makeActor,
  makeRole,
  makeUser,
  type Person,
  type Role,
  setPermissions,
} from '../support/actors.ts'
import { neededBy, operationOf } from '../support/needed.ts'
import { assertRefused, dumpOf } from '../support/refusals.ts'
import { type Answer, defaults, type Service, startService } from '../support/service.ts'

interface Target {
  id: number
  /** What its relation can be asked to hold. */
  member?: string | number
}

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
const standing: Record<string, Target> = {}
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

/** The permission that a caller who holds exactly these may delete: who deletes one must hold it. */
const deletable = 'can-delete-permissions'

/** A record that the endpoint can do its work on, and another that a relation of it can name. */
async function targetOf(endpoint: Endpoint): Promise<Target> {
  const { tag } = endpoint
  const operation = operationOf(endpoint)
  const relation = /^relationships\.(.+)/.exec(operation)?.[1]
  if (relation !== undefined) return relatedTarget(endpoint, relation)
  // Who may delete a permission must hold it; nobody but a super administrator holds a deleted one.
  if (tag === 'permissions') {
    const slug = /delete|destroy/.test(operation) ? deletable : 'can-read-permissions'
    return dataOf(await service.call('GET', `/api/permissions/slug/${slug}`))
  }
  if (operation === 'token-revoke') {
    const user = await makeUser(service)
    const { list } = dataOf(await service.call('GET', `/api/users/id/${user.id}/tokens`))
    return { id: user.id, member: list.data[0].id }
  }
  if (!ON_FRESH.includes(operation)) return standing[tag] as Target
  const record = await create(tag)
  if (operation === 'restore') dataOf(await service.call('POST', `/api/${tag}/id/${record.id}/delete`))
  return record
}

const ON_FRESH = [
  'update',
  'change',
  'updateMany',
  'delete',
  'deleteMany',
  'destroy',
  'restore',
  'create-user',
]

/** A record, and what its relation holds already and so may be named again, changed and taken away. */
async function relatedTarget({ tag, methods }: Endpoint, relation: string): Promise<Target> {
  const at = (id: number) => `/api/${tag}/${id}/relationships/${relation}`
  const link = async (record: { id: number }, member: string | number) => {
    if (methods[0] !== 'GET') dataOf(await service.call('POST', at(record.id), { json: member }))
    return { id: record.id, member }
  }
  if (relation.endsWith('ed_by') && relation !== 'invited_by') return standing[tag] as Target
  switch (`${tag}.${relation}`) {
    case 'users.permissions':
    case 'permissions.users':
      return standing[tag] as Target
    case 'users.roles':
      return link(await makeUser(service), 'guest')
    case 'users.taxonomies':
      return link(await makeUser(service), (standing.taxonomies as Target).id)
    case 'roles.permissions':
      return link(await makeRole(service), 'can-read-roles')
    case 'roles.users':
    case 'taxonomies.users':
      return link(await create(tag), (await makeUser(service)).id)
    case 'permissions.roles':
      return link(
        dataOf(await service.call('GET', '/api/permissions/slug/can-read-permissions')),
        (await makeRole(service)).id,
      )
    case 'taxonomies.children':
    case 'taxonomy-types.children':
      return link(await create(tag), (await create(tag)).id)
    case 'taxonomies.type':
      return link(await create(tag), 'city')
    case 'taxonomies.parent':
    case 'taxonomy-types.parent':
      return link(await create(tag), (await create(tag)).id)
    case 'taxonomy-types.taxonomies': {
      const type = await create(tag)
      return { id: type.id, member: (await create('taxonomies', { type: type.id })).id }
    }
    default:
      return link(
        await create(tag),
        (standing[relation === 'registration' ? 'registrations' : 'users'] as Target).id,
      )
  }
}

function inputOf(endpoint: Endpoint, target: Target | undefined): object | undefined {
  const operation = operationOf(endpoint)
  if (operation === 'create' || operation === 'createOne') return NEW[endpoint.tag]?.()
  if (operation === 'createMany') return [NEW[endpoint.tag]?.()]
  if (operation === 'update' || operation === 'change') return CHANGES[endpoint.tag]
  if (operation === 'tokens-create') return { name: 'backup' }
  if (operation === 'updateMany') return [{ id: target?.id, ...CHANGES[endpoint.tag] }]
  if (operation === 'deleteMany') return { ids: [target?.id] }
  // None can be taken from the super administrator's role: it stays in the set.
  if (endpoint.name === 'permissions.relationships.roles' && endpoint.methods[0] === 'PUT')
    return ['super-administrator', target?.member]
  if (endpoint.members) return { id: target?.member ?? 'guest' }
  return undefined
}

async function probe(
  endpoint: Endpoint,
  method: string,
  token: string | null,
  target: Target | undefined = standing[endpoint.tag],
): Promise<Answer> {
  const path = endpoint.path
    .replace(':column', 'id')
    .replace(/:(value|id)/, String(target?.id))
    .replace(':slug', 'whatever')
    .replace(':token', String(target?.member ?? 0))
  const input = inputOf(endpoint, target)
  if (method !== 'GET') return service.call(method, path, { token, ...(input && { json: input }) })
  const query = Object.fromEntries(Object.entries(input ?? {}).map(([name, value]) => [name, String(value)]))
  return service.call(method, path, { token, query })
}

/** A term is never without a type: what clears it is let in, and then refused. */
const doneStatus = ({ name, status = 200 }: Endpoint, method: string) =>
  method === 'DELETE' &&
  ['taxonomies.relationships.type', 'taxonomy-types.relationships.taxonomies'].includes(name)
    ? 422
    : status

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
    assert.deepEqual(signedIn.toSorted(), ['me', 'signout'])
    for (const { name, access } of guarded) assert.ok(access.needs.length > 0, name)
  })

  it('asks for the permissions that the decisions name', () => {
    for (const { endpoint, method } of each) {
      assert.deepEqual(endpoint.access.needs, neededBy(endpoint, method), `${method} ${endpoint.path}`)
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

  /** What giving the actor's role permissions leaves as it was: all but the links, and the versions of both sides. */
  const withoutGrants = async () => {
    const { role_permissions: _, ...dump } = await dumpOf(service)
    const unversioned = (row: unknown) => ({ ...(row as object), version: 0 })
    return { ...dump, roles: dump.roles?.map(unversioned), permissions: dump.permissions?.map(unversioned) }
  }

  it('answers who lacks one of the permissions it needs with 403, naming that one', async () => {
    const before = await withoutGrants()
    for (const endpoint of guarded) {
      for (const lacking of endpoint.access.needs) {
        const others = endpoint.access.needs.filter((slug) => slug !== lacking)
        await setPermissions(service, actor.role, others)
        for (const method of endpoint.methods) {
          assertForbidden(await probe(endpoint, method, actor.token), [lacking])
        }
      }
    }
    assert.deepEqual(await withoutGrants(), before)
  })

  const restoresPermission = ({ name }: Endpoint) => name === 'permissions.restore'

  it('does its work for who holds exactly what it needs', async () => {
    for (const { endpoint, method } of each.filter(({ endpoint }) => !restoresPermission(endpoint))) {
      await setPermissions(service, actor.role, endpoint.access.needs)
      const answer = await probe(endpoint, method, actor.token, await targetOf(endpoint))
      const shown = `${method} ${endpoint.path}: ${JSON.stringify(answer.body)}`
      assert.equal(answer.status, doneStatus(endpoint, method), shown)
      await bringBack(endpoint)
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
      assert.equal(answer.status, doneStatus(endpoint, method), shown)
      await bringBack(endpoint)
    }
  })

  /** A deleted permission is there again for the next. */
  const bringBack = async ({ name }: Endpoint) => {
    if (name === 'permissions.delete' || name === 'permissions.deleteMany') await restore(deletable)
    if (name === 'permissions.destroy')
      await syncPermissions({ ...systemContext(service.connection), now: service.clock.now }, ownPermissions)
  }

  const restore = async (slug: string, method = 'POST') =>
    (await service.call(method, `/api/permissions/slug/${slug}/restore`)).status
})
