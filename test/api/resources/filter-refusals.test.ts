// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertRefused, forEveryResource, useService } from '../../support/suite.ts'

/** What `filter[<field>]` refuses. */

const { call, unchanged } = useService()

forEveryResource(({ name }, { label }) => {
  it('refuses an unknown or secret field and lists the allowed ones', async () => {
    const answers: string[] = []
    const names = [
      'nonsense',
      'password',
      'password_hash',
      'api_token',
      'remember_token',
      'meta',
      'search_text',
      'email_key',
      'version',
      'constructor',
      'ID',
      '',
    ]
    for (const field of names) {
      for (const text of ['x', 'like:x', 'nonsense:x', '', 'btw:1']) {
        const query = `filter[${field || ' '}]=${encodeURIComponent(text)}`
        const answer = await call('GET', `/api/${name}`, { query })
        assert.equal(answer.status, 400, query)
        if (field === 'constructor') continue
        assertRefused(answer, { status: 400, code: 'bad_filter' })
        assert.ok(!answer.body.errors[0].split(/\W+/).includes(field || ' '), field)
        answers.push(answer.body.errors[0].replace(/ Did you mean \w+\?/, ''))
      }
    }
    assert.equal(new Set(answers).size, 1)
    assert.match(answers[0] as string, /Allowed: id, uuid, /)
  })

  it('refuses a value that the field cannot be compared with, and an operator without values', async () => {
    await unchanged(async () => {
      const refused: [string, string][] = [
        ['id', 'gt:abc'],
        ['id', 'abc'],
        ['id', '1.5'],
        ['id', 'gt:1|AND|lt:x'],
        ['id', 'like:1'],
        ['created_at', 'lt:yesterday'],
        ['created_at', '2001-02-30'],
        ['created_at', 'like:2001'],
        ['id', 'btw:1'],
        ['id', 'btw:1|'],
        ['id', 'btw:|2'],
        ['id', 'btw:1|2|3'],
        ['id', 'btw:'],
        ['id', 'gt:'],
        [label, 'like:'],
        [label, 'lte:'],
        [label, 'nul \u0000'],
      ]
      for (const [field, text] of refused) {
        const answer = await call('GET', `/api/${name}`, { query: { [`filter[${field}]`]: text } })
        assert.equal(answer.status, 400, `${field} ${text}`)
        assertRefused(answer, { status: 400, code: 'bad_filter' })
        assert.ok(answer.body.errors[0].startsWith(`filter[${field}]: `))
      }
    })
  })

  it('refuses too many conditions, and values that are not text', async () => {
    const many = Array(150).fill('not:x')
    for (const filter of [many.join('|AND|'), many]) {
      const answer = await call('POST', `/api/${name}`, { json: { filter: { [label]: filter } } })
      assertRefused(answer, { status: 400, code: 'bad_filter' })
    }
    const allowed = await call('POST', `/api/${name}`, {
      json: { filter: { [label]: Array(100).fill('not:x') } },
    })
    assert.equal(allowed.status, 200)
    const nested = await call('POST', `/api/${name}`, { json: { filter: { [label]: { a: 1 } } } })
    assertRefused(nested, { status: 400, code: 'bad_filter' })
  })
})
