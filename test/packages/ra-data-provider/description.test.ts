// Engines: none
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { FIELDS, fieldsOfDescription } from '../../../ra-data-provider/generate.ts'

describe('The fields that the provider knows', () => {
  it('are generated from the current description', () => {
    assert.ok(
      readFileSync(FIELDS, 'utf8') === fieldsOfDescription(),
      'description.ts is out of date: npm run generate -w ra-data-provider',
    )
  })
})
