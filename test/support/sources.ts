// What the packages of this repository import by name is their source here: what they publish is built when they are packed.
import { registerHooks } from 'node:module'

const SOURCES: Record<string, string> = {
  '@rolecall/client': new URL('../../client/src/index.ts', import.meta.url).href,
  '@rolecall/ra-data-provider': new URL('../../ra-data-provider/src/index.ts', import.meta.url).href,
}

registerHooks({ resolve: (name, context, next) => next(SOURCES[name] ?? name, context) })
