import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/*
 * Signed notes (C2SP signed-note): a text that ends in a newline, an empty line, and a line for each signature,
 * `— <name> <base64 of key id and signature>`. Ed25519 only.
 */

/** The type of signatures of Ed25519 keys. */
const ED25519 = Buffer.from([1])

export interface NoteKey {
  /** Without spaces and plus signs. */
  name: string
  publicKey: KeyObject
}

/** The 32 bytes of an Ed25519 key. */
const rawPublicKey = (key: KeyObject): Buffer =>
  Buffer.from((key.export({ format: 'jwk' }) as { x: string }).x, 'base64url')

/** The first four bytes of SHA-256 of the name, a newline, the type and the key. */
export function keyId({ name, publicKey }: NoteKey): Buffer {
  const hash = createHash('sha256').update(`${name}\n`).update(ED25519).update(rawPublicKey(publicKey))
  return hash.digest().subarray(0, 4)
}

/** The public key as text: `<name>+<hex of the key id>+<base64 of type and key>`. */
export const encodeKey = (key: NoteKey): string =>
  `${key.name}+${keyId(key).toString('hex')}+${Buffer.concat([ED25519, rawPublicKey(key.publicKey)]).toString('base64')}`

const KEY = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/

/** @throws Error if the text is not such a key */
export function decodeKey(text: string): NoteKey {
  const [, name, id, encoded] = KEY.exec(text) ?? []
  const bytes = Buffer.from(encoded ?? '', 'base64')
  if (name === undefined || bytes.length !== 33 || bytes[0] !== ED25519[0])
    throw new Error('This is not an Ed25519 key of a signed note: `<name>+<8 hex digits>+<base64>`.')
  const x = bytes.subarray(1).toString('base64url')
  const key = { name, publicKey: createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } }) }
  if (keyId(key).toString('hex') !== id) throw new Error(`The key id ${id} is not that of the key.`)
  return key
}

const NAME = /^[^\s+]+$/

/** @param text ends in a newline @param privateKey of the key @throws Error */
export function signNote(text: string, key: NoteKey, privateKey: KeyObject): string {
  if (!text.endsWith('\n')) throw new Error('The text of a note ends in a newline.')
  if (!NAME.test(key.name)) throw new Error(`A key can't have the name ${key.name}.`)
  const signature = sign(null, Buffer.from(text), privateKey)
  return `${text}\n— ${key.name} ${Buffer.concat([keyId(key), signature]).toString('base64')}\n`
}

const SIGNATURE = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/

/** @returns the text of a note that the key has signed; undefined if it has not, or if the note is malformed */
export function openNote(note: string, key: NoteKey): string | undefined {
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || !note.endsWith('\n')) return undefined
  const text = note.slice(0, end + 1)
  const lines = note.slice(end + 2, -1).split('\n')
  const signatures = lines.map((line) => SIGNATURE.exec(line))
  if (signatures.includes(null)) return undefined
  const id = keyId(key)
  const isSigned = signatures.some((found) => {
    const [, name, encoded] = found as RegExpExecArray
    const bytes = Buffer.from(encoded as string, 'base64')
    return (
      name === key.name &&
      bytes.length === 68 &&
      bytes.subarray(0, 4).equals(id) &&
      verify(null, Buffer.from(text), key.publicKey, bytes.subarray(4))
    )
  })
  return isSigned ? text : undefined
}
