import assert from 'node:assert/strict'
import type { Answer } from './answer.ts'
import { assertRefused } from './refusals.ts'
import type { Service } from './service.ts'

/** Nobody's password, unless a test sets it. */
export const WRONG = 'a phrase of another'
export const RIGHT = 'a phrase of my own'
export const MINUTE_MS = 60_000

let made = 0
export const newAddress = () => `198.18.${++made >> 8}.${made & 255}`
export const newEmail = () => `guest${++made}@example.com`

export const times = async (count: number, act: () => Promise<void>) => {
  for (let index = 0; index < count; index++) await act()
}

export const from = (address: string) => ({ 'x-forwarded-for': address })

/** An attempt to sign in, to a service that trusts forwarded addresses. */
export const signInFrom = (
  service: Service,
  email: string,
  address: string,
  password = WRONG,
  cookie?: string,
) =>
  service.call('POST', '/api/signin', {
    token: null,
    headers: { ...from(address), ...(cookie !== undefined && { cookie }) },
    json: { email, password },
  })

export const signUpFrom = (service: Service, email: string, address: string, headers = {}) =>
  service.call('POST', '/api/signup', {
    token: null,
    headers: { ...from(address), ...headers },
    json: { email, first_name: 'Ada', password: RIGHT },
  })

/** The part of a Set-Cookie header that a browser sends back. */
export const cookieOf = ({ headers }: Answer) => String(headers['set-cookie']).split(';', 1)[0] as string

export function assertSignedIn(answer: Answer): Answer {
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer
}

/** @returns seconds to wait */
export function assertLimited(answer: Answer): number {
  assertRefused(answer, { status: 429, code: 'too_many_requests', says: /Try again in \d+ seconds/ })
  const seconds = Number(answer.headers['retry-after'])
  assert.ok(Number.isInteger(seconds) && seconds >= 1, String(seconds))
  return seconds
}

export const assertWrong = (answer: Answer) => assertRefused(answer, { status: 401, code: 'unauthenticated' })
