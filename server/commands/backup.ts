import { resolve } from 'node:path'
import { secretSourceOf } from '../config/config.ts'
import { configOf, type Shell, withDatabase } from './shell.ts'
import { writeTarget } from './target.ts'

interface Options {
  force: boolean
}

/** Writes a snapshot of the database while others read and write. The file is complete or absent. */
export async function backup(shell: Shell, file: string, { force }: Options): Promise<void> {
  const config = configOf(shell)
  const target = resolve(shell.cwd, file)
  await withDatabase(config, { readOnly: true }, (connection) =>
    writeTarget(target, { force, source: connection.file }, (part) => connection.copyTo(part)),
  )
  shell.print(`The database is copied to ${target}.`)
  const { secret, secretFile } = secretSourceOf(config)
  const where = secret === undefined ? secretFile : 'SECRET'
  shell.tell(`The installation's secret is not in it: keep ${where} too, in another place.`)
}
