// Engines: SQLite
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { makeActor } from '../support/actors.ts'
import { settled } from '../support/browser.ts'
import { expectNoViolations, expectValue, shoot, useConsole } from '../support/console.ts'

const own = useConsole()
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const name = (page: Page) => page.getByRole('textbox', { name: 'Name' })
const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })

/** Opens a new role from the list and types a name without saving. */
async function draft(page: Page, typed: string) {
  await page.getByRole('link', { name: 'New role' }).first().click()
  await name(page).fill(typed)
}

describe('Unsaved input', () => {
  it('asks before a link leaves the page, and stays on cancel', async () => {
    await own.visit('/roles', {}, async (page) => {
      await draft(page, 'Reviewer')
      await menu(page).getByRole('link', { name: 'Users' }).click()
      await question(page).waitFor()
      await expectNoViolations(page)
      await shoot(page, 'unsaved')
      await page.keyboard.press('Escape')
      await question(page).waitFor({ state: 'detached' })
      assert.equal(await name(page).inputValue(), 'Reviewer')
      await menu(page).getByRole('link', { name: 'Users' }).click()
      await question(page).getByRole('button', { name: 'Leave without saving' }).click()
      await title(page, 'Users').waitFor()
      await menu(page).getByRole('link', { name: 'Roles' }).click()
      await title(page, 'Roles').waitFor()
    })
  })

  it('asks in the form of a new user too, and is empty after leaving', async () => {
    await own.visit('/users/create', {}, async (page) => {
      await page.getByLabel('First name').fill('Ada')
      await menu(page).getByRole('link', { name: 'Roles' }).click()
      await question(page).getByRole('button', { name: 'Stay on this page' }).click()
      await question(page).waitFor({ state: 'detached' })
      await page.waitForURL(/\/users\/create$/)
      await expectValue(page.getByLabel('First name'), 'Ada')
      await menu(page).getByRole('link', { name: 'Roles' }).click()
      await question(page).getByRole('button', { name: 'Leave without saving' }).click()
      await title(page, 'Roles').waitFor()
      await menu(page).getByRole('link', { name: 'Users' }).click()
      await page.getByRole('link', { name: 'New user' }).first().click()
      assert.equal(await page.getByLabel('First name').inputValue(), '')
      // An unchanged form does not ask.
      await menu(page).getByRole('link', { name: 'Roles' }).click()
      await title(page, 'Roles').waitFor()
    })
  })

  it("asks on the browser's back button too, and can be answered by keyboard", async () => {
    await own.visit('/roles', {}, async (page) => {
      await draft(page, 'Reviewer')
      // The button that keeps the input has the focus.
      const stay = question(page)
        .getByRole('button', { name: 'Stay on this page' })
        .and(page.locator(':focus'))
      await page.goBack()
      await stay.waitFor()
      await page.keyboard.press('Enter')
      await question(page).waitFor({ state: 'detached' })
      await page.waitForURL(/\/roles\/create$/)
      assert.equal(await name(page).inputValue(), 'Reviewer')
      await page.goBack()
      await stay.waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await title(page, 'Roles').waitFor()
      await page.waitForURL(({ pathname }) => pathname === '/roles')
    })
  })

  it('asks before the tab is closed', async () => {
    await own.visit('/roles', {}, async (page) => {
      await draft(page, 'Reviewer')
      const asked = page.waitForEvent('dialog')
      const closing = page.close({ runBeforeUnload: true })
      const dialog = await asked
      assert.equal(dialog.type(), 'beforeunload')
      await dialog.dismiss()
      await closing
      assert.equal(await name(page).inputValue(), 'Reviewer')
    })
  })

  it('asks before a change of language and before a sign-out', async () => {
    const { token } = await makeActor(own.service, ['can-read-roles', 'can-create-roles'])
    await own.visit('/roles', { token }, async (page) => {
      await draft(page, 'Reviewer')
      const choose = async (role: 'menuitem' | 'menuitemradio', item: string) => {
        await page.getByRole('button', { name: /^(Account menu|Menu du compte)/ }).click()
        await page.getByRole(role, { name: item }).click()
      }
      const language = page.getByRole('dialog', { name: 'Change language?' })
      await choose('menuitemradio', 'Français')
      await language.waitFor()
      await expectNoViolations(page)
      await language.getByRole('button', { name: 'Stay on this page' }).click()
      await choose('menuitem', 'Sign out')
      await question(page).getByRole('button', { name: 'Stay on this page' }).click()
      assert.equal(await name(page).inputValue(), 'Reviewer')
      await choose('menuitemradio', 'Français')
      await language.getByRole('button', { name: 'Change language' }).click()
      await page.getByRole('textbox', { name: 'Nom' }).first().fill('Relecture')
      // The page reads again after the change; what still runs might be refused after the sign-out.
      await settled(page)
      await choose('menuitem', 'Se déconnecter')
      const left = page.getByRole('dialog', { name: 'Quitter sans enregistrer\u202f?' })
      await left.getByRole('button', { name: 'Quitter sans enregistrer' }).click()
      await title(page, 'Connexion').waitFor()
      assert.equal((await own.service.call('GET', '/api/me', { token })).status, 401)
    })
  })

  it('is gone once it is saved: the new record opens without a question', async () => {
    await own.visit('/roles', {}, async (page) => {
      await draft(page, 'Proofreader')
      await page.keyboard.press('Enter')
      await title(page, 'Proofreader').waitFor()
      // The icon's URL is absolute, so it is the same at another depth.
      const icon = page.locator('link[rel=icon]')
      assert.equal(await icon.getAttribute('href'), `${own.origin}/favicon.svg`)
      await menu(page).getByRole('link', { name: 'Users' }).click()
      await title(page, 'Users').waitFor()
    })
  })
})
