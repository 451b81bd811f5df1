// Engines: SQLite
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { type Changes, Passkey } from '../../support/authenticator.ts'
import { using } from '../../support/database.ts'
import { codeOf } from '../../support/factors.ts'
import { ADMINISTRATOR, ask, askBy, PASSWORD, signInAt } from '../../support/http.ts'
import { PASSKEY_ATTACKS, PUBLIC_URL } from '../../support/passkeys.ts'
import { DATABASE, logged, serveIn, temporaryFolders } from '../../support/process.ts'
import { openSocket, slowRequest } from '../../support/socket.ts'

const newFolder = temporaryFolders()
const README = join(import.meta.dirname, '../../../README.md')

describe('The log', () => {
  it('has a line for each request with its id, and keeps a well-formed id of the client', async () => {
    const { url, end } = await serveIn(newFolder())
    const ids = ['abc-123.x:y_z', 'two words', 'x'.repeat(129), '<script>']
    const answered: string[] = []
    for (const id of ids) {
      const { headers, body } = await ask(`${url}/api/nowhere?x=1`, { headers: { 'x-request-id': id } })
      const given = headers.get('x-request-id') as string
      assert.equal(body.request_id, given)
      answered.push(given)
    }
    const [accepted, ...generated] = answered
    assert.equal(accepted, ids[0])
    for (const id of generated) assert.match(id, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    assert.equal(new Set(answered).size, answered.length)
    await ask(`${url}/healthz`)
    const { out } = await end('SIGTERM')
    const requests = logged(out).filter(({ msg }) => msg === 'request')
    assert.deepEqual(
      requests.slice(0, ids.length).map(({ reqId }) => reqId),
      answered,
    )
    const { method, route, status, ms } = requests.at(-1)
    assert.deepEqual([method, route, status, typeof ms], ['GET', '/healthz', 200, 'number'])
  })

  it('has status 499 and no error for a client that disconnected before the response', async () => {
    const { url, end } = await serveIn(newFolder())
    const socket = await openSocket(url)
    const { begin } = slowRequest('/api/setup', { code: 'x' }, { 'x-request-id': 'went-away' })
    socket.send(begin)
    // The service has read its headers once a later request on another connection is answered.
    await ask(`${url}/healthz`)
    socket.close()
    await socket.closed
    await ask(`${url}/healthz`)
    const { out } = await end('SIGTERM')
    const lines = logged(out).filter(({ reqId }) => reqId === 'went-away')
    assert.deepEqual(
      lines.map(({ level, msg, status }) => ({ level, msg, status })),
      [{ level: 30, msg: 'request', status: 499 }],
    )
  })

  it('has no user agent', async () => {
    const { url, end } = await serveIn(newFolder(), ADMINISTRATOR)
    const token = await signInAt(url)
    await ask(`${url}/api/me`, { token, headers: { 'user-agent': 'Curious/1.0' } })
    const { out } = await end('SIGTERM')
    assert.ok(logged(out).some(({ route }) => route === '/api/me'))
    assert.doesNotMatch(out, /Curious/)
  })

  it('names the user of each request, and the maker of a token made by another user', async () => {
    const { url, end } = await serveIn(newFolder(), ADMINISTRATOR)
    const root = await signInAt(url)
    const json = { email: 'ada@example.com', first_name: 'Ada' }
    const { item: ada } = (await ask(`${url}/api/users/create`, { token: root, json })).body.data
    const path = `${url}/api/users/id/${ada.id}/tokens/create`
    const { item: made } = (await ask(path, { token: root, json: { name: 'made' } })).body.data
    await ask(`${url}/api/me`, { token: made.api_token })
    await ask(`${url}/api/me`)
    const { out } = await end('SIGTERM')
    const callers = logged(out)
      .filter(({ msg }) => msg === 'request')
      .map(({ user, maker, token_id, ip, status }) => [user, maker, token_id, ip, status])
    const from = '127.0.0.1'
    assert.deepEqual(callers, [
      [undefined, undefined, undefined, from, 200],
      [1, undefined, 1, from, 201],
      [1, undefined, 1, from, 201],
      [ada.id, 1, made.id, from, 200],
      [undefined, undefined, undefined, from, 401],
    ])
  })

  it('has the address that a trusted proxy reports, and the route of a missing record', async () => {
    const { url, end } = await serveIn(newFolder(), { ...ADMINISTRATOR, TRUST_PROXY: 'loopback' })
    const token = await signInAt(url)
    const headers = { 'x-forwarded-for': '203.0.113.7', authorization: `Bearer ${token}` }
    for (const path of ['/api/users/99', '/api/users/username/nobody', '/api/nowhere/at/all'])
      assert.equal((await askBy(url + path, { headers })).status, 404)
    const { out } = await end('SIGTERM')
    assert.deepEqual(
      logged(out)
        .filter(({ status }) => status === 404)
        .map(({ ip, route }) => [ip, route]),
      [
        ['203.0.113.7', '/api/users/:id'],
        ['203.0.113.7', '/api/users/:column/:value'],
        ['203.0.113.7', null],
      ],
    )
  })

  it('has a line for each refused passkey with the account, and nothing of what was sent', async () => {
    const cwd = newFolder()
    const { url, end } = await serveIn(cwd, { ...ADMINISTRATOR, PUBLIC_URL, SIGNIN_RATE_LIMIT: '1000' })
    const token = await signInAt(url)
    using(join(cwd, DATABASE), (database) =>
      database.exec('update users set email_verified_at = created_at where email_verified_at is null'),
    )
    const dataFrom = async (path: string, json: object, as: { token?: string } = {}) =>
      (await ask(`${url}${path}`, { json, ...as })).body.data
    const passkey = new Passkey(PUBLIC_URL)
    const made = passkey.make(await dataFrom('/api/me/factors/passkey/options', {}, { token }))
    const { recovery_codes: codes } = await dataFrom('/api/me/factors/passkey', { response: made }, { token })
    const optionsOf = () => dataFrom('/api/signin/passkey/options', {})
    const password = { email: ADMINISTRATOR.ADMIN_EMAIL, password: PASSWORD }
    const sent: string[] = [passkey.id, ...codes]
    const send = async (path: string, json: object, response: ReturnType<Passkey['use']>) => {
      sent.push(
        response.response.signature,
        response.response.authenticatorData,
        response.response.clientDataJSON,
      )
      return (await ask(`${url}${path}`, { json })).status
    }
    const alone = (response: ReturnType<Passkey['use']>) =>
      send('/api/signin/passkey', { response }, response)
    const second = async (changes: Changes) => {
      const { challenge, passkey_options: options } = (await ask(`${url}/api/signin`, { json: password }))
        .body
      sent.push(challenge, options.challenge)
      const response = passkey.use(options, changes)
      return send('/api/signin', { challenge, passkey: response }, response)
    }
    const first = passkey.use(await optionsOf())
    assert.equal(await alone(first), 200)
    assert.equal(await alone(first), 401, 'sent before')
    for (const [name, changes] of PASSKEY_ATTACKS) {
      assert.equal(await alone(passkey.use(await optionsOf(), changes)), 401, name)
      assert.equal(await second(changes), 401, name)
    }
    const stranger = new Passkey(PUBLIC_URL)
    assert.equal(await alone(stranger.use(await optionsOf())), 401, 'of nobody')
    const { out } = await end('SIGTERM')
    for (const secret of [...sent, token, PASSWORD]) assert.ok(!out.includes(secret))
    const lines = logged(out).filter(({ level }) => level === 40)
    const linesWith = (text: string) =>
      lines.filter(({ msg }) => msg === text).map(({ ip, user }) => [ip, user])
    const owner = ['127.0.0.1', 1]
    assert.deepEqual(linesWith('a sign-in with a passkey failed'), [
      owner,
      ...PASSKEY_ATTACKS.map(() => owner),
      ['127.0.0.1', undefined],
    ])
    assert.deepEqual(
      linesWith('a second factor failed'),
      PASSKEY_ATTACKS.map(() => owner),
    )
    assert.equal(new Set(lines.map(({ reqId }) => reqId)).size, lines.length)
  })

  it('has a line for each failed sign-in with the address, and the account if it exists', async () => {
    const { url, end } = await serveIn(newFolder(), { ...ADMINISTRATOR, SIGNIN_RATE_LIMIT: '2' })
    const guess = async (email: string) =>
      (await ask(`${url}/api/signin`, { json: { email, password: 'a wrong one' } })).status
    const statuses = [await guess(ADMINISTRATOR.ADMIN_EMAIL), await guess('my password by mistake')]
    statuses.push(await guess(ADMINISTRATOR.ADMIN_EMAIL), await guess(ADMINISTRATOR.ADMIN_EMAIL))
    const { out } = await end('SIGTERM')
    assert.ok(!out.includes('by mistake'))
    const lines = logged(out).filter(({ msg }) => msg.startsWith('a sign-in'))
    const failed = 'a sign-in failed'
    const refused = 'a sign-in was refused: too many failures'
    assert.deepEqual(
      lines.map(({ level, msg, ip, user }) => [level, msg, ip, user]),
      statuses.map((status, index) => [
        40,
        status === 429 ? refused : failed,
        '127.0.0.1',
        index === 1 ? undefined : 1,
      ]),
    )
    assert.deepEqual([statuses.at(0), statuses.at(-1)], [401, 429])
    const [, failregex = ''] = /failregex = (.+?)`/.exec(readFileSync(README, 'utf8')) ?? []
    const forFail2ban = new RegExp(failregex.replace('<HOST>', '127\\.0\\.0\\.1'))
    assert.equal(out.split('\n').filter((line) => forFail2ban.test(line)).length, lines.length, failregex)
    const requests = logged(out).filter(({ msg }) => msg === 'request')
    // A request is logged after its response, so perhaps after the response to the next one.
    const signIns = requests.filter(({ route }) => route === '/api/signin')
    assert.deepEqual(lines.map(({ reqId }) => reqId).sort(), signIns.map(({ reqId }) => reqId).sort())
  })

  it('names the users whose password, email or tokens another user changed, with that user and the address', async () => {
    const { url, end } = await serveIn(newFolder(), ADMINISTRATOR)
    const root = await signInAt(url)
    const make = async (name: string) => {
      const json = { email: `${name}@example.com`, first_name: name, password: PASSWORD }
      return (await ask(`${url}/api/users/create`, { token: root, json })).body.data.item.id as number
    }
    const [ada, ben] = [await make('ada'), await make('ben')]
    const signIn = { email: 'ada@example.com', password: PASSWORD }
    const token = (await ask(`${url}/api/signin`, { json: signIn })).body.data.item.api_token
    const change = (by: string, path: string, json: unknown) =>
      askBy(`${url}/api/users${path}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${by}` },
        body: JSON.stringify(json),
      })
    await change(token, `/${ada}`, { password: 'a phrase of her own', current_password: PASSWORD })
    await change(root, '', [
      { id: ada, email: 'lovelace@example.com' },
      { id: ben, password: 'a phrase of another' },
    ])
    await change(root, `/${ben}`, { title: 'Countess', email: 'ben@example.com' })
    await ask(`${url}/api/users/id/${ben}/update`, { token: root, json: { password: 'another phrase' } })
    const assigned = 'a token of some length that nobody guesses'
    await ask(`${url}/api/users/id/${ben}/update`, { token: root, json: { api_token: assigned } })
    const tokens = (of: number) => `${url}/api/users/id/${of}/tokens`
    const made = await ask(`${tokens(ben)}/create`, { token: root, json: { name: 'Theirs' } })
    await ask(`${tokens(ben)}/${made.body.data.item.id}/revoke`, { token: root, json: {} })
    await ask(`${tokens(ben)}/0/revoke`, { token: root, json: {} })
    await ask(`${tokens(ben)}/revoke`, { token: root, json: {} })
    await ask(`${tokens(1)}/create`, { token: root, json: { name: 'My own' } })
    const { out } = await end('SIGTERM')
    const lines = logged(out).filter(
      ({ method, route }) => method === 'PATCH' || /update$|tokens/.test(String(route)),
    )
    assert.deepEqual(
      lines.map(({ user, credentials_of, ip, status }) => [user, credentials_of, ip, status]),
      [
        [ada, undefined, '127.0.0.1', 200],
        [1, [ada, ben], '127.0.0.1', 200],
        [1, undefined, '127.0.0.1', 200],
        [1, [ben], '127.0.0.1', 200],
        [1, [ben], '127.0.0.1', 200],
        [1, [ben], '127.0.0.1', 201],
        [1, [ben], '127.0.0.1', 200],
        [1, undefined, '127.0.0.1', 404],
        [1, [ben], '127.0.0.1', 200],
        [1, undefined, '127.0.0.1', 201],
      ],
    )
  })

  it('says how the administrator was created and from where, and names each refused setup link', async () => {
    const cwd = newFolder()
    const first = await serveIn(cwd)
    const [, code] = /setup#(\S+)/.exec(first.said.out) ?? []
    const person = { email: 'ada@example.com', first_name: 'Ada', password: PASSWORD }
    await ask(`${first.url}/api/setup/check`, { json: { code: 'rc_guess' } })
    await ask(`${first.url}/api/setup`, { json: { ...person, code } })
    const { out } = await first.end('SIGTERM')
    const events = logged(out).filter(({ msg }) => /setup link|administrator/.test(msg))
    assert.deepEqual(
      events.map(({ msg, ip, user }) => [msg, ip, user]),
      [
        [
          'there is no administrator: open the setup link that is printed below to create one; sign-up is closed until then',
          undefined,
          undefined,
        ],
        ['a setup link was refused: it is used, expired or unknown', '127.0.0.1', undefined],
        ['the first administrator was created', '127.0.0.1', 1],
      ],
    )
    assert.ok(!out.split('\n').some((line) => line.startsWith('{') && line.includes(code as string)))
    const second = await serveIn(cwd, ADMINISTRATOR)
    const ended = await second.end('SIGTERM')
    assert.ok(
      logged(ended.out).some(
        ({ msg, level }) => /^ADMIN_EMAIL and ADMIN_PASSWORD are ignored/.test(msg) && level === 30,
      ),
    )
  })

  it('is empty at level silent', async () => {
    const { url, end } = await serveIn(newFolder(), { ...ADMINISTRATOR, LOG_LEVEL: 'silent' })
    await signInAt(url)
    assert.deepEqual(logged((await end('SIGTERM')).out), [])
  })

  it('contains no secret of a second factor at the most verbose level', async () => {
    const cwd = newFolder()
    const settings = { LOG_LEVEL: 'trace', PUBLIC_URL, SIGNIN_RATE_LIMIT: '1000' }
    const { url, end } = await serveIn(cwd, { ...ADMINISTRATOR, ...settings })
    const token = await signInAt(url)
    using(join(cwd, DATABASE), (database) =>
      database.exec('update users set email_verified_at = created_at where email_verified_at is null'),
    )
    const post = async (path: string, json: object, as: { token?: string } = { token }) =>
      (await ask(`${url}${path}`, { json, ...as })).body
    const now = { now: () => new Date().toISOString() }
    const { secret, uri } = (await post('/api/me/factors/totp', {})).data
    const code = codeOf({ clock: now }, secret)
    const { recovery_codes: codes } = (await post('/api/me/factors/totp/confirm', { code })).data
    const passkey = new Passkey(PUBLIC_URL)
    const made = passkey.make((await post('/api/me/factors/passkey/options', {})).data)
    assert.equal((await post('/api/me/factors/passkey', { response: made })).success, true)
    const password = { email: ADMINISTRATOR.ADMIN_EMAIL, password: PASSWORD }
    const first = await post('/api/signin', password, {})
    const wrong = { challenge: first.challenge, recovery_code: 'wr0ng-c0de' }
    assert.equal((await post('/api/signin', wrong, {})).success, false)
    const finish = { challenge: first.challenge, recovery_code: codes[0] }
    const signedIn = await post('/api/signin', finish, {})
    assert.equal(signedIn.success, true)
    const proof = await post('/api/reauthenticate', { recovery_code: codes[1] })
    assert.equal(proof.success, true)
    const alone = passkey.use((await post('/api/signin/passkey/options', {}, {})).data)
    assert.equal((await post('/api/signin/passkey', { response: alone }, {})).success, true)
    const fresh = (await post('/api/me/recovery-codes', {})).data.recovery_codes
    const { out, err } = await end('SIGTERM')
    assert.match(out, /insert into "factors"|insert into \\"factors\\"/)
    const { attestationObject } = made.response
    const { signature } = alone.response
    const secrets = [
      secret,
      uri,
      ...codes,
      ...fresh,
      first.challenge,
      'wr0ng-c0de',
      signedIn.data.item.api_token,
    ]
    for (const each of [...secrets, attestationObject, signature])
      for (const text of [each, each.replaceAll('-', '')])
        assert.ok(!(out + err).includes(text), `${each} is in the log`)
  })

  it('contains no secret at the most verbose level', async () => {
    const { url, end } = await serveIn(newFolder(), {
      ...ADMINISTRATOR,
      LOG_LEVEL: 'trace',
      SIGNIN_RATE_LIMIT: '0',
      BODY_LIMIT: '4kb',
    })
    const token = await signInAt(url)
    const secrets = [PASSWORD, token]
    const secret = () => {
      const value = `s3cret${secrets.length}Zq`
      secrets.push(value)
      return value
    }
    const raw = (init: RequestInit, path = '/api/signin') =>
      askBy(url + path, { method: 'POST', ...init }).then(({ status }) => status)
    const json = { 'content-type': 'application/json' }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const multipart = new FormData()
    multipart.set('api_token', token)
    multipart.set('password', secret())

    const statuses = [
      await raw({ headers: json, body: JSON.stringify({ email: 'root@example.com', password: secret() }) }),
      await raw({
        headers: json,
        body: JSON.stringify({ email: secret(), password: secret(), otp: secret() }),
      }),
      await raw({ headers: json, body: `{"email": "root@example.com", "password": "${secret()}` }),
      await raw({ headers: json, body: JSON.stringify({ password: secret().repeat(1000) }) }),
      await raw({ headers: form, body: `email=root&password=${secret()}` }),
      await raw({ headers: { 'content-type': 'text/plain' }, body: secret() }),
      await raw({ headers: form, body: `api_token=${token}` }, '/api/users'),
      await raw({ headers: json, body: JSON.stringify({ api_token: token }) }, '/api/users'),
      await raw({ body: multipart }, '/api/users'),
      await raw({ method: 'GET' }, `/api/users?api_token=${token}`),
      await raw({ method: 'GET', headers: { authorization: `Bearer ${secret()}` } }, '/api/users'),
      await raw(
        { method: 'GET', headers: { authorization: `Basic ${secret()}`, cookie: secret() } },
        '/api/users',
      ),
      await raw({ method: 'GET' }, `/api/users/api_token/${token}`),
      await raw({ method: 'GET' }, `/api/users/password/${secret()}/update?api_token=${token}`),
      await raw({ method: 'GET' }, `/${secret()}/nowhere`),
      await raw({ method: 'GET' }, `/%zz${secret()}`),
      await raw({ method: 'DELETE' }, `/api/signin?api_token=${token}`),
    ]
    assert.deepEqual(
      statuses,
      [401, 422, 400, 413, 401, 415, 200, 200, 200, 200, 401, 401, 401, 400, 404, 400, 405],
      'each reached the intended handler',
    )
    const written = {
      ...{ email: 'bob@example.com', first_name: 'Bob', password: secret(), activation_code: secret() },
      ...{ remember_token: secret(), login_otp: secret(), api_token: secret().repeat(5) },
    }
    assert.equal((await ask(`${url}/api/users/create`, { token, json: written })).status, 201)
    assert.equal((await ask(`${url}/api/users/create`, { token, json: written })).status, 409)
    const garbage = await openSocket(url)
    garbage.send(`GET /${secret()} NOT-HTTP ${secret()}\r\n\r\n`)
    assert.match(await garbage.closed, /^HTTP\/1\.1 400 /)
    assert.equal((await ask(`${url}/api/signout`, { token, json: {} })).status, 200)

    const { out, err } = await end('SIGTERM')
    const lines = logged(out)
    assert.ok(lines.filter(({ msg }) => msg === 'request').length >= 20)
    assert.ok(
      lines.some(({ msg, sql }) => msg === 'query' && /insert into "tokens"/.test(sql)),
      'statements are logged',
    )
    for (const each of secrets) assert.ok(!(out + err).includes(each), `${each} is in the log`)
  })
})
