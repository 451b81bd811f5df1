import type { BenchEngine } from './engine.ts'

export async function postgresEngine(_folder: string): Promise<BenchEngine> {
  throw new Error('Not there yet.')
}
