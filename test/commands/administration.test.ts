// Engines: SQLite
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { describe, it } from 'node:test'
import { askSecret } from '../../server/commands/ask-secret.ts'
import { commandsInNewFolders, WITH_PASSWORD } from '../support/commands.ts'
import { using } from '../support/database.ts'
import { PASSWORD } from '../support/http.ts'
import { DATABASE, launch, runHere } from '../support/process.ts'

const at = commandsInNewFolders()

describe('rolecall admin create', () => {
  it('creates a super administrator in a database that no service has used', async () => {
    await at.done(['migrate'])
    const { out } = await at.done(
      ['admin', 'create', '--email', 'Root@example.com', '--first-name', 'Ruth'],
      WITH_PASSWORD,
    )
    assert.equal(out, 'Root@example.com is a super administrator now (user 1).\n')
    const held = at.read(`select users.first_name, users.password_hash, roles.slug from users
      join user_roles on user_roles.user_id = users.id join roles on roles.id = role_id`)
    assert.deepEqual(
      held.map(({ first_name, slug }) => ({ first_name, slug })),
      [{ first_name: 'Ruth', slug: 'super-administrator' }],
    )
    assert.match(held[0]?.password_hash as string, /^\$argon2id\$/)
  })

  it('reads the password from a file without its newline, or asks twice', async () => {
    await at.done(['migrate'])
    writeFileSync(at.file('password'), `${PASSWORD}\n`)
    await at.done(['admin', 'create', '--email', 'a@example.com', '--password-file', at.file('password')])
    const answers = [PASSWORD, PASSWORD, PASSWORD, 'another phrase']
    const prompts: string[] = []
    const ask = async (question: string) => {
      prompts.push(question)
      return answers.shift() as string
    }
    const create = (email: string) =>
      runHere(at.folder, ['admin', 'create', '--email', email], {}, { askSecret: ask })
    assert.equal((await create('b@example.com')).code, 0)
    const differing = await create('c@example.com')
    assert.deepEqual([differing.code, differing.err], [1, 'error: The two passwords differ.\n'])
    assert.deepEqual(prompts, ['Password: ', 'Again: ', 'Password: ', 'Again: '])
    assert.deepEqual(
      at.read('select email from users order by id').map(({ email }) => email),
      ['a@example.com', 'b@example.com'],
    )
  })

  it('refuses credentials that sign-in could not use, and stores nothing', async () => {
    await at.done(['migrate'])
    writeFileSync(at.file('short'), 'short\n')
    writeFileSync(at.file('common'), 'password1\n')
    const create = (email: string, name: string) => [
      ...['admin', 'create', '--email', email],
      ...['--password-file', at.file(name)],
    ]
    await at.fails(create('nobody', 'password'), /The password file cannot be read: ENOENT/)
    await at.fails(create('a@example.com', 'short'), /password must be at least 8 characters/)
    await at.fails(create('a@example.com', 'common'), /password is among the most common ones/)
    writeFileSync(at.file('latin1'), Buffer.from('correct \xfc\xfc horse stap\n', 'latin1'))
    await at.fails(
      create('a@example.com', 'latin1'),
      /The password file cannot be read: .* not valid for encoding utf-8\./,
    )
    const both = await at.run(create('nobody', 'short'))
    assert.equal(
      both.err,
      'error: email must be an email address.\nerror: password must be at least 8 characters.\n',
    )
    assert.deepEqual(at.read('select id from users'), [])
    await at.done(['admin', 'create', '--email', 'a@example.com'], WITH_PASSWORD)
    await at.fails(
      ['admin', 'create', '--email', 'A@EXAMPLE.com'],
      /Another user already has this email/,
      WITH_PASSWORD,
    )
    assert.equal(at.read('select id from users').length, 1)
  })

  it('fails with a reason if there is no terminal', async () => {
    await at.done(['migrate'])
    const { code, err } = await launch(['admin', 'create', '--email', 'a@example.com'], { cwd: at.folder })
      .ended
    assert.equal(code, 1)
    assert.match(err, /no terminal to ask on\. Use --password-file, or set ADMIN_PASSWORD/)
  })
})

describe('The password prompt', () => {
  const terminal = () => {
    const input = Object.assign(new PassThrough(), { isTTY: true })
    const output = new PassThrough().setEncoding('utf8')
    return { input, output }
  }

  it('shows the question and none of the input', async () => {
    const { input, output } = terminal()
    const asking = askSecret('Password: ', { input, output })
    input.write('s3cret\x7f\x7ft wörd\r')
    assert.equal(await asking, 's3crt wörd')
    assert.equal(output.read(), 'Password: \n')
  })

  it('fails with a reason when it is interrupted or the input ends', async () => {
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
  it('prints only the token on standard output', async () => {
    await at.makeAdministrator()
    const { out, err } = await at.done([
      'token',
      'create',
      '--user',
      'ROOT@example.com',
      '--name',
      'nightly job',
    ])
    assert.match(out, /^rc_[\w-]{43}\n$/)
    assert.match(err, /^A token for ROOT@example\.com\. It expires at .*, and is shown this once\.\n$/)
    const [token = {}] = at.read('select hash, name, created_by, expires_at, created_at from tokens')
    assert.equal(token.hash, createHash('sha256').update(out.trim()).digest('hex'))
    assert.equal(token.name, 'nightly job')
    assert.equal(daysOf(token), 30)
  })

  it('makes tokens that expire after --days, by default TOKEN_TTL_DAYS', async () => {
    await at.makeAdministrator()
    await at.done(['token', 'create', '--user', 'root'], { TOKEN_TTL_DAYS: '7' })
    await at.done(['token', 'create', '--user', 'root', '--days', '1'])
    const { err } = await at.done(['token', 'create', '--user', 'root', '--days', '0'])
    assert.match(err, /does not expire/)
    const lives = at.read('select created_at, expires_at from tokens order by id').map(daysOf)
    assert.deepEqual(lives, [7, 1, undefined])
  })

  it('refuses missing and inactive users, and invalid days and names', async () => {
    await at.makeAdministrator()
    await at.fails(['token', 'create', '--user', 'nobody'], /no user with the email or username nobody/)
    await at.fails(
      ['token', 'create', '--user', 'root', '--days', 'soon'],
      /--days must be a whole number from 0/,
    )
    await at.fails(['token', 'create', '--user', 'root', '--name', ' '], /--name must be 1 to 150 characters/)
    await at.fails(
      ['token', 'create', '--user', 'root', '--name', 'night\u202ely'],
      /--name must contain no characters that change the text direction/,
    )
    using(at.file(DATABASE), (database) => database.exec('update users set is_active = 0'))
    await at.fails(['token', 'create', '--user', 'root'], /The user root is inactive/)
    assert.deepEqual(at.read('select id from tokens'), [])
  })

  const daysOf = ({ created_at, expires_at }: Record<string, unknown>) =>
    expires_at === null
      ? undefined
      : Math.round((Date.parse(expires_at as string) - Date.parse(created_at as string)) / 86_400_000)
})

describe('rolecall permissions sync', () => {
  const declare = (...entries: object[]) =>
    writeFileSync(at.file('permissions.json'), JSON.stringify(entries))

  it('reports what it added, changed and kept', async () => {
    await at.done(['migrate'])
    assert.match((await at.done(['permissions', 'sync'])).out, /^Added: can-create-registrations, /)
    assert.equal((await at.done(['permissions', 'sync'])).out, 'The permissions are as declared.\n')
    declare({ name: 'Can fly', module: 'pilots' }, { name: 'Can land', module: 'pilots' })
    assert.equal((await at.done(['permissions', 'sync'])).out, 'Added: can-fly, can-land.\n')
    declare({ name: 'Can fly far', slug: 'can-fly', module: 'pilots' })
    assert.equal(
      (await at.done(['permissions', 'sync'])).out,
      'Changed: can-fly.\nNo longer declared, and kept: can-land.\n',
    )
    const kept = at.read("select slug, name from permissions where module = 'pilots' order by slug")
    assert.deepEqual(
      kept.map((row) => ({ ...row })),
      [
        { slug: 'can-fly', name: 'Can fly far' },
        { slug: 'can-land', name: 'Can land' },
      ],
    )
  })

  it('reports errors in a manifest and changes nothing', async () => {
    await at.done(['migrate'])
    declare({ name: 'Can fly', module: 'pilots' }, { name: 'Can land' }, { name: 'X', module: 'rolecall' })
    const { code, err } = await at.run(['permissions', 'sync'])
    assert.equal(code, 1)
    assert.match(err, /^error: .*permissions\.json has faults:\n {2}entry 2: module is required\.\n/)
    assert.deepEqual(at.read('select id from permissions'), [])
  })
})
