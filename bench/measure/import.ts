import { createWriteStream, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { UserCreate } from '../../contract/users.ts'
import { userRow } from '../data/people.ts'
import type { Shape } from '../data/shape.ts'
import type { BenchEngine } from '../engines/engine.ts'
import { rolecall } from '../processes/command.ts'
import type { Settings } from '../settings.ts'

export type Imported = { users: number; seconds: number } | { fault: string }

const HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$vQH6qOX80XVk8GMj6p1KMw$fPyZM+QKqtkaBKjzhEjF9kslilujH6tUAtrEdFRBuTE'
/** They would refer to users who are not imported yet. */
const REFERENCES = ['invited_by', 'registration_id', 'user_id']

/** `rolecall import users` of as many users as the largest world has, with hashes, into an empty database. */
export async function measureImport(engine: BenchEngine, { shapes, data }: Settings): Promise<Imported> {
  const shape = shapes.at(-1) as Shape
  const cwd = mkdtempSync(join(tmpdir(), 'rolecall-import-'))
  try {
    if ((await rolecall(['import', 'users', '--help'], { cwd })).code !== 0) return { fault: 'not there yet' }
    const file = await fileOf(shape, data)
    const DATABASE_URL = await engine.begin('import')
    await rolecall(['migrate'], { cwd, DATABASE_URL })
    const start = performance.now()
    const { code, output } = await rolecall(['import', 'users', file], { cwd, DATABASE_URL })
    const seconds = (performance.now() - start) / 1000
    await engine.abandon('import')
    return code === 0
      ? { users: shape.users, seconds }
      : { fault: `ended with ${code}: ${output.slice(-300)}` }
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}

/** JSON lines with all fields of a create and the hash. Kept for the next run. */
async function fileOf(shape: Shape, folder: string): Promise<string> {
  const file = join(folder, `users-${shape.users}.ndjson`)
  if (existsSync(file)) return file
  const names = new Set([
    ...Object.keys((UserCreate as unknown as { properties: object }).properties),
    'password_hash',
  ])
  for (const name of REFERENCES) names.delete(name)
  function* lines() {
    for (let number = 1; number <= shape.users; number++) {
      const given = Object.entries(userRow(number, shape, HASH)).filter(
        ([name, value]) => names.has(name) && value !== null,
      )
      yield `${JSON.stringify(Object.fromEntries(given))}\n`
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(`${file}.new`))
  renameSync(`${file}.new`, file)
  return file
}
