// Engines: SQLite
// Process: its own
import assert from 'node:assert/strict'
import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { launch, temporaryFolders } from '../support/process.ts'

const newFolder = temporaryFolders()
const FEW = 10_000
const MANY = 200_000
/** The database cache fills with the data, up to its limit; keeping the rows would take twice as much. */
const SLACK_KIB = 250 * 1024

const PEAK = join(import.meta.dirname, '../support/peak-memory.ts')

async function peakOf(cwd: string, ...args: string[]): Promise<number> {
  const { code, err } = await launch(args, { cwd, script: PEAK, env: { LOG_LEVEL: 'silent' } }).ended
  assert.equal(code, 0, err)
  return Number(/peak: (\d+)/.exec(err)?.[1])
}

function writeRows(file: string, rows: number): void {
  const handle = openSync(file, 'w')
  writeSync(handle, 'email,first_name,bio\n')
  for (let row = 0; row < rows; row += 1000) {
    const lines = Array.from(
      { length: 1000 },
      (_, index) => `p${row + index}@example.com,Ada,${'b'.repeat(1000)}\n`,
    )
    writeSync(handle, lines.join(''))
  }
  closeSync(handle)
}

describe('The memory of an import and an export', () => {
  it(`is the same for ${FEW} and ${MANY} rows`, async () => {
    const peaks = []
    for (const rows of [FEW, MANY]) {
      const cwd = newFolder()
      await launch(['migrate'], { cwd }).ended
      writeRows(join(cwd, 'u.csv'), rows)
      peaks.push([
        await peakOf(cwd, 'import', 'users', 'u.csv'),
        await peakOf(cwd, 'export', 'users', 'out.ndjson'),
      ])
      assert.ok(statSync(join(cwd, 'out.ndjson')).size > rows * 1000)
    }
    const [few = [], many = []] = peaks
    for (const [index, peak] of many.entries())
      assert.ok(peak < (few[index] as number) + SLACK_KIB, JSON.stringify(peaks))
  })
})
