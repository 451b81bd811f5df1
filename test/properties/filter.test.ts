import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type Condition, FilterError, OPERATORS, parseFilter, printFilter } from '../../server/crud/filter.ts'

const RUNS = { numRuns: 2000 }

// A bar separates; a value cannot hold one, nor spaces around it.
const operand = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('|', '').trim())
const value = operand.filter((text) => text !== '')
const of = (operator: Condition['operator'], ...operands: string[]): Condition => ({ operator, operands })
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.tuple(fc.constantFrom('eq' as const, 'not' as const), operand).map((parts) => of(...parts)),
  fc
    .tuple(
      fc.constantFrom('lt' as const, 'lte' as const, 'gt' as const, 'gte' as const, 'like' as const),
      value,
    )
    .map((parts) => of(...parts)),
  fc.tuple(value, value).map((operands) => of('btw', ...operands)),
)

/** Made of the grammar's own pieces, more and less well. */
const scrap = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...OPERATORS,
        'btw:',
        'like:',
        'lt:',
        ':',
        '|',
        '|AND|',
        'AND',
        ' ',
        '1',
        '10:30',
        'EQ:',
        'eq :',
      ),
      fc.string({ maxLength: 3 }),
    ),
    { maxLength: 10 },
  )
  .map((parts) => parts.join(''))

function parsed(text: string): Condition[] | undefined {
  try {
    return parseFilter(text)
  } catch (error) {
    assert.ok(error instanceof FilterError, String(error))
    return undefined
  }
}

describe('a filter', () => {
  it('that is printed is read back as it was', () => {
    fc.assert(
      fc.property(fc.array(condition, { minLength: 1, maxLength: 4 }), (conditions) => {
        assert.deepEqual(parseFilter(printFilter(conditions)), conditions)
      }),
      RUNS,
    )
  })

  it('that can be read is the same when it is printed and read again', () => {
    fc.assert(
      fc.property(scrap, (text) => {
        const conditions = parsed(text.replaceAll(' ', ''))
        if (conditions) assert.deepEqual(parseFilter(printFilter(conditions)), conditions)
      }),
      RUNS,
    )
  })

  it('is read, or refused with a reason, whatever it is', () => {
    let refused = 0
    fc.assert(
      fc.property(fc.oneof(scrap, fc.string({ unit: 'binary' })), (text) => {
        const conditions = parsed(text)
        if (conditions === undefined) refused += 1
        else for (const { operator } of conditions) assert.ok(OPERATORS.includes(operator))
      }),
      RUNS,
    )
    assert.ok(refused > 0)
  })

  it('without an operator is a plain value, colons and all', () => {
    fc.assert(
      fc.property(value, (text) => {
        fc.pre(!OPERATORS.some((operator) => text.startsWith(`${operator}:`)))
        assert.deepEqual(parseFilter(text), [{ operator: 'eq', operands: [text] }])
      }),
      RUNS,
    )
  })
})
