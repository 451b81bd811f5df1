import { createHash, createPublicKey, verify } from 'node:crypto'

/*
 * An independent verifier, written from docs/audit-format.md, RFC 6962 and C2SP's signed notes alone: it uses no code of the
 * product.
 */

/** A row of `audit_entries` as stored, with its number. */
export type StoredEntry = Record<string, unknown> & { number: number; numbered_at: string }

const sha256 = (...parts: (Buffer | string)[]) =>
  createHash('sha256')
    .update(Buffer.concat(parts.map((part) => Buffer.from(part as Buffer))))
    .digest()

/** JSON with sorted names: enough of RFC 8785 for texts, whole numbers and lists. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const record = value as Record<string, unknown>
  const members = Object.keys(record)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(record[name])}`)
  return `{${members.join(',')}}`
}

const given = (entry: StoredEntry, columns: string[]) =>
  Object.fromEntries(
    columns.filter((column) => entry[column] !== null).map((column) => [column, entry[column]]),
  )

const PLAIN =
  `uuid at action outcome subject_type subject_id subject_name other_type other_id other_name changes counts
  actor_id token_id token_maker_id via batch`.split(/\s+/)

export function leafHash(entry: StoredEntry): Buffer {
  const isPerson = (type: unknown) => type === 'users' || type === 'registrations'
  const groups: Record<string, string[]> = {
    subject: isPerson(entry.subject_type) ? ['subject_name', 'changes'] : [],
    other: isPerson(entry.other_type) ? ['other_name'] : [],
    actor: ['actor_name'],
    token: ['token_name'],
    maker: ['token_maker_name'],
    reason: ['reason'],
  }
  const isForActor = entry.token_maker_id !== null || (entry.actor_id !== null && entry.token_id === null)
  groups[isForActor ? 'token' : 'actor']?.push('ip', 'user_agent', 'request_id')
  if (isPerson(entry.subject_type) && /^(tokens|factors|offboardings|mails)$/.test(String(entry.other_type)))
    groups.subject?.push('other_name')
  const digests: Record<string, unknown> = { ...(entry.digests as object | null) }
  for (const [group, columns] of Object.entries(groups)) {
    const values = given(entry, columns)
    if (group in digests || Object.keys(values).length === 0) continue
    const salt = Buffer.from((entry.salts as Record<string, string>)[group] as string, 'base64url')
    digests[group] = sha256(salt, canonical(values)).toString('base64url')
  }
  const personal = Object.values(groups).flat()
  const leaf = {
    v: 1,
    number: entry.number,
    numbered_at: entry.numbered_at,
    ...given(
      entry,
      PLAIN.filter((column) => !personal.includes(column)),
    ),
    ...(Object.keys(digests).length > 0 && { digests }),
  }
  return sha256(Buffer.from([0]), canonical(leaf))
}

/** MTH of RFC 6962, section 2.1, as it is defined. */
export function treeHash(leaves: Buffer[]): Buffer {
  if (leaves.length === 0) return sha256()
  if (leaves.length === 1) return leaves[0] as Buffer
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return sha256(Buffer.from([1]), treeHash(leaves.slice(0, split)), treeHash(leaves.slice(split)))
}

/** The lines of a note, and whether the key has signed it. */
function readNote(note: string, publicKey: string) {
  const [text = '', signature = ''] = note.split('\n\n')
  const [name = '', id = '', encoded = ''] = publicKey.split(/\+(?=[0-9a-f]{8}\+)|(?<=\+[0-9a-f]{8})\+/)
  const raw = Buffer.from(encoded, 'base64').subarray(1)
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
    format: 'jwk',
  })
  const [, signer, value = ''] = signature.trim().split(' ')
  const bytes = Buffer.from(value, 'base64')
  return {
    lines: text.split('\n'),
    isSigned:
      signer === name &&
      bytes.subarray(0, 4).toString('hex') === id &&
      verify(null, Buffer.from(`${text}\n`), key, bytes.subarray(4)),
  }
}

/** What a checkpoint says, if the key has signed it. */
export function readCheckpoint(note: string, publicKey: string) {
  const { lines, isSigned } = readNote(note, publicKey)
  const [origin, size, root] = lines
  return { origin, size: Number(size), root, isSigned }
}

/** What the note of a restart says, if the key of the log that ended has signed it. */
export function readRestart(note: string, publicKey: string) {
  const { lines, isSigned } = readNote(note, publicKey)
  const [first, origin, size, root, restored, next] = lines
  return {
    isRestart: first === 'rolecall audit restart' && lines.length === 6,
    ...{ origin, size: Number(size), root, restored: Number(restored), next, isSigned },
  }
}
