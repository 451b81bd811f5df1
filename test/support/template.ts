// Made once for a whole run (`--test-global-setup`): the console's build, a browser, and a prepared database with its administrator signed in, which
// services of the default settings start from. A file that is run alone makes its own.
import { serveBrowser } from './browser.ts'
import { requireBuild } from './console.ts'
import { newDatabase } from './databases.ts'
import { makeTemplate } from './service.ts'

const template = await newDatabase()
/** Where no file of the run opens a page there is none. */
const browser = process.env.TEST_OPENS_PAGES === undefined ? undefined : await serveBrowser()

export async function globalSetup(): Promise<void> {
  await requireBuild()
  process.env.TEST_TEMPLATE = JSON.stringify(await makeTemplate(template.url))
  if (browser) process.env.TEST_BROWSER_ADDRESS = browser.wsEndpoint()
}

export async function globalTeardown(): Promise<void> {
  await browser?.close()
  await template.drop()
}
