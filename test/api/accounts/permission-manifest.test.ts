// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, beforeEach, describe, it } from 'node:test'
import { SUBJECTS } from '../../../contract/permissions.ts'
import { prepare } from '../../../server/prepare.ts'
import { ManifestError } from '../../../server/resources/permissions/manifest.ts'
import { dataOf, everySlug } from '../../support/actors.ts'
import { dumpOf } from '../../support/refusals.ts'
import { ADMIN, type Service, startService } from '../../support/service.ts'

const INVOICES = [
  { name: 'Can read invoices', module: 'billing', section: 'invoices', details: 'Also drafts.' },
  { name: 'Can pay invoices', slug: 'can-pay', module: 'billing' },
]

describe('the permission manifest', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-manifest-'))
  const file = join(folder, 'permissions.json')
  let service: Service
  let own: string[]
  beforeEach(async () => {
    service = await startService()
    own = await everySlug(service)
  })
  afterEach(() => service.stop())
  after(() => rmSync(folder, { recursive: true, force: true }))

  /** The report of the next start with this content in the file. */
  async function sync(content: unknown) {
    writeFileSync(
      file,
      typeof content === 'string' || content instanceof Buffer ? content : JSON.stringify(content),
    )
    return (await prepare(service.connection, { ...service.config, permissionsFile: file })).permissions
  }
  const read = async (slug: string, query: Record<string, string> = {}) =>
    dataOf(await service.call('GET', `/api/permissions/slug/${slug}`, { query }))
  const nothing = { added: [], changed: [], undeclared: [], trashed: [] }

  it('is optional: the service declares its own permissions, in module rolecall', async () => {
    // Permissions can only be read and deleted, webhooks need one for all verbs; thirteen permissions belong to no single verb.
    const subjects = SUBJECTS.filter((subject) => !['permissions', 'webhooks'].includes(subject))
    assert.equal(own.length, 4 * subjects.length + 2 + 13)
    for (const subject of subjects) {
      for (const verb of ['create', 'read', 'update', 'delete']) {
        assert.ok(own.includes(`can-${verb}-${subject}`), `can-${verb}-${subject}`)
      }
    }
    const { module, section, name } = await read('can-read-permissions')
    assert.deepEqual([module, section, name], ['rolecall', 'permissions', 'Can read permissions'])
    assert.deepEqual((await prepare(service.connection, service.config)).permissions, nothing)
  })

  it('adds what it declares, with a slug made from the name by default', async () => {
    const report = await sync(INVOICES)
    assert.deepEqual(report, { ...nothing, added: ['can-read-invoices', 'can-pay'] })
    const {
      module,
      section,
      details,
      is_active: isActive,
      created_by: author,
    } = await read('can-read-invoices')
    assert.deepEqual(
      [module, section, details, isActive, author],
      ['billing', 'invoices', 'Also drafts.', true, null],
    )
    assert.equal((await read('can-pay')).section, null)
  })

  it('grants what it adds to the super administrator, and to nobody else', async () => {
    await sync(INVOICES)
    const { roles } = dataOf(await service.call('GET', '/api/permissions/slug/can-pay/roles'))
    assert.deepEqual(
      roles.data.map(({ slug }: { slug: string }) => slug),
      ['super-administrator'],
    )
    const { users } = dataOf(await service.call('GET', '/api/permissions/slug/can-pay/users'))
    assert.deepEqual(
      users.data.map(({ email }: { email: string }) => email),
      [ADMIN.email],
    )
    const has = await service.call('GET', `/api/users/email/${ADMIN.email}/permissions/can-pay`)
    assert.equal(has.body.data, true)
  })

  it('changes nothing if nothing has changed', async () => {
    await sync(INVOICES)
    const before = await dumpOf(service)
    assert.deepEqual(await sync(INVOICES), nothing)
    assert.deepEqual(await dumpOf(service), before)
  })

  it('updates what is declared differently, and clears what is no longer given', async () => {
    await sync(INVOICES)
    const { id, version } = await service.connection.db
      .selectFrom('permissions')
      .where('slug', '=', 'can-read-invoices')
      .select(['id', 'version'])
      .executeTakeFirstOrThrow()
    const renamed = { name: 'Reads invoices', slug: 'can-read-invoices', module: 'books' }
    assert.deepEqual(await sync([renamed, INVOICES[1]]), { ...nothing, changed: ['can-read-invoices'] })
    const permission = await read('can-read-invoices')
    assert.equal(permission.id, id)
    assert.deepEqual(
      [permission.name, permission.module, permission.section, permission.details],
      ['Reads invoices', 'books', null, null],
    )
    const found = dataOf(await service.call('GET', '/api/permissions', { query: { q: 'READS INV' } })).list
    assert.equal(found.total, 1)
    const stored = await service.connection.db
      .selectFrom('permissions')
      .where('id', '=', id)
      .select('version')
      .executeTakeFirstOrThrow()
    assert.equal(stored.version, version + 1)
  })

  it('reports permissions that it no longer declares, and deletes none', async () => {
    await sync(INVOICES)
    const before = await dumpOf(service)
    const report = await sync([])
    assert.deepEqual([report.added, report.changed, report.trashed], [[], [], []])
    assert.deepEqual(report.undeclared.toSorted(), ['can-pay', 'can-read-invoices'])
    assert.deepEqual(await dumpOf(service), before)
  })

  it('keeps soft-deleted permissions deleted, and reports them', async () => {
    await sync(INVOICES)
    dataOf(await service.call('POST', '/api/permissions/slug/can-pay/delete'))
    const before = await dumpOf(service)
    const report = await sync([INVOICES[1]])
    assert.deepEqual(report, { ...nothing, undeclared: ['can-read-invoices'], trashed: ['can-pay'] })
    assert.deepEqual(await dumpOf(service), before)
    assert.equal((await service.call('GET', '/api/permissions/slug/can-pay')).status, 404)
    dataOf(await service.call('POST', '/api/permissions/slug/can-pay/restore'))
    const has = await service.call('GET', `/api/users/email/${ADMIN.email}/permissions/can-pay`)
    assert.equal(has.body.data, true)
  })

  it('does not change whether a permission is active, which administrators decide', async () => {
    await sync(INVOICES)
    const { db } = service.connection
    await db.updateTable('permissions').set({ is_active: false }).where('slug', '=', 'can-pay').execute()
    assert.deepEqual((await sync([INVOICES[1]])).changed, [])
    assert.equal((await read('can-pay')).is_active, false)
  })

  it('is refused as a whole if it is not UTF-8', async () => {
    const before = await dumpOf(service)
    const latin1 = Buffer.from('[{"name": "M\xfcller", "module": "x"}]', 'latin1')
    await assert.rejects(sync(latin1), /cannot be read: .* not valid for encoding utf-8/)
    assert.deepEqual(await dumpOf(service), before)
  })

  it('may be long', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => ({ name: `May ${index}`, module: 'many' }))
    const report = await sync(many)
    assert.equal(report.added.length, 5000)
    const role = dataOf(await service.call('GET', '/api/roles/slug/super-administrator'))
    assert.equal(role.count_permissions, own.length + 5000)
  })

  it('is refused as a whole if it has errors, each reported with the number of its entry', async () => {
    const faulty = [
      { name: 'Fine', module: 'x' },
      { module: 'x' },
      { name: 'N'.repeat(151), module: 'x', slug: 'Not A Slug', colour: 'red' },
      'text',
      { name: 'Can read users', module: 'x' },
      { name: 'Mine', module: 'rolecall' },
      { name: 'Fine', module: 'y' },
      { name: '!!!', module: 'x' },
      { name: 7, module: null },
      { name: 'Red\x1b[31m', module: '\u200b', section: 'a\nb' },
    ]
    const before = await dumpOf(service)
    const complaints = [
      /entry 2: name is required/,
      /entry 3: colour is not a field/,
      /entry 3: name must be at most 150 characters/,
      /entry 3: slug must be/,
      /entry 4: .*(object|required)/,
      /entry 5: can-read-users is a permission of the service itself/,
      /entry 6: .*rolecall.*own/,
      /entry 7: the slug fine is declared twice/,
      /entry 8: slug/,
      /entry 9: name must be text/,
      /entry 9: module is required/,
      /entry 10: name must contain no control characters/,
      /entry 10: module must contain a visible character/,
      /entry 10: section must be one line/,
    ]
    await assert.rejects(sync(faulty), (error: Error) => {
      assert.ok(error instanceof ManifestError)
      for (const complaint of complaints) assert.match(error.message, complaint)
      assert.doesNotMatch(error.message, /entry 1:/)
      return true
    })
    assert.deepEqual(await dumpOf(service), before)
  })

  it('is refused if it cannot be read, with the name of the file', async () => {
    const before = await dumpOf(service)
    for (const content of ['', '{"name":', '{}', '"text"', 'null']) {
      await assert.rejects(sync(content), (error: Error) => {
        assert.ok(error instanceof ManifestError, String(error))
        assert.ok(error.message.includes(file), error.message)
        return true
      })
    }
    const config = { ...service.config, permissionsFile: join(folder, 'nowhere.json') }
    await assert.rejects(prepare(service.connection, config), /nowhere\.json cannot be read/)
    assert.deepEqual(await dumpOf(service), before)
  })
})
