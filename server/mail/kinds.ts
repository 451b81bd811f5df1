import type { MailKind } from '../../contract/mails.ts'

/**
 * How the recipient is greeted. A name that looks like a link is left out, since a stranger may have typed it; so are those of
 * the inviter, of a token and of a factor.
 */
interface Greeting {
  name?: string | null
}

/** A code for a link, which works until `expires_at`. */
interface LinkCode {
  code: string
  expires_at: string
}

/** Digits to type in place of following the link. They expire sooner, and are then left out of the mail. */
interface Digits {
  digits?: string
  digits_expire_at?: string
}

/** What happened to an account, when, and from where. */
interface Event {
  at: string
  ip?: string | null
  /** The program, such as its browser and system. */
  device?: string | null
}

/** What the text of each kind of mail is filled in with. */
export interface MailValues extends Record<MailKind, object> {
  /** Confirms the address of a sign-up. */
  verify: Greeting & LinkCode & Digits
  /** Somebody signed up with the address of a user. */
  'already-registered': Greeting
  /** Somebody signed up with an address that has an invitation. */
  'invitation-reminder': Greeting & LinkCode & { inviter?: string | null }
  /** A registration was approved. */
  welcome: Greeting
  reset: Greeting & LinkCode & Digits
  'password-changed': Greeting & Event
  /** To the new address, which becomes the account's when it is confirmed. */
  'email-change': Greeting & LinkCode & Digits
  /** To the former address, with a link that undoes the change, unless an administrator made it. */
  'email-changed': Greeting & Partial<LinkCode> & { at: string; new_address?: string }
  /** Verifies the address that an account has. */
  'email-verify': Greeting & LinkCode & Digits
  'signin-code': Greeting & { digits: string; digits_expire_at: string }
  /** `message` may have several lines. */
  invitation: Greeting &
    LinkCode & { inviter?: string | null; message?: string | null; roles?: string | null }
  'account-deactivated': Greeting & { at: string }
  'account-deleted': Greeting & { at: string }
  'token-created': Greeting & Event & { token?: string | null; until?: string | null }
  'new-device': Greeting & Event
  'factor-added': Greeting & Event & { factor?: string | null }
  'factor-removed': Greeting & Event & { factor?: string | null }
  'recovery-code-used': Greeting & Event
  /** The service has switched a webhook off. */
  'webhook-off': Greeting & { at: string; webhook: string; because: 'gone' | 'no_success' | 'lost_right' }
  /** By `rolecall mail test`. */
  test: object
}

interface KindOptions {
  /** The page of its link; the code follows it, after `#`. */
  page?: string
  /** Many are sent at once: those that people wait for are sent before. */
  isBulk?: true
  /** Anybody who knows the address can cause it: the places that the account knows have limits of their own. */
  isAskedFor?: true
  /** Anybody can cause it for an address that nobody has used before, such as one more tag of a mailbox. */
  isToNewAddresses?: true
  /**
   * Tells of something that has happened. No limit drops it, once the address is verified: a thief could use that up first.
   * What causes it is limited instead; docs/mail.md says how.
   */
  isNotice?: true
}

export const MAIL_KINDS: Readonly<Record<MailKind, KindOptions>> = {
  verify: { page: '/verify#', isToNewAddresses: true },
  'already-registered': { page: '/signin' },
  'invitation-reminder': { page: '/invite#' },
  welcome: { page: '/signin' },
  reset: { page: '/reset#', isAskedFor: true },
  'password-changed': { page: '/forgot', isNotice: true },
  'email-change': { page: '/change-email#', isToNewAddresses: true },
  'email-changed': { page: '/change-email#undo=', isNotice: true },
  'email-verify': { page: '/change-email#' },
  'signin-code': { isAskedFor: true },
  invitation: { page: '/invite#', isBulk: true },
  'account-deactivated': { isBulk: true, isNotice: true },
  'account-deleted': { isBulk: true, isNotice: true },
  'token-created': { isNotice: true },
  'new-device': { page: '/forgot', isNotice: true },
  'factor-added': { isNotice: true },
  'factor-removed': { isNotice: true },
  'recovery-code-used': { isNotice: true },
  'webhook-off': { isNotice: true },
  test: {},
}
