// Engines: SQLite
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { MAIL_KINDS } from '../../contract/mails.ts'
import { fewestValues, sampleValues } from '../../server/mail/samples.ts'
import { LANGUAGES, type Language } from '../../server/messages/languages.ts'
import { openBrowser } from '../support/browser.ts'
import { expectNoOverflow, expectNoViolations, shoot } from '../support/console.ts'
import { mailHtml } from '../support/mail-html.ts'

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
            await page.setContent(await mailHtml(kind, language, values))
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
