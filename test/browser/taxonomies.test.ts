// Engines: SQLite
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { dataOf, makeActor } from '../support/actors.ts'
import {
  expectNoOverflow,
  expectNoViolations,
  expectValue,
  PHONE,
  shoot,
  useConsole,
} from '../support/console.ts'
import { eventually } from '../support/eventually.ts'
import {
  address,
  expectNames,
  makeWorld,
  openRows,
  readTerm,
  row,
  treeOf,
  type World,
  waitForStatus,
} from '../support/term-trees.ts'

describe('The taxonomies page', () => {
  const own = useConsole()
  let shown: World
  before(async () => {
    shown = await makeWorld(own)
  })

  it('shows types and terms as trees, level by level, with child terms and classified users', async () => {
    await own.visit(address(shown), {}, async (page) => {
      await openRows(page, 'Europe', 'France')
      await row(page, 'Paris').waitFor()
      await expectNames(page, ['1 Asia', '1 Europe', '2 France', '3 Lyon', '3 Paris', '2 Germany'])
      await row(page, 'Paris').click()
      await page.getByRole('heading', { name: 'Users with this term' }).waitFor()
      await page.waitForURL(new RegExp(`term=${shown.paris.id}`))
      const about = await row(page, 'Paris').getAttribute('aria-describedby')
      assert.equal(await page.locator(`#${about}`).textContent(), '0 child terms, 2 users')
      await page.getByRole('link', { name: /Ada/ }).first().waitFor()
      await expectNoViolations(page)
      await shoot(page, 'taxonomies')
      await page.emulateMedia({ colorScheme: 'dark' })
      await shoot(page, 'taxonomies-dark')
    })
  })

  it('expands the path to a linked term', async () => {
    await own.visit(`/taxonomies/${shown.lyon.id}`, {}, async (page) => {
      await row(page, 'Lyon').and(page.locator('[aria-current=true]')).waitFor()
      await page.getByRole('complementary').getByRole('heading', { name: 'Lyon' }).waitFor()
    })
  })

  it('expands the path to search results, highlights them, and steps through them', async () => {
    const world = await makeWorld(own)
    await own.visit(address(world), {}, async (page) => {
      await row(page, 'Asia').waitFor()
      await page.getByRole('searchbox', { name: 'Search terms' }).fill('AN')
      await waitForStatus(page, '1 of 2')
      await eventually(async () =>
        assert.deepEqual(await treeOf(page).locator('mark').allTextContents(), ['an', 'an']),
      )
      await treeOf(page).locator('.current[aria-label=France]').waitFor()
      await page.keyboard.press('Enter')
      await waitForStatus(page, '2 of 2')
      await treeOf(page).locator('.current[aria-label=Germany]').waitFor()
      await page.getByRole('searchbox', { name: 'Search terms' }).fill('lyon')
      await waitForStatus(page, '1 of 1')
      await row(page, 'Lyon').waitFor()
      await expectNoViolations(page)
      await shoot(page, 'taxonomies-search')
      await page.getByRole('searchbox', { name: 'Search terms' }).fill('atlantis')
      await waitForStatus(page, 'No results')
    })
  })

  it('saves details, reports faults, and asks before it discards input', async () => {
    const world = await makeWorld(own)
    await own.visit(address(world, world.asia), { expected: [/status of 412/] }, async (page) => {
      const panel = page.getByRole('complementary')
      await panel.getByLabel('Metadata (JSON)').fill('{"code": ')
      await panel.getByText('This isn’t a JSON object.').waitFor()
      assert.equal(await panel.getByRole('button', { name: 'Save' }).isDisabled(), true)
      await expectNoViolations(page)
      await row(page, 'Europe').click()
      const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
      await dialog.getByRole('button', { name: 'Stay on this page' }).click()
      await panel.getByLabel('Metadata (JSON)').fill('{"code": "AS"}')
      await panel.getByLabel('Excerpt').fill('The largest.')
      await panel.getByRole('button', { name: 'Save' }).click()
      await waitForStatus(page, 'Saved “Asia”.')
      const { meta, excerpt } = await readTerm(own, world.asia.id)
      assert.deepEqual([meta, excerpt], [{ code: 'AS' }, 'The largest.'])

      dataOf(
        await own.service.call('POST', `/api/taxonomies/id/${world.asia.id}/update`, {
          json: { notes: 'theirs' },
        }),
      )
      await panel.getByLabel('Notes').fill('mine')
      await panel.getByRole('button', { name: 'Save' }).click()
      await panel.getByText('Someone else has changed this in the meantime.').waitFor()
      assert.equal((await readTerm(own, world.asia.id)).notes, 'theirs')
      await panel.getByRole('button', { name: 'Reload' }).click()
      await panel.getByRole('alert').waitFor({ state: 'detached' })
      assert.equal(await panel.getByLabel('Notes').inputValue(), 'mine')
      await panel.getByRole('button', { name: 'Discard' }).click()
      await expectValue(panel.getByLabel('Notes'), 'theirs')
    })
  })

  it('shows readers the trees, and nothing that changes them', async () => {
    const reader = await makeActor(own.service, ['can-read-taxonomies', 'can-read-taxonomy-types'], {
      first_name: 'Ada',
    })
    await own.visit(address(shown), { token: reader.token }, async (page) => {
      await openRows(page, 'Europe')
      await row(page, 'France').click()
      await page.getByRole('complementary').getByText('Slug').waitFor()
      assert.equal(await page.locator('main [draggable=true]').count(), 0)
      assert.equal(await page.locator('main form, main [aria-haspopup=menu]').count(), 0)
      const buttons = page.getByRole('main').getByRole('button')
      assert.deepEqual(
        await buttons.evaluateAll((all) => all.map((each) => each.ariaLabel ?? each.textContent)),
        ['View only', 'Collapse all', 'By name', 'Manual order', 'Close details'],
      )
      for (const key of ['F2', 'n', 'm', 'Delete']) await page.keyboard.press(key)
      assert.equal(await page.getByRole('dialog').count(), 0)
      assert.equal(await page.getByRole('main').getByRole('textbox').count(), 0)
      await expectNoViolations(page)
    })
  })

  it('creates, renames, moves and deletes types', async () => {
    const world = await makeWorld(own)
    await own.visit(address(world), {}, async (page) => {
      const types = page.getByRole('tree', { name: 'Types of terms' })
      const type = (name: string) => types.getByRole('treeitem', { name, exact: true })
      await type(world.type.name).focus()
      await page.keyboard.press('n')
      await page.getByRole('textbox', { name: 'New type name' }).fill('Quarter')
      await page.keyboard.press('Enter')
      await page
        .getByRole('tree', { name: 'Terms of Quarter' })
        .or(page.getByText('Quarter has no terms yet'))
        .waitFor()
      await type('Quarter').and(page.locator('[aria-level="2"]')).waitFor()
      await expectNoViolations(page)
      await shoot(page, 'taxonomies-empty')
      await type('Quarter').click()
      await page.keyboard.press('F2')
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('District')
      await page.keyboard.press('Enter')
      await waitForStatus(page, 'Renamed “Quarter” to “District”.')
      await type('District').click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Move…' }).click()
      await page.getByRole('combobox', { name: 'Parent' }).click()
      await page.getByRole('option', { name: 'To the top level' }).click()
      await page.getByRole('button', { name: 'Move', exact: true }).click()
      await waitForStatus(page, 'Moved District to the top level.')
      await types.locator('[aria-label=District][aria-level="1"]').waitFor()
      await type(world.type.name).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('1 type with 6 terms.').waitFor()
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await type(world.type.name).waitFor({ state: 'detached' })
      // Before this, an undo would undo the move.
      await waitForStatus(page, `Deleted ${world.type.name}.`)
      await page.getByRole('button', { name: 'Undo' }).click()
      await type(world.type.name).waitFor()
    })
    assert.equal((await readTerm(own, world.paris.id)).deleted_at, null)
  })

  it('fits a phone: a type selector, details on the full screen, moves by the menu', async () => {
    const world = await makeWorld(own)
    await own.visit(address(world), { screen: PHONE, locale: 'fr-FR' }, async (page) => {
      const tree = page.getByRole('tree', { name: /^Termes de/ })
      await tree.getByRole('treeitem', { name: 'Asia' }).waitFor()
      await expectNoOverflow(page)
      await expectNoViolations(page)
      await shoot(page, 'taxonomies-phone')
      await tree.getByRole('treeitem', { name: 'Europe' }).click()
      const sheet = page.getByRole('complementary')
      await sheet.getByLabel('Extrait').waitFor()
      await expectNoViolations(page)
      await shoot(page, 'taxonomies-phone-panel')
      await sheet.getByRole('button', { name: 'Fermer les détails' }).click()
      await sheet.waitFor({ state: 'detached' })
      await page.getByRole('combobox', { name: 'Type' }).click()
      await page.getByRole('option', { name: shown.type.name, exact: true }).click()
      await page.getByRole('tree', { name: `Termes de ${shown.type.name}`, exact: true }).waitFor()
    })
  })
})
