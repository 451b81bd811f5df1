import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// biome-ignore lint/suspicious/noExplicitAny: tests read properties of documents, and fail if these are missing.
export type Document = any

/** A file of api/, parsed. */
export const apiFile = (name: string): Document =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../api', name), 'utf8'))
