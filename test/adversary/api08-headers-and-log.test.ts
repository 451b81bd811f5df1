// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ADMINISTRATOR, ask } from '../support/http.ts'
import { logged, serveIn, temporaryFolders } from '../support/process.ts'
import { startService } from '../support/service.ts'
import { openSocket } from '../support/socket.ts'

/** API8:2023: text of a client that tries to become a header, a log line or a second request. */
describe('API8: response headers and the log', () => {
  const newFolder = temporaryFolders()

  it('contain no injected line or header from names, paths, ids and addresses', async () => {
    const { url, end } = await serveIn(newFolder(), {
      ...ADMINISTRATOR,
      LOG_LEVEL: 'trace',
      SIGNIN_RATE_LIMIT: '0',
    })
    const forged = '{"level":30,"msg":"forged"}'
    const split = 'x\r\nSet-Cookie: forged=1\r\n\r\nforged'
    for (const text of [
      `\n${forged}\n`,
      split,
      `\u2028${forged}`,
      '\u0085forged',
      '\u001b[31mforged',
      '%0d%0aSet-Cookie:%20forged=1',
    ]) {
      const person = {
        first_name: text,
        email: 'eve@example.com',
        username: 'eve',
        password: text.padEnd(9, 'x'),
      }
      await ask(`${url}/api/signup`, { json: person })
      await ask(`${url}/api/signin`, { json: { email: text, password: text } })
      await ask(`${url}/api/${encodeURIComponent(text)}`)
      await ask(`${url}/api/users?${encodeURIComponent(text)}=${encodeURIComponent(text)}`)
    }
    for (const id of [
      'a%0d%0aSet-Cookie: forged=1',
      'a"b',
      'a\\u000aforged',
      'a\tforged',
      '',
      'x'.repeat(200),
    ]) {
      const { headers } = await ask(`${url}/healthz`, { headers: { 'x-request-id': id } })
      assert.match(String(headers.get('x-request-id')), /^[\da-f]{8}-/)
    }
    for (const raw of [
      `GET /healthz HTTP/1.1\r\nhost: a\r\nx-request-id: a\r\n b: forged\r\nconnection: close\r\n\r\n`,
      `GET /healthz HTTP/1.1\r\nhost: a\r\nx-request-id: a\rforged\r\nconnection: close\r\n\r\n`,
      `GET /healthz\nforged HTTP/1.1\r\nhost: a\r\n\r\n`,
      `GET /%0d%0aSet-Cookie:forged HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`,
      `GET /healthz HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /forged HTTP/1.1\r\n\r\n`,
      `POST /healthz HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx`,
    ]) {
      const socket = await openSocket(url)
      socket.send(raw)
      socket.finish()
      const answered = await socket.closed
      assert.doesNotMatch(answered, /^set-cookie/im)
      assert.ok(answered.split('HTTP/1.1 ').length <= 2, `one answer: ${answered}`)
    }
    const { out } = await end('SIGTERM')
    const lines = logged(out)
    const others = out.split('\n').filter((line) => line !== '' && !line.startsWith('{'))
    assert.equal(others.length, 5, 'the messages of a start, and nothing of a client')
    assert.ok(!others.join().includes('forged'))
    assert.ok(lines.some(({ msg }) => msg === 'request'))
    assert.deepEqual(
      lines.filter(({ msg }) => msg === 'forged'),
      [],
    )
    assert.ok(!out.includes('\u001b'))
  })

  it('contain no host from an absolute address in the request line', async () => {
    const service = await startService({ publicUrl: 'https://accounts.example.com' })
    try {
      const url = await service.app.listen({ host: '127.0.0.1', port: 0 })
      const socket = await openSocket(url)
      socket.send(
        `GET http://evil.example/api/users HTTP/1.1\r\nhost: evil.example\r\nauthorization: Bearer ${service.token}\r\nconnection: close\r\n\r\n`,
      )
      const answered = await socket.closed
      assert.match(answered, /"path":"https:\/\/accounts\.example\.com\/api\/users"/)
      assert.doesNotMatch(answered, /evil/)
    } finally {
      await service.stop()
    }
  })
})
