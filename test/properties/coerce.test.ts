// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TObject, TSchema } from 'typebox'
import { listEndpoints } from '../../server/app.ts'
import { coerce, kindOf, UNSTORABLE } from '../../server/values/coerce.ts'
import { fc } from '../support/seeds.ts'
import { defaults } from '../support/service.ts'

const RUNS = { numRuns: 100 }

/** Every field that any operation takes, one for each way of being described. */
const schemas = new Map<string, TSchema>()
for (const { input } of listEndpoints(defaults)) {
  for (const schema of Object.values((input as TObject).properties))
    schemas.set(JSON.stringify(schema), schema)
}

const ODD = [
  ...[
    '',
    ' ',
    ' 1 ',
    '+1',
    '-0',
    '007',
    '1e3',
    '9007199254740993',
    'TRUE',
    'Off',
    ' yes ',
    'ONLY',
    'null',
    'gb',
    'Active',
  ],
  ...[
    '2026-05-04',
    ' 2026-05-04',
    '2026-02-29',
    '0000-01-01',
    '2026-05-04 09:30',
    '2026-05-04T09:30:00.123456789+14:00',
  ],
  ...[
    '{}',
    '{"a":1}',
    '[]',
    '5',
    'a,b',
    ',',
    'a,,b',
    'email-verification-vending',
    '018F0000-0000-7000-8000-000000000000',
  ],
  ...[' x ', '\u00a0x\ufeff', 'x\u0000', '\ud800', '\u2028', '   eight   '],
]
const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...ODD),
  fc.string({ unit: 'binary' }),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.jsonValue(),
)

/** What each kind holds, whatever the field. */
const HOLDS: Record<ReturnType<typeof kindOf>, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string' && value !== '',
  integer: Number.isSafeInteger,
  boolean: (value) => typeof value === 'boolean',
  time: (value) => typeof value === 'string' && new Date(value).toISOString() === value,
  day: (value) => typeof value === 'string' && new Date(value).toISOString().startsWith(value),
  // Whether it is an object at all is the schema's to say.
  object: () => true,
  list: Array.isArray,
  mixed: (value) => typeof value === 'number' || (typeof value === 'string' && value !== ''),
  trashed: (value) => ['true', 'false', 'only'].includes(value as string),
}

describe('what comes over the wire', () => {
  it('is of many kinds', () => {
    const kinds = new Set([...schemas.values()].map(kindOf))
    assert.deepEqual([...kinds].sort(), Object.keys(HOLDS).sort())
  })

  it('becomes a value of the field’s kind, null or nothing, and that once and for all', () => {
    for (const schema of schemas.values()) {
      const kind = kindOf(schema)
      fc.assert(
        fc.property(value, (sent) => {
          const held = coerce(schema, sent)
          if (held === UNSTORABLE || held === null) return
          assert.ok(HOLDS[kind](held), `${kind}: ${JSON.stringify(sent)} became ${JSON.stringify(held)}`)
          assert.deepEqual(coerce(schema, held), held)
        }),
        RUNS,
      )
    }
  })
})
