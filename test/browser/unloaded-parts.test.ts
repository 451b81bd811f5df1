// Engines: SQLite
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { settled } from '../support/browser.ts'
import { expectNoViolations, shoot, useConsole } from '../support/console.ts'
import { makePeople } from '../support/console-people.ts'

const again = (page: Page) => page.getByRole('button', { name: 'Try again' })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Pages' })

/** The expected complaints of Chromium and React. */
const expected = [
  /^failed: /,
  /^console: .*(Failed to (load|fetch)|dynamically imported|PartError|Error)/,
  /^uncaught: /,
]

describe('A part of the console that fails to load', () => {
  const own = useConsole()

  it('is reported in place of its page, and loaded when the service answers again', async () => {
    await own.visit('/', { expected }, async (page) => {
      await title(page, 'Overview').waitFor()
      await settled(page)
      await page.route('**/*', (route) => route.abort('connectionrefused'))
      await menu(page).getByRole('link', { name: 'Taxonomies' }).click()
      await title(page, 'This page couldn’t be loaded').waitFor()
      await page.getByRole('alert').getByText('Check your connection and try again.').waitFor()
      await shoot(page, 'part-unloaded')
      await expectNoViolations(page)
      const failed = page.waitForEvent('requestfailed')
      await again(page).click()
      await failed
      await title(page, 'This page couldn’t be loaded').waitFor()
      assert.equal(new URL(page.url()).pathname, '/taxonomies')
      // The loaded parts still work.
      await menu(page).getByRole('link', { name: 'Overview' }).click()
      await title(page, 'Overview').waitFor()
      await menu(page).getByRole('link', { name: 'Taxonomies' }).click()
      await page.unroute('**/*')
      await again(page).click()
      await title(page, 'Taxonomies').waitFor()
    })
  })

  it('from another build reloads the page once', async () => {
    await own.visit('/', { expected }, async (page, { requests }) => {
      await title(page, 'Overview').waitFor()
      await settled(page)
      await page.route(/TaxonomyPage/, (route) => route.fulfill({ status: 404 }))
      await page.route(`${own.origin}/`, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<script src="./assets/index-other.js"></script>' }),
      )
      const pages = () => requests.filter((url) => url.endsWith('/taxonomies')).length
      await menu(page).getByRole('link', { name: 'Taxonomies' }).click()
      await title(page, 'This page couldn’t be loaded').waitFor()
      assert.equal(pages(), 1)
    })
  })

  it('is reported in place of the charts, beside the rest of the page', async () => {
    await makePeople(own.service)
    await own.visit('/login', { expected }, async (page) => {
      await page.route(/DailyBars/, (route) => route.abort('connectionrefused'))
      await page.goto('/')
      await page.getByRole('heading', { name: 'Sign-ins' }).waitFor()
      await again(page).nth(1).waitFor()
      await page.getByRole('heading', { name: 'Latest changes' }).waitFor()
      await shoot(page, 'chart-unloaded')
      await page.unroute(/DailyBars/)
      await again(page).first().click()
      await page.getByRole('img', { name: /Sign-ins/ }).waitFor()
    })
  })

  it('such as the French texts leaves the page unchanged, and is loaded at the next attempt', async () => {
    await own.visit('/roles', { expected }, async (page) => {
      await title(page, 'Roles').waitFor()
      await page.route(/\/fr-/, (route) => route.abort('connectionrefused'))
      await page.getByRole('button', { name: /^Account menu/ }).click()
      await page.getByRole('menuitemradio', { name: 'Français' }).click()
      await again(page).waitFor()
      await title(page, 'Roles').waitFor()
      await again(page).click()
      // Without them the console itself cannot start now.
      await title(page, 'Rolecall').waitFor()
      await expectNoViolations(page)
      await shoot(page, 'french-unloaded')
      await page.unroute(/\/fr-/)
      await again(page).click()
      await title(page, 'Rôles').waitFor()
    })
  })

  it('such as the export is reported beside its button', async () => {
    await own.visit('/users', { expected }, async (page) => {
      await page.getByRole('button', { name: 'Export CSV' }).waitFor()
      await settled(page)
      await page.route('**/assets/*.js', (route) => route.abort('connectionrefused'))
      await page.getByRole('button', { name: 'Export CSV' }).click()
      await again(page).waitFor()
      await shoot(page, 'export-unloaded')
      await page.unroute('**/assets/*.js')
      await again(page).click()
      await page.getByRole('button', { name: 'Export CSV' }).waitFor()
    })
  })
})
