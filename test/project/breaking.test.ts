// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { apiFile } from '../support/api-files.ts'
import { breakingChanges, type Declared, unsettled } from '../support/breaking.ts'

describe('the description, compared with that of the last release', () => {
  const declared: Declared[] = apiFile('breaking.json')
  const { undeclared, stale } = unsettled(
    breakingChanges(apiFile('baseline.json'), apiFile('openapi.json')),
    declared,
  )

  it('breaks nothing that api/breaking.json does not declare', () => {
    const advice = 'Existing clients break. Take it back, or declare each in api/breaking.json and say why.'
    assert.deepEqual(undeclared, [], `${advice}\n${undeclared.join('\n')}`)
  })

  it('has nothing declared that it does not break', () => {
    assert.deepEqual(stale, [], `Take these out of api/breaking.json:\n${stale.join('\n')}`)
  })

  it('has a reason for everything declared', () => {
    for (const { change, why } of declared) assert.match(why ?? '', /\S \S/, change)
  })

  it('is held to both: what is declared passes, what is not and what is stale do not', () => {
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
