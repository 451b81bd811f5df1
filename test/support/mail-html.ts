import type { MailKind } from '../../contract/mails.ts'
import { brandOf } from '../../server/brand/brand.ts'
import { Composer } from '../../server/mail/message.ts'
import type { Language } from '../../server/messages/languages.ts'

const composer = new Composer(
  {
    server: undefined,
    from: { name: 'Example', address: 'accounts@example.com' },
    language: 'en',
    folder: '/nowhere',
    brand: brandOf('Example', undefined, undefined),
    overrides: {},
    baseUrl: () => 'https://accounts.example.com',
  },
  (error) => {
    throw error
  },
)

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
