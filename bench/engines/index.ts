import type { BenchEngine, EngineName } from './engine.ts'
import { sqliteEngine } from './sqlite.ts'

/** @param folder where databases are kept between runs */
export async function openEngine(name: EngineName, folder: string): Promise<BenchEngine> {
  if (name === 'sqlite') return sqliteEngine(folder)
  const { postgresEngine } = await import('./postgres.ts')
  return postgresEngine(folder)
}
