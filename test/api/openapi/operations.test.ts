// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Document } from '../../support/api-files.ts'
import { descriptionOf, type Operation, operationsOf, resolved } from '../../support/description.ts'
import { type Service, startService } from '../../support/service.ts'

let service: Service
let document: Document
const part = (node: Document) => resolved(document, node)

before(async () => {
  service = await startService({ publicUrl: 'https://accounts.acme.test' })
  document = (await descriptionOf(service)).document
})
after(() => service.stop())

describe('Each operation of the description', () => {
  /** The names of the operations that fail a check. */
  const each = (check: (operation: Operation) => boolean): string[] =>
    operationsOf(document)
      .filter((operation) => !check(operation))
      .map(({ name }) => name)

  it('has a summary, a longer description, a described tag and a unique id', () => {
    const tags = document.tags.map(({ name }: Document) => name)
    assert.deepEqual(
      each(({ operation }) => operation.summary.length > 5 && operation.description.length > 20),
      [],
    )
    assert.deepEqual(
      each(({ operation }) => operation.tags.length === 1 && tags.includes(operation.tags[0])),
      [],
    )
    const ids = operationsOf(document).map(({ operation }) => operation.operationId)
    assert.equal(new Set(ids).size, ids.length)
    assert.deepEqual(
      ids.filter((id) => !/^[a-z][a-zA-Z]+$/.test(id)),
      [],
    )
    assert.ok(
      ['signin', 'usersList', 'usersListPost', 'usersRelationshipsRolesPut'].every((id) => ids.includes(id)),
    )
  })

  it('names its permissions, and requires a token if it has any', () => {
    const find = (id: string) =>
      operationsOf(document).find(({ operation }) => operation.operationId === id)?.operation
    assert.deepEqual(find('usersUpdate')['x-permission'], ['can-update-users'])
    assert.deepEqual(find('signin').security, [])
    assert.deepEqual(find('signout')['x-permission'], [])
    assert.equal(find('signout').security, undefined)
    assert.deepEqual(document.security, [{ token: [] }, { tokenField: [] }, { cookie: [] }])
    assert.equal(find('usersUpdatePost').security, undefined)
    assert.deepEqual(find('usersUpdate').security, [{ token: [] }, { tokenField: [] }], 'GET: no cookie')
    assert.deepEqual(
      each(({ operation }) => {
        const needs: string[] = operation['x-permission']
        const isNamed = needs.every((slug) => operation.description.includes(`\`${slug}\``))
        const isRefused = operation.responses[403] !== undefined && operation.responses[401] !== undefined
        return isNamed && (needs.length === 0 || isRefused)
      }),
      [],
    )
  })

  it('describes its inputs: parameters for GET, a body in three encodings for other methods', () => {
    const { post: signUp } = document.paths['/api/signup']
    const encodings = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']
    assert.deepEqual(Object.keys(signUp.requestBody.content), encodings)
    assert.equal(signUp.requestBody.required, true)
    const { get: list } = document.paths['/api/taxonomies']
    const names = list.parameters.map((parameter: Document) => part(parameter).name)
    const expected =
      'q page per_page limit from to trashed sort include status types with_children filter[id] X-At-Least'
    assert.deepEqual([...names].sort(), expected.split(' ').sort())
    assert.deepEqual(
      each(({ method, path, operation }) => {
        const inPath = document.paths[path].parameters.map(part)
        const isWhole = [...path.matchAll(/\{(\w+)\}/g)].every(([, part]) =>
          inPath.some(({ name, required }: Document) => name === part && required),
        )
        return isWhole && (method !== 'GET' || operation.requestBody === undefined)
      }),
      [],
    )
  })

  it('has a schema and an example for its success and for each refusal', () => {
    assert.deepEqual(
      each(({ operation }) => {
        const media = Object.entries<Document>(operation.responses)
          .filter(([status]) => status !== '304')
          .flatMap(([, answer]) => Object.values<Document>(part(answer).content))
        return media.every(({ schema, example, examples }) => schema && (example ?? examples) !== undefined)
      }),
      [],
    )
    assert.deepEqual(
      each(({ operation }) => Object.keys(operation.responses).some((status) => /^20[012]$/.test(status))),
      [],
    )
    assert.deepEqual(
      each(({ operation }) => ['400', '405', '503'].every((status) => status in operation.responses)),
      [],
    )
  })

  it('describes the headers of its responses', () => {
    const carried = {
      304: 'ETag',
      401: 'WWW-Authenticate',
      405: 'Allow',
      429: 'Retry-After',
      503: 'Retry-After',
    }
    for (const [status, header] of Object.entries(carried)) {
      assert.ok(document.components.responses[status].headers[header], `${status} has no ${header}`)
    }
    for (const [name, { headers }] of Object.entries<Document>(document.components.responses)) {
      assert.ok(headers['X-Request-Id'], name)
    }
    const { get: read } = document.paths['/api/users/{column}/{value}']
    assert.ok(part(read.responses[200]).headers.ETag)
    assert.ok(read.parameters.map(part).some(({ name }: Document) => name === 'If-None-Match'))
    assert.ok(document.paths['/api/signin'].post.responses[429])
  })

  it('has no parameter X-Http-Status, which would contradict the described statuses; the introduction explains it', () => {
    assert.match(document.info.description, /`X-Http-Status: 200`/)
    assert.ok(!JSON.stringify(document.paths).includes('X-Http-Status'))
    assert.ok(!JSON.stringify(document.components.parameters).includes('X-Http-Status'))
  })

  it('has both shapes of data if the contract has two', () => {
    const varied = operationsOf(document).filter(({ operation }) =>
      operation.parameters.map(part).some(({ name }: Document) => name === 'variant'),
    )
    assert.deepEqual(
      varied.map(({ name }) => name).sort(),
      ['GET', 'POST']
        .flatMap((method) => [
          `${method} /api/permissions`,
          `${method} /api/permissions/{column}/{value}/roles`,
        ])
        .concat(
          ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'].map(
            (method) => `${method} /api/permissions/{id}/relationships/roles`,
          ),
        )
        .sort(),
    )
    for (const { operation } of varied) {
      const { schema, examples } = part(operation.responses[200]).content['application/json']
      const [answer] = (schema.anyOf ?? [schema]).filter((one: Document) => !one['x-with-parameter'])
      assert.equal(answer.properties.data.anyOf.length, 2)
      assert.deepEqual(Object.keys(examples), ['plain', 'variant'])
    }
  })
})
