// Engines: SQLite, PostgreSQL
// Process: its own
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { inTransaction } from '../../../server/access/transaction.ts'
import { enqueueMails } from '../../../server/mail/outbox.ts'
import { eventually } from '../../support/eventually.ts'
import { mailContext, resetMail } from '../../support/mail.ts'
import { allServe, type Served, serveIn, temporaryFolders } from '../../support/process.ts'
import { type Service, startService } from '../../support/service.ts'
import { startReceiver, stopServers } from '../../support/smtp.ts'

after(stopServers)

/** Several processes send from one outbox: two workers of one service, and two services. */

const newFolder = temporaryFolders()
let service: Service
before(async () => {
  service = await startService()
})
after(() => service.stop())

const MAILS = 300

type Environment = Record<string, string>

const SHAPES: [name: string, start: (env: Environment) => Promise<Served[]>][] = [
  [
    'Two workers (WORKERS=2)',
    async (env) => {
      const workers = await serveIn(newFolder(), { ...env, WORKERS: '2' })
      await allServe(workers, 2)
      return [workers]
    },
  ],
  [
    'Two services',
    async (env) => {
      const processes: Served[] = []
      for (let count = 0; count < 2; count++) processes.push(await serveIn(newFolder(), env))
      return processes
    },
  ],
]

describe('One outbox', () => {
  for (const [name, start] of SHAPES)
    it(`is sent by ${name}, each mail once, with its message rendered as by one process`, async () => {
      const receiver = await startReceiver()
      const processes = await start({
        DATABASE_URL: service.config.databaseUrl,
        MAIL_URL: `smtp://ann:secret@127.0.0.1:${receiver.server.port}`,
        MAIL_FROM: 'accounts@example.com',
        PUBLIC_URL: 'https://accounts.example.com',
      })
      const mails = Array.from({ length: MAILS }, () => resetMail(service))
      await inTransaction(mailContext(service), (ctx) => enqueueMails(ctx, mails))
      const left = () =>
        service.connection.db.selectFrom('mails').where('state', '=', 'waiting').select('id').execute()
      await eventually(async () => (await left()).length === 0)
      await Promise.all(processes.map((each) => each.end('SIGTERM')))
      assert.deepEqual(
        receiver.received.map(({ recipient }) => recipient).sort(),
        mails.map(({ to }) => to.address).sort(),
      )
      const links = receiver.received.map(
        ({ text }) => /https:\/\/accounts\.example\.com\/reset#\S+/.exec(text ?? '')?.[0],
      )
      assert.equal(new Set(links).size, MAILS)
      const attempts = await service.connection.db.selectFrom('mails').select('attempts').distinct().execute()
      assert.deepEqual(
        attempts.map((row) => row.attempts),
        [1],
      )
    })
})
