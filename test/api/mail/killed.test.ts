// Engines: SQLite, PostgreSQL
// Process: its own
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { LEASE_MS } from '../../../server/mail/claims.ts'
import { engine } from '../../support/databases.ts'
import { eventually } from '../../support/eventually.ts'
import { enqueue, resetMail, storedMail } from '../../support/mail.ts'
import { launch, type Running, temporaryFolder } from '../../support/process.ts'
import { type Service, startService } from '../../support/service.ts'
import { type Receiver, startReceiver } from '../../support/smtp.ts'

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
