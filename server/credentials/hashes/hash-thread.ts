import { hash } from 'node:crypto'
import bcrypt from 'bcryptjs'
import { CRYPT_DIGITS } from './texts.ts'

/** A hash that is computed in JavaScript. The result is the text after the salt in a stored hash. */
export type HashTask =
  | { kind: 'bcrypt'; password: string; salt: string }
  | { kind: 'phpass'; password: string; salt: string; rounds: number }

/** The portable hash of phpass: iterated MD5. */
function phpass(password: string, salt: string, rounds: number): string {
  const message = Buffer.from(password)
  let digest = hash('md5', Buffer.concat([Buffer.from(salt), message]), 'buffer')
  for (let round = 0; round < rounds; round++)
    digest = hash('md5', Buffer.concat([digest, message]), 'buffer')
  return sixBits(digest)
}

/** Six bits per character, lowest bits first. */
function sixBits(bytes: Buffer): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += 3) {
    const three = bytes.subarray(start, start + 3)
    const value = three.readUIntLE(0, three.length)
    for (let shift = 0; shift < three.length * 8; shift += 6) text += CRYPT_DIGITS[(value >> shift) & 63]
  }
  return text
}

/** Runs a task on a thread of `threads.ts`. */
export default (task: HashTask): string =>
  task.kind === 'bcrypt'
    ? bcrypt.hashSync(task.password, task.salt).slice(task.salt.length)
    : phpass(task.password, task.salt, task.rounds)
