// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Answer } from '../../support/answer.ts'
import { type Item, next } from '../../support/factories.ts'
import { assertRefused, brief, forEveryResource, ids, useService } from '../../support/suite.ts'

/** What `{column}/{value}` selects, and what it never selects. */

const { call, make, list, unchanged } = useService()

const at = (name: string, column: string, value: unknown, rest = '') =>
  `/api/${name}/${column}/${encodeURIComponent(String(value))}${rest}`

/** Secret, free-form, computed, internal and unknown columns: all get the same response. */
const UNSELECTABLE = [
  ...['password', 'api_token', 'remember_token', 'login_otp', 'reset_password_code', 'activation_code'],
  ...['password_hash', 'activation_code_hash', 'email_key', 'search_text', 'version', 'deletion', 'meta'],
  ...['nonsense', 'count_users', 'roles', 'children', 'pivot', 'created_by_user', 'ID', 'id ', 'users.id'],
  ...['constructor', '__proto__', 'toString', 'hasOwnProperty', "id'", '%00', 'rowid'],
]

const HINT = / Did you mean (\w+)\?/

/** The response without its request id and without a hint of a similar column. */
const comparable = ({ status, body }: Answer) => ({
  status,
  ...body,
  errors: body.errors.map((error: string) => error.replace(HINT, '')),
  request_id: '',
})

/** Values that a column of this kind cannot hold. */
const UNHOLDABLE = {
  integer: ['abc', '1.5', '1e3', '99999999999999999999', '-', '0x1', '１'],
  time: ['yesterday', '2026-02-30T00:00:00.000Z', '5'],
  boolean: ['maybe', '2', 'truthy'],
}

forEveryResource(({ name, schemas }, { label, shared, store }) => {
  const kindsOf = (kind: string) =>
    Object.entries(schemas.item.properties).flatMap(([column, schema]) => {
      const { type, format } = schema as { type?: string | string[]; format?: string }
      const isTime = format === 'date-time'
      return [type].flat().includes(isTime ? 'string' : kind) && isTime === (kind === 'time') ? [column] : []
    })

  it('is selected by every attribute of the response', async () => {
    const json = { [label]: `Every attribute ${next()}`, [shared.column]: shared.value }
    const { id } = await make(name, json)
    const { data: record } = (await call('GET', `/api/${name}/id/${id}`)).body
    const all = await list(name, { per_page: '1000' })
    const tried = Object.entries(record as Record<string, unknown>).filter(
      ([column, value]) =>
        value !== null &&
        typeof value !== 'object' &&
        !column.startsWith('count_') &&
        !column.endsWith('_user'),
    )
    assert.ok(tried.length >= 8)
    for (const [column, value] of tried) {
      const { status, body } = await call('GET', at(name, column, value))
      assert.equal(status, 200, `${column}: ${brief(body)}`)
      const lowest = Math.min(...ids(all.filter((other) => other[column] === value)))
      assert.equal(body.data.id, lowest, column)
    }
  })

  it('is selected by values with spaces, slashes, dots, percent signs and other scripts', async () => {
    const texts = [
      'two words',
      'a/b',
      'a%2Fb',
      '50%',
      'q?x=1#y',
      'a+b&c=d',
      'Élodie Brontë',
      '日本語',
      '🙂 𝒜',
      "o'x; --",
      'x'.repeat(150),
    ]
    for (const text of texts) {
      const { id } = await make(name, {
        [label]: text,
        ...(store && { slug: `slug-${next()}` }),
        ...(!store && label === 'name' && { slug: `slug-${next()}` }),
      })
      for (const method of ['GET', 'POST']) {
        const { status, body } = await call(method, at(name, label, text))
        assert.equal(status, 200, `${text}: ${brief(body)}`)
        assert.equal(body.data.id, id)
      }
    }
  })

  it('is not selected by a part of a value, a different case, or a very long value', async () => {
    await make(name, { [label]: `Distinct ${'Casing'}`, ...(label === 'name' && { slug: `slug-${next()}` }) })
    for (const value of ['Distinct', 'distinct casing', 'Distinct%', 'Distinct Casin_', 'x'.repeat(12_000)]) {
      assertRefused(await call('GET', at(name, label, value)), { status: 404, code: 'not_found' })
    }
  })

  it("is not found, 404, by a value that the column's type cannot hold", async () => {
    const { id } = await make(name)
    for (const [kind, values] of Object.entries(UNHOLDABLE)) {
      const columns = kindsOf(kind).filter((column) => !column.startsWith('count_'))
      assert.ok(columns.length > 0 || kind === 'boolean', kind)
      for (const column of columns) {
        for (const value of values) {
          const answer = await call('GET', at(name, column, value))
          assertRefused(answer, { status: 404, code: 'not_found' })
        }
      }
    }
    await unchanged(async () => {
      assert.equal((await call('POST', at(name, 'id', `${id}x`, '/delete'))).status, 404)
      assert.equal((await call('POST', at(name, 'uuid', 'no-uuid', '/delete'))).status, 404)
      assert.equal((await call('POST', at(name, 'deleted_at', '', '/delete'))).status, 404)
    })
  })

  it('answers every unknown, secret and free-form column in the same way, without repeating its name', async () => {
    const { id } = await make(name)
    await unchanged(async () => {
      for (const [method, rest] of [
        ['GET', ''],
        ['POST', ''],
        ['GET', '/delete'],
        ['POST', '/restore'],
        ...(store ? [] : [['POST', '/update']]),
      ] as const) {
        const answers: Answer[] = []
        const lengths = new Set<number>()
        for (const column of UNSELECTABLE) {
          const answer = await call(method, `/api/${name}/${encodeURIComponent(column)}/${id}${rest}`)
          assertRefused(answer, { status: 400, code: 'unknown_column' })
          const words = answer.body.errors[0].split(/[^\w']+/)
          if (column !== 'roles') assert.ok(!words.includes(column), `${column} is repeated`)
          const [hint = '', near] = HINT.exec(answer.body.errors[0]) ?? []
          if (near !== undefined) assert.ok(answer.body.errors[0].split('Allowed: ')[1].includes(near))
          lengths.add(Number(answer.headers['content-length']) - hint.length)
          answers.push(answer)
        }
        for (const answer of answers) assert.deepEqual(comparable(answer), comparable(answers[0] as Answer))
        assert.equal(lengths.size, 1)
        assert.match(answers[0]?.body.errors[0], /Allowed: id, uuid, /)
      }
    })
  })

  it('is the lowest id if several match; a write is refused with their ids', async () => {
    const { column, value, other } = shared
    const twins: Item[] = []
    for (let index = 0; index < 3; index++) twins.push(await make(name, { [column]: value }))
    const lowest = await list(name, { [`filter[${column}]`]: String(value), sort: 'id', per_page: '1000' })
    const read = await call('GET', at(name, column, value))
    assert.equal(read.body.data.id, lowest[0].id)
    const writes = [
      '/delete',
      ...(store ? [] : ['/update']),
      ...(name === 'registrations' ? ['/create-user'] : []),
    ]
    await unchanged(async () => {
      for (const rest of writes) {
        for (const method of ['GET', 'POST']) {
          const query = rest === '/update' ? { [column]: String(other) } : {}
          const answer = await call(method, at(name, column, value, rest), { query })
          assertRefused(answer, { status: 409, code: 'ambiguous_selector' })
          assert.match(answer.body.errors[0], new RegExp(` ${lowest.length} .* ${ids(lowest).join(', ')};`))
        }
      }
    })
    for (const { id } of twins) await call('POST', `/api/${name}/id/${id}/delete`)
    await unchanged(async () => {
      const answer = await call('POST', at(name, 'deleted_by', 1, '/restore'))
      assertRefused(answer, { status: 409, code: 'ambiguous_selector' })
    })
  })
})

describe('People', () => {
  for (const name of ['registrations', 'users'] as const) {
    it(`${name}: email and username are compared case-insensitively`, async () => {
      const { id } = await make(name, {
        email: `Elan.Mixed@${name}.Example.com`,
        username: `Élan.Mixed.${name}`,
      })
      for (const [column, value] of [
        ['email', `elan.mixed@${name}.example.com`],
        ['email', `ELAN.MIXED@${name}.EXAMPLE.COM`],
        ['username', `élan.mixed.${name}`],
        ['username', `ÉLAN.MIXED.${name}`],
      ] as const) {
        assert.equal((await call('GET', at(name, column, value))).body.data.id, id)
        assert.deepEqual(ids(await list(name, { [`filter[${column}]`]: value })), [id])
      }
      const { body } = await call('GET', `/api/${name}/id/${id}`)
      assert.equal(body.data.email, `Elan.Mixed@${name}.Example.com`, 'stored as they were written')
      const updated = await call('POST', at(name, 'email', `ELAN.mixed@${name}.example.com`, '/update'), {
        json: { title: 'Dr' },
      })
      assert.equal(updated.body.data.title, 'Dr')
    })

    it(`${name}: words for a boolean, an upper-case UUID and a time with an offset select too`, async () => {
      const { id, uuid } = await make(name, { invited_at: '2001-05-04T10:00:00Z' })
      assert.equal((await call('GET', at(name, 'invited_at', '2001-05-04T12:00:00+02:00'))).body.data.id, id)
      assert.equal((await call('GET', at(name, 'uuid', uuid.toUpperCase()))).body.data.id, id)
      if (name === 'users') assert.equal((await call('GET', at(name, 'is_active', 'yes'))).body.data.id, 1)
    })
  }
})

describe('Terms and types', () => {
  it('are selected by the slug, id or uuid of their type and parent', async () => {
    const type = await make('taxonomy-types')
    const parent = await make('taxonomies', { type: type.id })
    const child = await make('taxonomies', { type: type.id, parent: parent.id })
    for (const value of [parent.id, parent.uuid, parent.slug]) {
      assert.equal((await call('GET', at('taxonomies', 'parent', value))).body.data.id, child.id)
    }
    assert.equal((await call('GET', at('taxonomies', 'parent_id', parent.id))).body.data.id, child.id)
    for (const value of [type.id, type.uuid, type.slug]) {
      assert.equal((await call('GET', at('taxonomies', 'type', value))).body.data.id, parent.id)
    }
    const below = await make('taxonomy-types', { parent: type.slug })
    assert.equal((await call('GET', at('taxonomy-types', 'parent', type.slug))).body.data.id, below.id)
    assert.equal((await call('GET', at('taxonomy-types', 'parent', 'no-such'))).status, 404)
  })
})
