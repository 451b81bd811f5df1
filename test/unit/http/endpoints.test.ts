// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ACTION_PREFIXES } from '../../../contract/audit.ts'
import { listEndpoints } from '../../../server/app.ts'
import { takesIdempotencyKey } from '../../../server/http/endpoint.ts'
import { defaults } from '../../support/service.ts'

const endpoints = listEndpoints(defaults)
const namesOf = (some: typeof endpoints) => [...new Set(some.map(({ name }) => name))]

/** That reads write nothing is shown by test/api/openapi/answers.test.ts, which calls them all. */
describe('An endpoint', () => {
  it('is a read if only safe methods serve it, and a write if a method that changes records does', () => {
    const unsafe = endpoints.filter(({ methods }) =>
      methods.some((method) => /PUT|PATCH|DELETE/.test(method)),
    )
    assert.ok(unsafe.length > 50)
    for (const { name, effect } of unsafe) assert.equal(effect, 'write', name)
    const safe = endpoints.filter(({ methods }) => methods.every((method) => /GET|HEAD/.test(method)))
    assert.ok(safe.length > 30)
    for (const { name, effect } of safe) assert.equal(effect, 'read', name)
  })

  it('has a name that begins as an action of the audit trail, if its refusals are recorded', () => {
    const recorded = endpoints.filter(
      ({ effect, access }) => effect === 'write' && typeof access !== 'string',
    )
    assert.ok(recorded.length > 50)
    const prefixes: readonly string[] = ACTION_PREFIXES
    const others = recorded.filter(({ name }) => !prefixes.includes(name.split('.')[0] as string))
    assert.deepEqual(namesOf(others), [])
  })

  it('is a read if a replica may serve it', () => {
    for (const { name, effect } of endpoints.filter(({ isRecords }) => isRecords)) {
      assert.equal(effect, 'read', name)
    }
  })

  it('accepts an Idempotency-Key if it is a write, except a sign-in, a proof, mails with codes of their own, and bulk calls, which report what is left to do', () => {
    const writes = endpoints.filter(({ effect }) => effect === 'write')
    const others = writes.filter((endpoint) => !takesIdempotencyKey(endpoint))
    assert.deepEqual(namesOf(others.filter(({ name }) => !name.includes('.bulk-'))), [
      'signin-finish',
      'signin-by-code',
      'signin',
      'signin-code',
      'signup-resend',
      'password-forgot',
      'email-verify',
      'email-change',
      'registrations.resend',
      'reauthenticate',
      'signin-passkey',
    ])
    assert.deepEqual(
      namesOf(writes.filter(({ messages }) => messages === undefined)),
      ['signin-finish', 'signin-by-code', 'signin', 'signin-passkey'],
      'it says what it did',
    )
    assert.deepEqual(
      namesOf(endpoints.filter(({ effect, messages }) => effect === 'read' && messages !== undefined)),
      [],
    )
  })

  it('is for end users if strangers may call it and are limited, except the set-up, which no product does for its users', () => {
    const limited = endpoints.filter(({ access, refusals }) => access === 'public' && refusals.includes(429))
    const others = limited.filter(({ isForEndUsers }) => !isForEndUsers)
    assert.deepEqual(namesOf(others), ['setup-check', 'setup'])
    assert.ok(limited.length > others.length + 8)
  })
})
