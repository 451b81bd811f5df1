import { readFile } from 'node:fs/promises'
import { readSealingKey, type SealingKey } from '../audit/sealing-key.ts'
import type { Config } from '../config/config.ts'
import { CommandError } from './shell.ts'

/** The key of AUDIT_KEY_FILE; undefined if the setting is not given. @throws CommandError if the file has none */
export async function sealingKeyOf({ auditKeyFile: path }: Config): Promise<SealingKey | undefined> {
  if (path === undefined) return undefined
  try {
    return readSealingKey(await readFile(path, 'utf8'))
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const fault = isMissing
      ? 'There is no such file: `rolecall audit key` makes it.'
      : (error as Error).message
    throw new CommandError(`AUDIT_KEY_FILE, ${path}, cannot be used. ${fault}`)
  }
}
