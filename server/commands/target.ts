import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CommandError } from './shell.ts'

interface Guard {
  /** Replace what is there. */
  force: boolean
  /** What it must not be: the database itself. */
  source?: string | undefined
}

/**
 * Writes a file that is whole or not there: under another name first, readable by its owner alone at any moment, and
 * on the disk before it gets its own.
 */
export async function writeTarget(
  target: string,
  guard: Guard,
  write: (part: string) => Promise<void>,
): Promise<void> {
  await refuseTarget(target, guard)
  const part = `${target}.${randomUUID()}.part`
  try {
    await writeFile(part, '', { flag: 'wx', mode: 0o600 })
    await write(part)
    await sync(part)
    await refuseTarget(target, guard)
    await rename(part, target)
    await sync(dirname(target))
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

async function refuseTarget(target: string, { force, source }: Guard): Promise<void> {
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
