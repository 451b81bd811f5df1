// Made once for a whole run (`--test-global-setup`): a prepared database with its administrator signed in, which
// services of the default settings start from. A file that is run alone makes its own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeTemplate } from './service.ts'

const folder = mkdtempSync(join(tmpdir(), 'rolecall-template-'))

export async function globalSetup(): Promise<void> {
  const file = join(folder, 'template.db')
  const token = await makeTemplate(`sqlite:${file}`)
  process.env.TEST_TEMPLATE = JSON.stringify({ file, token })
}

export async function globalTeardown(): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
}
