// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { everySlug, makeActor, type Person } from '../support/actors.ts'
import type { Answer } from '../support/answer.ts'
import { type Request, regressions, requests } from '../support/any-request.ts'
import { assertFailure, dumpOf } from '../support/refusals.ts'
import { fc } from '../support/seeds.ts'
import { type Service, startService } from '../support/service.ts'

describe('any request', () => {
  let service: Service
  let actor: Person
  before(async () => {
    service = await startService()
    await renewActor()
  })
  after(() => service.stop())

  /** An actor who holds every permission, but is no super administrator: rules refuse them too. */
  async function renewActor(): Promise<void> {
    actor = await makeActor(service, await everySlug(service))
  }

  async function send({ method, path, options }: Request, token: string | null): Promise<Answer> {
    const answer = await service.call(method, path, { ...options, token })
    assert.ok(answer.status < 500, JSON.stringify(answer.body))
    if (method !== 'HEAD' && answer.status !== 304 && answer.body?.success !== true) assertFailure(answer)
    return answer
  }

  it('gets a response as described, and changes nothing if it is refused', async () => {
    const seen = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const before = await dumpOf(service)
        const answer = await send(request, actor.token)
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
        if (answer.body?.success !== true) assert.deepEqual(await dumpOf(service), before)
        const { status } = await service.call('GET', `/api/users/id/${actor.id}`, { token: actor.token })
        if (status === 401) await renewActor()
      }),
      { numRuns: 350, examples: regressions },
    )
    // Otherwise the requests would test too little.
    for (const status of [200, 400, 404, 405, 415, 422])
      assert.ok(seen.has(status), `${status} in ${[...seen]}`)
  })

  it('without a token gets a response as described, and changes nothing at all', async () => {
    const guarded = requests.filter(({ isPublic }) => !isPublic)
    const before = await dumpOf(service)
    await fc.assert(
      fc.asyncProperty(guarded, async (request) => {
        const answer = await send(request, null)
        assert.notEqual(answer.body?.success, true, request.path)
      }),
      { numRuns: 150 },
    )
    assert.deepEqual(await dumpOf(service), before)
  })
})
