import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '../config/config.ts'
import { KNOWN_DAYS } from '../credentials/known-places.ts'

/**
 * A cookie that identifies a browser that has signed in before ("device cookie" in OWASP's "Slow Down Online Guessing
 * Attacks"). It is not a credential: the client still needs the password, but its failures are counted separately.
 */
export interface DeviceCookie {
  /** The secret in the request's cookie, if any. */
  read: (headers: IncomingHttpHeaders) => string | undefined
  /** The header that sets the cookie or extends its lifetime. */
  write: (device: string) => Record<string, string>
}

const SECRET = /^[\w-]{43}$/
const MAX_AGE_S = KNOWN_DAYS * 86_400

export const newDevice = (): string => randomBytes(32).toString('base64url')

/** Under https, the `__Host-` prefix and `Secure` keep browsers from accepting it from other hosts or sending it in clear. */
export function deviceCookie({ publicUrl }: Pick<Config, 'publicUrl'>): DeviceCookie {
  const isHttps = publicUrl?.startsWith('https:') ?? false
  const name = `${isHttps ? '__Host-' : ''}rolecall-device`
  const attributes = `Path=/; Max-Age=${MAX_AGE_S}; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`
  return {
    read: ({ cookie = '' }) => {
      const prefix = `${name}=`
      const pair = cookie.split(';').find((pair) => pair.trim().startsWith(prefix))
      const secret = pair?.trim().slice(prefix.length)
      return secret !== undefined && SECRET.test(secret) ? secret : undefined
    },
    write: (device) => ({ 'set-cookie': `${name}=${device}; ${attributes}` }),
  }
}
