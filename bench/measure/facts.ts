import { execFileSync } from 'node:child_process'
import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { version } from '../../server/version.ts'
import type { BenchEngine, EngineName } from '../engines/engine.ts'
import type { Load } from '../load/load.ts'

/** Where and with what the benchmark ran. */
export interface Facts {
  date: string
  engine: EngineName
  engineVersion: string
  rolecall: string
  /** With a `+` if there are uncommitted changes. */
  commit: string
  node: string
  load: string
  cpu: string
  cores: number
  memoryGib: number
  system: string
  /**
   * Over the last fifteen minutes: above the number of cores, other processes were running and the figures are worth
   * less.
   */
  loadAverage: number
}

export async function factsOf(engine: BenchEngine, load: Load): Promise<Facts> {
  return {
    date: new Date().toISOString(),
    engine: engine.name,
    engineVersion: await engine.version(),
    rolecall: version,
    commit: commit(),
    node: process.version,
    load: `${load.name} ${load.version}`,
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    loadAverage: loadavg()[2] as number,
  }
}

function commit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  try {
    const isChanged = git('status', '--porcelain', '--', '../../server', '../../contract') !== ''
    return git('rev-parse', '--short', 'HEAD') + (isChanged ? '+' : '')
  } catch {
    return 'unknown'
  }
}
