import { readFileSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'

// Loaded before all else, on whatever Node there is: an older one knows neither the names nor the language of what follows.
const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
const majorOf = (version) => Number(version.split('.')[0])
if (majorOf(process.versions.node) < majorOf(dependencies.node)) {
  process.stderr.write(
    `error: Rolecall runs on Node ${majorOf(dependencies.node)}, and this is Node ${process.versions.node}. ` +
      'npm ci brings the right one, unless it is told to ignore scripts: run npm rebuild node.\n',
  )
  process.exit(1)
}

// Stripping types and compiling are half of a start: what they make is kept. An install makes it for the first start.
// JavaScript, and imported by a flag before all else: for a single file that is not kept yet, Node loads its compiler of
// TypeScript (measured: 130 ms, 25 MB).
module.enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/rolecall'))
