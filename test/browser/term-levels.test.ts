// Engines: SQLite
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf } from '../support/actors.ts'
import { settled } from '../support/browser.ts'
import { expectNoViolations, shoot, useConsole } from '../support/console.ts'
import type { Item } from '../support/factories.ts'
import { address, expectNames, makeWorld, openRows, row, treeOf, type World } from '../support/term-trees.ts'

/** More than two pages of a level. */
const MANY = 2050
const street = (number: number) => `Street ${String(number).padStart(4, '0')}`
const more = (page: Page) => row(page, 'Show more')
const failed = (page: Page) => row(page, 'Couldn’t be loaded. Try again')
const focused = (page: Page, label: string) => treeOf(page).locator(`[aria-label="${label}"]:focus`)

/** Chromium reports each refused call. */
const unavailable = { expected: [/status of 503/] }

describe('The levels of terms', () => {
  const own = useConsole()
  let world: World
  before(async () => {
    world = await makeWorld(own)
    const { slug } = world.type
    for (let first = 1; first <= MANY; first += 1000) {
      const json = Array.from({ length: Math.min(1000, MANY - first + 1) }, (_, index) => ({
        name: street(first + index),
        slug: `${slug}-street-${first + index}`,
        type: slug,
        parent: world.lyon.id,
      }))
      dataOf(await own.service.call('POST', '/api/taxonomies', { json }))
    }
  })

  /** Answers requests for a part of a level with 503 until the returned function is called. */
  async function interrupt(page: Page, parent: Item | undefined, at = 1): Promise<() => Promise<void>> {
    const isOfLevel = ({ pathname, searchParams }: URL) =>
      pathname === '/api/taxonomies/tree' &&
      searchParams.get('parent') === (parent ? String(parent.id) : null) &&
      Number(searchParams.get('page') ?? 1) === at
    await page.route(isOfLevel, (route) =>
      route.fulfill({
        status: 503,
        json: { success: false, errors: ['The service is away.'], code: 'away' },
      }),
    )
    return () => page.unroute(isOfLevel)
  }

  it('show a thousand terms, and a thousand more on each request', async () => {
    await own.visit(address(world), {}, async (page) => {
      await openRows(page, 'Europe', 'France', 'Lyon')
      await row(page, street(1)).waitFor()
      await row(page, 'Lyon').focus()
      await page.keyboard.press('End')
      for (const name of ['Germany', 'Paris']) {
        await focused(page, name).waitFor()
        await page.keyboard.press('ArrowUp')
      }
      await focused(page, 'Show more').waitFor()
      await more(page).getByText('Show more (1,050)').waitFor()
      await expectNoViolations(page)
      await shoot(page, 'taxonomies-more')
      // By keyboard, which focuses the first new term.
      await page.keyboard.press('Enter')
      await focused(page, street(1001)).waitFor()
      await page.keyboard.press('End')
      await focused(page, 'Germany').waitFor()
      await page.keyboard.press('ArrowUp')
      await focused(page, 'Paris').waitFor()
      await more(page).getByText('Show more (50)').waitFor()
      // By mouse: the rest follows, and nothing remains to be loaded.
      await more(page).click()
      await focused(page, street(2001)).waitFor()
      await more(page).waitFor({ state: 'detached' })
      await page.keyboard.press('ArrowUp')
      await focused(page, street(2000)).waitFor()
      await page.keyboard.press('End')
      for (const name of ['Germany', 'Paris']) {
        await focused(page, name).waitFor()
        await page.keyboard.press('ArrowUp')
      }
      await focused(page, street(MANY)).waitFor()
    })
  })

  it('report a failure, and load again on request', async () => {
    await own.visit(address(world), unavailable, async (page) => {
      await row(page, 'Europe').waitFor()
      const restore = await interrupt(page, world.europe)
      await row(page, 'Europe').focus()
      await page.keyboard.press('ArrowRight')
      await failed(page).waitFor()
      await expectNames(page, ['1 Asia', '1 Europe', '2 Couldn’t be loaded. Try again'])
      await expectNoViolations(page)
      await shoot(page, 'taxonomies-failed')
      await restore()
      await failed(page).click()
      await expectNames(page, ['1 Asia', '1 Europe', '2 France', '2 Germany'])
      await focused(page, 'France').waitFor()
    })
  })

  it('at the top can be retried too, by keyboard alone', async () => {
    await own.visit('/roles', unavailable, async (page) => {
      const restore = await interrupt(page, undefined)
      await page.getByRole('link', { name: 'Taxonomies' }).click()
      await failed(page).waitFor()
      await restore()
      await page.getByRole('searchbox', { name: 'Search terms' }).focus()
      await page.keyboard.press('Tab')
      await focused(page, 'Couldn’t be loaded. Try again').waitFor()
      await page.keyboard.press('Enter')
      await expectNames(page, ['1 Asia', '1 Europe'])
      await focused(page, 'Asia').waitFor()
    })
  })

  it('keep the loaded terms when more fail to load, and continue from there', async () => {
    await own.visit(address(world), unavailable, async (page) => {
      await openRows(page, 'Europe', 'France', 'Lyon')
      await row(page, street(1)).waitFor()
      await row(page, 'Lyon').focus()
      await page.keyboard.press('End')
      await row(page, 'Paris').waitFor()
      const restore = await interrupt(page, world.lyon, 2)
      await more(page).click()
      await failed(page).waitFor()
      await row(page, street(1000)).waitFor()
      await restore()
      await failed(page).click()
      await focused(page, street(1001)).waitFor()
      await failed(page).waitFor({ state: 'detached' })
    })
  })

  it('that were read before a change and are received after it do not undo the change', async () => {
    await own.visit('/roles', {}, async (page) => {
      const isRead = Promise.withResolvers<void>()
      const isChanged = Promise.withResolvers<void>()
      let levels = 0
      await page.route(
        ({ pathname }) => pathname === '/api/taxonomies/tree',
        async (route) => {
          levels += 1
          if (levels > 1) return route.continue()
          const response = await route.fetch()
          isRead.resolve()
          await isChanged.promise
          await route.fulfill({ response })
        },
      )
      await page.getByRole('link', { name: 'Taxonomies' }).click()
      await isRead.promise
      await page.getByRole('button', { name: 'New term' }).click()
      await page.getByRole('textbox', { name: 'New term name' }).fill('Africa')
      await page.keyboard.press('Enter')
      await row(page, 'Africa').waitFor()
      const received = page.waitForResponse((response) => response.url().includes('/api/taxonomies/tree'))
      isChanged.resolve()
      await (await received).finished()
      await settled(page)
      await row(page, 'Asia').waitFor()
      assert.equal(await row(page, 'Africa').count(), 1)
    })
  })
})
