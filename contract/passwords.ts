import { Type } from 'typebox'
import * as f from './fields.ts'
import * as people from './people.ts'
import { session } from './users.ts'

/** Of the address that a mail is asked for. */
export const MailRequest = Type.Object(
  { email: people.email },
  { $id: 'MailRequest', additionalProperties: false },
)

export const mailed = {
  request: Type.String({
    description:
      'To be sent with the digits of the mail, within ten minutes. It says nothing about the address: there is one whether or not a mail is sent.',
    examples: ['kq2N0m4yBvYw3xkM1hVtqS0f8mV6u2cJ5rLz7dWgPaE'],
  }),
}

/** A code that was mailed. */
export const mailedCode = {
  code: Type.String({
    minLength: 1,
    maxLength: 100,
    writeOnly: true,
    description: 'What follows # in the link of the mail, or its 8 digits, together with `request`.',
    examples: ['4Jf0vD1qk7yR2mXw9bTnLs5cHzGaU8ePoYiKtB3WxVM'],
  }),
  request: Type.Optional(
    Type.String({
      maxLength: 100,
      writeOnly: true,
      description: 'With the digits: what was answered when the mail was asked for.',
      examples: ['kq2N0m4yBvYw3xkM1hVtqS0f8mV6u2cJ5rLz7dWgPaE'],
    }),
  ),
}

/** Signs in with digits that were mailed. */
export const SignInByCode = Type.Object(
  {
    request: Type.String({
      minLength: 1,
      maxLength: 100,
      writeOnly: true,
      description: 'What `POST /api/signin/code` answered.',
      examples: ['kq2N0m4yBvYw3xkM1hVtqS0f8mV6u2cJ5rLz7dWgPaE'],
    }),
    code: Type.String({
      minLength: 1,
      maxLength: 100,
      writeOnly: true,
      description: 'The 8 digits of the mail; spaces and hyphens do not matter.',
      examples: ['1234 5678'],
    }),
    session,
  },
  { $id: 'SignInByCode', additionalProperties: false },
)

/** A password that its owner chooses. */
export const chosenPassword = {
  password: f.Password,
  password_confirmation: Type.Optional(
    Type.String({
      format: 'password',
      writeOnly: true,
      description: 'When given, must equal `password`.',
      examples: ['correct horse battery'],
    }),
  ),
}

export const PasswordReset = Type.Object(
  { ...mailedCode, ...chosenPassword },
  { $id: 'PasswordReset', additionalProperties: false },
)

const currentPassword = Type.Optional(
  Type.String({
    format: 'password',
    minLength: 1,
    maxLength: 128,
    writeOnly: true,
    description: 'Your password as it is. Needed unless your account has none.',
    examples: ['an older horse battery'],
  }),
)

export const EmailChange = Type.Object(
  { email: people.email, current_password: currentPassword },
  { $id: 'EmailChange', additionalProperties: false },
)

export const PasswordChange = Type.Object(
  {
    current_password: currentPassword,
    ...chosenPassword,
  },
  { $id: 'PasswordChange', additionalProperties: false },
)
