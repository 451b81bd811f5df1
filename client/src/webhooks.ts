import { type WebhookFault, WebhookVerificationError } from './errors.ts'
import type { AuditEvent } from './events.ts'

export interface VerifyOptions {
  /** How far `webhook-timestamp` may be from now, in milliseconds. Default: 5 minutes. */
  tolerance?: number
  /** Default: the clock of this machine. */
  now?: Date
}

/** The headers of a `Request`, or of an incoming request of Node. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

const TOLERANCE_MS = 300_000
/** The service sends at most two. Each costs a digest of the body. */
const MOST_SIGNATURES = 10
const SIGNATURE_BYTES = 32
const HMAC = { name: 'HMAC', hash: 'SHA-256' }

/**
 * Verifies the request of a webhook, as Standard Webhooks define it. Needs Web Crypto: Node, or a page with TLS.
 * @param body the received text or bytes: a body that was parsed and serialized again has another signature
 * @param secret `whsec_…`, or several during a rotation
 * @returns the event
 * @throws WebhookVerificationError, or TypeError if an argument is not what it should be
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { tolerance = TOLERANCE_MS, now = new Date() }: VerifyOptions = {},
): Promise<AuditEvent> {
  const bytes = bytesOf(body)
  const keys = await Promise.all([secret].flat().map(keyOf))
  if (keys.length === 0) throw new TypeError('verifyWebhook needs a secret.')
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = signaturesIn(headerOf(headers, 'webhook-signature'))
  requireRecent(timestamp, tolerance, now)
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
  if (!(await isSignedByAny(keys, signatures, signed)))
    throw refused('wrong_signature', 'No signature of the request matches the secret and the body.')
  return eventIn(bytes)
}

/** `verify` compares in constant time. */
async function isSignedByAny(keys: CryptoKey[], signatures: Bytes[], signed: Bytes): Promise<boolean> {
  for (const key of keys)
    for (const signature of signatures)
      if (await crypto.subtle.verify(HMAC.name, key, signature, signed)) return true
  return false
}

type Bytes = ReturnType<TextEncoder['encode']>

/** @throws TypeError */
function bytesOf(body: string | Uint8Array | ArrayBuffer): Bytes {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (!ArrayBuffer.isView(body) && !(body instanceof ArrayBuffer))
    throw new TypeError('The body of a webhook must be the received text or bytes, not a parsed object.')
  return new Uint8Array(body)
}

function joined(one: Bytes, other: Bytes): Bytes {
  const all = new Uint8Array(one.length + other.length)
  all.set(one)
  all.set(other, one.length)
  return all
}

/** @throws TypeError that does not quote the secret */
async function keyOf(secret: string): Promise<CryptoKey> {
  const key = fromBase64(secret.replace(/^whsec_/, ''))
  if (!key || key.length === 0)
    throw new TypeError('The secret of a webhook must be whsec_ followed by base64.')
  return crypto.subtle.importKey('raw', key, HMAC, false, ['verify'])
}

function fromBase64(text: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** @throws WebhookVerificationError */
function headerOf(headers: WebhookHeaders, name: string): string {
  const value = isHeaders(headers) ? headers.get(name) : valueIn(headers, name)
  if (typeof value !== 'string' || value === '')
    throw refused('missing_header', `The request has no header ${name}.`)
  return value
}

/** Also true for headers of another implementation of `fetch`. */
const isHeaders = (headers: WebhookHeaders): headers is Headers =>
  typeof (headers as Partial<Headers>).get === 'function'

const valueIn = (headers: Exclude<WebhookHeaders, Headers>, name: string) =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]

/** The signatures of version 1: `v1,<base64> v1,<base64>`. */
const signaturesIn = (header: string): Bytes[] =>
  header
    .split(' ')
    .flatMap((text) => (text.startsWith('v1,') ? (fromBase64(text.slice('v1,'.length)) ?? []) : []))
    .filter(({ length }) => length === SIGNATURE_BYTES)
    .slice(0, MOST_SIGNATURES)

/** @throws WebhookVerificationError, or TypeError if there is nothing to compare with */
function requireRecent(timestamp: string, tolerance: number, now: Date): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw refused('invalid_timestamp', 'The header webhook-timestamp must be a time in seconds.')
  const age = now.getTime() - Number(timestamp) * 1000
  // Neither comparison below would refuse anything.
  if (Number.isNaN(age) || Number.isNaN(tolerance))
    throw new TypeError('tolerance must be a number of milliseconds, and now a valid time.')
  if (age > tolerance)
    throw refused('too_old', `The header webhook-timestamp is more than ${tolerance} ms ago.`)
  if (age < -tolerance)
    throw refused('too_new', `The header webhook-timestamp is more than ${tolerance} ms in the future.`)
}

/** @throws WebhookVerificationError */
function eventIn(bytes: Bytes): AuditEvent {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw refused('invalid_body', 'The signed body is not JSON.')
  }
}

const refused = (code: WebhookFault, message: string) => new WebhookVerificationError(code, message)
