// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { secret } from '../../support/secrets.ts'
import { assertRefused, brief, forEveryResource, forEveryWritable, useService } from '../../support/suite.ts'

/** A write accepts only known names: a misspelt one is refused and nothing of the write is stored. */

const { service, call, make, unchanged } = useService()

/** Names without a meaning in a write that old clients send along. */
const IGNORED_EVERYWHERE = {
  q: 'x',
  page: '1',
  per_page: '0',
  limit: '5',
  from: 'no day',
  to: '2026-01-01',
  filter: 'nonsense',
  section: 'x',
  types: 'a,b',
  with_children: 'maybe',
  trashed: 'perhaps',
  sort: 'nothing',
  include: 'nothing',
}

forEveryWritable(({ name }, { valid, shared, fields }) => {
  it('refuses an unknown name with the closest known one, and stores nothing', async () => {
    const { id } = await make(name)
    for (const known of Object.keys(fields)) {
      const typo = `${known}x`
      await unchanged(async () => {
        const answers = [
          await call('POST', `/api/${name}/create`, { json: { ...(await valid(service())), [typo]: 'x' } }),
          await call('GET', `/api/${name}/id/${id}/update`, {
            query: { [shared.column]: String(shared.value), [typo]: 'x' },
          }),
        ]
        for (const answer of answers) {
          assertRefused(answer, { status: 422, code: 'unknown_field', fields: [typo] })
          assert.match(answer.body.errors[0], new RegExp(`^${typo} .*Did you mean ${known}\\?$`))
        }
      })
    }
  })

  it('names each unknown field together with all other faults', async () => {
    const { id } = await make(name)
    await unchanged(async () => {
      const json = { nonsense_one: 1, nonsense_two: 2, [Object.keys(fields)[0] as string]: [1] }
      const answer = await call('POST', `/api/${name}/id/${id}/update`, { json })
      const faults = ['nonsense_one', 'nonsense_two', Object.keys(fields)[0] as string]
      assertRefused(answer, { status: 422, code: 'invalid', fields: faults })
    })
  })

  it('refuses read-only fields', async () => {
    const record = await make(name)
    const settable = new Set(Object.keys(fields))
    const names = Object.keys(record).filter((column) => !settable.has(column))
    assert.ok(
      ['id', 'uuid', 'created_at', 'updated_by', 'deleted_at'].every((column) => names.includes(column)),
    )
    await unchanged(async () => {
      for (const column of names) {
        const sent = { [column]: record[column] ?? '2026-01-01' }
        for (const answer of [
          await call('POST', `/api/${name}/id/${record.id}/update`, { json: sent }),
          await call('POST', `/api/${name}/create`, { json: { ...(await valid(service())), ...sent } }),
        ]) {
          assertRefused(answer, { status: 422, code: 'read_only', fields: [column] })
        }
      }
    })
  })

  it('accepts list parameters and api_token in every write, and ignores them', async () => {
    const status = 'status' in fields ? {} : { status: 'nonsense' }
    const extra = { ...IGNORED_EVERYWHERE, ...status, 'filter[nothing]': 'x' }
    const query = String(new URLSearchParams(extra as Record<string, string>))
    const created = await call('POST', `/api/${name}/create`, { query, json: await valid(service()) })
    assert.equal(created.status, 201, brief(created.body))
    const path = `/api/${name}/id/${created.body.data.item.id}`
    for (const operation of ['update', 'delete', 'restore']) {
      const { status, body } = await call('GET', `${path}/${operation}`, { query })
      assert.equal(status, 200, brief(body))
    }
    const credential = { token: null, json: { ...(await valid(service())), api_token: service().token } }
    assert.equal((await call('POST', `/api/${name}/create`, credential)).status, 201)
    if (name === 'users') return
    const both = { json: { ...(await valid(service())), api_token: secret('not the credential at all') } }
    assert.equal((await call('POST', `/api/${name}/create`, both)).status, 201)
  })
})

forEveryResource(({ name, tree }) => {
  it('refuses unknown fields on delete and restore', async () => {
    const { id } = await make(name)
    const trashed = await make(name)
    await call('POST', `/api/${name}/id/${trashed.id}/delete`)
    await unchanged(async () => {
      for (const path of [`${id}/delete`, `${trashed.id}/restore`]) {
        for (const field of ['force', 'id', ...(tree ? [] : ['cascade'])]) {
          const answer = await call('POST', `/api/${name}/id/${path}`, { json: { [field]: 1 } })
          assertRefused(answer, { status: 422, code: 'unknown_field', fields: [field] })
        }
      }
    })
  })
})

describe('A registration', () => {
  it('refuses unknown fields on create-user', async () => {
    const { id } = await make('registrations')
    await unchanged(async () => {
      const answer = await call('POST', `/api/registrations/id/${id}/create-user`, {
        json: { email: 'a@b.co' },
      })
      assertRefused(answer, { status: 422, code: 'unknown_field', fields: ['email'] })
    })
  })
})
