// Engines: SQLite
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf, type Person } from '../support/actors.ts'
import { expectNoOverflow, expectNoViolations, PHONE, shoot, useConsole } from '../support/console.ts'
import { eventually } from '../support/eventually.ts'
import { makeSignedIn, PASSWORD, signInBy, tokenIn } from '../support/factors.ts'

/** Where one is signed in, and the language and theme of the account. */

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0'
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

describe("One's own sessions", () => {
  const own = useConsole()
  const signInWith = async ({ email }: Person, agent: string) =>
    tokenIn(await signInBy(own.service, { email, password: PASSWORD }, { 'user-agent': agent }))
  const works = async (token: string) =>
    (await own.service.call('GET', '/api/me', { token, headers: { 'user-agent': FIREFOX } })).status === 200

  it('end one by one, or all others at once; this one stays', async () => {
    const user = await makeSignedIn(own.service)
    const [laptop, phone] = [await signInWith(user, FIREFOX), await signInWith(user, SAFARI)]
    await own.visit('/account', { token: user.token }, async (page) => {
      await page.getByText('This session').waitFor()
      await page.getByText('Firefox 142 on Windows').waitFor()
      await shoot(page, 'account-sessions')
      await expectNoViolations(page)
      await button(page, 'Sign out: Safari 26 on macOS').click()
      const dialog = page.getByRole('dialog', { name: 'Sign out “Safari 26 on macOS”?' })
      await dialog.getByRole('button', { name: 'Sign out' }).click()
      await page.getByText('“Safari 26 on macOS” is signed out.').waitFor()
      assert.deepEqual([await works(phone), await works(laptop)], [false, true])
      const other = await signInWith(user, SAFARI)
      await page.keyboard.press('Control+k')
      await page.keyboard.type('everywhere else')
      await page.getByRole('option', { name: 'Sign out everywhere else' }).waitFor()
      await page.keyboard.press('Enter')
      await page
        .getByRole('dialog', { name: 'Sign out everywhere else?' })
        .getByRole('button', { name: 'Sign out' })
        .click()
      await page.getByText('You are signed out everywhere else.').waitFor()
      assert.deepEqual([await works(other), await works(laptop)], [false, false])
      await button(page, 'Sign out everywhere else').waitFor({ state: 'detached' })
    })
    assert.equal(await works(user.token), true)
  })

  it('fit a phone in French, in the dark', async () => {
    const user = await makeSignedIn(own.service)
    await signInWith(user, FIREFOX)
    const visit = { token: user.token, locale: 'fr-FR', screen: PHONE, theme: 'dark' } as const
    await own.visit('/account', visit, async (page) => {
      await page.getByText('Firefox 142 sous Windows').scrollIntoViewIfNeeded()
      await expectNoOverflow(page)
      await shoot(page, 'account-sessions-phone')
      await expectNoViolations(page)
    })
  })

  it('can be gone meanwhile: the dialog says so, and the list is read again', async () => {
    const user = await makeSignedIn(own.service)
    await signInWith(user, FIREFOX)
    await own.visit('/account', { token: user.token, expected: [/status of 404/] }, async (page) => {
      await button(page, 'Sign out: Firefox 142 on Windows').click()
      dataOf(await own.service.call('POST', '/api/me/sessions/revoke', { token: user.token, json: {} }))
      const dialog = page.getByRole('dialog', { name: 'Sign out “Firefox 142 on Windows”?' })
      await dialog.getByRole('button', { name: 'Sign out' }).click()
      await dialog.getByText('No session of yours matches.').waitFor()
      await page.keyboard.press('Escape')
      await page.getByText('Firefox 142 on Windows').waitFor({ state: 'detached' })
    })
  })
})

describe('The language and the theme of the console', () => {
  const own = useConsole()
  const accountOf = async ({ id }: Person) => dataOf(await own.service.call('GET', `/api/users/${id}`))
  const languageOf = async (user: Person) => (await accountOf(user)).language
  const themeOf = async (user: Person) => (await accountOf(user)).theme
  const hasScheme = (page: Page, scheme: string) =>
    page.waitForFunction(
      (scheme) => getComputedStyle(document.documentElement).colorScheme === scheme,
      scheme,
    )

  it('are kept with the account, and used in another browser', async () => {
    const user = await makeSignedIn(own.service)
    await own.visit('/account', { token: user.token }, async (page) => {
      await page.getByRole('combobox', { name: 'Language' }).click()
      await page.getByRole('option', { name: 'Français' }).click()
      await page.getByRole('heading', { level: 1, name: 'Mon compte' }).waitFor()
      await page.getByRole('combobox', { name: 'Thème' }).click()
      await page.getByRole('option', { name: 'Sombre' }).click()
      await hasScheme(page, 'dark')
      await shoot(page, 'account-preferences')
      await eventually(async () => assert.equal(await themeOf(user), 'dark'))
    })
    await eventually(async () => assert.equal(await languageOf(user), 'fr'))
    await own.visit('/', { token: user.token }, async (page) => {
      await button(page, /^Menu du compte/).click()
      await hasScheme(page, 'dark')
      // The system's theme is a choice, too.
      await page.getByRole('menuitemradio', { name: 'Système' }).click()
      await hasScheme(page, 'light')
      await eventually(async () => assert.equal(await themeOf(user), 'system'))
      await page.reload()
      await button(page, /^Menu du compte/).click()
      await hasScheme(page, 'light')
      await page.getByRole('menuitemradio', { name: 'English' }).click()
      await button(page, /^Account menu/).waitFor()
      await eventually(async () => assert.equal(await languageOf(user), 'en'))
      await page.reload()
      await button(page, /^Account menu/).waitFor()
    })
    assert.equal(await languageOf(user), 'en')
  })

  it('stay those of the browser where the account has none', async () => {
    const user = await makeSignedIn(own.service)
    await own.visit('/account', { token: user.token, locale: 'fr-FR' }, async (page) => {
      await page.getByRole('heading', { level: 1, name: 'Mon compte' }).waitFor()
    })
    assert.deepEqual([await languageOf(user), await themeOf(user)], [null, null])
  })
})
