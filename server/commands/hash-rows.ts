import { HashFault } from '../credentials/hashes/form.ts'
import { importHash } from '../credentials/hashes/imported.ts'
import { fold } from '../db/queries/texts.ts'
import { isEmail } from '../values/formats.ts'

/** A line that gives a user a password. */
export interface HashRow {
  line: number
  email: string
  emailKey: string
  /** In the form in which it is kept. */
  hash: string
}

/** What is wrong with a line; it never repeats a hash. */
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

/** Two values and a comma, each quoted or not: unquoted, the second may hold commas, as those of argon2 do. */
const CSV = /^(?:"([^"]+)"|([^",]+)),\s*(?:"((?:[^"]|"")*)"|(.*))$/

/** Reads lines of `email,hash`, or of JSON with these two names. Empty ones, and a heading, are passed over. */
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
  // What is no email may be a hash in the wrong place: it is not shown.
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
    // What JSON.parse says would quote the hash.
    return undefined
  }
}
