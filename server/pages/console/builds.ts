import { constants } from 'node:fs'
import { access, readdir, stat } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { join } from 'node:path'
import { fingerprintOfSources, ROOT } from './fingerprint.ts'

/** One folder per build, named by the fingerprint of its sources. */
export const BUILDS = join(ROOT, 'console/dist')
const BUILDER = join(ROOT, 'console/build.ts')

export const folderOf = (fingerprint: string): string => join(BUILDS, fingerprint)
/** The marker file of a failed build, so that other processes do not wait for it. */
export const failureOf = (fingerprint: string): string => join(BUILDS, `${fingerprint}.failed`)

/** The build to serve, or why there is none. */
export type Console =
  | { state: 'built'; folder: string }
  | { state: 'building' }
  | { state: 'failed' }
  | { state: 'absent' }

export const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** Whether a build is possible here: it needs a writable folder and the build tools. */
export async function canBuild(): Promise<boolean> {
  const above = (await isThere(BUILDS)) ? BUILDS : join(BUILDS, '..')
  const isWritable = await access(above, constants.W_OK).then(
    () => true,
    () => false,
  )
  return isWritable && hasTools() && (await isThere(BUILDER))
}

function hasTools(): boolean {
  try {
    return findPackageJSON('vite', BUILDER) !== undefined
  } catch {
    return false
  }
}

/** The latest build, of whatever sources. */
async function newestBuild(): Promise<string | undefined> {
  const names = await readdir(BUILDS).catch(() => [])
  const builds = await Promise.all(
    names
      .filter((name) => /^[\da-f]{16}$/.test(name))
      .map(async (name) => ({ folder: folderOf(name), at: (await stat(folderOf(name))).mtimeMs })),
  )
  return builds.sort((one, other) => other.at - one.at)[0]?.folder
}

/** Looks for a build of the current sources. If none can be made, any existing build is used. */
export async function lookForBuild(fingerprint: string | undefined): Promise<Console> {
  if (fingerprint !== undefined) {
    if (await isThere(folderOf(fingerprint))) return { state: 'built', folder: folderOf(fingerprint) }
    if (await isThere(failureOf(fingerprint))) return { state: 'failed' }
    if (await canBuild()) return { state: 'building' }
  }
  const folder = await newestBuild()
  return folder === undefined ? { state: 'absent' } : { state: 'built', folder }
}

/** Returns the current state. Reads the sources once, and looks for their build until it exists. */
export function consoleWatcher(): () => Promise<Console> {
  let fingerprint: Promise<string | undefined> | undefined
  let found: Console | undefined
  return async () => {
    if (found?.state === 'built') return found
    fingerprint ??= fingerprintOfSources()
    found = await lookForBuild(await fingerprint)
    return found
  }
}
