import type { MailKind } from '../../contract/mails.ts'
import { Composer } from '../../server/mail/message.ts'
import type { Language } from '../../server/messages/languages.ts'
import { mailSettings } from './mail-settings.ts'

const composer = new Composer(mailSettings(), (error) => {
  throw error
})

/** The HTML part of a mail of this kind, as it is sent. */
export async function mailHtml(kind: MailKind, language: Language, values: object): Promise<string> {
  const createdAt = '2026-11-24T04:10:00.000Z'
  const mail = {
    ...{ id: 1, uuid: '1', kind, address: 'ada@example.com', language, attempts: 1, sealed: '' },
    ...{ messageId: '<1@example.com>', createdAt, expiresAt: null },
  }
  const { options } = await composer.compose({ now: () => createdAt }, mail, { ...values })
  return String(options.html)
}
