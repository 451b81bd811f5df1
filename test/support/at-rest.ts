import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { engine } from './databases.ts'
import { dumpOf } from './refusals.ts'
import type { Service } from './service.ts'

/** Everything that a leaked database would contain: its files, including the write-ahead log; on PostgreSQL, every row. */
export async function atRest(service: Service): Promise<Buffer> {
  if (engine === 'postgres') return Buffer.from(JSON.stringify(await dumpOf(service)))
  const folder = dirname(service.config.databaseUrl.slice('sqlite:'.length))
  const files = readdirSync(folder)
  if (!files.includes('rolecall.db-wal')) throw new Error(`There is no write-ahead log: ${files.join()}`)
  return Buffer.concat(files.map((file) => readFileSync(join(folder, file))))
}
