// `npm run bench`: compares every operation with its floor, on 1k, 100k and 1M users. docs/performance.md explains the
// method and contains the figures; `npm run bench -- --help` lists the flags.
import { join } from 'node:path'
import { styleText } from 'node:util'
import type { BenchEngine } from './engines/engine.ts'
import { openEngine } from './engines/index.ts'
import { type Imported, measureImport } from './measure/import.ts'
import { measure } from './measure/run.ts'
import { measurePeers } from './peers/index.ts'
import { replaceBetween } from './report/page.ts'
import { peersTable, writePeers } from './report/peers.ts'
import { tablesOf } from './report/table.ts'
import { writePage, writeResults } from './report/write.ts'
import { HELP, readSettings, type Settings } from './settings.ts'

const HERE = import.meta.dirname
const PAGE = join(HERE, '../docs/performance.md')

// Started servers and copies end with the benchmark, also on a signal.
let engine: BenchEngine | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await engine?.close()
    process.exit(1)
  })
}

const say = (line: string) => process.stderr.write(`${styleText('dim', line, { stream: process.stderr })}\n`)
const settings = readSettings(process.argv.slice(2), HERE)
if (!settings) console.log(HELP)
else if (settings.peers) {
  const results = await measurePeers(join(HERE, '.peers'), settings, say)
  writePeers(settings.results, results)
  const lines = peersTable(results)
  console.log(lines.join('\n'))
  if (settings.writesPage) replaceBetween(PAGE, 'peers', lines)
} else if (settings.importsOnly) {
  await onEach(settings, async (engine) => {
    console.log(`${engine.name}: ${importedText(await measureImport(engine, settings))}`)
  })
} else {
  await onEach(settings, async (engine) => {
    const results = await measure(engine, settings, say)
    writeResults(settings.results, results)
    console.log(`${tablesOf(results).join('\n')}\n`)
  })
  if (settings.writesPage) writePage(PAGE, settings.results)
  say(`JSON and a chart are in ${settings.results}.`)
}

async function onEach(
  { engines, data }: Settings,
  run: (engine: BenchEngine) => Promise<void>,
): Promise<void> {
  for (const name of engines) {
    engine = await openEngine(name, data)
    try {
      await run(engine)
    } finally {
      await engine.close()
      engine = undefined
    }
  }
}

function importedText(imported: Imported): string {
  if ('fault' in imported) return imported.fault
  const { users, seconds } = imported
  return `${users} users in ${seconds.toFixed(0)} s, ${(users / seconds).toFixed(0)} a second`
}
