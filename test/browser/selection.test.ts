// Engines: SQLite
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { settled } from '../support/browser.ts'
import { expectNoOverflow, expectNoViolations, PHONE, shoot, useConsole } from '../support/console.ts'
import { makePeople } from '../support/console-people.ts'
import { eventually } from '../support/eventually.ts'

describe('Rows are selected', () => {
  const own = useConsole()
  before(async () => {
    await makePeople(own.service)
  })
  const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
  const placeOf = async (page: Page, name: string) => {
    const place = await box(page, name).boundingBox()
    assert.ok(place)
    return place
  }

  it('without moving: the bulk actions appear below them', async () => {
    await own.visit('/users', {}, async (page) => {
      await box(page, 'Grace Hopper').waitFor()
      await settled(page)
      const before = await placeOf(page, 'Alan Kay')
      await box(page, 'Grace Hopper').click()
      const actions = page.getByRole('toolbar', { name: 'Bulk actions' })
      await actions.getByText('1 selected').waitFor()
      assert.deepEqual(await placeOf(page, 'Alan Kay'), before)
      await shoot(page, 'selected')
      await expectNoViolations(page)
    })
  })

  it('by a click beside the checkbox, which opens nothing', async () => {
    await own.visit('/users', {}, async (page) => {
      await box(page, 'Grace Hopper').waitFor()
      await settled(page)
      const { x, y, width, height } = await placeOf(page, 'Grace Hopper')
      await page.mouse.click(x + width + 6, y + height / 2)
      assert.equal(await box(page, 'Grace Hopper').isChecked(), true)
      await page.mouse.click(x - 14, y + height / 2)
      assert.match(page.url(), /\/users\?/)
      assert.equal(await box(page, 'Grace Hopper').isChecked(), true)
    })
  })

  it('on a phone, with the actions in one line', async () => {
    await own.visit('/users', { screen: PHONE }, async (page) => {
      await box(page, 'Grace Hopper').click()
      const actions = page.getByRole('toolbar', { name: 'Bulk actions' })
      await actions.waitFor()
      await eventually(async () => assert.ok(((await actions.boundingBox())?.height ?? 80) < 80))
      await expectNoOverflow(page)
      await shoot(page, 'selected-phone')
    })
  })
})
