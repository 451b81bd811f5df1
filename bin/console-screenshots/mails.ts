import type { Browser } from 'playwright-core'
import { MAIL_KINDS, type MailKind } from '../../contract/mails.ts'
import { sampleValues } from '../../server/mail/samples.ts'
import { mailHtml } from '../../test/support/mail-html.ts'

/** Mails of docs/mails/. */
export const MAILS: readonly MailKind[] = MAIL_KINDS

/** Those that most people get: also as on a phone. */
const ON_PHONES: readonly MailKind[] = ['verify', 'reset', 'invitation', 'email-changed', 'new-device']

const VIEWS = {
  light: { width: 640, height: 400 },
  dark: { width: 640, height: 400 },
  phone: { width: 375, height: 667 },
} as const

/** Shows a mail as a mail program does, whole. @returns the picture of each view, by its name */
export async function mailPictures(browser: Browser, kind: MailKind): Promise<[name: string, png: Buffer][]> {
  const html = await mailHtml(kind, 'en', sampleValues(kind))
  const pictures: [string, Buffer][] = []
  for (const [view, viewport] of Object.entries(VIEWS)) {
    if (view === 'phone' && !ON_PHONES.includes(kind)) continue
    const context = await browser.newContext({ viewport, colorScheme: view === 'dark' ? 'dark' : 'light' })
    const page = await context.newPage()
    await page.setContent(html)
    pictures.push([`${kind}-${view}`, await page.screenshot({ fullPage: true })])
    await context.close()
  }
  return pictures
}
