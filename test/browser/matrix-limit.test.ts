// Engines: SQLite
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { systemContext } from '../../server/prepare.ts'
import { syncPermissions } from '../../server/resources/permissions/sync.ts'
import { dataOf, makeRole, type Role } from '../support/actors.ts'
import { shoot, useConsole } from '../support/console.ts'

/** The service accepts a thousand changes in one request. */
const MOST = 1000

describe('The limit of changes in the matrix', () => {
  const own = useConsole()
  let reader: Role
  before(async () => {
    const { connection } = own.service
    await syncPermissions(
      systemContext(connection),
      Array.from({ length: MOST + 1 }, (_, index) => ({
        name: `Can read shelf ${index}`,
        slug: `can-read-shelf-${index}`,
        module: 'library',
        section: null,
        details: null,
      })),
    )
    reader = await makeRole(own.service, [], { name: 'Reader' })
  })
  const heldByReader = async (): Promise<number> =>
    dataOf(await own.service.call('GET', `/api/roles/${reader.id}`)).count_permissions
  const isSave = (url: string) => url.endsWith('/api/role-permissions/changes')
  const library = (page: Page) => page.getByRole('checkbox', { name: 'Reader: library' })

  it('blocks saving one change too many before anything is sent, and saves all with one less', async () => {
    await own.visit(`/matrix?roles=${reader.id}`, {}, async (page, { requests }) => {
      await library(page).click()
      await page.getByText('1001 changes').waitFor()
      await page.getByRole('button', { name: 'Review and save…' }).click()
      const sheet = page.getByRole('dialog', { name: 'Review 1001 changes' })
      await sheet
        .getByText(
          'You can save at most 1000 changes at once. Undo 1 of them, save, then continue with the rest.',
        )
        .waitFor()
      assert.equal(await sheet.getByRole('button', { name: 'Save 1001 changes' }).isDisabled(), true)
      await shoot(page, 'matrix-limit')
      assert.equal(requests.filter(isSave).length, 0)
      assert.equal(await heldByReader(), 0)
      await sheet.getByRole('button', { name: 'Undo: Can read shelf 0, Reader' }).click()
      const less = page.getByRole('dialog', { name: 'Review 1000 changes' })
      await less.getByText('No user gains or loses a permission').waitFor()
      assert.equal(await less.getByText(/You can save at most/).count(), 0)
      assert.equal(await heldByReader(), 0)
      await less.getByRole('button', { name: 'Save 1000 changes' }).click()
      await page.getByText('1000 changes saved.').waitFor()
      assert.equal(await heldByReader(), MOST)
      await library(page).and(page.locator('[aria-checked=mixed]')).waitFor()
    })
  })
})
