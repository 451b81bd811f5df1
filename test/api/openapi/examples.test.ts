// Engines: SQLite
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Document } from '../../support/api-files.ts'
import { type Description, descriptionOf } from '../../support/description.ts'
import { type Service, startService } from '../../support/service.ts'

let service: Service
let description: Description
let document: Document

before(async () => {
  service = await startService({ publicUrl: 'https://accounts.acme.test' })
  description = await descriptionOf(service)
  document = description.document
})
after(() => service.stop())

describe('The examples of the description', () => {
  /** Every example beside a schema, and every schema with its own examples. */
  function placesWithExamples(node: Document, pointer: string): { pointer: string; value: unknown }[] {
    if (typeof node !== 'object' || node === null) return []
    const { schema, example, examples } = node
    const at = `${pointer}/schema`
    const own =
      schema === undefined
        ? []
        : [
            ...(example === undefined ? [] : [{ pointer: at, value: example }]),
            ...Object.values<Document>(examples ?? {}).map(({ value }) => ({ pointer: at, value })),
          ]
    const isSchema = schema === undefined && Array.isArray(examples)
    const ofSchema = isSchema ? examples.map((value: unknown) => ({ pointer, value })) : []
    const within = Object.entries(node)
      .filter(([key]) => key !== 'example' && key !== 'examples')
      .flatMap(([key, value]) =>
        placesWithExamples(value, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
      )
    return [...own, ...ofSchema, ...within]
  }

  it('fit their schemas', () => {
    const places = placesWithExamples(document, '#')
    assert.ok(places.length > 500, `${places.length} examples`)
    const faults = places.flatMap(({ pointer, value }) =>
      description.faultsAt(pointer, value).map((fault) => `${pointer}: ${fault}`),
    )
    assert.deepEqual(faults, [])
  })

  it('describe the status of a refusal in words', () => {
    for (const [status, { content }] of Object.entries<Document>(document.components.responses)) {
      if (!/^[45]\d\d$/.test(status)) continue
      const examples = Object.values<Document>(content['application/json'].examples)
      assert.ok(examples.length > 0, status)
      for (const { value } of examples) {
        assert.equal(value.success, false)
        assert.ok(value.errors[0].endsWith('.'), value.errors[0])
        assert.deepEqual(value.details.length > 0, status === '422' || value.code.endsWith('_taken'))
      }
    }
  })

  it('contain no secret in any response', () => {
    const { responses } = document.components
    const secrets = /"(password|password_hash|activation_code|remember_token|login_otp|reset_password_code)":/
    for (const [name, { content }] of Object.entries<Document>(responses)) {
      assert.doesNotMatch(JSON.stringify(content?.['application/json'] ?? {}), secrets, name)
    }
  })
})
