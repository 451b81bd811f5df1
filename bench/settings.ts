import { parseArgs } from 'node:util'
import { HUGE, type Shape, shapeOf } from './data/shape.ts'
import type { EngineName } from './engines/engine.ts'

/** How long, how often and on how much data the benchmark measures. */
export interface Settings {
  engines: EngineName[]
  shapes: Shape[]
  rounds: number
  /** Throughput is measured with this many connections, for at least this long; reads without a target for a part of it. */
  connections: number
  throughputMs: number
  /** Latency is measured with one connection. */
  latencyMs: number
  warmUpMs: number
  /** The maximum time for requesting each key once. */
  askEachMs: number
  /** The timeout of a response. */
  patienceMs: number
  starts: number
  /** Only the operations of the short list. */
  isQuick: boolean
  only: RegExp | undefined
  fresh: boolean
  peers: boolean
  /** Only the import of the largest world. */
  importsOnly: boolean
  /** Profile the service that is compared with the floors. */
  profile: boolean
  load: string | undefined
  /** Rewrite the tables in docs/performance.md: only a complete run does. */
  writesPage: boolean
  data: string
  results: string
}

const FULL = {
  ...{ rounds: 3, connections: 32, throughputMs: 1000, latencyMs: 400, warmUpMs: 300, askEachMs: 20_000 },
  ...{ patienceMs: 20_000, starts: 5 },
}
const QUICK = {
  ...{ rounds: 1, connections: 32, throughputMs: 200, latencyMs: 60, warmUpMs: 50, askEachMs: 400 },
  ...{ patienceMs: 3000, starts: 1 },
}

const FLAGS = {
  quick: { type: 'boolean', default: false },
  huge: { type: 'boolean', default: false },
  engine: { type: 'string' },
  only: { type: 'string' },
  peers: { type: 'boolean', default: false },
  import: { type: 'boolean', default: false },
  profile: { type: 'boolean', default: false },
  rounds: { type: 'string' },
  fresh: { type: 'boolean', default: false },
  load: { type: 'string' },
  results: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

export const HELP = `npm run bench -- [flags]

  --quick             1k and 100k users on SQLite, a short list of operations; a minute or two once the databases exist
  --huge              1M and 10M users; hours, and 60 GB of disk; does not change docs/performance.md
  --engine NAME       sqlite or postgres; default: both
  --only PATTERN      only operations whose name matches; prints, does not change docs/performance.md
  --rounds COUNT      rounds of each measurement; default: 3, or 1 with --quick
  --fresh             rebuild the databases
  --load NAME         wrk or autocannon; default: wrk if it is installed
  --results FOLDER    where to write the results; default: bench/results, or bench/.data/results with --quick, --huge,
                      --only or --import
  --profile           also write a CPU profile of the service on the largest database into that folder
  --import            only the import of the largest number of users
  --peers             compare with other systems instead

Without --quick, --huge, --only, --import and --results, a run replaces docs/performance.md and bench/results.`

/** @throws TypeError for unknown flags */
export function readSettings(args: readonly string[], here: string): Settings | undefined {
  const { values } = parseArgs({ args: [...args], options: FLAGS })
  if (values.help) return undefined
  const { quick, huge, engine } = values
  if (engine !== undefined && engine !== 'sqlite' && engine !== 'postgres')
    throw new TypeError(`--engine is sqlite or postgres, not ${engine}.`)
  const engines: EngineName[] = engine ? [engine] : quick ? ['sqlite'] : ['sqlite', 'postgres']
  const times = quick ? QUICK : FULL
  const rounds = values.rounds === undefined ? times.rounds : Number(values.rounds)
  if (!Number.isInteger(rounds) || rounds < 1) throw new TypeError('--rounds is a whole number from 1.')
  const isWhole = !quick && !huge && values.only === undefined && !values.import
  const sizes = huge ? [1_000_000] : quick ? [1000, 100_000] : [1000, 100_000, 1_000_000]
  return {
    ...times,
    rounds,
    engines,
    shapes: [...sizes.map(shapeOf), ...(huge ? [HUGE] : [])],
    isQuick: quick,
    only: values.only === undefined ? undefined : new RegExp(values.only, 'i'),
    fresh: values.fresh,
    peers: values.peers,
    importsOnly: values.import,
    profile: values.profile,
    load: values.load,
    writesPage: isWhole && values.results === undefined,
    data: `${here}/.data`,
    results: values.results ?? (isWhole ? `${here}/results` : `${here}/.data/results`),
  }
}
