// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { MailKind } from '../../../contract/mails.ts'
import { inTransaction } from '../../../server/access/transaction.ts'
import { rememberPlaces } from '../../../server/credentials/known-places.ts'
import { InstallationSecret } from '../../../server/crypto/installation-secret.ts'
import { claimMails, endSentMails, failMail, LEASE_MS } from '../../../server/mail/claims.ts'
import { enqueueMail, enqueueMails } from '../../../server/mail/outbox.ts'
import { makeUser } from '../../support/actors.ts'
import {
  enqueue,
  inHours,
  mailContext,
  mailFiles,
  mailsTo,
  resetMail,
  storedMail,
} from '../../support/mail.ts'
import { temporaryFolder } from '../../support/process.ts'
import { useService } from '../../support/suite.ts'

/** A mail is a row that is written with its cause; without MAIL_URL the job writes it as a file. */

const folder = temporaryFolder()
after(folder.remove)
const { service } = useService({
  dataFolder: join(folder.path, 'data'),
  publicUrl: 'https://accounts.example.com/back',
  mailFrom: { name: 'Example', address: 'accounts@example.com' },
  defaultLanguage: 'fr',
})

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const send = () => service().runJob('send-mails')
const ctxOf = () => mailContext(service())
const addressOf = ({ to }: { to: { address: string } }) => to.address

describe('A mail', () => {
  it('is written as a file that only its owner can read, named by its time, kind and id', async () => {
    const mail = resetMail(service())
    await enqueue(service(), mail)
    const before = mailFiles(service()).length
    await send()
    assert.equal(mailFiles(service()).length, before + 1)
    const { id, created_at: at } = await storedMail(service(), addressOf(mail))
    const name = `${at.replaceAll(/[:.]/g, '-')}-reset-${id}.eml`
    const at0 = join(service().config.dataFolder, 'mail')
    assert.equal(statSync(join(at0, name)).mode & 0o777, 0o600)
    assert.equal(statSync(at0).mode & 0o777, 0o700)
    const [written] = await mailsTo(service(), addressOf(mail))
    assert.deepEqual(written?.from, { name: 'Example', address: 'accounts@example.com' })
    assert.match(written?.text ?? '', /^Bonjour Ada,\n/)
    assert.equal(written?.date, new Date(Math.floor(Date.parse(at) / 1000) * 1000).toISOString())
  })

  it('links to PUBLIC_URL, with the code after #, in text and HTML', async () => {
    const mail = resetMail(service())
    await enqueue(service(), mail)
    await send()
    const [written] = await mailsTo(service(), addressOf(mail))
    const link = `https://accounts.example.com/back/reset#${mail.values.code}`
    assert.ok(written?.text?.includes(`\n${link}\n`))
    assert.ok(written?.html?.includes(`href="${link}"`))
    assert.doesNotMatch(written?.html ?? '', /<(?:img|link|script)|@import|url\(/i)
  })

  it('is written with its text as it is: whoever reads the file copies the link from one line, in any script', async () => {
    const mail = resetMail(service(), { name: 'Zoë نور', code: '_tGr8D6gTF-K7m3eCVn_SmxjDoiPA'.repeat(4) })
    await enqueue(service(), mail)
    await send()
    const { id } = await storedMail(service(), addressOf(mail))
    const name = mailFiles(service()).find((each) => each.endsWith(`-${id}.eml`)) as string
    const file = readFileSync(join(service().config.dataFolder, 'mail', name), 'utf8')
    const [text = ''] = file.split('text/html')
    const lines = text.split('\r\n')
    const link = `https://accounts.example.com/back/reset#${mail.values.code}`
    for (const line of ['Bonjour Zoë نور,', link]) assert.ok(lines.includes(line), text)
    const [read] = await mailsTo(service(), addressOf(mail))
    assert.ok(read?.text?.includes(`\n${link}\n`))
  })

  it('tells robots not to answer, and has a Message-ID of its own', async () => {
    const mail = resetMail(service())
    await enqueue(service(), mail)
    await send()
    const [written] = await mailsTo(service(), addressOf(mail))
    const { uuid, message_id: id } = await storedMail(service(), addressOf(mail))
    assert.equal(written?.messageId, id)
    assert.equal(id, `<${uuid}@example.com>`)
    const headers = new Map(written?.headers.map(({ key, value }) => [key, value]))
    assert.equal(headers.get('auto-submitted'), 'auto-generated')
  })

  it('is not sent if its transaction is rolled back', async () => {
    const mail = resetMail(service())
    const write = inTransaction(ctxOf(), async (ctx) => {
      assert.equal(await enqueueMail(ctx, mail), true)
      throw new Error('rolled back')
    })
    await assert.rejects(write, /rolled back/)
    await send()
    assert.deepEqual(await mailsTo(service(), addressOf(mail)), [])
  })

  it('can only be enqueued in a transaction', async () => {
    await assert.rejects(enqueueMail(ctxOf(), resetMail(service())), /in the transaction that causes it/)
  })

  it('is encrypted while it waits, and erased once it is sent', async () => {
    const mail = resetMail(service(), { name: 'Grace', digits: '31415926' })
    await enqueue(service(), mail)
    const waiting = await storedMail(service(), addressOf(mail))
    assert.equal(waiting.state, 'waiting')
    assert.ok(waiting.sealed)
    assert.doesNotMatch(JSON.stringify(waiting), new RegExp(`${mail.values.code}|31415926|Grace`))
    assert.throws(() => ctxOf().secret?.open('mail', waiting.sealed as string, 'another uuid'))
    await send()
    const sent = await storedMail(service(), addressOf(mail))
    assert.deepEqual([sent.state, sent.sealed, sent.attempts], ['sent', null, 1])
    assert.ok(sent.ended_at)
  })

  it('is failed, with the reason, if it was encrypted with another secret', async () => {
    const mail = resetMail(service())
    const secret = new InstallationSecret()
    secret.unlock(['another secret of thirty-two characters'])
    await inTransaction({ ...ctxOf(), secret }, (ctx) => enqueueMail(ctx, mail))
    await send()
    const failed = await storedMail(service(), addressOf(mail))
    assert.deepEqual(
      [failed.state, failed.reply, failed.sealed],
      ['failed', 'It was encrypted with another SECRET.', null],
    )
  })

  it('is not sent after its code has expired; digits that have expired are left out', async () => {
    const late = resetMail(service(), { expires_at: inHours(service(), 1) })
    const ofDigits = resetMail(service(), { digits: '27182818', digits_expire_at: inHours(service(), 0.1) })
    await enqueue(service(), late, ofDigits)
    service().clock.advance(HOUR_MS)
    await send()
    const { state, reply } = await storedMail(service(), addressOf(late))
    assert.deepEqual([state, reply], ['failed', 'Its code expired before it was sent.'])
    assert.deepEqual(await mailsTo(service(), addressOf(late)), [])
    const [written] = await mailsTo(service(), addressOf(ofDigits))
    assert.ok(written)
    assert.doesNotMatch(`${written.text}${written.html}`, /27182818/)
    const fresh = resetMail(service(), { digits: '27182818', digits_expire_at: inHours(service(), 0.1) })
    await enqueue(service(), fresh)
    await send()
    const [shown] = await mailsTo(service(), addressOf(fresh))
    assert.match(shown?.text ?? '', /\n {4}27182818\n/)
    assert.match(shown?.html ?? '', />27182818</)
  })

  it('is in the language of the recipient, else of the request, else the default one', async () => {
    const languages: [given: (string | null | undefined)[], greeting: RegExp][] = [
      [['en-GB', 'fr'], /^Hello Ada,/],
      [[null, 'de, en;q=0.5'], /^Hello Ada,/],
      [['de', 'fr-CA'], /^Bonjour Ada,/],
      [[null, '*'], /^Bonjour Ada,/],
      [[undefined, undefined], /^Bonjour Ada,/],
    ]
    for (const [given, greeting] of languages) {
      const mail = { ...resetMail(service()), languages: given }
      await enqueue(service(), mail)
      await send()
      const [written] = await mailsTo(service(), addressOf(mail))
      assert.match(written?.text ?? '', greeting, JSON.stringify(given))
    }
  })

  it('that people wait for is sent before those that are sent in numbers', async () => {
    const values = { code: 'c', expires_at: inHours(service(), 24) }
    const invitations = ['first', 'second'].map((name) => ({
      kind: 'invitation' as const,
      to: { address: `${name}@invited.example` },
      values,
    }))
    await enqueue(service(), ...invitations)
    const urgent = resetMail(service())
    await enqueue(service(), urgent)
    const order: string[] = []
    for (let mail = await claim(); mail; mail = await claim()) order.push(mail.address)
    assert.deepEqual(order, [addressOf(urgent), 'first@invited.example', 'second@invited.example'])
    service().clock.advance(LEASE_MS)
    await send()
  })

  it('to a user who is deleted permanently is still sent', async () => {
    const user = await makeUser(service())
    await enqueue(service(), {
      kind: 'password-changed',
      to: { address: user.email, userId: user.id },
      values: { at: service().clock.now() },
    })
    assert.equal((await service().call('DELETE', `/api/users/${user.id}`)).status, 200)
    await send()
    // That mail, and the notice of the deletion.
    assert.equal((await mailsTo(service(), user.email)).length, 2)
    assert.equal((await storedMail(service(), user.email)).user_id, null)
  })
})

const claim = async (domain = 'example.com') =>
  (await claimMails(ctxOf(), 1, (uuid) => `<${uuid}@${domain}>`))[0]

describe('A claimed mail', () => {
  it('is claimed by nobody else before its lease ends, and then with the same Message-ID', async () => {
    await enqueue(service(), resetMail(service()))
    const first = await claim()
    assert.ok(first)
    assert.equal(await claim(), undefined)
    service().clock.advance(LEASE_MS)
    const second = await claim('example.net')
    assert.deepEqual([second?.id, second?.messageId, second?.attempts], [first.id, first.messageId, 2])
    await failMail(ctxOf(), first, 'the first process comes too late')
    await endSentMails(ctxOf(), [{ mail: first, reply: 'also too late' }])
    assert.equal((await storedMail(service(), first.address)).state, 'waiting')
    assert.ok(second)
    await endSentMails(ctxOf(), [{ mail: second, reply: '250 OK' }])
    await failMail(ctxOf(), second, 'twice')
    const { state, reply, sealed } = await storedMail(service(), first.address)
    assert.deepEqual([state, reply, sealed], ['sent', '250 OK', null])
  })

  it('goes to one of many who claim at the same time', async () => {
    await enqueue(service(), ...Array.from({ length: 6 }, () => resetMail(service())))
    const claimed = await Promise.all(Array.from({ length: 12 }, () => claim()))
    const ids = claimed.flatMap((mail) => mail?.id ?? [])
    assert.equal(new Set(ids).size, ids.length)
    for (let mail = await claim(); mail; mail = await claim()) ids.push(mail.id)
    assert.equal(new Set(ids).size, 6)
    service().clock.advance(LEASE_MS)
    await send()
  })
})

describe('An address', () => {
  it('gets five mails of a kind in an hour, whatever its case; other kinds and addresses are not affected', async () => {
    const mail = resetMail(service())
    const shouted = { ...mail, to: { address: addressOf(mail).toUpperCase() } }
    assert.deepEqual(await enqueue(service(), mail, shouted, mail, mail, mail, mail, shouted), [
      ...[true, true, true, true, true, false, false],
    ])
    const verify = { ...mail, kind: 'verify' as const }
    assert.deepEqual(await enqueue(service(), verify), [true])
    assert.deepEqual(await enqueue(service(), resetMail(service())), [true])
    service().clock.advance(HOUR_MS + 1)
    assert.deepEqual(await enqueue(service(), mail), [true])
  })

  it('gets all notices, also many at the same time and beside limited mails', async () => {
    const to = { address: 'noticed@example.com' }
    const notice = { kind: 'email-changed' as const, to, values: { at: service().clock.now() } }
    const some = await Promise.all(Array.from({ length: 9 }, () => enqueue(service(), notice)))
    assert.ok(some.flat().every(Boolean))
    const reset = resetMail(service())
    const mixed = await inTransaction(ctxOf(), (ctx) =>
      enqueueMails<MailKind>(ctx, [...Array(6).fill(reset), notice, reset, notice]),
    )
    assert.deepEqual(mixed, [true, true, true, true, true, false, true, false, true])
  })

  it('gets five for all its tags together, of the kinds that anybody can cause for a new address', async () => {
    const tagged = (kind: 'verify' | 'reset', tag: number | string) => {
      const values = { code: 'c', expires_at: inHours(service(), 24) }
      return { kind, to: { address: `mailbox${tag}@example.com` }, values }
    }
    const some = ['+a', '+B', '+a+b', '+', '+1', '+2', '+3']
    const sent = await enqueue(service(), ...some.map((tag) => tagged('verify', tag)))
    assert.deepEqual(sent, [true, true, true, true, true, false, false])
    // The mailbox itself, others, and kinds that only users get are not silenced by them.
    assert.deepEqual(await enqueue(service(), tagged('verify', ''), tagged('verify', '2+a')), [true, true])
    assert.ok((await enqueue(service(), ...some.map((tag) => tagged('reset', tag)))).every(Boolean))
  })

  it('gets no more if the requests are concurrent, or in one transaction', async () => {
    const mail = resetMail(service())
    const some = await Promise.all(Array.from({ length: 9 }, () => enqueue(service(), mail)))
    assert.equal(some.flat().filter(Boolean).length, 5)
    const other = resetMail(service())
    const once = await inTransaction(ctxOf(), (ctx) => enqueueMails(ctx, Array(7).fill(other)))
    assert.deepEqual(once, [true, true, true, true, true, false, false])
  })

  it('has five more for each network and device that the account has signed in from', async () => {
    const user = await makeUser(service())
    await inTransaction({ ...ctxOf(), ip: '192.0.2.1' }, (ctx) => rememberPlaces(ctx, user.id, 'its device'))
    const values = { code: 'c', expires_at: inHours(service(), 24) }
    const mail = { kind: 'reset' as const, to: { address: user.email, userId: user.id }, values }
    const from = async (ip: string, device?: string) => {
      const asked = Array.from({ length: 6 }, () =>
        inTransaction({ ...ctxOf(), ip }, (ctx) => enqueueMail(ctx, { ...mail, device })),
      )
      return (await Promise.all(asked)).filter(Boolean).length
    }
    assert.equal(await from('203.0.113.9'), 5)
    assert.equal(await from('198.51.100.7'), 0)
    assert.equal(await from('198.51.100.7', 'another device'), 0)
    assert.equal(await from('192.0.2.1'), 5)
    assert.equal(await from('198.51.100.7', 'its device'), 5)
  })
})

describe('A mail to an address that nobody has', () => {
  it('is not sent and not shown as one, counts for the limit, and is forgotten after an hour', async () => {
    const mail = { ...resetMail(service()), isDecoy: true }
    const { reads, rows } = await statementsOf(() => enqueue(service(), mail))
    const other = await statementsOf(() => enqueue(service(), resetMail(service())))
    assert.deepEqual([reads, rows], [other.reads, 1])
    await send()
    assert.deepEqual(await mailsTo(service(), addressOf(mail)), [])
    assert.deepEqual(await enqueue(service(), mail, mail, mail, mail, mail), [true, true, true, true, false])
    const isStored = () => storedMail(service(), '').then(({ state }) => state === 'silenced')
    assert.ok(await isStored())
    service().clock.advance(HOUR_MS)
    await service().runJob('delete-old-mails')
    await assert.rejects(isStored(), /no result/)
  })
})

/** The statements of a call, and how many of them write a mail. */
async function statementsOf(run: () => Promise<unknown>) {
  const recorded: { sql: string }[] = []
  service().statements.recorded = recorded as never
  await run()
  delete service().statements.recorded
  const texts = recorded.map(({ sql }) => sql)
  return { reads: texts, rows: texts.filter((sql) => sql.startsWith('insert into')).length }
}

describe('An old mail', () => {
  it('is deleted a month after it has ended, unless it waits', async () => {
    const ended = resetMail(service())
    await enqueue(service(), ended)
    await send()
    const waiting = resetMail(service())
    await enqueue(service(), waiting)
    const DAY_MS = 24 * HOUR_MS
    // The clock goes on by itself too, on a slow machine by more than a second.
    service().clock.advance(30 * DAY_MS - MINUTE_MS)
    await service().runJob('delete-old-mails')
    await storedMail(service(), addressOf(ended))
    service().clock.advance(2 * MINUTE_MS)
    await service().runJob('delete-old-mails')
    await assert.rejects(storedMail(service(), addressOf(ended)), /no result/)
    assert.equal((await storedMail(service(), addressOf(waiting))).state, 'waiting')
    await send()
  })
})
