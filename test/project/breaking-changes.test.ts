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
  'a parameter that many operations shared, told once': {
    change: (all) => {
      for (const { parameters, ...operations } of Object.values<Document>(all.paths)) {
        for (const each of [{ parameters }, ...Object.values<Document>(operations)])
          each.parameters = each.parameters.filter(({ $ref }: Document) => !$ref?.endsWith('/ifNoneMatch'))
      }
      delete all.components.parameters.ifNoneMatch
    },
    told: ['the header parameter if-none-match is gone'],
  },
  'a list that is written otherwise': {
    change: (all) => {
      parameter(all.paths['/api/taxonomies'].get, 'types').explode = true
    },
    told: ['GET /api/taxonomies the query parameter types is written otherwise'],
  },
  'a body that has become required': {
    change: ({ paths }) => {
      paths['/api/users'].post.requestBody.required = true
    },
    told: ['POST /api/users the body is required now'],
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
    change: ({ components }) => delete components.schemas.Permission.properties.details,
    told: ['Permission in answers: /details is gone'],
  },
  'a property of an answer that may be missing': {
    change: ({ components }) => {
      components.schemas.Permission.required = without(components.schemas.Permission.required, 'slug')
    },
    told: ['Permission in answers: /slug may be missing now'],
  },
  'a property of an answer that has another type': {
    change: (all) => {
      field(all, 'Permission', 'id').type = 'string'
    },
    told: ['Permission in answers: /id may now be "string"'],
  },
  'a property of an answer that may be null': {
    change: (all) => {
      field(all, 'Permission', 'slug').type = ['string', 'null']
    },
    told: ['Permission in answers: /slug may now be "null"'],
  },
  'a property of an answer with a value more': {
    change: (all) => field(all, 'Registration', 'status').enum.push('both'),
    told: ['Registration in answers: /status may now be "both"'],
  },
  'a property of an answer that may have another shape': {
    change: (all) => field(all, 'Taxonomy', 'parent').anyOf.push({ type: 'string' }),
    told: ['Taxonomy in answers: /parent may now be "string"'],
  },
  'a property of an answer that has lost its format': {
    change: (all) => delete field(all, 'Permission', 'uuid').format,
    told: ['Permission in answers: /uuid has format any, not "uuid"'],
  },
  'a longer text in answers': {
    change: (all) => {
      field(all, 'Permission', 'slug').maxLength = 500
    },
    told: ['Permission in answers: /slug has maxLength 500, not 150'],
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

describe('the comparison of descriptions tells of', () => {
  for (const [name, { change, told }] of Object.entries(BREAKING)) {
    it(name, () => assert.deepEqual(breakingChanges(description, changed(change)), told))
  }
})
