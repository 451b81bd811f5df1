/** What npm publishes, beside what tsc wrote to dist/: `npm run build -w client`. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const here = (...path: string[]) => join(import.meta.dirname, ...path)

const {
  devDependencies: _devDependencies,
  scripts: _scripts,
  ...described
} = JSON.parse(readFileSync(here('package.json'), 'utf8'))
const published = {
  ...described,
  exports: { types: './index.d.ts', default: './index.js' },
  sideEffects: false,
}
writeFileSync(here('dist/package.json'), `${JSON.stringify(published, undefined, 2)}\n`)
copyFileSync(here('README.md'), here('dist/README.md'))
copyFileSync(here('../LICENSE'), here('dist/LICENSE'))
