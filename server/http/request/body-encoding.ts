import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { badRequest, Refusal } from '../../errors.ts'
import { type Message, say } from '../../messages/say.ts'

/** @returns a refusal if these headers announce a body that is not plain UTF-8, before it is read */
export function encodingFault(headers: IncomingHttpHeaders): Refusal | undefined {
  const {
    'content-encoding': encoding,
    'transfer-encoding': transfer = 'chunked',
    'content-type': type = '',
  } = headers
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity')
    return unsupported(say`Send the body uncompressed, without Content-Encoding.`)
  // Node decodes only chunked.
  if (transfer.trim().toLowerCase() !== 'chunked')
    return unsupported(say`Send the body uncompressed: Transfer-Encoding can be chunked and nothing else.`)
  return isUtf8Type(type) ? undefined : unsupported(say`Send the body in UTF-8.`)
}

/** @param type the Content-Type of a body or a part */
export function isUtf8Type(type: string): boolean {
  const [, charset = 'utf-8'] = CHARSET.exec(type) ?? []
  return UTF8.has(charset.toLowerCase())
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/i

/** US-ASCII is a subset of UTF-8. */
const UTF8 = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii'])

/**
 * Decodes UTF-8 strictly. A lenient decoder would replace each invalid byte with U+FFFD: names would be lost, and
 * different passwords would be equal.
 * @param what the decoded thing, for the message of the refusal
 * @throws Refusal 400
 */
export function decodeUtf8(bytes: Buffer, what: Message): string {
  if (!isUtf8(bytes)) throw notUtf8(what)
  return bytes.toString()
}

/** Percent-encoded bytes above ASCII. */
const ENCODED = /(?:%[89a-f][\da-f])+/gi

/** Checks percent-encoded text. @throws Refusal 400 */
export function refuseUnlessEncodesUtf8(text: string, what: Message): void {
  const encoded = text.match(ENCODED)
  if (encoded === null) return
  try {
    decodeURIComponent(encoded.join(' '))
  } catch {
    throw notUtf8(what)
  }
}

const notUtf8 = (what: Message) => badRequest('malformed', say`${what} has text that is not UTF-8.`)

export const unsupported = (message: Message) => new Refusal(415, 'unsupported_media_type', message)
