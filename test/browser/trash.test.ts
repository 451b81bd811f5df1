// Engines: SQLite
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { dataOf, makeActor, makeUser } from '../support/actors.ts'
import {
  expectNoOverflow,
  expectNoViolations,
  expectValue,
  PHONE,
  shoot,
  useConsole,
} from '../support/console.ts'
import { eventually } from '../support/eventually.ts'

describe('The trash', () => {
  const own = useConsole({}, { forEach: true })
  const call = (method: string, path: string, json?: object) => own.service.call(method, path, { json })
  const make = async (first_name: string) => {
    const user = await makeUser(own.service, { first_name, email: `${first_name.toLowerCase()}@example.com` })
    dataOf(await call('POST', `/api/users/id/${user.id}/delete`))
    return user
  }
  const status = async (path: string) => (await call('GET', path)).status

  async function trashTerms(): Promise<void> {
    await call('POST', '/api/taxonomy-types/create', { name: 'Place' })
    await call('POST', '/api/taxonomies/create', { name: 'France', type: 'place' })
    await call('POST', '/api/taxonomies/create', { name: 'Paris', type: 'place', parent: 'france' })
    await call('POST', '/api/taxonomies/slug/paris/delete')
    await call('POST', '/api/taxonomies/slug/france/delete')
  }

  beforeEach(async () => {
    await call('POST', '/api/roles/create', { name: 'Archivist' })
    await call('POST', '/api/roles/slug/archivist/delete')
  })

  it('restores one and many records, and undoes that', async () => {
    await trashTerms()
    const [ada, grace] = [await make('Ada'), await make('Grace')]
    await own.visit('/trash', {}, async (page) => {
      await page.getByRole('tab', { name: 'Users 2' }).waitFor()
      await page.getByRole('tab', { name: 'Terms 2' }).waitFor()
      await shoot(page, 'trash-light')
      await expectNoViolations(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await shoot(page, 'trash-dark')
      await page.getByRole('button', { name: 'Restore Ada' }).focus()
      await page.keyboard.press('Enter')
      await page.getByText('Ada restored.').waitFor()
      assert.equal(await status(`/api/users/${ada.id}`), 200)
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Action undone.').waitFor()
      await page.getByRole('button', { name: 'Restore Ada' }).waitFor()
      assert.equal(await status(`/api/users/${ada.id}`), 404)
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await page.getByRole('toolbar').getByRole('button', { name: 'Restore' }).click()
      await page.getByText('2 items restored.').waitFor()
      assert.equal(await status(`/api/users/${grace.id}`), 200)
      await page.getByText('Nothing in the trash').waitFor()
      await expectNoViolations(page)
    })
  })

  it('is filtered by the day of deletion, in an address that restores it', async () => {
    const [early, late] = [await make('Early'), await make('Late')]
    const { db } = own.service.connection
    for (const [{ id }, at] of [
      [early, '2026-03-04T12:00:00.000Z'],
      [late, '2026-03-06T12:00:00.000Z'],
    ] as const)
      await db.updateTable('users').set({ deleted_at: at }).where('id', '=', id).execute()
    await own.visit('/trash/users', {}, async (page) => {
      const row = (name: string) => page.getByRole('row').filter({ hasText: name })
      await row('Early').waitFor()
      await page.getByLabel('Deleted from').fill('2026-03-05')
      await row('Early').waitFor({ state: 'detached' })
      await row('Late').waitFor()
      await page.getByLabel('Deleted to').fill('2026-03-06')
      await page.waitForURL(/deleted_at_lte/)
      await row('Late').waitFor()
      await expectNoViolations(page)
      await shoot(page, 'trash-by-day')
      await page.reload()
      await row('Late').waitFor()
      await expectValue(page.getByLabel('Deleted from'), '2026-03-05')
      await page.getByLabel('Deleted to').fill('2026-03-05')
      await page.getByRole('button', { name: 'Clear search and filters' }).click()
      await row('Early').waitFor()
    })
    await own.visit('/trash/users', { locale: 'fr-FR', screen: PHONE }, async (page) => {
      await page.getByLabel('Supprimé jusqu’au').fill('2026-03-05')
      await page.getByText('Late', { exact: true }).waitFor({ state: 'detached' })
      await page.getByText('Early', { exact: true }).first().waitFor()
      await expectNoOverflow(page)
      await expectNoViolations(page)
      await shoot(page, 'trash-by-day-phone')
    })
  })

  it('restores a selection across pages', async () => {
    for (let index = 0; index < 26; index += 1) await make(`Many${index}`)
    await make('Other')
    await own.visit('/trash/users', {}, async (page) => {
      const all = page.getByRole('checkbox', { name: 'Select all on this page' })
      await page.getByText('1–25 of 27').waitFor()
      await page.getByRole('searchbox').fill('many')
      // Not before: a new search clears the selection.
      await page.getByText('1–25 of 26').waitFor()
      await all.check()
      const gate = Promise.withResolvers<void>()
      await page.route(/[?&]page=2/, async (route) => {
        await gate.promise
        await route.continue()
      })
      await page.getByRole('button', { name: 'Go to next page' }).click()
      await page.getByText('26–26 of 26').waitFor()
      // The rows are still those of the first page.
      assert.ok(await all.isDisabled())
      gate.resolve()
      // While the rows of the first page are shown, the box is checked, and `check()` does nothing.
      await eventually(async () => assert.ok(!(await all.isChecked())))
      await all.check()
      await page.getByText('26 selected').waitFor()
      await page.getByRole('toolbar').getByRole('button', { name: 'Restore' }).click()
      await page.getByText('26 items restored.').waitFor()
    })
  })

  it('names the record that uses the email of one that cannot be restored', async () => {
    await make('Edsger')
    const other = await makeUser(own.service, { first_name: 'Other', email: 'edsger@example.com' })
    await own.visit('/trash/users', { expected: [/status of 409/] }, async (page) => {
      await page.getByRole('button', { name: 'Restore Edsger' }).click()
      const dialog = page.getByRole('dialog', { name: 'Edsger can’t be restored yet' })
      await dialog.getByText('Its email address is in use by').waitFor()
      const holder = dialog.getByRole('link', { name: `Other (ID ${other.id})` })
      await holder.waitFor()
      await shoot(page, 'trash-conflict')
      await expectNoViolations(page)
      await holder.click()
      await page.getByRole('heading', { level: 1, name: 'Other' }).waitFor()
    })
  })

  it('restores the others of a selection, and names who cannot be restored', async () => {
    const [edsger, grace] = [await make('Edsger'), await make('Grace')]
    await makeUser(own.service, { first_name: 'Other', email: 'edsger@example.com' })
    await own.visit('/trash/users', {}, async (page) => {
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await page.getByRole('toolbar').getByRole('button', { name: 'Restore' }).click()
      await page.getByRole('dialog', { name: 'Edsger can’t be restored yet' }).waitFor()
      await page.getByText('Grace restored.').waitFor()
    })
    await own.visit('/users?filter={"trashed":"only"}', {}, async (page) => {
      dataOf(await call('POST', `/api/users/id/${grace.id}/delete`))
      await page.reload()
      for (const name of ['Edsger', 'Grace'])
        await page.getByRole('checkbox', { name: `Select ${name}` }).check()
      await page.getByRole('toolbar').getByRole('button', { name: 'Restore' }).click()
      await page.getByText(/^Edsger: .*email/).waitFor()
      await page.getByRole('link', { name: 'Grace' }).waitFor({ state: 'detached' })
    })
    assert.deepEqual(
      [await status(`/api/users/${edsger.id}`), await status(`/api/users/${grace.id}`)],
      [404, 200],
    )
  })

  it('restores a term with its ancestors', async () => {
    await trashTerms()
    await own.visit('/trash/taxonomies', { expected: [/status of 409/] }, async (page) => {
      await page.getByRole('button', { name: 'Restore Paris' }).click()
      const dialog = page.getByRole('dialog', { name: 'Paris can’t be restored yet' })
      await dialog.getByText('It depends on items that are also in the trash: France.').waitFor()
      await expectNoViolations(page)
      await dialog.getByRole('button', { name: 'Restore France › Paris' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByText('Nothing in the trash').waitFor()
      assert.equal(await status('/api/taxonomies/slug/paris'), 200)
    })
  })

  it("restores a term with its type and the type's other terms", async () => {
    await call('POST', '/api/taxonomy-types/create', { name: 'Skill' })
    for (const name of ['Analysis', 'Rhetoric']) {
      await call('POST', '/api/taxonomies/create', { name, type: 'skill' })
    }
    dataOf(await call('POST', '/api/taxonomies/slug/analysis/delete'))
    dataOf(await call('POST', '/api/taxonomy-types/slug/skill/delete', { cascade: true }))
    await own.visit('/trash/taxonomies', { expected: [/status of 409/] }, async (page) => {
      await page.getByRole('tab', { name: 'Terms 2' }).waitFor()
      await page.getByRole('button', { name: 'Restore Analysis' }).click()
      const dialog = page.getByRole('dialog', { name: 'Analysis can’t be restored yet' })
      await dialog.getByText('It depends on items that are also in the trash: Skill.').waitFor()
      assert.equal(await status('/api/taxonomy-types/slug/skill'), 404)
      await dialog.getByRole('button', { name: 'Restore Skill › Analysis' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByText('Nothing in the trash').waitFor()
    })
    assert.equal(await status('/api/taxonomy-types/slug/skill'), 200)
    for (const slug of ['analysis', 'rhetoric'])
      assert.equal(await status(`/api/taxonomies/slug/${slug}`), 200)
  })

  it('deletes permanently after the name is typed', async () => {
    await own.visit('/trash/roles', {}, async (page) => {
      await page.getByRole('button', { name: 'Delete Archivist permanently' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete Archivist permanently?' })
      const confirm = dialog.getByRole('button', { name: 'Delete permanently' })
      assert.equal(await confirm.isDisabled(), true)
      await dialog.getByRole('textbox').fill('Archivist')
      await shoot(page, 'trash-destroy')
      await expectNoViolations(page)
      await confirm.click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByText('Nothing in the trash').waitFor()
      assert.equal(await status('/api/roles/slug/archivist?trashed=true'), 404)
    })
  })

  it('fits a phone', async () => {
    await make('Barbara')
    await own.visit('/trash/users', { screen: PHONE }, async (page) => {
      await page.getByRole('button', { name: 'Restore Barbara' }).waitFor()
      await expectNoOverflow(page)
      await shoot(page, 'trash-phone')
      await expectNoViolations(page)
    })
  })

  it('shows only the tabs and actions that the caller may use', async () => {
    await call('POST', '/api/roles/create', { name: 'Curator' })
    await call('POST', '/api/roles/slug/curator/delete')
    const slugs = ['can-read-roles', 'can-delete-roles', 'can-restore-records']
    const { token } = await makeActor(own.service, slugs)
    await own.visit('/trash', { token }, async (page) => {
      await page.getByRole('button', { name: 'Restore Curator' }).waitFor()
      assert.equal(await page.getByRole('tab').count(), 1)
      assert.equal(await page.getByRole('button', { name: /permanently/ }).count(), 0)
      await page.getByRole('button', { name: 'Restore Curator' }).click()
      await page.getByText('Curator restored.').waitFor()
    })
    const { token: none } = await makeActor(own.service, ['can-read-roles'])
    await own.visit('/trash', { token: none }, async (page) => {
      await page.getByText('You can’t restore anything here').waitFor()
    })
  })
})
