// `npm run test:soak [-- --minutes 10] [--sqlite | --postgres] [FILES]`: runs the randomised tests with a new seed in
// each round, until the time is over or one fails. The seed reproduces the failure: TEST_SEED=… npm test -- FILE.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const ROOT = join(import.meta.dirname, '..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '10' },
    sqlite: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
  },
})
const engines = (['sqlite', 'postgres'] as const).filter((name) => values[name]).map((name) => `--${name}`)
const randomised = globSync('test/**/*.test.ts', { cwd: ROOT }).filter((file) =>
  /\/(seeds|random-worlds|any-request)\.ts'/.test(readFileSync(join(ROOT, file), 'utf8')),
)
const files = positionals.length > 0 ? positionals : randomised
const end = performance.now() + Number(values.minutes) * 60_000

let round = 0
while (performance.now() < end) {
  round += 1
  const seed = String(randomInt(2 ** 31))
  console.log(`Round ${round}: TEST_SEED=${seed}`)
  const { status } = spawnSync(process.execPath, ['test/run.ts', ...engines, ...files], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, TEST_SEED: seed },
  })
  if (status !== 0) {
    console.error(`Failed with TEST_SEED=${seed}.`)
    process.exit(1)
  }
}
console.log(`${round} rounds, no failure.`)
