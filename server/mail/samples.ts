import type { MailKind } from '../../contract/mails.ts'
import { MAIL_KINDS, type MailValues } from './kinds.ts'

type Complete<T> = { [K in keyof T]-?: NonNullable<T[K]> }

const AT = '2026-11-24T04:10:00.000Z'
const greeting = { name: 'Ada' }
const linkCode = {
  code: '4Jf0vD1qk7yR2mXw9bTnLs5cHzGaU8ePoYiKtB3WxVM',
  expires_at: '2026-11-25T04:10:00.000Z',
}
const digits = { digits: '40718265', digits_expire_at: '2026-11-24T04:20:00.000Z' }
const event = { at: AT, ip: '192.0.2.1', device: 'Firefox on Linux' }

/** Values of each kind, to try texts with. */
const SAMPLES: { readonly [K in MailKind]: Complete<MailValues[K]> } = {
  verify: { ...greeting, ...linkCode, ...digits },
  'already-registered': greeting,
  'invitation-reminder': { ...greeting, ...linkCode, inviter: 'Grace Hopper' },
  welcome: greeting,
  reset: { ...greeting, ...linkCode, ...digits },
  'password-changed': { ...greeting, ...event },
  'email-change': { ...greeting, ...linkCode, ...digits },
  'email-changed': { ...greeting, ...linkCode, at: AT, new_address: 'ada@example.org' },
  'email-verify': { ...greeting, ...linkCode, ...digits },
  'signin-code': { ...greeting, ...digits },
  invitation: {
    ...greeting,
    ...linkCode,
    inviter: 'Grace Hopper',
    message: 'Welcome aboard!\nWe meet on Mondays.',
    roles: 'Editor, Librarian',
  },
  'account-deactivated': { ...greeting, at: AT },
  'account-deleted': { ...greeting, at: AT },
  'token-created': { ...greeting, ...event, token: 'Export', until: '2027-11-24T04:10:00.000Z' },
  'new-device': { ...greeting, ...event },
  'factor-added': { ...greeting, ...event, factor: 'Authenticator app' },
  'factor-removed': { ...greeting, ...event, factor: 'Authenticator app' },
  'recovery-code-used': { ...greeting, ...event },
  'webhook-off': { ...greeting, at: AT, webhook: 'Search index', because: 'no_success' },
  test: {},
}

/** What some mails of a kind do not have. */
const OPTIONAL = ['name', 'ip', 'device', 'inviter', 'message', 'roles', 'until', 'token', 'factor']

/** All values that a text of this kind can name. */
export function sampleValues(kind: MailKind): Record<string, string> {
  const { page } = MAIL_KINDS[kind]
  return {
    brand: 'Example',
    address: 'ada@example.com',
    language: 'en',
    ...(page !== undefined && { link: `https://accounts.example.com${page}${linkCode.code}` }),
    ...SAMPLES[kind],
  }
}

/** Those that every mail of this kind has. */
export function fewestValues(kind: MailKind): Record<string, string> {
  const missing = kind === 'signin-code' ? OPTIONAL : [...OPTIONAL, ...Object.keys(digits)]
  return Object.fromEntries(Object.entries(sampleValues(kind)).filter(([name]) => !missing.includes(name)))
}
