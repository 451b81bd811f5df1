import assert from 'node:assert/strict'
import { dataOf } from './actors.ts'
import type { Answer } from './answer.ts'
import type { CallOptions, Service } from './service.ts'

/** Of the PUBLIC_URL of the services of these tests. */
export const ORIGIN = 'https://accounts.example.com'

const COOKIE = '__Host-rolecall'

/** The `Set-Cookie` of the session, among those of an answer. */
export const sessionCookieSetBy = ({ headers }: Answer): string | undefined =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map(String)
    .find((cookie) => cookie.startsWith(`${COOKIE}=`))

/** What a browser sends back; empty if no session was begun. */
export const sessionCookieOf = (answer: Answer): string => sessionCookieSetBy(answer)?.split(';', 1)[0] ?? ''

/** Asks for a session in a cookie, as a page of PUBLIC_URL does. */
export const askForCookie = (service: Service, json: object, headers: Record<string, string> = {}) =>
  service.call('POST', '/api/signin', {
    token: null,
    headers: { origin: ORIGIN, ...headers },
    json: { ...json, session: 'cookie' },
  })

/** @returns the cookie */
export async function signInByCookie(
  service: Service,
  { email, password }: { email: string; password: string },
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await askForCookie(service, { email, password }, headers)
  dataOf(answer)
  const cookie = sessionCookieOf(answer)
  assert.match(cookie, /^__Host-rolecall=rc_[\w-]{43}$/)
  return cookie
}

/** A call of a page of PUBLIC_URL. */
export const callByCookie = (
  service: Service,
  method: string,
  path: string,
  cookie: string,
  { headers, ...options }: CallOptions = {},
) => service.call(method, path, { token: null, headers: { origin: ORIGIN, cookie, ...headers }, ...options })
