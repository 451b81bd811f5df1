// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import pino from 'pino'
import { LEASE_MS } from '../../../server/mail/claims.ts'
import type { Message } from '../../../server/mail/message.ts'
import { MAILS_PER_HOUR } from '../../../server/mail/outbox.ts'
import { mailJobs } from '../../../server/mail/sender.ts'
import type { MailServer } from '../../../server/mail/settings.ts'
import { openTransport, TRANSPORT_LIMITS, type TransportLimits } from '../../../server/mail/transport.ts'
import { eventually } from '../../support/eventually.ts'
import { freePort } from '../../support/free-port.ts'
import { enqueue, inHours, mailContext, resetMail, storedMail } from '../../support/mail.ts'
import { mailSettings } from '../../support/mail-settings.ts'
import { temporaryFolder } from '../../support/process.ts'
import { type Service, startService } from '../../support/service.ts'
import {
  loopback,
  type Receiver,
  speaking,
  startBrokenServer,
  startReceiver,
  stopServers,
} from '../../support/smtp.ts'

after(stopServers)

/** Mails are sent to a real SMTP server, which fails in every way. Time passes only by the clock of the service. */

const MINUTE_MS = 60_000

const folder = temporaryFolder()
after(folder.remove)
let service: Service
let receiver: Receiver
let sender: Sender
before(async () => {
  service = await startService({ dataFolder: join(folder.path, 'data') })
  receiver = await startReceiver()
  sender = senderTo(receiver.server)
})
after(() => service.stop())

const addressOf = ({ to }: { to: { address: string } }) => to.address
const stored = (mail: { to: { address: string } }) => storedMail(service, addressOf(mail))
const until = (time: string) => service.clock.advance(Date.parse(time) - Date.parse(service.clock.now()))

interface Sender {
  /** One run of the job. */
  send: (signal?: AbortSignal) => Promise<void>
  log: string[]
}

/** What a process does that has this server in MAIL_URL. */
function senderTo(server: MailServer | undefined, limits: Partial<TransportLimits> = {}): Sender {
  const settings = mailSettings({
    server,
    from: { name: 'Exämple', address: 'accounts@example.com' },
    folder: join(folder.path, 'data', 'mail'),
  })
  const log: string[] = []
  const logger = pino({ level: 'info' }, { write: (line) => log.push(line) })
  const [job] = mailJobs(mailContext(service), settings, { logger, limits })
  return { send: (signal = new AbortController().signal) => job?.run(signal) ?? Promise.reject(), log }
}

const arrivals = (mail: { to: { address: string } }, at = receiver) =>
  at.received.filter(({ recipient }) => recipient === addressOf(mail))

/** Sends until nothing waits: what a test leaves must not reach the next one. */
async function sendRest(): Promise<void> {
  receiver.accept()
  service.clock.advance(10 * MINUTE_MS)
  await sender.send()
}

describe('A mail', () => {
  it('reaches a server with its sender, its recipient, its texts and its Message-ID', async () => {
    const mail = { ...resetMail(service, { name: 'Zoë' }), languages: ['fr'] }
    await enqueue(service, mail)
    await sender.send()
    const [arrived, ...others] = arrivals(mail)
    assert.deepEqual(others, [])
    assert.deepEqual(arrived?.from, { name: 'Exämple', address: 'accounts@example.com' })
    assert.equal(arrived?.subject, 'Réinitialisez votre mot de passe pour Example')
    assert.match(arrived?.text ?? '', /^Bonjour Zoë,\n/)
    const row = await stored(mail)
    assert.equal(arrived?.messageId, row.message_id)
    assert.deepEqual([row.state, row.sealed], ['sent', null])
    assert.match(row.reply ?? '', /^250 /)
  })

  it('has only the headers that we give it, whatever is in its values', async () => {
    const evil = 'Eve\r\nBcc: victim@example.com\r\n\r\n<b>Body</b>'
    const mail = {
      kind: 'invitation' as const,
      to: { address: 'invited@example.com' },
      values: {
        code: 'c',
        expires_at: inHours(service, 24),
        inviter: 'Eve\r\nBcc\u2028<b>',
        message: evil,
        roles: evil,
      },
    }
    await enqueue(service, mail)
    await sender.send()
    const [arrived] = arrivals(mail)
    assert.equal(arrived?.subject, 'Eve Bcc <b> invites you to Example')
    assert.equal(arrived?.bcc, undefined)
    assert.doesNotMatch(arrived?.html ?? '', /<b>/)
    assert.ok(!receiver.attempts.includes('victim@example.com'))
    const names = arrived?.headers.map(({ key }) => key) ?? []
    assert.deepEqual(names.filter((name) => !name.startsWith('content-') && name !== 'mime-version').sort(), [
      'auto-submitted',
      'date',
      'from',
      'message-id',
      'subject',
      'to',
    ])
  })

  it('greets by a name, but not by one that would be a link', async () => {
    const names: [name: string, greeting: RegExp][] = [
      ['J. R.', /^Hello J\. R\.,/],
      ['Ada  Lovelace', /^Hello Ada Lovelace,/],
      ['Win at evil.example', /^Hello,/],
      ['https://evil.example', /^Hello,/],
      ['call +44 7946 0958', /^Hello,/],
      ['call 20 79 46', /^Hello,/],
      ['call ٢٠٧٩', /^Hello,/],
      ['evil\u3002example', /^Hello,/],
      ['evil\uff0eexample', /^Hello,/],
      ['ann\uff20evil', /^Hello,/],
      ['Ada\u2028evil\u2024example', /^Hello,/],
      ['evil\u200b example', /^Hello,/],
      ['Ada\u2029Lovelace 3rd', /^Hello Ada Lovelace 3rd,/],
      ['نور\u200cالدین', /^Hello نور\u200cالدین,/],
      ['x'.repeat(51), /^Hello,/],
    ]
    for (const [name, greeting] of names) {
      const mail = resetMail(service, { name })
      await enqueue(service, mail)
      await sender.send()
      assert.match(arrivals(mail)[0]?.text ?? '', greeting, name)
    }
  })

  it('names an inviter, but not by a name that would be a link', async () => {
    const mail = {
      kind: 'invitation' as const,
      to: { address: 'guest@example.com' },
      values: { code: 'c', expires_at: inHours(service, 24), inviter: 'evil.example/win' },
    }
    await enqueue(service, mail)
    await sender.send()
    assert.equal(arrivals(mail)[0]?.subject, 'You are invited to Example')
    assert.doesNotMatch(arrivals(mail)[0]?.text ?? '', /evil/)
  })

  it('reads no file and no address, whatever a message names', async () => {
    const message = (attachment: object): Message => ({
      name: 'names-a-file',
      envelope: { from: 'accounts@example.com', to: ['reader@example.com'] },
      options: { to: 'reader@example.com', text: 'x', attachments: [attachment] },
      secrets: [],
    })
    for (const server of [receiver.server, undefined]) {
      const transport = await openTransport({ server, folder: join(folder.path, 'refused') })
      for (const attachment of [{ path: import.meta.filename }, { href: 'http://127.0.0.1/' }])
        await assert.rejects(
          transport.send(message(attachment), new AbortController().signal),
          /access rejected/i,
          JSON.stringify(attachment),
        )
      transport.close()
    }
  })

  it('is sent over TLS if the server offers it, on this machine with any certificate', async () => {
    const withTls = await startReceiver({ hasTls: true })
    const mail = resetMail(service)
    await enqueue(service, mail)
    await senderTo({ ...withTls.server, user: 'ann', password: 'p' }).send()
    const [arrived] = arrivals(mail, withTls)
    assert.deepEqual([arrived?.isEncrypted, arrived?.user], [true, 'ann'])
  })

  it('is not sent where TLS is required and missing, or its certificate is not valid', async () => {
    const withTls = await startReceiver({ hasTls: true })
    for (const one of [receiver, withTls]) {
      const mail = resetMail(service)
      await enqueue(service, mail)
      const passwords: string[] = []
      one.behave({ password: (password) => passwords.push(password) > 0 })
      const strict = { ...one.server, isTlsOptional: false, user: 'ann', password: 'p' }
      await senderTo(strict).send()
      assert.deepEqual([arrivals(mail, one), passwords], [[], []])
      const { state, reply } = await stored(mail)
      assert.equal(state, 'waiting')
      assert.match(reply ?? '', /STARTTLS|certificate/i)
    }
    await sendRest()
  })
})

describe('A mail that the server refuses for now (4xx)', () => {
  it('is tried again after 1, 5 and 30 minutes, 2, 6 and 24 hours, not before, and has failed then', async () => {
    const mail = resetMail(service, { expires_at: inHours(service, 1000) })
    await enqueue(service, mail)
    receiver.behave({ recipient: () => ({ code: 451, text: '4.7.1 greylisted' }) })
    const tries = () => receiver.attempts.filter((address) => address === addressOf(mail)).length
    for (const [index, minutes] of [1, 5, 30, 120, 360, 1440].entries()) {
      await sender.send()
      assert.equal(tries(), index + 1)
      const { state, next_attempt_at: next, reply } = await stored(mail)
      assert.deepEqual([state, reply], ['waiting', '451 4.7.1 greylisted'])
      const wait = Date.parse(next) - Date.parse(service.clock.now())
      assert.ok(wait <= minutes * MINUTE_MS && wait > (minutes - 1) * MINUTE_MS, `${minutes}: ${wait}`)
      // The clock goes on by itself too, on a slow machine by more than a second.
      service.clock.advance(wait - 10_000)
      await sender.send()
      assert.equal(tries(), index + 1)
      until(next)
    }
    await sender.send()
    assert.equal(tries(), 7)
    const { state, sealed, reply } = await stored(mail)
    assert.deepEqual([state, sealed, reply], ['failed', null, '451 4.7.1 greylisted'])
    await sendRest()
    assert.equal(tries(), 7)
  })

  it('is sent when the server accepts it, also if it was refused after DATA', async () => {
    const mail = resetMail(service)
    await enqueue(service, mail)
    receiver.behave({ message: () => ({ code: 452, text: '4.3.1 no space' }) })
    await sender.send()
    assert.deepEqual(arrivals(mail), [])
    receiver.accept()
    until((await stored(mail)).next_attempt_at)
    await sender.send()
    assert.equal(arrivals(mail).length, 1)
    assert.equal((await stored(mail)).state, 'sent')
  })

  it('has failed at once if its code expires before the next attempt', async () => {
    const mail = resetMail(service, { expires_at: inHours(service, 0.01) })
    await enqueue(service, mail)
    receiver.behave({ recipient: () => ({ code: 450, text: '4.2.0 later' }) })
    await sender.send()
    assert.equal((await stored(mail)).state, 'failed')
    receiver.accept()
  })

  it('does not hold up the others', async () => {
    const [refusedOne, other] = [resetMail(service), resetMail(service)]
    await enqueue(service, refusedOne, other)
    receiver.behave({
      recipient: (to) => (to === addressOf(refusedOne) ? { code: 450, text: 'later' } : undefined),
    })
    await sender.send()
    assert.equal(arrivals(other).length, 1)
    await sendRest()
  })
})

describe('A mail that the server refuses for good (5xx)', () => {
  for (const [at, behaviour] of [
    ['the recipient', { recipient: () => ({ code: 550, text: '5.1.1 no such mailbox' }) }],
    ['the message', { message: () => ({ code: 554, text: '5.1.1 no such mailbox' }) }],
  ] as const) {
    it(`has failed at once, for ${at}, and says why`, async () => {
      const mail = resetMail(service)
      await enqueue(service, mail)
      receiver.behave(behaviour)
      await sender.send()
      const { state, reply, sealed, attempts, ended_at: endedAt } = await stored(mail)
      assert.deepEqual([state, sealed, attempts], ['failed', null, 1])
      assert.match(reply ?? '', /^55\d 5\.1\.1 no such mailbox$/)
      assert.ok(endedAt)
      await sendRest()
      assert.deepEqual(arrivals(mail), [])
    })
  }

  it('leaves no code in the reply that quotes it, nor in the log', async () => {
    const mail = resetMail(service, { digits: '86753099', digits_expire_at: inHours(service, 0.1) })
    await enqueue(service, mail)
    const link = `https://accounts.example.com/reset#${mail.values.code}`
    receiver.behave({
      message: () => ({ code: 554, text: `5.7.1 spam: ${link} ${'x'.repeat(2000)} 86753099` }),
    })
    await sender.send()
    const { reply } = await stored(mail)
    assert.match(reply ?? '', /^554 5\.7\.1 spam: https:\/\/accounts\.example\.com\/reset#… x+$/)
    assert.equal(reply?.length, 500)
    assert.doesNotMatch(sender.log.join(''), new RegExp(`${mail.values.code}|86753099|${addressOf(mail)}`))
    receiver.accept()
  })
})

describe('Without a connection', () => {
  it('only the mails that were tried wait; the others keep their attempts and are sent as soon as there is one', async () => {
    const down = senderTo(loopback(await freePort()))
    const mails = Array.from({ length: 20 }, () => resetMail(service))
    await enqueue(service, ...mails)
    await down.send()
    await down.send()
    const attempts = (await Promise.all(mails.map(stored))).map((row) => row.attempts)
    const tried = attempts.filter((count) => count > 0).length
    assert.ok(tried >= 1 && tried <= 4, String(tried))
    assert.match((await stored(mails[0] as (typeof mails)[0])).reply ?? '', /ECONNREFUSED/)
    service.clock.advance(MINUTE_MS)
    await sender.send()
    for (const mail of mails) assert.equal(arrivals(mail).length, 1)
  })

  it('to a server that never greets, an attempt ends, and the mail is sent later', async () => {
    const silent = await startBrokenServer(() => undefined)
    const mail = resetMail(service)
    await enqueue(service, mail)
    await senderTo(silent, { connectMs: 500 }).send()
    assert.match((await stored(mail)).reply ?? '', /Greeting never received/)
    await sendRest()
    assert.equal(arrivals(mail).length, 1)
  })

  it('with a wrong password, nothing fails for good, and no log has it', async () => {
    const mail = resetMail(service)
    await enqueue(service, mail)
    receiver.behave({ password: () => false })
    const wrong = senderTo({ ...receiver.server, user: 'ann', password: 'the secret of ann' })
    await wrong.send()
    const { state, reply } = await stored(mail)
    assert.equal(state, 'waiting')
    assert.match(reply ?? '', /^AUTH PLAIN: 535 5\.7\.8 wrong password$/)
    assert.doesNotMatch(wrong.log.join('') + reply, /the secret of ann/)
    await sendRest()
    assert.equal(arrivals(mail).length, 1)
  })
})

const POLITE = {
  EHLO: '250 broken.example',
  MAIL: '250 ok',
  RCPT: '250 ok',
  RSET: '250 ok',
  QUIT: '221 bye',
}

describe('A connection that ends', () => {
  const breaks: [when: string, answers: Record<string, string>][] = [
    ['after the greeting', {}],
    ['before the recipient', { EHLO: POLITE.EHLO, MAIL: POLITE.MAIL }],
    ['at DATA', POLITE],
    ['within the message', { ...POLITE, DATA: '354 go on' }],
  ]
  for (const [when, answers] of breaks) {
    it(`${when} loses nothing: the mail is sent later, once`, async () => {
      const mail = resetMail(service)
      await enqueue(service, mail)
      await senderTo(await startBrokenServer(speaking(answers))).send()
      const { state, attempts, reply } = await stored(mail)
      assert.deepEqual([state, attempts], ['waiting', 1])
      assert.match(reply ?? '', /closed|connection/i)
      await sendRest()
      assert.equal(arrivals(mail).length, 1)
    })
  }

  it('after the message was taken, but before the reply, has it arrive twice with one Message-ID', async () => {
    const mail = resetMail(service)
    await enqueue(service, mail)
    let taken = ''
    const taking = await startBrokenServer((socket) => {
      speaking({ ...POLITE, DATA: '354 go on', MESSAGE: '' })(socket)
      socket.on('data', (text) => {
        taken += text
      })
    })
    await senderTo(taking).send()
    await sendRest()
    const [arrived] = arrivals(mail)
    assert.equal(arrived?.messageId, (await stored(mail)).message_id)
    assert.match(taken, /\r\n\.\r\n$/)
    assert.ok(taken.includes(`Message-ID: ${arrived?.messageId}`))
  })
})

/** The server holds the first four mails that arrive, one on each connection, until `release`, and takes the others. */
async function sendUntilFourAreHeld() {
  const [isBusy, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = new Set<string>()
  receiver.behave({
    arrived: async ({ recipient }) => {
      if (held.size === 4) return
      held.add(recipient)
      if (held.size === 4) isBusy.resolve()
      await released.promise
    },
  })
  const run = sender.send()
  await isBusy.promise
  return { run, held, release: released.resolve }
}

describe('A slow server', () => {
  it('that trickles its reply has its time, and the mail is sent later', async () => {
    const trickling = await startBrokenServer((socket) => {
      const timer = setInterval(() => socket.write('220-wait\r\n'), 5)
      socket.on('close', () => clearInterval(timer))
    })
    const mail = resetMail(service)
    await enqueue(service, mail)
    await senderTo(trickling, { totalMs: 60, connectMs: 10_000 }).send()
    const { state, reply } = await stored(mail)
    assert.equal(state, 'waiting')
    assert.match(reply ?? '', /longer than 0\.06 seconds/)
    await sendRest()
    assert.equal(arrivals(mail).length, 1)
  })

  it('that takes a message and then is silent has its time; the mail is tried again, with one Message-ID', async () => {
    let taken = ''
    const silent = await startBrokenServer((socket) => {
      // An answer to a whole message would come later than the client waits for it.
      const answers = { ...POLITE, DATA: '354 go on', MESSAGE: '250-wait' }
      speaking(answers)(socket)
      socket.on('data', (text) => {
        taken += text
      })
    })
    const mail = resetMail(service)
    await enqueue(service, mail)
    await senderTo(silent, { totalMs: 1000 }).send()
    assert.match(taken, /\r\n\.\r\n/)
    const { state, attempts, reply, message_id: id } = await stored(mail)
    assert.deepEqual([state, attempts], ['waiting', 1])
    assert.match(reply ?? '', /longer than 1 seconds/)
    await sendRest()
    assert.deepEqual(
      arrivals(mail).map(({ messageId }) => messageId),
      [id],
    )
    assert.ok(taken.includes(`Message-ID: ${id}`))
  })

  it('has 60 seconds for a mail, less than the lease: no other process begins to send it meanwhile', () => {
    const { totalMs, connectMs, stopMs } = TRANSPORT_LIMITS
    assert.equal(totalMs, MINUTE_MS)
    assert.ok(connectMs <= totalMs)
    assert.ok(totalMs + stopMs < LEASE_MS)
  })

  it('that holds one mail does not hold up those that are enqueued meanwhile', async () => {
    const [slow, later] = [resetMail(service), resetMail(service)]
    await enqueue(service, slow)
    const isHeld = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const laterArrived = Promise.withResolvers<void>()
    receiver.behave({
      arrived: async ({ recipient }) => {
        if (recipient === addressOf(later)) laterArrived.resolve()
        if (recipient !== addressOf(slow)) return
        isHeld.resolve()
        await release.promise
      },
    })
    const run = sender.send()
    await isHeld.promise
    await enqueue(service, later)
    await laterArrived.promise
    release.resolve()
    await run
    receiver.accept()
  })

  it('gets none twice that waited for a connection until another process could claim it', async () => {
    const mails = Array.from({ length: 8 }, () => resetMail(service))
    await enqueue(service, ...mails)
    const { run, held, release } = await sendUntilFourAreHeld()
    const waiting = mails.filter((mail) => !held.has(addressOf(mail)))
    service.clock.advance(LEASE_MS)
    await senderTo(receiver.server).send()
    for (const mail of waiting) assert.equal((await stored(mail)).state, 'sent')
    release()
    await run
    for (const mail of waiting) assert.equal(arrivals(mail).length, 1)
    receiver.accept()
  })

  it('that holds one mail does not hold up those that were claimed with it, while connections are free', async () => {
    const [first, slow, ...others] = Array.from({ length: 4 }, () => resetMail(service))
    assert.ok(first && slow)
    await enqueue(service, first)
    const [firstArrived, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const [isEnqueued, othersArrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const left = new Set(others.map(addressOf))
    receiver.behave({
      arrived: async ({ recipient }) => {
        left.delete(recipient)
        if (left.size === 0) othersArrived.resolve()
        if (recipient === addressOf(first)) {
          firstArrived.resolve()
          // Meanwhile the other connections have ended, as nothing is due.
          await isEnqueued.promise
        } else if (recipient === addressOf(slow)) await release.promise
      },
    })
    const run = sender.send()
    await firstArrived.promise
    await enqueue(service, slow, ...others)
    isEnqueued.resolve()
    await othersArrived.promise
    release.resolve()
    await run
    receiver.accept()
  })

  it('leaves mails that wait for one of its connections to another process, in their order', async () => {
    const mails = Array.from({ length: 8 }, () => resetMail(service))
    await enqueue(service, ...mails)
    const { run, release } = await sendUntilFourAreHeld()
    const due = mails.slice(4)
    // Longer than mails are kept ready.
    service.clock.advance(2000)
    await eventually(async () => {
      for (const mail of due) assert.equal((await stored(mail)).attempts, 0)
    })
    const times = await Promise.all(mails.map(async (mail) => (await stored(mail)).created_at))
    for (const [index, mail] of due.entries())
      assert.equal((await stored(mail)).next_attempt_at, times[index + 4])
    await senderTo(receiver.server).send()
    for (const mail of due) assert.equal(arrivals(mail).length, 1)
    release()
    await run
    for (const mail of mails) assert.equal(arrivals(mail).length, 1)
    receiver.accept()
  })

  it('gets four mails at a time', async () => {
    const mails = Array.from({ length: 12 }, () => resetMail(service))
    await enqueue(service, ...mails)
    let [now, most] = [0, 0]
    receiver.behave({
      arrived: async () => {
        now += 1
        most = Math.max(most, now)
        await new Promise(setImmediate)
        now -= 1
      },
    })
    await sender.send()
    assert.ok(most <= 4, String(most))
    for (const mail of mails) assert.equal(arrivals(mail).length, 1)
    receiver.accept()
  })
})

describe('A service that stops', () => {
  it('gives back the mail that it is sending, as if it had not been tried', async () => {
    const silent = await startBrokenServer(() => undefined)
    const mail = resetMail(service)
    await enqueue(service, mail)
    const stopping = new AbortController()
    const run = senderTo(silent, { stopMs: 1 }).send(stopping.signal)
    stopping.abort()
    await run
    const { state, attempts } = await stored(mail)
    assert.deepEqual([state, attempts], ['waiting', 0])
    await sender.send()
    assert.equal(arrivals(mail).length, 1)
  })

  it('gives back those that it has claimed ahead', async () => {
    const connected = Promise.withResolvers<void>()
    const silent = await startBrokenServer(() => connected.resolve())
    const mails = Array.from({ length: 12 }, () => resetMail(service))
    await enqueue(service, ...mails)
    const stopping = new AbortController()
    const run = senderTo(silent, { stopMs: 1 }).send(stopping.signal)
    await connected.promise
    stopping.abort()
    await run
    const now = service.clock.now()
    for (const mail of mails) {
      const { state, attempts, next_attempt_at: next } = await stored(mail)
      assert.deepEqual([state, attempts], ['waiting', 0])
      assert.ok(next <= now, next)
    }
    await sender.send()
    for (const mail of mails) assert.equal(arrivals(mail).length, 1)
  })
})

describe('The limit of an address', () => {
  it('bounds what arrives, whoever asks', async () => {
    const mail = resetMail(service)
    await Promise.all(Array.from({ length: 20 }, () => enqueue(service, mail)))
    await sender.send()
    assert.equal(arrivals(mail).length, MAILS_PER_HOUR)
  })
})
