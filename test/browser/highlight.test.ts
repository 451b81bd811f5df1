// Engines: SQLite
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { makeRole, makeUser } from '../support/actors.ts'
import { settled } from '../support/browser.ts'
import { expectValue, useConsole } from '../support/console.ts'
import { make } from '../support/factories.ts'
import { row } from '../support/term-trees.ts'

describe('The option that the arrows have highlighted, though the search answers only then, is chosen', () => {
  const own = useConsole()

  before(async () => {
    for (const name of ['Steady one', 'Steady two', 'Steward']) {
      await makeRole(own.service, [], { name })
      await makeUser(own.service, { first_name: name })
    }
  })

  /** @returns the text of the option that Enter has chosen */
  async function chooseSecond(page: Page, field: Locator): Promise<string> {
    await field.fill('ste')
    const others = page.getByRole('option', { name: /^Steward/ })
    await others.waitFor()
    await settled(page)
    // Time stands still for the page until the arrows are pressed: the search begins after them, however slow the machine is.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await field.press('a')
    await others.waitFor({ state: 'detached' })
    await page.getByRole('option').nth(1).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const second = page.getByRole('option').nth(1)
    await page.locator('[role=option].Mui-focused').waitFor()
    assert.match((await second.getAttribute('class')) ?? '', /Mui-focused/)
    const name = /^Steady (one|two)/.exec((await second.textContent()) ?? '')?.[0] ?? ''
    const answered = page.waitForResponse(/[?&]q=stea(&|$)/)
    await page.clock.resume()
    await (await answered).finished()
    await settled(page)
    await page.keyboard.press('Enter')
    await page.getByRole('option').first().waitFor({ state: 'detached' })
    return name
  }

  it('among the people to add to a role', async () => {
    const role = await makeRole(own.service, [], { name: 'Helm' })
    await own.visit(`/roles/${role.id}/users`, {}, async (page) => {
      await page.getByRole('button', { name: 'Add people' }).first().click()
      const dialog = page.getByRole('dialog')
      const name = await chooseSecond(page, dialog.getByRole('combobox', { name: 'People' }))
      await dialog.getByRole('button', { name, exact: true }).waitFor()
    })
  })

  it('among the roles of the matrix', async () => {
    await own.visit('/matrix', {}, async (page) => {
      await page.getByRole('button', { name: 'Select roles' }).click()
      const dialog = page.getByRole('dialog')
      const name = await chooseSecond(page, dialog.getByRole('combobox'))
      await dialog.getByRole('button', { name, exact: true }).waitFor()
    })
  })

  it('among the terms to merge into', async () => {
    const type = await make(own.service, 'taxonomy-types', { name: 'Ship', slug: 'ship' })
    for (const name of ['Steady one', 'Steady two', 'Steward', 'Mast'])
      await make(own.service, 'taxonomies', {
        name,
        slug: name.replace(' ', '-').toLowerCase(),
        type: type.slug,
      })
    await own.visit(`/taxonomies?type=${type.slug}`, {}, async (page) => {
      await row(page, 'Mast').hover()
      await page.getByRole('button', { name: 'Actions for Mast' }).click()
      await page.getByRole('menuitem', { name: 'Merge into…' }).click()
      const field = page.getByRole('dialog').getByRole('combobox', { name: 'Merge into' })
      const name = await chooseSecond(page, field)
      await expectValue(field, name)
    })
  })
})
