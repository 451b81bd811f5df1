// Engines: SQLite
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { settled } from '../support/browser.ts'
import { expectNoViolations, holdAnswers, useConsole } from '../support/console.ts'
import { eventually } from '../support/eventually.ts'
import { type Item, make } from '../support/factories.ts'
import { drag, waitForStatus } from '../support/term-trees.ts'

const types = (page: Page) => page.getByRole('tree', { name: 'Types of terms' })
const type = (page: Page, { name }: Item) => types(page).getByRole('treeitem', { name, exact: true })
const at = (page: Page, { name }: Item, level: number) =>
  types(page).locator(`[aria-label="${name}"][aria-level="${level}"]`)

describe('Types', () => {
  const own = useConsole()
  let families = 0
  /** Three types on one level and one below the first, at the end of the tree. */
  async function makeTypes() {
    families += 1
    const made = async (name: string, parent?: Item): Promise<Item> =>
      make(own.service, 'taxonomy-types', {
        name: `${families} ${name}`,
        slug: `${name}-${families}`.toLowerCase(),
        ...(parent && { parent: parent.id }),
      })
    const animal = await made('Animal')
    return {
      animal,
      breed: await made('Breed', animal),
      country: await made('Country'),
      district: await made('District'),
    }
  }
  const parentOf = async ({ id }: Item): Promise<number | null> =>
    (await own.service.call('GET', `/api/taxonomy-types/id/${id}`)).body.data.parent_id

  it('are moved by mouse, and back by an undo', async () => {
    const { animal, breed, country, district } = await makeTypes()
    await own.visit(`/taxonomies?type=${country.slug}`, {}, async (page) => {
      await drag(type(page, district), type(page, country))
      await waitForStatus(page, `Moved ${district.name} to ${country.name}.`)
      await at(page, district, 2).waitFor()
      assert.equal(await parentOf(district), country.id)
      // With its descendants.
      await drag(type(page, animal), type(page, district))
      await waitForStatus(page, `Moved ${animal.name} to ${district.name}.`)
      await at(page, animal, 3).waitFor()
      await at(page, breed, 4).waitFor()
      assert.equal(await parentOf(animal), district.id)
      const undo = page.getByRole('button', { name: 'Undo' })
      // With the focus, the notification stays: axe may take longer than it is shown.
      await undo.focus()
      await expectNoViolations(page)
      await undo.click()
      await at(page, animal, 1).waitFor()
      assert.equal(await parentOf(animal), null)
      assert.equal(await parentOf(breed), animal.id)
    })
  })

  it('are not moved below their own descendants', async () => {
    const { animal, breed, country } = await makeTypes()
    await own.visit(`/taxonomies?type=${country.slug}`, {}, async (page, { requests }) => {
      await drag(type(page, animal), type(page, breed))
      await drag(type(page, country), type(page, breed))
      await waitForStatus(page, `Moved ${country.name} to ${breed.name}.`)
      await at(page, country, 3).waitFor()
      assert.equal(requests.filter((url) => url.endsWith('/update')).length, 1)
      assert.equal(await parentOf(animal), null)
    })
  })

  it('are moved by keyboard, which announces targets, with a cancel and an undo', async () => {
    const { animal, breed, country, district } = await makeTypes()
    await own.visit(`/taxonomies?type=${country.slug}`, {}, async (page) => {
      await type(page, district).focus()
      await page.keyboard.press('m')
      // It is the last: no target follows.
      await waitForStatus(page, new RegExp(`^Moving ${district.name}\\. Under ${country.name}\\.`))
      await page.keyboard.press('Escape')
      await types(page).locator(`[aria-label="${district.name}"]:focus`).waitFor()
      await page.keyboard.press('m')
      await waitForStatus(page, new RegExp(`^Moving ${district.name}\\.`))
      await page.keyboard.press('ArrowUp')
      await waitForStatus(page, `Under ${breed.name}.`)
      await page.keyboard.press('Enter')
      await waitForStatus(page, `Moved ${district.name} to ${breed.name}.`)
      await at(page, district, 3).waitFor()
      assert.equal(await parentOf(district), breed.id)
      await types(page).locator(`[aria-label="${district.name}"]:focus`).waitFor()
      await page.keyboard.press('Control+z')
      await at(page, district, 1).waitFor()
      assert.equal(await parentOf(district), null)
      assert.equal(await parentOf(breed), animal.id)
    })
  })

  it('are renamed and get child types from the menu', async () => {
    const { country } = await makeTypes()
    await own.visit(`/taxonomies?type=${country.slug}`, {}, async (page) => {
      await type(page, country).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Rename' }).click()
      await page.getByRole('textbox', { name: 'Name', exact: true }).and(page.locator(':focus')).waitFor()
      await page.keyboard.type('Nation')
      await page.keyboard.press('Enter')
      await waitForStatus(page, `Renamed “${country.name}” to “Nation”.`)
      await type(page, { ...country, name: 'Nation' }).focus()
      await page.keyboard.press('Shift+F10')
      await page.getByRole('menuitem', { name: 'Add child type' }).press('Enter')
      await page.getByRole('textbox', { name: 'New type name' }).and(page.locator(':focus')).waitFor()
      await page.keyboard.type('Canton')
      await page.keyboard.press('Enter')
      await types(page).locator('[aria-label=Canton][aria-level="2"]').waitFor()
    })
  })

  it('are deleted before their terms are counted, and those of a deleted type are not counted', async () => {
    const { country, district } = await makeTypes()
    await own.visit(`/taxonomies?type=${district.slug}`, {}, async (page) => {
      await type(page, country).click({ button: 'right' })
      const isCount = new RegExp(`/api/taxonomies\\?.*${country.slug}`)
      const counts = await holdAnswers(page, (request) => isCount.test(request.url()))
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      const dialog = page.getByRole('dialog', { name: `Delete “${country.name}”?` })
      await eventually(() => counts.sent() > 0)
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await waitForStatus(page, `Deleted ${country.name}.`)
      counts.release()
      await settled(page)
      assert.equal(counts.sent(), 1)
    })
  })

  it('say why a move is refused, and change nothing', async () => {
    const { animal, country } = await makeTypes()
    await own.visit(
      `/taxonomies?type=${country.slug}`,
      { expected: [/status of (404|409|422)/] },
      async (page) => {
        await type(page, country).waitFor()
        // Another administrator deletes it meanwhile.
        await own.service.call('POST', `/api/taxonomy-types/id/${animal.id}/delete`, {
          json: { cascade: true },
        })
        await drag(type(page, country), type(page, animal))
        await page.getByRole('alert').waitFor()
        assert.equal(await parentOf(country), null)
        await at(page, country, 1).waitFor()
      },
    )
  })
})
