// Takes the pictures of docs/console/ from a seeded service: `node bin/console-screenshots.ts [NAMES]`.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { issueSetupCode } from '../server/credentials/setup-codes.ts'
import { systemContext } from '../server/prepare.ts'
import { openBrowser } from '../test/support/browser.ts'
import { LAPTOP, openAs, requireBuild } from '../test/support/console.ts'
import { type Service, startService } from '../test/support/service.ts'
import { loopback } from '../test/support/smtp.ts'
import { fillInvitations } from './console-screenshots/invitations.ts'
import { fillOutbox } from './console-screenshots/outbox.ts'
import { PICTURES, type Picture } from './console-screenshots/pages.ts'
import { fillInstallation } from './seed/installation.ts'

const FOLDER = join(import.meta.dirname, '../docs/console')
const COLOURS = 64

const names = process.argv.slice(2)
const wanted = PICTURES.filter(({ name }) => names.length === 0 || names.includes(name))

await requireBuild()
mkdirSync(FOLDER, { recursive: true })
const browser = await openBrowser()
try {
  await takeAll(
    await startService({
      permissionsFile: join(import.meta.dirname, 'seed/permissions.json'),
      mailUrl: { ...loopback(587), host: 'mail.example.com' },
      mailFrom: { name: 'Example', address: 'accounts@example.com' },
    }),
    wanted.filter(({ as }) => as !== 'set-up'),
    async (service) => {
      await fillInstallation(service)
      await fillOutbox(service)
      await fillInvitations(service)
    },
  )
  await takeAll(
    await startService({ adminEmail: undefined, adminPassword: undefined }),
    wanted.filter(({ as }) => as === 'set-up'),
  )
} finally {
  await browser.close()
}

async function takeAll(
  service: Service,
  pictures: Picture[],
  fill?: (service: Service) => Promise<unknown>,
): Promise<void> {
  try {
    await fill?.(service)
    const origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
    for (const picture of pictures) {
      for (const theme of ['light', 'dark'] as const) await take(browser, { service, origin }, picture, theme)
    }
  } finally {
    await service.stop()
  }
}

function newSetupCode({ connection, clock }: Service): Promise<string> {
  return issueSetupCode({ ...systemContext(connection), now: clock.now })
}

async function take(
  browser: Browser,
  at: { service: Service; origin: string },
  { name, path, until, as }: Picture,
  theme: 'light' | 'dark',
): Promise<void> {
  const { page, leave } = await openAs(browser, at, {
    theme,
    screen: LAPTOP,
    ...(as !== undefined && { token: null }),
  })
  await page.goto(as === 'set-up' ? `${path}#${await newSetupCode(at.service)}` : path)
  await until(page)
  await page.waitForLoadState('networkidle')
  const file = join(FOLDER, `${name}-${theme}.png`)
  await sharp(await page.screenshot())
    .png({ palette: true, colours: COLOURS, effort: 10 })
    .toFile(file)
  console.log(file)
  await leave()
}
