import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Page } from 'playwright-core'
import type { Email } from 'postal-mime'
import type { Config } from '../../server/config/config.ts'
import { type ConsoleUnderTest, expectNoOverflow, expectNoViolations, shoot, useConsole } from './console.ts'
import { mailsTo } from './mail.ts'
import { temporaryFolder } from './process.ts'
import type { Service } from './service.ts'

/** What a mail is about, as its reader sees it. */
export interface ReadMail {
  subject: string
  text: string
  html: string
  /** From the root of the service. */
  link: string
  /** What follows # in the link. */
  code: string
  digits: string | undefined
}

/** A small phone. */
export const SMALL = { width: 375, height: 667 }

export const PASSWORD = 'a phrase of my own'

/** The console with a folder of its own for mails. */
export function useAccountPages(config: Partial<Config> = {}): ConsoleUnderTest {
  const folder = temporaryFolder()
  after(folder.remove)
  return useConsole({ dataFolder: join(folder.path, 'data'), ...config })
}

/** The newest mail to an address, sent now. */
export async function lastMail(service: Service, address: string): Promise<ReadMail> {
  await service.runJob('send-mails')
  const mail = (await mailsTo(service, address)).at(-1)
  assert.ok(mail, `no mail to ${address}`)
  return contentOf(mail)
}

/** What the mail that was read is about. */
export function contentOf({ subject = '', text = '', html = '' }: Email): ReadMail {
  const url = new URL(/^https?:\S+$/m.exec(text)?.[0] ?? 'http://none')
  return {
    subject,
    text,
    html,
    link: url.pathname + url.hash,
    code: url.hash.slice(1),
    digits: /^ {4}(\d{8})$/m.exec(text)?.[1],
  }
}

export const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

export const field = (page: Page, label: string) =>
  page.locator('input').and(page.getByLabel(label, { exact: true }))

/** The page passes axe in both themes, and nothing is wider than the screen. */
export async function inspect(page: Page, name: string): Promise<void> {
  await expectNoOverflow(page)
  await expectNoViolations(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await shoot(page, `${name}-${colorScheme}`)
  }
  await page.emulateMedia({ colorScheme: null })
}
