// Engines: SQLite
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeActor } from '../support/actors.ts'
import { expectNoViolations, PHONE, shoot, useConsole } from '../support/console.ts'
import { eventually } from '../support/eventually.ts'
import {
  address,
  expectNames,
  makeWorld,
  openRows,
  readTerm,
  row,
  waitForStatus,
} from '../support/term-trees.ts'

describe('A pasted list of terms', () => {
  const own = useConsole()

  it('is shown as a tree with what is new and what exists, and then created', async () => {
    const world = await makeWorld(own)
    await own.visit(address(world), {}, async (page) => {
      await openRows(page, 'Europe')
      await page.getByRole('button', { name: 'Paste list' }).click()
      const dialog = page.getByRole('dialog', { name: `Add terms to ${world.type.name}` })
      const confirm = dialog.getByRole('button', { name: /^Add( \d+ term|$)/ })
      assert.equal(await confirm.isDisabled(), true)
      const text = dialog.getByRole('textbox', { name: 'Terms, one on each line' })
      await text.fill('- Europe\n  - France\n    - Nice\n  - Spain\n- Africa')
      await dialog.getByText('3 new terms. 2 are already there and stay as they are.').waitFor()
      const rows = dialog.getByRole('list', { name: 'Preview' }).getByRole('listitem')
      await eventually(async () =>
        assert.deepEqual(await rows.allInnerTexts(), [
          'Europe\nalready there',
          'France\nalready there',
          'New:\nNice',
          'New:\nSpain',
          'New:\nAfrica',
        ]),
      )
      await expectNoViolations(page)
      await shoot(page, 'taxonomies-outline')
      await dialog.getByRole('button', { name: 'Add 3 terms' }).click()
      await waitForStatus(page, 'Added 3 terms. 2 were already there.')
      await dialog.waitFor({ state: 'detached' })
      await expectNames(page, ['1 Africa', '1 Asia', '1 Europe', '2 France', '2 Germany', '2 Spain'])
      await openRows(page, 'France')
      await row(page, 'Nice').waitFor()
    })
  })

  it('names faulty lines, and goes to them', async () => {
    const world = await makeWorld(own)
    await own.visit(address(world), { expected: [/status of 422/] }, async (page) => {
      await row(page, 'Asia').click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Paste terms below…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add terms below “Asia”' })
      const text = dialog.getByRole('textbox')
      await text.fill('Japan\n    Kyoto\n  Nara\nNepal')
      const fault = dialog.getByRole('button', {
        name: /^Line 3: its indentation matches no line above it\./,
      })
      await fault.waitFor()
      await expectNoViolations(page)
      await shoot(page, 'taxonomies-outline-fault')
      await fault.click()
      await eventually(async () => {
        const selected = await text.evaluate((element: HTMLTextAreaElement) =>
          element.value.slice(element.selectionStart, element.selectionEnd),
        )
        assert.equal(selected, '  Nara')
      })
      assert.equal(await dialog.getByRole('button', { name: /^Add( \d+ term|$)/ }).isDisabled(), true)
      await page.keyboard.type('    Nara')
      await dialog.getByText('4 new terms.').waitFor()
      await dialog.getByRole('button', { name: 'Add 4 terms' }).click()
      await waitForStatus(page, 'Added 4 terms.')
      await row(page, 'Japan').waitFor()
      assert.equal((await readTerm(own, world.asia.id)).name, 'Asia')
    })
  })

  it('may have a thousand terms', async () => {
    const world = await makeWorld(own)
    await own.visit(address(world), {}, async (page) => {
      await page.getByRole('button', { name: 'Paste list' }).click()
      const lines = Array.from({ length: 1000 }, (_, n) => `${n % 10 === 0 ? '' : '\t'}Term ${n}`)
      await page.getByRole('textbox', { name: 'Terms, one on each line' }).fill(lines.join('\n'))
      await page.getByText('1000 new terms.').waitFor()
      await page.getByRole('button', { name: 'Add 1000 terms' }).click()
      await waitForStatus(page, 'Added 1000 terms.')
      await row(page, 'Term 0').waitFor()
    })
  })

  it('is offered in French on a phone, and only to those who may create terms', async () => {
    const world = await makeWorld(own)
    await own.visit(address(world), { locale: 'fr-FR', screen: PHONE }, async (page) => {
      await page.getByRole('button', { name: 'Coller une liste' }).click()
      await page.getByRole('textbox', { name: 'Termes, un par ligne' }).fill('Europe\n  Espagne')
      await page.getByText('1 nouveau terme. 1 existe déjà et reste tel quel.').waitFor()
      await expectNoViolations(page)
      await shoot(page, 'taxonomies-outline-phone')
    })
    const { token } = await makeActor(own.service, ['can-read-taxonomies', 'can-read-taxonomy-types'])
    await own.visit(address(world), { token }, async (page) => {
      await row(page, 'Asia').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Paste list' }).count(), 0)
    })
  })
})
