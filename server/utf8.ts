import { readFileSync } from 'node:fs'
import { TextDecoder } from 'node:util'

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a text file.
 * @throws if its bytes are not valid UTF-8: replacing them would change the text, e.g. a password
 */
export const readUtf8 = (path: string): string => decoder.decode(readFileSync(path))
