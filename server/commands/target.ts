import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CommandError } from './shell.ts'

interface Guard {
  /** Replaces an existing file. */
  force: boolean
  /** The database file, which the target must not be. */
  source?: string | undefined
}

/**
 * Writes a file atomically: first under a temporary name, always readable by its owner only, and synced to disk before it
 * is renamed.
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

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
