// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { dataOf, makeUser } from '../../support/actors.ts'
import { type Fields, type Item, next } from '../../support/factories.ts'
import { PASSWORD } from '../../support/http.ts'
import { runHere, temporaryFolders } from '../../support/process.ts'
import { assertRefused, useService } from '../../support/suite.ts'

/** Usernames that could be mistaken for another user's, or for an id. */

const UUID = '0190f5ce-1c7d-7a4e-8c3b-0123456789ab'
const REFUSED: Record<string, string[]> = {
  'contains invisible characters': ['ad\u3164min', '\uffa0admin', 'ad\u115fmin'],
  'contains compatibility characters': ['ａｄｍｉｎ', 'admin１', 'ﬁnance', '𝒜da', 'ſmith', 'adªm', '①'],
  'mixes scripts that look alike': ['аdmin', 'adminо', 'αdmin', 'pаypal', 'ᎪdmіᎪ', 'օffice', 'иван-αβ'],
  'mixes digits': ['admin1\u0661'],
  'has Latin letters that look like others': [
    ...[
      'admın',
      'ɑdmin',
      'admİn',
      'aᴅᴍɪn',
      'Ɑdmin',
      'ɡina',
      'ꝏps',
      'ışık',
      'ʒd',
      'Ʒd',
      'paypaǀ',
      'adǃ',
      'ǝli',
    ],
    ...['jꬾrn', 'ad\u02cdmin'],
  ],
  'has digits or signs of another script that look like letters': [
    ...['b०b', 'b๐b', 'b໐b', 'а०б', 'adーmin', 'محمـد', 'ad❶', 'b〇b'],
  ],
  'is a number or a UUID': ['1', '0042', '٤٢', UUID, UUID.toUpperCase()],
}
const ALLOWED = [
  'ada',
  'élodie',
  'иван',
  'Σοφία',
  '山田たろう',
  '山田ハナコー',
  'tanaka山田',
  '김철수',
  'ada-김',
  'محمد',
  'محمد٤٢',
  ...['नमन४२', 'علی۴۲', 'æsop', 'Þóra', 'straße', 'łukasz', 'ångström', 'nguyễn', 'zoë'],
  ...['đorđe', 'ọlá', 'əli', 'oʻtkir', 'ʿalī', 'Σωκράτης', '二〇一五', 'ハリー'],
  '1a',
  '4.2',
]

const newFolder = temporaryFolders()

describe('A username', () => {
  const { service, call, make, store, unchanged } = useService()
  const person = (fields: Fields = {}): Fields => ({
    email: `person-${next()}@example.com`,
    first_name: 'P',
    password: PASSWORD,
    ...fields,
  })
  const refused = { status: 422, code: 'not_allowed', fields: ['username'] }

  for (const [why, usernames] of Object.entries(REFUSED)) {
    it(`that ${why} is refused by every call that sets one, and nothing is stored`, async () => {
      const user = await make('users')
      const registration = await make('registrations')
      for (const username of usernames) {
        await unchanged(async () => {
          for (const path of ['users/create', 'registrations/create', 'signup']) {
            const token = path === 'signup' ? { token: null } : {}
            assertRefused(
              await call('POST', `/api/${path}`, { json: person({ username }), ...token }),
              refused,
            )
          }
          for (const [resource, { id }] of Object.entries({ users: user, registrations: registration })) {
            assertRefused(await call('PATCH', `/api/${resource}/${id}`, { json: { username } }), refused)
            const many = { ...refused, fields: ['0.username'] }
            assertRefused(await call('POST', `/api/${resource}`, { json: [person({ username })] }), many)
            assertRefused(await call('PATCH', `/api/${resource}`, { json: [{ id, username }] }), many)
          }
        })
      }
    })
  }

  it('is kept as it is in one script, or in the scripts of one language', async () => {
    for (const username of ALLOWED) {
      const user = await make('users', { username })
      assert.equal(user.username, username)
    }
  })

  it("may be the user's own email; an older one that equals another's email gives its owner no advantage", async () => {
    const ada = await make('users', { email: 'ada.own@example.com', username: 'Ada.Own@example.com' })
    assert.equal(ada.username, 'Ada.Own@example.com')
    const bob = await make('users')
    // Stored before this was refused.
    const old = 'bob@elsewhere.example'
    await store('users', bob.id, { username: old, username_key: old })
    const taken = (field: string) => ({ status: 409, code: `${field}_taken`, fields: [field] })
    const { id } = dataOf(
      await call('POST', '/api/signup', { json: person({ email: 'BOB@elsewhere.example' }), token: null }),
    ).item
    const json = { email: 'bob@elsewhere.example', password: PASSWORD }
    assert.equal(dataOf(await call('POST', '/api/signin', { json, token: null })).item.id, id)
    await call('POST', `/api/users/id/${bob.id}/delete`)
    assertRefused(await call('POST', `/api/users/id/${bob.id}/restore`), taken('username'))
  })

  it('that is another email address is refused in the same way, whether it is in use or not', async () => {
    const email = `somebody.${next()}@example.com`
    const ada = await make('users', { email })
    await make('registrations', { email: `waiting.${email}`, password: PASSWORD })
    const bob = await makeUser(service())
    const waiting = await make('registrations', { password: PASSWORD })
    const attempts: [string, (username: string) => ReturnType<typeof call>][] = [
      [
        'themselves',
        (username) => call('PATCH', `/api/users/${bob.id}`, { json: { username }, token: bob.token }),
      ],
      ['another', (username) => call('PATCH', `/api/users/${bob.id}`, { json: { username } })],
      ['a new user', (username) => call('POST', '/api/users/create', { json: person({ username }) })],
      [
        'who signs up',
        (username) => call('POST', '/api/signup', { json: person({ username }), token: null }),
      ],
      [
        'a new registration',
        (username) => call('POST', '/api/registrations/create', { json: person({ username }) }),
      ],
      [
        'a registration',
        (username) => call('PATCH', `/api/registrations/${waiting.id}`, { json: { username } }),
      ],
    ]
    const addresses = [email, email.toUpperCase(), `waiting.${email}`, `${ada.username}@example.net`]
    await unchanged(async () => {
      for (const [whom, attempt] of attempts) {
        const answers = new Set<string>()
        for (const username of addresses) {
          const answer = await attempt(username)
          assertRefused(answer, refused)
          const { request_id: _, ...body } = answer.body
          answers.add(JSON.stringify(body))
        }
        assert.equal(answers.size, 1, whom)
      }
    })
  })

  for (const resource of ['users', 'registrations'] as const) {
    it(`of ${resource} that equals their own email changes with it and frees the old address`, async () => {
      const [old, changed] = [`old.${next()}@example.com`, `New.${next()}@example.com`]
      const ada = await make(resource, { email: old, username: old })
      const path = `/api/${resource}/${ada.id}`
      const update = async (json: object) => dataOf(await call('PATCH', path, { json })).username
      assert.equal(await update({ email: old.toUpperCase() }), old)
      assert.equal(await update({ email: changed }), changed)
      const ben = await make('users', { email: old, username: old })
      assert.equal(ben.username, old)
      // A username cannot contain a plus sign.
      const plus = `ada.${ada.id}+mail@example.com`
      assert.equal(await update({ email: plus }), `ada.${ada.id}mail`)
      assert.equal(await update({ email: `other.${next()}@example.com` }), `ada.${ada.id}mail`)
      const both = { email: `both.${next()}@example.com`, username: `both.${ada.id}` }
      assert.equal(await update(both), both.username)
      assertRefused(await call('PATCH', path, { json: { username: changed } }), refused)
    })
  }

  it("never equals another user's email, even with concurrent writes", async () => {
    const [ada, ben] = [await make('users'), await make('registrations')]
    const email = `moment.${next()}@example.com`
    const writes = [
      call('PATCH', `/api/users/${ada.id}`, { json: { username: email } }),
      call('PATCH', `/api/registrations/${ben.id}`, { json: { username: email } }),
      call('POST', '/api/users/create', { json: person({ username: email }) }),
      call('POST', '/api/users/create', { json: person({ email }) }),
      call('PATCH', '/api/users', { json: [{ id: ada.id, username: email }] }),
    ]
    const statuses = (await Promise.all(writes)).map(({ status }) => status)
    assert.equal(statuses[3], 201)
    assert.ok(statuses.filter((_, index) => index !== 3).every((status) => status === 422 || status === 409))
    const { rows } = await sql`select 1 from users where username_key = ${email}
      union all select 1 from registrations where username_key = ${email}`.execute(service().connection.db)
    assert.deepEqual(rows, [])
  })

  it('of a registration that equals a former email is not copied to the user', async () => {
    const old = `before.${next()}@example.com`
    const registration = await make('registrations', { username: 'plain' })
    await store('registrations', registration.id, { username: old, username_key: old })
    const { user } = dataOf(await call('POST', `/api/registrations/id/${registration.id}/create-user`))
    assert.ok(!user.username.includes('@'))
  })

  it('is derived with the prefix user if the local part would not be a valid username', async () => {
    for (const local of ['12345', UUID, '0']) {
      const user = await make('users', { email: `${local}@example.com` })
      assert.equal(user.username, `user${local}`)
      const again = await make('users', { email: `${local}@example.org` })
      assert.equal(again.username, `user${local}2`)
    }
  })

  it('that is stored already remains: its user can be read, changed, sign in, and be created from a registration', async () => {
    const old = 'аdmin'
    const password = PASSWORD
    const [user, registration] = [await make('users', { password }), await make('registrations')]
    for (const [table, { id }] of [
      ['users', user],
      ['registrations', registration],
    ] as ['users' | 'registrations', Item][])
      await store(table, id, { username: old, username_key: old })
    const path = `/api/users/${user.id}`
    assert.equal(dataOf(await call('GET', path)).username, old)
    assert.equal(dataOf(await call('PATCH', path, { json: { title: 'Changed' } })).title, 'Changed')
    assert.equal(
      dataOf(await call('PATCH', path, { json: { username: old, title: 'Again' } })).title,
      'Again',
    )
    const signedIn = await call('POST', '/api/signin', { token: null, json: { email: old, password } })
    assert.equal(signedIn.status, 200)
    const { user: made } = dataOf(await call('POST', `/api/registrations/id/${registration.id}/create-user`))
    assert.notEqual(made.username, old)
  })

  it('in an import follows the same rules; a row that repeats a stored one is accepted', async () => {
    const cwd = newFolder()
    const env = { DATABASE_URL: service().config.databaseUrl }
    const there = await make('users')
    const other = await make('users')
    const address = 'other@elsewhere.example'
    await store('users', other.id, { username: address, username_key: address })
    await store('users', there.id, { username: 'аdmin', username_key: 'аdmin-of-old' })
    const rows = [
      ['number@example.com', '123'],
      ['mixed@example.com', 'pаypal'],
      ['wide@example.com', 'ａｄａ'],
      ['email@example.com', there.email],
      ['other@elsewhere.example', 'fine'],
      ['9876@example.com', ''],
      [there.email, 'аdmin'],
    ]
    const lines = rows.map(([email, username]) => `${email},${username},P`)
    writeFileSync(join(cwd, 'people.csv'), ['email,username,first_name', ...lines].join('\n'))
    const { out, err } = await runHere(cwd, ['import', 'users', 'people.csv', '--on-conflict', 'update'], env)
    const found = async (email: string) =>
      (
        await sql<{ username: string }>`select username from users where email = ${email}`.execute(
          service().connection.db,
        )
      ).rows.map(({ username }) => username)
    for (const email of ['number', 'mixed', 'wide', 'email'])
      assert.deepEqual(await found(`${email}@example.com`), [], out + err)
    assert.deepEqual(await found('other@elsewhere.example'), [])
    assert.deepEqual(await found('9876@example.com'), ['user9876'])
    assert.deepEqual(await found(there.email), ['аdmin'])
    assert.equal(dataOf(await call('GET', `/api/users/${there.id}`)).first_name, 'P', out + err)
    assert.equal(dataOf(await call('GET', `/api/users/${other.id}`)).username, 'other@elsewhere.example')
  })
})

describe('An email', () => {
  const { call, unchanged } = useService()

  it('contains only ASCII: no invisible, full-width or look-alike characters', async () => {
    const emails = [
      'ａda@example.com',
      'ada@ｅxample.com',
      'ad\u200ba@example.com',
      'аda@example.com',
      'ada@exаmple.com',
      'ada＠example.com',
      'ad\u212a@example.com',
      'ada@example。com',
    ]
    for (const email of emails) {
      await unchanged(async () => {
        const json = { email, first_name: 'P' }
        const refused = { status: 422, code: 'invalid_format', fields: ['email'] }
        assertRefused(await call('POST', '/api/users/create', { json }), refused)
      })
    }
  })
})
