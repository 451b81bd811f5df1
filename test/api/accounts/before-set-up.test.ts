// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { createApp } from '../../../server/app.ts'
import { prepare } from '../../../server/prepare.ts'
import { dataOf } from '../../support/actors.ts'
import { engine } from '../../support/databases.ts'
import { assertRefusedUnchanged } from '../../support/refusals.ts'
import { startService } from '../../support/service.ts'

const FIRST = { email: 'first@example.com', first_name: 'First', password: 'a quite unusual phrase' }

describe('a sign-up before there is an administrator', () => {
  for (const signup of ['open', 'verify'] as const) {
    it(`is refused with SIGNUP=${signup}, and the setup stays possible`, async () => {
      const service = await startService({ adminEmail: undefined, adminPassword: undefined, signup })
      try {
        const facts = () => service.call('GET', '/api/service', { token: null })
        const json = { ...FIRST, email: 'guest@example.com' }
        const signUp = () => service.call('POST', '/api/signup', { token: null, json })
        await assertRefusedUnchanged(service, signUp, { status: 503, code: 'not_set_up', says: /setup link/ })
        assert.equal((await signUp()).headers['retry-after'], '60')
        assert.equal(dataOf(await facts()).is_set_up, false)
        const { firstAdministrator } = await prepare(service.connection, service.config)
        assert.ok(firstAdministrator?.kind === 'setup-code')
        const { code } = firstAdministrator
        dataOf(await service.call('POST', '/api/setup', { token: null, json: { ...FIRST, code } }))
        assert.equal(dataOf(await facts()).is_set_up, true)
        dataOf(await signUp())
      } finally {
        await service.stop()
      }
    })
  }

  it('is refused again once the last super administrator’s role has expired', async () => {
    const service = await startService()
    try {
      await service.connection.db.updateTable('user_roles').set({ expires_at: service.clock.now() }).execute()
      const signUp = () => service.call('POST', '/api/signup', { token: null, json: FIRST })
      await assertRefusedUnchanged(service, signUp, { status: 503, code: 'not_set_up' })
    } finally {
      await service.stop()
    }
  })
})

describe('a setup that PostgreSQL rolls back at its commit', () => {
  it('is logged only once it succeeds', {
    skip: engine === 'postgres' ? false : 'the run is on the embedded engine',
  }, async () => {
    const service = await startService({ adminEmail: undefined, adminPassword: undefined })
    try {
      const { config, connection } = service
      const { firstAdministrator } = await prepare(connection, config)
      assert.ok(firstAdministrator?.kind === 'setup-code')
      const lines: string[] = []
      const logger = pino({ level: 'info' }, { write: (line) => lines.push(line) })
      const { app } = await createApp({ config, connection, logger })
      const setUp = async () => {
        const payload = { ...FIRST, code: firstAdministrator.code }
        const headers = { 'idempotency-key': 'setup' }
        return (await app.inject({ method: 'POST', url: '/api/setup', payload, headers })).statusCode
      }
      const created = () =>
        lines.filter((line) => line.includes('the first administrator was created')).length
      const { db } = connection
      await sql`create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'refused' using errcode = '53100'; end $$`.execute(db)
      await sql`create constraint trigger refuse after insert on users deferrable initially deferred
        for each row execute function refuse()`.execute(db)
      assert.deepEqual([await setUp(), created()], [503, 0])
      await sql`drop trigger refuse on users`.execute(db)
      assert.deepEqual([await setUp(), created()], [201, 1])
      assert.deepEqual([await setUp(), created()], [201, 1])
      await app.close()
    } finally {
      await service.stop()
    }
  })
})

describe('guesses at a setup link', () => {
  it('are limited by address, and do not affect the right link, even from the same address', async () => {
    const service = await startService({
      adminEmail: undefined,
      adminPassword: undefined,
      signinRateLimit: 3,
      trustProxy: true,
    })
    try {
      const { firstAdministrator } = await prepare(service.connection, service.config)
      assert.ok(firstAdministrator?.kind === 'setup-code')
      const look = (code: string, address: string) =>
        service.call('POST', '/api/setup/check', {
          token: null,
          json: { code },
          headers: { 'x-forwarded-for': address },
        })
      for (let guess = 0; guess < 3; guess++)
        assert.equal((await look(`rc_${guess}`, '203.0.113.1')).status, 403)
      const { code } = firstAdministrator
      assert.equal((await look('rc_4', '203.0.113.1')).status, 429)
      for (const address of ['203.0.113.1', '203.0.113.2'])
        assert.equal((await look(code, address)).status, 200)
      const headers = { 'x-forwarded-for': '203.0.113.1' }
      dataOf(await service.call('POST', '/api/setup', { token: null, json: { ...FIRST, code }, headers }))
      assert.equal((await look(code, '203.0.113.1')).status, 429, 'the link works once')
    } finally {
      await service.stop()
    }
  })
})
