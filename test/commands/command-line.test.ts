// Engines: SQLite
import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { commandsInNewFolders, WITH_PASSWORD } from '../support/commands.ts'
import { using } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http.ts'
import {
  DATABASE,
  LAUNCHER,
  launch,
  runHere,
  type Served,
  serveByNpm,
  serveIn,
  temporaryFolder,
} from '../support/process.ts'

const COMMANDS = [
  ['serve'],
  ['migrate'],
  ['admin', 'create'],
  ['token', 'create'],
  ['permissions', 'sync'],
  ['mail', 'test'],
  ['backup'],
  ['users', 'set-hashes'],
]

const at = commandsInNewFolders()

describe('The command line', () => {
  it('has help for itself and each command, with exit code 0', async () => {
    const { out } = await at.done(['--help'])
    for (const [name = ''] of COMMANDS) assert.match(out, new RegExp(`^  ${name} `, 'm'))
    assert.match(out, /Exit codes: 0 done, 1 failed .*, 2 wrong usage/)
    for (const command of COMMANDS) {
      const { out, err } = await at.done([...command, '--help'])
      assert.ok(out.startsWith(`Usage: rolecall ${command.join(' ')}`), out)
      assert.equal(err, '')
    }
    assert.deepEqual(readdirSync(at.folder), [])
  })

  it('prints its version', async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
    assert.equal((await at.done(['--version'])).out, `${version}\n`)
  })

  it('exits with code 2 on wrong usage, and does nothing', async () => {
    await at.fails(['backup'], /missing required argument 'file'/, {}, 2)
    await at.fails(['migrate', '--fast'], /unknown option '--fast'/, {}, 2)
    await at.fails(['backup', 'a', 'b'], /too many arguments/, {}, 2)
    await at.fails(['admin', 'create'], /required option '--email <email>'/, {}, 2)
    await at.fails(['token', 'create'], /required option '--user <user>'/, {}, 2)
    await at.fails(
      ['admin', 'create', '--email', 'a@example.com', '--password', 'x'],
      /unknown option/,
      {},
      2,
    )
    assert.match((await at.run(['srve'])).err, /unknown command 'srve'\n.*Did you mean serve\?/)
    assert.equal((await at.run([])).code, 2)
    assert.deepEqual(readdirSync(at.folder), [])
  })

  it('reports invalid settings for every command', async () => {
    for (const command of COMMANDS.slice(1, 5)) {
      const options = { admin: ['--email', 'a@example.com'], token: ['--user', 'a'] }[command[0] ?? ''] ?? []
      await at.fails([...command, ...options], /^error: PORT is "x"; it must be/, { PORT: 'x' })
    }
  })

  it('creates a database only by serve and migrate', async () => {
    const missing =
      /There is no database at .*data\/rolecall\.db\. `rolecall serve` and `rolecall migrate` create it/
    await at.fails(['admin', 'create', '--email', 'a@example.com'], missing, WITH_PASSWORD)
    await at.fails(['token', 'create', '--user', 'a'], missing)
    await at.fails(['permissions', 'sync'], missing)
    await at.fails(['backup', 'copy.db'], missing)
    await at.fails(['users', 'set-hashes', '-'], missing)
    assert.deepEqual(readdirSync(at.folder), [])
  })

  it('does not touch a database of another version', async () => {
    await at.done(['migrate'])
    using(at.file(DATABASE), (database) =>
      database.exec("insert into schema_migrations values (999, '0999-later', '2030-01-01T00:00:00.000Z')"),
    )
    const newer = /of a newer version of Rolecall \(schema 999/
    await at.fails(['migrate'], newer)
    await at.fails(['permissions', 'sync'], newer)
    await at.fails(['admin', 'create', '--email', 'a@example.com'], newer, WITH_PASSWORD)

    writeFileSync(at.file('older.db'), '')
    await at.fails(['permissions', 'sync'], /needs \d+ migrations first\. Run `rolecall migrate`/, {
      DATABASE_URL: 'sqlite:older.db',
    })
  })

  it('says what is wrong with a file that is not a database', async () => {
    writeFileSync(
      at.file('notes.txt'),
      'These are notes, and long enough to have no header of a database.'.repeat(20),
    )
    await at.fails(['migrate'], /Cannot open the database .*notes\.txt: the file is not a database\./, {
      DATABASE_URL: 'sqlite:notes.txt',
    })
    await at.fails(['migrate'], /Cannot create the database's folder .*notes\.txt/, {
      DATABASE_URL: 'sqlite:notes.txt/x.db',
    })
  })
})

describe('rolecall migrate', () => {
  it('creates the database in a folder with mode 0700, and prints the applied migrations', async () => {
    assert.match(
      (await at.done(['migrate'])).out,
      /^Applied 0001-\w+\.\n(Applied .*\n)*The database is up to date/,
    )
    assert.equal(statSync(at.file('data')).mode & 0o777, 0o700)
    assert.match((await at.done(['migrate'])).out, /^The database is up to date \(schema \d+\)\.\n$/)
  })

  it('creates its files with mode 0600 in a shared folder, and corrects the mode of existing ones', async () => {
    mkdirSync(at.file('data'), { mode: 0o755 })
    const files = () => readdirSync(at.file('data')).map((name) => join(at.file('data'), name))
    const modes = () => new Set(files().map((file) => statSync(file).mode & 0o777))
    await at.done(['migrate'])
    assert.deepEqual(modes(), new Set([0o600]))
    const keptOpen = new DatabaseSync(at.file(DATABASE))
    keptOpen.exec('create table x (y)')
    assert.equal(files().length, 3)
    for (const file of files()) chmodSync(file, 0o644)
    await at.done(['migrate'])
    assert.equal(files().length, 3)
    assert.deepEqual(modes(), new Set([0o600]))
    keptOpen.close()
  })

  it('applies each migration once when two run at once', async () => {
    mkdirSync(at.file('data'))
    const holder = new DatabaseSync(at.file(DATABASE))
    holder.exec(`pragma journal_mode = wal;
      create table schema_migrations (version integer primary key, name text not null, applied_at text not null);
      begin immediate`)
    const script = join(import.meta.dirname, '../support/report-begin.ts')
    const running = [1, 2].map(() => launch(['migrate'], { cwd: at.folder, script }))
    // Both have found that nothing is applied.
    await eventually(() => running.every(({ said }) => said.err.includes('begins')))
    holder.close()
    const both = await Promise.all(running.map(({ ended }) => ended))
    for (const { code, err } of both) assert.equal(code, 0, err)
    const applied = both.flatMap(({ out }) => out.match(/Applied [\w-]+/g) ?? [])
    assert.equal(applied.length, new Set(applied).size)
    assert.equal(at.read('select version from schema_migrations').length, applied.length)
  })
})

describe('A new database', () => {
  it('is created once when several commands start at once; the others wait', async () => {
    const all = await Promise.all([1, 2, 3].map(() => launch(['migrate'], { cwd: at.folder }).ended))
    for (const { code, err } of all) assert.equal(code, 0, err)
    assert.equal(all.filter(({ out }) => out.startsWith('Applied 0001-')).length, 1)
  })
})

describe('A command beside a running service', () => {
  const home = temporaryFolder()
  let served: Served
  before(async () => {
    served = await serveIn(home.path, { ADMIN_EMAIL: 'root@example.com', ...WITH_PASSWORD }, LAUNCHER)
  })
  after(async () => {
    await served.end('SIGTERM')
    home.remove()
  })

  const command = async (args: string[], env: Record<string, string> = {}) => {
    const outcome = await runHere(home.path, args, env)
    assert.equal(outcome.code, 0, outcome.err)
    return outcome.out.trim()
  }

  it('takes effect at the next request', async () => {
    await command(['admin', 'create', '--email', 'second@example.com'], WITH_PASSWORD)
    const token = await command(['token', 'create', '--user', 'second'])
    const get = (path: string) => ask(served.url + path, { token })
    const manifest = [{ name: 'Can fly', module: 'pilots' }]
    writeFileSync(join(home.path, 'permissions.json'), JSON.stringify(manifest))
    assert.equal(await command(['permissions', 'sync']), 'Added: can-fly.')
    assert.equal((await get('/api/users/username/second/permissions/can-fly')).body.data, true)
    assert.equal((await get('/api/users')).body.data.list.total, 2)
    await command(['migrate'])
    await command(['backup', 'copy.db'])
    const { url, end } = await serveIn(home.path, { DATABASE_URL: 'sqlite:copy.db' })
    const restored = await ask(`${url}/api/users`, { token })
    assert.equal(restored.status, 200)
    assert.equal((await end('SIGTERM')).code, 0)
  })
})

it('A command ends silently when its reader closes the pipe', async () => {
  const { child, ended } = launch(['--help'], { cwd: at.folder })
  child.stdout?.destroy()
  const { code, err } = await ended
  assert.deepEqual([code, err], [0, ''])
})

describe('npm start', () => {
  it('forwards a signal to the service and its workers, and ends after them', async () => {
    const served = await serveByNpm({ DATABASE_URL: `sqlite:${join(at.folder, 'npm.db')}`, WORKERS: '2' })
    // A service manager signals all processes; npm forwards another signal.
    served.child.kill('SIGTERM')
    const { out } = await served.end('SIGTERM')
    // Its outputs are closed, so every process that held them has ended.
    assert.match(out, /"msg":"stopped"/)
    await assert.rejects(fetch(`${served.url}/healthz`))
  })

  it('says in one sentence what to do on an unsupported Node', async () => {
    const old =
      'data:text/javascript,Object.defineProperty(process.versions,%22node%22,{value:%2220.19.0%22})'
    const { code, out, err } = await launch(['serve'], {
      cwd: at.folder,
      env: { NODE_OPTIONS: `--import=${old}` },
    }).ended
    assert.deepEqual([code, out], [1, ''])
    assert.match(
      err,
      /^error: Rolecall runs on Node \d+, and this is Node 20\.19\.0\. [^\n]+npm rebuild node\.\n$/,
    )
  })
})

describe('bin/rolecall.js', () => {
  it('passes on the exit code and both outputs', async () => {
    const wrong = await launch(['srve'], { cwd: at.folder, script: LAUNCHER }).ended
    assert.deepEqual([wrong.code, wrong.out], [2, ''])
    assert.match(wrong.err, /unknown command 'srve'/)
    const right = await launch(['--version'], { cwd: at.folder, script: LAUNCHER }).ended
    assert.deepEqual([right.code, right.err], [0, ''])
  })

  it('forwards signals, and exits with the service', async () => {
    const served = await serveIn(at.folder, {}, LAUNCHER)
    const { code, out } = await served.end('SIGTERM')
    assert.equal(code, 0)
    assert.match(out, /"msg":"stopped"/)
    await assert.rejects(fetch(`${served.url}/healthz`))
  })
})
