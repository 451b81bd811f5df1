// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type Condition,
  GrammarError,
  type IncludeTree,
  OPERATORS,
  parseFilter,
  parseInclude,
  parseSort,
  printFilter,
  printInclude,
  printSort,
} from '../../server/crud/query/grammar.ts'
import { fc } from '../support/seeds.ts'
import { useService } from '../support/suite.ts'

const RUNS = { numRuns: 2000 }

// A bar is a separator: a value contains none, and no spaces around it.
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

/** Made of pieces of the grammar, valid or not. */
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

/** The parsed text; undefined if the parser refuses it, which it always does in the same way. */
function tried<T>(parse: (text: string) => T, text: string): T | undefined {
  try {
    return parse(text)
  } catch (error) {
    assert.ok(error instanceof GrammarError, String(error))
    return undefined
  }
}

const parsed = (text: string) => tried(parseFilter, text)

describe('a filter', () => {
  it('is parsed back to the same conditions after printing', () => {
    fc.assert(
      fc.property(fc.array(condition, { minLength: 1, maxLength: 4 }), (conditions) => {
        assert.deepEqual(parseFilter(printFilter(conditions)), conditions)
      }),
      RUNS,
    )
  })

  it('stays the same when it is parsed, printed and parsed again', () => {
    fc.assert(
      fc.property(scrap, (text) => {
        const conditions = parsed(text.replaceAll(' ', ''))
        if (conditions) assert.deepEqual(parseFilter(printFilter(conditions)), conditions)
      }),
      RUNS,
    )
  })

  it('is parsed, or refused with a reason, whatever it is', () => {
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

  it('without an operator is a plain value, including its colons', () => {
    fc.assert(
      fc.property(value, (text) => {
        fc.pre(!OPERATORS.some((operator) => text.startsWith(`${operator}:`)))
        assert.deepEqual(parseFilter(text), [{ operator: 'eq', operands: [text] }])
      }),
      RUNS,
    )
  })
})

/** A name contains anything but separators; the resource decides which names exist. */
const name = fc
  .string({ unit: 'binary', minLength: 1 })
  .map((text) => text.replaceAll(/[,:.]/g, '').trim())
  .filter((text) => text !== '')
const pieces = (...separators: string[]) =>
  fc
    .array(fc.oneof(fc.constantFrom(...separators, ' ', 'roles', 'id'), fc.string({ maxLength: 3 })), {
      maxLength: 10,
    })
    .map((parts) => parts.join(''))

describe('a sort', () => {
  const sorts = fc.array(
    fc.record(
      { field: name, direction: fc.constantFrom('asc' as const, 'desc' as const) },
      { noNullPrototype: true },
    ),
    {
      minLength: 1,
      maxLength: 5,
    },
  )

  it('is parsed back to the same fields after printing', () => {
    fc.assert(
      fc.property(sorts, (sorts) => assert.deepEqual(parseSort(printSort(sorts)), sorts)),
      RUNS,
    )
  })

  it('is parsed, or refused with a reason, and stays the same when it is printed and parsed again', () => {
    let refused = 0
    fc.assert(
      fc.property(pieces(',', ':', ':desc', ':ASC', ': desc '), (text) => {
        const sorts = tried(parseSort, text)
        if (sorts === undefined) refused += 1
        else assert.deepEqual(parseSort(printSort(sorts)), sorts)
      }),
      RUNS,
    )
    assert.ok(refused > 0)
  })
})

describe('an include', () => {
  const { tree } = fc.letrec<{ tree: IncludeTree }>((tie) => ({
    tree: fc
      .array(fc.tuple(name, fc.oneof({ maxDepth: 2 }, fc.constant(new Map()), tie('tree'))), {
        minLength: 1,
        maxLength: 3,
      })
      .map((entries) => new Map(entries)),
  }))
  const depthOf = (tree: IncludeTree): number => 1 + Math.max(-1, ...[...tree.values()].map(depthOf))

  it('is parsed back to the same tree after printing', () => {
    fc.assert(
      fc.property(tree, (tree) => {
        fc.pre(depthOf(tree) <= 3)
        assert.deepEqual(parseInclude(printInclude(tree)), tree)
      }),
      RUNS,
    )
  })

  it('is parsed to depth 3, or refused, and stays the same when it is printed and parsed again', () => {
    let refused = 0
    fc.assert(
      fc.property(pieces(',', '.', '..', 'roles.permissions'), (text) => {
        const tree = tried(parseInclude, text)
        if (tree === undefined) refused += 1
        else {
          assert.ok(depthOf(tree) <= 3)
          assert.deepEqual(parseInclude(printInclude(tree)), tree)
        }
      }),
      RUNS,
    )
    assert.ok(refused > 0)
  })
})

describe('the parameters of a list', () => {
  const { service, call } = useService()

  it('reach SQL as bound values and known names, never as text', async () => {
    // Letters, so that quoting or folding cannot hide the mark, which no known name contains.
    const marked = fc
      .tuple(fc.string({ unit: 'binary', maxLength: 8 }), fc.constantFrom('zqx', "zqx'", 'zqx"--', 'zqx)'))
      .map((parts) => parts.join(''))
    const field = fc.constantFrom('email', 'name', 'id', 'created_at', 'is_active', 'registration')
    const operator = fc.constantFrom('', ...OPERATORS.map((name) => `${name}:`))
    const query = fc.oneof(
      fc.tuple(field, operator, marked).map(([field, operator, text]) => ({
        [`filter[${field}]`]: operator === 'btw:' ? `btw:1|${text}` : operator + text,
      })),
      marked.map((text) => ({ [`filter[${text}]`]: 'x' })),
      fc
        .tuple(fc.constantFrom('sort', 'include', 'q', 'limit', 'from', 'trashed'), marked)
        .map(([name, text]) => ({
          [name]: text,
        })),
      fc.tuple(field, marked).map(([field, text]) => ({ sort: `${field}:${text}` })),
      marked.map((text) => ({ include: `roles.${text}` })),
    )
    const { statements } = service()
    let served = 0
    await fc.assert(
      fc.asyncProperty(query, async (query) => {
        statements.recorded = []
        const { status } = await call('GET', '/api/users', { query })
        if (status === 200) served += 1
        for (const { sql } of statements.recorded) assert.doesNotMatch(sql, /zqx/i)
      }),
      { numRuns: 300 },
    )
    delete statements.recorded
    assert.ok(served > 10, `${served} were lists`)
  })
})
