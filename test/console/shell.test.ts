import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expectNoOverflow, expectNoViolations, PHONE, shoot, useConsole } from '../support/console.ts'
import { ADMIN } from '../support/service.ts'

describe('the shell', () => {
  const own = useConsole()

  it('asks who comes to sign in, and leads to where they wanted to go', async () => {
    await own.visit('/users?q=ada', { token: null, expected: [/status of 404/] }, async (page) => {
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await expectNoViolations(page)
      await shoot(page, 'sign-in')
      await page.getByLabel('Email or username').fill(ADMIN.email)
      await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
      assert.equal(new URL(page.url()).search, '?q=ada')
      await expectNoViolations(page)
    })
  })

  it('opens at any of its addresses, each page by the menu alone', async () => {
    await own.visit('/', {}, async (page) => {
      const menu = page.getByRole('navigation', { name: 'Pages' })
      const names = [
        'Registrations',
        'Users',
        'Roles',
        'Permissions',
        'Permission matrix',
        'Taxonomies',
        'Trash',
      ]
      for (const name of ['Overview', ...names]) {
        await menu.getByRole('link', { name, exact: true }).click()
        await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
        await shoot(page, name)
      }
    })
  })

  it('fits a phone, its menu in a drawer', async () => {
    await own.visit('/roles', { screen: PHONE }, async (page) => {
      await page.getByRole('heading', { level: 1, name: 'Roles' }).waitFor()
      await expectNoOverflow(page)
      await page.getByRole('button', { name: 'Open the menu' }).click()
      await shoot(page, 'phone-menu')
      await page.getByRole('link', { name: 'Users', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
      await page.getByRole('navigation', { name: 'Pages' }).waitFor({ state: 'detached' })
      await expectNoViolations(page)
    })
  })
})
