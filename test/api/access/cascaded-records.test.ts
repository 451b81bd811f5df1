// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Slug, Subject } from '../../../contract/permissions.ts'
import type { Requirement } from '../../../server/access/guard.ts'
import { accessTo } from '../../../server/access/matrix.ts'
import { resources } from '../../../server/resources/index.ts'
import { dataOf, giveRole, makeActor, makeUser, type Person } from '../../support/actors.ts'
import { type Fields, type Item, PASSWORD } from '../../support/factories.ts'
import { assertForbidden, assertRefusedUnchanged } from '../../support/refusals.ts'
import { forEveryResource, useService } from '../../support/suite.ts'

/** A write that cascades to records of other resources needs their permissions too. */

const { call, make, service } = useService()

const link = (path: string, member: number) =>
  call('POST', `/api/${path}`, { json: { id: member } }).then(dataOf)

/** A record with related records in each of its relations. */
const RELATED: Partial<Record<Subject, () => Promise<Item>>> = {
  registrations: async () => {
    const registration = await make('registrations', { password: PASSWORD })
    await makeUser(service(), { registration_id: registration.id })
    return registration
  },
  users: async () => {
    const user = await makeUser(service())
    await make('registrations', { password: PASSWORD, invited_by: user.id, user_id: user.id })
    await makeUser(service(), { invited_by: user.id })
    await link(`users/${user.id}/relationships/taxonomies`, (await make('taxonomies')).id)
    await giveRole(service(), user, 'guest')
    return user
  },
  roles: async () => {
    const role = await make('roles')
    await giveRole(service(), await makeUser(service()), role.slug)
    return role
  },
  permissions: async () => {
    const permission = await make('permissions')
    const role = await make('roles')
    await link(`roles/${role.id}/relationships/permissions`, permission.id)
    await giveRole(service(), await makeUser(service()), role.slug)
    return permission
  },
  taxonomies: async () => {
    const term = await make('taxonomies')
    await make('taxonomies', { parent: term.id })
    await link(`taxonomies/${term.id}/relationships/users`, (await makeUser(service())).id)
    return term
  },
  'taxonomy-types': async () => {
    const type = await make('taxonomy-types')
    const below = await make('taxonomy-types', { parent: type.id })
    const term = await make('taxonomies', { type: type.id })
    await make('taxonomies', { type: below.id, parent: term.id })
    return type
  },
}

const related = (name: Subject): Promise<Item> => RELATED[name]?.() ?? make(name)

/** All records of every resource, without versions, which a record's links raise. */
async function stored(): Promise<Map<Subject, Fields[]>> {
  const { db } = service().connection
  const rows = await Promise.all(
    resources.map(({ table }) => db.selectFrom(table).selectAll().orderBy('id').execute()),
  )
  return new Map(
    resources.map(({ name }, index) => [
      name,
      (rows[index] as Fields[]).map((row) => ({ ...row, version: 0 })),
    ]),
  )
}

/** Resources whose records were changed or deleted; references that a hard delete clears do not count. */
const changedBetween = (before: Map<Subject, Fields[]>, after: Map<Subject, Fields[]>, destroyed?: number) =>
  resources
    .map(({ name }) => name)
    .filter((name) => {
      const later = new Map(after.get(name)?.map((row) => [row.id, row]))
      return before.get(name)?.some((row) => {
        const now = later.get(row.id)
        return Object.entries(row).some(
          ([column, value]) =>
            !now ||
            (JSON.stringify(now[column]) !== JSON.stringify(value) &&
              !(destroyed !== undefined && value === destroyed && now[column] === null)),
        )
      })
    })

/** Permissions that a cascade needs beside those of the record itself. */
const CASCADE_NEEDS: Partial<Record<Subject, Slug[]>> = { 'taxonomy-types': ['can-delete-taxonomies'] }

/** A caller must hold a permission to delete or grant it. */
const actorWith = (records: Item[], slugs: readonly string[]): Promise<Person> =>
  makeActor(service(), [...slugs, ...records.flatMap(({ module, slug }) => (module ? [slug] : []))])

forEveryResource((resource) => {
  const { name } = resource
  const isTree = resource.tree !== undefined
  const more = CASCADE_NEEDS[name] ?? []

  for (const operation of ['delete', 'restore'] as const) {
    // Only a super administrator holds a deleted permission.
    if (operation === 'restore' && name === 'permissions') continue
    it(`${operation} cascades to other resources only with their permissions`, async () => {
      const item = await related(name)
      const json = isTree ? { cascade: true } : {}
      if (operation === 'restore') dataOf(await call('POST', `/api/${name}/id/${item.id}/delete`, { json }))
      const { needs } = accessTo(resource, operation)
      const as = ({ token }: Person) =>
        call('POST', `/api/${name}/id/${item.id}/${operation}`, { token, json })
      if (more.length > 0) {
        const actor = await actorWith([item], needs)
        await assertForbidden(service(), () => as(actor), more)
      }
      const actor = await actorWith([item], [...needs, ...more])
      const before = await stored()
      dataOf(await as(actor))
      const changed = changedBetween(before, await stored())
      assert.deepEqual(changed.toSorted(), [name, ...more.map((slug) => slug.slice(11))].toSorted())
    })
  }

  it('destroy does not cascade to other resources', async () => {
    const item = await related(name)
    const actor = await actorWith([item], accessTo(resource, 'destroy').needs)
    const before = await stored()
    const answer = await call('DELETE', `/api/${name}/${item.id}`, { token: actor.token })
    assert.equal(answer.status, isTree ? 409 : 200)
    assert.deepEqual(changedBetween(before, await stored(), item.id), isTree ? [] : [name])
  })
})

forEveryResource((resource) => {
  for (const [relation, { to, kind }] of Object.entries(resource.relations)) {
    const { write } = resource.access.relations[relation] as { write?: Requirement }
    if (!write) continue
    it(`a write of ${relation} changes only records that its permissions name`, async () => {
      const [item, member] = [await make(resource.name), await make(to)]
      const actor = await actorWith([item, member], write.needs)
      const before = await stored()
      const path = `/api/${resource.name}/${item.id}/relationships/${relation}`
      dataOf(await call('POST', path, { json: { id: member.id }, token: actor.token }))
      const changed = changedBetween(before, await stored())
      assert.deepEqual(
        changed.filter((name) => !write.needs.includes(`can-update-${name}` as Slug)),
        [],
      )
      // Links are no records: they have tables of their own.
      assert.equal(changed.length, kind === 'links' ? 0 : 1)
    })
  }
})

describe('The children of a record', () => {
  const refusedTo = async (slugs: string[], name: Subject, id: number, says: RegExp) => {
    const actor = await makeActor(service(), slugs)
    for (const [method, path] of [
      ['POST', `id/${id}/delete`],
      ['DELETE', `${id}`],
    ] as const) {
      const attempt = () => call(method, `/api/${name}/${path}`, { token: actor.token })
      await assertRefusedUnchanged(service(), attempt, { status: 409, code: 'has_children', says })
    }
  }

  it('are counted in a refusal only for callers who may read them', async () => {
    const leave = (name: Subject) => [`can-delete-${name}`, 'can-delete-permanently']
    const term = await related('taxonomies')
    await refusedTo(leave('taxonomies'), 'taxonomies', term.id, / has records below it/)
    await refusedTo([...leave('taxonomies'), 'can-read-taxonomies'], 'taxonomies', term.id, / has 1 record/)
    const type = await related('taxonomy-types')
    const types = [...leave('taxonomy-types'), 'can-read-taxonomy-types']
    await refusedTo(leave('taxonomy-types'), 'taxonomy-types', type.id, / has records below it/)
    await refusedTo(types, 'taxonomy-types', type.id, / has records below it/)
    await refusedTo([...types, 'can-read-taxonomies'], 'taxonomy-types', type.id, / has \d records? below it/)
  })
})
