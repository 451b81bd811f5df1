// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { OTHER_SECRET } from '../../../server/mail/claims.ts'
import { contentOf } from '../../support/account-pages.ts'
import { dataOf, makeUser, type Person } from '../../support/actors.ts'
import { newDatabase, TEST_SECRET } from '../../support/databases.ts'
import { storedMail } from '../../support/mail.ts'
import { runHere, temporaryFolders } from '../../support/process.ts'
import { assertRefused, assertRefusedUnchanged } from '../../support/refusals.ts'
import { type Service, signIn, startService } from '../../support/service.ts'
import { type Receiver, startReceiver, stopServers } from '../../support/smtp.ts'

after(stopServers)

/** `rolecall secret replace` while mails wait in the outbox and codes are out: nobody can open the former any more. */

const SECOND = 'the-second-secret-of-this-test-run'
const PASSWORD = 'a phrase of my own'
const NEW = 'another phrase of mine'
const LATER = { code: 451, text: '4.7.1 try again later' }
const HOUR_MS = 3_600_000
const INVALID = { status: 422, code: 'invalid_code', details: [['code', 'invalid_code']] } as const

const newFolder = temporaryFolders()
let database: Awaited<ReturnType<typeof newDatabase>>
let receiver: Receiver
/** Processes with the former secret, which nobody has restarted, and with the new one. */
let former: Service
let service: Service
async function open(): Promise<void> {
  database = await newDatabase()
  receiver = await startReceiver()
  former = await start({})
}

async function close(): Promise<void> {
  await service?.stop()
  await former.stop()
  await receiver.stop()
  await database.drop()
}

/** @returns what the command prints */
async function replace(secret: string): Promise<string> {
  const env = { DATABASE_URL: database.url, SECRET: secret }
  const { code, out, err } = await runHere(newFolder(), ['secret', 'replace'], env)
  assert.equal(code, 0, err)
  return out
}

const start = (settings: object) =>
  startService({
    databaseUrl: database.url,
    dataFolder: join(newFolder(), 'data'),
    signup: 'verify',
    mailUrl: receiver.server,
    mailFrom: { name: '', address: 'accounts@example.com' },
    ...settings,
  })

const post = (path: string, json: object, token: string | null = null, at = service) =>
  at.call('POST', path, { json, token })
const send = (at = service) => at.runJob('send-mails')
const arrived = (address: string) => receiver.received.filter(({ recipient }) => recipient === address)
/** The newest mail to an address that has arrived. */
const lastMail = (address: string) => {
  const mail = arrived(address).at(-1)
  assert.ok(mail, `no mail to ${address}`)
  return contentOf(mail)
}
const reset = (code: string, more: object = {}) =>
  post('/api/password/reset', { code, password: NEW, password_confirmation: NEW, ...more })
const forgot = async ({ email }: { email: string }, at = service) =>
  dataOf(await post('/api/password/forgot', { email }, null, at)).request as string

describe('A secret that is replaced', () => {
  const invited = 'invited@example.com'
  const signedUp = 'signed-up@example.com'
  let waits: Person
  let has: Person
  let moved: Person
  let codes: {
    reset: string
    digits: string
    request: string
    invitation: string
    signup: string
    undo: string
  }
  let output: string
  /** The outbox after it, and who got mail. */
  let failed: { address: string; reply: string }[]
  let sent: string[]

  after(close)
  before(async () => {
    await open()
    waits = await makeUser(former, { password: PASSWORD })
    has = await makeUser(former, { password: PASSWORD })
    moved = await makeUser(former, { password: PASSWORD })
    const request = await forgot(has, former)
    dataOf(await former.call('POST', '/api/invitations/create', { json: { email: invited } }))
    dataOf(
      await post('/api/signup', { email: signedUp, first_name: 'Mei', password: PASSWORD }, null, former),
    )
    const change = { email: 'moved-to@example.com', current_password: PASSWORD }
    dataOf(await post('/api/email/change', change, moved.token, former))
    await send(former)
    dataOf(
      await post('/api/email/confirm', { code: lastMail('moved-to@example.com').code }, moved.token, former),
    )
    await send(former)
    // Whatever is asked for now waits in the outbox: one mail was tried, the other was not.
    receiver.behave({ recipient: () => LATER })
    await forgot(waits, former)
    await send(former)
    await post('/api/signup/resend', { email: signedUp }, null, former)
    receiver.accept()
    const { code, digits = '' } = lastMail(has.email)
    codes = {
      ...{ reset: code, digits, request },
      invitation: lastMail(invited).code,
      signup: lastMail(signedUp).code,
      undo: lastMail(moved.email).code.replace('undo=', ''),
    }
    output = await replace(SECOND)
    service = await start({ secret: SECOND })
    service.clock.advance(HOUR_MS)
    const before = receiver.attempts.length
    await send()
    sent = receiver.attempts.slice(before)
    failed = dataOf(await service.call('GET', '/api/mails', { query: { state: 'failed' } })).list.data
  })

  it('is told with what ends: codes, mails that wait, and invitations to send again', () => {
    // Two codes to reset, two of the sign-up, the invitation and the undo.
    assert.match(
      output,
      /mailed codes that have ended: 6; mails that are not sent: 2; invitations to send again: 1; /,
    )
  })

  it('ends all codes that are out: each is refused like an unknown one, and nothing changes', async () => {
    const refused = (path: string, json: object) =>
      assertRefusedUnchanged(service, () => post(path, json), INVALID)
    for (const more of [{ code: codes.reset }, { code: codes.digits, request: codes.request }])
      await refused('/api/password/reset', { password: NEW, password_confirmation: NEW, ...more })
    await refused('/api/signup/verify', { code: codes.signup, password: NEW })
    await refused('/api/invitations/look', { code: codes.invitation })
    await refused('/api/invitations/accept', { code: codes.invitation, first_name: 'Ida', password: NEW })
    await refused('/api/email/undo', { code: codes.undo })
  })

  it('leaves what it does not protect: passwords and tokens', async () => {
    assert.equal((await service.call('GET', '/api/me', { token: moved.token })).status, 200)
    await signIn(service, 'moved-to@example.com', PASSWORD)
  })

  it('ends the mails that wait, with the reason and nothing of what they said; none is sent', async () => {
    assert.deepEqual(sent, [])
    assert.deepEqual(
      failed.map(({ address, reply }) => [address, reply]),
      [
        [signedUp, OTHER_SECRET],
        [waits.email, OTHER_SECRET],
      ],
    )
    const { db } = service.connection
    const rows = await db.selectFrom('mails').where('state', '=', 'failed').select('sealed').execute()
    for (const { sealed } of rows) assert.equal(sealed, null)
  })

  it('is followed by what an operator sends again, with fresh codes', async () => {
    const { id: mail } = await storedMail(service, waits.email)
    dataOf(await service.call('POST', `/api/mails/${mail}/resend`, { json: {} }))
    await send()
    assert.equal((await reset(lastMail(waits.email).code)).status, 200)
    await signIn(service, waits.email, NEW)
    const { list } = dataOf(await service.call('GET', '/api/invitations', { query: { state: 'waiting' } }))
    const { registration_id: id } = list.data.find(({ email }: { email: string }) => email === invited)
    dataOf(await service.call('POST', `/api/registrations/id/${id}/resend`, { json: {} }))
    await send()
    const { code } = lastMail(invited)
    const accepted = await post('/api/invitations/accept', { code, first_name: 'Ida', password: NEW })
    assert.equal(accepted.status, 201)
  })

  it('is followed by what people ask for again', async () => {
    const request = await forgot(has)
    await post('/api/signup/resend', { email: signedUp })
    await send()
    const { digits = '' } = lastMail(has.email)
    assert.equal((await reset(digits, { request })).status, 200)
    const verified = await post('/api/signup/verify', { code: lastMail(signedUp).code, password: NEW })
    assert.equal(verified.status, 201)
  })

  it('keeps a process that has the former one from sending, and from ending mails of the others', async () => {
    const [theirs, ours] = [await makeUser(service), await makeUser(service)]
    await forgot(theirs, former)
    await forgot(ours)
    former.clock.advance(HOUR_MS + 60_000)
    await send(former)
    assert.deepEqual([arrived(theirs.email), arrived(ours.email)], [[], []])
    for (const { email } of [theirs, ours]) {
      const { state, attempts } = await storedMail(service, email)
      assert.deepEqual([state, attempts], ['waiting', 0])
    }
    await send()
    assert.equal((await reset(lastMail(ours.email).code)).status, 200)
    // Only the former secret opens it: its code would not work any more.
    const { id, state, reply } = await storedMail(service, theirs.email)
    assert.deepEqual([state, reply], ['failed', OTHER_SECRET])
    dataOf(await service.call('POST', `/api/mails/${id}/resend`, { json: {} }))
    await send()
    assert.equal(arrived(theirs.email).length, 1)
    assert.equal((await reset(lastMail(theirs.email).code)).status, 200)
  })
})

describe('A secret that is replaced while a mail is on its way', () => {
  before(open)
  after(close)

  it('leaves its code of no use, and the mail failed although it arrives', async () => {
    const user = await makeUser(former)
    const request = await forgot(user, former)
    receiver.behave({ arrived: async () => void (await replace(SECOND)) })
    await send(former)
    receiver.accept()
    service = await start({ secret: SECOND })
    const { code, digits = '' } = lastMail(user.email)
    assertRefused(await reset(code), INVALID)
    assertRefused(await reset(digits, { request }), INVALID)
    const { state, reply, sealed } = await storedMail(service, user.email)
    assert.deepEqual([state, reply, sealed], ['failed', OTHER_SECRET, null])
  })
})

describe('A secret that is rotated by SECRET_PREVIOUS', () => {
  before(open)
  after(close)

  it('leaves the mails that wait, and the codes that are out', async () => {
    const [has, waits] = [await makeUser(former), await makeUser(former)]
    await forgot(has, former)
    await send(former)
    await forgot(waits, former)
    service = await start({ secret: SECOND, secretPrevious: [TEST_SECRET] })
    await send()
    for (const { email } of [has, waits]) assert.equal((await reset(lastMail(email).code)).status, 200)
  })
})
