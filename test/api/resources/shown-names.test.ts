// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Subject } from '../../../contract/permissions.ts'
import { inTransaction } from '../../../server/access/transaction.ts'
import { prepare, systemContext } from '../../../server/prepare.ts'
import { registry } from '../../../server/resources/index.ts'
import { createUser } from '../../../server/resources/users/writes.ts'
import { dataOf } from '../../support/actors.ts'
import { type Fields, factoryOf, next, PASSWORD } from '../../support/factories.ts'
import { assertRefusedUnchanged } from '../../support/refusals.ts'
import { startService } from '../../support/service.ts'
import { assertRefused, brief, useService, writable } from '../../support/suite.ts'

/** Names are a single visible line that reads in the order in which it was written. */

const { service, call, make, store, unchanged } = useService()

const PERSON = 'display_name title designation first_name middle_name last_name gender country'.split(' ')
const LINES: Partial<Record<Subject, string[]>> = {
  registrations: PERSON,
  users: PERSON,
  roles: ['name'],
  taxonomies: ['name'],
  'taxonomy-types': ['name'],
}

const REFUSED: Record<string, string[]> = {
  'be one line': ['a\nb', 'a\r\nb', 'a\u2028b', 'a\u2029b', 'a\u0085b', 'a\vb'],
  'contain no control characters': ['\x1b[31mred', 'a\tb', 'a\x07', 'a\x9bb', 'a\x7fb'],
  'contain no characters that change the text direction': [
    'ab\u202ecd',
    '\u2066ab',
    'ab\u2069',
    'a\u200eb',
    'a\u061cb',
  ],
  'contain a visible character': [
    '\u200b',
    '\u2800',
    '\u3164\u00ad',
    '\u2060 \u200d',
    '\ufe0f',
    '\u{1d159}',
    '\u{e0041}',
    '\u{13441}\u{16fe4}',
  ],
}

/** Real names in many scripts, and the signs that names contain beside letters. */
const ALLOWED = [
  'مهدی کاظم‌زاده',
  'नेत्रा क्‍षमा',
  'ශ්‍රී ලංකා',
  'محمد',
  'דָּוִד',
  'Ngũgĩ wa Thiong’o',
  'O\u0308zlem',
  '👩‍🚀 Ada',
  '❤️',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  'ភ្នំ\u200bពេញ',
  '葛\u{e0100}城',
  'Отдел №1',
  'Qui\u00a0?',
  'a\u200bb',
]

const suffix = (value: string) => `${value}${next()}`

for (const { name } of writable) {
  const lines = LINES[name]
  // A webhook has no name.
  if (!lines) continue
  const label = lines.includes('name') ? 'name' : 'first_name'
  const { valid } = factoryOf(name)

  describe(`A name in ${name}`, () => {
    it('is refused by each call that sets it, with the rule that it breaks, and nothing is stored', async () => {
      const record = await make(name)
      await unchanged(async () => {
        for (const field of lines) {
          for (const [must, values] of Object.entries(REFUSED)) {
            for (const value of field === label ? values : values.slice(0, 1)) {
              const json = { ...(await valid(service())), slug: undefined, [field]: value }
              const refused = { status: 422, code: 'not_allowed', fields: [field] }
              const created = await call('POST', `/api/${name}/create`, { json })
              assertRefused(created, refused)
              assert.deepEqual(created.body.errors, [`${field} must ${must}.`])
              assertRefused(
                await call('PATCH', `/api/${name}/${record.id}`, { json: { [field]: value } }),
                refused,
              )
            }
          }
        }
        const many = { status: 422, code: 'not_allowed', fields: [`0.${label}`] }
        const json = { ...(await valid(service())), [label]: 'a\nb' }
        assertRefused(await call('POST', `/api/${name}`, { json: [json] }), many)
        assertRefused(
          await call('PATCH', `/api/${name}`, { json: [{ id: record.id, [label]: 'a\nb' }] }),
          many,
        )
      })
    })

    it('accepts any script with its joiners, and emoji', async () => {
      for (const value of ALLOWED) {
        const made = await make(name, { ...(label === 'name' && { slug: `slug-${next()}` }), [label]: value })
        assert.equal(made[label], value)
      }
    })

    it('remains readable if it breaks the rule already, and other fields can be changed', async () => {
      const { id } = await make(name)
      const old = suffix('\x1b[31m\u202e')
      await store(name.replace('-', '_') as 'roles', id, { [label]: old })
      const path = `/api/${name}/${id}`
      assert.equal(dataOf(await call('GET', path))[label], old)
      const { column, other } = factoryOf(name).shared
      for (const json of [{ [column]: other }, { [label]: old, [column]: other }]) {
        const { status, body } = await call('PATCH', path, { json })
        assert.equal(status, 200, brief(body))
        assert.equal(body.data[label], old)
      }
      const { status } = await call('PATCH', path, { json: { [label]: suffix('New') } })
      assert.equal(status, 200)
    })
  })
}

describe('A name', () => {
  const person = (): Fields => ({ email: `named-${next()}@example.com`, first_name: 'P', password: PASSWORD })

  it('follows the same rules at sign-up', async () => {
    const json = { ...person(), display_name: 'Root\u202e' }
    const refused = { status: 422, code: 'not_allowed', fields: ['display_name'] }
    await unchanged(async () =>
      assertRefused(await call('POST', '/api/signup', { token: null, json }), refused),
    )
  })

  for (const isThere of [false, true]) {
    const whose = isThere ? 'an existing account' : 'a new account'
    it(`follows the same rules at setup, of ${whose}, and the link remains usable`, async () => {
      const fresh = await startService({ adminEmail: undefined, adminPassword: undefined })
      try {
        const { firstAdministrator } = await prepare(fresh.connection, fresh.config)
        assert.ok(firstAdministrator?.kind === 'setup-code')
        const json: Fields = { ...person(), code: firstAdministrator.code }
        const stranger = { email: json.email, first_name: 'Stranger' }
        if (isThere)
          await inTransaction(systemContext(fresh.connection), (ctx) =>
            createUser(ctx, registry.named('users'), stranger),
          )
        const setUp = (fields: Fields) =>
          fresh.call('POST', '/api/setup', { token: null, json: { ...json, ...fields } })
        const attempt = () => setUp({ last_name: 'Root\u202e' })
        const refused = {
          status: 422,
          code: 'not_allowed',
          details: [['last_name', 'not_allowed']],
        } as const
        await assertRefusedUnchanged(fresh, attempt, refused)
        assert.equal((await setUp({ last_name: 'Root' })).status, 201)
      } finally {
        await fresh.stop()
      }
    })
  }

  it('of an older registration is copied to its user unchanged', async () => {
    const { id } = await make('registrations')
    await store('registrations', id, { last_name: 'Old\tname' })
    const { user } = dataOf(await call('POST', `/api/registrations/id/${id}/create-user`))
    assert.equal(user.last_name, 'Old\tname')
  })

  it('of a token follows the same rules', async () => {
    const { id } = await make('users')
    const refused = { status: 422, code: 'not_allowed', fields: ['name'] }
    for (const name of ['\x1b[2J', 'a\nb', '\u200b'])
      assertRefused(await call('POST', `/api/users/id/${id}/tokens/create`, { json: { name } }), refused)
  })

  it('has one line, while notes and a biography may have several', async () => {
    const bio = 'One.\nTwo.\tThree.'
    assert.equal((await make('users', { bio })).bio, bio)
    assert.equal((await make('roles', { details: bio })).details, bio)
  })
})
