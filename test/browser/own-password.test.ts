// Engines: SQLite
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { makeUser } from '../support/actors.ts'
import { expectNoOverflow, expectNoViolations, PHONE, shoot, useConsole } from '../support/console.ts'
import { signIn } from '../support/service.ts'

const OLD = 'a phrase of my own'
const NEW = 'another phrase of mine'
const REFUSED = [/status of 422/]

const WORDS = {
  'en-GB': {
    change: 'Change password',
    current: 'Current password',
    next: 'New password',
    changed: 'Password changed. Your other sessions and tokens have ended.',
    required: 'Current password is required to change your own email or password.',
    wrong: 'Current password is not your password.',
    short: /at least 8 characters/,
  },
  'fr-FR': {
    change: 'Changer de mot de passe',
    current: 'Mot de passe actuel',
    next: 'Nouveau mot de passe',
    changed: 'Mot de passe modifié. Vos autres sessions et jetons ont pris fin.',
    required: 'Mot de passe actuel est nécessaire pour changer votre adresse ou votre mot de passe.',
    wrong: 'Mot de passe actuel n’est pas votre mot de passe.',
    short: /au moins 8 caractères/,
  },
}

/** The labels of required fields end with an asterisk. */
const input = (page: Page, label: string) =>
  page.locator('input').and(page.getByLabel(new RegExp(`^${label}(\\s\\*)?$`)))

describe("Changing one's own password", () => {
  const own = useConsole()

  for (const [locale, words] of Object.entries(WORDS)) {
    it(`asks for the current one, ends the other sessions and keeps this one, in ${locale}`, async () => {
      const user = await makeUser(own.service, { password: OLD })
      const [token, other] = [
        await signIn(own.service, user.email, OLD),
        await signIn(own.service, user.email, OLD),
      ]
      await own.visit('/account', { token, locale, expected: REFUSED }, async (page) => {
        await page.getByRole('button', { name: words.change }).click()
        const dialog = page.getByRole('dialog', { name: words.change })
        const submit = dialog.getByRole('button', { name: words.change })
        await input(page, words.next).fill('short')
        await submit.click()
        await dialog.getByText(words.short).first().waitFor()
        await input(page, words.next).fill(NEW)
        await submit.click()
        await dialog.getByText(words.required).waitFor()
        await input(page, words.current).fill('a phrase of another')
        await submit.click()
        await dialog.getByText(words.wrong).waitFor()
        await shoot(page, `own-password-${locale}`)
        await expectNoViolations(page)
        await input(page, words.current).fill(OLD)
        await submit.click()
        await page.getByText(words.changed).waitFor()
        await dialog.waitFor({ state: 'detached' })
        await page.reload()
        await page.getByRole('button', { name: words.change }).waitFor()
      })
      assert.equal((await own.service.call('GET', '/api/me', { token })).status, 200)
      assert.equal((await own.service.call('GET', '/api/me', { token: other })).status, 401)
      await signIn(own.service, user.email, NEW)
    })
  }

  it('is the one way: the form of the profile has neither a password nor an address', async () => {
    const user = await makeUser(own.service, { password: OLD })
    const token = await signIn(own.service, user.email, OLD)
    await own.visit(`/users/${user.id}`, { token }, async (page) => {
      await page.getByLabel('First name').waitFor()
      assert.equal(await page.locator('main input[type=password]').count(), 0)
      assert.equal(await page.getByRole('textbox', { name: 'Email', exact: true }).count(), 0)
      await page.getByRole('textbox', { name: 'About', exact: true }).fill('Of numbers')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Saved.').waitFor()
      await page.getByRole('main').getByRole('link', { name: 'My account' }).waitFor()
      await shoot(page, 'own-profile')
      await expectNoViolations(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await shoot(page, 'own-profile-dark')
    })
    await own.visit('/account', { token, screen: PHONE }, async (page) => {
      await page.getByRole('button', { name: 'Change password' }).waitFor()
      await expectNoOverflow(page)
      await shoot(page, 'own-profile-phone')
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByRole('dialog').waitFor()
      await shoot(page, 'own-password-phone')
    })
  })

  it('is at hand on every page, by keyboard alone', async () => {
    const user = await makeUser(own.service, { password: OLD })
    const token = await signIn(own.service, user.email, OLD)
    await own.visit('/', { token }, async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('change password')
      await page.getByRole('option', { name: 'Change password' }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Change password' }).waitFor()
      await page.waitForFunction(() => (document.activeElement as HTMLInputElement).type === 'password')
      await page.keyboard.type(OLD)
      await input(page, 'New password').focus()
      await page.keyboard.type(NEW)
      await page.keyboard.press('Enter')
      await page.getByText('Password changed. Your other sessions and tokens have ended.').waitFor()
    })
    await signIn(own.service, user.email, NEW)
  })

  it('needs no current one for an account that has none', async () => {
    const user = await makeUser(own.service)
    await own.visit('/account', { token: user.token }, async (page) => {
      await page.getByRole('button', { name: 'Change password' }).click()
      await input(page, 'New password').fill(NEW)
      await page.keyboard.press('Enter')
      await page.getByText('Password changed. Your other sessions and tokens have ended.').waitFor()
    })
    await signIn(own.service, user.email, NEW)
  })

  it("is not how an administrator sets another user's password", async () => {
    const user = await makeUser(own.service, { password: OLD })
    await own.visit(`/users/${user.id}`, {}, async (page) => {
      await input(page, 'Password').fill(NEW)
      assert.equal(await page.getByRole('button', { name: 'Change password' }).count(), 0)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText(/^Password changed\. .* is signed out everywhere\.$/).waitFor()
      await signIn(own.service, user.email, NEW)
    })
  })
})
