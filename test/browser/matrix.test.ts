// Engines: SQLite
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { OWN_PERMISSIONS } from '../../contract/permissions.ts'
import {
  dataOf,
  giveRole,
  makeActor,
  makeRole,
  makeUser,
  type Role,
  setPermissions,
} from '../support/actors.ts'
import { settled } from '../support/browser.ts'
import { expectNoOverflow, expectNoViolations, PHONE, shoot, useConsole } from '../support/console.ts'
import { eventually } from '../support/eventually.ts'

const cell = (page: Page, role: string, permission: string) =>
  page.getByRole('checkbox', { name: new RegExp(`^${role}: ${permission}(,|$)`) })
const expectTicked = (page: Page, role: string, permission: string, state: 'true' | 'false' | 'mixed') =>
  cell(page, role, permission)
    .and(page.locator(`[aria-checked=${state}]`))
    .waitFor()
/** Of a locked cell. A forced click does not wait until the columns have their width, and would hit another one. */
async function forcedClick(page: Page, locked: Locator): Promise<void> {
  await locked.waitFor()
  await settled(page)
  await locked.click({ force: true })
}
/** A cell gets the focus when it has been scrolled to. */
const expectFocus = (page: Page, name: string) =>
  eventually(async () => {
    const focused = await page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
    )
    assert.equal(focused, name)
  })

describe('The permission matrix', () => {
  const own = useConsole()
  let librarian: Role
  let reader: Role
  /** The path of the matrix with three roles only, without those of other tests. */
  let path = ''

  before(async () => {
    const { service } = own
    librarian = await makeRole(service, ['can-read-taxonomies', 'can-update-taxonomies'], {
      name: 'Librarian',
    })
    reader = await makeRole(service, ['can-read-taxonomies'], { name: 'Reader' })
    const guest = dataOf(await service.call('GET', '/api/roles/slug/guest'))
    path = `/matrix?roles=${[librarian.id, reader.id, guest.id].join()}`
    const people = await Promise.all(Array.from({ length: 5 }, () => makeUser(service)))
    // Three librarians, one of whom is also a reader; two more readers.
    for (const person of people.slice(0, 3)) await giveRole(service, person, librarian.slug)
    for (const person of people.slice(2)) await giveRole(service, person, reader.slug)
  })

  const permissionsOf = async (role: Role): Promise<string[]> => {
    const answer = await own.service.call('GET', `/api/roles/${role.id}/relationships/permissions`)
    return dataOf(answer)
      .permissions.data.map(({ slug }: { slug: string }) => slug)
      .sort()
  }

  it('revokes a permission of a role after a preview that counts the affected users', async () => {
    await own.visit('/matrix?q=taxonomies', {}, async (page) => {
      await cell(page, 'Librarian', 'Can read taxonomies').waitFor()
      await expectNoViolations(page)
      await shoot(page, 'matrix-light')
      await cell(page, 'Librarian', 'Can read taxonomies').click()
      await cell(page, 'Reader', 'Can update taxonomies').click()
      await shoot(page, 'matrix-draft')
      await page.getByRole('button', { name: 'Review and save…' }).click()
      const sheet = page.getByRole('dialog', { name: 'Review 2 changes' })
      await sheet.getByText('2 users lose a permission').waitFor()
      await sheet.getByText('2 users gain a permission').waitFor()
      await sheet.getByText('2 users lose it').waitFor()
      await expectNoViolations(page)
      await shoot(page, 'matrix-review')
      // Nothing is written before the changes are saved.
      assert.deepEqual(await permissionsOf(librarian), ['can-read-taxonomies', 'can-update-taxonomies'])
      await sheet.getByRole('button', { name: 'Undo: Can update taxonomies, Reader' }).click()
      await page.getByRole('dialog', { name: 'Review 1 change' }).getByText('2 users lose it').waitFor()
      await page.getByRole('button', { name: 'Save 1 change' }).click()
      await page.getByText('1 change saved.').waitFor()
      assert.deepEqual(await permissionsOf(librarian), ['can-update-taxonomies'])
      assert.deepEqual(await permissionsOf(reader), ['can-read-taxonomies'])
      await expectTicked(page, 'Librarian', 'Can read taxonomies', 'false')
      await page.getByRole('button', { name: 'Review and save…' }).waitFor({ state: 'detached' })
    })
    await setPermissions(own.service, librarian, ['can-read-taxonomies', 'can-update-taxonomies'])
  })

  it('can be used by keyboard alone: to a module, toggled as a whole, and discarded', async () => {
    await own.visit('/matrix?role=Reader', {}, async (page) => {
      await cell(page, 'Reader', 'rolecall').waitFor()
      await page.getByRole('rowheader', { name: /^rolecall/ }).focus()
      await page.keyboard.press('ArrowRight')
      await expectFocus(page, 'Reader: rolecall')
      await expectTicked(page, 'Reader', 'rolecall', 'mixed')
      await page.keyboard.press('Space')
      await expectTicked(page, 'Reader', 'rolecall', 'true')
      await page.getByText(`${OWN_PERMISSIONS.length - 1} changes`).waitFor()
      await page.keyboard.press('Control+End')
      await expectFocus(page, 'Reader: Can manage webhooks, unsaved change')
      await page.keyboard.press('Space')
      await page.getByText(`${OWN_PERMISSIONS.length - 2} changes`).waitFor()
      await page.keyboard.press('Control+Home')
      await expectFocus(page, 'Permission')
      await expectTicked(page, 'Reader', 'rolecall', 'mixed')
      await page.keyboard.press('ArrowDown')
      // Collapses the module and expands it.
      await page.keyboard.press('Enter')
      await cell(page, 'Reader', 'Can read permissions').waitFor({ state: 'detached' })
      await page.keyboard.press('Enter')
      await cell(page, 'Reader', 'Can read permissions').waitFor()
      await page.getByRole('button', { name: 'Review and save…' }).focus()
      await page.keyboard.press('Enter')
      const sheet = page.getByRole('dialog', { name: `Review ${OWN_PERMISSIONS.length - 2} changes` })
      await sheet.getByText('3 users gain a permission').waitFor()
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'detached' })
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Roles' }).click()
      const question = page.getByRole('dialog', { name: 'Leave without saving?' })
      await question.getByRole('button', { name: 'Stay on this page' }).press('Enter')
      await page.getByText(`${OWN_PERMISSIONS.length - 2} changes`).waitFor()
      await page.getByRole('button', { name: 'Discard all' }).click()
      await expectTicked(page, 'Reader', 'rolecall', 'mixed')
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Roles' }).click()
      await page.getByRole('heading', { level: 1, name: 'Roles' }).waitFor()
    })
    assert.deepEqual(await permissionsOf(reader), ['can-read-taxonomies'])
  })

  const ASSIGNS = ['can-assign-permissions', 'can-read-roles', 'can-read-permissions', 'can-read-taxonomies']

  it('explains that nobody can grant more than they hold, without a request', async () => {
    const { token } = await makeActor(own.service, ASSIGNS, { first_name: 'Perry' })
    await own.visit(path, { token }, async (page) => {
      await forcedClick(page, cell(page, 'Reader', 'Can delete permissions'))
      await page.getByText('You don’t have “Can delete permissions” yourself').waitFor()
      await forcedClick(page, cell(page, 'Librarian', 'Can read permissions'))
      await page
        .getByText(
          /The role Librarian grants “.*”, which you don’t have\. You can’t change the permissions of this role/,
        )
        .waitFor()
      assert.equal(await page.getByRole('button', { name: 'Review and save…' }).count(), 0)
      await expectNoViolations(page)
      await shoot(page, 'matrix-locked')
    })
  })

  it('shows a refusal of the service with its role and a way to resolve it', async () => {
    const { token, role } = await makeActor(own.service, [...ASSIGNS, 'can-update-taxonomies'], {
      first_name: 'Perry',
    })
    await own.visit(`${path}&q=taxonomies`, { token, expected: [/status of 403/] }, async (page) => {
      await cell(page, 'Reader', 'Can update taxonomies').click()
      await cell(page, 'Guest', 'Can read taxonomies').click()
      // The page's knowledge of the caller is out of date.
      await setPermissions(own.service, role, ASSIGNS)
      await page.getByRole('button', { name: 'Review and save…' }).click()
      const sheet = page.getByRole('dialog')
      await sheet.getByText('can-update-taxonomies').waitFor()
      await sheet
        .getByText('The problem is with the role Reader. You can only grant or revoke permissions')
        .waitFor()
      assert.equal(await sheet.getByRole('button', { name: /^Save/ }).isDisabled(), true)
      await expectNoViolations(page)
      await shoot(page, 'matrix-refused')
      await sheet.getByRole('button', { name: 'Undo the change to Reader' }).click()
      await sheet.getByText('No user gains or loses a permission').waitFor()
      await sheet.getByRole('button', { name: 'Save 1 change' }).click()
      await page.getByText('1 change saved.').waitFor()
    })
    assert.deepEqual(await permissionsOf(reader), ['can-read-taxonomies'])
  })

  it('is read-only for readers, and missing for others', async () => {
    const { token } = await makeActor(own.service, ['can-read-roles', 'can-read-permissions'], {
      first_name: 'Perry',
    })
    await own.visit(`${path}&q=taxonomies`, { token }, async (page) => {
      await page.getByText(/You can view the matrix but not change it\. Changing it requires/).waitFor()
      await forcedClick(page, cell(page, 'Reader', 'Can read taxonomies'))
      await page
        .getByText(
          'You can view these permissions but not change them. Changing them requires the permission can-assign-permissions.',
          { exact: true },
        )
        .waitFor()
      await expectTicked(page, 'Reader', 'Can read taxonomies', 'true')
      assert.equal(await page.getByRole('button', { name: 'Review and save…' }).count(), 0)
    })
    const other = await makeActor(own.service, ['can-read-roles'], { first_name: 'Perry' })
    await own.visit('/matrix', { token: other.token }, async (page) => {
      await page.getByText('You don’t have access to this page').waitFor()
      assert.equal(await page.getByRole('link', { name: 'Permission matrix' }).count(), 0)
      await expectNoViolations(page)
    })
  })

  it('shows the selected roles and the searched permissions', async () => {
    await own.visit('/matrix', {}, async (page) => {
      await page.getByRole('button', { name: 'Select roles' }).click()
      await page.getByLabel('Roles', { exact: true }).fill('libr')
      await page.getByRole('option', { name: 'Librarian' }).click()
      await expectNoViolations(page)
      await page.getByRole('button', { name: 'Show 1 role' }).click()
      await cell(page, 'Reader', 'rolecall').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: '1 role selected' }).waitFor()
      await page.getByRole('searchbox', { name: 'Search permissions' }).fill('taxonomies update')
      await page.getByText(`1 of ${OWN_PERMISSIONS.length} permissions`, { exact: false }).waitFor()
      assert.equal(await page.getByRole('checkbox', { name: /^Librarian: Can/ }).count(), 1)
      await page.getByRole('searchbox', { name: 'Search permissions' }).fill('nothing of the kind')
      await page.getByText('No results').waitFor()
      await expectNoViolations(page)
      await page.getByRole('button', { name: 'Show all' }).click()
      await cell(page, 'Reader', 'rolecall').waitFor()
    })
  })

  it('fits a phone, in French too', async () => {
    await own.visit('/matrix', { screen: PHONE, locale: 'fr-FR', theme: 'dark' }, async (page) => {
      await page.getByRole('checkbox', { name: /^Administrator\s: rolecall/ }).waitFor()
      await expectNoOverflow(page)
      await expectNoViolations(page)
      await page.getByRole('checkbox', { name: /^Contributor\s: Can read permissions/ }).click()
      await page.getByText('1 modification', { exact: true }).waitFor()
      await shoot(page, 'matrix-phone')
      await page.getByRole('button', { name: 'Vérifier et enregistrer…' }).click()
      await page
        .getByText(/utilisateur/)
        .first()
        .waitFor()
      await expectNoOverflow(page)
      await shoot(page, 'matrix-review-phone')
    })
  })
})
