// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { assertRefused } from '../../support/refusals.ts'
import { type Service, startService } from '../../support/service.ts'

/** Node passes CONNECT to no handler, and HEAD is answered without a body. */
const OTHERS = METHODS.filter((method) => !['CONNECT', 'HEAD'].includes(method))

describe('A request with a method that the path does not support', () => {
  let service: Service
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  const paths = {
    '/api/signin': 'POST',
    '/api/me': 'GET',
    '/api/roles/create': 'GET, POST',
    '/api/roles/id/1?page=2': 'GET, POST',
    '/api/roles/1': 'GET, PUT, PATCH, DELETE',
    '/docs': 'GET, HEAD',
  }
  for (const [path, allow] of Object.entries(paths)) {
    it(`is refused with 405 and the allowed methods: ${path}`, async () => {
      for (const method of OTHERS.filter((method) => !allow.split(', ').includes(method))) {
        const answer = await service.call(method, path, { token: null })
        assertRefused(answer, { status: 405, code: 'method_not_allowed' })
        assert.equal(answer.headers.allow, allow, method)
      }
    })
  }

  const NEAR: [requested: string, meant: string | undefined][] = [
    ['/api/user', '/api/users'],
    ['/signout', '/api/signout'],
    ['/api/Users/1', '/api/users/{id}'],
    ['/api/taxonomy-type', '/api/taxonomy-types'],
    ['/api/users/id/1/updaet?password=s3cret', '/api/users/{column}/{value}/update'],
    [
      '/api/users/email/s3cret@example.com/permission/can-read-users',
      '/api/users/{column}/{value}/permissions/{slug}',
    ],
    ['/api/users/1/permissions/can-read-users', '/api/users/{column}/{value}/permissions/{slug}'],
    ['/api/users/ada/permissions/can-read-users', undefined],
    ['/api/permission/1/relationships/roles', '/api/permissions/{id}/relationships/roles'],
    ['/api/nothing', undefined],
    ['/api', undefined],
    [`/api/${'users'.repeat(400)}`, undefined],
  ]
  for (const [path, meant] of NEAR) {
    it(`gets 404 for an unknown path, with the closest route as a hint: ${path.slice(0, 60)}`, async () => {
      const answer = await service.call('GET', path, { token: null })
      const hint = meant === undefined ? '' : ` Did you mean ${meant}?`
      assertRefused(answer, { status: 404, code: 'not_found' })
      assert.deepEqual(answer.body.errors, [`There is no such route.${hint}`])
    })
  }

  it('gets 404 for an unknown path, whatever the method', async () => {
    for (const method of OTHERS) {
      for (const path of ['/api/nothing', '/api/me/too/far/away/from/it', '/%']) {
        const { status } = await service.call(method, path, { token: null })
        assert.ok(status === 404 || (path === '/%' && status === 400), `${method} ${path}: ${status}`)
      }
    }
  })
})
