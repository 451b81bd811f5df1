// Engines: none
// Process: its own
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkedInDescription, type Operation, operationsOf, resolved } from '../../support/description.ts'
import { accounts } from './kinds/accounts.ts'
import { bulk } from './kinds/bulk.ts'
import { links } from './kinds/links.ts'
import { mixed } from './kinds/mixed.ts'
import { offboardings } from './kinds/offboardings.ts'
import { records } from './kinds/records.ts'
import { references } from './kinds/references.ts'
import { tokens } from './kinds/tokens.ts'
import { trees } from './kinds/trees.ts'

const KINDS = [
  ...bulk,
  ...records,
  ...links,
  ...references,
  ...trees,
  ...accounts,
  ...tokens,
  ...offboardings,
  ...mixed,
]

const { document } = checkedInDescription()

const takesKey = ({ operation }: Operation) =>
  operation.parameters.some((parameter: object) => resolved(document, parameter).name === 'Idempotency-Key')

describe('the writes of the concurrent clients', () => {
  const operations = operationsOf(document)
  /** They ignore Idempotency-Key: one returns a new secret each time, one only counts wrong codes, the others report what is left to do. */
  const WRITES_WITHOUT_KEY = [
    'POST /api/signin',
    'POST /api/setup/check',
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

  it('include no other operation', () => {
    assert.deepEqual(
      [...tried].filter((name) => !writes.includes(name)),
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
      ['POST /api/checks'],
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
