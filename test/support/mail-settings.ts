import { brandOf } from '../../server/brand/brand.ts'
import type { MailSettings } from '../../server/mail/settings.ts'

/** Settings of mail in English, without a server. */
export const mailSettings = (changes: Partial<MailSettings> = {}): MailSettings => ({
  server: undefined,
  from: { name: 'Example', address: 'accounts@example.com' },
  language: 'en',
  folder: '/nowhere',
  brand: brandOf('Example', undefined, undefined),
  overrides: {},
  baseUrl: () => 'https://accounts.example.com',
  ...changes,
})
