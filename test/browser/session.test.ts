// Engines: SQLite
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { giveRole, makeUser } from '../support/actors.ts'
import { settled } from '../support/browser.ts'
import { expectNoViolations, PHONE, shoot, useConsole } from '../support/console.ts'
import { enrol, nextCode, wrongCodeOf } from '../support/factors.ts'
import { ADMIN, signIn } from '../support/service.ts'

const PASSWORD = 'correct horse battery'

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in' })

async function signInAs(page: Page, email: string, password: string) {
  await page.getByLabel('Email or username').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.keyboard.press('Enter')
}

describe('Signing in', () => {
  const own = useConsole()

  it('leads to the requested page, and survives a reload', async () => {
    await own.visit('/users/1/roles?from=mail', { token: null }, async (page) => {
      await title(page, 'Sign in').waitFor()
      await expectNoViolations(page)
      await shoot(page, 'sign-in')
      await signInAs(page, ADMIN.email, ADMIN.password)
      await title(page, 'Administrator').waitFor()
      const { pathname, search } = new URL(page.url())
      assert.equal(pathname + search, '/users/1/roles?from=mail')
      await page.reload()
      await title(page, 'Administrator').waitFor()
    })
  })

  it('says that the password is wrong, and keeps the name', async () => {
    await own.visit('/signin', { token: null, expected: [/status of 401/] }, async (page) => {
      await signInAs(page, ADMIN.email, 'a wrong password')
      await page.getByRole('alert').getByText('The email or password is wrong.', { exact: true }).waitFor()
      assert.equal(await page.getByLabel('Email or username').inputValue(), ADMIN.email)
      await expectNoViolations(page)
      await shoot(page, 'sign-in-refused')
    })
  })

  it("is undone by a sign-out, which revokes the token and clears the page's state", async () => {
    const token = await signIn(own.service, ADMIN.email, ADMIN.password)
    await own.visit('/roles', { token }, async (page) => {
      await title(page, 'Roles').waitFor()
      // Requests that are still running might be refused after the sign-out.
      await settled(page)
      await page.getByRole('button', { name: /^Account menu/ }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await title(page, 'Sign in').waitFor()
      assert.equal((await own.service.call('GET', '/api/me', { token })).status, 401)
      assert.equal(await page.evaluate(() => sessionStorage.getItem('rolecall')), null)
      await signInAs(page, ADMIN.email, ADMIN.password)
      await title(page, 'Overview').waitFor()
    })
  })
})

describe('An expired session', () => {
  const own = useConsole()
  const revoke = (token: string) => own.service.call('POST', '/api/signout', { token })

  it('leads from a new page to the sign-in and back', async () => {
    const token = await signIn(own.service, ADMIN.email, ADMIN.password)
    await revoke(token)
    await own.visit('/roles', { token, expected: [/status of 401/] }, async (page) => {
      await title(page, 'Sign in').waitFor()
      await signInAs(page, ADMIN.email, ADMIN.password)
      await title(page, 'Roles').waitFor()
    })
  })

  it('opens a sign-in form above the page, and keeps the input', async () => {
    const token = await signIn(own.service, ADMIN.email, ADMIN.password)
    await own.visit('/', { token, expected: [/status of 401/] }, async (page) => {
      await title(page, 'Overview').waitFor()
      await settled(page)
      await page.keyboard.press('Control+k')
      await revoke(token)
      // Immediately: once the dialog is open, typing goes to its fields.
      await page.getByRole('combobox', { name: 'Go to…' }).fill('editor')
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
      await dialog.waitFor()
      await expectNoViolations(page)
      await shoot(page, 'session-ended')
      assert.equal(await dialog.getByLabel('Email or username').inputValue(), ADMIN.email)
      await dialog.getByLabel(/^Password/).fill('a wrong password')
      await signInButton(page).click()
      await dialog.getByRole('alert').getByText('The email or password is wrong.').waitFor()
      await dialog.getByLabel(/^Password/).fill(ADMIN.password)
      await signInButton(page).click()
      await dialog.waitFor({ state: 'detached' })
      assert.equal(await page.getByRole('combobox', { name: 'Go to…' }).inputValue(), 'editor')
      // The refused search is now answered.
      await page.getByRole('option', { name: 'Editor' }).waitFor()
    })
  })

  for (const [locale, words] of Object.entries({
    'en-GB': {
      roles: 'Go to…',
      ended: 'Your session has ended',
      password: 'Password',
      submit: 'Sign in',
      recover: 'Use a recovery code',
      app: 'Use the app’s code',
      again: 'Five attempts were refused',
    },
    'fr-FR': {
      roles: 'Aller à…',
      ended: 'Votre session a pris fin',
      password: 'Mot de passe',
      submit: 'Connexion',
      recover: 'Utiliser un code de secours',
      app: 'Utiliser le code de l’application',
      again: 'Cinq essais ont été refusés',
    },
  })) {
    it(`asks for the second factor, and keeps the input, in ${locale}`, async () => {
      const { service } = own
      const user = await makeUser(service, { password: PASSWORD })
      await giveRole(service, user, 'manager')
      const { email } = user
      const token = await signIn(service, email, PASSWORD)
      const { secret } = await enrol(service, token)
      await own.visit('/', { token, locale, expected: [/status of 401/] }, async (page) => {
        await page.getByRole('heading', { level: 1 }).waitFor()
        await settled(page)
        await page.keyboard.press('Control+k')
        await revoke(token)
        await page.getByRole('combobox', { name: words.roles }).fill('editor')
        const dialog = page.getByRole('dialog', { name: words.ended })
        const submit = dialog.getByRole('button', { name: words.submit, exact: true })
        const code = dialog.locator('[autocomplete="one-time-code"]')
        const passPassword = async () => {
          await dialog.locator('[autocomplete="current-password"]').fill(PASSWORD)
          await page.keyboard.press('Enter')
          await code.waitFor()
        }
        await passPassword()
        await page.waitForFunction(() => document.activeElement?.matches('[inputmode=numeric]'))
        await dialog.getByRole('button', { name: words.recover }).click()
        await page.waitForFunction(() => document.activeElement?.matches('[autocomplete=off]'))
        await expectNoViolations(page)
        await shoot(page, `session-recovery-${locale}`)
        await dialog.getByRole('button', { name: words.app }).click()
        for (let tries = 1; tries <= 5; tries += 1) {
          await code.fill(wrongCodeOf(service, secret))
          await submit.click()
          await dialog
            .locator(tries < 5 ? '[aria-invalid=true]' : '[autocomplete="current-password"]')
            .waitFor()
          if (tries > 1) continue
          await expectNoViolations(page)
          await shoot(page, `session-code-${locale}`)
          await page.setViewportSize(PHONE)
          // The chart behind the dialog follows a little later.
          await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth)
          await shoot(page, `session-code-phone-${locale}`)
        }
        await dialog.getByText(words.again).waitFor()
        await passPassword()
        await code.fill(nextCode(service, secret))
        await submit.click()
        await dialog.waitFor({ state: 'detached' })
        assert.equal(await page.getByRole('combobox', { name: words.roles }).inputValue(), 'editor')
      })
    })
  }

  it('reloads the page for a different person, who must not see it', async () => {
    await makeUser(own.service, { email: 'mei@example.com', first_name: 'Mei', password: PASSWORD })
    const token = await signIn(own.service, ADMIN.email, ADMIN.password)
    await own.visit('/', { token, expected: [/status of 401/] }, async (page) => {
      await title(page, 'Overview').waitFor()
      await settled(page)
      await revoke(token)
      await page.getByRole('button', { name: '7 days' }).click()
      await page.getByRole('dialog').waitFor()
      await signInAs(page, 'mei@example.com', PASSWORD)
      await page.getByRole('button', { name: 'Account menu: Mei' }).waitFor()
      await page.getByText('You don’t have access to anything yet').waitFor()
    })
  })

  it('lets the user leave the page, and leads to the sign-in', async () => {
    const token = await signIn(own.service, ADMIN.email, ADMIN.password)
    await own.visit('/', { token, expected: [/status of 401/] }, async (page) => {
      await title(page, 'Overview').waitFor()
      await settled(page)
      await revoke(token)
      await page.getByRole('button', { name: '90 days' }).click()
      await page.getByRole('button', { name: 'Leave page' }).click()
      await title(page, 'Sign in').waitFor()
    })
  })
})
