// Engines: SQLite
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { dataOf, makeUser } from '../support/actors.ts'
import { settled } from '../support/browser.ts'
import { expectNoOverflow, expectNoViolations, shoot, useConsole } from '../support/console.ts'
import { makePeople } from '../support/console-people.ts'
import { eventually } from '../support/eventually.ts'

/** The viewport of a laptop at 200 %. */
const ZOOMED = { width: 683, height: 384 }

/** Asserts that every control is fully visible horizontally. */
async function expectNothingCutOff(page: Page) {
  await expectNoOverflow(page)
  const clipped = await page.evaluate(() =>
    [...document.querySelectorAll('main a, main button, main input, main td, main th')].flatMap((element) => {
      if (!element.checkVisibility() || element.closest('[aria-hidden=true]')) return []
      const { left, right, width } = element.getBoundingClientRect()
      for (let around = element.parentElement; around; around = around.parentElement) {
        const frame = around.getBoundingClientRect()
        const isClipping = getComputedStyle(around).overflowX !== 'visible'
        if (width > 1 && isClipping && (left < frame.left - 1 || right > frame.right + 1)) {
          return [`${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`]
        }
      }
      return []
    }),
  )
  assert.deepEqual(clipped, [])
}

const styleOf = (locator: Locator, name: string) =>
  locator.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), name)

describe('The console', () => {
  const own = useConsole()
  before(async () => {
    await makePeople(own.service)
    for (const first_name of ['Maximiliana', 'Theodore']) {
      const user = await makeUser(own.service, { first_name, last_name: 'Featherstonehaugh-Cholmondeley' })
      dataOf(await own.service.call('POST', `/api/users/id/${user.id}/delete`))
    }
    const json = {
      first_name: 'Maximiliana',
      last_name: 'Featherstonehaugh',
      email: 'max@example.net',
      password: 'a quite long phrase',
    }
    dataOf(await own.service.call('POST', '/api/registrations/create', { json }))
  })

  for (const path of ['/trash/users', '/users', '/registrations']) {
    it(`cuts nothing off on a page such as ${path} at 200 %`, async () => {
      await own.visit(path, { screen: ZOOMED }, async (page) => {
        await page.getByRole('checkbox').first().waitFor()
        await settled(page)
        await shoot(page, `zoomed${path.replaceAll('/', '-')}`)
        await expectNothingCutOff(page)
        await expectNoViolations(page)
      })
    })
  }

  it('shows selection, switches and focus in forced colours', async () => {
    await own.visit('/users', {}, async (page) => {
      await page.emulateMedia({ forcedColors: 'active' })
      await page.getByRole('checkbox', { name: 'Select Grace Hopper' }).check()
      const row = page.getByRole('row', { name: /Grace Hopper/ })
      await eventually(async () => assert.equal(await styleOf(row, 'outline-style'), 'solid'))
      const current = page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current=page]').last()
      await eventually(async () => assert.equal(await styleOf(current, 'outline-style'), 'solid'))
      await page.keyboard.press('Tab')
      assert.equal(await styleOf(page.locator(':focus-visible'), 'outline-style'), 'solid')
      await shoot(page, 'forced-users')
      await page.getByRole('link', { name: /Ada Lovelace/ }).click()
      await page.getByRole('tab', { name: 'Roles' }).click()
      const on = page.getByRole('switch')
      const ground = (part: string) => styleOf(on.locator(`xpath=../..`).locator(part), 'background-color')
      const thumbWhileOn = await ground('.MuiSwitch-thumb')
      assert.notEqual(thumbWhileOn, await ground('.MuiSwitch-track'))
      await shoot(page, 'forced-switch')
      await on.click()
      await page.getByText('Inactive').first().waitFor()
      assert.notEqual(await ground('.MuiSwitch-thumb'), thumbWhileOn)
      await page.getByRole('link', { name: 'Overview' }).click()
      const bar = page.locator('svg rect.bar').first()
      await bar.waitFor({ state: 'attached' })
      const canvas = await styleOf(page.locator('body'), 'background-color')
      assert.notEqual(await styleOf(bar, 'fill'), canvas)
      assert.equal(await styleOf(bar, 'forced-color-adjust'), 'none')
      await shoot(page, 'forced-overview')
      await page.getByRole('link', { name: 'Permission matrix' }).click()
      await page.getByRole('grid').waitFor()
      await shoot(page, 'forced-matrix')
    })
  })

  it('formats dates like the browser if its locale is of the selected language', async () => {
    const day = (locale: string, language: string) =>
      own.visit('/users', { locale }, async (page) => {
        await page.getByRole('link', { name: /Ada Lovelace/ }).click()
        await page.getByRole('tab').nth(1).click()
        const times = page.locator('time[title]')
        await times.first().waitFor()
        const title = (await times.first().getAttribute('title')) ?? ''
        const at = (await times.first().getAttribute('datetime')) ?? ''
        assert.ok(title.startsWith(new Date(at).toLocaleDateString(language, { dateStyle: 'long' })), title)
      })
    await day('en-GB', 'en-GB')
    await day('en-US', 'en-US')
    await day('fr-CA', 'fr-CA')
    await day('de-DE', 'en')
  })

  it('formats dates in its own language if the browser has an unknown locale', async () => {
    await own.visit('/login', { token: null }, async (page) => {
      await page.addInitScript((token) => {
        Object.defineProperty(navigator, 'languages', { value: ['en-US@posix'] })
        sessionStorage.setItem('rolecall', JSON.stringify({ token }))
      }, own.service.token)
      await page.goto('/users')
      await page.getByRole('link', { name: /Ada Lovelace/ }).waitFor()
    })
  })
})
