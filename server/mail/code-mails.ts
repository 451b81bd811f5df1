import type { Ctx } from '../access/context.ts'
import { type CodePurpose, issueCode, recordSentCode, silenceCode } from '../credentials/mailed-codes.ts'
import type { MailValues } from './kinds.ts'
import { enqueueMail, type Mail } from './outbox.ts'

/** The kinds of mails that have a link with a code, and digits, and what their codes are for. */
const PURPOSES = {
  verify: 'signup-verify',
  reset: 'reset',
  'email-verify': 'email-verify',
  'email-change': 'email-change',
  'email-changed': 'email-undo',
  'signin-code': 'signin',
} as const satisfies Record<string, CodePurpose>

/** Of a user or a registration. */
export interface Recipient {
  id: number
  email: string
  first_name: string
  display_name: string | null
  language: string | null
  /** Of a user; null: nobody has shown that they own the address. */
  email_verified_at?: string | null
}

/** A stored row of users or registrations. */
export const recipientOf = (row: object): Recipient => row as Recipient

interface CodeMail {
  kind: keyof typeof PURPOSES
  /** Omitted if nobody has the address: the same is locked, read and written, but no mail is sent. */
  to?: { user: Recipient } | { registration: Recipient } | undefined
  address: string
  /** What else the mail says. */
  values?: object
  /** From `newRequest`. Without it, the mail has no digits. */
  request?: string | undefined
  /** The header `Accept-Language` of the request, for recipients whose language is not known. */
  acceptLanguage?: string | undefined
  /** The secret of the device cookie of the request. */
  device?: string | undefined
  causedBy?: Mail['causedBy']
}

/**
 * Mails a new code, in the transaction that causes it. A code whose mail is not sent opens nothing.
 * @returns false if the address has had all its mails; the answer to the caller does not depend on it
 */
export async function mailCode(ctx: Ctx, mail: CodeMail): Promise<boolean> {
  const { kind, to, address, request, acceptLanguage, device, values, causedBy } = mail
  const [recipient, target] =
    to === undefined
      ? [undefined, {}]
      : 'user' in to
        ? [to.user, { userId: to.user.id }]
        : [to.registration, { registrationId: to.registration.id }]
  const code = await issueCode(ctx, {
    purpose: PURPOSES[kind],
    target,
    address,
    ...(request !== undefined && { request }),
  })
  const isCounted = await enqueueMail(ctx, {
    kind,
    to: { address, ...target },
    languages: [recipient?.language, acceptLanguage],
    values: { ...values, name: recipient && greetedAs(recipient), ...code.mailed } as MailValues[typeof kind],
    isDecoy: recipient === undefined,
    causedBy,
    device,
  })
  if (isCounted) await recordSentCode(ctx, PURPOSES[kind], target)
  else await silenceCode(ctx, code)
  return isCounted
}

/** The name by which a mail greets its recipient. */
export const greetedAs = ({
  display_name: name,
  first_name: first,
}: Pick<Recipient, 'display_name' | 'first_name'>) => name ?? first
