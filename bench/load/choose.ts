import { execFileSync } from 'node:child_process'
import { autocannonLoad } from './autocannon.ts'
import type { Load } from './load.ts'
import { wrkLoad } from './wrk.ts'

/** wrk if it is installed: on two cores it leaves one to the server. Otherwise autocannon, which comes from npm. */
export function chooseLoad(wanted?: string): Load {
  if (wanted !== 'autocannon') {
    const version = versionOfWrk()
    if (version) return wrkLoad(version)
    if (wanted === 'wrk') throw new Error('wrk is not on the PATH.')
  }
  return autocannonLoad()
}

function versionOfWrk(): string | undefined {
  try {
    return execFileSync('wrk', ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch (error) {
    // It prints its version and exits with 1.
    const { stdout } = error as { stdout?: string }
    return /^wrk\s+\S*?(\d[\d.]*)/.exec(stdout ?? '')?.[1]
  }
}
