import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Stripping types and compiling are half of a start: what they make is kept. An install makes it for the first start.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/rolecall'))
