// A trail of many entries: lists, histories, the export and the verification.
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { memoryOf } from '../processes/service.ts'
import { median, quantile } from '../statistics.ts'
import { type Running, runCommand, timesOf } from './service.ts'

const READS = 200
const UPDATES = 5000

/** Imports users by the command line: each makes an entry. @returns how long it took */
export async function importUsers(databaseUrl: string, users: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-events-'))
  const file = join(folder, 'users.ndjson')
  function* lines() {
    for (let number = 1; number <= users; number++)
      yield `${JSON.stringify({ email: `u${number}@example.com`, first_name: `Ada ${number}`, last_name: 'Byron' })}\n`
  }
  await pipeline(Readable.from(lines()), createWriteStream(file))
  await runCommand(['migrate'], { DATABASE_URL: databaseUrl })
  const start = performance.now()
  await runCommand(['import', 'users', file], { DATABASE_URL: databaseUrl })
  rmSync(folder, { recursive: true })
  return `${((performance.now() - start) / 1000).toFixed(0)} s`
}

const inMs = (times: readonly number[]) =>
  `${median(times).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`

/** Reads of the trail, after updates of some users. @returns a line for each */
export async function readTimes({ call }: Running, users: number): Promise<Record<string, string>> {
  const userOf = (number: number) => 2 + ((number * 7919) % (users - 2))
  for (let number = 0; number < UPDATES; number += 100) {
    const some = Array.from({ length: 100 }, (_, index) => ({
      id: userOf(number + index),
      title: `Dr ${number}`,
    }))
    await Promise.all(some.map(({ id, title }) => call('POST', `/api/users/id/${id}/update`, { title })))
  }
  const kinds: Record<string, (number: number) => string> = {
    'the newest entries': () => '/api/audit',
    'entries of one action': () => '/api/audit?action=users.update',
    'entries of one actor': () => '/api/audit?actor_id=1',
    'entries of an hour': () => `/api/audit?from=${new Date(Date.now() - 3_600_000).toISOString()}`,
    'entries about a user': (number) => `/api/audit?subject_type=users&subject_id=${userOf(number)}`,
    'the history of a user': (number) => `/api/users/id/${userOf(number)}/history`,
  }
  const rows: Record<string, string> = {}
  for (const [name, path] of Object.entries(kinds)) {
    await timesOf(20, (number) => call('GET', path(number)))
    rows[name] = inMs(await timesOf(READS, (number) => call('GET', path(number))))
  }
  return rows
}

/** Reads the whole export. @returns how long it takes, and what it adds to the memory of the process */
export async function exportCost({ service, token }: Running): Promise<string> {
  const before = memoryOf(service.pid)?.now ?? 0
  let [lines, most, isOver] = [0, 0, false]
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(service.pid)?.now ?? 0)
  }, 20)
  const start = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const headers = { authorization: `Bearer ${token}` }
  get(`${service.origin}/api/audit/export?after=0`, { headers }, (response) => {
    response.on('data', (part: Buffer) => {
      for (const byte of part) if (byte === 10) lines += 1
    })
    response.once('end', () => {
      isOver = response.complete
      resolve()
    })
    response.once('error', reject)
  }).once('error', reject)
  await promise
  clearInterval(watch)
  if (!isOver) throw new Error('The export was cut off.')
  const seconds = (performance.now() - start) / 1000
  return `${lines} lines in ${seconds.toFixed(1)} s, at most ${(most - before).toFixed(0)} MiB more`
}
