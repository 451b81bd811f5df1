import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf, makeActor } from '../support/actors.ts'
import { expectNoOverflow, expectNoViolations, PHONE, shoot, useConsole } from '../support/console.ts'
import { type Item, make } from '../support/factories.ts'

const own = useConsole()
const read = async (id: number): Promise<Item> =>
  dataOf(await own.service.call('GET', `/api/taxonomies/id/${id}`, { query: { trashed: 'true' } }))
const term = (name: string, type: string, parent?: Item): Promise<Item> =>
  make(own.service, 'taxonomies', {
    name,
    slug: `${type}-${name}`.toLowerCase(),
    type,
    ...(parent && { parent: parent.id }),
  })

interface World {
  type: Item
  europe: Item
  france: Item
  paris: Item
  lyon: Item
  germany: Item
  asia: Item
}

let worlds = 0
/** A type of its own, with three levels of terms; two users are in Paris, one of them in Lyon too. */
async function makeWorld(): Promise<World> {
  const { service } = own
  worlds += 1
  const type = await make(service, 'taxonomy-types', { name: `Place ${worlds}`, slug: `place-${worlds}` })
  const { slug } = type
  const europe = await term('Europe', slug)
  const asia = await term('Asia', slug)
  const france = await term('France', slug, europe)
  const germany = await term('Germany', slug, europe)
  const paris = await term('Paris', slug, france)
  const lyon = await term('Lyon', slug, france)
  for (const places of [[paris], [paris, lyon]]) {
    const user = await make(service, 'users', { first_name: 'Ada' })
    const json = places.map(({ id }) => id)
    dataOf(await service.call('POST', `/api/users/${user.id}/relationships/taxonomies`, { json }))
  }
  return { type, europe, france, paris, lyon, germany, asia }
}

const address = ({ type }: World, opened?: Item) =>
  `/taxonomies?type=${type.slug}${opened ? `&term=${opened.id}` : ''}`
const treeOf = (page: Page) => page.getByRole('tree', { name: /^Terms of/ })
const row = (page: Page, name: string) => treeOf(page).getByRole('treeitem', { name, exact: true })
const tell = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).waitFor()
/** Each with its level, once it is so. */
async function expectNames(page: Page, names: string[]): Promise<void> {
  const rows = treeOf(page).getByRole('treeitem')
  const read = () =>
    rows.evaluateAll((all) => all.map((each) => `${each.ariaLevel} ${each.ariaLabel}`).join(', '))
  for (let tries = 0; tries < 50 && (await read()) !== names.join(', '); tries += 1)
    await page.waitForTimeout(40)
  assert.equal(await read(), names.join(', '))
}

async function open(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    await row(page, name).locator('.twist').click()
    await treeOf(page).locator(`[aria-label="${name}"][aria-expanded=true]`).waitFor()
  }
}

describe('taxonomies', () => {
  let shown: World
  before(async () => {
    shown = await makeWorld()
  })

  it('shows types and terms as trees, level by level, with what is below and who is classified', async () => {
    await own.visit(address(shown), {}, async (page) => {
      await open(page, 'Europe', 'France')
      await row(page, 'Paris').waitFor()
      await expectNames(page, ['1 Asia', '1 Europe', '2 France', '3 Lyon', '3 Paris', '2 Germany'])
      await row(page, 'Paris').click()
      await page.getByRole('heading', { name: 'Users classified with it' }).waitFor()
      assert.match(page.url(), new RegExp(`term=${shown.paris.id}`))
      const about = await row(page, 'Paris').getAttribute('aria-describedby')
      assert.equal(await page.locator(`#${about}`).textContent(), '0 terms below, 2 users')
      await page.getByRole('link', { name: /Ada/ }).first().waitFor()
      await expectNoViolations(page)
      await shoot(page, 'taxonomies')
      await page.emulateMedia({ colorScheme: 'dark' })
      await shoot(page, 'taxonomies-dark')
    })
  })

  it('opens the way to a term that is linked to', async () => {
    await own.visit(`/taxonomies/${shown.lyon.id}`, {}, async (page) => {
      await row(page, 'Lyon').waitFor()
      assert.equal(await row(page, 'Lyon').getAttribute('aria-current'), 'true')
      await page.getByRole('complementary').getByRole('heading', { name: 'Lyon' }).waitFor()
    })
  })

  it('moves a branch by mouse, tells how much that was, and takes it back', async () => {
    const world = await makeWorld()
    await own.visit(address(world), {}, async (page) => {
      await open(page, 'Europe')
      await row(page, 'France').dragTo(row(page, 'Asia'))
      await tell(page, 'Moved “France” to Asia. 3 terms, classifying 2 users.')
      await expectNames(page, ['1 Asia', '2 France', '1 Europe', '2 Germany'])
      assert.equal((await read(world.france.id)).parent_id, world.asia.id)
      await shoot(page, 'taxonomies-moved')
      await page.getByRole('button', { name: 'Undo' }).click()
      await tell(page, 'Moved “France” back.')
      assert.equal((await read(world.france.id)).parent_id, world.europe.id)
      await expectNames(page, ['1 Asia', '1 Europe', '2 France', '2 Germany'])
    })
  })

  it('moves a branch by keyboard, telling where to on the way, and not where it cannot stand', async () => {
    const world = await makeWorld()
    await own.visit(address(world), {}, async (page) => {
      await open(page, 'Europe', 'France')
      await row(page, 'Paris').waitFor()
      await row(page, 'Asia').focus()
      await page.keyboard.press('End')
      await page.keyboard.press('ArrowUp')
      for (const name of ['Paris', 'Lyon']) {
        await treeOf(page).locator(`[aria-label=${name}]:focus`).waitFor()
        await page.keyboard.press('ArrowUp')
      }
      await treeOf(page).locator('[aria-label=France]:focus').waitFor()
      await page.keyboard.press('m')
      await tell(page, /^Moving France\. Below Germany\. Arrow up and down/)
      await page.keyboard.press('ArrowUp')
      // Its parent is where it stands already, and below itself nothing can stand.
      await tell(page, 'Below Asia.')
      await shoot(page, 'taxonomies-carried')
      await page.keyboard.press('ArrowUp')
      await tell(page, 'To the top level.')
      await page.keyboard.press('ArrowDown')
      await tell(page, 'Below Asia.')
      await page.keyboard.press('Enter')
      await tell(page, 'Moved “France” to Asia. 3 terms, classifying 2 users.')
      assert.equal((await read(world.france.id)).parent_id, world.asia.id)
      await treeOf(page).locator('[aria-label=France]:focus').waitFor()
      await page.keyboard.press('Control+z')
      await tell(page, 'Moved “France” back.')
      assert.equal((await read(world.france.id)).parent_id, world.europe.id)
    })
  })

  it('explains a move that is refused, and changes nothing', async () => {
    const world = await makeWorld()
    const twin = await make(own.service, 'taxonomies', {
      name: 'France',
      slug: `twin-${world.type.slug}`,
      type: world.type.slug,
      parent: world.asia.id,
    })
    await own.visit(address(world), {}, async (page) => {
      await open(page, 'Europe')
      await row(page, 'Germany').waitFor()
      await treeOf(page).locator('[aria-level="2"][aria-label=France]').dragTo(row(page, 'Asia'))
      const dialog = page.getByRole('dialog', { name: 'This cannot be moved there' })
      await dialog.getByText('A term called “France” is there already.').waitFor()
      await expectNoViolations(page)
      await dialog.getByRole('button', { name: 'Close' }).click()
      assert.equal((await read(world.france.id)).parent_id, world.europe.id)
      assert.equal((await read(twin.id)).parent_id, world.asia.id)
      // A branch cannot be dropped within itself: nothing is asked.
      await row(page, 'Europe').dragTo(row(page, 'Germany'))
      await expectNames(page, ['1 Asia', '1 Europe', '2 France', '2 Germany'])
      assert.equal(await page.getByRole('dialog').count(), 0)
    })
  })

  it('moves several at once to where a name leads, after a preview', async () => {
    const world = await makeWorld()
    await own.visit(address(world), {}, async (page) => {
      await open(page, 'Europe', 'France')
      await row(page, 'Lyon').click()
      await row(page, 'Paris').click({ modifiers: ['Control'] })
      await page.getByText('2 terms chosen').waitFor()
      await page.getByRole('button', { name: 'Move…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Move 2 terms' })
      await dialog.getByRole('combobox', { name: 'Term' }).fill('germ')
      await page.getByRole('option', { name: /Germany/ }).click()
      await dialog.getByText('This moves 2 terms, classifying 3 users.').waitFor()
      await expectNoViolations(page)
      await shoot(page, 'taxonomies-move')
      await dialog.getByRole('button', { name: 'Move', exact: true }).click()
      await tell(page, 'Moved 2 terms to Germany.')
      assert.equal((await read(world.paris.id)).parent_id, world.germany.id)
      assert.equal((await read(world.lyon.id)).parent_id, world.germany.id)
    })
  })

  it('adds terms one after the other and renames them where they stand, by keyboard alone', async () => {
    const world = await makeWorld()
    await own.visit(address(world), { expected: [/status of 409/] }, async (page) => {
      await row(page, 'Asia').focus()
      await page.keyboard.press('n')
      const input = page.getByRole('textbox', { name: 'Name of the new term' })
      await input.fill('Japan')
      await page.keyboard.press('Enter')
      await row(page, 'Japan').waitFor()
      await input.fill('India')
      await page.keyboard.press('Enter')
      await row(page, 'India').waitFor()
      await input.fill('Japan')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').filter({ hasText: 'Another taxonomy has this' }).waitFor()
      await shoot(page, 'taxonomies-add')
      await page.keyboard.press('Escape')
      await input.waitFor({ state: 'detached' })
      await expectNames(page, ['1 Asia', '2 India', '2 Japan', '1 Europe'])

      await row(page, 'Japan').focus()
      await page.keyboard.press('F2')
      const name = page.getByRole('textbox', { name: 'Name', exact: true })
      await name.fill('India')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').filter({ hasText: 'Another taxonomy has this' }).waitFor()
      await name.fill('Nippon')
      await page.keyboard.press('Enter')
      await tell(page, 'Renamed “Japan” to “Nippon”.')
      await expectNames(page, ['1 Asia', '2 India', '2 Nippon', '1 Europe'])
      await treeOf(page).locator('[aria-label=Nippon]:focus').waitFor()
      await page.keyboard.press('F2')
      await name.fill('Something else')
      await page.keyboard.press('Escape')
      await row(page, 'Nippon').waitFor()
    })
  })

  it('merges after telling whom and what it concerns, in true numbers', async () => {
    const world = await makeWorld()
    await own.visit(address(world), {}, async (page) => {
      await open(page, 'Europe', 'France')
      await row(page, 'Paris').click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Merge into…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Merge “Paris” into another term' })
      const confirm = dialog.getByRole('button', { name: 'Merge' })
      assert.equal(await confirm.isDisabled(), true)
      await dialog.getByRole('combobox', { name: 'Merge into' }).fill('lyon')
      await page.getByRole('option', { name: /Lyon/ }).click()
      await dialog.getByText('1 user is classified with “Lyon” instead.').waitFor()
      await dialog.getByText('1 user has both, and keeps “Lyon”.').waitFor()
      await dialog.getByText('0 terms right below move below “Lyon”.').waitFor()
      await expectNoViolations(page)
      await shoot(page, 'taxonomies-merge')
      await confirm.click()
      await tell(page, 'Merged “Paris” into “Lyon”.')
      await row(page, 'Paris').waitFor({ state: 'detached' })
    })
    assert.equal((await read(world.paris.id)).merged_into_id, world.lyon.id)
    assert.equal((await read(world.lyon.id)).count_users, 2)
  })

  it('tells why a merge cannot be', async () => {
    const world = await makeWorld()
    await own.visit(address(world), {}, async (page) => {
      await row(page, 'Europe').click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Merge into…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox', { name: 'Merge into' }).fill('lyon')
      await page.getByRole('option', { name: /Lyon/ }).click()
      await dialog.getByText('“Lyon” stands below “Europe”.').waitFor()
      assert.equal(await dialog.getByRole('button', { name: 'Merge' }).isDisabled(), true)
    })
  })

  it('opens the path to what is searched for, marks it, and goes from one to the next', async () => {
    const world = await makeWorld()
    await own.visit(address(world), {}, async (page) => {
      await row(page, 'Asia').waitFor()
      await page.getByRole('searchbox', { name: 'Search terms' }).fill('AN')
      await tell(page, '1 of 2')
      assert.deepEqual(await treeOf(page).locator('mark').allTextContents(), ['an', 'an'])
      await treeOf(page).locator('.current[aria-label=France]').waitFor()
      await page.keyboard.press('Enter')
      await tell(page, '2 of 2')
      await treeOf(page).locator('.current[aria-label=Germany]').waitFor()
      await page.getByRole('searchbox', { name: 'Search terms' }).fill('lyon')
      await tell(page, '1 of 1')
      await row(page, 'Lyon').waitFor()
      await expectNoViolations(page)
      await shoot(page, 'taxonomies-search')
      await page.getByRole('searchbox', { name: 'Search terms' }).fill('atlantis')
      await tell(page, 'Nothing is called so')
    })
  })

  it('deletes a branch after telling its reach, and brings it back whole', async () => {
    const world = await makeWorld()
    await own.visit(address(world, world.paris), {}, async (page) => {
      await row(page, 'Paris').waitFor()
      await row(page, 'France').focus()
      await page.keyboard.press('Delete')
      const dialog = page.getByRole('dialog', { name: 'Delete “France”?' })
      await dialog.getByText('3 terms, classifying 2 users.').waitFor()
      await expectNoViolations(page)
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await tell(page, 'Deleted “France”.')
      await row(page, 'France').waitFor({ state: 'detached' })
      // What was shown of Paris is gone with it.
      await page.getByRole('complementary').waitFor({ state: 'detached' })
      assert.notEqual((await read(world.paris.id)).deleted_at, null)
      await page.getByRole('button', { name: 'Undo' }).click()
      await tell(page, 'Restored “France”.')
      await row(page, 'France').waitFor()
    })
    assert.equal((await read(world.paris.id)).deleted_at, null)
    assert.equal((await read(world.paris.id)).count_users, 2)
  })

  it('saves details, tells what is wrong with them, and asks before they are lost', async () => {
    const world = await makeWorld()
    await own.visit(address(world, world.asia), { expected: [/status of 412/] }, async (page) => {
      const panel = page.getByRole('complementary')
      await panel.getByLabel('Meta (JSON)').fill('{"code": ')
      await panel.getByText('This is not a JSON object.').waitFor()
      assert.equal(await panel.getByRole('button', { name: 'Save' }).isDisabled(), true)
      await expectNoViolations(page)
      await row(page, 'Europe').click()
      const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await panel.getByLabel('Meta (JSON)').fill('{"code": "AS"}')
      await panel.getByLabel('Excerpt').fill('The largest.')
      await panel.getByRole('button', { name: 'Save' }).click()
      await tell(page, 'Saved “Asia”.')
      const { meta, excerpt } = await read(world.asia.id)
      assert.deepEqual([meta, excerpt], [{ code: 'AS' }, 'The largest.'])

      dataOf(
        await own.service.call('POST', `/api/taxonomies/id/${world.asia.id}/update`, {
          json: { notes: 'theirs' },
        }),
      )
      await panel.getByLabel('Notes').fill('mine')
      await panel.getByRole('button', { name: 'Save' }).click()
      await panel.getByText('Somebody else changed it meanwhile.').waitFor()
      assert.equal((await read(world.asia.id)).notes, 'theirs')
      await panel.getByRole('button', { name: 'Discard' }).click()
    })
  })

  it('shows a reader the trees, and nothing that changes them', async () => {
    const reader = await makeActor(own.service, ['can-read-taxonomies', 'can-read-taxonomy-types'], {
      first_name: 'Ada',
    })
    await own.visit(address(shown), { token: reader.token }, async (page) => {
      await open(page, 'Europe')
      await row(page, 'France').click()
      await page.getByRole('complementary').getByText('Slug').waitFor()
      assert.equal(await page.locator('main [draggable=true]').count(), 0)
      assert.equal(await page.locator('main form, main [aria-haspopup=menu]').count(), 0)
      const buttons = page.getByRole('main').getByRole('button')
      assert.deepEqual(
        await buttons.evaluateAll((all) => all.map((each) => each.ariaLabel ?? each.textContent)),
        ['Close all', 'Close the details'],
      )
      for (const key of ['F2', 'n', 'm', 'Delete']) await page.keyboard.press(key)
      assert.equal(await page.getByRole('dialog').count(), 0)
      assert.equal(await page.getByRole('main').getByRole('textbox').count(), 0)
      await expectNoViolations(page)
    })
  })

  it('makes, renames, moves and deletes types', async () => {
    const world = await makeWorld()
    await own.visit(address(world), {}, async (page) => {
      const types = page.getByRole('tree', { name: 'Types of terms' })
      const type = (name: string) => types.getByRole('treeitem', { name, exact: true })
      await type(world.type.name).focus()
      await page.keyboard.press('n')
      await page.getByRole('textbox', { name: 'Name of the new type' }).fill('Quarter')
      await page.keyboard.press('Enter')
      await page
        .getByRole('tree', { name: 'Terms of Quarter' })
        .or(page.getByText('Quarter has no terms yet'))
        .waitFor()
      assert.equal(await type('Quarter').getAttribute('aria-level'), '2')
      await expectNoViolations(page)
      await shoot(page, 'taxonomies-empty')
      await type('Quarter').click()
      await page.keyboard.press('F2')
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('District')
      await page.keyboard.press('Enter')
      await tell(page, 'Renamed “Quarter” to “District”.')
      await type('District').click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Move…' }).click()
      await page.getByRole('combobox', { name: 'Below' }).click()
      await page.getByRole('option', { name: 'To the top level' }).click()
      await page.getByRole('button', { name: 'Move', exact: true }).click()
      await tell(page, 'Moved District to the top level.')
      await types.locator('[aria-label=District][aria-level="1"]').waitFor()
      await type(world.type.name).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('1 type with 6 terms.').waitFor()
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await type(world.type.name).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Undo' }).click()
      await type(world.type.name).waitFor()
    })
    assert.equal((await read(world.paris.id)).deleted_at, null)
  })

  it('fits a phone: types to choose from, details over the whole screen, moves by the menu', async () => {
    const world = await makeWorld()
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
