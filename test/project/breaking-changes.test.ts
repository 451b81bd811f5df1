// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Document } from '../support/api-files.ts'
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

const BREAKING: Record<string, { change: Change; reported: string[] }> = {
  'a removed path': {
    change: ({ paths }) => delete paths['/api/signout'],
    reported: ['POST /api/signout is gone'],
  },
  'a removed operation': {
    change: ({ paths }) => delete paths['/api/users'].delete,
    reported: ['DELETE /api/users is gone'],
  },
  'a renamed path parameter, since generated clients use the name': {
    change: ({ paths }) => {
      paths['/api/roles/{slug}'] = paths['/api/roles/{id}']
      delete paths['/api/roles/{id}']
    },
    reported: ['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} /api/roles/{id} is gone`),
  },
  'a changed operationId': {
    change: (all) => {
      users(all).operationId = 'usersAll'
    },
    reported: ['GET /api/users has the operationId usersAll, not usersList'],
  },
  'a removed parameter': {
    change: (all) => {
      users(all).parameters = without(users(all).parameters, parameter(users(all), 'q'))
    },
    reported: ['GET /api/users the query parameter q is gone'],
  },
  'a new required parameter': {
    change: (all) =>
      users(all).parameters.push({ name: 'x', in: 'query', required: true, schema: { type: 'string' } }),
    reported: ['GET /api/users the query parameter x is required now'],
  },
  'a parameter that becomes required': {
    change: (all) => {
      parameter(users(all), 'q').required = true
    },
    reported: ['GET /api/users the query parameter q is required now'],
  },
  'a parameter with a narrower range': {
    change: (all) => {
      parameter(users(all), 'per_page').schema.maximum = 100
    },
    reported: ['GET /api/users the query parameter per_page has maximum 100, not 1000'],
  },
  'a parameter with another default': {
    change: (all) => {
      parameter(users(all), 'per_page').schema.default = 50
    },
    reported: ['GET /api/users the query parameter per_page has default 50, not 20'],
  },
  'a parameter with a value less': {
    change: (all) => {
      parameter(users(all), 'trashed').schema.enum = ['true', 'false']
    },
    reported: ['GET /api/users the query parameter trashed no longer takes "only"'],
  },
  'a parameter that many operations shared, once': {
    change: (all) => {
      for (const { parameters, ...operations } of Object.values<Document>(all.paths)) {
        for (const each of [{ parameters }, ...Object.values<Document>(operations)])
          each.parameters = each.parameters.filter(({ $ref }: Document) => !$ref?.endsWith('/ifNoneMatch'))
      }
      delete all.components.parameters.ifNoneMatch
    },
    reported: ['the header parameter if-none-match is gone'],
  },
  'a list parameter with another serialisation': {
    change: (all) => {
      parameter(all.paths['/api/taxonomies'].get, 'types').explode = true
    },
    reported: ['GET /api/taxonomies the query parameter types is written otherwise'],
  },
  'a body that becomes required': {
    change: ({ paths }) => {
      paths['/api/users'].post.requestBody.required = true
    },
    reported: ['POST /api/users the body is required now'],
  },
  'a removed encoding': {
    change: (all) => delete signIn(all).requestBody.content['multipart/form-data'],
    reported: ['POST /api/signin the body is no longer multipart/form-data'],
  },
  'a field of a body that becomes required': {
    change: ({ components }) => components.schemas.UserCreate.required.push('last_name'),
    reported: ['UserCreate in requests: /last_name is required now'],
  },
  'a removed field of a body': {
    change: ({ components }) => delete components.schemas.UserCreate.properties.bio,
    reported: ['UserCreate in requests: /bio is gone'],
  },
  'a shorter field of a body': {
    change: (all) => {
      field(all, 'RoleCreate', 'details').maxLength = 100
    },
    reported: ['RoleCreate in requests: /details has maxLength 100, not 255'],
  },
  'a field of a body that can no longer be null': {
    change: (all) => {
      field(all, 'RoleCreate', 'details').type = 'string'
    },
    reported: ['RoleCreate in requests: /details no longer takes "null"'],
  },
  'a field of a body with a value less': {
    change: (all) => {
      field(all, 'RoleCreate', 'type').enum = ['backend']
    },
    reported: ['RoleCreate in requests: /type no longer takes "frontend"'],
  },
  'a field of a body that gets a list of values': {
    change: (all) => {
      field(all, 'RoleCreate', 'details').enum = ['a', 'b']
    },
    reported: ['RoleCreate in requests: /details takes only "a", "b" now'],
  },
  'a field of a body that gets a format': {
    change: (all) => {
      field(all, 'RoleCreate', 'details').format = 'uuid'
    },
    reported: ['RoleCreate in requests: /details has format "uuid", not any'],
  },
  'a field that is no longer free-form': {
    change: (all) => {
      field(all, 'UserCreate', 'meta').additionalProperties = false
    },
    reported: ['UserCreate in requests: /meta has additionalProperties false, not true'],
  },
  'a removed shape of a body': {
    change: ({ paths }) => {
      const media = paths['/api/users'].delete.requestBody.content['application/json']
      media.schema = media.schema.anyOf[0]
    },
    reported: ['DELETE /api/users the body application/json no longer takes "array"'],
  },
  'fewer items of a body': {
    change: ({ paths }) => {
      paths['/api/users'].put.requestBody.content['application/json'].schema.maxItems = 100
    },
    reported: ['PUT /api/users the body application/json has maxItems 100, not 1000'],
  },
  'a removed status': {
    change: (all) => delete signIn(all).responses[429],
    reported: ['POST /api/signin the answer 429 is gone'],
  },
  'a new success status': {
    change: (all) => {
      signIn(all).responses[202] = { description: 'Later.' }
    },
    reported: ['POST /api/signin may now answer 202'],
  },
  'a removed header, once for all that share it': {
    change: ({ components }) => delete components.responses[401].headers['WWW-Authenticate'],
    reported: ['the answer 401 the header WWW-Authenticate is gone'],
  },
  'a removed property of a response': {
    change: ({ components }) => delete components.schemas.Permission.properties.details,
    reported: ['Permission in answers: /details is gone'],
  },
  'a property of a response that may be missing': {
    change: ({ components }) => {
      components.schemas.Permission.required = without(components.schemas.Permission.required, 'slug')
    },
    reported: ['Permission in answers: /slug may be missing now'],
  },
  'a property of a response with another type': {
    change: (all) => {
      field(all, 'Permission', 'id').type = 'string'
    },
    reported: ['Permission in answers: /id may now be "string"'],
  },
  'a property of a response that may be null': {
    change: (all) => {
      field(all, 'Permission', 'slug').type = ['string', 'null']
    },
    reported: ['Permission in answers: /slug may now be "null"'],
  },
  'a property of a response with a value more': {
    change: (all) => field(all, 'Registration', 'status').enum.push('both'),
    reported: ['Registration in answers: /status may now be "both"'],
  },
  'a property of a response with another shape': {
    change: (all) => field(all, 'Taxonomy', 'parent').anyOf.push({ type: 'string' }),
    reported: ['Taxonomy in answers: /parent may now be "string"'],
  },
  'a property of a response without its format': {
    change: (all) => delete field(all, 'Permission', 'uuid').format,
    reported: ['Permission in answers: /uuid has format any, not "uuid"'],
  },
  'a longer text in responses': {
    change: (all) => {
      field(all, 'Permission', 'slug').maxLength = 500
    },
    reported: ['Permission in answers: /slug has maxLength 500, not 150'],
  },
  'an operation that no longer needs a token': {
    change: ({ paths }) => {
      paths['/api/signout'].post.security = []
    },
    reported: ['POST /api/signout asks for no credential now'],
  },
  'an operation that now needs a token': {
    change: (all) => delete signIn(all).security,
    reported: ['POST /api/signin asks for a credential now'],
  },
  'a credential that is no longer accepted': {
    change: ({ paths }) => {
      paths['/api/signout'].post.security = [{ token: [] }]
    },
    reported: ['POST /api/signout no longer takes a credential it took'],
  },
  'a further required permission': {
    change: (all) => users(all)['x-permission'].push('can-see-users-contact-details'),
    reported: [
      'GET /api/users needs the permissions ["can-read-users","can-see-users-contact-details"], not ["can-read-users"]',
    ],
  },
}

describe('The comparison of descriptions reports', () => {
  for (const [name, { change, reported }] of Object.entries(BREAKING)) {
    it(name, () => assert.deepEqual(breakingChanges(description, changed(change)), reported))
  }
})
