// `node build.ts FOLDER`: the production build, with a compressed twin of each file that gains by it.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

const COMPRESSED = new Set(['.js', '.css', '.svg'])
/** Bytes under which a twin costs more than it saves. */
const WORTH_IT = 1024

async function addTwins(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => COMPRESSED.has(extname(name)))
  await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name)
      const content = await readFile(file)
      if (content.length < WORTH_IT) return
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }))
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder that the build goes to.')
await build({
  root: import.meta.dirname,
  configLoader: 'native',
  logLevel: 'warn',
  build: { outDir: folder, emptyOutDir: true },
})
await addTwins(join(folder, 'assets'))
