import { MOST_ANSWER_BYTES } from '../../contract/webhooks.ts'
import { PREFIX } from '../resources/webhooks/secrets.ts'

/** The rest of a longer answer is not read: its connection is closed. */
const MOST_READ_BYTES = 16 * 1024

/** More characters than a secret takes, however it is written. */
const MOST_SECRET_CHARACTERS = 1000

/** What is read of an answer. */
export interface ReadAnswer {
  bytes: Buffer
  /** False if it is longer, broke off or did not end in time: a secret may have begun. */
  isWhole: boolean
}

export async function readAnswer(body: AsyncIterable<Buffer>): Promise<ReadAnswer> {
  const parts: Buffer[] = []
  let length = 0
  let isWhole = true
  try {
    for await (const part of body) {
      parts.push(part)
      length += part.length
      if (length >= MOST_READ_BYTES) break
    }
  } catch {
    isWhole = false
  }
  isWhole &&= length < MOST_READ_BYTES
  return { bytes: Buffer.concat(parts).subarray(0, MOST_READ_BYTES), isWhole }
}

/**
 * The beginning of an answer, for super administrators. The receiver knows the secrets, and its errors may quote them: asterisks take
 * their place, as many as they have characters. It is shortened after that, so that it never ends with a part of a secret.
 */
export function shownOf({ bytes, isWhole }: ReadAnswer, secrets: readonly string[]): string {
  // PostgreSQL stores no NUL, and the other control characters show nothing. A secret may have some between its letters, as in UTF-16.
  const text = bytes
    .toString('utf8')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .toWellFormed()
  const certain = isWhole ? text : text.slice(0, -MOST_SECRET_CHARACTERS)
  const masked = secrets.reduce(
    (left, secret) => left.replaceAll(patternOf(secret), (found) => '*'.repeat(found.length)),
    certain,
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
