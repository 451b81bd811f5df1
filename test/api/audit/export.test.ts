// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { dataOf, makeActor, makeUser, setPermissions } from '../../support/actors.ts'
import { eventually } from '../../support/eventually.ts'
import { assertForbidden, assertRefused } from '../../support/refusals.ts'
import { type Service, startService } from '../../support/service.ts'

type Line = Record<string, unknown> & { number: number; id: number }

describe('the export of the audit trail', () => {
  let service: Service
  let origin: string
  before(async () => {
    service = await startService()
    origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
    await makeUser(service, { first_name: '=Ada', email: 'ada@example.com', phone: '+4930123456' })
    await service.call('POST', '/api/roles/create', { json: { name: 'Unseen' } })
    await service.runJob('number-entries')
  })
  after(() => service.stop())

  const call = (query: Record<string, string> = {}, token: string | null = service.token) =>
    service.call('GET', '/api/audit/export', { query, token })

  const linesOf = (body: string): Line[] =>
    String(body)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))

  async function exported(query: Record<string, string> = {}, token = service.token): Promise<Line[]> {
    const { status, headers, body } = await call(query, token)
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'application/jsonl; charset=utf-8')
    assert.equal(headers['content-disposition'], 'attachment; filename="audit.jsonl"')
    return linesOf(typeof body === 'string' ? body : JSON.stringify(body))
  }

  it('has all entries in the order of their numbers, as the list has them', async () => {
    const lines = await exported()
    assert.deepEqual(
      lines.map(({ number }) => number),
      lines.map((_line, index) => index + 1),
    )
    const { list } = dataOf(await service.call('GET', '/api/audit', { query: { per_page: '1000' } }))
    const byId = new Map(lines.map(({ number, ...entry }) => [entry.id, entry]))
    for (const entry of list.data) assert.deepEqual(byId.get(entry.id), entry)
  })

  it('goes on after a number, and ends with nothing after the last one', async () => {
    const lines = await exported()
    const middle = lines[Math.floor(lines.length / 2)] as Line
    assert.deepEqual(await exported({ after: String(middle.number) }), lines.slice(middle.number))
    const { status, body } = await call({ after: String(lines.at(-1)?.number) })
    assert.equal(status, 200)
    assert.equal(body, '')
  })

  it('is CSV that no spreadsheet runs, with names at its beginning', async () => {
    const { body, headers } = await call({ format: 'csv' })
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
    const rows: Record<string, string>[] = parse(body, { columns: true })
    const lines = await exported()
    assert.equal(rows.length, lines.length)
    const ada = rows.find(({ subject_name }) => subject_name?.includes('=Ada'))
    assert.equal(ada?.subject_name, "'=Ada")
    const changes = lines.find(({ subject_name }) => subject_name === '=Ada')?.changes
    assert.deepEqual(JSON.parse(ada?.changes as string), changes)
    const [first = ''] = String((await call({ format: 'csv', after: '1' })).body).split('\n')
    assert.match(first, /^2,/)
  })

  it('has only what the reader may read, without contact details', async () => {
    const { token } = await makeActor(service, ['can-read-audit', 'can-read-users'])
    const lines = await exported({}, token)
    assert.ok(lines.length > 0)
    assert.deepEqual([...new Set(lines.map(({ subject_type }) => subject_type))], ['users'])
    const text = JSON.stringify(lines)
    assert.ok(!text.includes('4930123456') && !text.includes('ada@example.com'))
  })

  it('needs a token, the permission, and parameters that it knows', async () => {
    assertRefused(await call({}, null), { status: 401, code: 'unauthenticated' })
    const { token } = await makeActor(service, ['can-read-users'])
    await assertForbidden(service, () => call({}, token), ['can-read-audit'])
    for (const [name, value, code] of [
      ['format', 'xml', 'not_allowed'],
      ['after', '-1', 'out_of_range'],
      ['after', 'x', 'invalid_type'],
    ] as const)
      assertRefused(await call({ [name]: value }), { status: 422, code, details: [[name, code]] })
  })

  describe('of a long trail', () => {
    before(async () => {
      const { db } = service.connection
      for (let count = 0; count < 8; count++)
        await sql`insert into audit_entries (uuid, at, action, outcome, subject_type, reason, via, batch, salts)
          select uuid || ${`-${count}`}, '2126-01-01T00:00:00.000Z', 'users.update', 'done', 'users', ${'x'.repeat(500)},
            'command', batch, '{"reason":"AAAA"}' from audit_entries`.execute(db)
      await service.runJob('number-entries')
    })

    async function begin(token: string): Promise<IncomingMessage> {
      const request = get(`${origin}/api/audit/export`, { headers: { authorization: `Bearer ${token}` } })
      const [response] = await once(request, 'response')
      response.pause()
      return response
    }

    async function restOf(response: IncomingMessage): Promise<{ text: string; isWhole: boolean }> {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.on('error', () => {})
      const closed = new Promise((resolve) => response.on('close', resolve))
      response.resume()
      await closed
      return { text, isWhole: response.complete }
    }

    it('ends with what was numbered at its beginning', async () => {
      const { count } = await service.connection.db
        .selectFrom('audit_entries')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      assert.ok(Number(count) > 20_000)
      const response = await begin(service.token)
      await service.call('POST', '/api/roles/create', { json: { name: 'Later' } })
      await service.runJob('number-entries')
      const { text, isWhole } = await restOf(response)
      assert.ok(isWhole)
      assert.equal(linesOf(text).length, Number(count))
      assert.ok(!text.includes('"Later"'))
    })

    it('is cut off once the reader may no longer read it', async () => {
      const ended: ((auditor: Awaited<ReturnType<typeof makeActor>>) => Promise<unknown>)[] = [
        ({ token }) => service.call('POST', '/api/signout', { token }),
        ({ role }) => setPermissions(service, role, ['can-read-users']),
        ({ role }) => setPermissions(service, role, ['can-read-audit']),
        ({ id }) => service.call('POST', `/api/users/id/${id}/update`, { json: { is_active: false } }),
      ]
      for (const end of ended) {
        const auditor = await makeActor(service, ['can-read-audit', 'can-read-users'])
        const response = await begin(auditor.token)
        await end(auditor)
        const { text, isWhole } = await restOf(response)
        assert.ok(!isWhole, end.toString())
        const whole = text.slice(0, text.lastIndexOf('\n'))
        // It goes on after the last whole line.
        assert.ok(linesOf(whole).length < 20_000)
      }
    })

    it('refuses more at once than a process has slots for, and than one user may have, and has them again', async () => {
      const auditors = await Promise.all(
        Array.from({ length: 3 }, () => makeActor(service, ['can-read-audit', 'can-read-users'])),
      )
      const slots: IncomingMessage[] = []
      const [last, ...two] = auditors
      for (const { token } of [...two, ...two]) slots.push(await begin(token))
      const refused = await call({}, two[0]?.token)
      assertRefused(refused, { status: 429, code: 'too_many_exports' })
      slots.push(await begin(last?.token as string))
      assertRefused(await call(), { status: 503, code: 'too_many_exports' })
      for (const response of slots) response.destroy()
      await eventually(async () => {
        const response = await begin(service.token)
        const { isWhole } = await restOf(response)
        return response.statusCode === 200 && isWhole
      })
    })
  })
})
