import assert from 'node:assert/strict'
import { runHere } from './process.ts'
import type { Service } from './service.ts'

/** Sets hashes by the command, beside the running service, as an operator does. */
export async function setHashes(
  { config: { databaseUrl } }: Service,
  rows: { email: string; hash: unknown }[],
  options: string[] = [],
): Promise<void> {
  const input = rows.map((row) => JSON.stringify(row)).join('\n')
  const args = ['users', 'set-hashes', '-', ...options]
  const { code, err } = await runHere('/', args, { DATABASE_URL: databaseUrl }, { input })
  assert.equal(code, 0, err)
}
