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

/** What a parser makes of a text; undefined where it refuses it, which it does in one way. */
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

/** Whatever is not a separator is part of a name; which names there are is for the resource to say. */
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

  it('that is printed is read back as it was', () => {
    fc.assert(
      fc.property(sorts, (sorts) => assert.deepEqual(parseSort(printSort(sorts)), sorts)),
      RUNS,
    )
  })

  it('is read, or refused with a reason, whatever it is; what is read is the same when printed', () => {
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

  it('that is printed is read back as it was', () => {
    fc.assert(
      fc.property(tree, (tree) => {
        fc.pre(depthOf(tree) <= 3)
        assert.deepEqual(parseInclude(printInclude(tree)), tree)
      }),
      RUNS,
    )
  })

  it('is read to depth 3, or refused, whatever it is; what is read is the same when printed', () => {
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

describe('what a list is asked for', () => {
  const { service, call } = useService()

  it('reaches SQL as bound values and names of our own, never as text', async () => {
    // Letters, so that quoting or folding cannot hide it, and none of our names has it.
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
        statements.kept = []
        const { status } = await call('GET', '/api/users', { query })
        if (status === 200) served += 1
        for (const { sql } of statements.kept) assert.doesNotMatch(sql, /zqx/i)
      }),
      { numRuns: 300 },
    )
    delete statements.kept
    assert.ok(served > 10, `${served} were lists`)
  })
})
