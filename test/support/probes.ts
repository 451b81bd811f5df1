import type { Endpoint } from '../../server/http/endpoint.ts'
import { systemContext } from '../../server/prepare.ts'
import { resources } from '../../server/resources/index.ts'
import { ownPermissions } from '../../server/resources/permissions/manifest.ts'
import { syncPermissions } from '../../server/resources/permissions/sync.ts'
import { dataOf, makeRole, makeUser } from './actors.ts'
import type { Answer } from './answer.ts'
import { factoryOf } from './factories.ts'
import { makeFactor } from './factors.ts'
import { enqueue, resetMail } from './mail.ts'
import { operationOf, presentOf } from './needed-permissions.ts'
import { numberEntries } from './numbering.ts'
import type { Service } from './service.ts'

export interface Target {
  id: number
  /** A member for its relation. */
  member?: string | number
  /** The input, if it is not that of the endpoint's own probe. */
  input?: object
}

let count = 0

/** The fields of a new record of each resource. */
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
  invitations: () => ({ email: `i${++count}@example.com` }),
  webhooks: () => ({ url: `https://hooks.example.com/${++count}`, events: ['roles.*'] }),
}

const CHANGES: Record<string, object> = {
  registrations: { title: 'Changed' },
  users: { title: 'Changed' },
  roles: { details: 'Changed' },
  taxonomies: { details: 'Changed' },
  'taxonomy-types': { is_active: true },
}

// Other resources are named, and have a value of an attribute in their factory.
for (const { name, schemas } of resources) {
  if (!schemas.create) continue
  const { column, value } = factoryOf(name).shared
  NEW[name] ??= () => ({ name: `${name} ${++count}` })
  CHANGES[name] ??= { [column]: value }
}

/** The permission that probes delete: a caller must hold a permission to delete it. */
const deletable = 'can-delete-permissions'

/** Only a super administrator can do this: nobody else holds a deleted permission. */
export const restoresPermission = ({ name }: Pick<Endpoint, 'name'>) => name === 'permissions.restore'

const ON_FRESH = [
  'update',
  'change',
  'updateMany',
  'delete',
  'deleteMany',
  'destroy',
  'erase',
  'restore',
  'create-user',
  'rotate',
  'move',
  'bulk-activate',
  'bulk-deactivate',
  'bulk-delete',
  'bulk-restore',
  'bulk-create-user',
  'bulk-assign-role',
  'bulk-remove-role',
  'bulk-renew-roles',
]

/** Calls any endpoint, on records for which it succeeds. */
export async function startProbes(service: Service) {
  /** One record of each resource, unrelated to the callers. */
  const standing: Record<string, Target> = {}

  const create = async (resource: string, fields: object = {}) => {
    const json = { ...NEW[resource]?.(), ...fields }
    return dataOf(await service.call('POST', `/api/${resource}/create`, { json })).item
  }

  /** A record for which the endpoint succeeds, and a member for its relation. */
  async function targetOf(endpoint: Endpoint): Promise<Target> {
    const { tag } = endpoint
    const operation = operationOf(endpoint)
    const relation = /^relationships\.(.+)/.exec(operation)?.[1]
    if (relation !== undefined) return relatedTarget(endpoint, relation)
    // A caller must hold a permission to delete it; only a super administrator holds a deleted one.
    if (tag === 'permissions') {
      if (operation === 'restore')
        dataOf(await service.call('POST', '/api/permissions/slug/can-read-permissions/delete'))
      const slug = /delete|destroy/.test(operation) ? deletable : 'can-read-permissions'
      return dataOf(await service.call('GET', `/api/permissions/slug/${slug}`, { query: 'trashed=true' }))
    }
    if (operation === 'token-revoke') {
      const user = await makeUser(service)
      const { list } = dataOf(await service.call('GET', `/api/users/id/${user.id}/tokens`))
      return { id: user.id, member: list.data[0].id }
    }
    if (operation === 'factor-delete') return makeFactor(service)
    if (operation === 'redeliver') return withDelivery(await create(tag))
    if (operation === 'offboard') return makeUser(service)
    if (operation === 'offboarding-restore') {
      const user = await makeUser(service)
      const { offboarding } = dataOf(await service.call('POST', `/api/users/id/${user.id}/offboard`))
      return { id: user.id, member: offboarding.id }
    }
    if (operation === 'revoke' || operation === 'invitation') return create('invitations')
    if (tag === 'registrations' && operation === 'resend') return create(tag)
    if (operation === 'merge') return { ...(await create(tag)), member: (await create(tag)).id }
    if (operation === 'grants-change') return makeRole(service)
    if (!ON_FRESH.includes(operation)) return standing[tag] as Target
    const record = await create(tag)
    if (operation === 'restore' || operation === 'bulk-restore')
      dataOf(await service.call('POST', `/api/${tag}/id/${record.id}/delete`))
    return record
  }

  /** A webhook with a delivery, as after it was told of an entry. */
  async function withDelivery({ id: webhookId }: { id: number }): Promise<Target> {
    const { db } = service.connection
    const { uuid } = await db.selectFrom('audit_entries').select('uuid').limit(1).executeTakeFirstOrThrow()
    const { id: member } = await db
      .insertInto('webhook_deliveries')
      .values({
        ...{ webhook_id: webhookId, event_uuid: uuid, number: 1, action: 'roles.create', kind: 'event' },
        ...{ attempt: 1, outcome: 'failed', duration_ms: 1, at: service.clock.now() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id: webhookId, member }
  }

  /** A record, and a member that its relation has already, which may be added again, changed and removed. */
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
      case 'permissions.roles': {
        const permission = dataOf(await service.call('GET', '/api/permissions/slug/can-read-permissions'))
        const target = await link(permission, (await makeRole(service)).id)
        if (methods[0] !== 'PUT') return target
        // A caller with only the needed permissions may not remove a role that holds more: all roles stay in the set.
        const { roles } = dataOf(await service.call('GET', at(permission.id), { query: 'per_page=1000' }))
        return { ...target, input: roles.data.map(({ id }: { id: number }) => id) }
      }
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
      .replace(/:(token|offboarding|factor|delivery)/, String(target?.member ?? 0))
    const input = target?.input ?? inputOf(endpoint, target)
    const asked: Record<string, string> =
      endpoint.selectedBy === 'as_of' ? { as_of: service.clock.now() } : {}
    if (method !== 'GET')
      return service.call(method, path, { token, query: asked, ...(input && { json: input }) })
    const query = Object.fromEntries(
      Object.entries(input ?? {}).map(([name, value]) => [name, String(value)]),
    )
    return service.call(method, path, { token, query: { ...query, ...asked } })
  }

  /** Restores a permission that the endpoint has deleted. */
  async function bringBack({ name }: Endpoint): Promise<void> {
    if (name === 'permissions.delete' || name === 'permissions.deleteMany')
      dataOf(await service.call('POST', `/api/permissions/slug/${deletable}/restore`))
    if (name === 'permissions.destroy')
      await syncPermissions({ ...systemContext(service.connection), now: service.clock.now }, ownPermissions)
  }

  await create('taxonomy-types', { slug: 'city' })
  for (const resource of Object.keys(NEW)) standing[resource] = await create(resource)
  await enqueue(service, resetMail(service))
  standing.mails = await service.connection.db.selectFrom('mails').select('id').executeTakeFirstOrThrow()
  standing.permissions = dataOf(await service.call('GET', '/api/permissions/slug/can-read-users'))
  // The past has what has a number.
  await numberEntries(service)
  return { probe, targetOf, bringBack, standing }
}

/** A body with which the endpoint succeeds. */
function inputOf(endpoint: Endpoint, target: Target | undefined): object | undefined {
  const operation = presentOf(operationOf(endpoint)) ?? operationOf(endpoint)
  if (endpoint.name === 'audit.access-changes') return { user: 1 }
  if (operation === 'create' || operation === 'createOne') return NEW[endpoint.tag]?.()
  if (operation === 'createMany') return [NEW[endpoint.tag]?.()]
  if (operation === 'update' || operation === 'change') return CHANGES[endpoint.tag]
  if (operation === 'erase') return { erase: true }
  if (operation === 'tree') return { type: 'city' }
  if (operation === 'outline') return { type: 'city', outline: `Term ${++count}` }
  if (operation === 'move') return { parent: null }
  if (operation === 'merge') return { into: target?.member ?? 0 }
  if (operation === 'grants-change')
    return { changes: [{ role: target?.id, permission: 'can-read-roles', held: true }] }
  if (operation === 'duplicate') return NEW[endpoint.tag]?.()
  if (operation === 'checks') return [{ user: target?.id, role: 'editor' }]
  if (operation === 'tokens-create') return { name: 'backup' }
  if (operation === 'updateMany') return [{ id: target?.id, ...CHANGES[endpoint.tag] }]
  if (operation === 'deleteMany') return { ids: [target?.id] }
  if (operation === 'bulk-assign-role' || operation === 'bulk-remove-role')
    return { ids: [target?.id], role: 'guest' }
  if (operation === 'bulk-renew-roles') return { ids: [target?.id], expires_at: null }
  if (operation === 'bulk-create') return { items: [NEW[endpoint.tag]?.()] }
  if (operation.startsWith('bulk-')) return { ids: [target?.id] }
  if (endpoint.members) return { id: target?.member ?? 'guest' }
  return undefined
}

/** A term must have a type: clearing it passes the guard, and is then refused. */
export const doneStatus = ({ name, status = 200 }: Endpoint, method: string) =>
  method === 'DELETE' &&
  ['taxonomies.relationships.type', 'taxonomy-types.relationships.taxonomies'].includes(name)
    ? 422
    : status
