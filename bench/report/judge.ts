import type { Results } from '../measure/results.ts'
import { type Target, targets } from '../targets.ts'

/** A target and its result. */
export interface Judged {
  what: string
  limit: string
  /** The measured value, or why there is none. */
  value: string
  /** Undefined if it was not measured. */
  isMet: boolean | undefined
  /** For the chart: a ratio to a floor, and its minimum. */
  ratio?: { value: number; atLeast: number }
}

/** Every target of the engine, including those that were not measured. */
export const judge = (results: Results): Judged[] =>
  targets
    .filter(({ engines }) => engines.includes(results.facts.engine))
    .flatMap((target) => judged(target, results))

export const shown = (number: number, unit = ''): string => {
  if (!Number.isFinite(number)) return 'no figure'
  const digits = Math.abs(number) >= 100 ? 0 : Math.abs(number) >= 10 ? 1 : 2
  return `${number.toFixed(digits)}${unit}`
}

const UNMEASURED = { value: 'not measured', isMet: undefined }

function atMost(what: string, limit: number, unit: string, value: number | undefined, note = ''): Judged {
  const row = { what, limit: `≤ ${limit}${unit}` }
  if (value === undefined) return { ...row, ...UNMEASURED }
  return { ...row, value: shown(value, unit) + note, isMet: value <= limit }
}

function judged(target: Target, results: Results): Judged[] {
  switch (target.of) {
    case 'ratio':
      return target.names.map((name) => ratioOf(name, target.atLeast, results))
    case 'rate':
      return target.names.map((name) => rateOf(name, target.atLeast, results))
    case 'p50':
      return target.names.map((name) => atMost(`${name}: p50`, target.atMost, ' ms', p50Of(name, results)))
    case 'p50 to': {
      const other = p50Of(target.other, results)
      return target.names.map((name) => {
        const p50 = p50Of(name, results)
        const value = p50 === undefined || other === undefined ? undefined : p50 / other
        return atMost(`${name}: p50 relative to ${target.other}`, target.atMost, '×', value)
      })
    }
    case 'growth':
      return [
        worst(
          'growth of p50, worst read',
          target.atMost,
          '×',
          results.reads.flatMap(({ name, growth }) => (growth === undefined ? [] : [[name, growth]])),
        ),
      ]
    case 'held':
      return [
        worst(
          'event loop held, worst request',
          target.atMost,
          ' ms',
          results.held.map(({ name, ms }) => [name, ms]),
        ),
      ]
    case 'ready':
      return [atMost('ready on an existing database', target.atMost, ' ms', results.start.readyMs)]
    case 'idle memory':
      return [atMost('resident memory, idle', target.atMost, ' MiB', results.start.idleMib)]
    case 'memory under load':
      return [atMost('resident memory, maximum under load', target.atMost, ' MiB', results.loadMib)]
    case 'import':
      return [importOf(target.atMost, results)]
  }
}

const p50Of = (name: string, { reads }: Results): number | undefined => {
  const read = reads.find((read) => read.name === name)
  return read && (read.fault === undefined ? read.latencies.at(-1)?.p50 : Infinity)
}

function ratioOf(name: string, atLeast: number, { reads, writes }: Results): Judged {
  const row = { what: `${name}: throughput relative to the floor`, limit: `≥ ${atLeast}` }
  const found = [...reads, ...writes].find((each) => each.name === name)
  if (!found) return { ...row, ...UNMEASURED }
  const { ratio } = found
  return { ...row, value: shown(ratio), isMet: ratio >= atLeast, ratio: { value: ratio, atLeast } }
}

function rateOf(name: string, atLeast: number, { reads }: Results): Judged {
  const row = { what: `${name}: per second`, limit: `≥ ${atLeast}` }
  const found = reads.find((each) => each.name === name)
  if (!found) return { ...row, ...UNMEASURED }
  return { ...row, value: shown(found.perSecond), isMet: found.perSecond >= atLeast }
}

/** One row for all: the worst value, and how many exceed the limit. */
function worst(what: string, limit: number, unit: string, all: [string, number][]): Judged {
  const [last] = all.toSorted(([, one], [, other]) => other - one)
  if (!last) return atMost(what, limit, unit, undefined)
  const beyond = all.filter(([, value]) => value > limit).length
  const note = beyond === 0 ? ` (${last[0]})` : ` (${last[0]}); ${beyond} of ${all.length} exceed the limit`
  return atMost(what, limit, unit, last[1], note)
}

function importOf(limit: number, { imported }: Results): Judged {
  if ('fault' in imported)
    return { ...atMost('import of users', limit, ' s', undefined), value: imported.fault }
  return atMost(`import of ${imported.users.toLocaleString('en')} users`, limit, ' s', imported.seconds)
}
