import { generateKeyPairSync } from 'node:crypto'
import { dataOf } from './actors.ts'
import { type Changes, Passkey } from './authenticator.ts'
import { makeSignedIn, PASSWORD, post, signInBy } from './factors.ts'
import type { Service } from './service.ts'

/** Where passkeys are on: an address that browsers trust without https. */
export const PUBLIC_URL = 'http://localhost:8080'

export interface PasskeyOwner {
  id: number
  email: string
  token: string
  passkey: Passkey
  recoveryCodes: string[]
}

export const optionsFor = async (service: Service, path: string, token: string | null, json: object = {}) =>
  dataOf(await post(service, path, token, json))

export const creationOptionsOf = (service: Service, token: string) =>
  optionsFor(service, '/api/me/factors/passkey/options', token)

export const signInOptionsOf = (service: Service) => optionsFor(service, '/api/signin/passkey/options', null)

/** Adds a passkey to the account of a token of a sign-in. */
export async function addPasskey(
  service: Service,
  token: string,
  { passkey = new Passkey(PUBLIC_URL), name = 'Laptop' } = {},
): Promise<{ passkey: Passkey; recoveryCodes: string[] }> {
  const response = passkey.make(await creationOptionsOf(service, token))
  const made = dataOf(await post(service, '/api/me/factors/passkey', token, { response, name }))
  return { passkey, recoveryCodes: made.recovery_codes }
}

/** A user with a passkey. */
export async function makePasskeyOwner(service: Service, passkey?: Passkey): Promise<PasskeyOwner> {
  const user = await makeSignedIn(service)
  return { ...user, ...(await addPasskey(service, user.token, passkey && { passkey })) }
}

/** Signs in by a passkey alone. */
export const signInByPasskey = (service: Service, response: object) =>
  post(service, '/api/signin/passkey', null, { response })

/** What a right password gets. */
export async function challengeWithPasskey(service: Service, { email }: { email: string }) {
  const { body } = await signInBy(service, { email, password: PASSWORD })
  return { challenge: body.challenge as string, options: body.passkey_options, body }
}

/** What an attacker changes in an answer of a device, which is right without. */
export const PASSKEY_ATTACKS: [string, Changes][] = [
  ['of another origin', { origin: 'http://localhost:8081' }],
  ['of a look-alike origin', { origin: 'http://localhost.example.com' }],
  ['for another host', { rpId: 'example.com' }],
  ['without user verification', { isVerified: false }],
  ['without the user', { isPresent: false }],
  ['whose counter goes back', { counter: 1 }],
  ['signed by another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
  ['that can suddenly be copied to other devices', { isBackupEligible: true }],
  ['of another ceremony', { type: 'webauthn.create' }],
  ['from a frame of another site', { crossOrigin: true }],
  ['with a challenge that was made up', { challenge: Buffer.from('x'.repeat(43)).toString('base64url') }],
  ['with an empty challenge', { challenge: '' }],
]
