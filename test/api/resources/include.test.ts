// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Subject } from '../../../contract/permissions.ts'
import { resources } from '../../../server/resources/index.ts'
import type { Item } from '../../support/factories.ts'
import { assertRefused, brief, forEveryResource, ids, useService } from '../../support/suite.ts'

/** `include` on lists, on one record and on the relation reads. */

const { service, call, make, list } = useService({}, arrange)

/** One record of each resource, all linked with one another. */
const world: Partial<Record<Subject, Item>> = {}
let other: Item
let childTerm: Item
let childType: Item

async function arrange() {
  other = await make('users')
  const registration = await make('registrations', { invited_by: other.id })
  await call('POST', `/api/registrations/id/${registration.id}/create-user`)
  world.registrations = registration
  world.users = (await call('GET', `/api/users/registration_id/${registration.id}`)).body.data
  world.roles = await make('roles')
  world.permissions = await make('permissions')
  await call('PUT', `/api/users/${world.users.id}/relationships/roles`, { json: [world.roles.id] })
  await call('PUT', `/api/roles/${world.roles.id}/relationships/permissions`, {
    json: [world.permissions.id],
  })
  const upper = await make('taxonomy-types')
  world['taxonomy-types'] = await make('taxonomy-types', { parent: upper.id })
  childType = await make('taxonomy-types', { parent: world['taxonomy-types'].id })
  const country = await make('taxonomies', { type: upper.id })
  world.taxonomies = await make('taxonomies', { type: world['taxonomy-types'].id, parent: country.id })
  await call('PUT', `/api/users/${world.users.id}/relationships/taxonomies`, { json: [world.taxonomies.id] })
  childTerm = await make('taxonomies', { type: childType.id, parent: world.taxonomies.id })
  for (const { name } of resources) world[name] ??= await make(name)
}

/** For that world: the key of a relation, and the ids that it must contain. */
const RELATIONS: Partial<
  Record<Subject, Record<string, () => [key: string, found: number | number[] | null]>>
> = {
  registrations: {
    user: () => ['user', world.users.id],
    invited_by: () => ['invited_by_user', other.id],
  },
  users: {
    roles: () => ['roles', [world.roles.id]],
    permissions: () => ['permissions', [world.permissions.id]],
    taxonomies: () => ['taxonomies', [world.taxonomies.id]],
    registration: () => ['registration', world.registrations.id],
    invited_by: () => ['invited_by_user', other.id],
  },
  roles: {
    users: () => ['users', [world.users.id]],
    permissions: () => ['permissions', [world.permissions.id]],
  },
  permissions: {
    // The super administrator with id 1 holds every permission too, through the role of that name.
    users: () => ['users', [1, world.users.id]],
    roles: () => ['roles', [1, world.roles.id]],
  },
  taxonomies: {
    type: () => ['type', world['taxonomy-types'].id],
    parent: () => ['parent', world.taxonomies.parent_id],
    children: () => ['children', [childTerm.id]],
    users: () => ['users', [world.users.id]],
  },
  'taxonomy-types': {
    parent: () => ['parent', world['taxonomy-types'].parent_id],
    children: () => ['children', [childType.id]],
    taxonomies: () => ['taxonomies', [world.taxonomies.id]],
  },
}

const AUTHORS = {
  created_by: () => ['created_by_user', 1] as [string, number],
  updated_by: () => ['updated_by_user', 1] as [string, number],
  deleted_by: () => ['deleted_by_user', null] as [string, null],
}

forEveryResource(({ name }, factory) => {
  const relations = { ...RELATIONS[name], ...AUTHORS }
  const one = async (include: string) => {
    const { status, body } = await call('GET', `/api/${name}/id/${world[name].id}`, { query: { include } })
    assert.equal(status, 200, brief(body))
    return body.data
  }

  it('has the relations of the contract, and lists them in a refusal', async () => {
    const { body } = await call('GET', `/api/${name}`, { query: { include: 'nonsense' } })
    const [, allowed = ''] = /Allowed: (.*)\.$/.exec(body.errors[0]) ?? []
    const expected = [...factory.relations, ...Object.keys(AUTHORS)]
    assert.deepEqual(allowed.split(', ').sort(), expected.sort())
  })

  for (const [relation, expect] of Object.entries(relations)) {
    it(`includes ${relation} in a list and in one record, as whole records without secrets`, async () => {
      const [key, expected] = expect()
      // Permissions are declared at the start and have no author.
      const isByNobody = name === 'permissions' && key.endsWith('_by_user')
      const listed = await list(name, { include: relation, 'filter[id]': String(world[name].id) })
      for (const record of [await one(relation), listed[0]]) {
        const found = record[key]
        if (expected === null || isByNobody) assert.equal(found, null)
        else if (Array.isArray(expected)) assert.deepEqual(ids(found), expected)
        else assert.equal(found.id, expected)
        for (const included of [found].flat()) {
          if (included === null) continue
          for (const column of ['uuid', 'created_at', 'updated_at', 'deleted_at', 'created_by']) {
            assert.ok(column in included, `${column} of an included ${relation}`)
          }
        }
      }
      const plain = await list(name, { 'filter[id]': String(world[name].id) })
      const wasThere = ['type', 'parent'].includes(key)
      assert.equal(key in plain[0], wasThere, 'only if it is requested')
      if (wasThere) assert.deepEqual(Object.keys(plain[0][key]), ['id', 'uuid', 'name', 'slug'])
    })
  }

  it('accepts several relations, repeated and nested to depth 3', async () => {
    const all = Object.keys(relations).join(',')
    const record = await one(` ${all} , created_by`)
    for (const expect of Object.values(relations)) assert.ok(expect()[0] in record)
    const deep = await one('created_by.created_by.updated_by,created_by.roles')
    if (name !== 'permissions') assert.equal(deep.created_by_user.roles[0].slug, 'super-administrator')
  })

  it('refuses a fourth level, and an unknown relation at any level', async () => {
    for (const path of [`/api/${name}`, `/api/${name}/id/${world[name].id}`]) {
      for (const include of [
        'nonsense',
        'created_by,nonsense',
        'created_by.nonsense',
        'created_by.roles.nonsense',
        'password',
        'meta',
        '__proto__',
        'constructor',
        'created_by_user',
        ',',
        'created_by.',
        '.created_by',
        'CREATED_BY',
      ]) {
        const answer = await call('GET', path, { query: { include } })
        assertRefused(answer, { status: 400, code: 'bad_include' })
        assert.match(answer.body.errors[0], /Allowed: .*created_by, updated_by, deleted_by\.$/)
      }
      const query = { include: 'created_by.created_by.created_by.created_by' }
      assertRefused(await call('GET', path, { query }), { status: 400, code: 'bad_include' })
    }
  })

  it('makes the same number of queries for twenty records as for two', async () => {
    for (let index = 0; index < 2; index++) await make(name)
    const include = Object.keys(relations)
      .map((relation) => (relation === 'type' ? 'type.taxonomies' : `${relation}`))
      .join(',')
    const statementsFor = async (per_page: string) => {
      // Records, totals and counts are cached until something changes; a late answer of PostgreSQL leaves the cache unused.
      const counts: number[] = []
      for (let reads = 0; reads < 4; reads++) {
        service().statements.count = 0
        await list(name, { per_page, include, sort: 'id' })
        counts.push(service().statements.count)
      }
      return Math.min(...counts)
    }
    const few = await statementsFor('2')
    for (let index = 0; index < 3; index++) await make(name)
    assert.ok(
      (await statementsFor('20')) <= few + 8,
      'a relation that two records lack may add its query and its counts, no more',
    )
    assert.ok(
      (await statementsFor('1000')) <= (await statementsFor('20')) + 3,
      'beyond twenty records the ids are read first, and the records in batches',
    )
  })
})

describe('Included records', () => {
  it('nest: a user, their roles, and the permissions of those', async () => {
    const query = { include: 'roles.permissions.roles,registration.invited_by' }
    const { body } = await call('GET', `/api/users/id/${world.users.id}`, { query })
    const [role] = body.data.roles
    assert.deepEqual(ids(role.permissions), [world.permissions.id])
    assert.deepEqual(ids(role.permissions[0].roles), [1, world.roles.id])
    assert.equal(role.pivot.is_active, true)
    assert.equal(role.permissions[0].pivot.created_by, 1)
    assert.equal(body.data.registration.invited_by_user.id, other.id)
  })

  it('are live records only in a relation to many, and soft-deleted ones too in a relation to one', async () => {
    const gone = await make('taxonomies', { type: childType.id, parent: world.taxonomies.id })
    await call('POST', `/api/taxonomies/id/${gone.id}/delete`)
    const { body } = await call('GET', `/api/taxonomies/id/${world.taxonomies.id}`, {
      query: { include: 'children' },
    })
    assert.deepEqual(ids(body.data.children), [childTerm.id])
    const author = await make('users')
    const invited = await make('users', { invited_by: author.id })
    await call('POST', `/api/users/id/${author.id}/delete`)
    const read = await call('GET', `/api/users/id/${invited.id}`, { query: { include: 'invited_by' } })
    assert.equal(read.body.data.invited_by_user.id, author.id)
  })

  it('come with the relation reads too', async () => {
    const path = `/api/users/id/${world.users.id}/roles`
    const { body } = await call('GET', path, { query: { include: 'permissions' } })
    assert.deepEqual(ids(body.data.roles.data[0].permissions), [world.permissions.id])
    assertRefused(await call('GET', path, { query: { include: 'nonsense' } }), {
      status: 400,
      code: 'bad_include',
    })
  })
})
