// Engines: SQLite
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { makeUser } from '../support/actors.ts'
import { settled } from '../support/browser.ts'
import { expectNoOverflow, expectNoViolations, PHONE, shoot, useConsole } from '../support/console.ts'
import { eventually } from '../support/eventually.ts'

describe('Notifications and the bar of a selection', () => {
  const own = useConsole()
  const path = '/users?filter={"q":"notified"}'
  const select = (page: Page) => page.getByRole('checkbox', { name: 'Select Notified Person' }).check()
  const deactivate = async (page: Page) => {
    await select(page)
    await page.getByRole('button', { name: 'Deactivate' }).click()
    const note = page.locator('.MuiSnackbarContent-root', { hasText: 'User deactivated' })
    await note.waitFor()
    return note
  }
  /** Whether a click in the middle of the element would hit it. */
  const takesClicks = (element: ReturnType<Page['locator']>) =>
    element.evaluate((node) => {
      const { x, y, width, height } = node.getBoundingClientRect()
      return node.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })

  before(() => makeUser(own.service, { first_name: 'Notified', last_name: 'Person' }))

  it('stand beside the page, where they cover no action', async () => {
    await own.visit(path, { screen: { width: 1280, height: 720 } }, async (page) => {
      const note = await deactivate(page)
      // With the focus, it stays: axe may take longer than it is shown.
      await note.getByRole('button', { name: 'Undo' }).focus()
      await expectNoViolations(page)
      await shoot(page, 'notification')
      const [left, right] = [await page.locator('#main').boundingBox(), await note.boundingBox()]
      assert.ok((right?.x ?? 0) + (right?.width ?? 0) <= (left?.x ?? 0), JSON.stringify([left, right]))
      await note.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Action undone.').waitFor()
    })
  })

  it('let clicks through to what they cover on a phone, except on their own buttons', async () => {
    await own.visit(path, { screen: PHONE }, async (page) => {
      const note = await deactivate(page)
      await expectNoOverflow(page)
      await shoot(page, 'notification-phone')
      await eventually(async () =>
        assert.equal(await takesClicks(note.locator('.MuiSnackbarContent-message')), false),
      )
      const undo = note.getByRole('button', { name: 'Undo' })
      await eventually(async () => assert.equal(await takesClicks(undo), true))
      await undo.click()
      await page.getByText('Action undone.').waitFor()
    })
  })

  it('lie below menus and dialogs', async () => {
    await own.visit(path, { screen: PHONE }, async (page) => {
      await deactivate(page)
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').waitFor()
      const layerOf = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((node) => Number(getComputedStyle(node).zIndex))
      assert.ok((await layerOf('.MuiSnackbar-root')) < (await layerOf('.MuiDialog-root')))
    })
  })

  it('has the checkboxes below each other, and its end beside the count, also at 1280 px', async () => {
    await own.visit(path, { screen: { width: 1280, height: 720 } }, async (page) => {
      await select(page)
      await page.getByRole('toolbar', { name: 'Bulk actions' }).waitFor()
      await settled(page)
      const lefts = await page
        .locator('table input[type=checkbox]')
        .evaluateAll((boxes) => boxes.map((box) => box.getBoundingClientRect().x))
      assert.equal(lefts.length, 2)
      assert.equal(lefts[0], lefts[1])
      const tops = await page
        .getByRole('toolbar', { name: 'Bulk actions' })
        .getByRole('button')
        .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().y)))
      assert.ok(tops.length > 5)
      assert.equal(new Set(tops).size, 1, tops.join(', '))
      await page.getByRole('button', { name: 'Clear selection' }).click()
      await page.getByRole('toolbar', { name: 'Bulk actions' }).waitFor({ state: 'detached' })
    })
  })
})
