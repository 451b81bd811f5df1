// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { apiFile } from '../support/api-files.ts'
import { breakingChanges, type Declared, unsettled } from '../support/breaking.ts'

describe("The comparison with the last release's description", () => {
  const declared: Declared[] = apiFile('breaking.json')
  const { undeclared, stale } = unsettled(
    breakingChanges(apiFile('baseline.json'), apiFile('openapi.json')),
    declared,
  )

  it('finds no breaking change that api/breaking.json does not declare', () => {
    const advice = 'Existing clients break. Take it back, or declare each in api/breaking.json and say why.'
    assert.deepEqual(undeclared, [], `${advice}\n${undeclared.join('\n')}`)
  })

  it('finds every change that api/breaking.json declares', () => {
    assert.deepEqual(stale, [], `Take these out of api/breaking.json:\n${stale.join('\n')}`)
  })

  it('finds a reason in every declaration', () => {
    for (const { change, why } of declared) assert.match(why ?? '', /\S \S/, change)
  })

  it('accepts declared changes, and reports undeclared and stale ones', () => {
    const why = 'Nobody could use it.'
    const found = ['POST /api/a is gone', 'POST /api/b is gone']
    assert.deepEqual(unsettled(found, [{ change: 'POST /api/a is gone', why }]), {
      undeclared: ['POST /api/b is gone'],
      stale: [],
    })
    assert.deepEqual(unsettled([], [{ change: 'POST /api/a is gone', why }]), {
      undeclared: [],
      stale: ['POST /api/a is gone'],
    })
  })
})
