import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The PATH without this package's binaries, so that npm compiles native code for the machine's own Node. */
export const MACHINE_PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter)

/** For a package with many dependencies. */
const INSTALL_WITHIN_MS = 600_000

/** Installs a version of a package into a folder of its own unless it is installed. @returns the folder */
export async function install(folder: string, name: string, version: string): Promise<string> {
  const home = join(folder, name)
  if (installed(home, name) === version) return home
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{ "private": true, "type": "module" }\n')
  try {
    await run('npm', ['install', '--save-exact', '--no-audit', '--no-fund', `${name}@${version}`], {
      cwd: home,
      env: { ...process.env, PATH: MACHINE_PATH },
      timeout: INSTALL_WITHIN_MS,
      maxBuffer: 2 ** 26,
    })
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    const faults = stderr.split('\n').filter((line) => /^npm error (?!A complete log)/.test(line))
    throw new Error(`${name}@${version} does not install here: ${faults.slice(0, 3).join(' ') || message}`)
  }
  return home
}

function installed(home: string, name: string): string | undefined {
  try {
    return JSON.parse(readFileSync(join(home, 'node_modules', name, 'package.json'), 'utf8')).version
  } catch {
    return undefined
  }
}
