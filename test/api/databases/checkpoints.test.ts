// Engines: SQLite
// Process: its own
import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { ADMINISTRATOR, signInAt } from '../../support/http.ts'
import { DATABASE, serveIn, temporaryFolders } from '../../support/process.ts'
import { seededRandom } from '../../support/seeds.ts'
import { type Acknowledged, assertHolds, startWriters } from '../../support/writers.ts'

const draw = seededRandom()

/** Each write takes a dozen pages; together they fill the log several times between checkpoints. */
const WRITES = 800
const PART = 100
const CLIENTS = 2
const KILLS = 2
/** The size of the log that triggers a checkpoint, in bytes; see `db/sqlite/checkpoints.ts`. */
const SHORTEST_LOG = 4000 * 4096

const newFolder = temporaryFolders()

it('The write-ahead log restarts during writes, and a kill in between loses nothing', async () => {
  const cwd = newFolder()
  const file = join(cwd, DATABASE)
  const all: Acknowledged[] = []
  for (let round = 1; round <= KILLS; round++) {
    const service = await serveIn(cwd, ADMINISTRATOR)
    const token = await signInAt(service.url)
    const name = `round-${round}`
    const { acknowledged, ended, more } = startWriters(service.url, token, { clients: CLIENTS, name })
    const before = statSync(file).size
    // In parts: each has its own timeout, however slow the disk is.
    for (let written = 0; written < WRITES; written += PART) await more(PART)
    await more(Math.floor(draw() * PART))
    const [log, grown] = [statSync(`${file}-wal`).size, statSync(file).size - before]
    await Promise.all([service.end('SIGKILL'), ended])
    all.push(...acknowledged)
    // SQLite's own checkpoints would keep it shorter.
    assert.ok(log >= SHORTEST_LOG, `${log} bytes of log`)
    // Without a restart the log would be twice as long.
    assert.ok(log < grown, `${log} bytes of log, and the file has grown by ${grown}`)
  }
  const service = await serveIn(cwd, ADMINISTRATOR)
  assertHolds(file, all)
  await service.end('SIGTERM')
  assertHolds(file, all)
})
