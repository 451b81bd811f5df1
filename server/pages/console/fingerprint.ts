import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../../..')

/** All inputs of a build: the same contents give the same build, in any folder. */
const INPUTS = [
  'console/{index.html,account.html,build.ts,vite.config.ts,tsconfig.json,package.json}',
  'console/{src,public}/**/*.*',
  'client/src/**/*.ts',
  'ra-data-provider/src/**/*.ts',
  '{tsconfig,package-lock}.json',
]

/** @returns undefined without sources, as in an image that contains only the build */
export async function fingerprintOfSources(): Promise<string | undefined> {
  const files = (await Array.fromAsync(glob(INPUTS, { cwd: ROOT }))).sort()
  if (!files.includes('console/index.html')) return undefined
  const contents = await Promise.all(files.map((file) => readFile(join(ROOT, file))))
  const sum = createHash('sha256')
  for (const [index, file] of files.entries()) sum.update(`${file}\0`).update(contents[index] as Buffer)
  return sum.digest('hex').slice(0, 16)
}
