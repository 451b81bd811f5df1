import { sizeName } from '../data/shape.ts'
import type { ReadResult } from '../measure/reads.ts'
import type { Results } from '../measure/results.ts'
import type { WriteResult } from '../measure/writes.ts'
import { type Judged, judge, shown } from './judge.ts'

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  row(head),
  row(head.map((_, index) => (index === 0 ? '---' : '--:'))),
  ...rows.map(row),
]

const VERDICTS = { true: 'met', false: '**not met**', undefined: 'open' } as const
const verdict = ({ isMet }: Judged) => VERDICTS[`${isMet}`]

/** The name, the machine and the targets of one engine, as Markdown. */
export function summaryOf(results: Results): string[] {
  const { facts, sizes, settings } = results
  const judgements = judge(results)
  const missed = judgements.filter(({ isMet }) => isMet === false).length
  const engine = facts.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  const mode = settings.isQuick ? ', `--quick`' : ''
  return [
    `### ${engine}`,
    '',
    `${engine} ${facts.engineVersion}, Rolecall ${facts.rolecall} (${facts.commit}), Node ${facts.node}, ${facts.load}; ` +
      `${facts.cpu}, ${facts.cores} cores, ${facts.memoryGib} GiB, ${facts.system}; ${facts.date.slice(0, 10)}. ` +
      `${settings.rounds} ${settings.rounds === 1 ? 'round' : 'rounds'}${mode}; load average ${facts.loadAverage.toFixed(1)}.`,
    '',
    `**Targets, at ${sizeName(sizes.at(-1) as number)} users**: ${judgements.length}; ${missed} not met.`,
    '',
    ...table(
      ['target', 'limit', 'measured', ''],
      judgements.map((judged) => [judged.what, judged.limit, judged.value, verdict(judged)]),
    ),
  ]
}

/** All tables of one engine, as Markdown. */
export function tablesOf(results: Results): string[] {
  const { sizes, reads, writes } = results
  const largest = sizeName(sizes.at(-1) as number)
  const smallest = sizeName(sizes[0] as number)
  return [
    ...summaryOf(results),
    '',
    `**Reads.** Throughput, ratios and p99 at ${largest} users; growth of p50 from ${smallest} to ${largest}.`,
    '',
    ...table(
      [
        'read',
        'floor',
        'per second',
        'floor, per second',
        'ratio',
        'spread',
        'by CPU',
        'to bare',
        ...sizes.map((size) => `p50, ${sizeName(size)}`),
        'p99',
        'growth',
        'loop held',
      ],
      reads.map((read) => readRow(read, results)),
    ),
    '',
    `**Writes**, at ${largest} users.`,
    '',
    ...table(
      ['write', 'floor', 'per second', 'floor, per second', 'ratio', 'spread', 'p50', 'p99', 'loop held'],
      writes.map((write) => writeRow(write, results)),
    ),
  ]
}

const heldBy = (name: string, { held }: Results) => {
  const found = held.find((each) => each.name === name)
  return found ? shown(found.ms) : ''
}

function readRow(read: ReadResult, results: Results): string[] {
  const { name, floor, fault, latencies } = read
  const beginning = [name, floor]
  if (fault !== undefined) return [...beginning, fault, ...Array(results.sizes.length + 8).fill('')]
  return [
    ...beginning,
    ...[read.perSecond, read.floorPerSecond, read.ratio].map((number) => shown(number)),
    `${(read.spread * 100).toFixed(0)} %`,
    read.cpuRatio === undefined ? '' : shown(read.cpuRatio),
    read.bareRatio === undefined ? '' : shown(read.bareRatio),
    ...results.sizes.map((size) => p50At(read, size)),
    shown(latencies.at(-1)?.p99 ?? 0),
    read.growth === undefined ? '' : `${shown(read.growth)}×`,
    heldBy(name, results),
  ]
}

/** Empty for a size on which the operation is not measured. */
function p50At({ latencies }: ReadResult, size: number): string {
  const latency = latencies.find(({ users }) => users === size)
  return latency ? shown(latency.p50) : ''
}

function writeRow(write: WriteResult, results: Results): string[] {
  const { name, floor, fault } = write
  if (fault !== undefined) return [name, floor, fault, ...Array(5).fill(''), heldBy(name, results)]
  return [
    ...[name, floor],
    ...[write.perSecond, write.floorPerSecond, write.ratio].map((number) => shown(number)),
    `${(write.spread * 100).toFixed(0)} %`,
    shown(write.p50),
    shown(write.p99),
    heldBy(name, results),
  ]
}
