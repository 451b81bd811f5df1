import { Type } from 'typebox'
import * as f from './fields.ts'
import { MadePasskey, MOST_FACTORS, UsedPasskey } from './passkeys.ts'
import { session } from './users.ts'

/** What an account can sign in with beside its password. */
export const FACTOR_KINDS = ['totp', 'passkey'] as const
export type FactorKind = (typeof FACTOR_KINDS)[number]

/** What a sign-in that waits for a second factor can be finished with. */
export const SECOND_FACTORS = [...FACTOR_KINDS, 'recovery_code'] as const
export type SecondFactor = (typeof SECOND_FACTORS)[number]

/** How many recovery codes are made at a time. */
export const RECOVERY_CODES = 10

export const Factor = Type.Object(
  {
    id: f.id('Assigned by the service; grows.'),
    uuid: Type.String({ format: 'uuid', description: 'Version 7.' }),
    kind: f.choice(FACTOR_KINDS, {
      description: '`totp`: an authenticator app, with codes by RFC 6238; `passkey`: a key by WebAuthn.',
    }),
    name: f.line(150, { description: 'What its user calls it.', examples: ['Phone'] }),
    created_at: f.time('When it was added.'),
    used_at: f.nullable(f.time('When it was last used.')),
  },
  { $id: 'Factor', description: 'A second factor of an account. Its secret is never shown again.' },
)

export const factorsOfUser = {
  factors: Type.Array(Type.Unsafe<object>({ $ref: '#/components/schemas/Factor' }), {
    maxItems: MOST_FACTORS,
    description: 'The oldest first.',
  }),
  recovery_codes_left: Type.Integer({
    minimum: 0,
    maximum: RECOVERY_CODES,
    description: 'Recovery codes that are not used yet.',
    examples: [RECOVERY_CODES],
  }),
}

/** A name of a factor. */
export const factorName = f.line(150, { description: 'What you call it.', examples: ['Phone'] })

/** Answered where a factor is prepared. */
export const TotpPrepared = Type.Object({
  secret: Type.String({
    description: 'The secret in base32, to be typed into an app. Shown once.',
    examples: ['N35FMMKAVJM6EO2IQXK3P7EHXW5KCPIS'],
  }),
  uri: Type.String({
    description: 'The same as a link that authenticator apps open.',
    examples: [
      'otpauth://totp/Rolecall:ada%40example.com?issuer=Rolecall&secret=N35FMMKAVJM6EO2IQXK3P7EHXW5KCPIS&algorithm=SHA1&digits=6&period=30',
    ],
  }),
  qr: Type.String({ description: 'The link as a QR code: an SVG image.', examples: ['<svg/>'] }),
})

/** A code that an authenticator app shows. */
export const totpCode = Type.String({
  minLength: 1,
  maxLength: 20,
  writeOnly: true,
  description: 'The six digits that the authenticator app shows; spaces do not matter.',
  examples: ['143968'],
})

export const recoveryCode = Type.String({
  minLength: 1,
  maxLength: 50,
  writeOnly: true,
  description: 'One of the recovery codes; case, spaces and hyphens do not matter.',
  examples: ['7K2M-QX9D-4RTB-WZ5H'],
})

/** Shown where recovery codes are made. */
export const recoveryCodes = Type.Array(Type.String({ examples: ['7K2M-QX9D-4RTB-WZ5H'] }), {
  maxItems: RECOVERY_CODES,
  description: 'Each signs in once in place of a factor. Shown once: keep them where the factor is not.',
})

/** The password, where an account without a factor proves who sends a request. */
export const currentPassword = Type.Optional(
  Type.String({
    format: 'password',
    minLength: 1,
    maxLength: 128,
    writeOnly: true,
    description:
      'Your password: a proof in place of a recent sign-in, as long as your account has no second factor. Wrong ones are ' +
      'limited like failures at signing in.',
    examples: ['correct horse battery'],
  }),
)

/** Finishes a sign-in that waits for a second factor. */
export const SignInFinish = Type.Object(
  {
    challenge: Type.String({
      minLength: 1,
      maxLength: 100,
      writeOnly: true,
      description: 'What was answered with `second_factor_required`.',
      examples: ['kq2N0m4yBvYw3xkM1hVtqS0f8mV6u2cJ5rLz7dWgPaE'],
    }),
    code: Type.Optional(totpCode),
    passkey: Type.Optional(UsedPasskey),
    recovery_code: Type.Optional(recoveryCode),
    session,
  },
  { $id: 'SignInFinish', additionalProperties: false },
)

/** Adds a passkey. */
export const PasskeyCreate = Type.Object(
  { response: MadePasskey, name: Type.Optional(factorName), current_password: currentPassword },
  { $id: 'PasskeyCreate', additionalProperties: false },
)

/** Signs in with a passkey alone. */
export const PasskeySignIn = Type.Object(
  { response: UsedPasskey, session },
  { $id: 'PasskeySignIn', additionalProperties: false },
)

/** Beside the fields of every refusal, where a sign-in waits for a second factor. */
export const challenged = {
  challenge: Type.Optional(
    Type.String({
      description:
        'With `second_factor_required`: finishes the sign-in, together with a second factor, at `POST /api/signin`.',
      examples: ['kq2N0m4yBvYw3xkM1hVtqS0f8mV6u2cJ5rLz7dWgPaE'],
    }),
  ),
  expires_at: Type.Optional(f.time('With `second_factor_required`: when the challenge ends.')),
  factors: Type.Optional(
    Type.Array(f.choice(SECOND_FACTORS), {
      maxItems: SECOND_FACTORS.length,
      description: 'With `second_factor_required`: what the account has.',
      examples: [['totp', 'recovery_code']],
    }),
  ),
  passkey_options: Type.Optional(
    Type.Unsafe<object>({
      $ref: '#/components/schemas/PasskeyRequestOptions',
    }),
  ),
}

/** Proves again who uses a token. */
export const Reauthentication = Type.Object(
  {
    password: Type.Optional(
      Type.String({
        format: 'password',
        minLength: 1,
        maxLength: 128,
        writeOnly: true,
        description: 'A proof only for accounts without a second factor.',
        examples: ['correct horse battery'],
      }),
    ),
    code: Type.Optional(totpCode),
    passkey: Type.Optional(UsedPasskey),
    recovery_code: Type.Optional(recoveryCode),
  },
  { $id: 'Reauthentication', additionalProperties: false },
)
