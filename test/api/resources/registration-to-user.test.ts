// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Fields, factoryOf, type Item, next } from '../../support/factories.ts'
import { secret } from '../../support/secrets.ts'
import { signIn } from '../../support/service.ts'
import { assertRefused, brief, useService } from '../../support/suite.ts'

/** The states of a registration: pending, verified, user created. */

const { service, call, make, list, store, unchanged } = useService()

const update = (id: number, json: object) => call('POST', `/api/registrations/id/${id}/update`, { json })
const createUser = (id: number) => call('POST', `/api/registrations/id/${id}/create-user`)
const get = async (name: string, id: number): Promise<Item> =>
  (await call('GET', `/api/${name}/id/${id}`)).body.data

describe('The status of a registration', () => {
  it('starts as pending, in either spelling, or as verified', async () => {
    assert.equal((await make('registrations')).status, 'email-verification-pending')
    for (const [status, stored] of [
      ['email-verification-pending', 'email-verification-pending'],
      ['email-verification-vending', 'email-verification-pending'],
      ['email-verified', 'email-verified'],
    ]) {
      assert.equal((await make('registrations', { status })).status, stored)
    }
  })

  it('moves forward by an update, and can be repeated', async () => {
    const { id } = await make('registrations')
    const pending = ['email-verification-pending', 'email-verification-vending']
    for (const status of pending) assert.equal((await update(id, { status })).body.data.status, pending[0])
    for (const status of ['email-verified', 'email-verified']) {
      assert.equal((await update(id, { status })).body.data.status, 'email-verified')
    }
  })

  it('never moves back, and becomes user-created only by creating the user', async () => {
    const refused = { status: 409, code: 'invalid_transition', fields: ['status'] }
    const pending = await make('registrations')
    const verified = await make('registrations', { status: 'email-verified' })
    const created = await make('registrations')
    await createUser(created.id)
    await unchanged(async () => {
      for (const { id } of [pending, verified]) {
        assertRefused(await update(id, { status: 'user-created', title: 'Dr' }), refused)
      }
      for (const status of ['email-verification-pending', 'email-verification-vending']) {
        assertRefused(await update(verified.id, { status }), refused)
        assertRefused(await update(created.id, { status }), refused)
      }
      assertRefused(await update(created.id, { status: 'email-verified' }), refused)
      const json = { ...(await factoryOf('registrations').valid(service())), status: 'user-created' }
      const answer = await call('POST', '/api/registrations/create', { json })
      assertRefused(answer, { status: 422, code: 'not_allowed', fields: ['status'] })
    })
    assert.equal(
      (await update(created.id, { status: 'user-created' })).status,
      200,
      'repeating the status is no transition',
    )
    assert.equal((await update(created.id, { title: 'Dr' })).body.data.title, 'Dr')
  })
})

describe('Creating the user of a registration', () => {
  const COPIED = Object.entries(factoryOf('registrations').fields).filter(
    ([name, { kind }]) =>
      kind !== 'secret' && !['status', 'user_id', 'user_created_at', 'registration_id'].includes(name),
  )

  it('copies every field and the password hash unchanged, and links both records', async () => {
    const password = secret('the very same phrase')
    const fields: Fields = {
      email: `Copied${next()}@Example.com`,
      username: `Copied${next()}`,
      first_name: 'Ada',
      password,
      invited_by: 1,
    }
    for (const [name, { kind, storedAsSent }] of COPIED)
      if (kind !== 'reference') fields[name] ??= storedAsSent.at(-1)
    const registration = await make('registrations', { ...fields, activation_code: secret('code-to-copy') })
    const { status, body } = await createUser(registration.id)
    assert.equal(status, 201, brief(body))
    const { user } = body.data
    for (const [name] of COPIED) assert.deepEqual(user[name], registration[name], name)
    assert.equal(user.registration_id, registration.id)
    assert.equal(user.is_active, true)
    const linked = await get('registrations', registration.id)
    assert.deepEqual([linked.status, linked.user_id], ['user-created', user.id])
    assert.match(linked.user_created_at, /Z$/)
    assert.equal(user.user_created_at, linked.user_created_at)
    const { db } = service().connection
    const hashes = ['password_hash', 'activation_code_hash'] as const
    const [source] = await db
      .selectFrom('registrations')
      .where('id', '=', registration.id)
      .select(hashes)
      .execute()
    const [copy] = await db.selectFrom('users').where('id', '=', user.id).select(hashes).execute()
    assert.deepEqual(copy, source)
    assert.ok(source?.password_hash && source.activation_code_hash)
    assert.match(await signIn(service(), fields.email as string, password), /^rc_/)
  })

  it('works from pending and from verified, by any selector', async () => {
    for (const status of ['email-verification-pending', 'email-verified']) {
      const { email, id } = await make('registrations', { status })
      const answer = await call('GET', `/api/registrations/email/${email.toUpperCase()}/create-user`)
      assert.equal(answer.status, 201)
      assert.equal(answer.body.data.user.registration_id, id)
    }
  })

  it('works only once', async () => {
    const { id } = await make('registrations')
    const { user } = (await createUser(id)).body.data
    await unchanged(async () => {
      assertRefused(await createUser(id), { status: 409, code: 'user_created' })
    })
    await call('POST', `/api/users/id/${user.id}/delete`)
    await unchanged(async () => {
      assertRefused(await createUser(id), { status: 409, code: 'user_created' })
    })
  })

  it('is refused if a user has the email by now, or if the registration does not exist', async () => {
    const registration = await make('registrations')
    await make('users', { email: registration.email.toUpperCase() })
    const gone = await make('registrations')
    await call('POST', `/api/registrations/id/${gone.id}/delete`)
    await unchanged(async () => {
      const answer = await createUser(registration.id)
      assertRefused(answer, { status: 409, code: 'email_taken', fields: ['email'] })
      for (const id of [gone.id, 987_654_321]) {
        assertRefused(await createUser(id), { status: 404, code: 'not_found' })
      }
    })
    assert.equal((await get('registrations', registration.id)).status, 'email-verification-pending')
  })

  it('derives a new username if a user has it', async () => {
    const username = `taken${next()}`
    const registration = await make('registrations', { username })
    await make('users', { username: username.toUpperCase() })
    const { user } = (await createUser(registration.id)).body.data
    assert.notEqual(user.username.toLowerCase(), username)
    assert.equal(user.username, registration.email.split('@')[0])
  })
})

describe('A registration with the email of a user', () => {
  it('is refused on create and update in any case; the email of a deleted user is free', async () => {
    const user = await make('users')
    const registration = await make('registrations')
    const taken = { status: 409, code: 'email_taken', fields: ['email'] }
    await unchanged(async () => {
      for (const email of [user.email, user.email.toUpperCase()]) {
        const json = { ...(await factoryOf('registrations').valid(service())), email }
        assertRefused(await call('POST', '/api/registrations/create', { json }), taken)
        assertRefused(await update(registration.id, { email }), taken)
      }
    })
    await call('POST', `/api/users/id/${user.id}/delete`)
    assert.equal((await update(registration.id, { email: user.email })).status, 200)
  })

  it('is found by its user once it has one', async () => {
    const { id } = await make('registrations')
    const { user } = (await createUser(id)).body.data
    const [found] = await list('registrations', { 'filter[user_id]': String(user.id), include: 'user' })
    assert.deepEqual([found.id, found.user.id], [id, user.id])
    await store('registrations', id, { title: 'kept' })
    assert.equal((await get('users', user.id)).title, null, 'the two records are independent from then on')
  })
})
