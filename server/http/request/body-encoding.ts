import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { badRequest, Refusal } from '../../errors.ts'
import { type Message, say } from '../../messages/say.ts'

/** As UTF-8 it would be read as something else. @returns why a body with these headers is refused, before it is read */
export function encodingFault(headers: IncomingHttpHeaders): Refusal | undefined {
  const {
    'content-encoding': encoding,
    'transfer-encoding': transfer = 'chunked',
    'content-type': type = '',
  } = headers
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity')
    return unsupported(say`Send the body uncompressed, without Content-Encoding.`)
  // Node takes the chunks apart, and nothing else.
  if (transfer.trim().toLowerCase() !== 'chunked')
    return unsupported(say`Send the body uncompressed: Transfer-Encoding can be chunked and nothing else.`)
  return saysUtf8(type) ? undefined : unsupported(say`Send the body in UTF-8.`)
}

/** @param type a Content-Type, of a body or of a part of one */
export function saysUtf8(type: string): boolean {
  const [, charset = 'utf-8'] = CHARSET.exec(type) ?? []
  return UTF8.has(charset.toLowerCase())
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/i

/** US-ASCII is a part of it. */
const UTF8 = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii'])

/**
 * Read all the same, each byte that is not UTF-8 would become the one U+FFFD: names would be lost, and passwords of such
 * bytes would fit one another.
 * @param what is read, for the reader of the refusal
 * @throws Refusal 400
 */
export function textOf(bytes: Buffer, what: Message): string {
  if (!isUtf8(bytes)) throw notUtf8(what)
  return bytes.toString()
}

/** Bytes above ASCII, of which all other characters are. */
const ENCODED = /(?:%[89a-f][\da-f])+/gi

/** The same of bytes that are percent-encoded. @throws Refusal 400 */
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
