// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { resources } from '../../../server/resources/index.ts'
import { cellOf, unescapeFormula } from '../../../server/transfer/cells.ts'
import { dataOf, giveRole, makeRole, makeUser } from '../../support/actors.ts'
import { runHere } from '../../support/process.ts'
import { signIn, startService } from '../../support/service.ts'
import { useTransfer } from '../../support/transfer.ts'

const at = useTransfer()

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('rolecall export', () => {
  it('writes every live record of each resource, as the API returns it', async () => {
    const service = at.service()
    const json = { email: 'in@example.com', first_name: 'In', password: 'a phrase of my own' }
    dataOf(await service.call('POST', '/api/registrations/create', { json }))
    dataOf(await service.call('POST', '/api/taxonomy-types/create', { json: { name: 'City' } }))
    dataOf(await service.call('POST', '/api/taxonomies/create', { json: { name: 'Rome', type: 'city' } }))
    const webhook = { url: 'https://hooks.example.com/', events: ['users.*'] }
    dataOf(await service.call('POST', '/api/webhooks/create', { json: webhook }))
    const gone = await makeUser(service)
    await service.call('POST', `/api/users/id/${gone.id}/delete`)
    for (const { name } of resources) {
      const { out } = await at.done('export', name)
      const exported = linesOf(out)
      const { total } = (await service.call('GET', `/api/${name}`)).body.data.list
      assert.equal(exported.length, total, name)
      const { roles: _, ...first } = exported[0]
      const { body } = await service.call('GET', `/api/${name}/${first.id}`)
      for (const [field, value] of Object.entries(first))
        assert.deepEqual(value, body.data[field], `${name} ${field}`)
    }
  })

  it('is complete or absent, readable by its owner only, and replaces nothing without --force', async () => {
    const { total } = (await at.service().call('GET', '/api/roles')).body.data.list
    assert.ok(total >= 7)
    const { out } = await at.done('export', 'roles', 'roles.csv')
    assert.match(out, new RegExp(`^${total} roles are in .*roles\\.csv, which only you can read\\.\n$`))
    assert.equal(statSync(at.file('roles.csv')).mode & 0o777, 0o600)
    assert.match((await at.fails('export', 'roles', 'roles.csv')).err, /exists already/)
    chmodSync(at.file('roles.csv'), 0o644)
    await at.done('export', 'roles', 'roles.csv', '--force')
    assert.equal(statSync(at.file('roles.csv')).mode & 0o777, 0o600)
    await at.done('export', 'roles', 'roles.ndjson.gz')
    assert.equal(linesOf(gunzipSync(readFileSync(at.file('roles.ndjson.gz'))).toString()).length, total)
    assert.match((await at.fails('export', 'roles', 'nowhere/roles.csv')).err, /There is no folder/)
    assert.deepEqual(readdirSync(at.folder).sort(), ['roles.csv', 'roles.ndjson.gz'])
  })

  it('contains no secret, and contains hashes only on request and in a file', async () => {
    const service = at.service()
    await makeUser(service, {
      password: 'analytical engines',
      activation_code: 'a-code-of-activation',
      remember_token: 'to-be-remembered',
      login_otp: '123456789012',
      reset_password_code: 'to-reset-it',
    })
    const rows = await service.connection.db.selectFrom('users').selectAll().orderBy('id').execute()
    const secrets = rows.flatMap((row) =>
      Object.entries(row).flatMap(([name, value]) =>
        name.endsWith('_hash') && value !== null ? [String(value)] : [],
      ),
    )
    assert.ok(secrets.length >= 5)
    const plain =
      (await at.done('export', 'users')).out + (await at.done('export', 'users', '--format', 'csv')).out
    for (const secret of secrets) assert.ok(!plain.includes(secret))
    assert.doesNotMatch(plain, /_hash|search_text|email_key/)

    await at.done('export', 'users', 'u.ndjson', '--with-hashes')
    const hashes = linesOf(at.read('u.ndjson')).map((user) => user.password_hash)
    assert.deepEqual(
      hashes,
      rows.filter((row) => row.deleted_at === null).map((row) => row.password_hash),
    )
    assert.doesNotMatch(at.read('u.ndjson'), /activation_code_hash|remember_token_hash/)
    assert.match((await at.fails('export', 'users', '--with-hashes')).err, /needs a file/)
    assert.match((await at.fails('export', 'users', '-', '--with-hashes')).err, /needs a file/)
    assert.match(
      (await at.fails('export', 'registrations', 'r.csv', '--with-hashes')).err,
      /works only with `export users`/,
    )
  })

  for (const format of ['csv', 'ndjson'])
    it(`is accepted by an import, with the same values, passwords and roles (${format})`, async () => {
      const service = at.service()
      const role = await makeRole(service, ['can-read-users'])
      const person = await makeUser(service, {
        email: `trip-${format}@example.com`,
        password: 'analytical engines',
        display_name: '=HYPERLINK("http://x")',
        title: "'=quoted",
        designation: '@"x", ;y',
        bio: '-1\tü 🎉 @"x",\n;y',
        meta: { b: [1, null, '='], a: { c: true } },
        is_active: true,
        birth: '1990-12-31',
        country_calling_code: 49,
      })
      await giveRole(service, person, { id: role.slug })
      const file = `users.${format}`
      await at.done('export', 'users', file, '--with-hashes')
      const otherService = await startService()
      for (const { name, slug } of linesOf((await at.done('export', 'roles')).out)) {
        await otherService.call('POST', '/api/roles/create', { json: { name, slug } })
      }
      const env = { DATABASE_URL: otherService.config.databaseUrl }
      const { code, err } = await runHere(at.folder, ['import', 'users', file], env)
      assert.equal(code, 0, err)
      const again = await runHere(at.folder, ['export', 'users', `again.${format}`, '--with-hashes'], env)
      assert.equal(again.code, 0, again.err)
      const [before, after] = await Promise.all(
        [service, otherService].map(
          async (one) => (await one.call('GET', `/api/users/email/${person.email}`)).body.data,
        ),
      )
      const own = [
        'id',
        'uuid',
        'created_at',
        'updated_at',
        'email_verified_at',
        'created_by',
        'updated_by',
        'created_by_user',
        'updated_by_user',
      ]
      for (const name of own) for (const one of [before, after]) delete one[name]
      assert.deepEqual(after, before)
      await signIn(otherService, person.email, 'analytical engines')
      const roles = await otherService.call('GET', `/api/users/email/${person.email}/roles`)
      assert.match(JSON.stringify(roles.body.data), new RegExp(role.slug))
      await otherService.stop()
    })

  it('protects cells from being run as formulas, including full-width signs and invisible prefixes', async () => {
    await makeUser(at.service(), { display_name: '=1+2', title: '@x' })
    const formulas = [
      '＝1',
      '＋1',
      '－1',
      '＠x',
      '﹦1',
      '−1',
      '\u200b=1',
      '\u00ad\u2060+1',
      "'＝1",
      "'\u200b=1",
      '\u3164=1',
      '\u2800@x',
      '\u034f+1',
      '\u115f\u17b4-1',
      '\ufe0f=1',
      '\u{1d159}=1',
      '\u{e0041}\u2800 ＝1',
      "'\u3164=1",
    ]
    for (const text of formulas) await makeUser(at.service(), { display_name: text, title: 'guarded' })
    const { out } = await at.done('export', 'users', '--format', 'csv')
    assert.match(out, /,'=1\+2,/)
    assert.doesNotMatch(
      out,
      /(^|,)"?[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]*[=@＝＋－＠﹦−]/mu,
    )
    assert.deepEqual(
      formulas.filter((text) => !out.includes(`,'${text},`)),
      [],
    )
    for (const text of [...formulas, '', 'a=b', ' x', "'x", "''=1", '\n=', '\t']) {
      assert.equal(unescapeFormula(cellOf(text)), text)
    }
  })

  it('is a snapshot, read in pages, whatever is written meanwhile', async () => {
    const lines = Array.from({ length: 2500 }, (_, index) => `p${index}@example.com,P`)
    writeFileSync(at.file('p.csv'), ['email,first_name', ...lines].join('\n'))
    await at.done('import', 'users', 'p.csv')
    const before = await at.userCount()
    const [{ out }] = await Promise.all([
      at.done('export', 'users'),
      makeUser(at.service()),
      makeUser(at.service()),
    ])
    const ids = linesOf(out).map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length)
    assert.deepEqual(
      ids,
      [...ids].sort((one, other) => one - other),
    )
    assert.ok(ids.length <= before + 2)
  })
})
