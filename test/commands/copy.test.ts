// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { connect } from '../../server/db/connect.ts'
import { summaryOf, tablesOf } from '../../server/db/copy.ts'
import { dataOf, giveRole, makeRole, makeUser, type Person } from '../support/actors.ts'
import { newDatabase } from '../support/databases.ts'
import { runHere, temporaryFolders } from '../support/process.ts'
import { ADMIN, type Service, signIn, startService } from '../support/service.ts'

describe('rolecall copy', () => {
  const newFolder = temporaryFolders()
  let service: Service
  let ada: Person
  let role: { id: number; slug: string }
  before(async () => {
    service = await startService()
    role = await makeRole(service, ['can-read-users', 'can-read-roles'])
    ada = await makeUser(service, {
      password: 'analytical engines',
      meta: { b: 1, a: ['ü', null, 2.5] },
      bio: 'Ünï\n',
    })
    await giveRole(service, ada, { id: role.slug, expires_at: '2099-01-01T00:00:00.000Z' })
    // References to rows that follow later.
    const json = { email: 'in@example.com', first_name: 'In', password: 'a phrase of my own' }
    const registration = dataOf(await service.call('POST', '/api/registrations/create', { json })).item
    dataOf(await service.call('POST', `/api/registrations/id/${registration.id}/create-user`))
    dataOf(await service.call('PATCH', '/api/users/1', { json: { invited_by: ada.id } }))
    dataOf(await service.call('POST', '/api/taxonomy-types/create', { json: { name: 'City' } }))
    dataOf(await service.call('POST', '/api/roles/slug/guest/delete'))
  })
  after(() => service.stop())

  const copy = (from: string, to: string) => runHere(newFolder(), ['copy', '--from', from, '--to', to])
  const summaries = async (url: string) => {
    const connection = connect(url)
    const found: Record<string, unknown> = {}
    for (const table of await tablesOf(connection.db))
      found[table.name] = await summaryOf(connection.db, table)
    await connection.close()
    return found
  }
  const newFile = () => `sqlite:${join(newFolder(), 'copy.db')}`

  it('copies every row of every table to the other engine and back, and verifies it', async () => {
    const source = service.config.databaseUrl
    const there = await newDatabase()
    const urls = [source, newFile(), there.url, newFile()]
    for (const [index, to] of urls.entries()) {
      if (index === 0) continue
      const { code, out, err } = await copy(urls[index - 1] as string, to)
      assert.equal(code, 0, err)
      assert.match(out, /^users: 3 rows, sha256 [0-9a-f]{64}$/m)
      assert.match(out, /Every row is there, each the same\.\n$/)
    }
    const expected = await summaries(source)
    for (const url of urls) assert.deepEqual(await summaries(url), expected)
    await there.drop()
  })

  it('leaves a working installation: sign-ins, tokens, links, and new ids after the existing ones', async () => {
    const there = await newDatabase()
    assert.equal((await copy(service.config.databaseUrl, there.url)).code, 0)
    const moved = await startService({ databaseUrl: there.url })
    moved.token = await signIn(moved, ADMIN.email, ADMIN.password)
    await signIn(moved, ada.email, 'analytical engines')
    const own = dataOf(await moved.call('GET', `/api/users/${ada.id}`, { token: ada.token }))
    assert.deepEqual([own.meta, own.bio], [{ b: 1, a: ['ü', null, 2.5] }, 'Ünï'])
    assert.deepEqual(Object.keys(own.meta), ['b', 'a'])
    const has = await moved.call('GET', `/api/users/${ada.id}/relationships/permissions`)
    assert.equal(dataOf(has).permissions.total, 2)
    // Triggers count the users of a role, of those that are there before its links.
    assert.equal(dataOf(await moved.call('GET', `/api/roles/${role.id}`)).count_users, 1)
    const made = dataOf(
      await moved.call('POST', '/api/users/create', {
        json: { email: 'new@example.com', first_name: 'New' },
      }),
    )
    assert.equal(made.item.id, 4)
    // Foreign keys still work: deleting the row removes its links.
    dataOf(await moved.call('DELETE', `/api/users/${ada.id}`))
    assert.equal(dataOf(await moved.call('GET', '/api/users/1')).invited_by, null)
    await moved.stop()
    await there.drop()
  })

  it('refuses a target that is not empty, and changes nothing', async () => {
    const source = service.config.databaseUrl
    const before = await summaries(source)
    const { code, err } = await copy(source, source)
    assert.equal(code, 1)
    assert.match(err, /not empty; nothing was changed/)
    assert.deepEqual(await summaries(source), before)
  })

  it('says what is wrong with its arguments', async () => {
    const missing = await copy(newFile(), newFile())
    assert.equal(missing.code, 1)
    assert.match(missing.err, /There is no database at/)
    const wrong = await copy('mysql://x', newFile())
    assert.match(wrong.err, /--from must be sqlite: and the path of a file/)
  })
})
