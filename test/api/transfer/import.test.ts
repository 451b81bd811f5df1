// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { statSync, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { dumpOf } from '../../support/refusals.ts'
import { useTransfer } from '../../support/transfer.ts'

const at = useTransfer()

const BCRYPT = '$2b$10$92IXUNpkjO0rOQ5byMi.Ye4oKoEa3Ro9llC/.og/at2.uheWG/igi'

/** Fields that differ between two records that were created alike. */
const OWN = [
  'id',
  'uuid',
  'email',
  'email_key',
  'username',
  'username_key',
  'created_at',
  'updated_at',
  'email_verified_at',
]
const comparable = (user: object) =>
  Object.fromEntries(Object.entries(user).filter(([name]) => !OWN.includes(name)))

describe('rolecall import users', () => {
  it('stores what POST /api/users stores for the same fields', async () => {
    const json = {
      first_name: ' Grace ',
      middle_name: 'Brewster',
      last_name: 'Hopper',
      phone: '12345678',
      country_code: 'us',
      birth: '1906-12-09',
      timezone: 'America/New_York',
      meta: { rank: 'rear admiral' },
      status: 'inactive',
      activation_code: 'a code',
      invited_by: 1,
      invited_at: '2026-05-04 09:30:00',
    }
    const made = await at
      .service()
      .call('POST', '/api/users', { json: { ...json, email: 'over.http@example.com' } })
    assert.equal(made.status, 201)
    at.write('u.ndjson', { ...json, email: ' By.File@example.com ' })
    await at.done('import', 'users', 'u.ndjson')
    const [byFile, overHttp] = [
      await at.store('by.file@example.com'),
      await at.store('over.http@example.com'),
    ]
    assert.deepEqual(comparable(byFile), {
      ...comparable(overHttp),
      created_ip: null,
      created_by: null,
      updated_by: null,
    })
    assert.deepEqual([byFile.email, byFile.username], ['By.File@example.com', 'By.File'])
    assert.match(byFile.uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    assert.equal((await at.user('by.file@example.com')).name, 'Grace Brewster Hopper')
    const found = await at.service().call('GET', '/api/users', { query: { q: 'grace brewster h' } })
    assert.equal(found.body.data.list.total, 2)
  })

  it('reads CSV as spreadsheets write it: a byte order mark, CRLF, semicolons, quotes, line breaks', async () => {
    at.write(
      'u.csv',
      '\uFEFFemail;first_name;last_name;bio\r',
      'q1@example.com;"Ada; ""the"" first";;"two\r',
      'lines"\r',
      '\r',
      '"q2@example.com"; Ben ;Ünï;\r',
      '',
    )
    assert.equal((await at.done('import', 'users', 'u.csv')).out, '2 rows:\n  2 created\n')
    const { first_name: name, last_name: last, bio } = await at.user('q1@example.com')
    assert.deepEqual([name, last, bio], ['Ada; "the" first', null, 'two\r\nlines'])
    assert.equal((await at.user('q2@example.com')).name, 'Ben Ünï')
  })

  it('reads gzip, and the standard input', async () => {
    writeFileSync(at.file('u.csv.gz'), gzipSync('email,first_name\nz1@example.com,Zoe\n'))
    await at.done('import', 'users', 'u.csv.gz')
    const line = JSON.stringify({ email: 'z2@example.com', first_name: 'Zoe' })
    const { code, err } = await at.run(['import', 'users', '-'], { input: line })
    assert.equal(code, 0, err)
    assert.ok((await at.user('z1@example.com')) && (await at.user('z2@example.com')))
  })

  it('takes the rows before a pipe breaks, and reports that it broke', async () => {
    async function* broken() {
      for (let row = 1; row <= 3000; row++)
        yield `${JSON.stringify({ email: `pipe${row}@example.com`, first_name: 'Ann', bio: 'b'.repeat(500) })}\n`
      throw new Error('EIO: the pipe broke')
    }
    const before = await at.userCount()
    const { code, err } = await at.run(['import', 'users', '-'], { input: Readable.from(broken()) })
    assert.equal(code, 1)
    assert.match(err, /EIO: the pipe broke/)
    const taken = (await at.userCount()) - before
    assert.ok(taken < 3000, `${taken} rows`)
    assert.equal((await at.user('pipe1@example.com')) !== undefined, taken > 0)
  })

  it('takes the rows before invalid UTF-8, and the others once that is corrected', async () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, row) => `utf${row}@example.com,Ann,${'b'.repeat(500)}`).join('\n')
    const text = `email,first_name,bio\n${lines(3000)}\n`
    writeFileSync(at.file('u.csv'), Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0x0a])]))
    const before = await at.userCount()
    const { err } = await at.fails('import', 'users', 'u.csv')
    assert.match(err, /not UTF-8/)
    const taken = (await at.userCount()) - before
    assert.ok(taken >= 500 && taken % 500 === 0, `${taken} rows`)
    writeFileSync(at.file('u.csv'), text)
    const { out } = await at.done('import', 'users', 'u.csv')
    assert.match(out, new RegExp(`${(3000 - taken).toLocaleString('en')} created`))
    assert.equal((await at.userCount()) - before, 3000)
  })

  it('takes long rows', async () => {
    const meta = { notes: 'n'.repeat(60_000) }
    const rows = Array.from({ length: 150 }, (_, row) => ({
      email: `long${row}@example.com`,
      first_name: 'L',
      meta,
    }))
    at.write('u.ndjson', ...rows)
    assert.equal((await at.done('import', 'users', 'u.ndjson')).out, '150 rows:\n  150 created\n')
    assert.deepEqual((await at.user('long149@example.com')).meta, meta)
  })

  it('makes usernames like a create does, and none twice in any case', async () => {
    const lines = ['Info@a.com', 'info@b.com', 'INFO@c.com', 'info2@d.com', '"+"@e.com'.replaceAll('"', '')]
    at.write('u.csv', 'email,first_name', ...lines.map((email) => `${email},I`))
    await at.done('import', 'users', 'u.csv')
    const users = await Promise.all(lines.map((email) => at.store(email.toLowerCase())))
    assert.deepEqual(
      users.map(({ username }) => username),
      ['Info', 'info2', 'INFO3', 'info22', 'user'],
    )
  })

  it('reports each fault in the words of the API, and puts the row aside to be corrected', async () => {
    at.write(
      'u.csv',
      'email,first_name,username,password_hash,roles,birth,invited_by',
      `none,,,${BCRYPT.slice(0, 20)},,2999-01-01,`,
      'r1@example.com,Ada,root,,,,',
      'r2@example.com,Ada,,,no-such-role,,99999',
      'r3@example.com,Ada,two words,,,,',
      'short,row',
      'r4@example.com,Fine,,,editor,,1',
    )
    const { out, err } = await at.fails('import', 'users', 'u.csv')
    assert.equal(out, '6 rows:\n  1 created\n  5 rejected\n')
    assert.match(err, /5 of the rows were rejected\. .*u\.rejected\.csv has them/)
    assert.ok(!`${out}${err}`.includes(BCRYPT.slice(0, 20)), 'no part of a hash is shown')
    assert.equal(statSync(at.file('u.rejected.csv')).mode & 0o777, 0o600)
    const json = { email: 'none', birth: '2999-01-01' }
    const refused = await at.service().call('POST', '/api/users/create', { json })
    const words = refused.body.details.map(({ message }: { message: string }) => message).join(' ')
    const [heading, first, second, third, fourth, fifth] = at.read('u.rejected.csv').split('\n')
    assert.equal(
      heading,
      'rejected_row,rejected_field,rejected_code,rejected_message,email,first_name,username,password_hash,roles,birth,invited_by',
    )
    assert.equal(
      first,
      `1,email birth first_name password_hash,invalid_format invalid_format required invalid_format,${words} password_hash is not a whole hash of bcrypt.,none,,,${BCRYPT.slice(0, 20)},,2999-01-01,`,
    )
    assert.match(second ?? '', /^2,username,username_taken,Another user already has this username\.,r1@/)
    assert.match(
      third ?? '',
      /^3,invited_by roles,.*invited_by does not match an existing user\. roles does not match an existing role: no-such-role\./,
    )
    assert.match(fourth ?? '', /^4,username,invalid_format,/)
    assert.match(fifth ?? '', /^5,,malformed,"?The row has 2 cells, and the heading 7\."?,short,row$/)

    const corrected = [
      heading,
      second?.replace(',root,', ',rooty,'),
      third?.replace(',no-such-role,', ',,').replace('99999', ''),
    ]
    at.write('mended.csv', ...(corrected as string[]))
    assert.equal((await at.done('import', 'users', 'mended.csv')).out, '2 rows:\n  2 created\n')
    assert.equal((await at.user('r1@example.com')).username, 'rooty')
  })

  it('puts lines of NDJSON aside in the same way', async () => {
    const bad = { email: 'n1@example.com', first_name: 7, emial: 'x' }
    at.write('u.ndjson', bad, '{"email": "n2@', '[]', {
      email: 'n3@example.com',
      first_name: 'N',
      roles: 'editor',
    })
    await at.fails('import', 'users', 'u.ndjson')
    const rejected = at
      .read('u.rejected.ndjson')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(
      rejected.map(({ rejected_row: row, rejected_faults: faults }) => [
        row,
        faults.map((fault: { code: string }) => fault.code),
      ]),
      [
        [1, ['unknown_field', 'invalid_type']],
        [2, ['malformed']],
        [3, ['malformed']],
      ],
    )
    assert.equal(rejected[0].emial, 'x')
    assert.equal(rejected[1].rejected_line, '{"email": "n2@')
    const roles = await at.service().call('GET', '/api/users/email/n3@example.com/relationships/roles')
    assert.equal(roles.status === 404 ? 1 : roles.body.data.roles?.total, 1)
  })

  it('reports with --dry-run what it would do, and changes nothing', async () => {
    at.write(
      'u.csv',
      'email,first_name,username',
      'd1@example.com,D,',
      'D1@example.com,D,',
      'd2@example.com,D,d1',
      'root@example.com,D,',
      'bad,D,',
    )
    const before = await dumpOf(at.service())
    const { out, err } = await at.fails('import', 'users', 'u.csv', '--dry-run')
    assert.equal(err, 'error: 2 of the rows would be rejected.\n')
    assert.deepEqual(await dumpOf(at.service()), before)
    assert.ok(!at.has('u.rejected.csv'))
    assert.equal(
      out,
      [
        '5 rows:',
        '  1 would be created',
        '  2 would be skipped: a user has the email',
        '  2 would be rejected',
        '  row 1, create: d1@example.com',
        '  row 2, skip: D1@example.com',
        '  row 4, skip: root@example.com',
        '  row 3, reject: Another user already has this username.',
        '  row 5, reject: email must be an email address.',
        'Nothing was changed.\n',
      ].join('\n'),
    )
    assert.match(
      (await at.fails('import', 'users', 'u.csv')).out,
      /1 created\n {2}2 skipped.*\n {2}2 rejected/,
    )
  })

  it('takes earlier batches into account in a dry run', async () => {
    const many = Array.from({ length: 1200 }, (_, index) => `y${index}@example.com,Y`)
    at.write('y.csv', 'email,first_name', ...many, 'Y0@example.com,Y')
    const { out } = await at.done('import', 'users', 'y.csv', '--dry-run')
    assert.match(out, /1,200 would be created\n {2}1 would be skipped/)
    assert.match(out, /row 1201, skip: Y0@/)
  })

  it('refuses a file if every row of it would be refused', async () => {
    const before = await at.userCount()
    const says = async (pattern: RegExp, ...lines: string[]) => {
      at.write('u.csv', ...lines)
      assert.match((await at.fails('import', 'users', 'u.csv')).err, pattern)
    }
    await says(
      /Users have no e-mail \(did you mean email\?\)\. .*--ignore e-mail passes/,
      'e-mail,first_name',
      'a@b.com,A',
    )
    await says(/has no column first_name/, 'email', 'a@b.com')
    await says(/two columns named email/, 'email,email,first_name', 'a@b.com,a@b.com,A')
    await says(/Users have no api_token/, 'email,first_name,api_token', 'a@b.com,A,x')
    await says(
      /cannot be read on at line 2: a quote is opened and never closed/,
      'email,first_name',
      '"a@b.com,A',
    )
    writeFileSync(at.file('l.csv'), Buffer.from('email,first_name\nl@example.com,J\xf6rg\n', 'latin1'))
    assert.match((await at.fails('import', 'users', 'l.csv')).err, /not UTF-8/)
    assert.match((await at.fails('import', 'users', 'missing.csv')).err, /no such file/)
    assert.equal(await at.userCount(), before)
    at.write('i.csv', 'email,first_name,shoe size,id,name', 'i@example.com,I,43,77,Somebody')
    const { err } = await at.done('import', 'users', 'i.csv', '--ignore', 'shoe size')
    assert.match(err, /Passed over, since the service sets them: id, name\./)
  })
})
