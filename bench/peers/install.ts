import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The PATH without this package's binaries, so that npm compiles native code for the machine's own Node. */
export const MACHINE_PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter)

/** Where Go's installer puts it, which not every PATH has. */
const GO_PATH = `${MACHINE_PATH}${delimiter}/usr/local/go/bin`

/** For a package with many dependencies. */
const INSTALL_WITHIN_MS = 900_000

/** Installs a version of an npm package into a folder of its own unless it is installed. @returns the folder */
export async function installPackage(folder: string, name: string, version: string): Promise<string> {
  const home = join(folder, name)
  if (versionIn(home, name) === version) return home
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{ "private": true, "type": "module" }\n')
  const args = ['install', '--save-exact', '--no-audit', '--no-fund', `${name}@${version}`]
  await install(`${name}@${version}`, 'npm', args, { cwd: home, env: { PATH: MACHINE_PATH } })
  return home
}

/** Builds a command of a Go module into a folder of its own unless it is there. @returns the file of the command */
export async function installCommand(folder: string, command: string, version: string): Promise<string> {
  const home = join(folder, 'go', version)
  const file = join(home, command.split('/').at(-1) as string)
  if (existsSync(file)) return file
  const env = { PATH: GO_PATH, GOBIN: home }
  await install(`${command}@${version}`, 'go', ['install', `${command}@${version}`], { cwd: folder, env })
  return file
}

/** Unpacks an archive from Maven's registry into a folder unless it is there. @returns the folder */
export async function installArchive(folder: string, artifact: string, version: string): Promise<string> {
  const home = join(folder, 'maven', version)
  if (existsSync(home)) return home
  // Renamed when it is complete.
  const part = `${home}.part`
  rmSync(part, { recursive: true, force: true })
  const args = [
    '-q',
    'dependency:unpack',
    `-Dartifact=${artifact}:${version}:zip`,
    `-DoutputDirectory=${part}`,
    // Otherwise it notes beside the folder that it has unpacked it, and does so no more.
    `-DmarkersDirectory=${part}`,
  ]
  await install(`${artifact}:${version}`, 'mvn', args, { cwd: folder, env: { PATH: MACHINE_PATH } })
  renameSync(part, home)
  return home
}

interface Where {
  cwd: string
  env: Record<string, string>
}

async function install(
  what: string,
  command: string,
  args: readonly string[],
  { cwd, env }: Where,
): Promise<void> {
  mkdirSync(cwd, { recursive: true })
  try {
    await run(command, args, {
      cwd,
      env: { ...process.env, ...env },
      timeout: INSTALL_WITHIN_MS,
      maxBuffer: 2 ** 26,
    })
  } catch (error) {
    const { stderr = '', message, code } = error as NodeJS.ErrnoException & { stderr?: string }
    if (code === 'ENOENT') throw new Error(`${command}, which installs it, is not on this machine.`)
    const faults = stderr.split('\n').filter((line) => /^npm error (?!A complete log)/.test(line))
    throw new Error(`${what} does not install here: ${faults.slice(0, 3).join(' ') || message}`)
  }
}

function versionIn(home: string, name: string): string | undefined {
  try {
    return JSON.parse(readFileSync(join(home, 'node_modules', name, 'package.json'), 'utf8')).version
  } catch {
    return undefined
  }
}
