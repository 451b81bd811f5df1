/** What npm publishes of a package, beside what tsc wrote to its dist/. Run in the package's folder. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'

const {
  devDependencies: _devDependencies,
  scripts: _scripts,
  ...described
} = JSON.parse(readFileSync('package.json', 'utf8'))
const published = {
  ...described,
  exports: { types: './index.d.ts', default: './index.js' },
  sideEffects: false,
}
writeFileSync('dist/package.json', `${JSON.stringify(published, undefined, 2)}\n`)
copyFileSync('README.md', 'dist/README.md')
copyFileSync('../LICENSE', 'dist/LICENSE')
