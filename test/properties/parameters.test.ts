// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal } from '../../server/errors.ts'
import { nest, parseUrlEncoded } from '../../server/http/request/parameters.ts'
import type { Fields } from '../../server/values/fields.ts'
import { fc } from '../support/seeds.ts'

const RUNS = { numRuns: 2000 }
const ODD = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  '0',
  'length',
  'a',
  'filter',
]

const key = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ODD) },
  fc.string({ unit: 'binary', maxLength: 5 }),
)
const name = fc.oneof(
  fc
    .tuple(key, fc.array(key, { maxLength: 5 }))
    .map(([first, rest]) => first + rest.map((part) => `[${part}]`).join('')),
  fc.array(fc.constantFrom('[', ']', 'a', '__proto__', '.'), { maxLength: 8 }).map((parts) => parts.join('')),
)
const pairs = fc.array(fc.tuple(name, fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 8 })

const PROTOTYPES = [Object.prototype, Array.prototype, Function.prototype, String.prototype]
const builtIn = () => PROTOTYPES.map((each) => Reflect.ownKeys(each).length).join()
const unchanged = builtIn()

/** The parsed fields, or undefined if they were refused. Any other error fails the test. */
function read(run: () => Fields): Fields | undefined {
  try {
    return run()
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error))
    assert.equal(error.status, 400)
    return undefined
  } finally {
    assert.equal(builtIn(), unchanged)
    assert.equal(({} as Fields).a, undefined)
  }
}

/** Asserts that no object in the value has a prototype, or a key that leads to one. */
function assertBare(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) assert.equal(Object.getPrototypeOf(value), null)
  for (const [key, inner] of Object.entries(value)) {
    assert.ok(!['__proto__', 'constructor', 'prototype'].includes(key), key)
    assertBare(inner)
  }
}

describe('parameters', () => {
  it('are parsed or refused, and never reach a prototype', () => {
    let refused = 0
    fc.assert(
      fc.property(pairs, (pairs) => {
        const fields = read(() => nest(pairs))
        if (fields === undefined) refused += 1
        else assertBare(fields)
      }),
      RUNS,
    )
    assert.ok(refused > 0 && refused < RUNS.numRuns)
  })

  it('are parsed from any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webQueryParameters()), (text) => {
        const fields = read(() => parseUrlEncoded(text))
        if (fields) assertBare(fields)
      }),
      RUNS,
    )
  })

  it('are parsed back as they were nested', () => {
    const plain = fc
      .string({ minLength: 1, maxLength: 5 })
      .filter((text) => !/[[\]]/.test(text) && !ODD.includes(text))
    const { tree } = fc.letrec((tie) => ({
      tree: fc.dictionary(plain, tie('leaf'), { maxKeys: 3, noNullPrototype: true }),
      leaf: fc.oneof({ maxDepth: 3, withCrossShrink: true }, fc.string({ maxLength: 5 }), tie('tree')),
    }))
    const flat = (value: unknown, path: string): [string, string][] =>
      typeof value === 'string'
        ? [[path, value]]
        : Object.entries(value as Fields).flatMap(([key, inner]) =>
            flat(inner, path === '' ? key : `${path}[${key}]`),
          )
    const isEmpty = (value: unknown): boolean =>
      typeof value === 'object' &&
      Object.values(value as Fields).some(
        (inner) => typeof inner === 'object' && (Object.keys(inner as Fields).length === 0 || isEmpty(inner)),
      )
    fc.assert(
      fc.property(tree as fc.Arbitrary<Fields>, (fields) => {
        fc.pre(!isEmpty(fields))
        const encoded = new URLSearchParams(flat(fields, '')).toString()
        assert.equal(JSON.stringify(parseUrlEncoded(encoded)), JSON.stringify(fields))
      }),
      RUNS,
    )
  })

  it('become lists if they are repeated, in either spelling', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 5 }), { minLength: 2, maxLength: 5 }), (texts) => {
        for (const name of ['types', 'types[]']) {
          const { types } = nest(texts.map((text) => [name, text]))
          assert.deepEqual(types, texts)
        }
      }),
      RUNS,
    )
  })

  it('are refused if they are too many or too deep', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => [`a${index}`, 'x'] as const)
    assert.equal(Object.keys(nest(many(2000))).length, 2000)
    assert.equal(
      read(() => nest(many(2001))),
      undefined,
    )
    assert.equal(JSON.stringify(nest([['a[b][c][d][e]', 'x']])), '{"a":{"b":{"c":{"d":{"e":"x"}}}}}')
    assert.equal(
      read(() => nest([['a[b][c][d][e][f]', 'x']])),
      undefined,
    )
  })
})
