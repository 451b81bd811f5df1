// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, type TestContext } from 'node:test'
import { resources } from '../../server/resources/index.ts'
import { dataOf, makeUser } from '../support/actors.ts'
import type { Answer } from '../support/answer.ts'
import { type Caller, type Cell, guardedCells, isWrite, makeCallers, shown } from '../support/callers.ts'
import { doneStatus, startProbes, type Target } from '../support/probes.ts'
import { assertRefused, dumpOf } from '../support/refusals.ts'
import { type Service, startService } from '../support/service.ts'

/** API5:2023 Broken function level authorization, and API1 on own records: every caller tries every operation. */
describe('API5 and API1: each operation', () => {
  let service: Service
  let callers: Caller[]
  let probes: Awaited<ReturnType<typeof startProbes>>
  let counts: { cells: number; calls: number; allowed: number; refused: number }

  // Each test starts a service: allowed calls change roles, and with them what callers hold.
  beforeEach(async () => {
    service = await startService()
    callers = await makeCallers(service)
    probes = await startProbes(service)
    counts = { cells: 0, calls: 0, allowed: 0, refused: 0 }
  })
  afterEach(() => service.stop())

  const lackedBy = ({ holds }: Caller, { row }: Cell) => row.needs.filter((slug) => !holds.has(slug))

  async function attempt(caller: Caller, cell: Cell, target?: Target): Promise<Answer> {
    counts.calls += 1
    return probes.probe(cell.endpoint, cell.method, caller.token, target)
  }

  function assertDenied(answer: Answer, caller: Caller, cell: Cell): void {
    counts.refused += 1
    const says = new RegExp(`\\bthe permission ${lackedBy(caller, cell).join(', ')}\\.$`)
    if (caller.token === null) assertRefused(answer, { status: 401, code: 'unauthenticated' })
    else assertRefused(answer, { status: 403, code: 'forbidden', says })
  }

  function assertAllowed(answer: Answer, caller: Caller, cell: Cell): void {
    counts.allowed += 1
    const expected = doneStatus(cell.endpoint, cell.method)
    assert.equal(answer.status, expected, `${caller.name}: ${shown(cell)}: ${JSON.stringify(answer.body)}`)
  }

  /** An empty table would prove nothing. */
  function assertCounts(t: TestContext, least: Partial<typeof counts>): void {
    const { cells, calls, allowed, refused } = counts
    t.diagnostic(`${cells} cells, ${calls} calls: ${allowed} allowed, ${refused} denied`)
    for (const [name, count] of Object.entries(least))
      assert.ok(counts[name as keyof typeof counts] > count, JSON.stringify(counts))
  }

  it('is refused to each caller who lacks one of its permissions, and changes nothing', async (t) => {
    for (const caller of callers) {
      const before = await dumpOf(service)
      for (const cell of guardedCells.filter((cell) => lackedBy(caller, cell).length > 0)) {
        counts.cells += 1
        assertDenied(await attempt(caller, cell), caller, cell)
      }
      assert.deepEqual(await dumpOf(service), before, caller.name)
    }
    assertCounts(t, { cells: 1800, refused: 1800 })
  })

  it('is allowed to each caller who holds its permissions, on records that carry no more', async (t) => {
    for (const caller of callers) {
      for (const cell of guardedCells.filter((cell) => lackedBy(caller, cell).length === 0)) {
        // Only super administrators hold a deleted permission: see the rules of records.
        if (cell.endpoint.name === 'permissions.restore' && !caller.holds.has('can-delete-permanently'))
          continue
        counts.cells += 1
        const target = caller.token === null ? undefined : await probes.targetOf(cell.endpoint)
        assertAllowed(await attempt(caller, cell, target), caller, cell)
        await probes.bringBack(cell.endpoint)
      }
    }
    assertCounts(t, { cells: 1000, allowed: 1000 })
  })

  const namesRecord = (cell: Cell) =>
    /:(column|id)/.test(cell.endpoint.path) || cell.endpoint.name === 'users.checks'
  const onUsers = guardedCells.filter((cell) => cell.endpoint.tag === 'users' && namesRecord(cell))

  /** The target for a call on the caller's own record that leaves their token valid. */
  async function ownTarget(caller: Caller, { endpoint }: Cell): Promise<Target> {
    const id = caller.id as number
    if (endpoint.name === 'users.tokens-revoke') return { id, input: { keep_current: true } }
    if (endpoint.name !== 'users.token-revoke') return { id, member: 'guest' }
    const made = await service.call('POST', `/api/users/id/${id}/tokens/create`, { json: { name: 'spare' } })
    return { id, member: dataOf(made).item.id }
  }

  it('is allowed on the caller’s own record where the matrix says so, and refused elsewhere', async (t) => {
    const signedIn = callers.filter(({ token, holds }) => token !== null && !holds.has('can-delete-users'))
    assert.ok(signedIn.length >= 6)
    for (const caller of signedIn) {
      const lacking = onUsers.filter((cell) => lackedBy(caller, cell).length > 0)
      const isOpen = (cell: Cell) =>
        cell.row.rules.includes('own-record') && !(caller.isLimited && isWrite(cell))
      for (const cell of lacking.filter(isOpen)) {
        counts.cells += 1
        assertAllowed(await attempt(caller, cell, await ownTarget(caller, cell)), caller, cell)
      }
      const before = await dumpOf(service)
      for (const cell of lacking.filter((cell) => !isOpen(cell))) {
        counts.cells += 1
        assertDenied(await attempt(caller, cell, { id: caller.id as number, member: 'guest' }), caller, cell)
      }
      assert.deepEqual(await dumpOf(service), before, caller.name)
    }
    assertCounts(t, { cells: 500, allowed: 200, refused: 200 })
  })

  it('has a row in the matrix, and each row has an operation', () => {
    const rows = resources.flatMap(({ name: subject, access: { actions, relations, more } }) => [
      ...Object.keys({ ...actions, ...more }).map((name) => `${subject} ${name}`),
      ...Object.entries(relations).flatMap(([name, { write }]) => [
        `${subject} relationships.${name}`,
        ...(write ? [`${subject} relationships.${name} write`] : []),
      ]),
    ])
    const served = new Set(guardedCells.map(({ row }) => row.name))
    assert.deepEqual(
      rows.filter((name) => !served.has(name)),
      [],
    )
  })

  it('is refused to a token whose user has just been deleted', async () => {
    const { id, token } = await makeUser(service)
    dataOf(await service.call('POST', `/api/users/id/${id}/delete`))
    for (const cell of onUsers) {
      const answer = await attempt({ ...(callers[1] as Caller), token }, cell, { id, member: 'guest' })
      assertRefused(answer, { status: 401, code: 'unauthenticated' })
    }
  })
})
