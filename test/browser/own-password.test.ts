// Engines: SQLite
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { makeUser } from '../support/actors.ts'
import { expectNoViolations, useConsole } from '../support/console.ts'
import { signIn } from '../support/service.ts'

const OLD = 'a phrase of my own'
const NEW = 'another phrase of mine'
const REFUSED = [/status of 422/]

const WORDS = {
  'en-GB': {
    current: 'Current password',
    next: 'Password',
    bio: 'About',
    save: 'Save',
    saved: 'Saved.',
    required: 'Current password is required to change your own email or password.',
    wrong: 'Current password is not your password.',
  },
  'fr-FR': {
    current: 'Mot de passe actuel',
    next: 'Mot de passe',
    bio: 'À propos',
    save: 'Enregistrer',
    saved: 'Enregistré.',
    required: 'Mot de passe actuel est nécessaire pour changer votre adresse ou votre mot de passe.',
    wrong: 'Mot de passe actuel n’est pas votre mot de passe.',
  },
}

const input = (page: Page, label: string) =>
  page.locator('input, textarea').and(page.getByLabel(label, { exact: true }))

describe("Changing one's own password", () => {
  const own = useConsole()

  for (const [locale, words] of Object.entries(WORDS)) {
    it(`asks for the current password, but not for other fields of the profile, in ${locale}`, async () => {
      const user = await makeUser(own.service, { password: OLD })
      const token = await signIn(own.service, user.email, OLD)
      await own.visit(`/users/${user.id}`, { token, locale, expected: REFUSED }, async (page) => {
        const current = input(page, words.current)
        const save = page.getByRole('button', { name: words.save, exact: true })
        const saved = page.getByText(words.saved)
        await input(page, words.bio).fill('Of numbers')
        assert.equal(await current.count(), 0)
        await save.click()
        await saved.waitFor()
        await input(page, words.next).fill(NEW)
        await current.waitFor()
        await expectNoViolations(page)
        await save.click()
        await page.getByText(words.required).waitFor()
        await current.fill('a phrase of another')
        await save.click()
        await page.getByText(words.wrong).waitFor()
        await current.fill(OLD)
        await save.click()
        await current.waitFor({ state: 'detached' })
        assert.equal(await input(page, words.next).inputValue(), '')
        await signIn(own.service, user.email, NEW)
      })
    })
  }

  it('shows it as long as it is typed, so that every unsaved change is visible', async () => {
    const user = await makeUser(own.service, { password: OLD })
    const token = await signIn(own.service, user.email, OLD)
    await own.visit(`/users/${user.id}`, { token }, async (page) => {
      const current = input(page, 'Current password')
      const email = page.getByRole('textbox', { name: 'Email', exact: true })
      await email.fill('other@example.com')
      await current.fill(OLD)
      await email.fill(user.email)
      assert.equal(await current.inputValue(), OLD)
      await current.fill('')
      await current.waitFor({ state: 'detached' })
      await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
    })
  })

  it("does not ask for it when an administrator changes another user's password", async () => {
    const user = await makeUser(own.service, { password: OLD })
    await own.visit(`/users/${user.id}`, {}, async (page) => {
      await input(page, 'Password').fill(NEW)
      assert.equal(await input(page, 'Current password').count(), 0)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Saved.').waitFor()
      await signIn(own.service, user.email, NEW)
    })
  })
})
