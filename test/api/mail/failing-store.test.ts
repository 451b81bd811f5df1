// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import pino from 'pino'
import { mailJobs } from '../../../server/mail/sender.ts'
import { engine } from '../../support/databases.ts'
import { eventually } from '../../support/eventually.ts'
import { enqueue, mailContext, resetMail, storedMail } from '../../support/mail.ts'
import { mailSettings } from '../../support/mail-settings.ts'
import { temporaryFolder } from '../../support/process.ts'
import { type Service, startService } from '../../support/service.ts'
import { type Receiver, startReceiver, stopServers } from '../../support/smtp.ts'

after(stopServers)

const onPostgres = engine === 'postgres'

/** The database fails while mails are being sent. A trigger of the test refuses what it stores. */
describe('If the database fails while mails are sent', () => {
  const folder = temporaryFolder()
  let service: Service
  let receiver: Receiver
  let send: () => Promise<void>
  before(async () => {
    service = await startService({ dataFolder: folder.path })
    receiver = await startReceiver()
    const settings = mailSettings({ server: receiver.server })
    const [job] = mailJobs(mailContext(service), settings, { logger: pino({ level: 'silent' }) })
    send = () => job?.run(new AbortController().signal) ?? Promise.reject()
    await makeTrigger()
  })
  after(async () => {
    await service.stop()
    folder.remove()
  })
  afterEach(async () => {
    receiver.accept()
    await refuseIf('1 = 0')
  })

  type Stored = Awaited<ReturnType<typeof storedMail>>
  const stored = (mail: { to: { address: string } }): Promise<Stored> => storedMail(service, mail.to.address)
  const arrivals = (mail: { to: { address: string } }) =>
    receiver.received.filter(({ recipient }) => recipient === mail.to.address).length

  async function makeTrigger(): Promise<void> {
    if (!onPostgres) return
    await run(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused by the test'; end $$`)
    await refuseIf('1 = 0')
  }

  const run = (text: string) => sql.raw(text).execute(service.connection.db)

  /** From now on, updates of mails that meet the condition fail. */
  async function refuseIf(condition: string): Promise<void> {
    await run(`drop trigger if exists refused${onPostgres ? ' on mails' : ''}`)
    await run(
      onPostgres
        ? `create trigger refused before update on mails for each row when (${condition}) execute function refuse()`
        : `create trigger refused before update on mails when ${condition} begin select raise(abort, 'refused by the test'); end`,
    )
  }

  it('what was sent is stored by a later transaction, and arrives once', async () => {
    const mails = Array.from({ length: 12 }, () => resetMail(service))
    await enqueue(service, ...mails)
    await refuseIf(`new.state = 'sent'`)
    const failures = service.statements.failures.length
    const sending = assert.rejects(send(), /refused by the test/)
    await eventually(() => service.statements.failures.length > failures)
    await refuseIf('1 = 0')
    await sending
    // Those that were given back.
    await send()
    for (const mail of mails) {
      assert.equal((await stored(mail)).state, 'sent')
      assert.equal(arrivals(mail), 1)
    }
  })

  it('what it has claimed and not begun is given back, although what was sent cannot be stored', async () => {
    const mails = Array.from({ length: 8 }, () => resetMail(service))
    await enqueue(service, ...mails)
    await refuseIf(`new.state = 'sent'`)
    await assert.rejects(send(), /refused by the test/)
    const rows = await Promise.all(mails.map(stored))
    for (const [index, { state, attempts }] of rows.entries()) {
      assert.equal(state, 'waiting')
      assert.equal(attempts, arrivals(mails[index] as (typeof mails)[number]), 'one attempt if it was sent')
    }
    await refuseIf('1 = 0')
    service.clock.advance(10 * 60_000)
    await send()
    for (const mail of mails) assert.equal((await stored(mail)).state, 'sent')
  })

  it('a look for more that fails leaves no connection behind, and loses no mail', async () => {
    const mail = resetMail(service)
    await enqueue(service, mail)
    const [isHeld, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    receiver.behave({
      arrived: async () => {
        isHeld.resolve()
        await release.promise
      },
    })
    const sending = send().then(
      () => undefined,
      (error: Error) => error,
    )
    await isHeld.promise
    // What it looks for more with.
    await run('alter table mails rename column is_bulk to is_bulk_no_more')
    const failures = service.statements.failures.length
    try {
      await eventually(() => service.statements.failures.length > failures)
    } finally {
      await run('alter table mails rename column is_bulk_no_more to is_bulk')
      release.resolve()
    }
    assert.match(String(await sending), /is_bulk/)
    await eventually(async () => assert.equal(receiver.connections(), 0))
    assert.equal((await stored(mail)).state, 'sent')
    assert.equal(arrivals(mail), 1)
    await send()
    assert.equal(arrivals(mail), 1)
  })
})
