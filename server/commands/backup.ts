import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { CommandError, configOf, type Shell, withDatabase } from './shell.ts'

interface Options {
  force: boolean
}

/** Writes a copy of the database as it is at one moment, while others read and write. FILE is whole or not there. */
export async function backup(shell: Shell, file: string, { force }: Options): Promise<void> {
  const config = configOf(shell)
  const target = resolve(shell.cwd, file)
  await withDatabase(config, { readOnly: true }, async (connection) => {
    await refuseTarget(target, connection.file, force)
    const part = `${target}.${randomUUID()}.part`
    try {
      // Made before it is filled, so that nobody else can read it at any moment.
      await writeFile(part, '', { flag: 'wx', mode: 0o600 })
      await connection.copyTo(part)
      await sync(part)
      await refuseTarget(target, connection.file, force)
      await rename(part, target)
      await sync(dirname(target))
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  })
  shell.print(`The database is copied to ${target}.`)
}

async function refuseTarget(target: string, source: string | undefined, force: boolean): Promise<void> {
  if (!existsSync(dirname(target))) throw new CommandError(`There is no folder ${dirname(target)}.`)
  if (!existsSync(target)) return
  if (source !== undefined && (await realpath(target)) === (await realpath(source))) {
    throw new CommandError(`${target} is the database itself; name another file.`)
  }
  if ((await stat(target)).isDirectory()) throw new CommandError(`${target} is a folder; name a file.`)
  if (!force) throw new CommandError(`${target} exists already. Use --force to replace it.`)
}

/** Has the disk hold what was written, before anyone relies on it. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
