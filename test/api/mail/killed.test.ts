// Engines: SQLite, PostgreSQL
// Process: its own
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { LEASE_MS } from '../../../server/mail/claims.ts'
import { makeUser } from '../../support/actors.ts'
import { engine } from '../../support/databases.ts'
import { eventually } from '../../support/eventually.ts'
import { enqueue, resetMail, storedMail } from '../../support/mail.ts'
import { launch, type Running, serveIn, temporaryFolder } from '../../support/process.ts'
import { type Service, startService } from '../../support/service.ts'
import { type Receiver, startReceiver, stopServers } from '../../support/smtp.ts'

after(stopServers)

/** A process that sends mail is killed (SIGKILL) at every point. No mail is lost; only one that was taken may arrive again. */

/** Each starts a process; what happens between the commits is the same on both engines. KILL_ROUNDS sets another number. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? (engine === 'sqlite' ? 50 : 20))
const POINTS = ['before the message', 'before the reply', 'after the reply'] as const

const folder = temporaryFolder()
after(folder.remove)
let service: Service
let receiver: Receiver
before(async () => {
  service = await startService()
  receiver = await startReceiver()
})
after(() => service.stop())

const SCRIPT = join(import.meta.dirname, '../../support/mail-process.ts')

describe('A process that is killed while it sends', () => {
  it(`loses no mail in ${ROUNDS} rounds, and sends none more than twice`, async () => {
    let ahead = 0
    const start = (): Running => {
      ahead += LEASE_MS
      const { databaseUrl: DATABASE_URL } = service.config
      const env = { DATABASE_URL, SMTP_PORT: String(receiver.server.port), AHEAD: String(ahead) }
      return launch([], { cwd: folder.path, script: SCRIPT, env })
    }
    const killed: { address: string; point: (typeof POINTS)[number] }[] = []
    let sender = start()
    for (let round = 0; round < ROUNDS; round++) {
      const mail = resetMail(service, { expires_at: '2999-01-01T00:00:00.000Z' })
      const { address } = mail.to
      const point = POINTS[round % POINTS.length] as (typeof POINTS)[number]
      const kill = () => void sender.child.kill('SIGKILL')
      const isAt = (at: typeof point, recipient: string) => at === point && recipient === address
      receiver.behave({
        recipient: (to) => void (isAt('before the message', to) && kill()),
        arrived: ({ recipient: to }) => {
          if (isAt('before the reply', to)) kill()
          // The reply is sent before this.
          if (isAt('after the reply', to)) setImmediate(() => setImmediate(kill))
        },
      })
      await enqueue(service, mail)
      await sender.ended
      receiver.accept()
      killed.push({ address, point })
      sender = start()
      await eventually(async () => (await storedMail(service, address)).state === 'sent')
    }
    sender.child.kill('SIGKILL')
    await sender.ended
    for (const { address, point } of killed) {
      const arrived = receiver.received.filter(({ recipient }) => recipient === address)
      const most = point === 'before the message' ? 1 : 2
      assert.ok(arrived.length >= 1 && arrived.length <= most, `${point}: ${arrived.length}`)
      assert.equal(new Set(arrived.map(({ messageId }) => messageId)).size, 1)
    }
    const twice = receiver.received.length - ROUNDS
    assert.ok(twice > 0, 'no process was killed between a mail and its mark')
  })
})

describe('A service that is killed as soon as it has answered', () => {
  it('has the mails that it answered for: the next start sends them', async () => {
    const addresses = Array.from({ length: 4 }, (_, index) => `answered${index}@example.com`)
    for (const email of addresses) await makeUser(service, { email })
    const start = () =>
      serveIn(folder.path, {
        DATABASE_URL: service.config.databaseUrl,
        MAIL_URL: `smtp://127.0.0.1:${receiver.server.port}`,
        MAIL_FROM: 'accounts@example.com',
        SIGNIN_RATE_LIMIT: '0',
      })
    const served = await start()
    const answers = await Promise.all(
      addresses.map((email) =>
        fetch(`${served.url}/api/password/forgot`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email }),
        }),
      ),
    )
    await served.end('SIGKILL')
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([202]))
    // A mail that the killed process had claimed is left to it for the time of its lease.
    await service.connection.db
      .updateTable('mails')
      .set({ next_attempt_at: service.clock.now() })
      .where('state', '=', 'waiting')
      .execute()
    const next = await start()
    await eventually(async () => {
      for (const email of addresses) assert.equal((await storedMail(service, email)).state, 'sent')
    })
    await next.end('SIGTERM')
    for (const email of addresses) {
      const ids = receiver.received
        .filter(({ recipient }) => recipient === email)
        .map(({ messageId }) => messageId)
      assert.ok(ids.length === 1 || ids.length === 2, `${email}: ${ids.length}`)
      assert.equal(new Set(ids).size, 1)
    }
  })
})
