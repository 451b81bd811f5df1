// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Subject } from '../../../contract/permissions.ts'
import { columnsOf } from '../../../server/crud/define/columns.ts'
import { relationsOf } from '../../../server/crud/define/relations.ts'
import type { Relation, Resource } from '../../../server/crud/define/resource.ts'
import { listInput } from '../../../server/crud/endpoints/route-parts.ts'
import { registry, resources } from '../../../server/resources/index.ts'
import { dataOf, everySlug, giveRole, makeActor, makeUser, type Person } from '../../support/actors.ts'
import type { Answer } from '../../support/answer.ts'
import { type Fields, type Item, PASSWORD } from '../../support/factories.ts'
import { assertForbidden, assertRefused } from '../../support/refusals.ts'
import { useService } from '../../support/suite.ts'

/** For every relation of every resource: only callers who may read the related record see all of it. */

/** The fields that users see of the records they hold but may not read. */
const IN_SHORT: Partial<Record<Subject, string[]>> = {
  roles: ['id', 'uuid', 'name', 'slug', 'is_active', 'type'],
  permissions: ['id', 'uuid', 'name', 'slug', 'is_active', 'module', 'section'],
  taxonomies: ['id', 'uuid', 'name', 'slug', 'is_active', 'type_id', 'type'],
}
/** Parameters that a list in short accepts. */
const PARAMETERS = ['q', 'page', 'per_page', 'limit', 'sort', 'explain']

const secretOf = (name: Subject) => `a secret of ${name}`

const WITH_SECRETS: Partial<Record<Subject, Fields>> = {
  registrations: {
    password: PASSWORD,
    bio: secretOf('registrations'),
    meta: { a: secretOf('registrations') },
  },
  users: { bio: secretOf('users'), meta: { a: secretOf('users') } },
  roles: { details: secretOf('roles') },
  permissions: { details: secretOf('permissions') },
  taxonomies: {
    details: secretOf('taxonomies'),
    notes: secretOf('taxonomies'),
    excerpt: secretOf('taxonomies'),
    meta: { a: secretOf('taxonomies') },
  },
  'taxonomy-types': { meta: { a: secretOf('taxonomy-types') } },
}

let records: Partial<Record<Subject, Item>>
/** Each holds every permission except to read one resource. */
const readers = new Map<Subject, Person>()
let ada: Person

const { call, make, service, store } = useService({}, async () => {
  const boss = await make('users', WITH_SECRETS.users)
  const of = (name: Subject, fields: Fields = {}) => make(name, { ...WITH_SECRETS[name], ...fields })
  const type = await of('taxonomy-types', { slug: 'kind', parent: (await of('taxonomy-types')).id })
  const term = await of('taxonomies', {
    type: type.id,
    parent: (await of('taxonomies', { type: type.id })).id,
  })
  const registration = await of('registrations', { invited_by: boss.id, user_id: boss.id })
  const [role, permission] = [await of('roles'), await of('permissions', { section: 'shelves' })]
  ada = await makeUser(service(), { invited_by: boss.id, registration_id: registration.id })
  await giveRole(service(), ada, role.slug)
  const add = (path: string, member: number) =>
    call('POST', `/api/${path}`, { json: { id: member } }).then(dataOf)
  await add(`roles/${role.id}/relationships/permissions`, permission.id)
  await add(`users/${ada.id}/relationships/taxonomies`, term.id)
  const made = { users: ada as Item, roles: role, permissions: permission, taxonomies: term }
  records = { ...made, registrations: registration, 'taxonomy-types': type }
  for (const { name } of resources) records[name] ??= await make(name)
  // A deleted user could not request deleted_by, so this one is live.
  const authors = { created_by: boss.id, updated_by: boss.id, deleted_by: boss.id }
  for (const { name, table } of resources) await store(table, records[name].id, authors)
  const slugs = await everySlug(service())
  for (const { name } of resources) {
    const others = slugs.filter((slug) => slug !== `can-read-${name}`)
    readers.set(name, await makeActor(service(), others))
  }
})

const as = ({ token }: Pick<Person, 'token'>, path: string, query: object = {}, method = 'GET') =>
  call(method, `/api/${path}`, { token, query: query as Record<string, string> })

const isLinked = ({ kind }: Relation) => kind === 'links' || kind === 'derived'

/** Every path that reads a relation of a record. */
function readsOf(
  resource: Resource,
  name: string,
  relation: Relation,
  id: number,
): [method: string, path: string][] {
  const generic: [string, string] = ['GET', `${resource.name}/${id}/relationships/${name}`]
  if (!isLinked(relation)) return [generic]
  const byTable = `${resource.name}/id/${id}/${name}`
  const prefixed: [string, string][] = resource.name === 'users' ? [['GET', `cms/${byTable}`]] : []
  return [generic, ['GET', byTable], ['POST', byTable], ...prefixed]
}

const users = registry.named('users')

describe('The caller’s own record, without permissions', () => {
  for (const [name, relation] of Object.entries(relationsOf(users))) {
    const target = registry.named(relation.to)
    const reads = () => readsOf(users, name, relation, ada.id)

    if (relation.kind === 'one') {
      it(`does not open ${name}, which is a record of another user`, async () => {
        const slugs = [...new Set(['can-read-users', `can-read-${relation.to}`])]
        for (const [method, path] of reads())
          await assertForbidden(service(), () => as(ada, path, {}, method), slugs)
      })
      continue
    }

    it(`shows its ${name} in short`, async () => {
      const shown = [...(IN_SHORT[relation.to] ?? []), 'pivot'].sort()
      for (const [method, path] of reads()) {
        const answer = await as(ada, path, {}, method)
        const [one, ...more] = dataOf(answer)[name].data
        assert.deepEqual([one.id, more], [records[relation.to].id, []])
        assert.deepEqual(Object.keys(one).sort(), shown, path)
        assert.ok(!JSON.stringify(answer.body).includes(secretOf(relation.to)))
        const { total } = dataOf(await as(ada, path, { q: one.name, per_page: '5' }, method))[name]
        assert.equal(total, 1)
      }
    })

    it(`refuses filters, sorts and parameters that would reveal more of its ${name}`, async () => {
      const slug = `can-read-${relation.to}`
      for (const { name: attribute } of columnsOf(target).attributes.values()) {
        const isShown = IN_SHORT[relation.to]?.includes(attribute)
        const queries: object[] = [{ [`filter[${attribute}]`]: 'not:' }, { sort: attribute }]
        for (const query of queries) {
          for (const [method, path] of reads()) {
            const answer: Answer = await as(ada, path, query, method)
            const asked = `${path} ${JSON.stringify(query)}`
            if (isShown) assert.equal(answer.status, 200, asked)
            else assertRefused(answer, { status: 403, code: 'forbidden', says: new RegExp(`${slug}\\.$`) })
          }
        }
      }
      const day = '2026-01-01'
      const sent: Record<string, string> = { from: day, to: day, status: 'active', filter: 'active' }
      const names = Object.keys(listInput(registry, target).properties).filter(
        (name) => !PARAMETERS.includes(name),
      )
      for (const parameter of names) {
        const query = { [parameter]: sent[parameter] ?? 'true' }
        for (const [method, path] of reads()) {
          const answer = await as(ada, path, query, method)
          assertRefused(answer, { status: 403, code: 'forbidden', says: new RegExp(`${slug}\\.$`) })
        }
      }
    })
  }

  it('shows in full the related records that the caller may read', async () => {
    const reader = await makeActor(service(), ['can-read-roles'])
    const { roles } = dataOf(await as(reader, `users/${reader.id}/relationships/roles`, { sort: 'details' }))
    assert.equal(roles.data[0].count_users, 1)
    const { permissions } = dataOf(await as(reader, `users/${reader.id}/relationships/permissions`))
    assert.ok(!('count_users' in permissions.data[0]))
  })

  it('shows a limited token only what its own permissions allow', async () => {
    const json = { name: 'little', permissions: ['can-read-roles'] }
    const owner = await makeActor(service(), ['can-read-roles', 'can-read-users', 'can-read-permissions'])
    const { item } = dataOf(
      await call('POST', `/api/users/id/${owner.id}/tokens/create`, { json, token: owner.token }),
    )
    const limited = { token: item.api_token as string }
    for (const name of ['created_by', 'updated_by'])
      await assertForbidden(service(), () => as(limited, `users/${owner.id}/relationships/${name}`), [
        'can-read-users',
      ])
    const { permissions } = dataOf(await as(limited, `users/${owner.id}/relationships/permissions`))
    assert.ok(!('details' in permissions.data[0]))
  })
})

for (const resource of resources) {
  describe(`A caller who may read ${resource.name}`, () => {
    for (const [name, relation] of Object.entries(relationsOf(resource))) {
      it(`gets 403 for the relation ${name} without can-read-${relation.to}`, async () => {
        const reader = readers.get(relation.to) as Person
        const { id } = records[resource.name]
        const slugs = [`can-read-${relation.to}`]
        for (const [method, path] of readsOf(resource, name, relation, id))
          await assertForbidden(service(), () => as(reader, path, {}, method), slugs)
        for (const path of [resource.name, `${resource.name}/${id}`])
          await assertForbidden(service(), () => as(reader, path, { include: name }), slugs)
      })
    }

    it('sees no details of related records that they may not read', async () => {
      const targets = new Set(Object.values(relationsOf(resource)).map(({ to }) => to))
      for (const to of targets) {
        if (to === resource.name) continue
        const reader = readers.get(to) as Person
        for (const path of [resource.name, `${resource.name}/${records[resource.name].id}`]) {
          const answer = await as(reader, path)
          assert.equal(answer.status, 200)
          assert.ok(!JSON.stringify(answer.body).includes(secretOf(to)), `${path} reveals ${to}`)
        }
      }
    })
  })
}
