import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { encodeKey, keyId, type NoteKey } from './signed-note.ts'

/*
 * The key that signs checkpoints, as a file outside the database: one line, `PRIVATE+KEY+<name>+<hex of the key id>+<base64 of
 * type and seed>`, which is what tools for signed notes use.
 */

export interface SealingKey extends NoteKey {
  privateKey: KeyObject
}

const ED25519 = Buffer.from([1])

const seedOf = (key: KeyObject) =>
  Buffer.from((key.export({ format: 'jwk' }) as { d: string }).d, 'base64url')

/** A new key. @param name of the log: what its checkpoints begin with */
export function makeSealingKey(name: string): { file: string; publicKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = { name, publicKey }
  const secret = Buffer.concat([ED25519, seedOf(privateKey)]).toString('base64')
  return {
    file: `PRIVATE+KEY+${name}+${keyId(key).toString('hex')}+${secret}\n`,
    publicKey: encodeKey(key),
  }
}

const FILE = /^PRIVATE\+KEY\+([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/

/** The fixed beginning of an Ed25519 private key in DER (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** @throws Error, which tells nothing of the text, if it is no such key */
export function readSealingKey(text: string): SealingKey {
  const [, name, id, encoded] = FILE.exec(text.trim()) ?? []
  const bytes = Buffer.from(encoded ?? '', 'base64')
  if (name === undefined || bytes.length !== 33 || bytes[0] !== ED25519[0])
    throw new Error('The file has no key that `rolecall audit key` makes.')
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8, bytes.subarray(1)]),
    format: 'der',
    type: 'pkcs8',
  })
  const key = { name, publicKey: createPublicKey(privateKey), privateKey }
  if (keyId(key).toString('hex') !== id)
    throw new Error('The key in the file is damaged: its id is not that of the key.')
  return key
}

/** The key of a log that one key signs: an installation has another log after each restart of its audit trail. */
export const keyOfLog = <Key extends NoteKey>(key: Key, origin: string): Key => ({ ...key, name: origin })
