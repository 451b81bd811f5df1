// The command line, which sends the signal SIGNAL to itself: AT a `pause` between two transactions of an import or of rebuilt indices, or AT a
// `flush` of the rows that an import rejects within a transaction. It does so at the NTH of these, or at the first one at which the query WHEN
// finds something in the SQLite database of the folder.
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync } from 'node:sqlite'
import timers from 'node:timers/promises'

const { SIGNAL = 'SIGKILL', AT, NTH, WHEN } = process.env
let count = 0
let isSent = false

function isDue(): boolean {
  count += 1
  if (WHEN === undefined) return count === Number(NTH)
  const database = new DatabaseSync('data/rolecall.db', { readOnly: true })
  const found = database.prepare(WHEN).all()
  database.close()
  return found.length > 0
}

const pass = (at: string) => {
  if (isSent || at !== AT || !isDue()) return
  isSent = true
  process.kill(process.pid, SIGNAL)
}

const { setTimeout } = timers
timers.setTimeout = ((...args: Parameters<typeof setTimeout>) => {
  pass('pause')
  return setTimeout(...args)
}) as typeof setTimeout

const { open } = fs
fs.open = async (...args) => {
  const file = await open(...args)
  const { datasync } = file
  file.datasync = async () => {
    await datasync.call(file)
    pass('flush')
  }
  return file
}
syncBuiltinESMExports()

await import('../../server/main.ts')
