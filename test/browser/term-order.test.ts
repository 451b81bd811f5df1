// Engines: SQLite
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { dataOf } from '../support/actors.ts'
import { expectNoViolations, PHONE, shoot, useConsole } from '../support/console.ts'
import { eventually } from '../support/eventually.ts'
import type { Item } from '../support/factories.ts'
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

describe('The manual order of terms', () => {
  const own = useConsole()
  const manual = (world: World) => `${address(world)}&order=position`
  const orderOf = async ({ type, europe }: World): Promise<string> => {
    const query = { type: type.slug, parent: String(europe.id), order: 'position' }
    const { list } = dataOf(await own.service.call('GET', '/api/taxonomies/tree', { query }))
    return list.data.map(({ name }: Item) => name).join(' ')
  }
  /**
   * Drags a row onto another one, or to its upper or lower edge.
   * @param seen during the drag, which then goes on; otherwise the row is dropped at once
   */
  const dragTo = async (
    page: Page,
    from: Locator,
    to: Locator,
    place: 'upper' | 'middle' | 'lower',
    seen?: Locator,
  ) => {
    const [start, end] = [await from.boundingBox(), await to.boundingBox()]
    assert.ok(start && end)
    await page.mouse.move(start.x + 60, start.y + start.height / 2)
    await page.mouse.down()
    // Not by way of the rows between: one that the pointer stays on, as on a busy machine, opens.
    await page.mouse.move(end.x + 60, end.y + end.height / 2)
    const down = { upper: 2, middle: end.height / 2 + 1, lower: end.height - 2 }[place]
    await page.mouse.move(end.x + 60, end.y + down, { steps: 5 })
    if (!seen) return page.mouse.up()
    // Browsers report a drag all the time, Playwright only when the pointer moves; the tree forgets a target 100 ms later.
    await eventually(async () => {
      await page.mouse.move(end.x + 61, end.y + down)
      await page.mouse.move(end.x + 60, end.y + down)
      return seen.isVisible()
    })
  }

  it('is chosen beside the order by name, and is in the address', async () => {
    const world = await makeWorld(own)
    const json = { before: world.france.id }
    dataOf(await own.service.call('POST', `/api/taxonomies/id/${world.germany.id}/move`, { json }))
    await own.visit(address(world), {}, async (page) => {
      await openRows(page, 'Europe')
      await expectNames(page, ['1 Asia', '1 Europe', '2 France', '2 Germany'])
      await page.getByRole('button', { name: 'Manual order' }).click()
      await expectNames(page, ['1 Asia', '1 Europe', '2 Germany', '2 France'])
      assert.match(page.url(), /order=position/)
      await expectNoViolations(page)
      await page.reload()
      await page.getByRole('button', { name: 'Manual order', pressed: true }).waitFor()
      await page.getByRole('button', { name: 'Expand all' }).click()
      await expectNames(page, ['1 Asia', '1 Europe', '2 Germany', '2 France', '3 Lyon', '3 Paris'])
      await page.getByRole('button', { name: 'By name' }).click()
      await expectNames(page, ['1 Asia', '1 Europe', '2 France', '3 Lyon', '3 Paris', '2 Germany'])
      assert.doesNotMatch(page.url(), /order=/)
    })
  })

  it('is asked for by the keys that move a term in the order by name, which change nothing', async () => {
    const world = await makeWorld(own)
    await own.visit(address(world), {}, async (page) => {
      await openRows(page, 'Europe')
      await row(page, 'Germany').focus()
      await page.keyboard.press('Alt+ArrowUp')
      await waitForStatus(
        page,
        'The terms are in order of their names. Choose “Manual order” above to move them up and down.',
      )
      await expectNames(page, ['1 Asia', '1 Europe', '2 France', '2 Germany'])
      assert.equal(await orderOf(world), 'France Germany')
    })
  })

  it('is named while a term is dragged in the order by name, where it can only go below another', async () => {
    const world = await makeWorld(own)
    await own.visit(address(world), {}, async (page) => {
      await openRows(page, 'Europe')
      const hint = page.getByText('To reorder, choose “Manual order” above.')
      const begin = async (name: string) => {
        await row(page, name).hover()
        await page.mouse.down()
        await row(page, 'Germany').hover()
        await row(page, 'Asia').hover()
      }
      await begin('France')
      await page.getByText('Drop here to move to the top level').waitFor()
      await hint.waitFor()
      await shoot(page, 'terms-drag-by-name')
      await page.keyboard.press('Escape')
      await page.mouse.up()
      await hint.waitFor({ state: 'detached' })
      await page.goto(manual(world))
      await openRows(page, 'Europe')
      await begin('France')
      await page.getByText('Drop here to move to the top level').waitFor()
      assert.equal(await hint.count(), 0)
      await page.mouse.up()
    })
  })

  it('is changed by drags between rows, with a line where the row lands, and undone', async () => {
    const world = await makeWorld(own)
    await own.visit(manual(world), {}, async (page) => {
      await openRows(page, 'Europe')
      // Germany has no child terms: it does not open, however long the pointer stays.
      await dragTo(page, row(page, 'France'), row(page, 'Germany'), 'lower', treeOf(page).locator('.line'))
      await shoot(page, 'taxonomies-drag-between')
      await page.mouse.up()
      await waitForStatus(page, 'Moved “France” after “Germany”.')
      await expectNames(page, ['1 Asia', '1 Europe', '2 Germany', '2 France'])
      assert.equal(await orderOf(world), 'Germany France')
      await page.getByRole('button', { name: 'Undo' }).click()
      await waitForStatus(page, 'Moved “France” back.')
      assert.equal(await orderOf(world), 'France Germany')
      await expectNames(page, ['1 Asia', '1 Europe', '2 France', '2 Germany'])
    })
  })

  it('takes terms of other levels between rows, and onto rows as before', async () => {
    const world = await makeWorld(own)
    await own.visit(manual(world), {}, async (page) => {
      await openRows(page, 'Europe')
      await dragTo(page, row(page, 'Asia'), row(page, 'Germany'), 'upper')
      await waitForStatus(page, 'Moved “Asia” after “France”.')
      await expectNames(page, ['1 Europe', '2 France', '2 Asia', '2 Germany'])
      assert.equal((await readTerm(own, world.asia.id)).parent_id, world.europe.id)
      await treeOf(page).locator('[aria-label=Asia]:focus').waitFor()
      await page.keyboard.press('Control+z')
      await waitForStatus(page, 'Moved “Asia” back.')
      assert.equal((await readTerm(own, world.asia.id)).parent_id, null)
      await row(page, 'Germany').dragTo(row(page, 'Asia'), { steps: 10 })
      await waitForStatus(page, /^Moved “Germany” to Asia\./)
      assert.equal((await readTerm(own, world.germany.id)).parent_id, world.asia.id)
    })
  })

  it('comes back with the undo of a move of several terms', async () => {
    const world = await makeWorld(own)
    const json = { type: world.type.slug, parent: world.asia.id, outline: 'D\nC\nB\nA' }
    dataOf(await own.service.call('POST', '/api/taxonomies/outline', { json }))
    const before = ['1 Asia', '2 D', '2 C', '2 B', '2 A', '1 Europe', '2 France', '2 Germany']
    await own.visit(manual(world), { theme: 'dark' }, async (page) => {
      await openRows(page, 'Asia', 'Europe')
      await expectNames(page, before)
      await row(page, 'D').click()
      for (const name of ['C', 'A']) await row(page, name).click({ modifiers: ['Control'] })
      await page.getByText('3 terms selected').waitFor()
      await shoot(page, 'taxonomies-order-dark')
      await dragTo(page, row(page, 'C'), row(page, 'Germany'), 'middle')
      await waitForStatus(page, /^Moved 3 terms to Germany\./)
      await page.getByRole('button', { name: 'Undo' }).click()
      await waitForStatus(page, 'Moved 3 terms back.')
      await expectNames(page, before)
    })
  })

  it('is changed by keys and by the menu, and announced', async () => {
    const world = await makeWorld(own)
    await own.visit(manual(world), {}, async (page) => {
      await openRows(page, 'Europe', 'France')
      await row(page, 'Lyon').focus()
      await page.keyboard.press('Alt+ArrowUp')
      await waitForStatus(page, '“Lyon” is already first.')
      await page.keyboard.press('Alt+ArrowDown')
      await waitForStatus(page, '“Lyon” is now 2 of 2.')
      await waitForStatus(page, 'Moved “Lyon” after “Paris”.')
      await expectNames(page, ['1 Asia', '1 Europe', '2 France', '3 Paris', '3 Lyon', '2 Germany'])
      await treeOf(page).locator('[aria-label=Lyon]:focus').waitFor()
      await page.keyboard.press('Control+z')
      await waitForStatus(page, 'Moved “Lyon” back.')
      await expectNames(page, ['1 Asia', '1 Europe', '2 France', '3 Lyon', '3 Paris', '2 Germany'])
      await row(page, 'France').click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Move down' }).click()
      await waitForStatus(page, 'Moved “France” after “Germany”.')
      await expectNames(page, ['1 Asia', '1 Europe', '2 Germany', '2 France', '3 Lyon', '3 Paris'])
    })
    assert.equal(await orderOf(world), 'Germany France')
  })

  it('takes several steps in a row, and shows each at once', async () => {
    const world = await makeWorld(own)
    const outline = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `Term ${name}`).join('\n')
    const json = { type: world.type.slug, parent: world.asia.id, outline }
    dataOf(await own.service.call('POST', '/api/taxonomies/outline', { json }))
    const names = (letters: string) => [...letters].map((letter) => `2 Term ${letter}`)
    await own.visit(manual(world), {}, async (page) => {
      await openRows(page, 'Asia')
      await row(page, 'Term a').focus()
      for (let step = 0; step < 5; step++) await page.keyboard.press('Alt+ArrowDown')
      await expectNames(page, ['1 Asia', ...names('bcdefa'), '1 Europe'])
      await waitForStatus(page, '“Term a” is now 6 of 6.')
      await waitForStatus(page, 'Moved “Term a” after “Term f”.')
      await expectNames(page, ['1 Asia', ...names('bcdefa'), '1 Europe'])
      await shoot(page, 'taxonomies-order')
      await page.reload()
      await openRows(page, 'Asia')
      await expectNames(page, ['1 Asia', ...names('bcdefa'), '1 Europe'])
      await row(page, 'Term a').focus()
      for (let step = 0; step < 3; step++) await page.keyboard.press('Alt+ArrowUp')
      await waitForStatus(page, 'Moved “Term a” before “Term d”.')
      await expectNames(page, ['1 Asia', ...names('bcadef'), '1 Europe'])
      await page.keyboard.press('Control+z')
      await waitForStatus(page, 'Moved “Term a” back.')
    })
  })

  it('goes back over all steps of a term whose undo is offered, and no further', async () => {
    const world = await makeWorld(own)
    const outline = 'Term a\nTerm b\nTerm c\nTerm d'
    const json = { type: world.type.slug, parent: world.asia.id, outline }
    dataOf(await own.service.call('POST', '/api/taxonomies/outline', { json }))
    const names = (letters: string) => [...letters].map((letter) => `2 Term ${letter}`)
    await own.visit(manual(world), {}, async (page) => {
      await openRows(page, 'Asia')
      await row(page, 'Term d').focus()
      await page.keyboard.press('Alt+ArrowUp')
      await waitForStatus(page, 'Moved “Term d” before “Term c”.')
      // Each step has been saved when the next one begins.
      await row(page, 'Term a').focus()
      for (const other of ['b', 'd', 'c']) {
        await page.keyboard.press('Alt+ArrowDown')
        await waitForStatus(page, `Moved “Term a” after “Term ${other}”.`)
      }
      await expectNames(page, ['1 Asia', ...names('bdca'), '1 Europe'])
      await page.keyboard.press('Control+z')
      await waitForStatus(page, 'Moved “Term a” back.')
      await expectNames(page, ['1 Asia', ...names('abdc'), '1 Europe'])
      await page.keyboard.press('Alt+ArrowDown')
      await waitForStatus(page, 'Moved “Term a” after “Term b”.')
      await page.keyboard.press('Control+z')
      await waitForStatus(page, 'Moved “Term a” back.')
      await expectNames(page, ['1 Asia', ...names('abdc'), '1 Europe'])
    })
  })

  it('explains why a term cannot be dropped between others', async () => {
    const world = await makeWorld(own)
    const json = {
      name: 'France',
      type: world.type.slug,
      parent: world.asia.id,
      slug: `${world.type.slug}-2`,
    }
    dataOf(await own.service.call('POST', '/api/taxonomies/create', { json }))
    await own.visit(manual(world), {}, async (page) => {
      await openRows(page, 'Asia', 'Europe')
      const [first, second] = [row(page, 'France').first(), row(page, 'Germany')]
      await dragTo(page, first, second, 'lower')
      await page.getByRole('dialog').getByText('A term named “France” is already there.').waitFor()
    })
    assert.equal(await orderOf(world), 'France Germany')
  })

  it('is offered in French, on a phone', async () => {
    const world = await makeWorld(own)
    await own.visit(manual(world), { locale: 'fr-FR', screen: PHONE }, async (page) => {
      const tree = page.getByRole('tree', { name: /^Termes de/ })
      await tree.getByRole('treeitem', { name: 'Asia', exact: true }).locator('button.more').click()
      await page.getByRole('menuitem', { name: 'Descendre' }).click()
      await waitForStatus(page, /Asia.*déplacé après.*Europe/)
      await page.getByRole('button', { name: 'Ordre manuel' }).waitFor()
      await expectNoViolations(page)
      await shoot(page, 'taxonomies-order-phone')
    })
  })
})
