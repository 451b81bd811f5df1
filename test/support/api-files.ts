import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Document } from './description.ts'

/** A file of api/, parsed. */
export const apiFile = (name: string): Document =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../api', name), 'utf8'))
