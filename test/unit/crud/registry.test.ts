// Engines: none
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { columnsOf } from '../../../server/crud/define/columns.ts'
import { relationsOf } from '../../../server/crud/define/relations.ts'
import { ResourceRegistry, resourceNamed } from '../../../server/crud/define/resource.ts'
import { resourceEndpoints } from '../../../server/crud/endpoints/routes.ts'
import { connect } from '../../../server/db/connect.ts'
import { resources } from '../../../server/resources/index.ts'

const [first] = resources
assert.ok(first)

describe('a registry of resources', () => {
  it('refuses a name twice', () => {
    assert.throws(() => new ResourceRegistry([...resources, { ...first }]), {
      message: 'Two resources are named registrations.',
    })
  })

  it('refuses to be built without a resource that permissions are about, and says where to list it', () => {
    assert.throws(() => new ResourceRegistry(resources.filter(({ name }) => name !== 'roles')), {
      message: 'The registry has no resource for roles: list it in server/resources/index.ts.',
    })
  })

  it('refuses a name that it does not have', () => {
    const registry = new ResourceRegistry(resources)
    assert.throws(() => registry.named('unknown' as 'roles'), {
      message: 'The registry has no resource named unknown.',
    })
  })

  it('shares nothing with another: each finds its own definitions, and describes them', () => {
    const plain = resources.map((resource) =>
      resource.name === 'users' ? { ...resource, relations: {}, singular: 'person' } : resource,
    )
    const [one, other] = [new ResourceRegistry(resources), new ResourceRegistry(plain)]
    assert.equal(resourceNamed({ registry: one }, 'users').singular, 'user')
    assert.equal(resourceNamed({ registry: other }, 'users').singular, 'person')
    const includes = (registry: ResourceRegistry) =>
      JSON.stringify(resourceEndpoints(registry, {}).find(({ name }) => name === 'roles.list')?.input)
    assert.match(includes(one), /taxonomies/)
    assert.doesNotMatch(includes(other), /taxonomies/)
    assert.match(includes(one), /taxonomies/)
  })
})

describe('the definition of a resource', () => {
  const connection = connect('sqlite::memory:')
  before(() => connection.migrate())
  after(() => connection.close())

  const columnsOfTable = async (table: string): Promise<Set<string>> => {
    const { rows } = await sql<{ name: string }>`select name from pragma_table_xinfo(${table})`.execute(
      connection.db,
    )
    return new Set(rows.map(({ name }) => name))
  }

  for (const resource of resources) {
    it(`has only fields that are columns, counts, relations or references: ${resource.name}`, async () => {
      const columns = await columnsOfTable(resource.table)
      const { schemas, counted, references, tree } = resource
      const relations = relationsOf(resource)
      const embedded = Object.values(relations).flatMap((relation) =>
        relation.kind === 'one' && relation.as !== undefined ? [relation.as] : [],
      )
      const others = new Set([
        ...Object.keys({ ...counted, ...relations, ...references }),
        // `pivot` and `reasons` (with `explain`) describe a link that leads to the record.
        ...[...embedded, 'pivot', 'reasons', ...(tree ? ['children'] : [])],
      ])
      const { item, short } = schemas
      const unknown = Object.keys(item.properties).filter((name) => !columns.has(name) && !others.has(name))
      assert.deepEqual(unknown, [], 'fields of the item')
      const { readable, own, short: inShort } = columnsOf(resource)
      for (const name of [...readable, ...own, ...inShort]) assert.ok(columns.has(name), `column ${name}`)
      assert.deepEqual(inShort, Object.keys(short.properties))
    })

    it(`has relations by columns that exist: ${resource.name}`, async () => {
      const registry = new ResourceRegistry(resources)
      for (const [name, relation] of Object.entries(relationsOf(resource))) {
        if (relation.kind === 'one')
          assert.ok((await columnsOfTable(resource.table)).has(relation.column), name)
        else if (relation.kind === 'many')
          assert.ok((await columnsOfTable(registry.named(relation.to).table)).has(relation.column), name)
        else if (relation.kind === 'links' && relation.countedBy !== undefined)
          assert.ok(Object.hasOwn({ ...resource.counted }, relation.countedBy), name)
      }
    })
  }
})
