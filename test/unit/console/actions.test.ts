// Engines: none
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { messages } from '../../../console/src/features/entries/messages.ts'
import { ACTIONS } from '../../../contract/actions.ts'

const without = (names: Iterable<string>, words: object) =>
  [...new Set(names)].filter((name) => !(name in words))

it('every action of the audit trail, and what it counts and changes, has words in the console', () => {
  const kinds = [...ACTIONS.values()]
  const fields = kinds.flatMap(({ changes }) =>
    typeof changes === 'object' ? changes.map((change) => (change as { field: string }).field) : [],
  )
  assert.deepEqual(without(ACTIONS.keys(), messages.actions), [])
  assert.deepEqual(
    without(
      kinds.flatMap(({ counts }) => counts ?? []),
      messages.counts,
    ),
    [],
  )
  assert.deepEqual(without(fields, messages.fields), [])
})
