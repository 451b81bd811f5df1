import { randomUUIDv7 } from 'node:crypto'
import { createClock } from '../access/context.ts'
import { mailSettingsOf } from '../config/config.ts'
import { emailAddress } from '../config/kinds.ts'
import { Composer } from '../mail/message.ts'
import { readOverrides } from '../mail/overrides.ts'
import { MailFault, openTransport } from '../mail/transport.ts'
import { CommandError, configOf, type Shell } from './shell.ts'

/** Sends one mail without the outbox, and prints the SMTP conversation. */
export async function testMail(shell: Shell, { to }: { to: string }): Promise<void> {
  const config = configOf(shell)
  const address = emailAddress.read(to, '')
  if (address === undefined) throw new CommandError('--to must be an email address.')
  const overrides = await readOverrides(config.mailTemplates)
  const settings = mailSettingsOf(config, overrides, () => `http://localhost:${config.port}`)
  const now = createClock()
  const uuid = randomUUIDv7()
  const message = await new Composer(settings, (error) => {
    throw new CommandError(error.message)
  }).compose({ now }, testMailTo(address, uuid, now()), {})
  const transport = await openTransport(settings, {}, shell.print)
  try {
    const reply = await transport.send(message, new AbortController().signal)
    shell.tell(
      settings.server ? `The server accepted the mail to ${address}.` : `MAIL_URL is not set. ${reply}`,
    )
  } catch (error) {
    if (!(error instanceof MailFault)) throw error
    throw new CommandError(`The mail could not be sent: ${error.message}`)
  } finally {
    transport.close()
  }
}

const testMailTo = (address: string, uuid: string, createdAt: string) => ({
  id: 0,
  uuid,
  kind: 'test' as const,
  address,
  language: null,
  attempts: 1,
  messageId: `<${uuid}@rolecall.test>`,
  sealed: '',
  createdAt,
  expiresAt: null,
})
