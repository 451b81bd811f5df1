// Takes the pictures of docs/console/ from a seeded service: `node bin/console-screenshots.ts [NAMES]`.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { openBrowser } from '../test/support/browser.ts'
import { LAPTOP, openAs, requireBuild } from '../test/support/console.ts'
import { type Service, startService } from '../test/support/service.ts'
import { PICTURES, type Picture } from './console-screenshots/pages.ts'
import { fillInstallation } from './seed/installation.ts'

const FOLDER = join(import.meta.dirname, '../docs/console')
const COLOURS = 64

const names = process.argv.slice(2)
const wanted = PICTURES.filter(({ name }) => names.length === 0 || names.includes(name))

await requireBuild()
mkdirSync(FOLDER, { recursive: true })
const service = await startService({
  permissionsFile: join(import.meta.dirname, 'seed/permissions.json'),
})
const browser = await openBrowser()
try {
  await fillInstallation(service)
  const origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
  for (const picture of wanted) {
    for (const theme of ['light', 'dark'] as const) await take(browser, { service, origin }, picture, theme)
  }
} finally {
  await browser.close()
  await service.stop()
}

async function take(
  browser: Browser,
  at: { service: Service; origin: string },
  { name, path, until, isOfStranger = false }: Picture,
  theme: 'light' | 'dark',
): Promise<void> {
  const { page, leave } = await openAs(browser, at, {
    theme,
    screen: LAPTOP,
    ...(isOfStranger && { token: null }),
  })
  await page.goto(path)
  await until(page)
  await page.waitForLoadState('networkidle')
  const file = join(FOLDER, `${name}-${theme}.png`)
  await sharp(await page.screenshot())
    .png({ palette: true, colours: COLOURS, effort: 10 })
    .toFile(file)
  console.log(file)
  await leave()
}
