import { Type } from 'typebox'
import * as f from './fields.ts'

/** What a mail is about. */
export const MAIL_KINDS = [
  'verify',
  'already-registered',
  'invitation-reminder',
  'welcome',
  'reset',
  'password-changed',
  'email-change',
  'email-changed',
  'email-verify',
  'signin-code',
  'invitation',
  'account-deactivated',
  'account-deleted',
  'token-created',
  'new-device',
  'factor-added',
  'factor-removed',
  'recovery-code-used',
  'webhook-off',
  'test',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** What became of a mail. */
export const MAIL_STATES = ['waiting', 'sent', 'failed'] as const
export type MailState = (typeof MAIL_STATES)[number]

export const Mail = Type.Object(
  {
    id: f.id('Assigned by the service; grows.'),
    uuid: Type.String({ format: 'uuid', description: 'Version 7.' }),
    kind: f.choice(MAIL_KINDS, { description: 'What it is about.' }),
    address: f.nullable(f.email('To whom. Null without `can-see-users-contact-details`.'), {
      examples: ['ada@example.com'],
    }),
    user_id: f.nullable(f.id('The user to whom it is, if it is one.'), f.EMPTY),
    registration_id: f.nullable(f.id('The registration whose address it is, if it is one.'), f.EMPTY),
    language: f.nullable(f.choice(['en', 'fr']), {
      description: 'Null: the default language of the installation.',
      examples: ['en'],
    }),
    state: f.choice(MAIL_STATES, { description: 'What became of it.' }),
    attempts: Type.Integer({ description: 'How often a process began to send it.' }),
    next_attempt_at: f.nullable(
      f.time('When it is tried next, or again if the process that sends it dies. Null once it has ended.'),
      f.EMPTY,
    ),
    expires_at: f.nullable(
      f.time('From then on it would be of no use: its code expires. Null: never.'),
      f.EMPTY,
    ),
    reply: f.nullable(
      f.text(500, { description: 'The last reply of the mail server, or why there was none.' }),
      {
        examples: ['250 2.0.0 Ok: queued'],
      },
    ),
    created_at: f.time('When it was written into the outbox.'),
    ended_at: f.nullable(f.time('When it was sent, or had failed. It is deleted 30 days later.'), f.EMPTY),
    is_resendable: f.flag(
      'Its kind can be sent again, if its recipient still needs it. Of notices nothing is kept.',
    ),
  },
  { $id: 'Mail', description: 'A mail of the outbox. What it says is never shown.' },
)

/** More mails are counted as so many. */
export const MOST_COUNTED_MAILS = 1000

const counted = (description: string) =>
  Type.Integer({ description: `${description} At most ${MOST_COUNTED_MAILS} are counted.`, examples: [2] })

export const MailStatus = Type.Object(
  {
    server: f.nullable(
      Type.String({
        description: 'The mail server and its port. Null: mails are written as files into `folder`.',
      }),
      { examples: ['mail.example.com:587'] },
    ),
    folder: f.nullable(
      Type.String({ description: 'Where mails are written as files. Null if they are sent.' }),
      f.EMPTY,
    ),
    waiting: counted('How many mails wait.'),
    failed: counted('How many have failed in the last 30 days.'),
  },
  { $id: 'MailStatus', description: 'Whether mail is sent, and how much of it waits or has failed.' },
)
