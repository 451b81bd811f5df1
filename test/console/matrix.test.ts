import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import {
  dataOf,
  giveRole,
  makeActor,
  makeRole,
  makeUser,
  type Role,
  setPermissions,
} from '../support/actors.ts'
import { expectNoOverflow, expectNoViolations, PHONE, shoot, useConsole } from '../support/console.ts'

const cell = (page: Page, role: string, permission: string) =>
  page.getByRole('checkbox', { name: new RegExp(`^${role}: ${permission}(,|$)`) })
const isTicked = (page: Page, role: string, permission: string) =>
  cell(page, role, permission).getAttribute('aria-checked')
const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  )

describe('the permission matrix', () => {
  const own = useConsole()
  let librarian: Role
  let reader: Role

  before(async () => {
    const { service } = own
    librarian = await makeRole(service, ['can-read-taxonomies', 'can-update-taxonomies'], {
      name: 'Librarian',
    })
    reader = await makeRole(service, ['can-read-taxonomies'], { name: 'Reader' })
    const people = await Promise.all(Array.from({ length: 5 }, () => makeUser(service)))
    // Three librarians, of whom one reads too; two more readers.
    for (const person of people.slice(0, 3)) await giveRole(service, person, librarian.slug)
    for (const person of people.slice(2)) await giveRole(service, person, reader.slug)
  })

  const permissionsOf = async (role: Role): Promise<string[]> => {
    const answer = await own.service.call('GET', `/api/roles/${role.id}/relationships/permissions`)
    return dataOf(answer)
      .permissions.data.map(({ slug }: { slug: string }) => slug)
      .sort()
  }

  it('takes a permission from a role after the preview, which counts whom it is taken from', async () => {
    await own.visit('/matrix', {}, async (page) => {
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
      // Nothing is written before it is saved.
      assert.deepEqual(await permissionsOf(librarian), ['can-read-taxonomies', 'can-update-taxonomies'])
      await sheet.getByRole('button', { name: 'Undo: Can update taxonomies, Reader' }).click()
      await page.getByRole('dialog', { name: 'Review 1 change' }).getByText('2 users lose it').waitFor()
      await page.getByRole('button', { name: 'Save 1 change' }).click()
      await page.getByText('Saved: 1 change.').waitFor()
      assert.deepEqual(await permissionsOf(librarian), ['can-update-taxonomies'])
      assert.deepEqual(await permissionsOf(reader), ['can-read-taxonomies'])
      assert.equal(await isTicked(page, 'Librarian', 'Can read taxonomies'), 'false')
      await page.getByRole('button', { name: 'Review and save…' }).waitFor({ state: 'detached' })
    })
    await setPermissions(own.service, librarian, ['can-read-taxonomies', 'can-update-taxonomies'])
  })
})
