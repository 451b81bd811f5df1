// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { breakingChanges } from '../support/breaking.ts'
import {
  type Change,
  changed,
  description,
  field,
  parameter,
  signIn,
  users,
  without,
} from '../support/changed-descriptions.ts'

const HARMLESS: Record<string, Change> = {
  'nothing changed': () => undefined,
  'a new path': ({ paths }) => {
    paths['/api/new'] = { get: { operationId: 'new', responses: {} } }
  },
  'a new operation': ({ paths }) => {
    paths['/api/signout'].get = { operationId: 'new', responses: {} }
  },
  'a new optional parameter': (all) =>
    users(all).parameters.push({ name: 'x', in: 'query', schema: { type: 'string' } }),
  'a parameter with a wider range': (all) => {
    parameter(users(all), 'per_page').schema.maximum = 5000
  },
  'a header parameter in another case': ({ components }) => {
    components.parameters.ifMatch.name = 'if-match'
  },
  'a new optional field of a body': ({ components }) => {
    components.schemas.UserCreate.properties.nickname = { type: 'string' }
  },
  'a field of a body that becomes optional': ({ components }) => {
    components.schemas.UserCreate.required = without(components.schemas.UserCreate.required, 'first_name')
  },
  'a field of a body with a value more': (all) => field(all, 'RoleCreate', 'type').enum.push('both'),
  'a field of a body with a further type': (all) => {
    field(all, 'RoleCreate', 'is_active').type = ['boolean', 'integer']
  },
  'a further encoding': (all) => {
    signIn(all).requestBody.content['application/cbor'] = { schema: { type: 'object' } }
  },
  'another refusal': (all) => {
    signIn(all).responses[418] = { description: 'A teapot.' }
  },
  'a new header of a response': ({ components }) => {
    components.responses[401].headers['X-New'] = { schema: { type: 'string' } }
  },
  'a new property of a response': ({ components }) => {
    components.schemas.Role.properties.colour = { type: 'string' }
  },
  'a property of a response that is never missing': ({ components }) =>
    components.schemas.User.required.push('email'),
  'a property of a response with a value less': (all) => {
    field(all, 'Role', 'type').enum = ['backend']
  },
  'a property of a response with a smaller range': (all) => {
    field(all, 'Role', 'slug').maxLength = 20
  },
  'an inlined schema': ({ components }) => {
    components.schemas.RolePage.properties.data.items = components.schemas.Role
  },
  'a renamed schema': (all) => {
    all.components.schemas.NewRole = all.components.schemas.Role
    all.components.schemas.RolePage.properties.data.items = { $ref: '#/components/schemas/NewRole' }
  },
  'a further security scheme': (all) => {
    all.components.securitySchemes.header = { type: 'apiKey', in: 'header', name: 'x-session' }
    all.security.push({ header: [] })
  },
  'other texts': (all) => {
    all.info.description = 'Other.'
    users(all).summary = 'Other.'
    field(all, 'Role', 'id').description = 'Other.'
    field(all, 'Role', 'id').examples = [7]
  },
}

describe('The comparison of descriptions accepts', () => {
  for (const [name, change] of Object.entries(HARMLESS)) {
    it(name, () => assert.deepEqual(breakingChanges(description, changed(change)), []))
  }

  it('no unknown keyword', () => {
    const strange = changed((all) => {
      field(all, 'Role', 'id').multipleOf = 2
    })
    assert.throws(() => breakingChanges(description, strange), /does not know multipleOf/)
  })
})
