import { badRequest, Refusal } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'
import { decodeUtf8, isUtf8Type, unsupported } from './body-encoding.ts'
import { nest } from './parameters.ts'

/** More fields than any operation takes. */
const MAX_PARTS = 1000
/** The headers of a part: a name and a type. */
const MAX_HEAD_BYTES = 4096

const tooManyParts = () =>
  new Refusal(413, 'too_large', say`A multipart body can have at most ${MAX_PARTS} parts.`)

const malformed = () => badRequest('malformed', say`The multipart body is malformed.`)

interface Part {
  name: string
  text: string
  isJson: boolean
}

/**
 * The fields of a multipart body (RFC 7578); a file is refused, since no endpoint takes one. Our own parser of a complete
 * body: a streaming library emitted an event for each of a hundred thousand empty parts, and threw exceptions that could
 * not be caught.
 * @param parseJson parses the parts of type `application/json`
 */
export function readMultipart(
  contentType: string,
  body: Buffer,
  parseJson: (texts: readonly string[]) => unknown[],
): Fields {
  const parts = split(body, boundaryOf(contentType)).map(readPart)
  const values = parsed(
    parts.filter(({ isJson }) => isJson).map(({ text }) => text),
    parseJson,
  )
  return nest(parts.map(({ name, text, isJson }) => [name, isJson ? values.shift() : text]))
}

function parsed(texts: readonly string[], parseJson: (texts: readonly string[]) => unknown[]): unknown[] {
  if (texts.length === 0) return []
  try {
    return parseJson(texts)
  } catch {
    throw malformed()
  }
}

/** https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1 */
const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"]{1,70})"|([^\s";]{1,70})(?=[\s;]|$))/i

function boundaryOf(contentType: string): string {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw malformed()
  return boundary
}

const CRLF = Buffer.from('\r\n')
const [DASH, END_OF_HEAD] = [0x2d, '\r\n\r\n']

/** The bytes of each part, after its delimiter. Bytes before the first delimiter and after the last are ignored. */
function split(body: Buffer, boundary: string): Buffer[] {
  // A form without fields.
  if (body.length === 0) return []
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  // The first delimiter may start the body, without a line break before it.
  const bytes = Buffer.concat([CRLF, body])
  const parts: Buffer[] = []
  for (let at = bytes.indexOf(delimiter); at !== -1; ) {
    const start = at + delimiter.length
    if (bytes[start] === DASH && bytes[start + 1] === DASH) return parts
    if (parts.length === MAX_PARTS) throw tooManyParts()
    at = bytes.indexOf(delimiter, start)
    parts.push(bytes.subarray(start, at))
  }
  throw malformed()
}

/** Does not match trailing spaces: a pattern that ends in them takes quadratic time on long runs of spaces. */
const FORM_DATA = /^content-disposition:[ \t]*form-data[ \t]*(;[^\r\n]*)?$/im
const TYPE = /^content-type:[ \t]*([^\r\n]*)$/im
const TRANSFER_ENCODED = /^content-transfer-encoding:[ \t]*(?:base64|quoted-printable)[ \t]*$/im
const BARE_LINE_BREAK = /\r(?!\n)|(?<!\r)\n/
const FOLD = /\r\n[ \t]+/g

/** @param part the bytes after the boundary */
function readPart(part: Buffer): Part {
  const end = part.indexOf(END_OF_HEAD)
  if (end === -1 || end > MAX_HEAD_BYTES) throw malformed()
  const head = part.toString('utf8', 0, end).replace(FOLD, ' ')
  // Only spaces may follow the boundary on its line.
  if (BARE_LINE_BREAK.test(head) || !/^[ \t]*(?:\r|$)/.test(head)) throw malformed()
  const { name, filename, 'filename*': encoded } = parametersOf(FORM_DATA.exec(head)?.[1] ?? '')
  const type = TYPE.exec(head)?.[1]?.toLowerCase() ?? 'text/plain'
  if (filename !== undefined || encoded !== undefined || type.startsWith('application/octet-stream'))
    throw new Refusal(415, 'file_not_accepted', say`This operation takes no files.`)
  if (name === undefined || name in Object.prototype) throw malformed()
  if (!isUtf8Type(type)) throw unsupported(say`Send each part in UTF-8.`)
  if (TRANSFER_ENCODED.test(head)) throw unsupported(say`Send each part without Content-Transfer-Encoding.`)
  // Decode the head too: it contains the name.
  const whole = decodeUtf8(part, say`A part of the body`)
  const text = whole.slice(whole.indexOf(END_OF_HEAD) + END_OF_HEAD.length)
  return { name, text, isJson: type.startsWith('application/json') }
}

const PARAMETER = /;[ \t]*([^\s=;"]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))[ \t]*/gy

/** @throws Refusal 400 if it is not a list of parameters */
function parametersOf(list: string): Record<string, string | undefined> {
  const trimmed = list.trimEnd()
  const text = trimmed.endsWith(';') ? trimmed.slice(0, -1) : trimmed
  const found: Record<string, string> = Object.create(null)
  let read = 0
  for (const [whole, key = '', quoted, plain = ''] of text.matchAll(PARAMETER)) {
    read += whole.length
    found[key.toLowerCase()] = quoted?.replace(/\\(["\\])/g, '$1') ?? plain
  }
  if (read < text.length) throw malformed()
  return found
}
