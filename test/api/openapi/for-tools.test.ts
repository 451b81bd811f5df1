// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Document } from '../../support/api-files.ts'
import { apiFile } from '../../support/api-files.ts'
import { operationsOf, readDescription, resolved } from '../../support/description.ts'
import { type Service, startService } from '../../support/service.ts'

/** What generators, linters and fuzzers need from a description besides truth. */
const document: Document = apiFile('openapi.json')
const { faultsAt } = readDescription(document)
const part = (node: Document) => resolved(document, node)

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.stop())

/** Every schema of the description with its path. */
function* schemasIn(node: Document, at = '#'): Generator<{ at: string; schema: Document }> {
  if (typeof node !== 'object' || node === null) return
  if (node.type !== undefined && typeof node.type !== 'object') yield { at, schema: node }
  else if (Array.isArray(node.type)) yield { at, schema: node }
  for (const [key, value] of Object.entries(node)) {
    if (key !== 'example' && key !== 'examples') yield* schemasIn(value, `${at}/${key}`)
  }
}

const schemasWithout = (type: string, keyword: string) =>
  [...schemasIn(document)]
    .filter(({ schema }) => [schema.type].flat().every((name) => name === type || name === 'null'))
    .filter(({ schema }) => schema.type !== 'null' && schema[keyword] === undefined)
    .map(({ at }) => at)

/** The named schemas that a schema refers to by `$ref`, `properties`, `items`, `anyOf` and `allOf`. */
function namedIn(node: Document): string[] {
  if (typeof node !== 'object' || node === null) return []
  if (typeof node.$ref === 'string') return [node.$ref.split('/').at(-1)]
  return Object.values<Document>(node).flatMap(namedIn)
}

describe('The description for tools', () => {
  it('limits the length of every list and the bits of every integer', () => {
    assert.deepEqual(schemasWithout('array', 'maxItems'), [])
    assert.deepEqual(schemasWithout('integer', 'format'), [])
  })

  it('has no schema that contains itself, directly or indirectly', () => {
    const { schemas } = document.components
    const leads = (name: string, wanted: string, seen = new Set<string>()): boolean =>
      namedIn(schemas[name]).some(
        (next) => next === wanted || (!seen.has(next) && leads(next, wanted, seen.add(next))),
      )
    assert.deepEqual(
      Object.keys(schemas).filter((name) => leads(name, name)),
      [],
    )
  })

  it('refers to other records by short schemas, which accept included relations', () => {
    const { schemas } = document.components
    for (const name of Object.values(RESOURCES)) {
      const short = schemas[`${name}Ref`]
      assert.deepEqual([namedIn(short), short.additionalProperties], [[], true])
      for (const by of ['created_by', 'updated_by', 'deleted_by'])
        assert.deepEqual(namedIn(schemas[name].properties[`${by}_user`]), ['UserRef'], `${name} ${by}`)
    }
    for (const name of ['User', 'Registration'])
      assert.deepEqual(namedIn(schemas[name].properties.invited_by_user), ['UserRef'])
  })

  it('has a schema for every parameter', () => {
    const parameters = operationsOf(document).flatMap(({ path, operation }) => [
      ...document.paths[path].parameters,
      ...operation.parameters,
    ])
    assert.deepEqual(
      parameters.map(part).filter(({ schema }: Document) => schema === undefined),
      [],
    )
  })

  it('describes meta in a query as text that contains JSON, as the service reads it', async () => {
    const { parameters } = document.paths['/api/taxonomy-types/create'].get
    const { schema } = parameters.find(({ name }: Document) => name === 'meta')
    assert.deepEqual([schema.type, schema.contentMediaType], ['string', 'application/json'])
    const [meta] = schema.examples
    const { status, body } = await service.call('GET', '/api/taxonomy-types/create', {
      query: { name: 'Country', meta },
    })
    assert.equal(status, 201)
    assert.deepEqual(body.data.item.meta, JSON.parse(meta))
  })
})

describe('The description of a form', () => {
  const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']

  it('has no field that may be null, since forms cannot send null', () => {
    const nullable = operationsOf(document).flatMap(({ name, operation }) =>
      FORMS.flatMap((type) => {
        const { schema } = operation.requestBody?.content[type] ?? {}
        const shapes: Document[] = schema ? (schema.anyOf ?? [schema]).map(part) : []
        const fields = shapes.flatMap(({ properties }) => Object.entries<Document>(properties ?? {}))
        return fields
          .filter(([, field]) => [field.type].flat().includes('null'))
          .map(([key]) => `${name} ${key}`)
      }),
    )
    assert.deepEqual(nullable, [])
  })

  it('has objects as JSON, and no arrays of objects, which tools cannot encode', async () => {
    const { properties } = document.components.schemas.TaxonomyTypeCreateForm
    assert.deepEqual([properties.meta.type, properties.meta.contentMediaType], ['string', 'application/json'])
    const [meta] = properties.meta.examples
    const { status, body } = await service.call('POST', '/api/taxonomy-types/create', {
      payload: new URLSearchParams({ name: 'Of a form', meta }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.deepEqual([status, body.data.item.meta], [201, JSON.parse(meta)])
    const { content } = document.paths['/api/role-permissions/changes'].post.requestBody
    assert.deepEqual(Object.keys(content), ['application/json'])
  })

  it('names the formats that are checked, and clears a field with an empty value', async () => {
    const { properties } = document.components.schemas.RegistrationCreateForm
    assert.equal(properties.activation_code_sent_at.format, 'date-time')
    assert.match('2001:db8::7', new RegExp(properties.activated_ip.pattern))
    assert.doesNotMatch('null', new RegExp(properties.activated_ip.pattern))
    const create = (fields: Record<string, string>) =>
      service.call('POST', '/api/users/create', {
        payload: new URLSearchParams({ email: 'form@example.com', first_name: 'Ada', ...fields }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    const refused = await create({ activation_code_sent_at: 'null', activated_ip: 'null' })
    assert.deepEqual(
      refused.body.details.map(({ field }: Document) => field),
      ['activation_code_sent_at', 'activated_ip'],
    )
    const { status, body } = await create({ activation_code_sent_at: '', activated_ip: '2001:db8::7' })
    assert.deepEqual([status, body.data.item.activation_code_sent_at], [201, null])
    assert.equal(body.data.item.activated_ip, '2001:db8::7')
  })
})

const RESOURCES = {
  registrations: 'Registration',
  users: 'User',
  roles: 'Role',
  permissions: 'Permission',
  taxonomies: 'Taxonomy',
  'taxonomy-types': 'TaxonomyType',
}

describe('The schemas of selectors, sorts and includes', () => {
  const takes = (schema: string, value: string) =>
    faultsAt(`#/components/schemas/${schema}`, value).length === 0

  for (const [name, schema] of Object.entries(RESOURCES)) {
    it(`of ${name} contain exactly what the service accepts, and its refusal lists it`, async () => {
      const { enum: columns } = document.components.schemas[`${schema}Column`]
      const refusal = await service.call('GET', `/api/${name}/nothing/x`)
      assert.equal(refusal.status, 400)
      assert.ok(refusal.body.errors[0].endsWith(`Allowed: ${columns.join(', ')}.`), refusal.body.errors[0])

      for (const column of columns) {
        const { status } = await service.call('GET', `/api/${name}/${column}/0`)
        assert.ok(status === 404 || status === 200, `${column} ${status}`)
        for (const sort of [column, `${column}:desc`, `id,${column}:asc`]) {
          assert.ok(takes(`${schema}Sort`, sort), sort)
          assert.equal((await service.call('GET', `/api/${name}`, { query: { sort } })).status, 200, sort)
        }
      }
      for (const sort of ['nothing', 'id:down', 'id,,name', 'id,id,id,id,id,id', 'meta']) {
        assert.ok(!takes(`${schema}Sort`, sort), sort)
        assert.equal((await service.call('GET', `/api/${name}`, { query: { sort } })).status, 400, sort)
      }
    })

    it(`of ${name} contain the includes that the service accepts, to its depth`, async () => {
      const include = async (text: string) =>
        (await service.call('GET', `/api/${name}`, { query: { include: text, per_page: '1' } })).status
      const refusal = await service.call('GET', `/api/${name}`, { query: { include: 'nothing' } })
      const [, allowed = ''] = /Allowed: (.*)\./.exec(refusal.body.errors[0]) ?? []
      const relations = allowed.split(', ')
      assert.ok(relations.includes('created_by'))
      for (const relation of relations) {
        for (const text of [relation, `${relation}.created_by`, `${relation}.created_by.roles,created_by`]) {
          assert.ok(takes(`${schema}Include`, text), text)
          assert.equal(await include(text), 200, text)
        }
        const long = `${relation}.created_by.roles.users`
        for (const text of [`${relation}.nothing`, long, `${relation},`]) {
          assert.ok(!takes(`${schema}Include`, text), text)
          assert.equal(await include(text), 400, text)
        }
      }
    })
  }

  it('are used for the path, the parameters and the fields', () => {
    for (const [name, schema] of Object.entries(RESOURCES)) {
      const ref = (kind: string) => ({ $ref: `#/components/schemas/${schema}${kind}` })
      const [column] = document.paths[`/api/${name}/{column}/{value}`].parameters
      assert.deepEqual([column.name, column.schema], ['column', ref('Column')])
      const { parameters } = document.paths[`/api/${name}`].get
      for (const kind of ['Sort', 'Include']) {
        const found = parameters.find((each: Document) => each.name === kind.toLowerCase())
        assert.deepEqual(found.schema, ref(kind))
      }
    }
    const loose = Object.entries<Document>(document.paths).filter(([path, { parameters }]) =>
      path.includes('{column}') ? !/Column$/.test(parameters[0].schema.$ref) : false,
    )
    assert.deepEqual(loose, [])
  })
})

describe('The parameter variant', () => {
  const VARIED = [
    ['/api/permissions', 'GET'],
    ['/api/permissions/id/1/roles', 'POST'],
    ['/api/permissions/1/relationships/roles', 'GET'],
  ] as const

  for (const [path, method] of VARIED) {
    it(`is refused with values that are not described: ${method} ${path}`, async () => {
      for (const variant of ['AAA', '1', '22']) {
        const byHeader = await service.call(method, path, { headers: { 'x-api-variant': variant } })
        assert.deepEqual([byHeader.status, byHeader.body.code], [422, 'not_allowed'])
        assert.equal(byHeader.body.details[0].message, 'X-Api-Variant must be 2.')
        const byField = await service.call(method, path, { query: { variant } })
        assert.deepEqual([byField.status, byField.body.details[0].field], [422, 'variant'])
      }
      for (const value of ['', '2']) {
        const headers = { 'x-api-variant': value }
        assert.equal((await service.call(method, path, { headers })).status, 200)
      }
    })
  }

  it('is ignored by operations with one shape', async () => {
    const { status } = await service.call('GET', '/api/roles', { headers: { 'x-api-variant': 'AAA' } })
    assert.equal(status, 200)
  })
})
