import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { BUILDS, canBuild, failureOf, folderOf, isThere } from './builds.ts'
import { fingerprintOfSources, ROOT } from './fingerprint.ts'

/** What became of a wish for a build. */
export type Outcome =
  | { outcome: 'current' | 'built' }
  | { outcome: 'cannot build' }
  | { outcome: 'failed'; output: string }

/** How a build goes; it ends its process when it is given up. */
interface Options {
  onStart?: () => void
  signal?: AbortSignal
}

/** Makes the console's build where it is missing or stale, in a process of its own beside this one. */
export async function buildConsole({ onStart, signal }: Options = {}): Promise<Outcome> {
  const fingerprint = await fingerprintOfSources()
  if (fingerprint === undefined) return { outcome: 'cannot build' }
  if (await isThere(folderOf(fingerprint))) return { outcome: 'current' }
  if (!(await canBuild())) return { outcome: 'cannot build' }
  await rm(failureOf(fingerprint), { force: true })
  onStart?.()
  await mkdir(BUILDS, { recursive: true })
  const folder = await mkdtemp(join(BUILDS, '.part-'))
  try {
    signal?.throwIfAborted()
    const { code, output } = await runBuilder(folder, signal)
    signal?.throwIfAborted()
    if (code !== 0) {
      await writeFile(failureOf(fingerprint), output)
      return { outcome: 'failed', output }
    }
    await chmod(folder, 0o755)
    await put(folder, fingerprint)
    return { outcome: 'built' }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Whole or not at all; another process may have been faster. */
async function put(folder: string, fingerprint: string): Promise<void> {
  try {
    await rename(folder, folderOf(fingerprint))
  } catch (error) {
    if (!(await isThere(folderOf(fingerprint)))) throw error
  }
  const isOld = (name: string) => /^[\da-f]{16}(\.failed)?$/.test(name) && name !== fingerprint
  const old = (await readdir(BUILDS)).filter(isOld)
  await Promise.all(old.map((name) => rm(join(BUILDS, name), { recursive: true, force: true })))
}

/** Settings of the service, secrets among them, are not the builder's. */
async function runBuilder(folder: string, signal?: AbortSignal) {
  const child = spawn(process.execPath, [join(ROOT, 'console/build.ts'), folder], {
    cwd: join(ROOT, 'console'),
    env: { NODE_ENV: 'production', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () => child.kill()
  signal?.addEventListener('abort', stop)
  const ended = new Promise<number | null>((done, fail) => child.once('close', done).once('error', fail))
  const [code, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  signal?.removeEventListener('abort', stop)
  return { code, output: (err + out).slice(-8_000) }
}
