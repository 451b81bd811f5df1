// Engines: SQLite
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { errorLines } from '../../server/commands/error-lines.ts'
import { Passkey } from '../support/authenticator.ts'
import { rowsOf, using } from '../support/database.ts'
import { ADMINISTRATOR, ask, PASSWORD, signInAt } from '../support/http.ts'
import { PUBLIC_URL } from '../support/passkeys.ts'
import {
  allServe,
  DATABASE,
  failsToStart,
  launch,
  logged,
  serveIn,
  temporaryFolders,
  WARM_UP,
} from '../support/process.ts'

const newFolder = temporaryFolders()

const ROOT = { email: 'root@example.com', password: PASSWORD, first_name: 'Ruth' }

describe('The start', { concurrency: 2 }, () => {
  it('prints a setup link without an administrator, which works once', async () => {
    const { url, said, end } = await serveIn(newFolder())
    assert.match(said.out, new RegExp(`^The API is described at ${url}/docs$`, 'm'))
    const [, base, code] = /(http:\S+)\/setup#(\S+)$/m.exec(said.out) ?? []
    assert.equal(base, url)
    const json = { ...ROOT, code }
    assert.equal((await ask(`${url}/api/setup`, { json })).status, 201)
    assert.equal((await ask(`${url}/api/setup`, { json })).status, 403)
    await signInAt(url)
    assert.equal((await end('SIGTERM')).code, 0)
  })

  it('creates the administrator of the settings the first time, and prints no setup link', async () => {
    const cwd = newFolder()
    const env = { ...ADMINISTRATOR, PUBLIC_URL: 'https://accounts.example.com' }
    const first = await serveIn(cwd, env)
    assert.match(first.said.out, /^The first administrator is root@example\.com$/m)
    assert.match(first.said.out, /^The API is described at https:\/\/accounts\.example\.com\/docs$/m)
    const token = await signInAt(first.url)
    await first.end('SIGTERM')
    const second = await serveIn(cwd, { ...env, ADMIN_PASSWORD: 'another unusual phrase' })
    assert.doesNotMatch(first.said.out + second.said.out, /setup#/)
    assert.doesNotMatch(second.said.out, /first administrator/)
    const users = await ask(`${second.url}/api/users`, { token })
    assert.equal(users.body.data.list.total, 1)
    await signInAt(second.url)
    await second.end('SIGTERM')
  })

  it('is compiled in advance by the install, silently and without files in the working directory', async () => {
    const cwd = newFolder()
    const { code, out, err } = await launch([], { cwd, script: WARM_UP }).ended
    assert.deepEqual({ code, out, err }, { code: 0, out: '', err: '' })
    assert.deepEqual(readdirSync(cwd), [])
  })

  it('refuses another host than that of the passkeys, unless it is accepted once', async () => {
    const cwd = newFolder()
    const settings = { ...ADMINISTRATOR, PUBLIC_URL }
    const first = await serveIn(cwd, settings)
    const token = await signInAt(first.url)
    const passkey = new Passkey(PUBLIC_URL)
    using(join(cwd, DATABASE), (database) =>
      database.exec('update users set email_verified_at = created_at where email_verified_at is null'),
    )
    const { body } = await ask(`${first.url}/api/me/factors/passkey/options`, { token, json: {} })
    const json = { response: passkey.make(body.data), name: 'Laptop' }
    assert.equal((await ask(`${first.url}/api/me/factors/passkey`, { token, json })).status, 201)
    await first.end('SIGTERM')

    for (const other of ['http://other.localhost:8080', 'http://192.0.2.1:8080', ''])
      await failsToStart(cwd, /passkeys for localhost.*--accept-new-host/, { ...settings, PUBLIC_URL: other })
    const elsewhere = { ...settings, PUBLIC_URL: 'http://other.localhost:8080' }
    const accepted = await serveIn(cwd, elsewhere, undefined, undefined, ['--accept-new-host'])
    await accepted.end('SIGTERM')
    const second = await serveIn(cwd, elsewhere)
    await second.end('SIGTERM')
  })

  it('makes the secret of the installation, which its workers and later starts have too', async () => {
    const cwd = newFolder()
    const own = { SECRET: '', WORKERS: '2' }
    const first = await serveIn(cwd, { ...ADMINISTRATOR, ...own })
    await allServe(first, 2)
    await first.end('SIGTERM')
    const file = join(cwd, 'data/secret')
    const secret = readFileSync(file, 'utf8').trim()
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.ok(!(first.said.out + first.said.err).includes(secret))
    const second = await serveIn(cwd, own)
    await allServe(second, 2)
    await second.end('SIGTERM')
    assert.equal(readFileSync(file, 'utf8').trim(), secret)
    renameSync(file, join(cwd, 'secret'))
    await failsToStart(cwd, /Restore this file, or set SECRET\. /, { SECRET: '' })
    await failsToStart(cwd, /another secret than SECRET/)
    await failsToStart(cwd, /Restore this file/, own)
    const restored = await serveIn(cwd, { SECRET: '', SECRET_FILE: 'secret' })
    await signInAt(restored.url)
    await restored.end('SIGTERM')
  })

  it('changes nothing if the port is in use', async () => {
    const cwd = newFolder()
    const { url, said, end } = await serveIn(cwd)
    const { port } = new URL(url)
    await failsToStart(
      cwd,
      new RegExp(`Port ${port} of 127\\.0\\.0\\.1 is in use\\. .* set PORT to another`),
      {
        PORT: port,
      },
    )
    const elsewhere = newFolder()
    await failsToStart(elsewhere, /is in use/, { PORT: port })
    const tables = rowsOf(join(elsewhere, DATABASE), 'select name from sqlite_master')
    assert.deepEqual(tables, [])
    const [, code] = /setup#(\S+)/.exec(said.out) ?? []
    const setup = await ask(`${url}/api/setup`, { json: { ...ROOT, code } })
    assert.equal(setup.status, 201, 'the link that the first start printed still works')
    assert.equal((await end('SIGINT')).code, 0)
  })

  it('says which folder or file it cannot use', async () => {
    const cwd = newFolder()
    writeFileSync(
      join(cwd, 'notes'),
      'These are notes, and longer than the header of a database is.'.repeat(20),
    )
    await failsToStart(cwd, /Cannot create the database's folder .*notes: /, {
      DATABASE_URL: 'sqlite:notes/x.db',
    })
    await failsToStart(cwd, /Cannot open the database .*notes: the file is not a database/, {
      DATABASE_URL: 'sqlite:notes',
    })
    await failsToStart(cwd, /Cannot open the database \/proc\/x\.db: the file cannot be opened/, {
      DATABASE_URL: 'sqlite:/proc/x.db',
    })
  })

  it('leaves a database of a newer version as it is', async () => {
    const cwd = newFolder()
    const file = join(cwd, 'newer.db')
    using(file, (database) =>
      database.exec(`create table schema_migrations (version integer primary key, name text, applied_at text);
      insert into schema_migrations values (999, '0999-later', '2030-01-01T00:00:00.000Z')`),
    )
    await failsToStart(cwd, /newer version of Rolecall \(schema 999; this version knows \d+\)/, {
      DATABASE_URL: 'sqlite:newer.db',
    })
    const tables = rowsOf(file, 'select name from sqlite_master')
    assert.equal(tables.length, 1)
  })

  it('names the faulty entry of a manifest', async () => {
    const cwd = newFolder()
    writeFileSync(join(cwd, 'permissions.json'), '[{"name": "Can fly"}]')
    const { code, err } = await launch(['serve'], { cwd, env: { PORT: '0' } }).ended
    assert.equal(code, 1)
    assert.match(err, /^error: .*permissions\.json has faults:\n {2}entry 1: module is required\.\n$/)
  })

  it('logs the result of syncing permissions in one line', async () => {
    const cwd = newFolder()
    const declare = (...slugs: string[]) => {
      const entries = slugs.map((slug) => ({ name: slug, slug, module: 'pilots' }))
      writeFileSync(join(cwd, 'permissions.json'), JSON.stringify(entries))
    }
    declare('can-fly', 'can-land')
    await (await serveIn(cwd)).end('SIGTERM')
    declare('can-fly', 'can-taxi')
    const { out } = await (await serveIn(cwd)).end('SIGTERM')
    const lines = logged(out).filter(({ msg }) => msg === 'permissions synced')
    assert.deepEqual(
      lines.map(({ added, changed, undeclared, trashed, level }) => ({
        added,
        changed,
        undeclared,
        trashed,
        level,
      })),
      [{ added: ['can-taxi'], changed: [], undeclared: ['can-land'], trashed: [], level: 40 }],
    )
  })

  it('renames the own permissions of an installation in which they have other names', async () => {
    const cwd = newFolder()
    await (await serveIn(cwd)).end('SIGTERM')
    const own = "slug in ('can-assign-api-tokens', 'can-see-users-contact-details')"
    using(join(cwd, DATABASE), (database) => database.exec(`update permissions set name = slug where ${own}`))
    await (await serveIn(cwd)).end('SIGTERM')
    assert.deepEqual(rowsOf(join(cwd, DATABASE), `select name from permissions where ${own} order by slug`), [
      { name: 'Can assign API tokens' },
      { name: 'Can see users’ contact details' },
    ])
  })

  it('reports why it cannot listen', () => {
    const because = (error: object) => errorLines(Object.assign(new Error('listen failed'), error))
    assert.deepEqual(because({ code: 'EACCES', syscall: 'listen', port: 80 }), [
      'Port 80 is for privileged programs. Set PORT to one above 1023.',
    ])
    assert.deepEqual(because({ code: 'EADDRNOTAVAIL', syscall: 'listen', address: '8.8.8.8' }), [
      '8.8.8.8 is not an address of this machine. Set HOST to one that is.',
    ])
    assert.deepEqual(because({ code: 'ENOTFOUND', syscall: 'getaddrinfo' }), [
      'The service cannot listen: listen failed. Check HOST and PORT.',
    ])
  })
})
