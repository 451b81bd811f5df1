// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HttpError } from 'ra-core'
import { dataProvider } from '../../../ra-data-provider/src/index.ts'
import { refusal, useLiveService } from '../../support/live-service.ts'

/** A provider for a service with two terms. */
function useProvider() {
  const live = useLiveService({}, async () => {
    const { taxonomyTypes, taxonomies } = live.client()
    await taxonomyTypes.create({ name: 'City' })
    await taxonomies.createMany(['Rome', 'Oslo'].map((name) => ({ name, type: 'city' })))
  })
  return () => dataProvider(live.client())
}

describe('The custom reads', () => {
  const provider = useProvider()

  it('return the overview, the matrix, and a level of a tree', async () => {
    assert.equal((await provider().overview({ days: 3 })).data.activity?.length, 3)
    assert.equal((await provider().overview()).data.totals.taxonomies, 2)
    const { data } = await provider().rolePermissions({ roles: ['editor'] })
    assert.equal(data.roles.length, 1)
    const level = await provider().termTree({ type: 'city', per_page: 1 })
    assert.deepEqual([level.data[0]?.name, level.total], ['Oslo', 2])
  })

  it('reject with field errors, as forms expect', async () => {
    const { data: terms } = await provider().termTree({ type: 'city' })
    const [rome] = terms.map(({ id }) => id) as [number]
    const error = await refusal(provider().moveTerm({ id: rome, parent: rome }))
    assert.ok(error instanceof HttpError)
    assert.equal((error as HttpError & { status: number }).status, 409)
    assert.ok(error.body.errors.parent)
    const controller = new AbortController()
    controller.abort(new Error('left'))
    const aborted = await refusal(provider().overview({ signal: controller.signal }))
    assert.match(String(aborted), /left/)
  })
})

describe('The custom writes', () => {
  const provider = useProvider()

  it('can be tried with dryRun, and carried out', async () => {
    const changes = [{ role: 'guest', permission: 'can-read-users', held: true }]
    assert.equal((await provider().changeRolePermissions({ changes, dryRun: true })).data.applied, false)
    assert.equal((await provider().changeRolePermissions({ changes })).data.applied, true)
    const { data: terms } = await provider().termTree({ type: 'city' })
    const [oslo, rome] = terms.map(({ id }) => id) as [number, number]
    assert.equal((await provider().moveTerm({ id: oslo, parent: rome })).data.applied, true)
    assert.equal((await provider().moveTerm({ id: oslo, parent: null })).data.applied, true)
    assert.equal((await provider().mergeTerm({ id: oslo, into: rome, dryRun: true })).data.applied, false)
    assert.equal((await provider().mergeTerm({ id: oslo, into: rome })).data.applied, true)
  })
})
