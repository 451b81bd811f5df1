// Engines: SQLite
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { beforeEach, describe, it } from 'node:test'
import { commandsInNewFolders } from '../support/commands.ts'
import { using } from '../support/database.ts'
import { foreignHashes } from '../support/foreign-hashes.ts'
import { DATABASE, runHere } from '../support/process.ts'

const at = commandsInNewFolders()

const BCRYPT = '$2b$10$92IXUNpkjO0rOQ5byMi.Ye4oKoEa3Ro9llC/.og/at2.uheWG/igi'
const ARGON2 = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'

describe('rolecall users set-hashes', () => {
  beforeEach(async () => {
    await at.makeAdministrator()
    for (const name of ['Ada', 'ben', 'cleo', 'dora']) addUser(name)
  })

  /** Inserts a user without a password directly. */
  const addUser = (name: string) =>
    using(at.file(DATABASE), (database) =>
      database
        .prepare(`insert into users (uuid, created_at, updated_at, search_text, email, email_key, username, username_key, first_name, is_active, meta)
          values (?, 'x', 'x', '', ?, ?, ?, ?, ?, 1, '{}')`)
        .run(
          name,
          `${name}@Example.com`,
          `${name}@example.com`.toLowerCase(),
          name,
          name.toLowerCase(),
          name,
        ),
    )
  const write = (...lines: string[]) => writeFileSync(at.file('hashes'), lines.join('\n'))
  const set = (...options: string[]) => at.run(['users', 'set-hashes', 'hashes', ...options])
  const users = () =>
    at.read(
      `select email, password_hash, version, updated_at from users where email not like 'root%' order by id`,
    )
  const hashes = () => users().map(({ password_hash: hash }) => hash)

  /** Asserts that the command is refused with these lines and changes nothing. */
  const assertFaults = async (faults: string[], options: string[] = []) => {
    const before = users()
    const { code, out, err } = await set(...options)
    assert.equal(code, 1, out)
    assert.equal(out, '')
    const listed = faults.map((fault) => `  ${fault}\n`).join('')
    assert.equal(err, `error: hashes has faults, and nothing was changed:\n${listed}`)
    assert.deepEqual(users(), before)
  }

  it('reads lines of email,hash as spreadsheets and scripts write them', async () => {
    write(
      '\uFEFFemail,password_hash\r',
      `"ada@example.com","${BCRYPT}"\r`,
      '',
      ` BEN@example.com , ${ARGON2} `,
      `cleo@example.com,"${JSON.stringify(keycloak()).replaceAll('"', '""')}"`,
      '',
    )
    assert.equal((await set()).out, '3 passwords set. Each hash is renewed as its user signs in.\n')
    const [ada, ben, cleo, dora] = hashes()
    assert.deepEqual([ada, ben, dora], [BCRYPT, ARGON2, null])
    assert.match(cleo as string, /^\$argon2id\$v=19\$m=7168,t=5,p=1\$/)
    const [changed = {}] = users()
    assert.equal(changed.version, 2)
    assert.match(changed.updated_at as string, /^20/)
  })

  it('reads JSON lines from a file or from standard input', async () => {
    const lines = [
      { email: 'ada@example.com', hash: BCRYPT, name: 'passed over' },
      { hash: keycloak(), email: 'ben@example.com' },
    ].map((row) => JSON.stringify(row))
    const { code, out, err } = await runHere(
      at.folder,
      ['users', 'set-hashes', '-'],
      {},
      { input: lines.join('\n') },
    )
    assert.equal(code, 0, err)
    assert.match(out, /^2 passwords set/)
    write(lines[0]?.replace('ada@', 'cleo@') ?? '')
    assert.match((await set()).out, /^1 password set/)
    assert.equal(hashes()[2], BCRYPT)
  })

  it('changes nothing with --dry-run, and reports the same faults', async () => {
    write(`ada@example.com,${BCRYPT}`)
    const before = users()
    assert.equal((await set('--dry-run')).out, '1 password can be set. Nothing was changed.\n')
    assert.deepEqual(users(), before)
    write(`nobody@example.com,${BCRYPT}`)
    await assertFaults(['line 1: there is no user with the email nobody@example.com.'], ['--dry-run'])
  })

  it('sets all hashes or none, and reports each fault with its line', async () => {
    using(at.file(DATABASE), (database) =>
      database.exec(`update users set deleted_at = 'x' where username = 'dora'`),
    )
    write(
      `ada@example.com,${BCRYPT}`,
      `nobody@example.com,${BCRYPT}`,
      'ben@example.com,5f4dcc3b5aa765d61d8327deb882cf99',
      `ADA@example.com,${BCRYPT}`,
      `dora@example.com,${BCRYPT}`,
      'cleo@example.com',
      `{"email": "cleo@example.com", "hash": "${BCRYPT}`,
      `{"email": "cleo@example.com"}`,
      `${BCRYPT},cleo@example.com`,
      `root@example.com,${BCRYPT}`,
    )
    await assertFaults([
      'line 2: there is no user with the email nobody@example.com.',
      'line 3: the hash is of a format that is not known.',
      'line 4: ADA@example.com is in line 1 already.',
      'line 5: there is no user with the email dora@example.com.',
      'line 6: neither email,hash nor JSON with these two names.',
      'line 7: neither email,hash nor JSON with these two names.',
      'line 8: neither email,hash nor JSON with these two names.',
      'line 9: no email address where it belongs.',
      'line 10: root@example.com has a password already; --replace replaces it.',
    ])
  })

  it('reports the first twenty of many faults', async () => {
    write(...Array.from({ length: 25 }, (_, index) => `nobody${index}@example.com,${BCRYPT}`))
    const { err } = await set()
    assert.match(err, /nobody19@.*\n {2}… and 5 more\.\n$/)
  })

  it('replaces a password only with --replace, and signs its user out', async () => {
    await at.done(['token', 'create', '--user', 'root'])
    await at.done(['token', 'create', '--user', 'ada'])
    // A token that the user made for somebody else: an attacker who knew the old password may have it.
    using(at.file(DATABASE), (database) =>
      database
        .prepare(`insert into tokens (uuid, user_id, hash, name, created_at, maker_id)
          select 'made', id, 'made', 'made', 'x', 1 from users where email like 'ben%'`)
        .run(),
    )
    write(`root@example.com,${BCRYPT}`, `ada@example.com,${ARGON2}`)
    await assertFaults(['line 1: root@example.com has a password already; --replace replaces it.'])
    assert.match((await set('--replace')).out, /^2 passwords set/)
    const owners = at.read('select email from tokens join users on users.id = tokens.user_id')
    assert.deepEqual(owners, [{ email: 'Ada@Example.com' }])
    const [root = {}] = at.read(`select password_hash from users where email like 'root%'`)
    assert.equal(root.password_hash, BCRYPT)
  })

  it('reports errors in the file', async () => {
    await at.fails(['users', 'set-hashes', 'missing'], /The file cannot be read: ENOENT/)
    await at.fails(['users', 'set-hashes', '.'], /The file cannot be read: EISDIR/)
    write('', 'email,hash')
    write('email,hash', '')
    await at.fails(['users', 'set-hashes', 'hashes'], /hashes has no lines\./)
    await at.fails(['users', 'set-hashes', '-'], /The standard input has no lines\./)
    await at.fails(['users', 'set-hashes'], /missing required argument 'file'/, {}, 2)
  })
})

const keycloak = () => foreignHashes.find(({ by }) => by === 'Keycloak, argon2')?.hash
