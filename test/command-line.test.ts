import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PassThrough } from 'node:stream'
import { after, before, beforeEach, describe, it } from 'node:test'
import { askSecret } from '../server/commands/ask.ts'
import {
  LAUNCHER,
  launch,
  type Outcome,
  runHere,
  type Served,
  serveIn,
  temporaryFolder,
} from './support/process.ts'

const PASSWORD = 'a quite unusual phrase'
const COMMANDS = [
  ['serve'],
  ['migrate'],
  ['admin', 'create'],
  ['token', 'create'],
  ['permissions', 'sync'],
  ['backup'],
]

let folder = temporaryFolder()
beforeEach(() => {
  folder.remove()
  folder = temporaryFolder()
})
after(() => folder.remove())

const file = (name: string) => join(folder.path, name)
const DATABASE = 'data/rolecall.db'

const run = (args: string[], env: Record<string, string> = {}) => runHere(folder.path, args, env)

async function done(args: string[], env: Record<string, string> = {}): Promise<Outcome> {
  const outcome = await run(args, env)
  assert.equal(outcome.code, 0, outcome.err)
  return outcome
}

/** One line on the standard error, nothing on the other, and the exit code. */
async function fails(args: string[], reason: RegExp, env: Record<string, string> = {}, code = 1) {
  const outcome = await run(args, env)
  assert.equal(outcome.code, code, outcome.out)
  assert.equal(outcome.out, '')
  assert.match(outcome.err, reason)
  assert.match(outcome.err, /^error: [^\n]+\n$/)
}

const asAdministrator = { ADMIN_PASSWORD: PASSWORD }

async function withAdministrator(): Promise<void> {
  await done(['migrate'])
  await done(['admin', 'create', '--email', 'root@example.com'], asAdministrator)
}

function read(sql: string, name = DATABASE): Record<string, unknown>[] {
  const database = new DatabaseSync(file(name), { readOnly: true })
  try {
    return database.prepare(sql).all() as Record<string, unknown>[]
  } finally {
    database.close()
  }
}

describe('The command line', () => {
  it('has help for itself and each command, with exit code 0', async () => {
    const { out } = await done(['--help'])
    for (const [name = ''] of COMMANDS) assert.match(out, new RegExp(`^  ${name} `, 'm'))
    assert.match(out, /Exit codes: 0 done, 1 failed .*, 2 wrong usage/)
    for (const command of COMMANDS) {
      const { out, err } = await done([...command, '--help'])
      assert.ok(out.startsWith(`Usage: rolecall ${command.join(' ')}`), out)
      assert.equal(err, '')
    }
    assert.deepEqual(readdirSync(folder.path), [])
  })

  it('tells its version', async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
    assert.equal((await done(['--version'])).out, `${version}\n`)
  })

  it('answers wrong usage with exit code 2, and does nothing', async () => {
    await fails(['backup'], /missing required argument 'file'/, {}, 2)
    await fails(['migrate', '--fast'], /unknown option '--fast'/, {}, 2)
    await fails(['backup', 'a', 'b'], /too many arguments/, {}, 2)
    await fails(['admin', 'create'], /required option '--email <email>'/, {}, 2)
    await fails(['token', 'create'], /required option '--user <user>'/, {}, 2)
    await fails(['admin', 'create', '--email', 'a@example.com', '--password', 'x'], /unknown option/, {}, 2)
    assert.match((await run(['srve'])).err, /unknown command 'srve'\n.*Did you mean serve\?/)
    assert.equal((await run([])).code, 2)
    assert.deepEqual(readdirSync(folder.path), [])
  })

  it('tells wrong settings whatever the command', async () => {
    for (const command of COMMANDS.slice(1, 5)) {
      const options = { admin: ['--email', 'a@example.com'], token: ['--user', 'a'] }[command[0] ?? ''] ?? []
      await fails([...command, ...options], /^error: PORT is "x"; it must be/, { PORT: 'x' })
    }
  })

  it('makes no database but by serve and migrate', async () => {
    const missing =
      /There is no database at .*data\/rolecall\.db\. `rolecall serve` and `rolecall migrate` make it/
    await fails(['admin', 'create', '--email', 'a@example.com'], missing, asAdministrator)
    await fails(['token', 'create', '--user', 'a'], missing)
    await fails(['permissions', 'sync'], missing)
    await fails(['backup', 'copy.db'], missing)
    assert.deepEqual(readdirSync(folder.path), [])
  })

  it('leaves a database of another version alone', async () => {
    await done(['migrate'])
    const database = new DatabaseSync(file(DATABASE))
    database.exec("insert into schema_migrations values (999, '0999-later', '2030-01-01T00:00:00.000Z')")
    database.close()
    const newer = /of a newer version of Rolecall \(schema 999/
    await fails(['migrate'], newer)
    await fails(['permissions', 'sync'], newer)
    await fails(['admin', 'create', '--email', 'a@example.com'], newer, asAdministrator)

    const older = new DatabaseSync(file('older.db'))
    older.close()
    await fails(['permissions', 'sync'], /needs 2 migrations first\. Run `rolecall migrate`/, {
      DATABASE_URL: 'sqlite:older.db',
    })
  })

  it('says what is wrong with a file that is no database', async () => {
    writeFileSync(
      file('notes.txt'),
      'These are notes, and long enough to have no header of a database.'.repeat(20),
    )
    await fails(['migrate'], /Cannot open the database .*notes\.txt: the file is not a database\./, {
      DATABASE_URL: 'sqlite:notes.txt',
    })
    await fails(['migrate'], /Cannot make the database's folder .*notes\.txt/, {
      DATABASE_URL: 'sqlite:notes.txt/x.db',
    })
  })
})

describe('rolecall migrate', () => {
  it('makes the database in a folder for its owner alone, and tells what it applied', async () => {
    assert.match(
      (await done(['migrate'])).out,
      /^Applied 0001-\w+\.\n(Applied .*\n)*The database is up to date/,
    )
    assert.equal(statSync(file('data')).mode & 0o777, 0o700)
    assert.match((await done(['migrate'])).out, /^The database is up to date \(schema \d+\)\.\n$/)
  })

  it('is applied once where two start at the same moment', async () => {
    const both = await Promise.all([1, 2].map(() => launch(['migrate'], { cwd: folder.path }).ended))
    for (const { code, err } of both) assert.equal(code, 0, err)
    const applied = both.flatMap(({ out }) => out.match(/Applied [\w-]+/g) ?? [])
    assert.equal(applied.length, new Set(applied).size)
    assert.equal(read('select version from schema_migrations').length, applied.length)
  })
})

describe('rolecall admin create', () => {
  it('makes a super administrator, on a database that has never served', async () => {
    await done(['migrate'])
    const { out } = await done(
      ['admin', 'create', '--email', 'Root@example.com', '--first-name', 'Ruth'],
      asAdministrator,
    )
    assert.equal(out, 'Root@example.com is a super administrator now (user 1).\n')
    const held = read(`select users.first_name, users.password_hash, roles.slug from users
      join user_roles on user_roles.user_id = users.id join roles on roles.id = role_id`)
    assert.deepEqual(
      held.map(({ first_name, slug }) => ({ first_name, slug })),
      [{ first_name: 'Ruth', slug: 'super-administrator' }],
    )
    assert.match(held[0]?.password_hash as string, /^\$argon2id\$/)
  })

  it('takes the password of a file without its line end, or asks twice', async () => {
    await done(['migrate'])
    writeFileSync(file('password'), `${PASSWORD}\n`)
    await done(['admin', 'create', '--email', 'a@example.com', '--password-file', file('password')])
    const answers = [PASSWORD, PASSWORD, PASSWORD, 'another phrase']
    const asked: string[] = []
    const ask = async (question: string) => {
      asked.push(question)
      return answers.shift() as string
    }
    const create = (email: string) => runHere(folder.path, ['admin', 'create', '--email', email], {}, ask)
    assert.equal((await create('b@example.com')).code, 0)
    const differing = await create('c@example.com')
    assert.deepEqual([differing.code, differing.err], [1, 'error: The two passwords differ.\n'])
    assert.deepEqual(asked, ['Password: ', 'Again: ', 'Password: ', 'Again: '])
    assert.deepEqual(
      read('select email from users order by id').map(({ email }) => email),
      ['a@example.com', 'b@example.com'],
    )
  })

  it('refuses what sign-in could not use, and stores nothing', async () => {
    await done(['migrate'])
    writeFileSync(file('short'), 'short\n')
    writeFileSync(file('common'), 'password1\n')
    const create = (email: string, name: string) => [
      ...['admin', 'create', '--email', email],
      ...['--password-file', file(name)],
    ]
    await fails(create('nobody', 'password'), /The password file cannot be read: ENOENT/)
    await fails(create('a@example.com', 'short'), /password must be at least 8 characters/)
    await fails(create('a@example.com', 'common'), /password is among the most common ones/)
    const both = await run(create('nobody', 'short'))
    assert.equal(
      both.err,
      'error: email must be an email address.\nerror: password must be at least 8 characters.\n',
    )
    assert.deepEqual(read('select id from users'), [])
    await done(['admin', 'create', '--email', 'a@example.com'], asAdministrator)
    await fails(
      ['admin', 'create', '--email', 'A@EXAMPLE.com'],
      /Another user has this email/,
      asAdministrator,
    )
    assert.equal(read('select id from users').length, 1)
  })

  it('says so where there is nobody to ask', async () => {
    await done(['migrate'])
    const { code, err } = await launch(['admin', 'create', '--email', 'a@example.com'], { cwd: folder.path })
      .ended
    assert.equal(code, 1)
    assert.match(err, /no terminal to ask on\. Use --password-file, or set ADMIN_PASSWORD/)
  })
})

describe('Asking for a password', () => {
  const terminal = () => {
    const input = Object.assign(new PassThrough(), { isTTY: true })
    const output = new PassThrough().setEncoding('utf8')
    return { input, output }
  }

  it('shows the question, and nothing of what is typed', async () => {
    const { input, output } = terminal()
    const asking = askSecret('Password: ', { input, output })
    input.write('s3cret\x7f\x7ft wörd\r')
    assert.equal(await asking, 's3crt wörd')
    assert.equal(output.read(), 'Password: \n')
  })

  it('ends with a reason when it is interrupted or the input ends', async () => {
    for (const [typed, reason] of [
      ['abc\x03', /Interrupted/],
      ['\x04', /No password was given/],
    ] as const) {
      const { input, output } = terminal()
      const asking = askSecret('Password: ', { input, output })
      input.write(typed)
      await assert.rejects(asking, reason)
    }
  })
})

describe('rolecall token create', () => {
  it('prints the token alone on the standard output', async () => {
    await withAdministrator()
    const { out, err } = await done([
      'token',
      'create',
      '--user',
      'ROOT@example.com',
      '--name',
      'nightly job',
    ])
    assert.match(out, /^rc_[\w-]{43}\n$/)
    assert.match(err, /^A token for ROOT@example\.com\. It expires at .*, and is shown this once\.\n$/)
    const [token = {}] = read('select hash, name, created_by, expires_at, created_at from tokens')
    assert.equal(token.hash, createHash('sha256').update(out.trim()).digest('hex'))
    assert.equal(token.name, 'nightly job')
    assert.equal(daysOf(token), 30)
  })

  it('lives as long as it is told, by default TOKEN_TTL_DAYS', async () => {
    await withAdministrator()
    await done(['token', 'create', '--user', 'root'], { TOKEN_TTL_DAYS: '7' })
    await done(['token', 'create', '--user', 'root', '--days', '1'])
    const { err } = await done(['token', 'create', '--user', 'root', '--days', '0'])
    assert.match(err, /does not expire/)
    const lives = read('select created_at, expires_at from tokens order by id').map(daysOf)
    assert.deepEqual(lives, [7, 1, undefined])
  })

  it('refuses who is not there or inactive, and wrong days and names', async () => {
    await withAdministrator()
    await fails(['token', 'create', '--user', 'nobody'], /no user with the email or username nobody/)
    await fails(
      ['token', 'create', '--user', 'root', '--days', 'soon'],
      /--days must be a whole number from 0/,
    )
    await fails(['token', 'create', '--user', 'root', '--name', ' '], /--name must be 1 to 150 characters/)
    const database = new DatabaseSync(file(DATABASE))
    database.exec('update users set is_active = 0')
    database.close()
    await fails(['token', 'create', '--user', 'root'], /The user root is inactive/)
    assert.deepEqual(read('select id from tokens'), [])
  })

  const daysOf = ({ created_at, expires_at }: Record<string, unknown>) =>
    expires_at === null
      ? undefined
      : Math.round((Date.parse(expires_at as string) - Date.parse(created_at as string)) / 86_400_000)
})

describe('rolecall permissions sync', () => {
  const declare = (...entries: object[]) => writeFileSync(file('permissions.json'), JSON.stringify(entries))

  it('tells what it added, changed and kept', async () => {
    await done(['migrate'])
    assert.match((await done(['permissions', 'sync'])).out, /^Added: can-create-registrations, /)
    assert.equal((await done(['permissions', 'sync'])).out, 'The permissions are as declared.\n')
    declare({ name: 'Can fly', module: 'pilots' }, { name: 'Can land', module: 'pilots' })
    assert.equal((await done(['permissions', 'sync'])).out, 'Added: can-fly, can-land.\n')
    declare({ name: 'Can fly far', slug: 'can-fly', module: 'pilots' })
    assert.equal(
      (await done(['permissions', 'sync'])).out,
      'Changed: can-fly.\nNo longer declared, and kept: can-land.\n',
    )
    const kept = read("select slug, name from permissions where module = 'pilots' order by slug")
    assert.deepEqual(
      kept.map((row) => ({ ...row })),
      [
        { slug: 'can-fly', name: 'Can fly far' },
        { slug: 'can-land', name: 'Can land' },
      ],
    )
  })

  it('names the faults of a manifest, and changes nothing', async () => {
    await done(['migrate'])
    declare({ name: 'Can fly', module: 'pilots' }, { name: 'Can land' }, { name: 'X', module: 'rolecall' })
    const { code, err } = await run(['permissions', 'sync'])
    assert.equal(code, 1)
    assert.match(err, /^error: .*permissions\.json has faults:\n {2}entry 2: module is required\.\n/)
    assert.deepEqual(read('select id from permissions'), [])
  })
})

describe('rolecall backup', () => {
  const digestOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(file(name)))
      .digest('hex')

  it('writes a whole database that only its owner reads, and changes nothing of the source', async () => {
    await withAdministrator()
    const before = digestOf(DATABASE)
    const { out } = await done(['backup', 'copy.db'])
    assert.equal(out, `The database is copied to ${file('copy.db')}.\n`)
    assert.equal(digestOf(DATABASE), before)
    assert.equal(statSync(file('copy.db')).mode & 0o777, 0o600)
    assert.deepEqual(
      read('pragma integrity_check', 'copy.db').map((row) => ({ ...row })),
      [{ integrity_check: 'ok' }],
    )
    assert.deepEqual(read('select email from users', 'copy.db')[0]?.email, 'root@example.com')
    assert.deepEqual(readdirSync(folder.path).sort(), ['copy.db', 'data'])
  })

  it('copies a database of an older version as it is', async () => {
    const older = new DatabaseSync(file('older.db'))
    older.exec('create table kept (x); insert into kept values (42)')
    older.close()
    const before = digestOf('older.db')
    await done(['backup', 'copy.db'], { DATABASE_URL: 'sqlite:older.db' })
    assert.equal(digestOf('older.db'), before)
    assert.deepEqual({ ...read('select x from kept', 'copy.db')[0] }, { x: 42 })
    assert.deepEqual(read("select name from sqlite_master where name = 'schema_migrations'", 'copy.db'), [])
  })

  it('replaces a file only with --force, and never the database itself', async () => {
    await withAdministrator()
    writeFileSync(file('copy.db'), 'precious')
    await fails(['backup', 'copy.db'], /copy\.db exists already\. Use --force to replace it/)
    assert.equal(readFileSync(file('copy.db'), 'utf8'), 'precious')
    await done(['backup', '--force', 'copy.db'])
    assert.equal(read('select email from users', 'copy.db').length, 1)
    const before = digestOf(DATABASE)
    await fails(['backup', '--force', DATABASE], /is the database itself; name another file/)
    assert.equal(digestOf(DATABASE), before)
  })

  it('leaves nothing behind where it cannot write', async () => {
    await withAdministrator()
    await fails(['backup', 'no/such/copy.db'], /There is no folder .*no\/such/)
    mkdirSync(file('taken'))
    await fails(['backup', '--force', 'taken'], /taken is a folder/)
    await fails(['backup', '/proc/copy.db'], /^error: .*\/proc/)
    assert.deepEqual(readdirSync(folder.path).sort(), ['data', 'taken'])
    assert.equal(existsSync('/proc/copy.db'), false)
  })
})

describe('While the service runs', () => {
  const home = temporaryFolder()
  let served: Served
  before(async () => {
    served = await serveIn(home.path, { ADMIN_EMAIL: 'root@example.com', ...asAdministrator }, LAUNCHER)
  })
  after(async () => {
    await served.end('SIGTERM')
    home.remove()
  })

  const command = async (args: string[], env: Record<string, string> = {}) => {
    const outcome = await launch(args, { cwd: home.path, env }).ended
    assert.equal(outcome.code, 0, outcome.err)
    return outcome.out.trim()
  }

  const call = async (path: string, token: string) => {
    const response = await fetch(served.url + path, { headers: { authorization: `Bearer ${token}` } })
    // biome-ignore lint/suspicious/noExplicitAny: looked into by the test.
    return { status: response.status, body: (await response.json()) as any }
  }

  it('what commands do counts at the next request', async () => {
    await command(['admin', 'create', '--email', 'second@example.com'], asAdministrator)
    const token = await command(['token', 'create', '--user', 'second'])
    const manifest = [{ name: 'Can fly', module: 'pilots' }]
    writeFileSync(join(home.path, 'permissions.json'), JSON.stringify(manifest))
    assert.equal(await command(['permissions', 'sync']), 'Added: can-fly.')
    assert.equal((await call('/api/users/username/second/permissions/can-fly', token)).body.data, true)
    assert.equal((await call('/api/users', token)).body.data.list.total, 2)
    await command(['migrate'])
    await command(['backup', 'copy.db'])
    const { url, end } = await serveIn(home.path, { DATABASE_URL: 'sqlite:copy.db' })
    const restored = await fetch(`${url}/api/users`, { headers: { authorization: `Bearer ${token}` } })
    assert.equal(restored.status, 200)
    assert.equal((await end('SIGTERM')).code, 0)
  })
})

describe('bin/rolecall.js', () => {
  it('passes the exit code and both outputs through', async () => {
    const wrong = await launch(['srve'], { cwd: folder.path, script: LAUNCHER }).ended
    assert.deepEqual([wrong.code, wrong.out], [2, ''])
    assert.match(wrong.err, /unknown command 'srve'/)
    const right = await launch(['--version'], { cwd: folder.path, script: LAUNCHER }).ended
    assert.deepEqual([right.code, right.err], [0, ''])
  })

  it('passes signals through, and ends as the service does', async () => {
    const served = await serveIn(folder.path, {}, LAUNCHER)
    const { code, out } = await served.end('SIGTERM')
    assert.equal(code, 0)
    assert.match(out, /"msg":"stopped"/)
    await assert.rejects(fetch(`${served.url}/healthz`))
  })
})
