import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { apiFile } from '../support/api-files.ts'
import { breakingChanges } from '../support/breaking.ts'
import type { Document } from '../support/description.ts'

const description = apiFile('openapi.json')

describe('the description, compared with that of the last release', () => {
  const declared: { change: string; why: string }[] = apiFile('breaking.json')
  const found = breakingChanges(apiFile('baseline.json'), description)

  it('breaks nothing that api/breaking.json does not declare', () => {
    const names = declared.map(({ change }) => change)
    assert.deepEqual(
      found.filter((change) => !names.includes(change)),
      [],
      'Existing clients break. Take it back; or, if it must be, declare each in api/breaking.json and say why.',
    )
  })

  it('has nothing declared that it does not break', () => {
    const stale = declared.filter(({ change }) => !found.includes(change))
    assert.deepEqual(stale, [], 'Take these out of api/breaking.json.')
  })

  it('has a reason for everything declared', () => {
    for (const { change, why } of declared) assert.match(why ?? '', /\S{3}.*\s/, change)
  })
})

type Change = (changed: Document) => void

const users = ({ paths }: Document) => paths['/api/users'].get
const signIn = ({ paths }: Document) => paths['/api/signin'].post
const parameter = (operation: Document, name: string) =>
  operation.parameters.find((each: Document) => each.name === name)
const field = ({ components }: Document, schema: string, name: string) =>
  components.schemas[schema].properties[name]
const without = (list: unknown[], value: unknown) => list.filter((each) => each !== value)

const BREAKING: Record<string, { change: Change; told: string[] }> = {
  'a path that is gone': {
    change: ({ paths }) => delete paths['/api/signout'],
    told: ['POST /api/signout is gone'],
  },
  'an operation that is gone': {
    change: ({ paths }) => delete paths['/api/users'].delete,
    told: ['DELETE /api/users is gone'],
  },
  'a path parameter by another name, which generated clients use': {
    change: ({ paths }) => {
      paths['/api/roles/{slug}'] = paths['/api/roles/{id}']
      delete paths['/api/roles/{id}']
    },
    told: ['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} /api/roles/{id} is gone`),
  },
  'an operationId that is another': {
    change: (all) => {
      users(all).operationId = 'usersAll'
    },
    told: ['GET /api/users has the operationId usersAll, not usersList'],
  },
  'a parameter that is gone': {
    change: (all) => {
      users(all).parameters = without(users(all).parameters, parameter(users(all), 'q'))
    },
    told: ['GET /api/users the query parameter q is gone'],
  },
  'a new parameter that is required': {
    change: (all) =>
      users(all).parameters.push({ name: 'x', in: 'query', required: true, schema: { type: 'string' } }),
    told: ['GET /api/users the query parameter x is required now'],
  },
  'a parameter that has become required': {
    change: (all) => {
      parameter(users(all), 'q').required = true
    },
    told: ['GET /api/users the query parameter q is required now'],
  },
  'a parameter of a narrower range': {
    change: (all) => {
      parameter(users(all), 'per_page').schema.maximum = 100
    },
    told: ['GET /api/users the query parameter per_page has maximum 100, not 1000'],
  },
  'a parameter with another default': {
    change: (all) => {
      parameter(users(all), 'per_page').schema.default = 50
    },
    told: ['GET /api/users the query parameter per_page has default 50, not 20'],
  },
  'a parameter that takes a value less': {
    change: (all) => {
      parameter(users(all), 'trashed').schema.enum = ['true', 'false']
    },
    told: ['GET /api/users the query parameter trashed no longer takes "only"'],
  },
  'a list that is written otherwise': {
    change: (all) => {
      parameter(all.paths['/api/taxonomies'].get, 'types').explode = true
    },
    told: ['GET /api/taxonomies the query parameter types is written otherwise'],
  },
  'a body that has become required': {
    change: ({ paths }) => {
      paths['/api/users'].delete.requestBody.required = true
    },
    told: ['DELETE /api/users the body is required now'],
  },
  'an encoding that is no longer taken': {
    change: (all) => delete signIn(all).requestBody.content['multipart/form-data'],
    told: ['POST /api/signin the body is no longer multipart/form-data'],
  },
  'a field of a body that has become required': {
    change: ({ components }) => components.schemas.UserCreate.required.push('last_name'),
    told: ['UserCreate in requests: /last_name is required now'],
  },
  'a field of a body that is gone': {
    change: ({ components }) => delete components.schemas.UserCreate.properties.bio,
    told: ['UserCreate in requests: /bio is gone'],
  },
  'a field of a body that is shorter': {
    change: (all) => {
      field(all, 'RoleCreate', 'details').maxLength = 100
    },
    told: ['RoleCreate in requests: /details has maxLength 100, not 255'],
  },
  'a field of a body that may not be null any more': {
    change: (all) => {
      field(all, 'RoleCreate', 'details').type = 'string'
    },
    told: ['RoleCreate in requests: /details no longer takes "null"'],
  },
  'a field of a body that takes a value less': {
    change: (all) => {
      field(all, 'RoleCreate', 'type').enum = ['backend']
    },
    told: ['RoleCreate in requests: /type no longer takes "frontend"'],
  },
  'a field of a body that has got a list of values': {
    change: (all) => {
      field(all, 'RoleCreate', 'details').enum = ['a', 'b']
    },
    told: ['RoleCreate in requests: /details takes only "a", "b" now'],
  },
  'a field of a body that has got a format': {
    change: (all) => {
      field(all, 'RoleCreate', 'details').format = 'uuid'
    },
    told: ['RoleCreate in requests: /details has format "uuid", not any'],
  },
  'a free-form field that is so no longer': {
    change: (all) => {
      field(all, 'UserCreate', 'meta').additionalProperties = false
    },
    told: ['UserCreate in requests: /meta has additionalProperties false, not true'],
  },
  'a shape of a body that is gone': {
    change: ({ paths }) => {
      const media = paths['/api/users'].delete.requestBody.content['application/json']
      media.schema = media.schema.anyOf[0]
    },
    told: ['DELETE /api/users the body application/json no longer takes "array"'],
  },
  'items of a body that are fewer': {
    change: ({ paths }) => {
      paths['/api/users'].put.requestBody.content['application/json'].schema.maxItems = 100
    },
    told: ['PUT /api/users the body application/json has maxItems 100, not 1000'],
  },
  'a status that is gone': {
    change: (all) => delete signIn(all).responses[429],
    told: ['POST /api/signin the answer 429 is gone'],
  },
  'a new success': {
    change: (all) => {
      signIn(all).responses[202] = { description: 'Later.' }
    },
    told: ['POST /api/signin may now answer 202'],
  },
  'a header that is gone, once for all who share it': {
    change: ({ components }) => delete components.responses[401].headers['WWW-Authenticate'],
    told: ['the answer 401 the header WWW-Authenticate is gone'],
  },
  'a property of an answer that is gone': {
    change: ({ components }) => delete components.schemas.Role.properties.details,
    told: ['Role in answers: /details is gone'],
  },
  'a property of an answer that may be missing': {
    change: ({ components }) => {
      components.schemas.Role.required = without(components.schemas.Role.required, 'slug')
    },
    told: ['Role in answers: /slug may be missing now'],
  },
  'a property of an answer that has another type': {
    change: (all) => {
      field(all, 'Role', 'id').type = 'string'
    },
    told: ['Role in answers: /id may now be "string"'],
  },
  'a property of an answer that may be null': {
    change: (all) => {
      field(all, 'Role', 'slug').type = ['string', 'null']
    },
    told: ['Role in answers: /slug may now be "null"'],
  },
  'a property of an answer with a value more': {
    change: (all) => field(all, 'Role', 'type').enum.push('both'),
    told: ['Role in answers: /type may now be "both"'],
  },
  'a property of an answer that has lost its format': {
    change: (all) => delete field(all, 'Role', 'uuid').format,
    told: ['Role in answers: /uuid has format any, not "uuid"'],
  },
  'a longer text in answers': {
    change: (all) => {
      field(all, 'Role', 'slug').maxLength = 500
    },
    told: ['Role in answers: /slug has maxLength 500, not 150'],
  },
  'an operation that is open where it was closed': {
    change: ({ paths }) => {
      paths['/api/signout'].post.security = []
    },
    told: ['POST /api/signout asks for no credential now'],
  },
  'an operation that is closed where it was open': {
    change: (all) => delete signIn(all).security,
    told: ['POST /api/signin asks for a credential now'],
  },
  'a credential that is taken no longer': {
    change: ({ paths }) => {
      paths['/api/signout'].post.security = [{ token: [] }]
    },
    told: ['POST /api/signout no longer takes a credential it took'],
  },
  'another permission that is needed': {
    change: (all) => users(all)['x-permission'].push('can-see-users-contact-details'),
    told: [
      'GET /api/users needs the permissions ["can-read-users","can-see-users-contact-details"], not ["can-read-users"]',
    ],
  },
}

const HARMLESS: Record<string, Change> = {
  'nothing changed': () => undefined,
  'a new path': ({ paths }) => {
    paths['/api/new'] = { get: { operationId: 'new', responses: {} } }
  },
  'a new operation': ({ paths }) => {
    paths['/api/signout'].get = { operationId: 'new', responses: {} }
  },
  'a new parameter that may be left out': (all) =>
    users(all).parameters.push({ name: 'x', in: 'query', schema: { type: 'string' } }),
  'a parameter of a wider range': (all) => {
    parameter(users(all), 'per_page').schema.maximum = 5000
  },
  'a header parameter in another case': ({ components }) => {
    components.parameters.ifMatch.name = 'if-match'
  },
  'a new field of a body that may be left out': ({ components }) => {
    components.schemas.UserCreate.properties.nickname = { type: 'string' }
  },
  'a field of a body that is required no longer': ({ components }) => {
    components.schemas.UserCreate.required = without(components.schemas.UserCreate.required, 'first_name')
  },
  'a field of a body that takes a value more': (all) => field(all, 'RoleCreate', 'type').enum.push('both'),
  'a field of a body that takes another type too': (all) => {
    field(all, 'RoleCreate', 'is_active').type = ['boolean', 'integer']
  },
  'an encoding more': (all) => {
    signIn(all).requestBody.content['application/cbor'] = { schema: { type: 'object' } }
  },
  'another refusal': (all) => {
    signIn(all).responses[418] = { description: 'A teapot.' }
  },
  'a new header of an answer': ({ components }) => {
    components.responses[401].headers['X-New'] = { schema: { type: 'string' } }
  },
  'a new property of an answer': ({ components }) => {
    components.schemas.Role.properties.colour = { type: 'string' }
  },
  'a property of an answer that is never missing': ({ components }) =>
    components.schemas.User.required.push('email'),
  'an answer with a value less': (all) => {
    field(all, 'Role', 'type').enum = ['backend']
  },
  'an answer of a smaller range': (all) => {
    field(all, 'Role', 'slug').maxLength = 20
  },
  'a schema written out where it was named': ({ components }) => {
    components.schemas.RolePage.properties.data.items = components.schemas.Role
  },
  'a schema by another name': (all) => {
    all.components.schemas.NewRole = all.components.schemas.Role
    all.components.schemas.RolePage.properties.data.items = { $ref: '#/components/schemas/NewRole' }
  },
  'another way to sign in': (all) => all.security.push({ cookie: [] }),
  'other words': (all) => {
    all.info.description = 'Other.'
    users(all).summary = 'Other.'
    field(all, 'Role', 'id').description = 'Other.'
    field(all, 'Role', 'id').examples = [7]
  },
}

const changed = (change: Change): Document => {
  const copy = structuredClone(description)
  change(copy)
  return copy
}

describe('the comparison of descriptions tells of', () => {
  for (const [name, { change, told }] of Object.entries(BREAKING)) {
    it(name, () => assert.deepEqual(breakingChanges(description, changed(change)), told))
  }
})

describe('the comparison of descriptions lets through', () => {
  for (const [name, change] of Object.entries(HARMLESS)) {
    it(name, () => assert.deepEqual(breakingChanges(description, changed(change)), []))
  }

  it('no keyword that it does not know', () => {
    const strange = changed((all) => {
      field(all, 'Role', 'id').multipleOf = 2
    })
    assert.throws(() => breakingChanges(description, strange), /does not know multipleOf/)
  })
})
