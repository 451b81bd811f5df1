// Engines: SQLite
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import type { Document } from '../../support/api-files.ts'
import { openBrowser, otherOrigins, type Visitor, visitor } from '../../support/browser.ts'
import { descriptionOf, operationsOf } from '../../support/description.ts'
import { type Service, startService } from '../../support/service.ts'

const PERSON = { email: 'ada@example.com', password: 'correct horse battery' }

let service: Service
let origin: string
let browser: Browser
let document: Document
before(async () => {
  // PUBLIC_URL is another host; the page still calls the service that it came from.
  service = await startService({ publicUrl: 'https://accounts.acme.test' })
  origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
  document = (await descriptionOf(service)).document
  browser = await openBrowser()
})
after(async () => {
  await browser.close()
  await service.stop()
})

/**
 * Visits the reference, and asserts that the browser reports no errors, requests no other host, and gets its preferred
 * theme.
 */
async function withReference(colorScheme: 'light' | 'dark', run: (visit: Visitor) => Promise<void>) {
  const visit = await visitor(browser, origin, { colorScheme })
  await run(visit)
  const background = await visit.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const [red = 0] = (background.match(/[\d.]+/g) ?? []).map(Number)
  assert.equal(red < 64, colorScheme === 'dark', `${background} is not ${colorScheme}`)
  assert.deepEqual(otherOrigins(visit.requests, origin), [])
  assert.deepEqual(visit.complaints, [])
  await visit.leave()
}

const TAGS = [
  'Identity',
  'Registrations',
  'Users',
  'Roles',
  'Permissions',
  'Taxonomies',
  'Taxonomy types',
  'Health',
]

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const sidebar = (page: Page) => page.getByRole('complementary')

/** Opens an operation's "try it", sends the offered request, and waits for the status. */
async function tryIt(page: Page, operation: string, status: string): Promise<string> {
  await page.getByRole('button', { name: `Test Request (${operation})` }).click()
  await page.getByRole('button', { name: /^Send/ }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(status).first().waitFor()
  return (await dialog.textContent()) ?? ''
}

describe('The API reference', () => {
  it('shows every tag with its operations', async () => {
    await withReference('light', async ({ page }) => {
      await page.goto('/docs')
      for (const tag of TAGS) await sidebar(page).getByRole('link', { name: tag, exact: true }).waitFor()
      await sidebar(page).getByRole('link', { name: 'Taxonomies', exact: true }).click()
      const ofTag = operationsOf(document).filter(({ operation }) => operation.tags.includes('taxonomies'))
      for (const { name, method, operation } of ofTag) {
        // The reference abbreviates DELETE for lack of space.
        const words = `${operation.summary} HTTP Method: ${method === 'DELETE' ? 'DEL' : method}`
        const link = sidebar(page).getByRole('link', { name: words, exact: true })
        await link.first().waitFor()
        assert.equal(await link.count(), 1, name)
      }
      await sidebar(page).getByRole('link', { name: 'List taxonomies HTTP Method: GET' }).click()
      await section(page, 'List taxonomies').first().waitFor()
    })
  })

  it('says what an operation needs, takes and returns', async () => {
    await withReference('dark', async ({ page }) => {
      await page.goto('/docs#tag/identity/POST/api/signin')
      const signIn = section(page, 'Sign in; or sign in with a mailed code; or sign in with a second factor')
      const expected = [
        'Each sign-in makes a new token',
        'Needs no token.',
        'Email or username.',
        'Too many attempts',
      ]
      for (const words of expected) await signIn.getByText(words).first().waitFor()
      await signIn.getByText('--request POST').waitFor()
      assert.ok(!(await signIn.getByText('X-Http-Status: 200').count()), 'sends an unrequested header')
    })
  })

  it('tries out an operation on its own service', async () => {
    await withReference('light', async ({ page, requests }) => {
      await page.goto('/docs#tag/health/GET/healthz')
      const shown = await tryIt(page, 'get /healthz', '200 OK')
      assert.match(shown, /"ok": true/)
      assert.ok(requests.includes(`${origin}/healthz`))
    })
  })

  it('signs in with the example as shown, if that user exists', async () => {
    await service.call('POST', '/api/users/create', { json: { ...PERSON, first_name: 'Ada' } })
    await withReference('dark', async ({ page, requests }) => {
      await page.goto('/docs#tag/identity/POST/api/signin')
      const shown = await tryIt(page, 'post /api/signin', '200 OK')
      assert.match(shown, /"api_token": "rc_[\w-]{43}"/)
      assert.ok(requests.includes(`${origin}/api/signin`))
    })
  })

  it('sends the entered token, and nothing that was not requested', async () => {
    await withReference('light', async ({ page, requests }) => {
      await page.goto('/docs')
      await page.getByRole('textbox', { name: 'Bearer Token' }).first().fill(service.token)
      await page.goto('/docs#tag/permissions/GET/api/permissions')
      const shown = await tryIt(page, 'get /api/permissions', '200 OK')
      assert.match(shown, /"slug": "can-delete-permanently"/)
      assert.ok(requests.includes(`${origin}/api/permissions`))
    })
  })
})
