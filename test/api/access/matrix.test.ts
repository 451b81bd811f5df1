// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { listEndpoints } from '../../../server/app.ts'
import type { Endpoint } from '../../../server/http/endpoint.ts'
import { makeActor, makeUser, type Person, type Role, setPermissions } from '../../support/actors.ts'
import type { Answer } from '../../support/answer.ts'
import { neededBy } from '../../support/needed.ts'
import { doneStatus, restoresPermission, startProbes } from '../../support/probes.ts'
import { assertRefused, dumpOf } from '../../support/refusals.ts'
import { defaults, type Service, startService } from '../../support/service.ts'

interface Guarded extends Endpoint {
  access: Exclude<Endpoint['access'], string>
}

const endpoints = listEndpoints(defaults)
const guarded = endpoints.filter((endpoint): endpoint is Guarded => typeof endpoint.access === 'object')
const each = guarded.flatMap((endpoint) => endpoint.methods.map((method) => ({ endpoint, method })))

let service: Service
let nobody: Person
let actor: Person & { role: Role }
let probes: Awaited<ReturnType<typeof startProbes>>

const assertForbidden = (answer: Answer, slugs: readonly string[]) =>
  assertRefused(answer, {
    status: 403,
    code: 'forbidden',
    says: new RegExp(`^This needs the permission ${slugs.join(', ')}\\.$`),
  })

before(async () => {
  service = await startService()
  nobody = await makeUser(service)
  actor = await makeActor(service, [])
  probes = await startProbes(service)
})
after(() => service.stop())

describe('every endpoint', () => {
  it('is public by word, for everyone signed in, or needs permissions', () => {
    assert.ok(each.length > 100, String(each.length))
    const open = endpoints.filter(({ access }) => access === 'public').map(({ name }) => name)
    assert.deepEqual(open.toSorted(), [
      'healthz',
      'readyz',
      'service',
      'setup',
      'setup-check',
      'signin',
      'signup',
    ])
    const signedIn = endpoints.filter(({ access }) => access === 'signed-in').map(({ name }) => name)
    assert.deepEqual(signedIn.toSorted(), ['me', 'overview', 'signout'])
    for (const { name, access } of guarded) assert.ok(access.needs.length > 0, name)
  })

  it('asks for the permissions that the decisions name', () => {
    for (const { endpoint, method } of each) {
      assert.deepEqual(endpoint.access.needs, neededBy(endpoint, method), `${method} ${endpoint.path}`)
    }
  })

  it('answers who does not say who they are with 401', async () => {
    const before = await dumpOf(service)
    for (const { endpoint, method } of each) {
      assertRefused(await probes.probe(endpoint, method, null), { status: 401, code: 'unauthenticated' })
      assertRefused(await probes.probe(endpoint, method, 'unknown'), { status: 401, code: 'unauthenticated' })
    }
    assertRefused(await service.call('POST', '/api/signout', { token: null }), {
      status: 401,
      code: 'unauthenticated',
    })
    assert.deepEqual(await dumpOf(service), before)
  })

  it('answers who holds nothing with 403, naming all it needs', async () => {
    const before = await dumpOf(service)
    for (const { endpoint, method } of each) {
      assertForbidden(await probes.probe(endpoint, method, nobody.token), endpoint.access.needs)
    }
    assert.deepEqual(await dumpOf(service), before)
  })

  /** What giving the actor's role permissions leaves as it was: all but the links, and the versions of both sides. */
  const withoutGrants = async () => {
    const { role_permissions: _, ...dump } = await dumpOf(service)
    const unversioned = (row: unknown) => ({ ...(row as object), version: 0 })
    return { ...dump, roles: dump.roles?.map(unversioned), permissions: dump.permissions?.map(unversioned) }
  }

  it('answers who lacks one of the permissions it needs with 403, naming that one', async () => {
    const before = await withoutGrants()
    for (const endpoint of guarded) {
      for (const lacking of endpoint.access.needs) {
        const others = endpoint.access.needs.filter((slug) => slug !== lacking)
        await setPermissions(service, actor.role, others)
        for (const method of endpoint.methods) {
          assertForbidden(await probes.probe(endpoint, method, actor.token), [lacking])
        }
      }
    }
    assert.deepEqual(await withoutGrants(), before)
  })

  it('does its work for who holds exactly what it needs', async () => {
    for (const { endpoint, method } of each.filter(({ endpoint }) => !restoresPermission(endpoint))) {
      await setPermissions(service, actor.role, endpoint.access.needs)
      const answer = await probes.probe(endpoint, method, actor.token, await probes.targetOf(endpoint))
      const shown = `${method} ${endpoint.path}: ${JSON.stringify(answer.body)}`
      assert.equal(answer.status, doneStatus(endpoint, method), shown)
      await probes.bringBack(endpoint)
    }
  })

  it('does its work for a super administrator', async () => {
    for (const { endpoint, method } of each) {
      const answer = await probes.probe(endpoint, method, service.token, await probes.targetOf(endpoint))
      const shown = `${method} ${endpoint.path}: ${JSON.stringify(answer.body)}`
      assert.equal(answer.status, doneStatus(endpoint, method), shown)
      await probes.bringBack(endpoint)
    }
  })
})
