// Resolves the packages of this repository to their sources: their published files are built only when they are packed.
import { registerHooks } from 'node:module'

const SOURCES: Record<string, string> = {
  '@rolecall/client': new URL('../../client/src/index.ts', import.meta.url).href,
  '@rolecall/ra-data-provider': new URL('../../ra-data-provider/src/index.ts', import.meta.url).href,
}

registerHooks({ resolve: (name, context, next) => next(SOURCES[name] ?? name, context) })
