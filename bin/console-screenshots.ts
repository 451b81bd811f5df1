// Takes the pictures of docs/console/ from seeded services, and those of docs/mails/: `node bin/console-screenshots.ts [NAMES]`.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { issueSetupCode } from '../server/credentials/setup-codes.ts'
import { systemContext } from '../server/prepare.ts'
import { openBrowser } from '../test/support/browser.ts'
import { LAPTOP, openAs, PHONE, requireBuild } from '../test/support/console.ts'
import { type Service, startService } from '../test/support/service.ts'
import { loopback } from '../test/support/smtp.ts'
import { ACCOUNT_PICTURES } from './console-screenshots/account-pages.ts'
import { fillInvitations } from './console-screenshots/invitations.ts'
import { MAILS, mailPictures } from './console-screenshots/mails.ts'
import { fillOutbox } from './console-screenshots/outbox.ts'
import { PICTURES, type Picture } from './console-screenshots/pages.ts'
import { fillWebhooks } from './console-screenshots/webhooks.ts'
import { fillInstallation } from './seed/installation.ts'

const FOLDER = join(import.meta.dirname, '../docs/console')
const MAILS_FOLDER = join(import.meta.dirname, '../docs/mails')
const COLOURS = 64
const VIEWS = ['light', 'dark', 'phone'] as const

const names = process.argv.slice(2)
const isWanted = (name: string) => names.length === 0 || names.includes(name)
const wanted = PICTURES.filter(({ name }) => isWanted(name))
const accountPages = ACCOUNT_PICTURES.filter(({ name }) => isWanted(name))

await requireBuild()
for (const folder of [FOLDER, MAILS_FOLDER]) mkdirSync(folder, { recursive: true })
const browser = await openBrowser()
try {
  for (const kind of MAILS.filter((kind) => isWanted(`mail-${kind}`))) {
    for (const [name, png] of await mailPictures(browser, kind)) await save(MAILS_FOLDER, name, png)
  }
  await takeAll(await startService({ signup: 'verify' }), accountPages)
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
      await fillWebhooks(service)
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
    if (pictures.length > 0) await fill?.(service)
    const origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
    for (const picture of pictures) {
      const path = typeof picture.path === 'string' ? picture.path : await picture.path(service)
      const at = { service, origin, path }
      for (const view of VIEWS) {
        if (view !== 'phone' || picture.hasPhone) await take(browser, at, picture, view)
      }
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
  { path, ...at }: { service: Service; origin: string; path: string },
  { name, until, as }: Picture,
  view: (typeof VIEWS)[number],
): Promise<void> {
  const { page, leave } = await openAs(browser, at, {
    theme: view === 'dark' ? 'dark' : 'light',
    screen: view === 'phone' ? PHONE : LAPTOP,
    ...(as !== undefined && { token: null }),
  })
  await page.goto(as === 'set-up' ? `${path}#${await newSetupCode(at.service)}` : path)
  await until(page)
  await page.waitForLoadState('networkidle')
  await save(FOLDER, `${name}-${view}`, await page.screenshot())
  await leave()
}

async function save(folder: string, name: string, png: Buffer): Promise<void> {
  const file = join(folder, `${name}.png`)
  await sharp(png).png({ palette: true, colours: COLOURS, effort: 10 }).toFile(file)
  console.log(file)
}
