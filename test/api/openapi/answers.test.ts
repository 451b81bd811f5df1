// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Subject } from '../../../contract/permissions.ts'
import { listEndpoints } from '../../../server/app.ts'
import { issueSetupCode } from '../../../server/credentials/setup-codes.ts'
import type { Endpoint, Method } from '../../../server/http/endpoint.ts'
import { systemContext } from '../../../server/prepare.ts'
import { isFields } from '../../../server/values/fields.ts'
import { giveSession, makeUser } from '../../support/actors.ts'
import type { Answer } from '../../support/answer.ts'
import { Passkey } from '../../support/authenticator.ts'
import { type Description, descriptionOf, operationsOf } from '../../support/description.ts'
import { factoryOf } from '../../support/factories.ts'
import { codeOf, makeFactor } from '../../support/factors.ts'
import { callByMethod, callRelations, NEVER_DONE } from '../../support/generic-calls.ts'
import { enqueue, resetMail, waitingMails } from '../../support/mail.ts'
import { numberEntries } from '../../support/numbering.ts'
import { PUBLIC_URL } from '../../support/passkeys.ts'
import {
  ADMIN,
  type CallOptions,
  defaults,
  type Service,
  type Statement,
  signIn,
  startService,
} from '../../support/service.ts'

let service: Service
let description: Description
/** The operations that have succeeded and the refused statuses, in any test of this file. */
const succeeded = new Set<string>()
const refused = new Set<number>()

const endpoints = listEndpoints(defaults)
/** Names of endpoints that have run, and of those that wrote. */
const ran = new Set<string>()
const wrote = new Set<string>()
/** Names of endpoints that have recorded entries of the audit trail. */
const recorded = new Set<string>()

const RECORDS = /insert into "audit_entries"/i
const WRITE = /\b(?:insert into|delete from|update "?\w+"? set)\b/i

/** The endpoint that serves a request: the payload decides where several have the same path and method. */
function endpointOf(method: string, path: string, { query = {}, json }: CallOptions): Endpoint | undefined {
  const template = description.templateOf(path)
  const sent = { ...(typeof query === 'object' && query), ...(isFields(json) && json) }
  return endpoints.find(
    (endpoint) =>
      endpoint.path.replaceAll(/:(\w+)/g, '{$1}') === template &&
      endpoint.methods.includes(method as Method) &&
      (endpoint.when?.(sent, json) ?? true),
  )
}

/** They change nothing of an account: they send a code by mail, begin what another call completes, or prove who calls. */
const UNRECORDED = [
  ...['email-change', 'email-verify', 'password-forgot', 'signin-code', 'signup-resend'],
  ...['factors-totp', 'reauthenticate'],
]

/** What this file sends to them is stored already; what changes something is in operations.test.ts of the audit trail. */
const WITHOUT_CHANGE = [
  ...['registrations', 'roles', 'taxonomies', 'taxonomy-types', 'users', 'webhooks'].map(
    (name) => `${name}.change`,
  ),
  'taxonomies.relationships.type',
  'taxonomy-types.relationships.taxonomies',
]

/** A read runs no statement that writes; whether a write runs one is noted. */
function holdToEffect(endpoint: Endpoint, statements: readonly Statement[]): void {
  const writes = statements.filter(({ sql }) => WRITE.test(sql))
  const { name } = endpoint
  ran.add(name)
  if (writes.length > 0) wrote.add(name)
  if (writes.some(({ sql }) => RECORDS.test(sql))) recorded.add(name)
  if (endpoint.effect === 'read') assert.deepEqual(writes, [], `${name} is declared a read`)
}

/** Records what is answered; the harness checks each response against the description. */
async function startRecorded(overrides: Parameters<typeof startService>[0] = {}): Promise<Service> {
  const started = await startService(overrides)
  description ??= await descriptionOf(started)
  const { call } = started
  started.call = async (method: string, path: string, options?: CallOptions) => {
    const { statements } = started
    const kept: Statement[] = []
    statements.recorded = kept
    const answer = await call(method, path, options)
    if (answer.status < 300) {
      succeeded.add(`${method} ${description.templateOf(path)}`)
      const endpoint = endpointOf(method, path, options ?? {})
      if (endpoint) holdToEffect(endpoint, kept)
    } else refused.add(answer.status)
    return answer
  }
  return started
}

before(async () => {
  service = await startRecorded({ publicUrl: PUBLIC_URL })
})
after(() => service.stop())

const METHODS = ['GET', 'POST'] as const

/** Makes a call and expects it to succeed. */
async function succeed(method: string, path: string, fields: object = {}): Promise<Answer> {
  const texts = Object.entries(fields).map(([name, value]) => [name, String(value)])
  const sent = method === 'GET' ? { query: Object.fromEntries(texts) } : { json: fields }
  const answer = await service.call(method, path, sent)
  assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer
}

const createdId = async (method: string, name: Subject): Promise<number> =>
  (await succeed(method, `/api/${name}/create`, await factoryOf(name).valid(service))).body.data.item.id

const CHANGES: Partial<Record<Subject, object>> = {
  registrations: { title: 'Countess' },
  users: { title: 'Countess' },
  roles: { details: 'Changed.' },
  taxonomies: { excerpt: 'Changed.' },
  'taxonomy-types': { is_active: false },
  webhooks: { description: 'Changed.' },
}

describe('A successful response is as described', () => {
  for (const [name, changes] of Object.entries(CHANGES) as [Subject, object][]) {
    for (const method of METHODS) {
      it(`for a ${name} record from its creation to its restore, by ${method}`, async () => {
        const id = await createdId(method, name)
        const at = `/api/${name}/id/${id}`
        await succeed(method, `/api/${name}`, {
          sort: 'created_at:desc',
          include: 'created_by',
          trashed: 'true',
        })
        await succeed(method, at, { include: 'created_by,updated_by' })
        await succeed(method, `${at}/update`, changes)
        await succeed(method, `${at}/delete`)
        await succeed(method, `${at}/restore`)
      })
    }
  }

  for (const method of METHODS) {
    it(`for permissions, in both shapes, by ${method}`, async () => {
      await succeed(method, '/api/permissions', { include: 'roles.users', per_page: 3 })
      await succeed(method, '/api/permissions', { variant: '2' })
      const at = '/api/permissions/slug/can-delete-permanently'
      for (const path of ['', '/roles', '/users']) await succeed(method, at + path)
      await succeed(method, `${at}/roles`, { variant: '2' })
      await succeed(method, `${at}/delete`)
      await succeed(method, `${at}/restore`)
    })

    it(`for the links between users, roles and permissions, by ${method}`, async () => {
      for (const path of [
        'roles',
        'permissions',
        'taxonomies',
        'roles/editor',
        'permissions/can-read-users',
      ]) {
        await succeed(method, `/api/users/id/1/${path}`)
      }
      for (const path of ['users', 'permissions']) await succeed(method, `/api/roles/slug/editor/${path}`)
      await succeed(method, '/api/users', {
        include: 'roles.permissions,permissions,registration,invited_by',
      })
    })

    it(`for creating the user of a registration, by ${method}`, async () => {
      const id = await createdId('POST', 'registrations')
      await succeed(method, `/api/registrations/id/${id}/create-user`)
      await succeed(method, `/api/registrations/id/${id}`, { include: 'user.registration' })
    })

    it(`for trees of terms, by ${method}`, async () => {
      const suffix = method.toLowerCase()
      await succeed('POST', '/api/taxonomy-types/create', { name: `Country ${suffix}` })
      const city = { name: `City ${suffix}`, parent: `country-${suffix}` }
      await succeed('POST', '/api/taxonomy-types/create', city)
      await succeed('POST', '/api/taxonomies/create', { name: 'France', type: `country-${suffix}` })
      const paris = { name: 'Paris', type: `city-${suffix}`, parent: 'france' }
      await succeed('POST', '/api/taxonomies/create', paris)
      await succeed(method, '/api/taxonomies', { with_children: true, include: 'type,parent' })
      await succeed(method, '/api/taxonomy-types', { with_children: true, include: 'taxonomies.type' })
    })
  }

  it('for writes of links', async () => {
    const [user, role] = [await createdId('POST', 'users'), await createdId('POST', 'roles')]
    const writes = [
      { at: `/api/users/${user}/relationships/roles`, member: 'editor' },
      { at: `/api/roles/${role}/relationships/permissions`, member: 'can-read-users' },
    ]
    for (const { at, member } of writes) {
      await succeed('GET', at)
      await succeed('POST', at, [{ id: member, expires_at: '2126-01-01' }])
      await succeed('PATCH', at, { id: member, is_active: false })
      await succeed('PUT', at, [member])
      await succeed('DELETE', at, [member])
    }
  })

  const sent = async (method: string, path: string, json?: unknown) => {
    const answer = await service.call(method, path, json === undefined ? {} : { json })
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
  }

  for (const [name, changes] of Object.entries({ ...CHANGES, permissions: {} }) as [Subject, object][]) {
    it(`for ${name} by method, one and many`, () => callByMethod(service, name, changes, sent))
  }

  it('for every relation, by every method', async () => {
    const term = await callRelations(service, sent)
    for (const method of METHODS) await succeed(method, `/api/taxonomies/id/${term.id}/users`)
  })

  it('for sign-up, sign-in, sign-out and health', async () => {
    const account = { email: 'new@example.com', password: 'a quite unusual phrase' }
    await succeed('POST', '/api/signup', { ...account, first_name: 'Ada' })
    const { token } = service
    service.token = (await succeed('POST', '/api/signin', account)).body.data.item.api_token
    const { id } = (await succeed('GET', '/api/me')).body.data.user
    await succeed('POST', '/api/checks', [{ user: id, role: 'registered' }])
    for (const slug of ['can-read-users', 'can-fly']) {
      await succeed('GET', `/api/users/id/${id}/permissions/${slug}`, { explain: true })
    }
    await succeed('GET', `/api/users/id/${id}/permissions`, { explain: true })
    await succeed('POST', '/api/signout')
    service.token = token
    for (const method of ['GET', 'HEAD']) {
      for (const path of ['/healthz', '/readyz']) await service.call(method, path)
    }
  })

  it('for the operations of a console', async () => {
    for (const path of ['service', 'overview', 'role-permissions']) await succeed('GET', `/api/${path}`)
    const change = { role: 'guest', permission: 'can-read-users', held: true }
    await succeed('POST', '/api/role-permissions/changes', { changes: [change] })
    await succeed('POST', '/api/roles/slug/editor/duplicate', { name: 'Editor of dishes' })
    const { id: type } = (await succeed('POST', '/api/taxonomy-types/create', { name: 'Dish' })).body.data
      .item
    const term = async (name: string) =>
      (await succeed('POST', '/api/taxonomies/create', { name, type })).body.data.item.id
    await succeed('POST', '/api/taxonomies/outline', { type, outline: 'Starter\n\tSalad' })
    const [soup, broth] = [await term('Soup'), await term('Broth')]
    await succeed('POST', `/api/taxonomies/id/${broth}/move`, { parent: soup })
    await succeed('GET', `/api/taxonomies/tree?type=${type}&q=broth`)
    await succeed('POST', `/api/taxonomies/id/${broth}/merge`, { into: soup })
  })

  it('for actions on many records with a report', async () => {
    const [id, registration] = [await createdId('POST', 'users'), await createdId('POST', 'registrations')]
    const actions = [
      'deactivate',
      'activate',
      'assign-role',
      'renew-roles',
      'remove-role',
      'delete',
      'restore',
    ]
    const inputs: Record<string, object> = {
      'assign-role': { role: 'editor', expires_at: '2126-01-01' },
      'renew-roles': { expires_at: '2126-02-01' },
      'remove-role': { role: 'editor' },
    }
    for (const action of actions)
      await succeed('POST', `/api/users/bulk/${action}`, { ids: [id, 999], ...inputs[action] })
    const rows = [{ email: 'row@example.com', first_name: 'Row' }, { email: 'no address' }]
    await succeed('POST', '/api/users/bulk/create', { items: rows })
    for (const action of ['delete', 'restore', 'create-user'])
      await succeed('POST', `/api/registrations/bulk/${action}`, { ids: [registration] })
  })

  it('for the tokens of a user', async () => {
    const at = `/api/users/id/${await createdId('POST', 'users')}/tokens`
    const { id } = (await succeed('POST', `${at}/create`, { name: 'backup' })).body.data.item
    for (const method of METHODS) await succeed(method, at)
    await succeed('POST', `${at}/${id}/revoke`)
    await succeed('POST', `${at}/revoke`)
  })

  it('for the offboarding of a user', async () => {
    const at = `/api/users/id/${await createdId('POST', 'users')}`
    const { id } = (await succeed('POST', `${at}/offboard`)).body.data.offboarding
    await succeed('GET', `${at}/offboardings`)
    await succeed('POST', `${at}/offboardings/${id}/restore`)
  })

  it('for erasing a user', async () => {
    await succeed('DELETE', `/api/users/${await createdId('POST', 'users')}`, { erase: true })
  })

  it('for the audit trail and the history of a record', async () => {
    await succeed('GET', '/api/audit', { action: 'users.*', per_page: 2 })
    await succeed('GET', '/api/audit/export')
    await succeed('GET', '/api/audit/seal')
    await succeed('GET', '/api/audit/seal', { entry: 1 })
    await succeed('GET', '/api/events')
    for (const name of [...Object.keys(CHANGES), 'permissions']) {
      const { id } = (await succeed('GET', `/api/${name}`, { per_page: 1 })).body.data.list.data[0]
      await succeed('GET', `/api/${name}/id/${id}/history`)
    }
  })

  it('for the deliveries of webhooks, tests and rotations', async () => {
    const id = await createdId('POST', 'webhooks')
    const at = `/api/webhooks/id/${id}`
    const { event_uuid: uuid } = (await succeed('POST', `${at}/test`)).body.data
    const { db } = service.connection
    const delivery = await db
      .insertInto('webhook_deliveries')
      .values({
        ...{ webhook_id: id, event_uuid: uuid, number: 1, action: 'webhooks.test', kind: 'test', attempt: 1 },
        ...{
          outcome: 'failed',
          status: 500,
          fault: 'status',
          duration_ms: 7,
          at: service.clock.now(),
          answer: 'no',
        },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await succeed('GET', `${at}/deliveries`, { outcome: 'failed' })
    await succeed('POST', `${at}/deliveries/${delivery.id}/redeliver`)
    await succeed('POST', `${at}/rotate`, { overlap_hours: 1 })
  })

  it('for mails', async () => {
    const userId = await createdId('POST', 'users')
    const { email } = (await succeed('GET', `/api/users/id/${userId}`)).body.data
    await enqueue(service, { ...resetMail(service), to: { address: email, userId } })
    await service.connection.db.updateTable('mails').set({ state: 'sent', sealed: null }).execute()
    const { id } = (await succeed('GET', '/api/mails')).body.data.list.data[0]
    await succeed('POST', `/api/mails/${id}/resend`)
    await succeed('GET', '/api/mails/status')
  })

  it('for passwords that are forgotten, reset and changed', async () => {
    const account = { email: 'forgetful@example.com', password: 'a phrase to forget' }
    const person = { ...account, first_name: 'Ada' }
    const { id } = (await succeed('POST', '/api/users/create', person)).body.data.item
    await succeed('POST', `/api/users/id/${id}/send-reset`)
    await succeed('POST', '/api/password/forgot', { email: account.email })
    const [{ code }] = await waitingMails(service, account.email, 'reset')
    const password = 'a phrase to keep'
    await succeed('POST', '/api/password/reset', { code, password })
    const { token } = service
    service.token = await signIn(service, account.email, password)
    await succeed('POST', '/api/password/change', { current_password: password, password: 'yet another one' })
    await succeed('POST', '/api/email/verify')
    const [verification] = await waitingMails(service, account.email, 'email-verify')
    await succeed('POST', '/api/email/confirm', { code: verification.code })
    const email = 'elsewhere@example.com'
    await succeed('POST', '/api/email/change', { email, current_password: 'yet another one' })
    const [change] = await waitingMails(service, email, 'email-change')
    await succeed('POST', '/api/email/confirm', { code: change.code })
    const [changed] = await waitingMails(service, account.email, 'email-changed')
    await succeed('POST', '/api/email/undo', { code: changed.code })
    service.token = token
  })

  it('for second factors', async () => {
    const { token } = service
    const json = { email: 'factor@example.com', first_name: 'Ada', password: 'a phrase to prove' }
    await succeed('POST', '/api/users/create', json)
    service.token = await signIn(service, json.email, json.password)
    await succeed('POST', '/api/reauthenticate', { password: json.password })
    const { secret } = (await succeed('POST', '/api/me/factors/totp')).body.data
    await succeed('POST', '/api/me/factors/totp/confirm', { code: codeOf(service, secret) })
    const { factors } = (await succeed('GET', '/api/me/factors')).body.data
    const { recovery_codes } = (await succeed('POST', '/api/me/recovery-codes')).body.data
    const { email, password } = json
    const challenged = await service.call('POST', '/api/signin', { token: null, json: { email, password } })
    const { challenge } = challenged.body
    await succeed('POST', '/api/signin', { challenge, recovery_code: recovery_codes[0] })
    const at = `/api/me/factors/${factors[0].id}`
    await succeed('POST', `${at}/update`, { name: 'Phone' })
    await succeed('POST', `${at}/delete`)
    service.token = token
  })

  it('for passkeys', async () => {
    const { token } = service
    const passkey = new Passkey(PUBLIC_URL)
    service.token = await giveSession(service, await makeUser(service))
    const creation = (await succeed('POST', '/api/me/factors/passkey/options')).body.data
    await succeed('POST', '/api/me/factors/passkey', { response: passkey.make(creation) })
    const proof = (await succeed('POST', '/api/reauthenticate/options')).body.data
    await succeed('POST', '/api/reauthenticate', { passkey: passkey.use(proof) })
    const request = (await succeed('POST', '/api/signin/passkey/options')).body.data
    await succeed('POST', '/api/signin/passkey', { response: passkey.use(request) })
    service.token = token
  })

  it('for sessions', async () => {
    const { token } = service
    const user = await makeUser(service)
    await giveSession(service, user)
    service.token = await giveSession(service, user)
    await succeed('POST', '/api/me/sessions/revoke')
    const { sessions } = (await succeed('GET', '/api/me/sessions')).body.data
    await succeed('POST', `/api/me/sessions/${sessions[0].id}/revoke`)
    service.token = token
  })

  it('for second factors of others', async () => {
    const { id, member } = await makeFactor(service)
    const at = `/api/users/id/${id}/factors`
    await succeed('GET', at)
    await succeed('POST', `${at}/${member}/delete`)
    await succeed('POST', `${at}/reset`)
  })

  it('for a sign-up whose address has to be verified', async () => {
    for (const approval of ['none', 'manual'] as const) {
      const fresh = await startRecorded({ signup: 'verify', approval })
      const [email, password] = [`verified-${approval}@example.com`, 'a phrase to verify']
      const call = (path: string, json: object) =>
        fresh.call('POST', `/api/signup${path}`, { token: null, json })
      assert.equal((await call('', { email, password, first_name: 'Ada' })).status, 201)
      assert.equal((await call('/resend', { email })).status, 202)
      const [{ code }] = await waitingMails(fresh, email, 'verify')
      const { status } = await call('/verify', { code, password })
      assert.equal(status, approval === 'none' ? 201 : 202)
      await fresh.stop()
    }
  })

  it('for a sign-in with a mailed code', async () => {
    const fresh = await startRecorded({ signinCode: 'on' })
    const { email } = await makeUser(fresh)
    const call = (path: string, json: object) =>
      fresh.call('POST', `/api/signin${path}`, { token: null, json })
    const { request } = (await call('/code', { email })).body.data
    const [{ digits }] = await waitingMails(fresh, email, 'signin-code')
    assert.equal((await call('', { request, code: digits })).status, 200)
    await fresh.stop()
  })

  it('for invitations', async () => {
    const [email, other] = ['invited@example.com', 'invited.too@example.com']
    const { item } = (await succeed('POST', '/api/invitations/create', { email, roles: ['editor'] })).body
      .data
    await succeed('POST', '/api/invitations/create', [{ email: other }])
    await succeed('GET', '/api/invitations')
    const at = `/api/registrations/id/${item.id}`
    await succeed('GET', `${at}/invitation`)
    await succeed('POST', `${at}/resend`)
    const [{ code }] = await waitingMails(service, email, 'invitation')
    await succeed('POST', '/api/invitations/look', { code })
    await succeed('POST', '/api/invitations/accept', {
      code,
      first_name: 'Ada',
      password: 'a phrase to accept',
    })
    await succeed('POST', `/api/registrations/email/${other}/revoke`)
  })

  it('for the past', async () => {
    const term = await createdId('POST', 'taxonomies')
    await numberEntries(service)
    const as_of = service.clock.now()
    const ofPast = endpoints.filter(
      ({ selectedBy, path }) => selectedBy === 'as_of' && !path.includes('/cms/'),
    )
    for (const { path, methods, items } of ofPast) {
      const at = path
        .replace(':column', 'id')
        .replace(/:(value|id)/, path.startsWith('/api/taxonomies') ? String(term) : '1')
        .replace(':slug', 'editor')
      for (const method of methods) {
        if (!items) await succeed(method, at, { as_of })
        else {
          const json = [{ user: 1, role: 'editor' }]
          assert.equal((await service.call(method, at, { query: { as_of }, json })).status, 200)
        }
      }
    }
    await succeed('GET', '/api/access-changes', { user: 1 })
  })

  it('for the first administrator', async () => {
    const fresh = await startRecorded({ adminEmail: undefined, adminPassword: undefined })
    const code = await issueSetupCode(systemContext(fresh.connection))
    const call = async (path: string, json: object) =>
      (await fresh.call('POST', path, { token: null, json: { code, ...json } })).status
    assert.equal(await call('/api/setup/check', {}), 200)
    assert.equal(await call('/api/setup', { ...ADMIN, first_name: 'Ada' }), 201)
    assert.equal(await call('/api/setup', { ...ADMIN, first_name: 'Ada' }), 403)
    await fresh.stop()
  })

  it('and so is the effect: reads write nothing, while writes do', () => {
    const named = (effect: Endpoint['effect']) =>
      endpoints.filter((endpoint) => endpoint.effect === effect).map(({ name }) => name)
    assert.deepEqual(
      named('read').filter((name) => !ran.has(name)),
      [],
    )
    // A term keeps its type: those that are sent have this one already.
    const idle = new Set(named('write').filter((name) => !wrote.has(name)))
    assert.deepEqual([...idle], ['taxonomy-types.relationships.taxonomies'])
  })

  it('and all writes are in the audit trail', () => {
    const silent = endpoints.filter(({ name, effect }) => effect === 'write' && !recorded.has(name))
    assert.deepEqual(
      [...new Set(silent.map(({ name }) => name))].sort(),
      [...UNRECORDED, ...WITHOUT_CHANGE].sort(),
    )
  })

  after(() => {
    const described = operationsOf(description.document).map(({ name }) => name)
    assert.deepEqual([...succeeded, ...NEVER_DONE].sort(), described.sort())
  })
})

describe('A refusal is as described', () => {
  const expectRefusal = async (status: number, method: string, path: string, options?: CallOptions) => {
    const answer = await service.call(method, path, options)
    assert.equal(answer.status, status, JSON.stringify(answer.body))
  }

  it('for an invalid request', async () => {
    const json = { 'content-type': 'application/json' }
    await expectRefusal(400, 'POST', '/api/users', { payload: '{', headers: json })
    await expectRefusal(400, 'GET', '/api/users/password/x')
    await expectRefusal(413, 'POST', '/api/users', { payload: `"${'x'.repeat(1_100_000)}"`, headers: json })
    await expectRefusal(414, 'GET', `/api/users/email/${'x'.repeat(17_000)}`)
    const xml = { 'content-type': 'text/xml' }
    await expectRefusal(415, 'POST', '/api/users', { payload: '<x/>', headers: xml })
    await expectRefusal(422, 'GET', '/api/users', { query: { per_page: '0' } })
    await expectRefusal(405, 'DELETE', '/api/signin')
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x-${index}`, 'x']))
    await expectRefusal(431, 'GET', '/api/users', { headers: many })
  })

  it('for a caller without permission', async () => {
    await expectRefusal(401, 'GET', '/api/users', { token: null })
    await expectRefusal(401, 'POST', '/api/signin', { token: null, json: { email: 'x', password: 'y' } })
    const person = { email: 'plain@example.com', password: 'a quite unusual phrase' }
    await succeed('POST', '/api/users/create', { ...person, first_name: 'Ada' })
    const { body } = await service.call('POST', '/api/signin', { token: null, json: person })
    await expectRefusal(403, 'GET', '/api/roles', { token: body.data.item.api_token })
  })

  it('for a missing or changed record', async () => {
    await expectRefusal(404, 'GET', '/api/users/id/999')
    await expectRefusal(404, 'GET', '/api/nothing-of-the-kind')
    await expectRefusal(409, 'POST', '/api/roles/create', { json: { name: 'Editor' } })
    await expectRefusal(410, 'GET', '/api/events', { headers: { 'last-event-id': 'gone' } })
    await expectRefusal(412, 'POST', '/api/roles/id/4/update', {
      json: { details: 'x' },
      headers: { 'if-match': '"99-x"' },
    })
    const read = await service.call('GET', '/api/roles/id/4')
    const headers = { 'if-none-match': String(read.headers.etag) }
    await expectRefusal(304, 'GET', '/api/roles/id/4', { headers })
  })

  it('for too many attempts', async () => {
    const limited = await startRecorded({
      signinRateLimit: 1,
      adminEmail: undefined,
      adminPassword: undefined,
    })
    const attempt = () =>
      limited.call('POST', '/api/signin', { token: null, json: { email: 'x', password: 'y' } })
    assert.deepEqual([(await attempt()).status, (await attempt()).status], [401, 429])
    await limited.stop()
  })

  it('with status 200 for a client that cannot handle other statuses', async () => {
    const headers = { 'x-http-status': '200' }
    const failed = await service.call('GET', '/api/users/id/999', { headers })
    assert.deepEqual([failed.status, failed.body.success, failed.body.code], [200, false, 'not_found'])
    const created = await service.call('POST', '/api/roles/create', {
      headers,
      json: { name: 'Two hundred' },
    })
    assert.deepEqual([created.status, created.body.success], [200, true])
    const long = await service.call('GET', `/api/users/email/${'x'.repeat(17_000)}`, { headers })
    assert.deepEqual([long.status, long.body.code], [200, 'uri_too_long'])
  })

  after(() => {
    const { responses } = description.document.components
    const described = Object.keys(responses).filter((name) => /^[345]\d\d$/.test(name) && name !== '503')
    assert.deepEqual([...refused].sort(), described.map(Number).sort())
  })
})

describe('The examples of requests in the description', () => {
  const CREATES = [
    'registrationsCreatePost',
    'usersCreatePost',
    'rolesCreatePost',
    'taxonomyTypesCreatePost',
    'taxonomiesCreatePost',
    'signup',
  ]

  it('are accepted by a new installation', async () => {
    const fresh = await startRecorded()
    for (const id of CREATES) {
      const found = operationsOf(description.document).find(({ operation }) => operation.operationId === id)
      assert.ok(found, id)
      const { example } = found.operation.requestBody.content['application/json']
      const { status, body } = await fresh.call('POST', found.path, { json: example })
      assert.equal(status, 201, `${id}: ${JSON.stringify(body)}`)
      // The next example uses the same email.
      if (id === 'usersCreatePost') await fresh.call('POST', `/api/users/id/${body.data.item.id}/delete`)
    }
    await fresh.stop()
  })
})
