// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import pino from 'pino'
import { createApp } from '../../../server/app.ts'
import { checkAgainstDescription } from '../../support/described-answers.ts'
import { startService } from '../../support/service.ts'

describe('Health', () => {
  it('is ok without a token while the service is serving', async () => {
    const service = await startService()
    for (const path of ['/healthz', '/readyz']) {
      const { status, body } = await service.call('GET', path, { token: null })
      assert.deepEqual([status, body.data], [200, { ok: true }])
      assert.equal((await service.call('HEAD', path, { token: null })).status, 200)
    }
    await service.stop()
  })

  it('distinguishes a running process from a service that is still starting', async () => {
    const { connection, config, stop } = await startService()
    const logger = pino({ level: 'silent' })
    let isStarting = true
    const { app } = await createApp({ config, connection, logger, isStarting: () => isStarting })
    checkAgainstDescription(app)
    const get = (url: string) => app.inject({ url, headers: { 'x-request-id': 'given-1' } })
    assert.equal((await get('/healthz')).statusCode, 200)
    for (const path of ['/readyz', '/api/users', '/nowhere']) {
      const answer = await get(path)
      assert.equal(answer.statusCode, 503, path)
      assert.equal(answer.headers['retry-after'], '5')
      assert.equal(answer.headers['x-request-id'], 'given-1')
      assert.deepEqual([answer.json().code, answer.json().request_id], ['starting', 'given-1'])
    }
    isStarting = false
    assert.equal((await get('/readyz')).statusCode, 200)
    await app.close()
    await stop()
  })

  it('is not ready without its database', async () => {
    const { connection, app, call } = await startService()
    await connection.close()
    const { status, body, headers } = await call('GET', '/readyz', { token: null })
    assert.equal(status, 503)
    assert.equal(body.code, 'not_ready')
    assert.equal(headers['retry-after'], '5')
    assert.equal((await call('GET', '/healthz', { token: null })).status, 200)
    await app.close()
  })
})
