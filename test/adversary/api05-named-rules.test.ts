// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TObject } from 'typebox'
import { UserCreate } from '../../contract/users.ts'
import { RULES } from '../../server/access/rule-names.ts'
import { makeActor, makeRole, makeUser, type Person } from '../support/actors.ts'
import { assertLeftOut } from '../support/bulk.ts'
import { type Cell, guardedCells, isWrite, shown } from '../support/callers.ts'
import { operationOf } from '../support/needed-permissions.ts'
import { startProbes } from '../support/probes.ts'
import { assertRefused, dumpOf } from '../support/refusals.ts'
import { type Service, startService } from '../support/service.ts'

/**
 * API5:2023, the smaller rules of the matrix: each is enforced where a row names it, and each operation it concerns
 * names it. The others: api05-escalation, api03-contact-details, api06-business-flows, api05-function-level.
 */
describe('API5: the named rules of the matrix', () => {
  let service: Service
  let probes: Awaited<ReturnType<typeof startProbes>>
  let victim: Person
  before(async () => {
    service = await startService()
    probes = await startProbes(service)
    victim = await makeUser(service)
  })
  after(() => service.stop())

  const takes = ({ endpoint: { input, items } }: Cell, field: string) => {
    const schema = JSON.stringify(items ?? (input as TObject))
    const ofRows = schema.includes('/schemas/UserCreate') ? JSON.stringify(UserCreate) : ''
    return (schema + ofRows).includes(`"${field}":`)
  }
  const named = (rule: keyof typeof RULES) => guardedCells.filter(({ row }) => row.rules.includes(rule))

  it('are each named by some operation', () => {
    for (const rule of Object.keys(RULES) as (keyof typeof RULES)[]) assert.ok(named(rule).length > 0, rule)
  })

  it('include assigned-token, which refuses a token in a write without can-assign-api-tokens', async () => {
    assert.deepEqual(
      guardedCells.filter((cell) => isWrite(cell) && takes(cell, 'api_token')).map(shown),
      named('assigned-token').map(shown),
    )
    const attackers = new Map<string, Person>()
    for (const { row } of named('assigned-token'))
      attackers.set(
        row.needs.join(),
        attackers.get(row.needs.join()) ?? (await makeActor(service, row.needs)),
      )
    const before = await dumpOf(service)
    for (const { endpoint, method, row } of named('assigned-token')) {
      const fields = {
        ...(operationOf(endpoint).startsWith('create') && { email: 'eve@example.com', first_name: 'Eve' }),
        ...(endpoint.name === 'users.updateMany' && { id: victim.id }),
        api_token: 'a-token-that-the-attacker-knows-x-x-x-x-x-x-x',
      }
      const isReported = row.rules.includes('reported')
      const rows = isReported
        ? { items: [{ email: 'eve@example.com', first_name: 'Eve', ...fields }] }
        : [fields]
      const target = { id: victim.id, input: endpoint.items || isReported ? rows : fields }
      const attacker = attackers.get(row.needs.join()) as Person
      const answer = await probes.probe(endpoint, method, attacker.token, target)
      if (isReported) {
        assertLeftOut(answer, { code: 'forbidden', says: /can-assign-api-tokens/ })
        continue
      }
      assertRefused(answer, {
        status: 403,
        code: 'forbidden',
        says: /can-assign-api-tokens/,
        ...(endpoint.items && { details: [['0', 'forbidden']] as const }),
      })
    }
    assert.deepEqual(await dumpOf(service), before)
  })

  it('include chosen-roles, which refuses roles in a write without the permissions to assign them', async () => {
    const choosing = named('chosen-roles')
    assert.deepEqual(
      guardedCells.filter((cell) => isWrite(cell) && takes(cell, 'roles')).map(shown),
      choosing.map(shown),
    )
    const { slug } = await makeRole(service)
    for (const { endpoint, method, row } of choosing) {
      const attacker = await makeActor(service, row.needs)
      const { id } = await probes.targetOf(endpoint)
      const rows = { items: [{ email: 'eve@example.com', first_name: 'Eve' }] }
      const records = operationOf(endpoint) === 'bulk-create' ? rows : { ids: [id] }
      const invited = endpoint.tag === 'invitations' && { email: 'eve@example.com' }
      const fields = { roles: [slug], ...invited, ...(row.rules.includes('reported') && records) }
      const target = { id, input: endpoint.items ? [fields] : fields }
      const before = await dumpOf(service)
      const answer = await probes.probe(endpoint, method, attacker.token, target)
      const says = /can-assign-roles, can-read-users, can-read-roles\.$/
      assertRefused(answer, { status: 403, code: 'forbidden', says })
      assert.deepEqual(await dumpOf(service), before)
    }
  })

  it('include explained, which refuses reasons about others without the permissions to read roles and permissions', async () => {
    const explaining = guardedCells.filter((cell) => takes(cell, 'explain'))
    assert.deepEqual(explaining.map(shown), named('explained').map(shown))
    for (const { endpoint, method, row } of explaining) {
      const lacking = ['can-read-roles', 'can-read-permissions'].filter(
        (slug) => !row.needs.includes(slug as never),
      )
      const attacker = await makeActor(service, row.needs)
      const target = { id: victim.id, input: { explain: true } }
      const answer = await probes.probe(endpoint, method, attacker.token, target)
      assertRefused(answer, { status: 403, code: 'forbidden', says: new RegExp(lacking.join('.*')) })
      assert.equal(
        (await probes.probe(endpoint, method, service.token, target)).status,
        200,
        shown({ endpoint, method }),
      )
    }
  })

  it('include own-fields, which refuses administrators’ fields in each operation on one’s own record', async () => {
    const before = await dumpOf(service)
    for (const { endpoint, method } of named('own-fields')) {
      for (const input of [
        { is_active: true },
        { status: 'active' },
        { meta: '{}' },
        { title: 'x', foreign_user_id: 1 },
        { created_ip: '203.0.113.1' },
      ]) {
        const answer = await probes.probe(endpoint, method, victim.token, { id: victim.id, input })
        assertRefused(answer, {
          status: 403,
          code: 'forbidden',
          says: /needs the permission can-update-users\.$/,
        })
      }
    }
    assert.deepEqual(await dumpOf(service), before)
  })
})
