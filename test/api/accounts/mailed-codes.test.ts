// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Ctx } from '../../../server/access/context.ts'
import { inTransaction } from '../../../server/access/transaction.ts'
import {
  type CodePurpose,
  endAllCodes,
  endCodes,
  findCode,
  invalidCode,
  issueCode,
  MAX_TRIES,
  newRequest,
  type PresentedCode,
  silenceCode,
  useCode,
} from '../../../server/credentials/mailed-codes.ts'
import { digest } from '../../../server/crypto/digest.ts'
import { InstallationSecret } from '../../../server/crypto/installation-secret.ts'
import { Refusal } from '../../../server/errors.ts'
import { systemContext } from '../../../server/prepare.ts'
import { dataOf, makeUser, type Person } from '../../support/actors.ts'
import { atRest } from '../../support/at-rest.ts'
import { TEST_SECRET } from '../../support/databases.ts'
import { type Service, startService } from '../../support/service.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const NOBODY = { email: 'nobody@example.com' }
const PURPOSES: CodePurpose[] = [
  'signup-verify',
  'reset',
  'email-verify',
  'email-change',
  'email-undo',
  'signin',
  'invitation',
]

describe('Mailed codes', () => {
  let service: Service
  let ctx: Ctx
  let ada: Person
  let bob: Person
  before(async () => {
    service = await startService()
    const { connection, clock, secret } = service
    ctx = { ...systemContext(connection), now: clock.now, secret }
    ada = await makeUser(service)
    bob = await makeUser(service)
  })
  after(() => service.stop())
  beforeEach(() => inTransaction(ctx, endAllCodes))

  const issue = async (
    person: Person | typeof NOBODY = ada,
    purpose: CodePurpose = 'reset',
    address?: string,
  ) => {
    const request = newRequest()
    const target = 'id' in person ? { userId: person.id } : {}
    const issued = await inTransaction(ctx, (ctx) =>
      issueCode(ctx, { purpose, target, address: address ?? person.email, request }),
    )
    return { ...issued.mailed, id: issued.id, request }
  }
  const presentCode = async (
    ctx: Ctx,
    purpose: CodePurpose,
    sent: { code: string; request?: string | undefined },
  ) => {
    const found = await findCode(ctx, purpose, sent)
    if (!found) throw invalidCode()
    return found
  }
  const use = async (code: string, request?: string, purpose: CodePurpose = 'reset', as = ctx) => {
    const presented = await presentCode(as, purpose, { code, request })
    return usePresented(presented)
  }
  const usePresented = (presented: PresentedCode) => inTransaction(ctx, (ctx) => useCode(ctx, presented))
  const isInvalid = (error: unknown) => {
    assert.ok(error instanceof Refusal, String(error))
    const [{ field, code } = {}] = error.details
    assert.deepEqual([error.status, field, code], [422, 'code', 'invalid_code'])
    return true
  }
  const refuses = (run: Promise<unknown>) => assert.rejects(run, isInvalid)
  const other = (digits: string) => String((Number(digits) + 1) % 10 ** 8).padStart(8, '0')
  const rows = () => ctx.db.selectFrom('mailed_codes').selectAll().orderBy('id').execute()
  const outcomes = async (runs: Promise<unknown>[]) => {
    const settled = await Promise.allSettled(runs)
    for (const each of settled) if (each.status === 'rejected') isInvalid(each.reason)
    return settled.filter(({ status }) => status === 'fulfilled').length
  }

  it('work once, by the code of the link', async () => {
    const { code, expires_at } = await issue()
    assert.match(code, /^[\w-]{43}$/)
    assert.ok(Date.parse(expires_at) - Date.parse(ctx.now()) > 23 * HOUR_MS)
    const { madeAt, ...used } = await use(code)
    assert.deepEqual(used, { userId: ada.id, registrationId: undefined, address: undefined })
    assert.ok(madeAt <= ctx.now())
    await refuses(use(code))
  })

  it('work once, by the digits and the request that they were asked for with', async () => {
    const { code, digits = '', request } = await issue()
    assert.match(digits, /^\d{8}$/)
    assert.equal((await use(digits, request)).userId, ada.id)
    await refuses(use(digits, request))
    await refuses(use(code))
  })

  it('are read with the spaces that people type', async () => {
    const { digits = '', request, code } = await issue()
    await presentCode(ctx, 'reset', { code: ` ${digits.slice(0, 4)} ${digits.slice(4)}`, request })
    await presentCode(ctx, 'reset', { code: `${digits.slice(0, 4)}-${digits.slice(4)} `, request })
    await presentCode(ctx, 'reset', { code: ` ${code}\n` })
  })

  it('need the request with the digits, that of the same mail', async () => {
    const [one, two] = [await issue(), await issue()]
    await refuses(use(one.digits as string))
    await refuses(use(one.digits as string, two.request))
    await refuses(use(one.digits as string, newRequest()))
    await refuses(use(one.digits as string, one.code))
    await use(one.digits as string, one.request)
  })

  it('are bound to one purpose', async () => {
    for (const purpose of PURPOSES) {
      const { code, digits = '', request } = await issue(ada, purpose)
      for (const wrong of PURPOSES) {
        if (wrong === purpose) continue
        await refuses(use(code, undefined, wrong))
        await refuses(use(digits, request, wrong))
      }
      const isTyped = purpose === 'signin'
      await (isTyped ? use(digits, request, purpose) : use(code, undefined, purpose))
    }
  })

  it('have no digits where the code is only followed, and no link where it is only typed', async () => {
    assert.equal((await issue(ada, 'invitation')).digits, undefined)
    assert.equal((await issue(ada, 'email-undo')).digits, undefined)
    const { code } = await issue(ada, 'signin')
    await refuses(use(code, undefined, 'signin'))
  })

  it('expire: the digits after ten minutes, the link after a day, an invitation after a week', async () => {
    const { code, digits = '', request } = await issue()
    const invitation = await issue(ada, 'invitation')
    service.clock.advance(10 * MINUTE_MS)
    await refuses(use(digits, request))
    const presented = await presentCode(ctx, 'reset', { code })
    service.clock.advance(24 * HOUR_MS)
    await refuses(use(code))
    await refuses(usePresented(presented))
    service.clock.advance(5 * 24 * HOUR_MS)
    const last = await presentCode(ctx, 'invitation', invitation)
    service.clock.advance(24 * HOUR_MS)
    await refuses(presentCode(ctx, 'invitation', invitation))
    await refuses(usePresented(last))
  })

  it('leave no digits after five wrong ones; the link still works', async () => {
    const { code, digits = '', request } = await issue()
    for (let tries = 1; tries < MAX_TRIES; tries++) await refuses(use(other(digits), request))
    await presentCode(ctx, 'reset', { code: digits, request })
    await refuses(use(other(digits), request))
    await refuses(use(digits, request))
    await use(code)
  })

  it('look at no more than five of many digits that are sent at the same time', async () => {
    const { digits = '', request } = await issue()
    const wrong = Array.from({ length: 30 }, (_, index) => String(index).padStart(8, '0'))
    const sent = wrong.filter((each) => each !== digits)
    assert.equal(await outcomes(sent.map((each) => use(each, request))), 0)
    assert.equal((await rows())[0]?.tries, MAX_TRIES)
    await refuses(use(digits, request))
  })

  it('cost no try while the digits are right, however often something else is refused', async () => {
    const { digits = '', request } = await issue()
    for (let times = 0; times < 2 * MAX_TRIES; times++) {
      await presentCode(ctx, 'reset', { code: digits, request })
      const presented = await presentCode(ctx, 'reset', { code: digits, request })
      const refused = inTransaction(ctx, async (ctx) => {
        await useCode(ctx, presented)
        throw new Error('refused')
      })
      await assert.rejects(refused, /refused/)
    }
    assert.equal((await rows())[0]?.tries, 0)
    await use(digits, request)
  })

  it('succeed once of many uses at the same time', async () => {
    const { code } = await issue()
    assert.equal(await outcomes(Array.from({ length: 12 }, () => use(code))), 1)
    const { digits = '', request } = await issue()
    assert.equal(await outcomes(Array.from({ length: 4 }, () => use(digits, request))), 1)
    const presented = await presentCode(ctx, 'reset', await issue())
    assert.equal(await outcomes(Array.from({ length: 12 }, () => usePresented(presented))), 1)
  })

  it('succeed once, if several of a purpose are used at the same time', async () => {
    const issued = [await issue(), await issue(), await issue(), await issue()]
    assert.equal(await outcomes(issued.map(({ code }) => use(code))), 1)
    assert.deepEqual(await rows(), [])
  })

  it('stay alive beside newer ones, and end with the first that is used, for its purpose and user', async () => {
    const [one, two] = [await issue(), await issue()]
    const [another, ofBob] = [await issue(ada, 'email-verify'), await issue(bob)]
    await use(one.code)
    await refuses(use(two.code))
    await refuses(use(two.digits as string, two.request))
    await use(another.code, undefined, 'email-verify')
    await use(ofBob.code)
  })

  it('that undo a change of address end only with an earlier one', async () => {
    const [first, second, third] = [
      await issue(ada, 'email-undo', 'first@example.com'),
      await issue(ada, 'email-undo', 'second@example.com'),
      await issue(ada, 'email-undo', 'third@example.com'),
    ]
    assert.equal((await use(second.code, undefined, 'email-undo')).address, 'second@example.com')
    await refuses(use(third.code, undefined, 'email-undo'))
    assert.equal((await use(first.code, undefined, 'email-undo')).address, 'first@example.com')
  })

  it('prove only the address that they were mailed to', async () => {
    const person = await makeUser(service, { email: 'former@example.com' })
    const { code } = await issue(person)
    const change = await issue(person, 'email-change', 'New@example.com')
    // By the import, say: a change over HTTP ends all codes.
    const rename = (email: string) =>
      service.connection.db.updateTable('users').set({ email }).where('id', '=', person.id).execute()
    await rename('later@example.com')
    await refuses(use(code))
    await rename('Former@Example.com')
    await use(code)
    assert.equal((await use(change.code, undefined, 'email-change')).address, 'New@example.com')
  })

  it('end when an administrator sets another address', async () => {
    const person = await makeUser(service)
    const { code } = await issue(person)
    const change = await issue(person, 'email-change', 'wanted@example.com')
    const json = { email: 'set@example.com' }
    dataOf(await service.call('PATCH', `/api/users/${person.id}`, { json }))
    await refuses(use(code))
    await refuses(use(change.code, undefined, 'email-change'))
  })

  it('end with their user, in the trash and for good', async () => {
    const person = await makeUser(service)
    const { code } = await issue(person)
    dataOf(await service.call('POST', `/api/users/id/${person.id}/delete`))
    await refuses(use(code))
    dataOf(await service.call('POST', `/api/users/id/${person.id}/restore`))
    await use(code)
    await issue(person)
    dataOf(await service.call('DELETE', `/api/users/${person.id}`))
    assert.deepEqual(await rows(), [])
  })

  it('are for a registration as for a user', async () => {
    const json = { email: 'in@example.com', first_name: 'In', password: 'a phrase of my own' }
    const { item } = dataOf(await service.call('POST', '/api/registrations/create', { json }))
    const order = {
      purpose: 'signup-verify',
      target: { registrationId: item.id },
      address: item.email,
    } as const
    const [one, two] = await inTransaction(ctx, async (ctx) => [
      await issueCode(ctx, order),
      await issueCode(ctx, order),
    ])
    assert.equal((await use(one?.mailed.code ?? '', undefined, 'signup-verify')).registrationId, item.id)
    await refuses(use(two?.mailed.code ?? '', undefined, 'signup-verify'))
    const three = await inTransaction(ctx, (ctx) => issueCode(ctx, order))
    await inTransaction(ctx, (ctx) => endCodes(ctx, { registrationId: item.id }))
    await refuses(use(three.mailed.code, undefined, 'signup-verify'))
  })

  it('end where they are ended, for some purposes or all', async () => {
    const [reset, verify, ofBob] = [await issue(), await issue(ada, 'email-verify'), await issue(bob)]
    await inTransaction(ctx, (ctx) => endCodes(ctx, { userId: ada.id }, ['reset']))
    await refuses(use(reset.code))
    await presentCode(ctx, 'email-verify', verify)
    await inTransaction(ctx, (ctx) => endCodes(ctx, { userId: ada.id }))
    await refuses(use(verify.code, undefined, 'email-verify'))
    await use(ofBob.code)
  })

  it('that were not mailed open nothing, and still count tries', async () => {
    const issued = await issue()
    await inTransaction(ctx, (ctx) => silenceCode(ctx, { id: issued.id }))
    await refuses(use(issued.code))
    for (let tries = 0; tries <= MAX_TRIES; tries++)
      await refuses(use(issued.digits as string, issued.request))
    assert.equal((await rows())[0]?.tries, MAX_TRIES)
  })

  it('for an address that nobody has cost the same statements, open nothing and end after ten minutes', async () => {
    const recorded = async <T>(run: () => Promise<T>): Promise<[T, string[]]> => {
      service.statements.recorded = []
      const result = await run()
      const made = service.statements.recorded.map(({ sql }) => sql)
      delete service.statements.recorded
      return [result, made]
    }
    const [known, forKnown] = await recorded(() => issue())
    const [nobody, forNobody] = await recorded(() => issue(NOBODY))
    assert.deepEqual(forNobody, forKnown)
    const wrong = (request: string) => recorded(() => refuses(use('00000000', request)))
    const [, knownTry] = await wrong(known.request)
    const [, nobodyTry] = await wrong(nobody.request)
    assert.deepEqual(nobodyTry, knownTry)
    service.clock.advance(10 * MINUTE_MS)
    await service.runJob('delete-expired-codes')
    assert.deepEqual(
      (await rows()).map(({ user_id }) => user_id),
      [ada.id],
    )
  })

  it('are refused alike with the same statements, whatever is wrong', async () => {
    const used = await issue()
    await use(used.code)
    const expired = await issue()
    service.clock.advance(25 * HOUR_MS)
    const statements = []
    for (const code of [used.code, expired.code, newRequest(), '', 'x'.repeat(100)]) {
      service.statements.recorded = []
      await refuses(use(code))
      statements.push(service.statements.recorded.map(({ sql }) => sql))
      delete service.statements.recorded
    }
    for (const each of statements) assert.deepEqual(each, statements[0])
  })

  it('are deleted by a job once they have expired', async () => {
    for (let count = 0; count < 3; count++) await issue()
    const invitation = await issue(ada, 'invitation')
    service.clock.advance(24 * HOUR_MS)
    await service.runJob('delete-expired-codes')
    assert.equal((await rows()).length, 1)
    await use(invitation.code, undefined, 'invitation')
  })

  it('made with a former secret still work after a rotation', async () => {
    const [one, two] = [await issue(), await issue(ada, 'email-verify')]
    const rotated = new InstallationSecret()
    rotated.unlock(['another-secret-of-the-installation-now', TEST_SECRET])
    const later = { ...ctx, secret: rotated }
    await use(one.digits as string, one.request, 'reset', later)
    await use(two.code, undefined, 'email-verify', later)
  })

  it('are stored as HMACs: neither codes, digits and requests nor their plain digests are at rest', async () => {
    const issued = await issue(ada, 'email-verify')
    const { code, digits = '', request } = issued
    const [row] = await rows()
    const disk = await atRest(service)
    assert.ok(disk.includes(row?.code_hash as string), 'public values can be found')
    for (const secret of [code, request]) {
      for (const text of [secret, digest(secret), Buffer.from(secret).toString('hex')]) {
        assert.ok(!disk.includes(text))
      }
    }
    const stored = JSON.stringify(row)
    for (const text of [digits, digest(digits), digest(`${request}${digits}`), ada.email, TEST_SECRET]) {
      assert.ok(!stored.includes(text))
    }
  })

  it('are used only in a transaction', async () => {
    const presented = await presentCode(ctx, 'reset', await issue())
    await assert.rejects(useCode(ctx, presented), /in the transaction/)
  })
})
