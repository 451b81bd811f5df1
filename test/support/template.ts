// Created once for a whole run (`--test-global-setup`): the console's build, a browser, and a prepared database with a signed-in administrator, from
// which services with default settings start. A file that runs alone creates its own.
import { serveBrowser } from './browser.ts'
import { requireBuild } from './console.ts'
import { newDatabase } from './databases.ts'
import { makeTemplate } from './service.ts'

const template = await newDatabase()
/** None if no file of the run opens a page. */
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
