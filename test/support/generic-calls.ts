import type { Subject } from '../../contract/permissions.ts'
import { factoryOf, type Item, make, PASSWORD } from './factories.ts'
import type { Service } from './service.ts'

type Done = (method: string, path: string, body?: unknown) => Promise<unknown>

/** Every bulk call and every call by id of one resource, each of which succeeds. */
export async function callByMethod(service: Service, name: Subject, changes: object, done: Done) {
  const { valid, store } = factoryOf(name)
  const at = `/api/${name}`
  if (!store) {
    await done('POST', at, await valid(service))
    await done('POST', at, [await valid(service), await valid(service)])
  }
  const [one, two, three] = [await make(service, name), await make(service, name), await make(service, name)]
  await done('GET', `${at}/${one.id}`)
  for (const method of store ? [] : ['PUT', 'PATCH']) {
    await done(method, at, [
      { id: one.id, ...changes },
      { uuid: two.uuid, ...changes },
    ])
    await done(method, `${at}/${one.uuid}`, changes)
  }
  await done('DELETE', at, { ids: [one.id, two.uuid] })
  await done('DELETE', `${at}/${three.id}`)
}

const AUTHORS = ['created_by', 'updated_by', 'deleted_by']
const WRITES = ['POST', 'PATCH', 'PUT', 'DELETE']

interface Related {
  relation: string
  of: Item
  /** None: the relation is read-only. */
  member?: string | number
  /** The relation cannot be cleared: a term must have a type. */
  stays?: boolean
}

/** Every call of every relation, each of which succeeds. @returns the term they were made on */
export async function callRelations(service: Service, done: Done): Promise<Item> {
  const of = (name: Subject, fields: object = {}) => make(service, name, { ...fields })
  const [user, role, permission] = [await of('users'), await of('roles'), await of('permissions')]
  const [type, term] = [await of('taxonomy-types'), await of('taxonomies')]
  const registration = await of('registrations', { password: PASSWORD })
  const related: Partial<Record<Subject, Related[]>> = {
    users: [
      { relation: 'roles', of: user, member: role.slug },
      { relation: 'permissions', of: user },
      { relation: 'taxonomies', of: user, member: term.id },
      { relation: 'registration', of: user, member: registration.id },
      { relation: 'invited_by', of: user, member: 1 },
    ],
    roles: [
      { relation: 'users', of: role, member: user.uuid },
      { relation: 'permissions', of: role, member: permission.slug },
    ],
    permissions: [
      // The role super-administrator holds every permission, and none can be removed from it.
      { relation: 'roles', of: permission, member: role.id, stays: true },
      { relation: 'users', of: permission },
    ],
    registrations: [
      { relation: 'user', of: registration, member: user.id },
      { relation: 'invited_by', of: registration, member: 1 },
    ],
    taxonomies: [
      { relation: 'type', of: term, member: (await of('taxonomies')).type_id, stays: true },
      { relation: 'parent', of: term, member: (await of('taxonomies')).id },
      { relation: 'children', of: term, member: (await of('taxonomies')).id },
      { relation: 'users', of: term, member: user.id },
    ],
    'taxonomy-types': [
      { relation: 'parent', of: type, member: (await of('taxonomy-types')).id },
      { relation: 'children', of: type, member: (await of('taxonomy-types')).id },
      {
        relation: 'taxonomies',
        of: type,
        member: (await of('taxonomies', { type: type.id })).id,
        stays: true,
      },
    ],
  }
  for (const [name, relations] of Object.entries(related)) {
    for (const { relation, of, member, stays } of relations) {
      const at = `/api/${name}/${of.id}/relationships/${relation}`
      await done('GET', at)
      for (const method of member === undefined ? [] : WRITES) {
        if (stays && method === 'DELETE' && relation !== 'roles') continue
        const keeps = relation === 'roles' && stays && method === 'PUT'
        await done(method, at, keeps ? ['super-administrator', member] : { id: member })
      }
    }
    for (const author of AUTHORS)
      await done('GET', `/api/${name}/${relations[0]?.of.id}/relationships/${author}`)
  }
  const webhook = await of('webhooks')
  for (const author of AUTHORS) await done('GET', `/api/webhooks/${webhook.id}/relationships/${author}`)
  return term
}

/** Described like the others of their relation, and always refused: a term must have a type. */
export const NEVER_DONE = [
  'DELETE /api/taxonomies/{id}/relationships/type',
  'DELETE /api/taxonomy-types/{id}/relationships/taxonomies',
]
