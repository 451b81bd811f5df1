import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { readUtf8 } from '../utf8.ts'

/** Environment variables by name. */
export type Environment = Record<string, string | undefined>

/** The text of a setting, with its file if it came from one; or why it cannot be read. */
export type Given = { text: string; from?: string } | { fault: string }

/** The suffix of a variable that names a file with the value. */
export const IN_FILE = '_FILE'

/** Longer than any setting, but smaller than a database named by mistake. */
const MAX_BYTES = 64 * 1024

const filled = (text: string | undefined) => (text?.trim() ? text : undefined)

/**
 * The text of a setting, from the variable of its name or from the file that `<name>_FILE` names, in the first source that
 * has either. An empty value is not set.
 * @param cwd file names are relative to this folder
 */
export function givenAs(name: string, sources: readonly Environment[], cwd: string): Given | undefined {
  for (const source of sources) {
    const text = filled(source[name])
    const file = filled(source[name + IN_FILE])?.trim()
    if (text !== undefined && file !== undefined) {
      return { fault: `${name} and ${name}${IN_FILE} are both set; set one.` }
    }
    if (text !== undefined) return { text }
    if (file !== undefined) return readValue(name, resolve(cwd, file))
  }
  return undefined
}

/** The file's text without the final line break that editors add. Messages never quote it. */
function readValue(name: string, path: string): Given {
  try {
    const fault = (why: string) => ({ fault: `${name}${IN_FILE} names ${path}, which ${why}.` })
    const status = statSync(path)
    if (!status.isFile()) return fault(status.isDirectory() ? 'is a folder' : 'is not a plain file')
    if (status.size > MAX_BYTES) return fault(`is larger than ${MAX_BYTES / 1024} KiB`)
    const text = readUtf8(path).replace(/\r?\n$/, '')
    return text.trim() === '' ? fault('is empty') : { text, from: path }
  } catch (error) {
    return { fault: `${name}${IN_FILE} names ${path}, which cannot be read: ${reasonOf(error)}.` }
  }
}

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'permission denied',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not text in UTF-8',
}

/** Uses only the error's code, as its message may quote the value. */
const reasonOf = (error: unknown): string => {
  const { code = 'unknown' } = error as NodeJS.ErrnoException
  return REASONS[code] ?? code
}

/** The variables of a folder's `.env` file, none if there is no file. @throws any other read error */
export function readEnvFile(folder: string): Environment {
  try {
    return parseEnv(readUtf8(join(folder, '.env')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}
