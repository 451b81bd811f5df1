import { pino } from 'pino'
import { inTransaction } from '../../server/access/transaction.ts'
import { mailSettingsOf } from '../../server/config/config.ts'
import { enqueueMail, type Mail } from '../../server/mail/outbox.ts'
import { mailJobs } from '../../server/mail/sender.ts'
import { mailContext } from '../../test/support/mail.ts'
import type { Service } from '../../test/support/service.ts'
import { startReceiver } from '../../test/support/smtp.ts'

const FULL = { code: 552, text: '5.2.2 The mailbox of the recipient is full' }
const LATER = { code: 451, text: '4.7.1 Greylisted, please try again later' }

/** Fills the outbox: mails that a real server took, refused and wants later, and one that waits. */
export async function fillOutbox(service: Service): Promise<void> {
  const receiver = await startReceiver()
  const ctx = mailContext(service)
  const settings = {
    ...mailSettingsOf(service.config, {}, () => 'http://localhost'),
    server: receiver.server,
  }
  const [job] = mailJobs(ctx, settings, { logger: pino({ level: 'silent' }) })
  const users = await service.connection.db
    .selectFrom('users')
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .select(['id', 'email', 'first_name'])
    .orderBy('id')
    .offset(3)
    .limit(7)
    .execute()
  const at = service.clock.now()
  const code = { code: 'code', expires_at: new Date(Date.parse(at) + 86_400_000).toISOString() }
  const mails = users.map(({ id, email, first_name: name }, index): Mail => {
    const shared = { to: { address: email, userId: id } }
    if (index % 3 === 1) return { ...shared, kind: 'welcome', values: { name } }
    if (index % 3 === 2) return { ...shared, kind: 'password-changed', values: { name, at } }
    return { ...shared, kind: 'reset', values: { name, ...code } }
  })
  const [full, greylisted] = [users[3]?.email, users[4]?.email]
  receiver.behave({ recipient: (to) => (to === full ? FULL : to === greylisted ? LATER : undefined) })
  const enqueue = (mail: Mail) => inTransaction(ctx, (ctx) => enqueueMail(ctx, mail))
  for (const mail of mails.slice(0, -1)) await enqueue(mail)
  await job?.run(new AbortController().signal)
  await receiver.stop()
  await enqueue(mails.at(-1) as Mail)
}
