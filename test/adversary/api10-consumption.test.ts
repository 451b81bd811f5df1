// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { makeUser } from '../support/actors.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Service, startService } from '../support/service.ts'

/** API10:2023 Unsafe consumption of APIs: what the service calls, and what it takes from elsewhere. */
describe('API10: calls of the service', () => {
  const root = join(import.meta.dirname, '../..')
  const files = globSync(['server/**/*.ts', 'contract/**/*.ts'], { cwd: root })

  it('are in few files: no other opens a connection, looks up a name or starts a program', () => {
    assert.ok(files.length > 100)
    const calling = files.filter((file) =>
      /\bfetch\(|WebSocket|EventSource|import\('undici'\)|from 'node:(https?|http2|net|tls|dgram|dns|child_process)(\/promises)?'/.test(
        readFileSync(join(root, file), 'utf8').replaceAll(
          /import (type .*|\{ ((type \w+|METHODS|STATUS_CODES|BlockList|isIP|isIPv4|IncomingMessage|ServerResponse|Socket|createServer)(, )?)+ \}) from .*/g,
          '',
        ),
      ),
    )
    assert.deepEqual(calling.sort(), [
      // To the address in AUDIT_CHECKPOINTS. Of the answer, only the status is read.
      'server/audit/shipping.ts',
      // Runs this Node with a file of the project, and with no input of a request.
      'server/pages/console/build.ts',
      // Of receivers of webhooks; their requests: test/api/webhooks.
      'server/webhooks/name-lookups.ts',
      'server/webhooks/sender.ts',
    ])
  })
})

describe('API10: data from elsewhere', () => {
  let service: Service
  before(async () => {
    service = await startService({ trustProxy: ['127.0.0.1'] })
  })
  after(() => service.stop())

  it('is not trusted in a hash with extreme costs, which is not computed and lets nobody in', async () => {
    const salt = 'c2FsdHNhbHRzYWx0'
    const hostile = [
      `$2b$31$${'a'.repeat(53)}`,
      `$argon2id$v=19$m=4194304,t=100,p=1$${salt}$${'A'.repeat(43)}`,
      `$scrypt$ln=30,r=32,p=16$${salt}$${'A'.repeat(43)}`,
      `$pbkdf2-sha256$4000000000$${salt}$${'A'.repeat(43)}`,
      `$P$Z${'a'.repeat(30)}`,
      '$argon2id$v=19$m=-1,t=0,p=0$$',
      `$2b$10$${'$'.repeat(100_000)}`,
      '',
    ]
    const user = await makeUser(service)
    for (const password_hash of hostile) {
      await service.connection.db
        .updateTable('users')
        .set({ password_hash })
        .where('id', '=', user.id)
        .execute()
      const json = { email: user.email, password: 'a phrase of my own' }
      const answer = await service.call('POST', '/api/signin', { token: null, json })
      assertRefused(answer, { status: 401, code: 'unauthenticated' })
    }
  })

  it('is not trusted from a proxy if it is no address', async () => {
    for (const forwarded of [
      '<script>',
      '127.0.0.1; drop table users',
      '999.1.1.1',
      'localhost',
      ',',
      'a'.repeat(4000),
      '::ffff:',
    ]) {
      const { id } = await makeUser(service)
      const headers = { 'x-forwarded-for': forwarded }
      const json = { email: `${id}@forwarded.example`, first_name: 'F', password: 'a phrase of my own' }
      const { status, body } = await service.call('POST', '/api/signup', { token: null, headers, json })
      assert.equal(status, 201)
      assert.equal(body.data.item.created_ip, '127.0.0.1')
    }
  })

  it('is without its zone, which can be any text, although it comes from a proxy', async () => {
    const { id } = await makeUser(service)
    const json = { email: `${id}@zone.example`, first_name: 'F', password: 'a phrase of my own' }
    const headers = { 'x-forwarded-for': `fe80::1%${'x'.repeat(1000)}` }
    const { body } = await service.call('POST', '/api/signup', { token: null, headers, json })
    assert.equal(body.data.item.created_ip, 'fe80::1')
  })
})
