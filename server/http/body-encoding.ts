import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from '../errors.ts'
import { type Message, say } from '../messages/say.ts'

/** As UTF-8 it would be read as something else. @returns why a body with these headers is refused, before it is read */
export function encodingFault(headers: IncomingHttpHeaders): Refusal | undefined {
  const { 'content-encoding': encoding, 'content-type': type = '' } = headers
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity')
    return unsupported(say`Send the body uncompressed, without Content-Encoding.`)
  return isUtf8(type) ? undefined : unsupported(say`Send the body in UTF-8.`)
}

/** @param type a Content-Type, of a body or of a part of one */
export function isUtf8(type: string): boolean {
  const [, charset = 'utf-8'] = CHARSET.exec(type) ?? []
  return UTF8.has(charset.toLowerCase())
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/i

/** US-ASCII is a part of it. */
const UTF8 = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii'])

export const unsupported = (message: Message) => new Refusal(415, 'unsupported_media_type', message)
