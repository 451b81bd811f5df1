import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into by tests, which fail where they guess wrong.
export type Document = any

/** A file of api/, parsed. */
export const apiFile = (name: string): Document =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../api', name), 'utf8'))
