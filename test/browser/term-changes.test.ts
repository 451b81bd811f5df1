// Engines: SQLite
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { settled } from '../support/browser.ts'
import { expectNoViolations, holdAnswers, LAPTOP, PHONE, shoot, useConsole } from '../support/console.ts'
import { eventually } from '../support/eventually.ts'
import { make } from '../support/factories.ts'
import {
  address,
  drag,
  expectNames,
  makeWorld,
  openRows,
  readTerm,
  row,
  treeOf,
  waitForStatus,
} from '../support/term-trees.ts'

describe('Changes of terms', () => {
  const own = useConsole()

  it('move a branch by mouse, report its size, and undo it', async () => {
    const world = await makeWorld(own)
    await own.visit(address(world), {}, async (page) => {
      await openRows(page, 'Europe')
      await drag(row(page, 'France'), row(page, 'Asia'))
      await waitForStatus(page, 'Moved “France” to Asia. 3 terms, classifying 2 users.')
      await expectNames(page, ['1 Asia', '2 France', '1 Europe', '2 Germany'])
      assert.equal((await readTerm(own, world.france.id)).parent_id, world.asia.id)
      await shoot(page, 'taxonomies-moved')
      await page.getByRole('button', { name: 'Undo' }).click()
      await waitForStatus(page, 'Moved “France” back.')
      assert.equal((await readTerm(own, world.france.id)).parent_id, world.europe.id)
      await expectNames(page, ['1 Asia', '1 Europe', '2 France', '2 Germany'])
    })
  })

  it('move a branch by keyboard, announce each target, and skip impossible ones', async () => {
    const world = await makeWorld(own)
    await own.visit(address(world), {}, async (page) => {
      await openRows(page, 'Europe', 'France')
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
      await waitForStatus(page, /^Moving France\. Under Germany\. Use the up and down arrow keys/)
      await page.keyboard.press('ArrowUp')
      // Its current parent and its own descendants are no targets.
      await waitForStatus(page, 'Under Asia.')
      await shoot(page, 'taxonomies-carried')
      await page.keyboard.press('ArrowUp')
      await waitForStatus(page, 'To the top level.')
      await page.keyboard.press('ArrowDown')
      await waitForStatus(page, 'Under Asia.')
      await page.keyboard.press('Enter')
      await waitForStatus(page, 'Moved “France” to Asia. 3 terms, classifying 2 users.')
      assert.equal((await readTerm(own, world.france.id)).parent_id, world.asia.id)
      await treeOf(page).locator('[aria-label=France]:focus').waitFor()
      await page.keyboard.press('Control+z')
      await waitForStatus(page, 'Moved “France” back.')
      assert.equal((await readTerm(own, world.france.id)).parent_id, world.europe.id)
    })
  })

  it('move the last term by keyboard too, and ignore the key if there is no target', async () => {
    const world = await makeWorld(own)
    await own.visit(address(world), {}, async (page) => {
      await row(page, 'Europe').focus()
      await page.keyboard.press('m')
      await waitForStatus(page, /^Moving Europe\. Under Asia\./)
      await page.keyboard.press('Enter')
      await waitForStatus(page, 'Moved “Europe” to Asia. 5 terms, classifying 2 users.')
      await expectNames(page, ['1 Asia', '2 Europe'])
      assert.equal((await readTerm(own, world.europe.id)).parent_id, world.asia.id)
      await row(page, 'Asia').focus()
      // Everything else is below it, so no move starts and keys keep their usual meaning.
      await page.keyboard.press('m')
      await expectNames(page, ['1 Asia'])
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowDown')
      await treeOf(page).locator('[aria-label=Europe]:focus').waitFor()
    })
  })

  it('explain a refused move, and change nothing', async () => {
    const world = await makeWorld(own)
    const twin = await make(own.service, 'taxonomies', {
      name: 'France',
      slug: `twin-${world.type.slug}`,
      type: world.type.slug,
      parent: world.asia.id,
    })
    await own.visit(address(world), {}, async (page) => {
      // Asia too: otherwise it opens if the pointer stays on it, as on a busy machine.
      await openRows(page, 'Asia', 'Europe')
      await drag(row(page, 'France').last(), row(page, 'Asia'))
      const dialog = page.getByRole('dialog', { name: 'This can’t be moved there' })
      await dialog.getByText('A term named “France” is already there.').waitFor()
      await expectNoViolations(page)
      await dialog.getByRole('button', { name: 'Close' }).click()
      assert.equal((await readTerm(own, world.france.id)).parent_id, world.europe.id)
      assert.equal((await readTerm(own, twin.id)).parent_id, world.asia.id)
      // A branch cannot be dropped into itself: no request is sent.
      await drag(row(page, 'Europe'), row(page, 'Germany'))
      await expectNames(page, ['1 Asia', '2 France', '1 Europe', '2 France', '2 Germany'])
      assert.equal(await page.getByRole('dialog').count(), 0)
    })
  })

  it('move several terms to a searched target, after a preview', async () => {
    const world = await makeWorld(own)
    await own.visit(address(world), {}, async (page) => {
      await openRows(page, 'Europe', 'France')
      await row(page, 'Lyon').click()
      await row(page, 'Paris').click({ modifiers: ['Control'] })
      await page.getByText('2 terms selected').waitFor()
      await page.getByRole('button', { name: 'Move…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Move 2 terms' })
      await dialog.getByRole('combobox', { name: 'Term' }).fill('germ')
      await page.getByRole('option', { name: /Germany/ }).click()
      await dialog.getByText('This moves 2 terms, classifying 3 users.').waitFor()
      await dialog.getByText(/^Users: Ada[^,]*, Ada[^,]*\.$/).waitFor()
      await expectNoViolations(page)
      await shoot(page, 'taxonomies-move')
      const gate = Promise.withResolvers<void>()
      await page.route(
        ({ pathname }) => pathname.startsWith('/api/taxonomies'),
        async (route) => {
          if (route.request().method() !== 'GET') await gate.promise
          await route.continue()
        },
      )
      await dialog.getByRole('button', { name: 'Move', exact: true }).click()
      // While the terms are moved, nothing closes the dialog, which shows a refusal.
      await dialog.getByRole('button', { name: 'Cancel', disabled: true }).waitFor()
      await page.keyboard.press('Escape')
      gate.resolve()
      await waitForStatus(page, 'Moved 2 terms to Germany.')
      assert.equal((await readTerm(own, world.paris.id)).parent_id, world.germany.id)
      assert.equal((await readTerm(own, world.lyon.id)).parent_id, world.germany.id)
    })
  })

  it('offer terms of the parent type as targets too, in groups', async () => {
    const { service } = own
    const country = await make(service, 'taxonomy-types', { name: 'Land' })
    const city = await make(service, 'taxonomy-types', { name: 'Town', parent: country.id })
    const chad = await make(service, 'taxonomies', { name: 'Chad', type: country.slug })
    const sarh = await make(service, 'taxonomies', { name: 'Sarh', type: city.slug })
    await own.visit(`/taxonomies?type=${city.slug}`, {}, async (page) => {
      await row(page, 'Sarh').click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Move…' }).click()
      await page.getByRole('combobox', { name: 'Term' }).fill('cha')
      const option = page.getByRole('listbox').getByRole('group', { name: 'Land' }).getByRole('option')
      await option.waitFor()
      await expectNoViolations(page)
      await option.click()
      await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click()
      await waitForStatus(page, /^Moved “Sarh” to Chad\./)
    })
    assert.equal((await readTerm(own, sarh.id)).parent_id, chad.id)
  })

  it('add several terms and rename them in place by keyboard alone', async () => {
    const world = await makeWorld(own)
    await own.visit(address(world), { expected: [/status of 409/] }, async (page) => {
      await row(page, 'Asia').focus()
      await page.keyboard.press('n')
      const input = page.getByRole('textbox', { name: 'New term name' })
      await input.fill('Japan')
      await page.keyboard.press('Enter')
      await row(page, 'Japan').waitFor()
      await input.fill('India')
      await page.keyboard.press('Enter')
      await row(page, 'India').waitFor()
      await input.fill('Japan')
      await page.keyboard.press('Enter')
      await page
        .getByRole('alert')
        .filter({ hasText: 'Another term of this type already has this name' })
        .waitFor()
      await shoot(page, 'taxonomies-add')
      await page.keyboard.press('Escape')
      await input.waitFor({ state: 'detached' })
      await expectNames(page, ['1 Asia', '2 India', '2 Japan', '1 Europe'])

      await row(page, 'Japan').focus()
      await page.keyboard.press('F2')
      const name = page.getByRole('textbox', { name: 'Name', exact: true })
      await name.fill('India')
      await page.keyboard.press('Enter')
      await page
        .getByRole('alert')
        .filter({ hasText: 'Another term of this type already has this name' })
        .waitFor()
      await name.fill('Nippon')
      await page.keyboard.press('Enter')
      await waitForStatus(page, 'Renamed “Japan” to “Nippon”.')
      await expectNames(page, ['1 Asia', '2 India', '2 Nippon', '1 Europe'])
      await treeOf(page).locator('[aria-label=Nippon]:focus').waitFor()
      await page.keyboard.press('F2')
      await name.fill('Something else')
      await page.keyboard.press('Escape')
      await row(page, 'Nippon').waitFor()
    })
  })

  for (const [device, screen] of Object.entries({ laptop: LAPTOP, phone: PHONE }))
    it(`name terms from the menu, by mouse and keyboard, on a ${device}`, async () => {
      const world = await makeWorld(own)
      await own.visit(address(world), { screen }, async (page) => {
        const name = page.getByRole('textbox', { name: 'Name', exact: true })
        const newName = page.getByRole('textbox', { name: 'New term name' })
        await row(page, 'Asia').click({ button: 'right' })
        await page.getByRole('menuitem', { name: 'Rename' }).click()
        await name.and(page.locator(':focus')).waitFor()
        await page.keyboard.type('Nanyo')
        await page.keyboard.press('Enter')
        await waitForStatus(page, 'Renamed “Asia” to “Nanyo”.')
        await row(page, 'Nanyo').locator('button.more').click()
        await page.getByRole('menuitem', { name: 'Add child term' }).click()
        await newName.and(page.locator(':focus')).waitFor()
        await page.keyboard.type('Nepal')
        await page.keyboard.press('Enter')
        await waitForStatus(page, 'Added “Nepal”.')
        await page.keyboard.press('Escape')

        await row(page, 'Nanyo').focus()
        await page.keyboard.press('Shift+F10')
        await page.getByRole('menuitem', { name: 'Add sibling term' }).press('Enter')
        await newName.and(page.locator(':focus')).waitFor()
        await page.keyboard.type('Africa')
        await page.keyboard.press('Enter')
        await waitForStatus(page, 'Added “Africa”.')
        await page.keyboard.press('Escape')
        await expectNames(page, ['1 Africa', '1 Europe', '1 Nanyo', '2 Nepal'])
      })
    })

  it('report a taken name beside the field, also in French', async () => {
    const world = await makeWorld(own)
    // The name is elsewhere in the tree: the service refuses the slug that is derived from it.
    const fields = { name: 'Island', slug: 'island', type: world.type.slug, parent: world.asia.id }
    await make(own.service, 'taxonomies', fields)
    const options = { locale: 'fr-FR', expected: [/status of 409/] }
    await own.visit(address(world), options, async (page) => {
      const expectAlert = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()
      await page
        .getByRole('tree', { name: /^Termes de/ })
        .getByRole('treeitem', { name: 'Europe', exact: true })
        .focus()
      await page.keyboard.press('n')
      await page.getByRole('textbox', { name: 'Nom du nouveau terme' }).fill('Island')
      await page.keyboard.press('Enter')
      await expectAlert('Un autre terme de ce type porte déjà ce nom, ou un nom très proche.')
      await expectNoViolations(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Ajouter un type' }).click()
      await page.getByRole('textbox', { name: 'Nom du nouveau type' }).fill(world.type.name)
      await page.keyboard.press('Enter')
      await expectAlert('Un autre type porte déjà ce nom, ou un nom très proche.')
    })
    await own.visit(address(world), { screen: PHONE, expected: [/status of 409/] }, async (page) => {
      await page.getByRole('button', { name: 'Add type' }).click()
      const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' })
      await name.fill(world.type.name)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Another type already has this name or a very similar one.').waitFor()
      assert.equal(await name.getAttribute('aria-invalid'), 'true')
      assert.equal(await page.getByRole('alert').count(), 0)
    })
  })

  it('merge after showing the exact effects on users and terms', async () => {
    const world = await makeWorld(own)
    await own.visit(address(world), {}, async (page) => {
      await openRows(page, 'Europe', 'France')
      await row(page, 'Paris').click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Merge into…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Merge “Paris” into another term' })
      const confirm = dialog.getByRole('button', { name: 'Merge', exact: true })
      const into = dialog.getByRole('combobox', { name: 'Merge into' })
      await into.and(page.locator(':focus')).waitFor()
      assert.equal(await confirm.isDisabled(), true)
      await dialog.getByRole('combobox', { name: 'Merge into' }).fill('lyon')
      await page.getByRole('option', { name: /Lyon/ }).click()
      await dialog.getByText('1 user is classified with “Lyon” instead.').waitFor()
      await dialog.getByText('1 user has both, and keeps “Lyon”.').waitFor()
      await dialog.getByText('0 child terms move under “Lyon”.').waitFor()
      await dialog.getByText(/^Users: Ada[^,]*\.$/).waitFor()
      await expectNoViolations(page)
      await shoot(page, 'taxonomies-merge')
      await confirm.click()
      await waitForStatus(page, 'Merged “Paris” into “Lyon”.')
      await row(page, 'Paris').waitFor({ state: 'detached' })
    })
    assert.equal((await readTerm(own, world.paris.id)).merged_into_id, world.lyon.id)
    assert.equal((await readTerm(own, world.lyon.id)).count_users, 2)
  })

  it('say why a merge is impossible', async () => {
    const world = await makeWorld(own)
    await own.visit(address(world), {}, async (page) => {
      await row(page, 'Europe').click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Merge into…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox', { name: 'Merge into' }).fill('lyon')
      await page.getByRole('option', { name: /Lyon/ }).click()
      await dialog.getByText('“Lyon” is under “Europe”.').waitFor()
      assert.equal(await dialog.getByRole('button', { name: 'Merge', exact: true }).isDisabled(), true)
    })
  })

  it('delete a branch after showing its size, and restore all of it', async () => {
    const world = await makeWorld(own)
    await own.visit(address(world, world.paris), {}, async (page) => {
      await row(page, 'Paris').waitFor()
      await row(page, 'France').focus()
      await page.keyboard.press('Delete')
      const dialog = page.getByRole('dialog', { name: 'Delete “France”?' })
      await dialog.getByText('3 terms, classifying 2 users.').waitFor()
      await dialog.getByText('Child terms: Lyon, Paris.').waitFor()
      await expectNoViolations(page)
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await waitForStatus(page, 'Deleted “France”.')
      await row(page, 'France').waitFor({ state: 'detached' })
      // The details of Paris close with it.
      await page.getByRole('complementary').waitFor({ state: 'detached' })
      assert.notEqual((await readTerm(own, world.paris.id)).deleted_at, null)
      await page.getByRole('button', { name: 'Undo' }).click()
      await waitForStatus(page, 'Restored “France”.')
      await row(page, 'France').waitFor()
    })
    assert.equal((await readTerm(own, world.paris.id)).deleted_at, null)
    assert.equal((await readTerm(own, world.paris.id)).count_users, 2)
  })

  it('delete a branch before its size is known, and do not ask for the size of the deleted branch', async () => {
    const world = await makeWorld(own)
    await own.visit(address(world), {}, async (page) => {
      await row(page, 'Europe').focus()
      const sizes = await holdAnswers(page, (request) => request.url().endsWith('/move'))
      await page.keyboard.press('Delete')
      const dialog = page.getByRole('dialog', { name: 'Delete “Europe”?' })
      await eventually(() => sizes.sent() > 0)
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await waitForStatus(page, 'Deleted “Europe”.')
      sizes.release()
      await settled(page)
      assert.equal(sizes.sent(), 1)
    })
  })
})
