import { constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { BenchEngine } from './engine.ts'

/** @param folder where databases are kept */
export function sqliteEngine(folder: string): BenchEngine {
  mkdirSync(folder, { recursive: true })
  const fileOf = (name: string) => join(folder, `${name}.db`)
  const urlOf = (file: string) => `sqlite:${file}`
  const copies = new Set<string>()
  return {
    name: 'sqlite',
    version: async () =>
      new DatabaseSync(':memory:').prepare('select sqlite_version() as v').get()?.v as string,
    built: async (name) => (existsSync(fileOf(name)) ? urlOf(fileOf(name)) : undefined),
    begin: async (name) => {
      removeDatabase(`${fileOf(name)}.new`)
      return urlOf(`${fileOf(name)}.new`)
    },
    abandon: async (name) => removeDatabase(`${fileOf(name)}.new`),
    finish: async (name) => {
      const file = `${fileOf(name)}.new`
      // In the state in which the service leaves it.
      const database = new DatabaseSync(file)
      database.exec('pragma journal_mode = wal; pragma wal_checkpoint(truncate)')
      database.close()
      removeDatabase(fileOf(name))
      renameSync(file, fileOf(name))
      return urlOf(fileOf(name))
    },
    copy: async (name) => {
      const file = join(folder, `run-${process.pid}-${copies.size}.db`)
      copyFileSync(fileOf(name), file, constants.COPYFILE_FICLONE)
      copies.add(file)
      return urlOf(file)
    },
    // An incomplete database is worthless, so durability is not needed.
    beforeLoad: [
      ...['pragma synchronous = off', 'pragma cache_size = -1000000'],
      ...['pragma foreign_keys = off', 'pragma wal_autocheckpoint = 50000'],
    ],
    // Not in one transaction: with 10M users its log has 13 GB, in which SQLite finds pages slowly.
    fill: ({ db }, load) => load(db),
    indices: async (db) => {
      const { rows } = await sql<{ name: string; statement: string }>`
        select name, sql as statement from sqlite_schema where type = 'index' and sql is not null`.execute(db)
      return rows
    },
    placeholder: () => '?',
    close: async () => {
      for (const file of copies) removeDatabase(file)
    },
  }
}

function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
}
