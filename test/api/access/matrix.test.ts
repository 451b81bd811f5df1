// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { listEndpoints } from '../../../server/app.ts'
import type { Endpoint } from '../../../server/http/endpoint.ts'
import {
  everySlug,
  giveRole,
  giveSession,
  makeActor,
  makeRole,
  makeUser,
  type Person,
  type Role,
  setPermissions,
} from '../../support/actors.ts'
import type { Answer } from '../../support/answer.ts'
import { neededBy } from '../../support/needed-permissions.ts'
import { doneStatus, restoresPermission, startProbes } from '../../support/probes.ts'
import { assertRefused, dumpOf } from '../../support/refusals.ts'
import { defaults, type Service, startService } from '../../support/service.ts'

interface Guarded extends Endpoint {
  access: Exclude<Endpoint['access'], string>
}

const endpoints = listEndpoints(defaults)
const guarded = endpoints.filter((endpoint): endpoint is Guarded => typeof endpoint.access === 'object')
const operations = guarded.flatMap((endpoint) => endpoint.methods.map((method) => ({ endpoint, method })))

let service: Service
let plainUser: Person
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
  plainUser = await makeUser(service)
  actor = await makeActor(service, [])
  probes = await startProbes(service)
})
after(() => service.stop())

describe('every endpoint', () => {
  it('is declared public, open to signed-in callers, or needs permissions', () => {
    assert.ok(operations.length > 100, String(operations.length))
    const open = endpoints.filter(({ access }) => access === 'public').map(({ name }) => name)
    assert.deepEqual(open.toSorted(), [
      'email-undo',
      'healthz',
      'invitation-accept',
      'invitation-look',
      'password-forgot',
      'password-reset',
      'readyz',
      'service',
      'setup',
      'setup-check',
      'signin',
      'signin-by-code',
      'signin-code',
      'signin-finish',
      'signin-passkey',
      'signin-passkey-options',
      'signup',
      'signup-resend',
      'signup-verify',
    ])
    const signedIn = endpoints.filter(({ access }) => access === 'signed-in').map(({ name }) => name)
    assert.deepEqual(signedIn.toSorted(), [
      'email-change',
      'email-confirm',
      'email-verify',
      'factors',
      'factors-delete',
      'factors-passkey',
      'factors-passkey-options',
      'factors-totp',
      'factors-totp-confirm',
      'factors-update',
      'me',
      'overview',
      'password-change',
      'reauthenticate',
      'reauthenticate-options',
      'recovery-codes',
      'sessions',
      'sessions-revoke',
      'sessions-revoke-others',
      'signout',
    ])
    for (const { name, access } of guarded) assert.ok(access.needs.length > 0, name)
  })

  it('needs the permissions that the decisions list', () => {
    for (const { endpoint, method } of operations) {
      assert.deepEqual(endpoint.access.needs, neededBy(endpoint, method), `${method} ${endpoint.path}`)
    }
  })

  it('returns 401 without a valid token', async () => {
    const before = await dumpOf(service)
    for (const { endpoint, method } of operations) {
      assertRefused(await probes.probe(endpoint, method, null), { status: 401, code: 'unauthenticated' })
      assertRefused(await probes.probe(endpoint, method, 'unknown'), { status: 401, code: 'unauthenticated' })
    }
    assertRefused(await service.call('POST', '/api/signout', { token: null }), {
      status: 401,
      code: 'unauthenticated',
    })
    assert.deepEqual(await dumpOf(service), before)
  })

  it('returns 403 naming all needed permissions if the caller holds none', async () => {
    const before = await dumpOf(service)
    for (const { endpoint, method } of operations) {
      assertForbidden(await probes.probe(endpoint, method, plainUser.token), endpoint.access.needs)
    }
    assert.deepEqual(await dumpOf(service), before)
  })

  /**
   * The database without the actor's grants: no role_permissions and their past, no entries about those of the actor's role,
   * and no versions of roles and permissions.
   */
  const withoutGrants = async () => {
    const {
      role_permissions: _,
      past_versions: __,
      audit_entries: entries = [],
      ...dump
    } = await dumpOf(service)
    const unversioned = (row: string) => ({ ...JSON.parse(row), version: 0 })
    const isOfGrant = ({ action, subject_id }: { action: string; subject_id: number }) =>
      action.startsWith('roles.permissions.') && subject_id === actor.role.id
    return {
      ...dump,
      audit_entries: entries.filter((row) => !isOfGrant(JSON.parse(row))),
      roles: dump.roles?.map(unversioned),
      permissions: dump.permissions?.map(unversioned),
    }
  }

  it('returns 403 naming the missing permission if the caller lacks one', async () => {
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

  it('succeeds for a caller with exactly the needed permissions', async () => {
    for (const { endpoint, method } of operations.filter(({ endpoint }) => !restoresPermission(endpoint))) {
      await setPermissions(service, actor.role, endpoint.access.needs)
      const answer = await probes.probe(endpoint, method, actor.token, await probes.targetOf(endpoint))
      const shown = `${method} ${endpoint.path}: ${JSON.stringify(answer.body)}`
      assert.equal(answer.status, doneStatus(endpoint, method), shown)
      await probes.bringBack(endpoint)
    }
  })

  it('succeeds for a super administrator', async () => {
    for (const { endpoint, method } of operations) {
      const answer = await probes.probe(endpoint, method, service.token, await probes.targetOf(endpoint))
      const shown = `${method} ${endpoint.path}: ${JSON.stringify(answer.body)}`
      assert.equal(answer.status, doneStatus(endpoint, method), shown)
      await probes.bringBack(endpoint)
    }
  })
})

describe('the token of a sign-in without the second factor that a role requires', () => {
  const isOpen = ({ access, isForEnrolment }: Endpoint) => access === 'public' || isForEnrolment === true

  it('may call what adds a factor, and nothing else', () => {
    const open = endpoints.filter((each) => each.access !== 'public' && isOpen(each)).map(({ name }) => name)
    assert.deepEqual(open.toSorted(), [
      'email-confirm',
      'email-verify',
      'factors',
      'factors-delete',
      'factors-passkey',
      'factors-passkey-options',
      'factors-totp',
      'factors-totp-confirm',
      'factors-update',
      'me',
      'reauthenticate',
      'reauthenticate-options',
      'recovery-codes',
      'signout',
    ])
  })

  it('is refused everywhere else, whatever it holds, and changes nothing', async () => {
    const user = await makeUser(service)
    const role = await makeRole(service, await everySlug(service), { requires_second_factor: true })
    await giveRole(service, user, role.slug)
    const token = await giveSession(service, user)
    const before = await dumpOf(service)
    let count = 0
    for (const endpoint of endpoints.filter((each) => !isOpen(each))) {
      for (const method of endpoint.methods) {
        assertRefused(await probes.probe(endpoint, method, token), {
          status: 403,
          code: 'second_factor_enrolment_required',
        })
        count += 1
      }
    }
    assert.ok(count > 100, String(count))
    assert.deepEqual(await dumpOf(service), before)
  })
})
