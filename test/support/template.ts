// Made once for a whole run (`--test-global-setup`): the console's build, and a prepared database with its administrator signed in, which
// services of the default settings start from. A file that is run alone makes its own.
import { requireBuild } from './console.ts'
import { newDatabase } from './databases.ts'
import { makeTemplate } from './service.ts'

const template = await newDatabase()

export async function globalSetup(): Promise<void> {
  await requireBuild()
  process.env.TEST_TEMPLATE = JSON.stringify(await makeTemplate(template.url))
}

export const globalTeardown = (): Promise<void> => template.drop()
