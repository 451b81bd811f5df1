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
import { checkAgainstDescription } from '../../support/described-answers.ts'
import { type Description, readDescription } from '../../support/description.ts'
import { type CallOptions, type Service, startService } from '../../support/service.ts'

/** A changed description, a call, and the expected fault of its response. */
interface Case {
  change: Change
  call: [method: string, path: string, options?: CallOptions]
  fault: RegExp
}

const CASES: Record<string, Case> = {
  'an undescribed status': {
    change: (all) => delete signIn(all).responses[422],
    call: ['POST', '/api/signin', { json: {} }],
    fault: /^POST \/api\/signin 422: the status is not described$/,
  },
  'an undescribed header': {
    change: ({ components }) => delete components.responses[404].headers['X-Request-Id'],
    call: ['GET', '/api/users/id/999'],
    fault: /^GET \/api\/users\/id\/999 404: the header x-request-id is not described$/,
  },
  'a missing required header': {
    change: ({ components }) => {
      components.responses[401].headers.Allow = { $ref: '#/components/headers/Allow' }
    },
    call: ['GET', '/api/users', { token: null }],
    fault: /^GET \/api\/users 401: the header Allow is missing$/,
  },
  'a header with another value': {
    change: ({ components }) => {
      components.headers['WWW-Authenticate'].schema.const = 'Basic'
    },
    call: ['GET', '/api/users', { token: null }],
    fault: /^GET \/api\/users 401: WWW-Authenticate is Bearer$/,
  },
  'an undescribed property': {
    change: ({ components }) => delete components.schemas.Role.properties.slug,
    call: ['GET', '/api/roles/id/1'],
    fault: /^GET \/api\/roles\/id\/1 200: \/data must NOT have unevaluated properties .*slug/,
  },
  'a missing required property': {
    change: ({ components }) => components.schemas.Failure.required.push('hint'),
    call: ['GET', '/api/nowhere'],
    fault: /^GET \/api\/nowhere 404: the body must have required property 'hint'/,
  },
  'a property with another type': {
    change: (all) => {
      field(all, 'Role', 'name').type = 'integer'
    },
    call: ['GET', '/api/roles/id/1'],
    fault: /^GET \/api\/roles\/id\/1 200: \/data\/name must be integer/,
  },
  'an undescribed body': {
    change: ({ components }) => delete components.responses[405].content,
    call: ['DELETE', '/api/signin'],
    fault: /^DELETE \/api\/signin 405: there is a body$/,
  },
  'an undescribed path': {
    change: ({ paths }) => delete paths['/healthz'],
    call: ['GET', '/healthz'],
    fault: /^GET \/healthz 200: the status is not described$/,
  },
  'a refusal with X-Http-Status: 200 that matches no described one': {
    change: ({ components }) => components.schemas.Failure.required.push('hint'),
    call: ['GET', '/api/users/id/999', { headers: { 'x-http-status': '200' } }],
    fault: /^GET \/api\/users\/id\/999 200: the body must have required property 'hint'/,
  },
}

describe('The check of a response against the description', () => {
  let service: Service
  let kept: Description
  before(async () => {
    service = await startService()
    kept = readDescription(description)
  })
  after(() => service.stop())

  for (const [name, { change, call, fault }] of Object.entries(CASES)) {
    it(`fails with ${name}`, async () => {
      const [method, path, options] = call
      const answer = await service.call(method, path, options)
      const called = { method, path, headers: options?.headers }
      assert.deepEqual(kept.faultsOf(called, answer), [])
      const faults = readDescription(changed(change)).faultsOf(called, answer)
      assert.match(faults[0] ?? '', fault)
    })
  }

  it('fails for an undescribed path or method, unless the response is a refusal', () => {
    const answer: Answer = { status: 200, headers: {}, body: { success: true } }
    for (const called of [
      { method: 'GET', path: '/api/nowhere' },
      { method: 'PUT', path: '/api/signin' },
    ])
      assert.match(kept.faultsOf(called, answer)[0] ?? '', /the status is not described$/)
  })
})

describe('The test harness', () => {
  const silent = readDescription(
    changed(({ components }) => {
      components.schemas.Failure.required = without(components.schemas.Failure.required, 'code')
      delete components.schemas.Failure.properties.code
    }),
  )

  it('fails a test in which a response is not as described', async () => {
    const service = await startService()
    checkAgainstDescription(service.app, silent)
    await service.call('GET', '/api/users')
    await assert.rejects(
      service.call('GET', '/api/nowhere'),
      /Not as described.*\nGET \/api\/nowhere 404: .*code/,
    )
    await assert.rejects(service.app.inject('/api/nowhere') as Promise<unknown>, /Not as described/)
    await service.stop()
  })

  it('names the cause of a 500, which the response does not contain', async () => {
    const service = await startService()
    service.app.addHook('onRequest', async ({ url }) => {
      if (url === '/healthz') throw new Error('the disk is on fire')
    })
    await assert.rejects(
      service.call('GET', '/healthz'),
      /GET \/healthz 500: the status is not described\nThe cause: Error: the disk is on fire\n {4}at/,
    )
    await service.stop()
  })

  it('fails it for a response over a socket, too', async () => {
    const service = await startService()
    const judge = checkAgainstDescription(service.app, silent)
    const address = await service.app.listen({ host: '127.0.0.1', port: 0 })
    await (await fetch(`${address}/healthz`)).text()
    judge()
    await (await fetch(`${address}/api/nowhere`)).text()
    assert.throws(judge, /Not as described.*\nGET \/api\/nowhere 404: .*code/)
    await service.stop()
  })
})
