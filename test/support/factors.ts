import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import { dataOf, giveSession, makeUser, type Person } from './actors.ts'
import type { Answer } from './answer.ts'
import { type Service, signIn } from './service.ts'

export const PASSWORD = 'a phrase of my own'
export const STEP_MS = 30_000
export const MINUTE_MS = 60_000

type Clocked = Pick<Service, 'clock'>

/** The code that an app with this secret shows, now or some steps from now. */
export const codeOf = (
  { clock }: { clock: Pick<Service['clock'], 'now'> },
  secret: string,
  steps = 0,
): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.parse(clock.now()) + steps * STEP_MS,
  })

/** A code that was not used yet: each is accepted once. */
export function nextCode(service: Clocked, secret: string): string {
  service.clock.advance(STEP_MS)
  return codeOf(service, secret)
}

/** Moves the clock to the start of the next step: the clock goes on, and another step would start during a test. */
export const startStep = ({ clock }: Clocked): void =>
  clock.advance(STEP_MS - (Date.parse(clock.now()) % STEP_MS))

/** Six digits that are no code of now. */
export const wrongCodeOf = (service: Clocked, secret: string): string =>
  String((Number(codeOf(service, secret)) + 500_000) % 1_000_000).padStart(6, '0')

export interface Owner extends Person {
  /** Of the authenticator app. */
  secret: string
  recoveryCodes: string[]
}

export const post = (service: Service, path: string, token: string | null, json: object = {}) =>
  service.call('POST', path, { token, json })

/** Adds an authenticator app to the account of a token of a sign-in. */
export async function enrol(
  service: Service,
  token: string,
  fields: object = {},
): Promise<Pick<Owner, 'secret' | 'recoveryCodes'>> {
  const { secret } = dataOf(await post(service, '/api/me/factors/totp', token, fields))
  const json = { code: codeOf(service, secret) }
  const confirmed = dataOf(await post(service, '/api/me/factors/totp/confirm', token, json))
  return { secret, recoveryCodes: confirmed.recovery_codes }
}

/** A user with a password, and the token of a sign-in. */
export async function makeSignedIn(service: Service, fields: object = {}): Promise<Person> {
  const user = await makeUser(service, { password: PASSWORD, ...fields })
  return { ...user, token: await signIn(service, user.email, PASSWORD) }
}

/** A user with an authenticator app, without a password; and the id of the factor. */
export async function makeFactor(service: Service): Promise<{ id: number; member: number }> {
  const { id } = await makeUser(service)
  return { id, member: await addFactor(service, { id }) }
}

/** Adds an authenticator app to a user's account. @returns its id */
export async function addFactor(service: Service, user: { id: number }): Promise<number> {
  const token = await giveSession(service, user)
  await enrol(service, token)
  const { factors } = dataOf(await service.call('GET', '/api/me/factors', { token }))
  return factors[0].id
}

/** A user with an authenticator app. */
export async function makeOwner(service: Service): Promise<Owner> {
  const user = await makeSignedIn(service)
  return { ...user, ...(await enrol(service, user.token)) }
}

export const signInBy = (service: Service, json: object, headers: Record<string, string> = {}) =>
  service.call('POST', '/api/signin', { token: null, json, headers })

/** The challenge that a right password gets. */
export async function challengeOf(service: Service, { email }: { email: string }): Promise<string> {
  const { status, body } = await signInBy(service, { email, password: PASSWORD })
  assert.equal(status, 401, JSON.stringify(body))
  assert.equal(body.code, 'second_factor_required')
  return body.challenge
}

/** Signs in with an authenticator app. @returns the token */
export async function signInWithCode(service: Service, owner: Owner): Promise<string> {
  const challenge = await challengeOf(service, owner)
  return tokenIn(await signInBy(service, { challenge, code: nextCode(service, owner.secret) }))
}

export const tokenIn = (answer: Answer): string => dataOf(answer).item.api_token
