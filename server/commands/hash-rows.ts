import { HashFault } from '../credentials/hashes/format.ts'
import { importHash } from '../credentials/hashes/imported.ts'
import { fold } from '../db/queries/texts.ts'
import { isEmail } from '../values/formats.ts'

/** A line that sets a user's password. */
export interface HashRow {
  line: number
  email: string
  emailKey: string
  /** In the format in which it is stored. */
  hash: string
}

/** What is wrong with a line; never quotes a hash. */
export interface LineFault {
  line: number
  message: string
}

interface Given {
  email: string
  /** Text or, in JSON, a credential. */
  hash: unknown
}

const HEADING = /^"?email"?,/i

/** Two values, each quoted or not, and a comma. The second may contain commas even unquoted, as argon2 hashes do. */
const CSV = /^(?:"([^"]+)"|([^",]+)),\s*(?:"((?:[^"]|"")*)"|(.*))$/

/** Reads lines of `email,hash`, or of JSON with these two names. Skips empty lines and a heading. */
export async function readHashRows(lines: AsyncIterable<string>) {
  const rows: HashRow[] = []
  const faults: LineFault[] = []
  let line = 0
  for await (const text of lines) {
    line += 1
    const content = (line === 1 ? text.replace(/^\uFEFF/, '') : text).trim()
    if (content === '' || (line === 1 && HEADING.test(content))) continue
    const { email, hash, fault } = readLine(content)
    if (fault === undefined) rows.push({ line, email, emailKey: fold(email), hash })
    else faults.push({ line, message: fault })
  }
  return { rows, faults }
}

type Read =
  | { email: string; hash: string; fault?: undefined }
  | { email?: string; hash?: string; fault: string }

function readLine(text: string): Read {
  const given = text.startsWith('{') ? fromJson(text) : fromCsv(text)
  if (!given) return { fault: 'neither email,hash nor JSON with these two names' }
  // An invalid email is not shown, as it may be a misplaced hash.
  if (!isEmail(given.email)) return { fault: 'no email address where it belongs' }
  try {
    return { email: given.email, hash: importHash(given.hash) }
  } catch (error) {
    if (!(error instanceof HashFault)) throw error
    return { fault: `the hash ${error.message}` }
  }
}

function fromCsv(text: string): Given | undefined {
  const [whole, quotedEmail, email, quotedHash, hash] = CSV.exec(text) ?? []
  if (whole === undefined) return undefined
  return { email: (quotedEmail ?? email ?? '').trim(), hash: quotedHash?.replaceAll('""', '"') ?? hash }
}

function fromJson(text: string): Given | undefined {
  try {
    const { email, hash } = JSON.parse(text) as Record<string, unknown>
    return typeof email === 'string' && hash !== undefined ? { email: email.trim(), hash } : undefined
  } catch {
    // The message of JSON.parse would quote the hash.
    return undefined
  }
}
