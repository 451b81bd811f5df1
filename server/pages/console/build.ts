import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { BUILDS, canBuild, failureOf, folderOf, isThere } from './builds.ts'
import { fingerprintOfSources, ROOT } from './fingerprint.ts'

/** The prefix of folders of unfinished builds, which are never served. */
const PART = '.part-'

/** The result of a requested build. */
export type BuildOutcome =
  | { outcome: 'current' | 'built' }
  | { outcome: 'cannot build' }
  /** Killed by a user, or by the system for lack of memory: the sources are not at fault. */
  | { outcome: 'killed'; by: NodeJS.Signals }
  | { outcome: 'failed'; output: string }

/** Aborting the signal kills the build's process. */
interface Options {
  onStart?: () => void
  signal?: AbortSignal
}

/** Builds the console in a child process if its build is missing or outdated. */
export async function buildConsole({ onStart, signal }: Options = {}): Promise<BuildOutcome> {
  const fingerprint = await fingerprintOfSources()
  if (fingerprint === undefined) return { outcome: 'cannot build' }
  if (await isThere(folderOf(fingerprint))) return { outcome: 'current' }
  if (!(await canBuild())) return { outcome: 'cannot build' }
  await rm(failureOf(fingerprint), { force: true })
  onStart?.()
  await mkdir(BUILDS, { recursive: true })
  const folder = await mkdtemp(join(BUILDS, PART))
  try {
    await removeAbandonedParts(folder)
    signal?.throwIfAborted()
    const { code, by, output } = await runBuilder(folder, signal)
    signal?.throwIfAborted()
    if (by !== null) return { outcome: 'killed', by }
    if (code !== 0) {
      await writeFile(failureOf(fingerprint), output)
      return { outcome: 'failed', output }
    }
    await chmod(folder, 0o755)
    await syncFiles(folder)
    await publish(folder, fingerprint)
    return { outcome: 'built' }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Called before the folder is renamed: otherwise a power failure could leave the final name with empty files. */
async function syncFiles(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = await open(join(entry.parentPath, entry.name))
    await file.sync().finally(() => file.close())
  }
}

/** Older unfinished builds belong to killed processes: no build takes this long. */
const ABANDONED_AFTER_MS = 3_600_000

async function removeAbandonedParts(newest: string): Promise<void> {
  const { mtimeMs: now } = await stat(newest)
  for (const name of (await readdir(BUILDS)).filter((name) => name.startsWith(PART))) {
    const { mtimeMs: at } = await stat(join(BUILDS, name)).catch(() => ({ mtimeMs: now }))
    if (now - at > ABANDONED_AFTER_MS) await rm(join(BUILDS, name), { recursive: true, force: true })
  }
}

/** Publishes the build atomically. Another process may have published the same build first. */
async function publish(folder: string, fingerprint: string): Promise<void> {
  try {
    await rename(folder, folderOf(fingerprint))
  } catch (error) {
    if (!(await isThere(folderOf(fingerprint)))) throw error
  }
  const isOld = (name: string) => /^[\da-f]{16}(\.failed)?$/.test(name) && name !== fingerprint
  const old = (await readdir(BUILDS)).filter(isOld)
  await Promise.all(old.map((name) => rm(join(BUILDS, name), { recursive: true, force: true })))
}

/** Does not pass the service's environment, which contains secrets, to the builder. */
async function runBuilder(folder: string, signal?: AbortSignal) {
  const child = spawn(process.execPath, [join(ROOT, 'console/build.ts'), folder], {
    cwd: join(ROOT, 'console'),
    env: { NODE_ENV: 'production', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () => child.kill()
  signal?.addEventListener('abort', stop)
  const ended = new Promise<[number | null, NodeJS.Signals | null]>((done, fail) =>
    child.once('close', (code, by) => done([code, by])).once('error', fail),
  )
  const [[code, by], out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  signal?.removeEventListener('abort', stop)
  return { code, by, output: (err + out).slice(-8_000) }
}
