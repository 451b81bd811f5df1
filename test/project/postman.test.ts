// Engines: none
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { addressOf } from '../../bin/postman.ts'
import type { Document } from '../support/api-files.ts'
import { apiFile } from '../support/api-files.ts'
import { operationsOf } from '../support/description.ts'

const collection = apiFile('postman.json')
const description = apiFile('openapi.json')
const requests: Document[] = collection.item.flatMap(({ item }: Document) => item)

/** The names of the requests that fail a check. */
const each = (check: (request: Document, entry: Document) => boolean): string[] =>
  requests.filter((entry) => !check(entry.request, entry)).map(({ name }) => name)

describe('The Postman collection', () => {
  it('has format v2.1 with a folder for each tag', () => {
    assert.equal(
      collection.info.schema,
      'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    )
    assert.deepEqual(
      collection.item.map(({ name }: Document) => name),
      description.tags.map(({ name }: Document) => name),
    )
  })

  it('has a request for every operation, and no other', () => {
    const described = operationsOf(description).map(({ name }) => name.replaceAll(/\{(\w+)\}/g, ':$1'))
    assert.deepEqual(requests.map(({ request }) => addressOf(request)).sort(), described.sort())
  })

  it('can be sent by Postman: each request has a name, a unique id, and every part of its path', () => {
    const ids = new Set(requests.map(({ id }) => id))
    assert.equal(ids.size, requests.length)
    assert.deepEqual(
      each(
        ({ method, url, header }, { id, name }) =>
          /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id) &&
          name.length > 0 &&
          /^[A-Z]+$/.test(method) &&
          url.host[0] === '{{baseUrl}}' &&
          Array.isArray(header),
      ),
      [],
    )
    assert.deepEqual(
      each(({ url }) => {
        const parts = url.path
          .filter((part: string) => part.startsWith(':'))
          .map((part: string) => part.slice(1))
        return parts.every((part: string) =>
          url.variable.some(({ key, value }: Document) => key === part && value !== ''),
        )
      }),
      [],
    )
  })

  it('has a body in valid JSON for each operation with one', () => {
    const taking = new Set(
      operationsOf(description)
        .filter(({ operation }) => operation.requestBody)
        .map(({ operation }) => operation.summary),
    )
    assert.deepEqual(
      each(({ method, body }, { name }) =>
        method !== 'GET' && taking.has(name) ? JSON.parse(body.raw) !== undefined : body?.raw === undefined,
      ),
      [],
    )
  })

  it('sends the token of its variable, except for public operations', () => {
    assert.deepEqual(collection.auth, {
      type: 'bearer',
      bearer: [{ key: 'token', value: '{{token}}', type: 'string' }],
    })
    const open = operationsOf(description).filter(({ operation }) => operation.security?.length === 0)
    const noauth = requests.filter(({ request }) => request.auth?.type === 'noauth')
    assert.deepEqual(
      noauth.map(({ request }) => addressOf(request)).sort(),
      open.map(({ name }) => name).sort(),
    )
    assert.deepEqual(
      each(({ auth }) => auth === undefined || auth.type === 'noauth'),
      [],
    )
  })

  it('tests every response: its status by the description, its envelope by the collection', () => {
    const operations = operationsOf(description)
    for (const { request, event, name } of requests) {
      const [{ listen, script }] = event
      const address = addressOf(request)
      const described = operations.find((each) => each.name.replaceAll(/\{(\w+)\}/g, ':$1') === address)
      const statuses = Object.keys(described?.operation.responses ?? {}).join(', ')
      assert.equal(listen, 'test')
      assert.ok(script.exec[0].includes(`oneOf([${statuses}])`), name)
    }
    const [{ script }] = collection.event
    assert.match(script.exec.join('\n'), /X-Request-Id[\s\S]*json\(\)\.success/)
  })

  it('stores the token of a sign-in, and nothing else', () => {
    const keeping = requests.filter(({ event }) =>
      /collectionVariables\.set\('token'/.test(JSON.stringify(event)),
    )
    assert.deepEqual(
      keeping.map(({ request }) => addressOf(request)),
      ['POST /api/signin'],
    )
  })

  it('has its variables, and no token anywhere', () => {
    assert.deepEqual(
      collection.variable.map(({ key }: Document) => key),
      ['baseUrl', 'token'],
    )
    assert.equal(collection.variable[1].value, '')
    const text = readFileSync(new URL('../../api/postman.json', import.meta.url), 'utf8')
    assert.doesNotMatch(text, /rc_[\w-]{43}|Bearer [^<]/)
    assert.deepEqual([...new Set(text.match(/\{\{\w+\}\}/g))].sort(), ['{{baseUrl}}', '{{token}}'])
  })
})
