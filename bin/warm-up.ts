// Runs after `npm ci`: fills the compile cache, so that the first start is as fast as later ones.
import { flushCompileCache } from 'node:module'
import '../server/compile-cache.js'

await import('../server/commands/index.ts')
await import('../server/commands/serve.ts')
flushCompileCache()
