// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, makeUser } from '../support/actors.ts'
import { assertRefusedUnchanged, dumpOf } from '../support/refusals.ts'
import { ADMIN, type CallOptions, type Service, startService } from '../support/service.ts'
import { openSocket } from '../support/socket.ts'

/** API8:2023 Security misconfiguration: abuse of browsers, proxies and paths. */
describe('API8: a page of another site', () => {
  let service: Service
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  const EVIL = {
    origin: 'https://evil.example',
    referer: 'https://evil.example/',
    cookie: 'session=1; api_token=x',
  }
  const person = 'email=eve@example.com&first_name=Eve'

  it('cannot write by an image, a link or a form, because browsers add no credentials', async () => {
    const writes: [string, string, CallOptions][] = [
      ['GET', '/api/users/create', { query: person }],
      ['GET', '/api/users/id/1/delete', {}],
      ['GET', '/api/users/id/1/update', { query: 'is_active=0' }],
      ['POST', '/api/users/create', { form: person }],
      ['POST', '/api/signout', { form: '' }],
      ['POST', '/api/users/1/relationships/roles', { form: 'id=super-administrator' }],
    ]
    for (const [method, path, options] of writes)
      for (const authorization of [undefined, 'Basic cm9vdEBleGFtcGxlLmNvbTphIHF1aXRlIHVudXN1YWwgcGhyYXNl'])
        await assertRefusedUnchanged(
          service,
          () =>
            service.call(method, path, {
              ...options,
              token: null,
              headers: {
                'content-type': 'application/x-www-form-urlencoded',
                ...EVIL,
                ...(authorization && { authorization }),
              },
            }),
          { status: 401, code: 'unauthenticated' },
        )
  })

  it('cannot send JSON as text, which needs no preflight: it gets 415', async () => {
    for (const type of [
      'text/plain',
      'text/plain;charset=UTF-8',
      'application/x-json',
      'text/json',
      'application/octet-stream',
      '',
    ])
      await assertRefusedUnchanged(
        service,
        () =>
          service.call('POST', '/api/users/create', {
            headers: { ...EVIL, 'content-type': type },
            payload: '{"email":"eve@example.com","first_name":"Eve"}',
          }),
        { status: 415, code: 'unsupported_media_type' },
      )
  })

  it('cannot read responses: CORS is closed to every origin, for every method', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      'http://localhost',
      'file://',
      'http://127.0.0.1:8080',
    ])
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const headers = {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization',
          'access-control-request-private-network': 'true',
        }
        const answer = await service.call(method, '/api/users', {
          headers,
          token: method === 'OPTIONS' ? null : service.token,
        })
        const opened = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))
        assert.deepEqual(opened, [], `${method} ${origin}`)
      }
  })

  it('gets one cookie, of a device that has signed in, which authenticates nobody', async () => {
    const limited = await startService({ signinRateLimit: 3 })
    try {
      const signedIn = await limited.call('POST', '/api/signin', { token: null, json: ADMIN })
      const cookie = String(signedIn.headers['set-cookie']).split(';', 1)[0] as string
      const answers = [
        await limited.call('GET', '/api/me', { token: null, headers: { cookie } }),
        await limited.call('GET', '/api/users', { token: null, headers: { cookie } }),
        await limited.call('POST', '/api/signin', {
          token: null,
          headers: { cookie },
          json: { ...ADMIN, password: 'another phrase' },
        }),
        await limited.call('GET', '/docs', { token: null, headers: { cookie } }),
        await limited.call('GET', '/setup', { token: null, headers: { cookie } }),
        await limited.call('GET', '/api/nothing', { headers: { cookie } }),
        await limited.call('GET', '/api/me', { headers: { cookie } }),
        await limited.call('POST', '/api/signout', { headers: { cookie } }),
      ]
      const statuses = answers.map(({ status }) => status)
      assert.deepEqual([...statuses.slice(0, 3), ...statuses.slice(5)], [401, 401, 401, 404, 200, 200])
      for (const { headers } of answers) assert.equal(headers['set-cookie'], undefined)
    } finally {
      await limited.stop()
    }
  })
})

describe('API8: methods, paths and hosts', () => {
  let service: Service
  let url: string
  before(async () => {
    service = await startService()
    url = await service.app.listen({ host: '127.0.0.1', port: 0 })
  })
  after(() => service.stop())

  it('are not changed by a method override in a header or a field', async () => {
    const user = await makeUser(service)
    const path = `/api/users/${user.id}`
    const before = await dumpOf(service)
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override', '_method'])
      assert.equal(
        (
          await service.call('GET', path, {
            headers: { [name]: 'DELETE' },
            query: { _method: 'DELETE', [name]: 'DELETE' },
          })
        ).status,
        200,
      )
    assert.equal(
      (await service.call('POST', path, { headers: { 'x-http-method-override': 'DELETE' }, json: {} }))
        .status,
      405,
    )
    assert.equal(
      (
        await service.call('POST', '/api/users', {
          headers: { 'x-http-method-override': 'DELETE' },
          json: { ids: [user.id], _method: 'DELETE' },
        })
      ).status,
      200,
    )
    assert.deepEqual(await dumpOf(service), before)
  })

  it('are refused with 405 for unsupported methods, and TRACE echoes nothing', async () => {
    const before = await dumpOf(service)
    for (const method of [
      'HEAD',
      'OPTIONS',
      'TRACE',
      'PROPFIND',
      'COPY',
      'MOVE',
      'LOCK',
      'PURGE',
      'LINK',
      'REPORT',
      'M-SEARCH',
    ]) {
      const { status, body } = await service.call(method, '/api/users/id/1', {
        headers: { 'x-secret': 'echo-me' },
      })
      assert.equal(status, 405, method)
      assert.ok(!JSON.stringify(body ?? '').includes('echo-me'))
    }
    assert.deepEqual(await dumpOf(service), before)
  })

  /** The status of a literal path without a token, by a socket, because clients normalize paths. */
  async function statusOf(path: string, accept = '*/*'): Promise<number> {
    const socket = await openSocket(url)
    socket.send(`GET ${path} HTTP/1.1\r\nhost: localhost\r\naccept: ${accept}\r\nconnection: close\r\n\r\n`)
    return Number(/^HTTP\/1\.1 (\d+)/.exec(await socket.closed)?.[1])
  }

  it('do not bypass the guard or leave the folder of pages by other spellings of a path', async () => {
    const tricks = [
      '/api/users/',
      '//api/users',
      '/api//users',
      '/api/./users',
      '/api/roles/../users',
      '/api/%2e%2e/api/users',
      '/api/users%2f1',
      '/api/users%252f1',
      '/api/users;a=1',
      '/api/users.json',
      '/api/users%00',
      '/api/users%20',
      '/api/users.',
      '/API/USERS',
      '/api/Users',
      '/api\\users',
      '/api%5cusers',
      '/api/users/..%2froles',
      '/api/users/1/../../roles',
      '/public/../api/users',
      '/healthz/../api/users',
      '/healthz/..;/api/users',
      '/docs/%2e%2e/api/users',
    ]
    for (const path of tricks) {
      for (const accept of ['*/*', 'text/html']) {
        const status = await statusOf(path, accept)
        assert.ok([400, 401, 404].includes(status), `${path}: ${status}`)
      }
    }
    for (const path of ['package.json', '.env', 'server/main.ts', 'data/rolecall.db', 'etc/passwd'])
      for (const up of [
        '../',
        '..%2f',
        '%2e%2e/',
        '%2e%2e%2f',
        '..%5c',
        '....//',
        '%252e%252e%252f',
        '..%c0%af',
      ])
        for (const prefix of ['/docs/', '/setup/', '/']) {
          for (const accept of ['*/*', 'text/html']) {
            const status = await statusOf(prefix + up.repeat(4) + path, accept)
            assert.ok([400, 404].includes(status), `${prefix}${up}${path}: ${status}`)
          }
        }
  })

  it('put a forged host into no link if PUBLIC_URL is set; otherwise links have the host of the request', async () => {
    const published = await startService({ publicUrl: 'https://accounts.example.com' })
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil2.example',
      'x-forwarded-proto': 'javascript',
      'x-forwarded-port': '1',
      forwarded: 'host=evil3.example',
      'x-host': 'evil4.example',
      'x-original-host': 'evil5.example',
    }
    try {
      for (const path of ['/api/users', '/api/users/id/1/roles', '/api/users/id/1/tokens', '/openapi.json']) {
        const { body } = await published.call('GET', path, { headers })
        assert.ok(!JSON.stringify(body).includes('evil'), path)
      }
    } finally {
      await published.stop()
    }
    const { list } = dataOf(await service.call('GET', '/api/users', { headers }))
    assert.equal(
      list.path,
      'http://evil.example/api/users',
      'without TRUST_PROXY, forwarded hosts and schemes are ignored',
    )
    const page = await service.call('GET', '/', { token: null, headers })
    assert.ok(!JSON.stringify([page.headers, page.body]).includes('evil'))
  })
})
