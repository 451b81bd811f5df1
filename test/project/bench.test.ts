// Engines: SQLite
// Process: its own
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sqliteEngine } from '../../bench/engines/sqlite.ts'
import type { Results } from '../../bench/measure/results.ts'
import { measure } from '../../bench/measure/run.ts'
import { replaceBetween } from '../../bench/report/page.ts'
import { summaryOf } from '../../bench/report/table.ts'
import { writeResults } from '../../bench/report/write.ts'
import { readSettings, type Settings } from '../../bench/settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'rolecall-bench-'))
const ONLY =
  /^(has-role by id|user by id|list of 20|q, rare|who am I|1,000 checks.*half.*|create user, without.*)$/

/** As quick as possible: the figures mean nothing, but all of the code runs. */
const settings: Settings = {
  ...(readSettings(['--quick'], folder) as Settings),
  shapes: [
    { users: 200, roles: 20, permissions: 30, terms: 100 },
    { users: 1000, roles: 20, permissions: 30, terms: 100 },
  ],
  only: ONLY,
  rounds: 1,
  // If each commit takes as long as the disk is allowed here, more connections would be refused.
  connections: 1,
  patienceMs: 20_000,
  starts: 1,
}

describe('the benchmark', () => {
  let results: Results
  const engine = sqliteEngine(settings.data)

  before(async () => {
    results = await measure(engine, settings, () => undefined)
    writeResults(folder, results)
  })
  after(async () => {
    await engine.close()
    rmSync(folder, { recursive: true })
  })

  it('measures every requested operation, none of which returns an error', () => {
    const names = [...results.reads, ...results.writes].map(({ name }) => name)
    assert.deepEqual(names, [
      'has-role by id',
      '1,000 checks in one call, of users half of whom are in memory',
      'who am I',
      'user by id',
      'list of 20',
      'q, rare',
      'create user, without a password',
    ])
    for (const read of results.reads) {
      assert.equal(read.fault, undefined)
      const ofOneSize = read.name.includes('in memory')
      for (const number of [read.perSecond, read.floorPerSecond, read.ratio])
        assert.ok(number > 0 && Number.isFinite(number), `${read.name}: ${number}`)
      assert.equal(read.growth !== undefined && read.growth > 0, !ofOneSize, read.name)
      assert.deepEqual(
        read.latencies.map(({ users }) => users),
        ofOneSize ? [1000] : [200, 1000],
      )
    }
    for (const write of results.writes) {
      assert.equal(write.fault, undefined)
      assert.ok(write.ratio > 0 && Number.isFinite(write.ratio), write.name)
    }
    assert.equal(results.held.length, names.length)
    assert.ok(results.start.readyMs > 0)
  })

  it('writes JSON with all results and a judgement of each target', () => {
    const written = JSON.parse(readFileSync(join(folder, 'sqlite.json'), 'utf8'))
    assert.equal(written.reads.length, results.reads.length)
    for (const name of ['date', 'commit', 'node', 'engineVersion', 'load', 'cpu', 'cores'])
      assert.ok(written.facts[name], name)
    assert.ok(written.targets.length >= 20)
    for (const { what, limit, value } of written.targets) assert.ok(what && limit && value)
    const unmeasured = written.targets.filter((target: { isMet?: boolean }) => target.isMet === undefined)
    assert.ok(unmeasured.length > 0, 'a target that was not measured is listed too')
  })

  it('draws a chart of the ratios with a target', () => {
    const chart = readFileSync(join(folder, 'sqlite.svg'), 'utf8')
    assert.match(chart, /^<svg xmlns="[^"]+" [^>]*role="img"[\s\S]*<\/svg>\n$/)
    assert.equal(chart.match(/class="(met|missed)"/g)?.length, 5)
    assert.doesNotMatch(chart, /NaN|undefined|Infinity/)
    assert.match(chart, /prefers-color-scheme:dark/)
  })

  it('writes its tables between the marks of the page only', () => {
    const page = join(folder, 'page.md')
    writeFileSync(page, 'Before.\n<!-- bench:start -->\nold\n<!-- bench:end -->\nAfter.\n')
    replaceBetween(page, 'bench', summaryOf(results))
    const text = readFileSync(page, 'utf8')
    assert.match(
      text,
      /^Before\.\n<!-- bench:start -->\n\n### SQLite\n[\s\S]*\n\n<!-- bench:end -->\nAfter\.\n$/,
    )
    assert.doesNotMatch(text, /old|NaN|undefined/)
    const rows = text.split('\n').filter((line) => line.startsWith('|'))
    for (const line of rows) assert.match(line, /^\|( [^|]* \|| {2}\|)+$/)
  })

  it('writes all its tables to a file', () => {
    const text = readFileSync(join(folder, 'sqlite.md'), 'utf8')
    assert.match(text, /^# SQLite\n[\s\S]*\n\| read \|[\s\S]*\n\| write \|/)
    for (const { name } of [...results.reads, ...results.writes])
      assert.ok(text.includes(`| ${name} |`), name)
    assert.doesNotMatch(text, /NaN|undefined/)
  })

  it('caches the databases that it built, without copies of them', async () => {
    await engine.close()
    const kept = readdirSync(settings.data).filter((name) => name.endsWith('.db'))
    assert.equal(kept.length, 2)
    for (const name of kept) assert.match(name, /^bench-/)
  })
})
