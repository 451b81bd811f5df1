// The command line, which reports on standard error when it is about to begin a transaction on SQLite.
import { writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const { prepare } = DatabaseSync.prototype
DatabaseSync.prototype.prepare = function (this: DatabaseSync, ...args: Parameters<typeof prepare>) {
  if (args[0] === 'begin immediate') writeSync(2, 'begins\n')
  return prepare.apply(this, args)
}

await import('../../server/main.ts')
