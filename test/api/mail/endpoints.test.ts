// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { MAILS_PER_HOUR } from '../../../server/mail/outbox.ts'
import { dataOf, makeActor, makeUser } from '../../support/actors.ts'
import { enqueue, inHours, mailContext, mailsTo, resetMail, storedMail } from '../../support/mail.ts'
import { temporaryFolder } from '../../support/process.ts'
import { assertForbidden, assertRefusedUnchanged } from '../../support/refusals.ts'
import { startService } from '../../support/service.ts'
import { useService } from '../../support/suite.ts'

/** Who may manage mail sees what became of each, never what it says, and has it sent again with a new code. */

const folder = temporaryFolder()
after(folder.remove)
const { service, call } = useService({ dataFolder: join(folder.path, 'data') })

const send = () => service().runJob('send-mails')
const list = async (query: Record<string, string> = {}, token?: string) =>
  dataOf(await call('GET', '/api/mails', { query, ...(token !== undefined && { token }) })).list
const resend = (id: number, token?: string) =>
  call('POST', `/api/mails/${id}/resend`, { json: {}, ...(token !== undefined && { token }) })

/** A reset mail to a user, with its row. */
async function mailTo(user: { id: number; email: string }) {
  const mail = { ...resetMail(service()), to: { address: user.email, userId: user.id } }
  await enqueue(service(), mail)
  return storedMail(service(), user.email)
}

describe('The status of mail', () => {
  it('says where mails are written while there is no server, and how many wait or have failed', async () => {
    const { token } = await makeActor(service(), ['can-manage-mail'])
    const before = dataOf(await call('GET', '/api/mails/status', { token }))
    assert.deepEqual([before.server, before.folder], [null, join(folder.path, 'data/mail')])
    await mailTo(await makeUser(service()))
    const { id } = await mailTo(await makeUser(service()))
    await service().connection.db.updateTable('mails').set({ state: 'failed' }).where('id', '=', id).execute()
    const { waiting, failed } = dataOf(await call('GET', '/api/mails/status', { token }))
    assert.deepEqual([waiting, failed], [before.waiting + 1, before.failed + 1])
    await send()
  })

  it('names the server, and nothing of how to sign in there', async () => {
    const mailUrl = { host: 'mail.example.com', port: 465, isTls: true, isTlsOptional: false }
    const mailFrom = { name: 'Example', address: 'accounts@example.com' }
    const other = await startService({ mailUrl: { ...mailUrl, user: 'ada', password: 'unspoken' }, mailFrom })
    try {
      const answer = await other.call('GET', '/api/mails/status')
      assert.deepEqual(dataOf(answer), {
        server: 'mail.example.com:465',
        folder: null,
        waiting: 0,
        failed: 0,
      })
    } finally {
      await other.stop()
    }
  })

  it('is for those who may manage mail only', async () => {
    const { token } = await makeActor(service(), ['can-read-users'])
    await assertForbidden(service(), () => call('GET', '/api/mails/status', { token }), ['can-manage-mail'])
    assert.equal((await call('GET', '/api/mails/status', { token: null })).status, 401)
  })
})

describe('The list of mails', () => {
  it('shows what became of each, newest first, and nothing of what they say', async () => {
    const user = await makeUser(service())
    const first = await mailTo(user)
    await send()
    const second = await mailTo(user)
    const { data, total } = await list({ user_id: String(user.id) })
    assert.equal(total, 2)
    assert.deepEqual(
      data.map(({ id, state, attempts }: { id: number; state: string; attempts: number }) => [
        id,
        state,
        attempts,
      ]),
      [
        [second.id, 'waiting', 0],
        [first.id, 'sent', 1],
      ],
    )
    assert.equal(data[0].address, user.email)
    assert.deepEqual([data[0].is_resendable, data[1].is_resendable], [true, true])
    assert.deepEqual([data[1].next_attempt_at, typeof data[1].ended_at], [null, 'string'])
    assert.doesNotMatch(JSON.stringify(data), /sealed|limit_key|code-\d/)
    await send()
  })

  it('is filtered by state, kind, address and user, and paged', async () => {
    const user = await makeUser(service())
    await mailTo(user)
    await send()
    await mailTo(user)
    const shouted = user.email.toUpperCase()
    assert.equal((await list({ address: shouted })).total, 2)
    assert.equal((await list({ address: shouted, state: 'waiting' })).total, 1)
    assert.equal((await list({ address: shouted, kind: 'welcome' })).total, 0)
    const { data, last_page: last } = await list({ address: user.email, per_page: '1', page: '2' })
    assert.deepEqual([data[0].state, last], ['sent', 2])
    assert.equal((await call('GET', '/api/mails', { query: { state: 'silenced' } })).status, 422)
    await send()
  })

  it('leaves out what is silenced', async () => {
    const decoy = { ...resetMail(service()), isDecoy: true }
    const { total } = await list()
    await enqueue(service(), decoy)
    assert.equal((await list()).total, total)
  })

  it('shows addresses only to callers who may see contact details, also in replies', async () => {
    const { token } = await makeActor(service(), ['can-manage-mail'])
    const user = await makeUser(service())
    const { id } = await mailTo(user)
    const quoting = `550 5.1.1 <${user.email.toUpperCase()}>: ${user.email.split('@')[0]} unknown`
    await service()
      .connection.db.updateTable('mails')
      .set({ state: 'failed', reply: quoting, ended_at: service().clock.now(), sealed: null })
      .where('id', '=', id)
      .execute()
    const [shown] = (await list({ user_id: String(user.id) }, token)).data
    assert.deepEqual([shown.address, shown.reply], [null, '550 5.1.1 <…>: … unknown'])
    const [whole] = (await list({ user_id: String(user.id) })).data
    assert.deepEqual([whole.address, whole.reply], [user.email, quoting])
    await assertForbidden(
      service(),
      () => call('GET', '/api/mails', { token, query: { address: user.email } }),
      ['can-see-users-contact-details'],
    )
    const answer = await resend(id, token)
    assert.equal(dataOf(answer).item.address, null)
    assert.ok(!JSON.stringify(answer.body).includes(user.email))
    await send()
  })

  it('is refused without can-manage-mail', async () => {
    const { token } = await makeActor(service(), ['can-read-users', 'can-see-users-contact-details'])
    await assertForbidden(service(), () => call('GET', '/api/mails', { token }), ['can-manage-mail'])
    await assertForbidden(service(), () => resend(1, token), ['can-manage-mail'])
  })
})

describe('Sending a mail again', () => {
  it('makes a new one with a fresh code, in place of one that was sent or has failed', async () => {
    const user = await makeUser(service())
    const { id } = await mailTo(user)
    await send()
    const { item } = dataOf(await resend(id))
    assert.notEqual(item.id, id)
    assert.deepEqual([item.kind, item.state, item.user_id], ['reset', 'waiting', user.id])
    await send()
    const codes = (await mailsTo(service(), user.email)).map(
      ({ text }) => /\/reset#(\S+)/.exec(text ?? '')?.[1],
    )
    assert.equal(codes.length, 2)
    assert.equal(new Set(codes).size, 2)
    const stored = await service()
      .connection.db.selectFrom('mailed_codes')
      .where('user_id', '=', user.id)
      .select('purpose')
      .execute()
    assert.deepEqual(
      stored.map(({ purpose }) => purpose),
      ['reset'],
    )
  })

  it('tries one that waits at once, but not one that may be on its way', async () => {
    const user = await makeUser(service())
    const { id } = await mailTo(user)
    const set = (next: string) =>
      service()
        .connection.db.updateTable('mails')
        .set({ next_attempt_at: next })
        .where('id', '=', id)
        .execute()
    await set(inHours(service(), 5))
    assert.equal(dataOf(await resend(id)).item.id, id)
    assert.ok((await storedMail(service(), user.email)).next_attempt_at <= service().clock.now())
    const soon = inHours(service(), 0.02)
    await set(soon)
    dataOf(await resend(id))
    assert.equal((await storedMail(service(), user.email)).next_attempt_at, soon)
    await set(service().clock.now())
    await send()
  })

  it('is refused if the recipient has another address, is inactive or deleted', async () => {
    const changes: [name: string, change: (id: number) => Promise<unknown>][] = [
      [
        'another address',
        (id) => call('POST', `/api/users/id/${id}/update`, { json: { email: `x${id}@example.com` } }),
      ],
      ['inactive', (id) => call('POST', `/api/users/id/${id}/update`, { json: { is_active: false } })],
      ['deleted', (id) => call('POST', `/api/users/id/${id}/delete`)],
    ]
    for (const [name, change] of changes) {
      const user = await makeUser(service())
      const { id } = await mailTo(user)
      await send()
      await change(user.id)
      const refused = { status: 409, code: 'not_needed', says: /needs this mail no more/ }
      await assertRefusedUnchanged(service(), () => resend(id), refused).catch((error) => {
        throw new Error(name, { cause: error })
      })
    }
  })

  it('is refused for notices, of which nothing is kept, and for mails that do not exist', async () => {
    const user = await makeUser(service())
    await enqueue(service(), {
      kind: 'password-changed',
      to: { address: user.email, userId: user.id },
      values: { at: service().clock.now() },
    })
    await send()
    const { id } = await storedMail(service(), user.email)
    await assertRefusedUnchanged(service(), () => resend(id), {
      status: 409,
      code: 'not_resendable',
      says: /password-changed/,
    })
    const decoy = { ...resetMail(service()), isDecoy: true }
    await enqueue(service(), decoy)
    const silenced = await storedMail(service(), '')
    for (const unknown of [999_999, silenced.id])
      await assertRefusedUnchanged(service(), () => resend(unknown), {
        status: 404,
        code: 'not_found',
        says: /No mail/,
      })
  })

  it('counts for a limit of the address, and says when it is reached', async () => {
    const user = await makeUser(service())
    const { id } = await mailTo(user)
    await send()
    for (let count = 0; count < MAILS_PER_HOUR; count++) dataOf(await resend(id))
    const answer = await resend(id)
    assert.deepEqual([answer.status, answer.headers['retry-after']], [429, '3600'])
    await send()
  })

  it('is in the language of the recipient', async () => {
    const user = await makeUser(service(), { language: 'fr' })
    const { id } = await mailTo(user)
    await send()
    dataOf(await resend(id))
    await send()
    assert.match((await mailsTo(service(), user.email))[1]?.text ?? '', /^Bonjour /)
    assert.ok(mailContext(service()).secret)
  })
})
