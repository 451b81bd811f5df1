// Engines: SQLite
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { makeUser } from '../support/actors.ts'
import { expectNoViolations, shoot, useConsole } from '../support/console.ts'
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
    await own.visit('/login', { token: null, expected: [/status of 401/] }, async (page) => {
      await signInAs(page, ADMIN.email, 'a wrong password')
      const alert = page.getByRole('alert')
      assert.equal(await alert.textContent(), 'The email or password is wrong.')
      assert.equal(await page.getByLabel('Email or username').inputValue(), ADMIN.email)
      await expectNoViolations(page)
      await shoot(page, 'sign-in-refused')
    })
  })

  it("is undone by a sign-out, which revokes the token and clears the page's state", async () => {
    const token = await signIn(own.service, ADMIN.email, ADMIN.password)
    await own.visit('/roles', { token }, async (page) => {
      // Requests that are still running might be refused after the sign-out.
      await page.waitForLoadState('networkidle')
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

  it('reloads the page for a different person, who must not see it', async () => {
    await makeUser(own.service, { email: 'mei@example.com', first_name: 'Mei', password: PASSWORD })
    const token = await signIn(own.service, ADMIN.email, ADMIN.password)
    await own.visit('/', { token, expected: [/status of 401/] }, async (page) => {
      await title(page, 'Overview').waitFor()
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
      await revoke(token)
      await page.getByRole('button', { name: '90 days' }).click()
      await page.getByRole('button', { name: 'Leave page' }).click()
      await title(page, 'Sign in').waitFor()
    })
  })
})

describe('Signing up', () => {
  const fill = async (page: Page, email: string) => {
    await page.getByRole('link', { name: 'Sign up' }).click()
    await title(page, 'Sign up').waitFor()
    await page.getByLabel('First name').fill('Elif')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel(/^Password/).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign up' }).click()
  }

  describe('with SIGNUP=open', () => {
    const own = useConsole({ signup: 'open' })
    it('creates a user and signs them in', async () => {
      await own.visit('/login', { token: null, expected: [/status of 409/] }, async (page) => {
        await fill(page, ADMIN.email)
        await page.getByText('Another user already has this email.').waitFor()
        await expectNoViolations(page)
        await shoot(page, 'sign-up')
        await page.getByLabel('Email').fill('elif@example.com')
        await page.getByRole('button', { name: 'Sign up' }).click()
        await page.getByRole('button', { name: 'Account menu: Elif' }).waitFor()
      })
    })
  })

  describe('with SIGNUP=verify', () => {
    const own = useConsole({ signup: 'verify' })
    it('creates a registration, and says that it is pending', async () => {
      await own.visit('/login', { token: null }, async (page) => {
        await fill(page, 'elif@example.com')
        await title(page, 'Registration submitted').waitFor()
        await expectNoViolations(page)
        const { body } = await own.service.call('GET', '/api/registrations')
        assert.equal(body.data.list.data[0].email, 'elif@example.com')
      })
    })
  })

  describe('with SIGNUP=closed', () => {
    const own = useConsole({ signup: 'closed' })
    it('is not offered, and its page says that it is closed', async () => {
      await own.visit('/login', { token: null }, async (page) => {
        const serviceRead = page.waitForResponse('**/api/service')
        await title(page, 'Sign in').waitFor()
        await serviceRead.catch(() => undefined)
        assert.equal(await page.getByRole('link', { name: 'Sign up' }).count(), 0)
        await page.goto('/signup')
        await title(page, 'Sign-up is closed').waitFor()
        await expectNoViolations(page)
      })
    })
  })
})
