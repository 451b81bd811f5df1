// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { makeUser, type Person } from '../../support/actors.ts'
import { SLOW_HASH, SLOW_PASSWORD } from '../../support/foreign-hashes.ts'
import { setHashes } from '../../support/imports.ts'
import { assertRefused } from '../../support/refusals.ts'
import { type Service, startService } from '../../support/service.ts'

const WRONG = { status: 401, code: 'unauthenticated' }
const NEW_PASSWORD = 'a phrase of this place'

/** Tries until the other requests end before the verification: a bcrypt hash of cost 12 takes longer, except under load. */
const MAX_TRIES = 20

describe('the verification of an imported hash', () => {
  let service: Service
  let finished: string[]
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  const importUser = async (): Promise<Person> => {
    const person = await makeUser(service)
    await setHashes(service, [{ email: person.email, hash: SLOW_HASH }])
    finished = []
    return person
  }
  const signIn = (email: string, password: string) =>
    service.call('POST', '/api/signin', { token: null, json: { email, password } })
  const recordEnd = async <T>(what: string, running: Promise<T>): Promise<T> => {
    const result = await running
    finished.push(what)
    return result
  }
  const update = ({ id }: Person, json: object) =>
    service.call('POST', `/api/users/id/${id}/update`, { json })

  /** Signs in, and runs other requests during the verification. */
  const signInDuring = async (password: string, meanwhile: (person: Person) => Promise<unknown>) => {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const person = await importUser()
      const overtaken = recordEnd('sign-in', signIn(person.email, password))
      await recordEnd('others', meanwhile(person))
      const answer = await overtaken
      if (finished[0] === 'others') return { person, answer }
    }
    return assert.fail('Each verification ended before the other requests.')
  }

  it('leaves the event loop free: a hundred other requests are answered meanwhile', async () => {
    const { answer } = await signInDuring('another phrase', async () => {
      for (let count = 0; count < 100; count++) {
        await service.call('GET', '/healthz', { token: null })
        // Other work runs here and would delay what follows.
        await yieldToEventLoop()
      }
    })
    assertRefused(answer, WRONG)
  })

  it('fails if the password changes meanwhile: the old one is refused and does not come back', async () => {
    const { person, answer } = await signInDuring(SLOW_PASSWORD, async (person) => {
      const { status } = await update(person, { password: NEW_PASSWORD })
      assert.equal(status, 200)
    })
    assertRefused(answer, WRONG)
    assertRefused(await signIn(person.email, SLOW_PASSWORD), WRONG)
    assert.equal((await signIn(person.email, NEW_PASSWORD)).status, 200)
  })

  it('fails if the password is removed, or the user deactivated or deleted, meanwhile', async () => {
    const overtakes = [
      (person: Person) => update(person, { password: null }),
      (person: Person) => update(person, { is_active: false }),
      (person: Person) => service.call('POST', `/api/users/id/${person.id}/delete`),
    ]
    for (const overtake of overtakes) {
      const { person, answer } = await signInDuring(SLOW_PASSWORD, async (person) => {
        assert.equal((await overtake(person)).status, 200)
      })
      assertRefused(answer, WRONG)
      const tokens = await service.connection.db
        .selectFrom('tokens')
        .where('user_id', '=', person.id)
        .where('name', '=', 'sign-in')
        .select('id')
        .execute()
      assert.deepEqual(tokens, [])
    }
  })

  it('succeeds for several devices at once, although the first one replaces the hash', async () => {
    const { email } = await importUser()
    const answers = await Promise.all([1, 2, 3].map(() => signIn(email, SLOW_PASSWORD)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    )
    for (const { body } of answers) {
      const { status } = await service.call('POST', '/api/signout', { token: body.data.item.api_token })
      assert.equal(status, 200)
    }
  })
})

describe('a sign-in to an unknown account or one without a password', () => {
  let service: Service
  // How long a sign-in takes depends on the hashes of all accounts, which each test changes.
  beforeEach(async () => {
    service = await startService()
  })
  afterEach(() => service.stop())

  /** Whether the sign-in is still running after four users with passwords have been created. */
  const outlasts = async (email: string): Promise<boolean> => {
    let isRunning = true
    const json = { email, password: SLOW_PASSWORD }
    const refused = service.call('POST', '/api/signin', { token: null, json }).then((answer) => {
      isRunning = false
      assertRefused(answer, WRONG)
    })
    for (let made = 0; made < 4; made++) await makeUser(service, { password: NEW_PASSWORD })
    const outlasted = isRunning
    await refused
    return outlasted
  }

  it('takes the time of one of our own hashes if there are no others', async () => {
    assert.equal(await outlasts('nobody@example.com'), false)
  })

  it('takes the time of an imported hash if accounts have those', async () => {
    await service.connection.db
      .updateTable('users')
      .set({ password_hash: SLOW_HASH.replace('$12$', '$14$') })
      .execute()
    assert.equal(await outlasts('nobody@example.com'), true)
  })

  it('verifies the same stand-in each time, also while users are added', async () => {
    const names = ['nobody@example.com', 'somebody', 'who@example.com', 'whoever']
    const ids = async () => {
      service.statements.recorded = []
      for (const email of names) {
        await service.call('POST', '/api/signin', { token: null, json: { email, password: SLOW_PASSWORD } })
      }
      const kept = service.statements.recorded
      delete service.statements.recorded
      return kept.filter(({ sql }) => /"id" >= (\?|\$1)/.test(sql)).map(({ parameters }) => parameters[0])
    }
    // From 16 to 31 users, the number passes no power of two.
    const { last } = await service.connection.db
      .selectFrom('users')
      .select((eb) => eb.fn.max('id').as('last'))
      .executeTakeFirstOrThrow()
    for (let id = last; id < 17; id++) await makeUser(service)
    await service.connection.db.updateTable('users').set({ password_hash: null }).execute()
    const before = await ids()
    assert.equal(before.length, names.length)
    assert.deepEqual(await ids(), before)
    await makeUser(service)
    const later = await ids()
    const moved = later.filter((id, index) => id !== before[index])
    // A stand-in changes only to the new user, if at all.
    assert.deepEqual(
      [...new Set(moved)].filter((id) => id !== 18),
      [],
    )
  })
})
