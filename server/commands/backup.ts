import { resolve } from 'node:path'
import { configOf, type Shell, withDatabase } from './shell.ts'
import { writeTarget } from './target.ts'

interface Options {
  force: boolean
}

/** Writes a copy of the database as it is at one moment, while others read and write. FILE is whole or not there. */
export async function backup(shell: Shell, file: string, { force }: Options): Promise<void> {
  const config = configOf(shell)
  const target = resolve(shell.cwd, file)
  await withDatabase(config, { readOnly: true }, (connection) =>
    writeTarget(target, { force, source: connection.file }, (part) => connection.copyTo(part)),
  )
  shell.print(`The database is copied to ${target}.`)
}
