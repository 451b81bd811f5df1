// Test files share processes: loading the service, and compiling the schemas for its answers, takes longer than the tests of most files.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Each process takes up to half a gigabyte. */
const MOST_CORES = 8

/** Processes that run at the same time: one more than there are cores, since tests wait for disks, browsers and one another. */
export const AT_ONCE = Math.min(availableParallelism(), MOST_CORES) + 1

/** The most files of one process, which run one after the other. */
const TOGETHER = 10

/**
 * Divides files among modules. A file becomes a suite of its module, to which its hooks belong. Files are loaded one after the
 * other: of several files that wait for the same top-level `await`, all would continue within the suite of the first one.
 * @param files paths from `root`, in the order in which they are distributed
 * @param needsOwnProcess whether a file runs alone
 */
export async function withBatches<T>(
  root: string,
  files: string[],
  needsOwnProcess: (file: string) => boolean,
  use: (modules: string[]) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-batches-'))
  try {
    const shared = distribute(files.filter((file) => !needsOwnProcess(file)))
    const modules = shared.map((batch, index) => {
      const path = join(folder, `${index}.test.mjs`)
      writeFileSync(path, moduleOf(batch.map((file) => [file, pathToFileURL(join(root, file)).href])))
      return path
    })
    return await use([...files.filter((file) => needsOwnProcess(file)), ...modules])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Round-robin, because the files of one folder take a similar time. */
function distribute(files: string[]): string[][] {
  const rounds = Math.ceil(files.length / (TOGETHER * AT_ONCE))
  const batches = Math.min(files.length, rounds * AT_ONCE)
  return Array.from({ length: batches }, (_, batch) =>
    files.filter((_file, position) => position % batches === batch),
  )
}

/** A file that cannot be loaded fails alone. */
const LOAD = `let loaded
const load = (url) => (loaded = Promise.allSettled([loaded]).then(() => import(url)))
`

const moduleOf = (files: [name: string, url: string][]) => {
  const suites = files.map(
    ([name, url]) => `describe(${JSON.stringify(name)}, () => load(${JSON.stringify(url)}))\n`,
  )
  return `import { describe } from 'node:test'
${LOAD}${suites.join('')}`
}
