// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ResourceRegistry, resourceNamed } from '../../../server/crud/define/resource.ts'
import { resourceEndpoints } from '../../../server/crud/endpoints/routes.ts'
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
