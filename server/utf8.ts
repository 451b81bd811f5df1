import { readFileSync } from 'node:fs'
import { TextDecoder } from 'node:util'

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * The whole of a file that is text.
 * @throws where its bytes are not UTF-8: other characters would come of them, in a password too
 */
export const readUtf8 = (path: string): string => decoder.decode(readFileSync(path))
