// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { foreignHashes } from '../../support/foreign-hashes.ts'
import { signIn } from '../../support/service.ts'
import { useTransfer } from '../../support/transfer.ts'

const at = useTransfer()

const BCRYPT = '$2b$10$92IXUNpkjO0rOQ5byMi.Ye4oKoEa3Ro9llC/.og/at2.uheWG/igi'

describe('users from an import', () => {
  it('are skipped, updated or rejected if a user or an earlier row has their email', async () => {
    at.write(
      'u.csv',
      'email,first_name,phone',
      'c1@example.com,One,11111',
      'C1@example.com,Two,',
      'c2@example.com,Other,22222',
    )
    assert.match((await at.done('import', 'users', 'u.csv')).out, /2 created\n {2}1 skipped/)
    assert.equal((await at.user('c1@example.com')).first_name, 'One')

    const failed = await at.fails('import', 'users', 'u.csv', '--on-conflict', 'fail')
    assert.match(failed.out, /3 rejected/)
    assert.match(at.read('u.rejected.csv'), /^1,email,email_taken,Another user already has this email\.,c1@/m)

    assert.match(
      (await at.done('import', 'users', 'u.csv', '--on-conflict', 'update', '--rejects', 'more')).out,
      /1 updated\n {2}2 the same/,
    )
    const updated = await at.store('c1@example.com')
    // An empty cell changes nothing.
    assert.deepEqual([updated.first_name, updated.phone, updated.version], ['Two', '11111', 2])
    at.write('v.csv', 'email,first_name', 'c3@example.com,One', 'c3@example.com,Two', 'c3@example.com,Three')
    await at.done('import', 'users', 'v.csv', '--on-conflict', 'update')
    assert.equal((await at.store('c3@example.com')).first_name, 'Three')
  })

  it('are changed row by row, each row on top of the one before', async () => {
    at.write('u.csv', 'email,first_name', 'f@example.com,One')
    await at.done('import', 'users', 'u.csv')
    at.write('v.csv', 'email,first_name', 'f@example.com,Two', 'f@example.com,One')
    await at.done('import', 'users', 'v.csv', '--on-conflict', 'update')
    const { first_name: name, version, search_text: text } = await at.store('f@example.com')
    assert.deepEqual([name, version, text], ['One', 3, 'one'])
  })

  it('get usernames that nobody else has', async () => {
    at.write('u.csv', 'email,first_name,username', 'g1@example.com,G,gus', 'g2@example.com,G,Gus3')
    await at.done('import', 'users', 'u.csv')
    at.write('v.csv', 'email,first_name', 'gus@a.com,G', 'gus@b.com,G', 'gus@c.com,G')
    await at.done('import', 'users', 'v.csv')
    const names = await Promise.all(
      ['a', 'b', 'c'].map(async (host) => (await at.store(`gus@${host}.com`)).username),
    )
    assert.deepEqual(names, ['gus2', 'gus4', 'gus5'])
  })

  it('must have valid names, except for a name that is stored already', async () => {
    at.write('u.csv', 'email,first_name', 'n1@example.com,N')
    await at.done('import', 'users', 'u.csv')
    const { id } = await at.store('n1@example.com')
    await at
      .service()
      .connection.db.updateTable('users')
      .set({ last_name: 'Old\tname' })
      .where('id', '=', id)
      .execute()
    at.write(
      'v.csv',
      'email,first_name,last_name,title',
      'n1@example.com,N,"Old\tname",Changed',
      'n2@example.com,N\x1b[31m,,',
      'n3@example.com,N,\u2800,',
    )
    const { out, err } = await at.fails('import', 'users', 'v.csv', '--on-conflict', 'update')
    assert.match(err, /row 2, reject: first_name must contain no control characters\./, out + err)
    assert.match(err, /row 3, reject: last_name must contain a visible character\./)
    assert.equal((await at.store('n1@example.com')).title, 'Changed')
  })

  it('are updated by the rules of the API: a new password signs out, the last super administrator stays', async () => {
    const token = (await at.done('token', 'create', '--user', 'root')).out.trim()
    at.write('u.csv', 'email,first_name,is_active', 'root@example.com,Root,no')
    const { err } = await at.fails('import', 'users', 'u.csv', '--on-conflict', 'update')
    assert.match(err, /row 1, reject: This is the last active super administrator/)
    at.write('w.csv', 'email,first_name', 'w@example.com,W')
    await at.done('import', 'users', 'w.csv')
    const own = (await at.done('token', 'create', '--user', 'w@example.com')).out.trim()
    at.write('x.csv', 'email,first_name,password_hash', `w@example.com,W,${BCRYPT}`)
    await at.done('import', 'users', 'x.csv', '--on-conflict', 'update')
    assert.equal((await at.service().call('GET', '/api/me', { token: own })).status, 401)
    assert.equal((await at.service().call('GET', '/api/me', { token })).status, 200)
  })

  it('sign in with hashes as other systems write them, and with passwords in plain text', async () => {
    const some = foreignHashes.filter((_, index) => index % 3 === 0)
    const rows = some.map(({ hash }, index) => ({
      email: `h${index}@example.com`,
      first_name: 'H',
      password_hash: hash,
    }))
    at.write('u.ndjson', ...rows, {
      email: 'clear@example.com',
      first_name: 'C',
      password: 'a phrase of my own',
    })
    await at.done('import', 'users', 'u.ndjson')
    for (const [index, { password }] of some.entries())
      await signIn(at.service(), `h${index}@example.com`, password)
    await signIn(at.service(), 'clear@example.com', 'a phrase of my own')
    at.write(
      'v.ndjson',
      { email: 'v@example.com', first_name: 'V', password: 'password1' },
      { ...rows[0], email: 'w2@example.com', password: 'x' },
    )
    const { err } = await at.fails('import', 'users', 'v.ndjson')
    assert.match(err, /among the most common/)
    assert.match(err, /password and password_hash contradict each other/)
  })

  it('get roles, which raises only the versions of the users, and lose none', async () => {
    const role = async () => {
      const { db } = at.service().connection
      const editor = db.selectFrom('roles').where('slug', '=', 'editor').select('version')
      return (await editor.executeTakeFirstOrThrow()).version
    }
    const before = await role()
    at.write('u.csv', 'email,first_name,roles', 'e1@example.com,E,"editor, guest"')
    await at.done('import', 'users', 'u.csv')
    assert.equal(await role(), before)
    at.write('v.csv', 'email,first_name,roles', 'e1@example.com,E,editor')
    assert.match(
      (await at.done('import', 'users', 'v.csv', '--on-conflict', 'update')).out,
      /1 the same already/,
    )
    at.write('w.csv', 'email,first_name,roles', 'e1@example.com,E,manager')
    assert.match((await at.done('import', 'users', 'w.csv', '--on-conflict', 'update')).out, /1 updated/)
    const links = await at
      .service()
      .connection.db.selectFrom('user_roles')
      .select('id')
      .where('user_id', '=', (await at.store('e1@example.com')).id)
      .execute()
    assert.equal(links.length, 3)
    assert.equal(await role(), before)
  })
})
