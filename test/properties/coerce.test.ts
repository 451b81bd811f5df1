// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TObject, TSchema } from 'typebox'
import { listEndpoints } from '../../server/app.ts'
import { coerce, kindOf, UNSTORABLE } from '../../server/values/coerce.ts'
import { fc } from '../support/seeds.ts'
import { defaults } from '../support/service.ts'

const RUNS = { numRuns: 100 }

/** Every field that any operation accepts, once for each distinct schema. */
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

/** The values that each kind may have, whatever the field. */
const IS_VALID: Record<ReturnType<typeof kindOf>, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string' && value !== '',
  integer: Number.isSafeInteger,
  boolean: (value) => typeof value === 'boolean',
  time: (value) => typeof value === 'string' && new Date(value).toISOString() === value,
  day: (value) => typeof value === 'string' && new Date(value).toISOString().startsWith(value),
  // The schema checks whether it is an object at all.
  object: () => true,
  list: Array.isArray,
  mixed: (value) => typeof value === 'number' || (typeof value === 'string' && value !== ''),
  trashed: (value) => ['true', 'false', 'only'].includes(value as string),
}

describe('a value from a request', () => {
  it('has every kind that there is', () => {
    const kinds = new Set([...schemas.values()].map(kindOf))
    assert.deepEqual([...kinds].sort(), Object.keys(IS_VALID).sort())
  })

  it('becomes a value of the field’s kind, null or unstorable, and stays the same when coerced again', () => {
    for (const schema of schemas.values()) {
      const kind = kindOf(schema)
      fc.assert(
        fc.property(value, (sent) => {
          const coerced = coerce(schema, sent)
          if (coerced === UNSTORABLE || coerced === null) return
          assert.ok(
            IS_VALID[kind](coerced),
            `${kind}: ${JSON.stringify(sent)} became ${JSON.stringify(coerced)}`,
          )
          assert.deepEqual(coerce(schema, coerced), coerced)
        }),
        RUNS,
      )
    }
  })
})
