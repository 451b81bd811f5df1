import { type Static, type TProperties, Type } from 'typebox'
import * as f from './fields.ts'

/** Factors of one account, at most. */
export const MOST_FACTORS = 3

/*
 * What browsers and the service exchange about passkeys: the JSON of WebAuthn level 3, as `PublicKeyCredential.toJSON()` writes
 * it and `parseRequestOptionsFromJSON()` reads it. Bytes are base64url.
 */

const bytes = (description: string, example: string) => Type.String({ description, examples: [example] })

const ID = 'n3pT8wYqkXcVJ0Zb1rL6sA'

/** 1,023 bytes at most, by WebAuthn. */
const credentialId = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,1364}$',
  description: 'Id of the credential.',
  examples: [ID],
})

const publicKey = Type.String({ enum: ['public-key'] })

/** Browsers may send more fields than these. */
const answered = <T extends TProperties>(response: T, description: string) =>
  Type.Object(
    {
      id: credentialId,
      rawId: credentialId,
      type: publicKey,
      response: Type.Object(response, { additionalProperties: true }),
    },
    {
      additionalProperties: true,
      description,
      // The shape is checked as a whole.
      'x-expected': 'what the browser answered, as PublicKeyCredential.toJSON() writes it',
    },
  )

/** How a browser reaches the device; the standard names seven. */
const transports = Type.Array(Type.String({ examples: ['internal'] }), { maxItems: 20 })

/** What a browser answers when it has made a passkey. */
export const MadePasskey = answered(
  {
    clientDataJSON: bytes('What the browser signed for.', 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0'),
    attestationObject: bytes('The new public key.', 'o2NmbXRkbm9uZQ'),
    transports: Type.Optional(transports),
  },
  'What the browser answered to the options: `PublicKeyCredential.toJSON()`.',
)

/** What a browser answers when a passkey was used. */
export const UsedPasskey = answered(
  {
    clientDataJSON: bytes('What the browser signed.', 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0'),
    authenticatorData: bytes('What the device says.', 'SZYN5YgOjGh0NBcPZHZgW4'),
    signature: bytes('Of both.', 'MEUCIQDx'),
    userHandle: Type.Optional(f.nullable(bytes('Whose passkey it is.', 'AZr2kQvUfY-lPPyLwHeGTQ'))),
  },
  'What the browser answered to the options: `PublicKeyCredential.toJSON()`.',
)

export type MadePasskeyInput = Static<typeof MadePasskey>
export type UsedPasskeyInput = Static<typeof UsedPasskey>

const challenge = bytes('Works once, for 10 minutes.', 'bWE3MWMuOFhqcVp3')
const timeout = Type.Integer({ description: 'Milliseconds.', format: 'int32', examples: [600_000] })

const known = (description: string) =>
  Type.Array(
    Type.Object({
      id: credentialId,
      type: publicKey,
      transports: Type.Optional(transports),
    }),
    { description, maxItems: MOST_FACTORS },
  )

/** For `PublicKeyCredential.parseCreationOptionsFromJSON()`. */
export const PasskeyCreationOptions = Type.Object(
  {
    challenge,
    rp: Type.Object({
      id: Type.String({ description: 'The host of PUBLIC_URL.', examples: ['users.example.com'] }),
      name: Type.String({ examples: ['Rolecall'] }),
    }),
    user: Type.Object({
      id: bytes('The same for all passkeys of the account.', 'AZr2kQvUfY-lPPyLwHeGTQ'),
      name: Type.String({ examples: ['ada@example.com'] }),
      displayName: Type.String({ examples: ['Ada Lovelace'] }),
    }),
    pubKeyCredParams: Type.Array(
      Type.Object({
        type: publicKey,
        alg: Type.Integer({ description: 'An algorithm of COSE.', format: 'int32', examples: [-7] }),
      }),
      { maxItems: 3 },
    ),
    timeout,
    attestation: Type.String({ enum: ['none'] }),
    excludeCredentials: known('Passkeys that the account has: a device makes no second one.'),
    authenticatorSelection: Type.Object({
      residentKey: Type.String({ enum: ['required'] }),
      requireResidentKey: Type.Boolean(),
      userVerification: Type.String({ enum: ['required'] }),
    }),
    extensions: Type.Object({ credProps: Type.Boolean() }),
    hints: Type.Array(Type.String(), { maxItems: 3 }),
  },
  { $id: 'PasskeyCreationOptions', description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON()`.' },
)

/** For `PublicKeyCredential.parseRequestOptionsFromJSON()`. */
export const PasskeyRequestOptions = Type.Object(
  {
    challenge,
    rpId: Type.String({ description: 'The host of PUBLIC_URL.', examples: ['users.example.com'] }),
    timeout,
    userVerification: Type.String({ enum: ['required'] }),
    allowCredentials: Type.Optional(known('The passkeys of the account; absent: any that the browser has.')),
  },
  { $id: 'PasskeyRequestOptions', description: 'For `PublicKeyCredential.parseRequestOptionsFromJSON()`.' },
)
