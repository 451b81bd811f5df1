import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EngineName } from '../engines/engine.ts'
import type { Results } from '../measure/results.ts'
import { chartOf } from './chart.ts'
import { judge } from './judge.ts'
import { readJson, replaceBetween } from './page.ts'
import { summaryOf, tablesOf } from './table.ts'

const ENGINES: EngineName[] = ['sqlite', 'postgres']

/** Writes the results of one engine and their judgement: as JSON, as tables and as a chart. */
export function writeResults(folder: string, results: Results): void {
  mkdirSync(folder, { recursive: true })
  const { engine } = results.facts
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' && Number.isFinite(value) ? Number(value.toPrecision(4)) : value
  const whole = { ...results, targets: judge(results) }
  writeFileSync(join(folder, `${engine}.json`), `${JSON.stringify(whole, plainly(rounded), 1)}\n`)
  writeFileSync(join(folder, `${engine}.md`), `${tablesOf(results).join('\n').replace('###', '#')}\n`)
  writeFileSync(join(folder, `${engine}.svg`), chartOf(results))
}

/** JSON has no infinity, the time of a missing response. */
const plainly = (then: (name: string, value: unknown) => unknown) => (name: string, value: unknown) =>
  value === Infinity ? 'no answer' : then(name, value)

/** Writes the targets of every engine that was measured, now or before. */
export function writePage(page: string, folder: string): void {
  const sections = ENGINES.flatMap((engine) => {
    const results = readResults(folder, engine)
    if (!results) return []
    const chart = `![Throughput relative to the floor, on ${engine}](../bench/results/${engine}.svg)`
    const [heading = '', ...rest] = summaryOf(results)
    const all = `[All figures](../bench/results/${engine}.md).`
    return [heading, '', chart, ...rest, '', all, '']
  })
  replaceBetween(page, 'bench', sections.slice(0, -1))
}

const readResults = (folder: string, engine: EngineName): Results | undefined => {
  const results = readJson<Results>(join(folder, `${engine}.json`))
  return (
    results && JSON.parse(JSON.stringify(results), (_, value) => (value === 'no answer' ? Infinity : value))
  )
}
