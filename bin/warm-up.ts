// Runs after `npm ci`: compiles what a start loads, so that the first one is as quick as the next.
import { flushCompileCache } from 'node:module'
import '../server/compile-cache.js'

await import('../server/commands/index.ts')
await import('../server/commands/serve.ts')
flushCompileCache()
