// Engines: none
// Process: its own
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkedInDescription, type Operation, operationsOf, resolved } from '../../support/description.ts'
import { accounts } from './kinds/accounts.ts'
import { bulk } from './kinds/bulk.ts'
import { factors } from './kinds/factors.ts'
import { invitations } from './kinds/invitations.ts'
import { links } from './kinds/links.ts'
import { mails } from './kinds/mails.ts'
import { mixed } from './kinds/mixed.ts'
import { offboardings } from './kinds/offboardings.ts'
import { records } from './kinds/records.ts'
import { references } from './kinds/references.ts'
import { tokens } from './kinds/tokens.ts'
import { trees } from './kinds/trees.ts'
import { webhooks } from './kinds/webhooks.ts'

const KINDS = [
  ...bulk,
  ...records,
  ...links,
  ...references,
  ...trees,
  ...accounts,
  ...factors,
  ...tokens,
  ...offboardings,
  ...mails,
  ...invitations,
  ...mixed,
  ...webhooks,
]

const { document } = checkedInDescription()

const takesKey = ({ operation }: Operation) =>
  operation.parameters.some((parameter: object) => resolved(document, parameter).name === 'Idempotency-Key')

describe('the writes of the concurrent clients', () => {
  const operations = operationsOf(document)
  /** They ignore Idempotency-Key: two return a new secret each time, one only counts wrong codes, one counts proofs, five mail a new code each time, the others report what is left to do. */
  const WRITES_WITHOUT_KEY = [
    'POST /api/signin',
    'POST /api/signin/passkey',
    'POST /api/setup/check',
    'POST /api/signin/code',
    'POST /api/password/forgot',
    'POST /api/signup/resend',
    'POST /api/email/verify',
    'POST /api/email/change',
    'POST /api/registrations/{column}/{value}/resend',
    'POST /api/reauthenticate',
    ...operations.map(({ name }) => name).filter((name) => name.includes('/bulk/')),
  ]
  const writes = [...operations.filter(takesKey).map(({ name }) => name), ...WRITES_WITHOUT_KEY]
  const tried = new Set(KINDS.flatMap(({ of }) => of))

  it('include every write of the description', () => {
    assert.ok(writes.length > 150)
    assert.deepEqual(
      writes.filter((name) => !tried.has(name)),
      [],
    )
  })

  it('include no other operation, except options of passkeys, which others need', () => {
    assert.deepEqual(
      [...tried].filter((name) => !writes.includes(name) && !name.endsWith('/passkey/options')),
      [],
    )
  })

  it('leave out operations that only read: they answer GET as well, or only check', () => {
    const reads = new Set(operations.filter(({ method }) => method === 'GET').map(({ path }) => path))
    const others = operations.filter(
      ({ name, method, path }) =>
        !['GET', 'HEAD'].includes(method) && !writes.includes(name) && !reads.has(path),
    )
    assert.deepEqual(
      others.map(({ name }) => name),
      [
        'POST /api/invitations/look',
        'POST /api/me/factors/passkey/options',
        'POST /api/signin/passkey/options',
        'POST /api/reauthenticate/options',
        'POST /api/checks',
      ],
    )
  })

  it('have distinct names', () => {
    const names = KINDS.map(({ what }) => what)
    assert.deepEqual(
      names.filter((name, index) => names.indexOf(name) !== index),
      [],
    )
  })
})
