// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { multipart } from '../../support/multipart.ts'
import { runHere, temporaryFolders } from '../../support/process.ts'
import { brief, useService } from '../../support/suite.ts'

/** Messages as their recipients read them. */

const { service, call, make } = useService()
const newFolder = temporaryFolders()

const says = async (answer: ReturnType<typeof call>, status: number, errors: string[]) => {
  const { status: is, body } = await answer
  assert.deepEqual([is, body.errors], [status, errors], brief(body))
}

describe('A refusal', () => {
  it('says how many parts a multipart body can have', async () => {
    const parts = Array.from({ length: 1001 }, (_, index): [string, string] => [`field${index}`, 'x'])
    await says(call('POST', '/api/roles', multipart(parts)), 413, [
      'A multipart body can have at most 1000 parts.',
    ])
  })

  it("says that a token's list of permissions is empty, or what is wrong with it", async () => {
    const create = (permissions: unknown) =>
      call('POST', '/api/users/id/1/tokens/create', { json: { name: 'x', permissions } })
    await says(create([]), 422, ['permissions must have at least 1 item, or be left out.'])
    await says(create({}), 422, ['permissions must be a list.'])
    await says(create(Array(1001).fill('x')), 422, ['permissions must have at most 1000 items.'])
    await says(create(['can-read-users', 5]), 422, ['Each item of permissions must be text.'])
    await says(create(['']), 422, ['Each item of permissions must be at least 1 character.'])
  })

  it('says which character a text cannot contain', async () => {
    const create = (fields: object) => call('POST', '/api/roles/create', { json: fields })
    const not = (field: string, character: string) => [
      `${field} has a character that is not allowed: ${character}.`,
    ]
    await says(create({ name: 'a\0b' }), 422, not('name', 'U+0000'))
    await says(create({ name: '𝄞\ud834' }), 422, not('name', 'U+D834'))
    await says(create({ name: '\udd1e' }), 422, not('name', 'U+DD1E'))
    await says(create({ name: 5 }), 422, ['name must be text.'])
    const token = { name: 'x', permissions: ['can-read-users', 'a\0'] }
    await says(
      call('POST', '/api/users/id/1/tokens/create', { json: token }),
      422,
      not('permissions', 'U+0000'),
    )
  })

  it('names the field to use in place of the id in responses', async () => {
    const { id } = await make('taxonomies')
    for (const [json, message] of [
      [{ parent_id: 1 }, "parent_id can't be set; use parent."],
      [{ type_id: 1 }, "type_id can't be set; use type."],
      [{ merged_into_id: 1 }, "merged_into_id can't be set."],
      [{ id: 1 }, "id can't be set."],
    ] as const) {
      await says(call('PATCH', `/api/taxonomies/${id}`, { json }), 422, [message])
    }
  })

  it('says that a number in meta would be rounded or overflow', async () => {
    for (const number of ['1e400', '123456789012345678901234567890', '-9007199254740993'])
      await says(
        call('PATCH', '/api/users/1', {
          payload: `{"meta": {"seats": [${number}]}}`,
          headers: { 'content-type': 'application/json' },
        }),
        422,
        ['meta must have no number beyond ±9007199254740991, which would be rounded; send it as text.'],
      )
  })

  it('says how a user, who has no slug, and a role, which has one, are identified', async () => {
    const role = await make('roles')
    await says(call('POST', '/api/checks', { json: [{ user: {}, role: 'editor' }] }), 422, [
      'Item 0: user must be an id or a uuid.',
    ])
    const users = `/api/roles/${role.id}/relationships/users`
    await says(call('POST', users, { json: [{ id: true }] }), 422, ['0.id must be an id or a uuid.'])
    await says(call('POST', '/api/users/1/relationships/roles', { json: { id: true } }), 422, [
      'id must be an id, a uuid or a slug.',
    ])
  })
})

describe('An import', () => {
  it('shows the first five rows of each kind and counts the others', async () => {
    const cwd = newFolder()
    const env = { DATABASE_URL: service().config.databaseUrl }
    const rows = [
      ...Array.from({ length: 1207 }, (_, index) => `many${index}@example.com,A`),
      ...Array.from({ length: 6 }, () => 'no address,A'),
      'root@example.com,A',
    ]
    writeFileSync(join(cwd, 'people.csv'), ['email,first_name', ...rows].join('\n'))
    const { out } = await runHere(cwd, ['import', 'users', 'people.csv', '--dry-run'], env)
    const lines = out.split('\n').filter((line) => /^ {2}(row|…)/.test(line))
    assert.deepEqual(lines, [
      ...[1, 2, 3, 4, 5].map((row) => `  row ${row}, create: many${row - 1}@example.com`),
      '  … and 1,202 more, create',
      '  row 1214, skip: root@example.com',
      ...[1208, 1209, 1210, 1211, 1212].map((row) => `  row ${row}, reject: email must be an email address.`),
      '  … and 1 more, reject',
    ])
    const { err } = await runHere(cwd, ['import', 'users', 'people.csv'], env)
    assert.match(err, /6 of the rows were rejected\..*\n.*\n.*\n.*\n.*\n.*\n {2}… and 1 more, reject/)
  })
})
