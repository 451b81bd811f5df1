import { MOST_ANSWER_BYTES } from '../../contract/webhooks.ts'
import { PREFIX } from '../resources/webhooks/secrets.ts'

/** The rest of a longer answer is not read: its connection is closed. */
const MOST_READ_BYTES = 16 * 1024

/** More characters than a secret has, however it is written. */
const LONGEST_SECRET = 1000

/** What is read of an answer, also of one that is cut off or never ends. */
export interface ReadAnswer {
  bytes: Buffer
  /** There is more of it. */
  isCut: boolean
}

export async function readAnswer(body: AsyncIterable<Buffer>): Promise<ReadAnswer> {
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of body) {
      parts.push(part)
      length += part.length
      if (length >= MOST_READ_BYTES) break
    }
  } catch {
    // What arrived counts.
  }
  return { bytes: Buffer.concat(parts).subarray(0, MOST_READ_BYTES), isCut: length >= MOST_READ_BYTES }
}

/**
 * The beginning of an answer, for super administrators. The receiver knows the secrets, and its errors may quote them: asterisks take
 * their place, as many as they have characters. What is shown ends after that, so it never ends with the first half of a secret.
 */
export function shownOf({ bytes, isCut }: ReadAnswer, secrets: readonly string[]): string {
  // PostgreSQL stores no NUL, and the other control characters show nothing. A secret may have some between its letters, as in UTF-16.
  const text = bytes
    .toString('utf8')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .toWellFormed()
  const whole = isCut ? text.slice(0, Math.max(0, text.length - LONGEST_SECRET)) : text
  const masked = secrets.reduce(
    (left, secret) => left.replaceAll(patternOf(secret), (found) => '*'.repeat(found.length)),
    whole,
  )
  return Buffer.from(masked).subarray(0, MOST_ANSWER_BYTES).toString('utf8')
}

/** What may be written for `+`, `/` and `=`: themselves, their substitutes in URLs, and escapes of JSON, URLs and HTML. */
const OTHER = String.raw`(?:\\?[+/=_-]|%[0-9a-f]{2}|\\u[0-9a-f]{4}|&#?\w{1,8};)`

/** Finds a secret with or without its prefix and its padding. */
function patternOf(secret: string): RegExp {
  const key = secret.slice(PREFIX.length).replace(/=+$/, '')
  return new RegExp(`(?:${PREFIX})?${key.split(/[+/]+/).join(`${OTHER}+`)}${OTHER}*`, 'gi')
}
