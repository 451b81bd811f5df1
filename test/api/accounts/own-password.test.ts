// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { hashPassword } from '../../../server/credentials/passwords.ts'
import type { Db } from '../../../server/db/tables.ts'
import { dataOf, giveRole, makeRole, makeUser, type Person } from '../../support/actors.ts'
import type { Answer } from '../../support/answer.ts'
import { nextIteration } from '../../support/next-iteration.ts'
import { assertRefused, assertRefusedUnchanged } from '../../support/refusals.ts'
import { refuseSecretsIn } from '../../support/secrets.ts'
import { ADMIN, type Service, signIn, startService } from '../../support/service.ts'
import { assertLimited, MINUTE_MS, times } from '../../support/sign-ins.ts'
import { whileHeld } from '../../support/while-held.ts'

const LIMIT = 3
const OLD = 'a phrase of my own'
const NEW = 'another phrase of mine'

let service: Service
let user: Person
let other: Person
let count = 0
const newEmail = () => `moved${++count}@example.com`

before(async () => {
  service = await startService({ signinRateLimit: LIMIT })
  other = await makeUser(service)
})
after(() => service.stop())
beforeEach(async () => {
  user = await makeUser(service, { password: OLD })
  user.token = await signIn(service, user.email, OLD)
})

/** Every request that changes a user, each given the fields to change. */
const REQUESTS: Record<string, (of: Person, fields: object) => Promise<Answer>> = {}
for (const base of ['/api/users', '/api/cms/users']) {
  for (const column of ['id', 'uuid', 'email', 'username'] as const) {
    REQUESTS[`POST ${base}/${column}/…/update`] = (of, json) =>
      service.call('POST', `${base}/${column}/${of[column]}/update`, { token: of.token, json })
  }
  REQUESTS[`GET ${base}/id/…/update`] = (of, fields) =>
    service.call('GET', `${base}/id/${of.id}/update`, {
      token: of.token,
      query: fields as Record<string, string>,
    })
  for (const method of ['PUT', 'PATCH']) {
    REQUESTS[`${method} ${base}/…`] = (of, json) =>
      service.call(method, `${base}/${of.uuid}`, { token: of.token, json })
  }
}
const update = REQUESTS['POST /api/users/id/…/update'] as (of: Person, fields: object) => Promise<Answer>

/** The same in bulk, which needs the permission; one of the items is the caller. */
const BULK: typeof REQUESTS = {}
for (const method of ['PUT', 'PATCH']) {
  for (const key of ['id', 'uuid'] as const) {
    BULK[`${method} /api/users, by ${key}`] = async (of, fields) => {
      const json = [
        { id: other.id, first_name: 'Another' },
        { [key]: of[key], ...fields },
      ]
      return service.call(method, '/api/users', { token: of.token, json })
    }
  }
}

const refusal = (code: string, field = 'current_password') => ({
  status: 422,
  code,
  details: [[field, code]] as const,
})

async function assertPasswordNeeded(
  request: (of: Person, fields: object) => Promise<Answer>,
  field = 'current_password',
) {
  for (const change of [{ password: NEW }, { email: newEmail() }]) {
    await assertRefusedUnchanged(service, () => request(user, change), refusal('required', field))
    const wrong = { ...change, current_password: 'a phrase of another' }
    await assertRefusedUnchanged(service, () => request(user, wrong), {
      ...refusal('wrong_password'),
      ...(field !== 'current_password' && { details: [[field, 'wrong_password']] }),
    })
  }
}

describe('a change of one’s own password or email', () => {
  for (const [name, request] of Object.entries(REQUESTS)) {
    it(`by ${name} needs the current password`, async () => {
      await assertPasswordNeeded(request)
      const answer = await request(user, { password: NEW, current_password: OLD })
      dataOf(answer)
      refuseSecretsIn([JSON.stringify(answer.body)], [OLD, NEW])
      await signIn(service, user.email, NEW)
      const email = newEmail()
      const answered = dataOf(await request(user, { email, current_password: NEW }))
      assert.equal(answered.email, user.email, 'it changes when it is confirmed')
    })
  }

  for (const [name, request] of Object.entries(BULK)) {
    it(`by ${name} needs the current password, in one of several items`, async () => {
      await giveRole(service, user, (await makeRole(service, ['can-update-users'])).slug)
      await assertPasswordNeeded((of, fields) => request(of, fields), '1.current_password')
      dataOf(await request(user, { password: NEW, current_password: OLD }))
      await signIn(service, user.email, NEW)
    })
  }

  it('needs it from an administrator too, and from a limited token that may change users', async () => {
    const own = { email: ADMIN.email, json: { password: NEW } }
    const answer = await service.call('POST', `/api/users/email/${own.email}/update`, { json: own.json })
    assertRefused(answer, refusal('required'))
    await giveRole(service, user, (await makeRole(service, ['can-update-users'])).slug)
    const { api_token: limited } = dataOf(
      await service.call('POST', `/api/users/id/${user.id}/tokens/create`, {
        token: user.token,
        json: { name: 'limited', permissions: ['can-update-users'] },
      }),
    ).item
    await assertPasswordNeeded((of, json) => update({ ...of, token: limited }, json))
  })

  it('needs it for one’s own record, with a token that one has made for another user', async () => {
    const role = await makeRole(service, ['can-update-users', 'can-read-users', 'can-assign-api-tokens'])
    for (const each of [user, other]) await giveRole(service, each, role.slug)
    const { api_token: made } = dataOf(
      await service.call('POST', `/api/users/id/${other.id}/tokens/create`, {
        token: user.token,
        json: { name: 'theirs' },
      }),
    ).item
    await assertPasswordNeeded((of, json) => update({ ...of, token: made }, json))
  })

  it('needs no password if the email stays the same or anything else changes', async () => {
    dataOf(await update(user, { email: user.email, first_name: 'Ada', bio: 'Of numbers' }))
    dataOf(await update(user, { first_name: 'Ada', current_password: 'a phrase of another' }))
    dataOf(await update(user, { first_name: 'Ada', current_password: '' }))
  })

  it('needs none if the account has none, or if an administrator changes another user', async () => {
    const invited = await makeUser(service)
    dataOf(await update(invited, { email: newEmail() }))
    dataOf(await update(invited, { password: NEW }))
    assertRefused(await update(invited, { password: OLD }), refusal('required'))
    dataOf(
      await service.call('POST', `/api/users/id/${user.id}/update`, {
        json: { email: newEmail(), password: NEW },
      }),
    )
  })

  it('is refused after too many wrong passwords, which do not limit sign-ins', async () => {
    const attempt = (current: string) => update(user, { password: NEW, current_password: current })
    await times(LIMIT, async () =>
      assertRefused(await attempt('a phrase of another'), refusal('wrong_password')),
    )
    assertLimited(await attempt(OLD))
    assertLimited(await attempt('a phrase of another'))
    await signIn(service, user.email, OLD)
    assertLimited(
      await update(
        { ...user, token: await signIn(service, user.email, OLD) },
        { email: newEmail(), current_password: OLD },
      ),
    )
    service.clock.advance(MINUTE_MS)
    dataOf(await attempt(OLD))
  })

  it('succeeds once if two with the same password arrive at once', async () => {
    const answers = await Promise.all(
      [NEW, 'a third phrase of mine'].map((password) => update(user, { password, current_password: OLD })),
    )
    const [first, second] = answers.map(({ status }) => status).toSorted()
    assert.equal(first, 200)
    // The second password may have been verified before the change or after it.
    assert.ok(second === 409 || second === 422, String(second))
  })

  it('is a conflict and not a wrong guess if the right password changed before its turn', async () => {
    const store = (db: Db, hash: string) =>
      db.updateTable('users').set({ password_hash: hash }).where('id', '=', user.id).execute()
    const [old, later] = [
      await hashPassword(undefined, OLD),
      await hashPassword(undefined, 'a third phrase of mine'),
    ]
    const { statements, connection } = service
    await times(LIMIT + 1, async () => {
      await store(connection.db, old)
      statements.recorded = []
      const isRead = () =>
        statements.recorded?.some(({ sql }) => /^select "password_hash" from "users"/.test(sql)) ?? false
      const answer = await whileHeld(service, {
        request: () => update(user, { password: NEW, current_password: OLD }),
        locks: [{ space: 'user', id: user.id, mode: 'exclusive' }],
        meanwhile: async (db) => {
          while (!isRead()) await nextIteration()
          await store(db, later)
        },
      })
      delete statements.recorded
      assertRefused(answer, { status: 409, code: 'write_conflict' })
    })
    await store(connection.db, old)
    dataOf(await update(user, { password: NEW, current_password: OLD }))
  })
})
