// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Answer } from '../../support/answer.ts'
import {
  type Change,
  changed,
  description,
  field,
  signIn,
  without,
} from '../../support/changed-descriptions.ts'
import { type Description, readDescription } from '../../support/description.ts'
import { holdToDescription } from '../../support/judged.ts'
import { type CallOptions, type Service, startService } from '../../support/service.ts'

/** A description in which something is left out or otherwise than it is, a call, and what is to be told of its answer. */
interface Case {
  change: Change
  call: [method: string, path: string, options?: CallOptions]
  told: RegExp
}

const CASES: Record<string, Case> = {
  'a status that is not described': {
    change: (all) => delete signIn(all).responses[422],
    call: ['POST', '/api/signin', { json: {} }],
    told: /^POST \/api\/signin 422: the status is not described$/,
  },
  'a header that is not described': {
    change: ({ components }) => delete components.responses[404].headers['X-Request-Id'],
    call: ['GET', '/api/users/id/999'],
    told: /^GET \/api\/users\/id\/999 404: the header x-request-id is not described$/,
  },
  'a header that is required and missing': {
    change: ({ components }) => {
      components.responses[401].headers.Allow = { $ref: '#/components/headers/Allow' }
    },
    call: ['GET', '/api/users', { token: null }],
    told: /^GET \/api\/users 401: the header Allow is missing$/,
  },
  'a header with another value': {
    change: ({ components }) => {
      components.headers['WWW-Authenticate'].schema.const = 'Basic'
    },
    call: ['GET', '/api/users', { token: null }],
    told: /^GET \/api\/users 401: WWW-Authenticate is Bearer$/,
  },
  'a property that is not described': {
    change: ({ components }) => delete components.schemas.Role.properties.slug,
    call: ['GET', '/api/roles/id/1'],
    told: /^GET \/api\/roles\/id\/1 200: \/data must NOT have unevaluated properties .*slug/,
  },
  'a property that is required and missing': {
    change: ({ components }) => components.schemas.Failure.required.push('hint'),
    call: ['GET', '/api/nowhere'],
    told: /^GET \/api\/nowhere 404: the body must have required property 'hint'/,
  },
  'a property of another type': {
    change: (all) => {
      field(all, 'Role', 'name').type = 'integer'
    },
    call: ['GET', '/api/roles/id/1'],
    told: /^GET \/api\/roles\/id\/1 200: \/data\/name must be integer/,
  },
  'a body where none is described': {
    change: ({ components }) => delete components.responses[405].content,
    call: ['DELETE', '/api/signin'],
    told: /^DELETE \/api\/signin 405: there is a body$/,
  },
  'health that is not described': {
    change: ({ paths }) => delete paths['/healthz'],
    call: ['GET', '/healthz'],
    told: /^GET \/healthz 200: the status is not described$/,
  },
  'a refusal under X-Http-Status: 200 that fits none that is described': {
    change: ({ components }) => components.schemas.Failure.required.push('hint'),
    call: ['GET', '/api/users/id/999', { headers: { 'x-http-status': '200' } }],
    told: /^GET \/api\/users\/id\/999 200: the body must have required property 'hint'/,
  },
}

describe('an answer held to the description', () => {
  let service: Service
  let kept: Description
  before(async () => {
    service = await startService()
    kept = readDescription(description)
  })
  after(() => service.stop())

  for (const [name, { change, call, told }] of Object.entries(CASES)) {
    it(`fails with ${name}`, async () => {
      const [method, path, options] = call
      const answer = await service.call(method, path, options)
      const called = { method, path, headers: options?.headers }
      assert.deepEqual(kept.faultsOf(called, answer), [])
      const faults = readDescription(changed(change)).faultsOf(called, answer)
      assert.match(faults[0] ?? '', told)
    })
  }

  it('fails where it is of no path or method that is described, unless it refuses', () => {
    const answer: Answer = { status: 200, headers: {}, body: { success: true } }
    for (const called of [
      { method: 'GET', path: '/api/nowhere' },
      { method: 'PUT', path: '/api/signin' },
    ])
      assert.match(kept.faultsOf(called, answer)[0] ?? '', /the status is not described$/)
  })
})

describe('the harness', () => {
  const silent = readDescription(
    changed(({ components }) => {
      components.schemas.Failure.required = without(components.schemas.Failure.required, 'code')
      delete components.schemas.Failure.properties.code
    }),
  )

  it('fails a test whose call is answered otherwise than described', async () => {
    const service = await startService()
    holdToDescription(service.app, silent)
    await service.call('GET', '/api/users')
    await assert.rejects(
      service.call('GET', '/api/nowhere'),
      /Not as described.*\nGET \/api\/nowhere 404: .*code/,
    )
    await assert.rejects(service.app.inject('/api/nowhere') as Promise<unknown>, /Not as described/)
    await service.stop()
  })

  it('fails one that was answered otherwise over a socket, too', async () => {
    const service = await startService()
    const judge = holdToDescription(service.app, silent)
    const address = await service.app.listen({ host: '127.0.0.1', port: 0 })
    await (await fetch(`${address}/healthz`)).text()
    judge()
    await (await fetch(`${address}/api/nowhere`)).text()
    assert.throws(judge, /Not as described.*\nGET \/api\/nowhere 404: .*code/)
    await service.stop()
  })
})
