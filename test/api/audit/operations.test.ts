// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { listEndpoints } from '../../../server/app.ts'
import type { Endpoint } from '../../../server/http/endpoint.ts'
import { dataOf } from '../../support/actors.ts'
import { assertAsCatalogued } from '../../support/catalogued-actions.ts'
import { operationOf } from '../../support/needed-permissions.ts'
import { startProbes, type Target } from '../../support/probes.ts'
import { defaults, type Service, startService } from '../../support/service.ts'

type Guarded = Endpoint & { access: Exclude<Endpoint['access'], string> }

const guardedWrites = listEndpoints(defaults).filter(
  (endpoint): endpoint is Guarded => endpoint.effect === 'write' && typeof endpoint.access === 'object',
)

/** Changes by which the probes would change nothing. */
const CHANGES: Record<string, object> = { 'taxonomy-types': { is_active: false } }

describe('Every operation that writes', () => {
  let service: Service
  let probes: Awaited<ReturnType<typeof startProbes>>
  before(async () => {
    service = await startService()
    probes = await startProbes(service)
  })
  after(() => service.stop())

  const lastId = async () => {
    const { db } = service.connection
    const row = await db
      .selectFrom('audit_entries')
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirst()
    return Number(row?.id ?? 0)
  }

  const create = async (resource: string, json: object) =>
    dataOf(await service.call('POST', `/api/${resource}/create`, { json })).item

  /** A target on which the operation changes something, with the input that does so. */
  async function changeable(endpoint: Endpoint, method: string): Promise<Target> {
    const { tag, path } = endpoint
    const operation = operationOf(endpoint)
    const target = await probes.targetOf(endpoint)
    const post = (rest: string, json?: object) => service.call('POST', `/api/${tag}/${rest}`, { json })
    if (operation === 'bulk-activate') await post('bulk/deactivate', { ids: [target.id] })
    if (operation === 'bulk-remove-role') await post('bulk/assign-role', { ids: [target.id], role: 'guest' })
    if (operation === 'bulk-renew-roles') {
      const until = '2099-01-01T00:00:00.000Z'
      await post('bulk/assign-role', { ids: [target.id], role: 'guest', expires_at: until })
    }
    if (operation === 'move') {
      await post(`id/${target.id}/update`, { parent: (await probes.targetOf(endpoint)).id })
    }
    const changes = CHANGES[tag]
    if (changes && ['update', 'change'].includes(operation)) return { ...target, input: changes }
    if (changes && operation === 'updateMany') return { ...target, input: [{ id: target.id, ...changes }] }
    const isOfType = ['taxonomies.relationships.type', 'taxonomy-types.relationships.taxonomies'].includes(
      endpoint.name,
    )
    // A term always has a type: only another type is a change.
    if (isOfType && method !== 'DELETE') {
      const type = await create('taxonomy-types', { name: `Type of ${target.id} by ${method}` })
      if (tag === 'taxonomies') return { ...target, input: { id: type.id } }
      const term = await create('taxonomies', { name: `Term of ${target.id} by ${method}`, type: 'city' })
      return { id: type.id, input: { id: term.id } }
    }
    if (operation.startsWith('relationships.') && method !== 'DELETE') {
      const at = path.replace(':column', 'id').replace(/:(value|id)/, String(target.id))
      if (method === 'PATCH') return { ...target, input: { id: target.member, is_active: false } }
      await service.call('DELETE', at, { json: { id: target.member } })
    }
    return target
  }

  it('records what it did, in one batch, with its caller', async () => {
    const silent: string[] = []
    const { db } = service.connection
    const { user } = (await service.call('GET', '/api/me')).body.data
    const caller = user.id
    for (const endpoint of guardedWrites) {
      for (const method of endpoint.methods) {
        const target = await changeable(endpoint, method)
        const before = await lastId()
        const { status } = await probes.probe(endpoint, method, service.token, target)
        const entries = await db.selectFrom('audit_entries').where('id', '>', before).selectAll().execute()
        if (status < 300 && entries.length === 0) silent.push(`${endpoint.name} ${method}`)
        if (status >= 300) assert.equal(entries.length, 0, `${endpoint.name} ${method}: ${status}`)
        for (const entry of entries) {
          assert.equal(entry.actor_id, caller, `${endpoint.name} ${entry.action}`)
          assert.equal(entry.via, 'http')
          assertAsCatalogued(entry)
        }
        if (!endpoint.name.includes('bulk-'))
          assert.ok(new Set(entries.map(({ batch }) => batch)).size <= 1, endpoint.name)
        await probes.bringBack(endpoint)
      }
    }
    assert.deepEqual(silent, [])
  })
})
