import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '../config/config.ts'
import { KNOWN_DAYS } from '../credentials/known-places.ts'

/**
 * A cookie by which a browser is known that has signed in before ("device cookie" in OWASP's "Slow Down Online Guessing
 * Attacks"). It is no credential: whoever has it still needs the password, and gets failures of their own to spend.
 */
export interface DeviceCookie {
  /** The secret that came along, if one did. */
  read: (headers: IncomingHttpHeaders) => string | undefined
  /** The header that gives it to a browser, or keeps it there for longer. */
  write: (device: string) => Record<string, string>
}

const SECRET = /^[\w-]{43}$/
const MAX_AGE_S = KNOWN_DAYS * 86_400

export const newDevice = (): string => randomBytes(32).toString('base64url')

/** Where the service is published under https, browsers take the cookie from no other host and never send it in clear. */
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
