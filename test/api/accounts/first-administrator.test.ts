// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { superAdministrators } from '../../../server/access/sql/effective.ts'
import { inTransaction } from '../../../server/access/transaction.ts'
import { issueSetupCode } from '../../../server/credentials/setup-codes.ts'
import { digest } from '../../../server/crypto/digest.ts'
import { prepare, systemContext } from '../../../server/prepare.ts'
import { registry } from '../../../server/resources/index.ts'
import { hashSecrets } from '../../../server/resources/people/people.ts'
import { createUser } from '../../../server/resources/users/writes.ts'
import type { Fields } from '../../../server/values/fields.ts'
import { dataOf, everySlug, giveSession, makeUser } from '../../support/actors.ts'
import { enrol } from '../../support/factors.ts'
import { waitingMails } from '../../support/mail.ts'
import { assertRefusedUnchanged } from '../../support/refusals.ts'
import { refuseSecretsIn } from '../../support/secrets.ts'
import { ADMIN, type Service, signIn, startService } from '../../support/service.ts'

const HOUR_MS = 3_600_000
const FIRST = { email: 'first@example.com', first_name: 'First', password: 'a quite unusual phrase' }
const STRANGERS = 'a phrase of a stranger'
const REFUSED = { status: 403, code: 'setup_refused', says: /used, expired or unknown/ }

describe('the setup link of a first start', () => {
  let service: Service
  let code: string
  beforeEach(async () => {
    service = await startService({ adminEmail: undefined, adminPassword: undefined })
    code = await newCode()
  })
  afterEach(() => service.stop())

  /** Each start makes a new code and returns it to the caller. */
  async function newCode(): Promise<string> {
    const { firstAdministrator } = await prepare(service.connection, service.config)
    assert.ok(firstAdministrator?.kind === 'setup-code')
    return firstAdministrator.code
  }
  const setUp = (fields: object = {}) =>
    service.call('POST', '/api/setup', { token: null, json: { ...FIRST, code, ...fields } })
  const check = (sent = code) =>
    service.call('POST', '/api/setup/check', { token: null, json: { code: sent } })

  it('makes a super administrator with every permission', async () => {
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
    // Further than the clock goes on by itself in this test, on a slow machine too.
    service.clock.advance(-60_000)
    dataOf(await setUp())
  })

  it('needs the exact code: not its digest, not an earlier one', async () => {
    const earlier = code
    code = await newCode()
    assert.notEqual(code, earlier)
    const { hash } = await service.connection.db.selectFrom('codes').select('hash').executeTakeFirstOrThrow()
    for (const wrong of [earlier, hash, code.slice(0, -1), code.toUpperCase(), 'x'.repeat(100)]) {
      await assertRefusedUnchanged(service, () => setUp({ code: wrong }), REFUSED)
    }
    dataOf(await setUp())
  })

  it('stores its code as a digest', async () => {
    const rows = await service.connection.db.selectFrom('codes').selectAll().execute()
    assert.equal(rows.length, 1)
    assert.ok(!JSON.stringify(rows).includes(code))
    assert.match(rows[0]?.hash ?? '', /^[0-9a-f]{64}$/)
  })

  it('works while there are users without a super administrator, and each start makes a new one', async () => {
    await addStranger()
    await newCode()
    code = await newCode()
    dataOf(await setUp())
    assert.equal((await prepare(service.connection, service.config)).firstAdministrator, undefined)
    await assertRefusedUnchanged(service, setUp, REFUSED)
  })

  it('can be checked before it is used, which changes nothing', async () => {
    const made = service.clock.now()
    code = await issueSetupCode({ ...systemContext(service.connection), now: () => made })
    const { expires_at: end } = dataOf(await check())
    assert.equal(Date.parse(end) - Date.parse(made), HOUR_MS)
    await assertRefusedUnchanged(service, () => check('rc_wrong'), REFUSED)
    dataOf(await setUp())
    await assertRefusedUnchanged(service, check, REFUSED)
  })

  it('is refused by the check when it is over an hour old', async () => {
    service.clock.advance(HOUR_MS)
    await assertRefusedUnchanged(service, check, REFUSED)
  })

  for (const state of ['active', 'inactive']) {
    it(`takes over an ${state} account with the given email, for the administrator alone`, async () => {
      const stranger = await addStranger({ email: FIRST.email, is_active: state === 'active' })
      const { item } = dataOf(await setUp({ email: FIRST.email.toUpperCase() }))
      assert.deepEqual([item.id, item.first_name, item.is_active], [stranger.id, 'First', true])
      await assertTakenOver(stranger)
    })
  }

  it('tells the owner of an account that it takes over of each second factor that goes', async () => {
    const stranger = await addStranger({ email: FIRST.email })
    await enrol(service, await giveSession(service, stranger))
    assert.equal(dataOf(await setUp()).item.id, stranger.id)
    const notices = await waitingMails(service, FIRST.email, 'factor-removed')
    assert.deepEqual(
      notices.map(({ factor, ip }) => [factor, ip]),
      [['Authenticator app', undefined]],
    )
    assert.ok(await signIn(service, FIRST.email, FIRST.password))
  })

  it('is needed again when the role of the last super administrator is no longer in force', async () => {
    dataOf(await setUp())
    const link = service.connection.db.updateTable('user_roles')
    const states = [{ expires_at: service.clock.now() }, { expires_at: null, is_active: false }]
    for (const [index, state] of states.entries()) {
      await link.set(state).execute()
      code = await newCode()
      dataOf(await setUp({ email: `again${index}@example.com` }))
      await service.connection.db
        .deleteFrom('user_roles')
        .where('user_id', '=', index + 1)
        .execute()
    }
  })

  /** Adds a user before there is an administrator, as earlier versions allowed by sign-up. */
  async function addStranger(fields: object = {}) {
    const ctx = systemContext(service.connection)
    const token = `token-of-a-stranger-${'x'.repeat(40)}`
    const values = await hashSecrets(
      { email: 'guest@example.com', first_name: 'Eve', password: STRANGERS },
      ctx,
    )
    const { result } = await inTransaction(ctx, (ctx) =>
      createUser(ctx, registry.named('users'), {
        ...values,
        api_token: token,
        remember_token_hash: digest('remember me'),
        ...fields,
      } as Fields),
    )
    return { id: (await result).id, token }
  }

  /** A token that the stranger has made for another user, as a former administrator may have. */
  async function makeTokenFor(maker: number): Promise<{ id: number }> {
    const { id: other } = await addStranger({
      email: 'other@example.com',
      api_token: `other-${'x'.repeat(40)}`,
    })
    const { db } = service.connection
    return db
      .updateTable('tokens')
      .set({ maker_id: maker })
      .where('user_id', '=', other)
      .returning('id')
      .executeTakeFirstOrThrow()
  }

  /** The stranger's password, tokens and codes are invalid, and the user signs in as a super administrator. */
  async function assertTakenOver({ id, token }: { id: number; token: string }, password = FIRST.password) {
    assert.equal((await service.call('GET', '/api/me', { token })).status, 401)
    const json = { email: FIRST.email, password: STRANGERS }
    assert.equal((await service.call('POST', '/api/signin', { token: null, json })).status, 401)
    service.token = await signIn(service, FIRST.email, password)
    const { roles } = dataOf(await service.call('GET', '/api/me'))
    assert.ok(roles.some(({ slug }: { slug: string }) => slug === 'super-administrator'))
    const row = await service.connection.db
      .selectFrom('users')
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirstOrThrow()
    assert.equal(row.remember_token_hash, null)
  }

  it('makes one administrator if two requests use it at once', async () => {
    const answers = await Promise.all([setUp(), setUp({ email: 'second@example.com' })])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 403])
    const users = await service.connection.db.selectFrom('users').select('email').execute()
    assert.equal(users.length, 1)
  })

  it('makes one administrator if two processes use it at once', async () => {
    const settings = { adminEmail: undefined, adminPassword: undefined }
    const other = await startService({ ...settings, databaseUrl: service.config.databaseUrl })
    try {
      code = await newCode()
      const json = { ...FIRST, code, email: 'second@example.com' }
      const answers = await Promise.all([setUp(), other.call('POST', '/api/setup', { token: null, json })])
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 403])
      assert.equal((await superAdministrators(systemContext(service.connection))).length, 1)
    } finally {
      await other.stop()
    }
  })

  it('reports what is wrong with the account, and can still be used afterwards', async () => {
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

  it('is not needed if the settings name an administrator at a later start', async () => {
    const config = { ...service.config, adminEmail: ADMIN.email, adminPassword: ADMIN.password }
    assert.deepEqual((await prepare(service.connection, config)).firstAdministrator, {
      kind: 'created',
      email: ADMIN.email,
      id: 1,
    })
    await signIn(service, ADMIN.email, ADMIN.password)
    await assertRefusedUnchanged(service, setUp, REFUSED)
  })

  it('can be replaced by settings that name an existing user, whose account is taken over', async () => {
    const stranger = await addStranger({ email: FIRST.email })
    const made = await makeTokenFor(stranger.id)
    const config = { ...service.config, adminEmail: FIRST.email, adminPassword: ADMIN.password }
    const { firstAdministrator } = await prepare(service.connection, config)
    assert.deepEqual(firstAdministrator, { kind: 'taken-over', email: FIRST.email, id: stranger.id })
    await assertTakenOver(stranger, ADMIN.password)
    const left = service.connection.db.selectFrom('tokens').where('id', '=', made.id).select('id')
    assert.deepEqual(await left.execute(), [], 'the token that they made for another user is deleted too')
  })

  it('makes one administrator together with the settings, whichever is first', async () => {
    const config = { ...service.config, adminEmail: ADMIN.email, adminPassword: ADMIN.password }
    const [answer, prepared, other] = await Promise.all([
      setUp(),
      prepare(service.connection, config),
      prepare(service.connection, config),
    ])
    const kinds = [prepared, other].map(({ firstAdministrator }) => firstAdministrator?.kind)
    const made = [...kinds, answer.status === 201 && 'created'].filter((kind) => kind === 'created')
    assert.equal(made.length, 1, JSON.stringify([kinds, answer.status]))
    assert.equal((await superAdministrators(systemContext(service.connection))).length, 1)
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

  it('are ignored if there is an administrator, even if they name another, and the start reports that', async () => {
    await makeUser(service)
    const users = () => service.connection.db.selectFrom('users').selectAll().execute()
    const before = await users()
    for (const email of [ADMIN.email, 'another@example.com']) {
      const config = { ...service.config, adminEmail: email, adminPassword: 'another phrase entirely' }
      assert.deepEqual((await prepare(service.connection, config)).firstAdministrator, { kind: 'ignored' })
      assert.deepEqual(await users(), before)
    }
    await signIn(service, ADMIN.email, ADMIN.password)
  })

  it('make another administrator if the first one is soft-deleted, who stays so', async () => {
    const ctx = systemContext(service.connection)
    await ctx.db.updateTable('users').set({ deleted_at: ctx.now() }).execute()
    const { firstAdministrator } = await prepare(service.connection, service.config)
    assert.deepEqual(firstAdministrator, { kind: 'created', email: ADMIN.email, id: 2 })
    await signIn(service, ADMIN.email, ADMIN.password)
  })
})
