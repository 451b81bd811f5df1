import { hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import bcrypt from 'bcryptjs'
import { SIX_BITS } from './texts.ts'

/** What is computed in JavaScript, for as long as it takes. Answers the text that its hashes end with. */
export type Task =
  | { kind: 'bcrypt'; password: string; salt: string }
  | { kind: 'phpass'; password: string; salt: string; rounds: number }

const compute = (task: Task): string =>
  task.kind === 'bcrypt'
    ? bcrypt.hashSync(task.password, task.salt).slice(task.salt.length)
    : phpass(task.password, task.salt, task.rounds)

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

/** What a thread of `threads.ts` runs: a task comes, its result goes. */
parentPort?.on('message', (task: Task) => parentPort?.postMessage(compute(task)))
