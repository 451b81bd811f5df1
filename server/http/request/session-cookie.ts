import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { badRequest, Refusal } from '../../errors.ts'
import { say } from '../../messages/say.ts'

/*
 * A session in a cookie. Browsers send cookies with requests that pages of others make, too, so the cookie counts for less
 * than a token that a client sends: see authenticate.ts.
 */

/** The prefix keeps other hosts, and pages without TLS, from setting it: RFC 6265bis, section 4.1.3.2. */
export const SESSION_COOKIE = '__Host-rolecall'

const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Strict'

/** As `newToken` makes them. */
const SECRET = /^rc_[\w-]{43}$/

/** The values of the cookies with this name. It does not split the header into pairs, as each request by cookie comes here. */
export function cookiesNamed({ cookie = '' }: IncomingHttpHeaders, name: string): string[] {
  const prefix = `${name}=`
  const values: string[] = []
  for (let at = cookie.indexOf(prefix); at !== -1; at = cookie.indexOf(prefix, at + prefix.length)) {
    if (!isStartOfPair(cookie, at)) continue
    const end = cookie.indexOf(';', at)
    values.push(cookie.slice(at + prefix.length, end === -1 ? undefined : end).trimEnd())
  }
  return values
}

function isStartOfPair(cookie: string, at: number): boolean {
  const before = cookie.slice(0, at).trimEnd()
  return before === '' || before.endsWith(';')
}

/** The secret in the request's cookie, if any. @throws Refusal 400 if there are two: one of them is not ours */
export function sessionCookieIn(headers: IncomingHttpHeaders): string | undefined {
  if (headers.cookie === undefined) return undefined
  const [secret, ...others] = cookiesNamed(headers, SESSION_COOKIE)
  if (others.length > 0)
    throw badRequest('malformed', say`The cookie ${SESSION_COOKIE} can be sent only once.`)
  return secret !== undefined && SECRET.test(secret) ? secret : undefined
}

/** The header `Set-Cookie` that begins a session. Without `Max-Age`: it also ends with the browser. */
export const beginningCookie = (secret: string): string => `${SESSION_COOKIE}=${secret}; ${ATTRIBUTES}`

export const ENDING_COOKIE = `${SESSION_COOKIE}=; Max-Age=0; ${ATTRIBUTES}`

/** What browsers trust as if it had TLS, since nobody else can listen. */
const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/

/** The origin whose pages may have a session in a cookie; undefined: nobody may, as it could be read on its way. */
export function cookieOriginOf(publicUrl: string | undefined): string | undefined {
  const url = publicUrl === undefined ? null : URL.parse(publicUrl)
  return url && (url.protocol === 'https:' || LOOPBACK.test(url.hostname)) ? url.origin : undefined
}

/**
 * Requires that a page of this origin made the request. All browsers send `Origin` with unsafe methods, and no page can
 * change it.
 * @throws Refusal 403
 */
export function requireOrigin(request: FastifyRequest, origin: string): void {
  if (request.headers.origin === origin) return
  request.suspicion = 'cross_site'
  throw new Refusal(
    403,
    'cross_site',
    say`With the session cookie, this counts only from pages of ${origin}: the header Origin must say so. Other clients send a bearer token.`,
  )
}
