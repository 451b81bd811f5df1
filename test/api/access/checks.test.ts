// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, makeActor, makeRole, makeUser, type Person } from '../../support/actors.ts'
import { insertUsers } from '../../support/many-users.ts'
import { anyWorld, make, SIZE, type Stage, setStage } from '../../support/random-worlds.ts'
import { assertRefused } from '../../support/refusals.ts'
import { fc } from '../../support/seeds.ts'
import { type Service, type Statement, startService } from '../../support/service.ts'
import { cachesInUse } from '../../support/statements.ts'

let service: Service
let reader: Person
before(async () => {
  service = await startService({ signinRateLimit: 100 })
  reader = await makeActor(service, ['can-read-users'])
})
after(() => service.stop())

const ask = (json: unknown, token = reader.token) => service.call('POST', '/api/checks', { json, token })
const answersTo = async (questions: object[], token?: string) =>
  dataOf(await ask(questions, token)).results.map(({ allowed }: { allowed: boolean }) => allowed)

describe('POST /api/checks', () => {
  it('yields to the event loop after every hundred questions', async () => {
    const iterationsOf = async (count: number) => {
      const questions = Array(count).fill({ user: reader.id, permission: 'can-read-users' })
      let iterations = 0
      let isOver = false
      const next = () => {
        iterations += 1
        if (!isOver) setImmediate(next)
      }
      setImmediate(next)
      const answers = await answersTo(questions)
      isOver = true
      assert.equal(answers.length, count)
      return iterations
    }
    // From here on the user is cached.
    await iterationsOf(1)
    assert.ok((await iterationsOf(1000)) >= 9)
  })

  it('answers questions about roles and permissions in the order of the request', async () => {
    const user = await makeActor(service, ['can-read-roles'])
    const questions = [
      { user: user.id, role: user.role.slug },
      { user: user.uuid, permission: 'can-read-roles' },
      { user: String(user.id), permission: 'can-read-users' },
      { user: user.id, role: 'no-such-role' },
      { user: user.id, permission: 'no-such-permission' },
      { user: 1, role: 'super-administrator' },
      { user: 1, permission: 'can-read-roles' },
      { user: 1, permission: 'no-such-permission' },
    ]
    assert.deepEqual(await answersTo(questions), [true, true, false, false, false, true, true, false])
  })

  it('allows a super administrator every existing permission, even one without a link to the role', async () => {
    const { id } = dataOf(await service.call('GET', '/api/permissions/slug/can-delete-taxonomies'))
    const { db } = service.connection
    await db.deleteFrom('role_permissions').where('permission_id', '=', id).execute()
    assert.deepEqual(await answersTo([{ user: 1, permission: 'can-delete-taxonomies' }]), [true])
  })

  it('reports unknown users and answers the other questions', async () => {
    const gone = await makeUser(service)
    dataOf(await service.call('POST', `/api/users/id/${gone.id}/delete`))
    const strangers = [999_999, 999_999_999_999_999, '9999999999999999', '01', 'x', crypto.randomUUID()]
    const questions = [...strangers, gone.id, gone.uuid, 1].map((user) => ({
      user,
      role: 'super-administrator',
    }))
    const unknown = { allowed: false, code: 'unknown_user' }
    const { results } = dataOf(await ask(questions))
    assert.deepEqual(results.slice(0, -1), Array(8).fill(unknown))
    assert.deepEqual(results.at(-1), { allowed: true })
  })

  it('knows at once when a user is deleted, restored, deleted permanently or created', async () => {
    const user = await makeUser(service)
    const questions = [user.id, user.uuid].map((user) => ({ user, role: 'registered' }))
    const codes = async () => dataOf(await ask(questions)).results.map(({ code }: { code?: string }) => code)
    const next = { user: user.id + 1, role: 'registered' }
    const [known, unknown] = [Array(2).fill(undefined), Array(2).fill('unknown_user')]
    assert.deepEqual(await codes(), known)
    dataOf(await service.call('POST', `/api/users/id/${user.id}/delete`))
    assert.deepEqual(await codes(), unknown)
    dataOf(await service.call('POST', `/api/users/id/${user.id}/restore`))
    assert.deepEqual(await codes(), known)
    dataOf(await service.call('DELETE', `/api/users/${user.id}`))
    assert.deepEqual(await codes(), unknown)
    assert.deepEqual(dataOf(await ask([next])).results, [{ allowed: false, code: 'unknown_user' }])
    const created = await makeUser(service)
    assert.equal(created.id, next.user)
    assert.deepEqual(dataOf(await ask([next])).results, [{ allowed: false }])
  })

  it('reads each role once, however many calls ask at the same time', async () => {
    const roles = []
    for (let count = 0; count < 12; count++) roles.push((await makeRole(service, ['can-read-roles'])).id)
    const users = await Promise.all(Array.from({ length: 9 }, () => makeUser(service)))
    for (const { id } of users)
      dataOf(await service.call('POST', `/api/users/${id}/relationships/roles`, { json: roles }))
    // The caches forget all roles.
    dataOf(await service.call('POST', `/api/roles/id/${roles.at(-1)}/update`, { json: { is_active: false } }))
    await cachesInUse(service)
    assert.deepEqual(await answersTo([{ user: reader.id, permission: 'can-read-users' }]), [true])
    const recorded: Statement[] = []
    service.statements.recorded = recorded
    const [last, ...others] = users.map(
      ({ id }) =>
        () =>
          answersTo([{ user: id, permission: 'can-read-roles' }]),
    )
    assert.deepEqual(await Promise.all(others.map((ask) => ask())), Array(8).fill([true]))
    assert.deepEqual(await last?.(), [true])
    service.statements.recorded = undefined
    const ofRoles = recorded.filter(({ sql }) => sql.includes('role_permissions'))
    assert.equal(ofRoles.length, 2, 'five roles, then the others; an inactive one is not read again')
  })

  it('is answered from memory while others fail to sign in and get roles', async () => {
    const question = [{ user: reader.id, permission: 'can-read-users' }]
    const other = await makeUser(service)
    const role = await makeRole(service, [])
    const writes = {
      'a failed sign-in': async () => {
        const json = { email: other.email, password: 'wrong' }
        assert.equal((await service.call('POST', '/api/signin', { json, token: null })).status, 401)
      },
      "another user's role": async () => {
        const json = role.id
        dataOf(await service.call('POST', `/api/users/${other.uuid}/relationships/roles`, { json }))
      },
    }
    for (const [what, write] of Object.entries(writes)) {
      await cachesInUse(service)
      assert.deepEqual(await answersTo(question), [true])
      await write()
      await cachesInUse(service)
      service.statements.count = 0
      assert.deepEqual(await answersTo(question), [true])
      assert.equal(service.statements.count, 0, what)
    }
  })

  it('answers a thousand questions with two statements, and with none once the users are cached', async () => {
    const cost = async (questions: object[]) => {
      await cachesInUse(service)
      const recorded: Statement[] = []
      service.statements.recorded = recorded
      assert.equal((await answersTo(questions)).length, questions.length)
      service.statements.recorded = undefined
      return recorded.filter(({ sql }) => /\b(users|roles|permissions)\b/.test(sql)).length
    }
    const both = (user: number) => [
      { user, role: 'editor' },
      { user, permission: 'can-read-users' },
    ]
    await insertUsers(service, 600)
    const users = await service.connection.db
      .selectFrom('users')
      .select('id')
      .where('deleted_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(500)
      .execute()
    const many = users.flatMap(({ id }) => both(id))
    await cost(both(1))
    assert.equal(await cost(both(1)), 0)
    const first = await cost(many)
    assert.ok(first <= 2, `${first} statements: the users with their roles, the roles’ permissions`)
    assert.equal(await cost(many), 0)
  })

  it('answers a caller without permissions only about themselves', async () => {
    const user = await makeUser(service)
    const own = { user: user.uuid, permission: 'can-read-users' }
    assert.deepEqual(await answersTo([own], user.token), [false])
    const refusal = { status: 403, code: 'forbidden', says: /can-read-users/ }
    assertRefused(await ask([own, { user: 1, role: 'editor' }], user.token), refusal)
    assertRefused(await ask([{ user: 999_999, role: 'editor' }], user.token), refusal)
  })

  it('refuses invalid lists of questions and points at each fault', async () => {
    assertRefused(await ask({ user: 1, role: 'editor' }), { status: 400, code: 'malformed' })
    assertRefused(await ask([]), { status: 422, code: 'required', details: [['items', 'required']] })
    const one = { user: 1, role: 'editor' }
    assertRefused(await ask(Array.from({ length: 1001 }, () => one)), {
      status: 422,
      code: 'out_of_range',
      details: [['items', 'out_of_range']],
    })
    const faulty = [one, { user: 1 }, { role: 'editor' }, { ...one, permission: 'x' }, { ...one, rule: 1 }, 7]
    assertRefused(await ask(faulty), {
      status: 422,
      code: 'invalid',
      details: [
        ['1.role', 'required'],
        ['2.user', 'required'],
        ['3.role', 'required'],
        ['4.rule', 'unknown_field'],
        ['5', 'invalid_type'],
      ],
    })
  })
})

describe('a batch of questions', () => {
  it('gets the same answers as has-role and has-permission, in random worlds', async () => {
    const stage: Stage = await setStage(service)
    const range = Array.from({ length: SIZE }, (_, index) => index)
    const roles = [...range.map((index) => `roles-${index}`), 'super-administrator']
    await fc.assert(
      fc.asyncProperty(anyWorld, async (world) => {
        await make(stage, world)
        const liveUsers = stage.ids.users.filter((_, user) => world.users[user] !== 'trashed')
        const questions = liveUsers.flatMap((user) => [
          ...roles.map((role) => ({ user, role })),
          ...range.map((index) => ({ user, permission: `permissions-${index}` })),
        ])
        if (questions.length === 0) return
        const expected: boolean[] = []
        for (const question of questions) {
          const [what, slug] =
            'role' in question ? ['roles', question.role] : ['permissions', question.permission]
          const answer = await service.call('GET', `/api/users/id/${question.user}/${what}/${slug}`)
          expected.push(answer.body.data)
        }
        assert.deepEqual(await answersTo(questions), expected)
      }),
      { numRuns: 30 },
    )
  })
})

describe("a super administrator's permission", () => {
  const readsOf = async (permission: string) => {
    await cachesInUse(service)
    const before = service.statements.count
    const { body } = await service.call('GET', `/api/users/id/1/permissions/${permission}`)
    return { isHeld: body.data, isRead: service.statements.count > before }
  }

  it('is cached only if it exists: a caller can invent any number of others', async () => {
    const unknown = 'can-do-nothing'
    await readsOf('can-read-users')
    assert.deepEqual(await readsOf('can-read-users'), { isHeld: true, isRead: false })
    await readsOf(unknown)
    assert.deepEqual(await readsOf(unknown), { isHeld: false, isRead: true })
  })

  it('is read with one statement for all questions of a call, unless all are cached', async () => {
    const count = async (permissions: string[]) => {
      await cachesInUse(service)
      const before = service.statements.count
      const questions = permissions.map((permission) => ({ user: 1, permission }))
      const answers = await answersTo(questions, service.token)
      assert.deepEqual(
        answers,
        permissions.map((permission) => permission.startsWith('can-read')),
      )
      return service.statements.count - before
    }
    const invented = Array.from({ length: 300 }, (_, index) => `can-invent-${index}`)
    await count(['can-read-users', 'can-read-roles'])
    assert.equal(await count(['can-read-users', 'can-read-roles']), 0)
    assert.equal(await count(['can-read-users', ...invented]), 1)
  })
})
