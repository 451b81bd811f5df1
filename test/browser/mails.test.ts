// Engines: SQLite
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { MAIL_KINDS } from '../../contract/mails.ts'
import { brandOf } from '../../server/brand/brand.ts'
import { Composer } from '../../server/mail/message.ts'
import { fewestValues, sampleValues } from '../../server/mail/samples.ts'
import { LANGUAGES, type Language } from '../../server/messages/languages.ts'
import { openBrowser } from '../support/browser.ts'
import { expectNoOverflow, expectNoViolations, shoot } from '../support/console.ts'

const composer = new Composer(
  {
    server: undefined,
    from: { name: 'Example', address: 'accounts@example.com' },
    language: 'en',
    folder: '/nowhere',
    brand: brandOf('Example', undefined, undefined),
    overrides: {},
    baseUrl: () => 'https://accounts.example.com',
  },
  (error) => {
    throw error
  },
)

async function htmlOf(
  kind: (typeof MAIL_KINDS)[number],
  language: Language,
  values: object,
): Promise<string> {
  const mail = {
    ...{
      id: 1,
      uuid: '1',
      kind,
      address: 'ada@example.com',
      language,
      attempts: 1,
      messageId: '<1@example.com>',
    },
    ...{ sealed: '', createdAt: '2026-11-24T04:10:00.000Z', expiresAt: null },
  }
  const { options } = await composer.compose({ now: () => mail.createdAt }, mail, { ...values })
  return String(options.html)
}

describe('Every mail', () => {
  let browser: Browser
  before(async () => {
    browser = await openBrowser()
  })
  after(() => browser.close())

  for (const language of LANGUAGES as Language[]) {
    it(`is readable on a phone and in dark mode, loads nothing and passes axe, in ${language}`, async () => {
      const context = await browser.newContext({ viewport: { width: 375, height: 667 } })
      const page = await context.newPage()
      const requests: string[] = []
      page.on('request', (request) => requests.push(request.url()))
      try {
        for (const kind of MAIL_KINDS) {
          for (const [values, name] of [
            [sampleValues(kind), ''],
            [fewestValues(kind), '-fewest'],
          ] as const) {
            await page.setContent(await htmlOf(kind, language, values))
            await expectNoOverflow(page)
            await expectNoViolations(page)
            for (const colorScheme of ['light', 'dark'] as const) {
              await page.emulateMedia({ colorScheme })
              await shoot(page, `mail-${kind}-${language}-${colorScheme}${name}`)
            }
          }
        }
        assert.deepEqual(requests, [])
      } finally {
        await context.close()
      }
    })
  }
})
