import { hash } from 'node:crypto'
import bcrypt from 'bcryptjs'
import { SIX_BITS } from './texts.ts'

/** A hash that is computed in JavaScript. The result is the text that stored hashes of its kind end with. */
export type Task =
  | { kind: 'bcrypt'; password: string; salt: string }
  | { kind: 'phpass'; password: string; salt: string; rounds: number }

/** The portable hash of phpass: MD5, over and over. */
function phpass(password: string, salt: string, rounds: number): string {
  const message = Buffer.from(password)
  let digest = hash('md5', Buffer.concat([Buffer.from(salt), message]), 'buffer')
  for (let round = 0; round < rounds; round++)
    digest = hash('md5', Buffer.concat([digest, message]), 'buffer')
  return sixBits(digest)
}

/** Six bits a character, the lowest first. */
function sixBits(bytes: Buffer): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += 3) {
    const three = bytes.subarray(start, start + 3)
    const value = three.readUIntLE(0, three.length)
    for (let shift = 0; shift < three.length * 8; shift += 6) text += SIX_BITS[(value >> shift) & 63]
  }
  return text
}

/** The task of a thread of `threads.ts`. */
export default (task: Task): string =>
  task.kind === 'bcrypt'
    ? bcrypt.hashSync(task.password, task.salt).slice(task.salt.length)
    : phpass(task.password, task.salt, task.rounds)
