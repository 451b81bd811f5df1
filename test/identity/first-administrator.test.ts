import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { prepare, systemContext } from '../../server/prepare.ts'
import { dataOf, everySlug, makeUser } from '../support/actors.ts'
import { assertRefusedUnchanged } from '../support/refusals.ts'
import { refuseSecretsIn } from '../support/secrets.ts'
import { ADMIN, type Service, signIn, startService } from '../support/service.ts'

const HOUR_MS = 3_600_000
const FIRST = { email: 'first@example.com', first_name: 'First', password: 'a quite unusual phrase' }
const REFUSED = { status: 403, code: 'setup_refused', says: /used, expired or unknown/ }

describe('the setup link of a first start', () => {
  let service: Service
  let code: string
  beforeEach(async () => {
    service = await startService({ adminEmail: undefined, adminPassword: undefined })
    code = await newCode()
  })
  afterEach(() => service.stop())

  /** Starting again makes a new code, which is shown to whoever started it. */
  async function newCode(): Promise<string> {
    const { firstAdministrator } = await prepare(service.connection, service.config)
    assert.ok(firstAdministrator?.kind === 'setup-code')
    return firstAdministrator.code
  }
  const setUp = (fields: object = {}) =>
    service.call('POST', '/api/setup', { token: null, json: { ...FIRST, code, ...fields } })

  it('makes a super administrator, who holds every permission', async () => {
    const answer = await setUp({ last_name: 'Administrator' })
    assert.equal(answer.status, 201)
    assert.deepEqual(answer.body.messages, ['Saved successfully'])
    const { item } = answer.body.data
    assert.equal(item.email, FIRST.email)
    assert.equal(item.name, 'First Administrator')
    refuseSecretsIn([JSON.stringify(answer.body)], [FIRST.password, code])
    service.token = await signIn(service, FIRST.email, FIRST.password)
    for (const slug of await everySlug(service)) {
      const { body } = await service.call('GET', `/api/users/id/${item.id}/permissions/${slug}`)
      assert.equal(body.data, true, slug)
    }
  })

  it('works once', async () => {
    dataOf(await setUp())
    await assertRefusedUnchanged(service, () => setUp({ email: 'second@example.com' }), REFUSED)
  })

  it('works for an hour', async () => {
    service.clock.advance(HOUR_MS - 5000)
    await assertRefusedUnchanged(service, () => setUp({ code: 'wrong' }), REFUSED)
    service.clock.advance(5000)
    await assertRefusedUnchanged(service, setUp, REFUSED)
    service.clock.advance(-10_000)
    dataOf(await setUp())
  })

  it('needs the very code: not its digest, not an earlier one', async () => {
    const earlier = code
    code = await newCode()
    assert.notEqual(code, earlier)
    const { hash } = await service.connection.db.selectFrom('codes').select('hash').executeTakeFirstOrThrow()
    for (const wrong of [earlier, hash, code.slice(0, -1), code.toUpperCase(), 'x'.repeat(100)]) {
      await assertRefusedUnchanged(service, () => setUp({ code: wrong }), REFUSED)
    }
    dataOf(await setUp())
  })

  it('keeps its code as a digest', async () => {
    const rows = await service.connection.db.selectFrom('codes').selectAll().execute()
    assert.equal(rows.length, 1)
    assert.ok(!JSON.stringify(rows).includes(code))
    assert.match(rows[0]?.hash ?? '', /^[0-9a-f]{64}$/)
  })

  it('works no more once there are users, and starts make no other', async () => {
    dataOf(
      await service.call('POST', '/api/signup', {
        token: null,
        json: { ...FIRST, email: 'guest@example.com' },
      }),
    )
    await assertRefusedUnchanged(service, setUp, REFUSED)
    assert.equal((await prepare(service.connection, service.config)).firstAdministrator, undefined)
  })

  it('makes one administrator of two who use it at once', async () => {
    const answers = await Promise.all([setUp(), setUp({ email: 'second@example.com' })])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 403])
    const users = await service.connection.db.selectFrom('users').select('email').execute()
    assert.equal(users.length, 1)
  })

  it('tells what is wrong with the account, and can then be used still', async () => {
    const refused = [
      [{ password: 'iloveyou' }, [['password', 'common_password']]],
      [{ password: 'short' }, [['password', 'too_short']]],
      [{ email: 'nobody' }, [['email', 'invalid_format']]],
      [{ code: '' }, [['code', 'required']]],
      [{ roles: ['guest'] }, [['roles', 'unknown_field']]],
    ] as const
    for (const [fields, details] of refused) {
      await assertRefusedUnchanged(service, () => setUp(fields), {
        status: 422,
        code: details[0][1],
        details,
      })
    }
    dataOf(await setUp())
  })

  it('is not needed where the settings name an administrator at a later start', async () => {
    const config = { ...service.config, adminEmail: ADMIN.email, adminPassword: ADMIN.password }
    assert.deepEqual((await prepare(service.connection, config)).firstAdministrator, {
      kind: 'created',
      email: ADMIN.email,
    })
    await signIn(service, ADMIN.email, ADMIN.password)
    await assertRefusedUnchanged(service, setUp, REFUSED)
  })
})

describe('ADMIN_EMAIL and ADMIN_PASSWORD', () => {
  let service: Service
  beforeEach(async () => {
    service = await startService()
  })
  afterEach(() => service.stop())

  it('make the first super administrator', async () => {
    const { roles } = dataOf(await service.call('GET', `/api/users/email/${ADMIN.email}/roles`))
    assert.deepEqual(
      roles.data.map(({ slug }: { slug: string }) => slug),
      ['super-administrator'],
    )
    assert.deepEqual(await service.connection.db.selectFrom('codes').selectAll().execute(), [])
  })

  it('are ignored where there are users, even if the one they name is gone or another', async () => {
    await makeUser(service)
    const users = () => service.connection.db.selectFrom('users').selectAll().execute()
    const before = await users()
    for (const email of [ADMIN.email, 'another@example.com']) {
      const config = { ...service.config, adminEmail: email, adminPassword: 'another phrase entirely' }
      assert.equal((await prepare(service.connection, config)).firstAdministrator, undefined)
      assert.deepEqual(await users(), before)
    }
    await signIn(service, ADMIN.email, ADMIN.password)
  })

  it('are ignored where all users are soft-deleted: an emptied service is no new one', async () => {
    const ctx = systemContext(service.connection)
    await ctx.db.updateTable('users').set({ deleted_at: ctx.now() }).execute()
    const { firstAdministrator } = await prepare(service.connection, service.config)
    assert.equal(firstAdministrator, undefined)
  })
})
