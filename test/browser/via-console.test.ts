// Engines: SQLite
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dataOf, makeRole } from '../support/actors.ts'
import { useConsole } from '../support/console.ts'
import { ADMIN } from '../support/service.ts'

describe('The audit trail', () => {
  const own = useConsole()

  /** How the latest entry of an action came. */
  const viaOf = async (action: string): Promise<string | undefined> => {
    const { list } = dataOf(await own.service.call('GET', '/api/audit', { query: { action } }))
    return list.data[0]?.via
  }

  it('records that a sign-in on the pages and a change in the console came from the console', async () => {
    await makeRole(own.service, [], { name: 'Librarian' })
    assert.equal(await viaOf('roles.create'), 'http')
    await own.visit('/signin', { token: null }, async (page) => {
      await page.getByLabel('Email or username').fill(ADMIN.email)
      await page.locator('input[type=password]').fill(ADMIN.password)
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: 'Roles', exact: true }).first().click()
      await page.getByRole('button', { name: 'Duplicate Librarian' }).click()
      const dialog = page.getByRole('dialog', { name: 'Duplicate the role Librarian?' })
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Archivist')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Archivist' }).waitFor()
    })
    assert.equal(await viaOf('signin'), 'console')
    assert.equal(await viaOf('roles.create'), 'console')
  })
})
