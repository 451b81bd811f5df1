// Engines: SQLite
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf, giveRole, giveSession, makeRole, makeUser, type Person } from '../support/actors.ts'
import { settled } from '../support/browser.ts'
import {
  expectNoOverflow,
  expectNoViolations,
  expectValue,
  PHONE,
  shoot,
  useConsole,
} from '../support/console.ts'
import { codeOf, enrol, nextCode, PASSWORD, wrongCodeOf } from '../support/factors.ts'
import { waitingMails } from '../support/mail.ts'
import { temporaryFolder } from '../support/process.ts'

/** The console leads people whom a policy covers to a second factor, before anything else and without losing what they typed. */

const folder = temporaryFolder()
after(folder.remove)

const HELD_BACK = [/status of 403/]

const WORDS = {
  'en-GB': {
    title: 'Your account needs a second factor',
    name: 'Email or username',
    password: 'Password',
    signIn: 'Sign in',
    add: 'Add authenticator app',
    next: 'Continue',
    scan: 'Scan the QR code',
    key: 'Key',
    code: /^Code/,
    confirm: 'Add',
    codes: 'Recovery codes',
    kept: 'I’ve saved them',
    roles: 'Roles',
  },
  'fr-FR': {
    title: 'Votre compte a besoin d’un second facteur',
    name: 'E-mail ou nom d’utilisateur',
    password: 'Mot de passe',
    signIn: 'Se connecter',
    add: 'Ajouter une application d’authentification',
    next: 'Continuer',
    scan: 'Scanner le code QR',
    key: 'Clé',
    code: /^Code/,
    confirm: 'Ajouter',
    codes: 'Codes de secours',
    kept: 'Je les ai enregistrés',
    roles: 'Rôles',
  },
}
type Words = (typeof WORDS)['en-GB']
const ENGLISH = WORDS['en-GB']

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const setUp = (page: Page) => title(page, ENGLISH.title)

/** Calls of the service that are not part of the way to a second factor. */
const otherCalls = (requests: string[]) =>
  requests
    .map((url) => new URL(url).pathname)
    .filter((path) => path.startsWith('/api/'))
    .filter(
      (path) => !/^\/api\/(?:me(?:\/factors.*)?|service|signin|signout|email\/.*|reauthenticate)$/.test(path),
    )

describe('A second factor that a policy requires', () => {
  const own = useConsole({ dataFolder: join(folder.path, 'data') })

  const requireFactor = async (user: Person) => {
    const role = await makeRole(own.service, [], { requires_second_factor: true })
    await giveRole(own.service, user, { id: role.slug })
    return role
  }
  /** An administrator who has just signed in. */
  const makeAdministrator = async (fields: object = {}) => {
    const user = await makeUser(own.service, fields)
    await giveRole(own.service, user, 'administrator')
    return { ...user, token: await giveSession(own.service, user) }
  }
  const makeCovered = async (fields: object = {}) => {
    const user = await makeAdministrator(fields)
    await requireFactor(user)
    return user
  }
  const unverify = ({ id }: Person) =>
    own.service.connection.db
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('id', '=', id)
      .execute()
  const mustEnrol = async (token: string): Promise<boolean> =>
    dataOf(await own.service.call('GET', '/api/me', { token })).must_enrol_second_factor

  /** From the set-up to the recovery codes. */
  async function addApp(page: Page, words: Words = ENGLISH): Promise<void> {
    await button(page, words.add).click()
    await button(page, words.next).click()
    const scan = dialog(page, words.scan)
    const secret = await scan.getByRole('textbox', { name: words.key }).inputValue()
    await scan.getByRole('textbox', { name: words.code }).fill(codeOf(own.service, secret))
    await button(page, words.confirm).click()
    await dialog(page, words.codes).getByRole('listitem').nth(9).waitFor()
  }

  for (const [locale, words] of Object.entries(WORDS)) {
    for (const screen of [undefined, PHONE]) {
      const name = `${locale}${screen ? '-phone' : ''}`
      it(`is added right after the sign-in, which then leads to the requested page, in ${name}`, async () => {
        const user = await makeCovered({ password: PASSWORD })
        const visit = { token: null, locale, ...(screen && { screen }) }
        await own.visit('/roles', visit, async (page, { requests }) => {
          await page.getByLabel(words.name).fill(user.email)
          await page.locator('[autocomplete="current-password"]').fill(PASSWORD)
          await page.keyboard.press('Enter')
          await title(page, words.title).waitFor()
          await button(page, words.add).waitFor()
          await settled(page)
          assert.deepEqual(otherCalls(requests), [])
          await expectNoOverflow(page)
          await expectNoViolations(page)
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme })
            await shoot(page, `required-${name}-${colorScheme}`)
          }
          await addApp(page, words)
          // The session may go on, but the codes are shown this once.
          await settled(page)
          await shoot(page, `required-codes-${name}`)
          await expectNoViolations(page)
          assert.deepEqual(otherCalls(requests), [])
          await button(page, words.kept).click()
          await title(page, words.roles).waitFor()
          await title(page, words.title).waitFor({ state: 'detached' })
          assert.equal(new URL(page.url()).pathname, '/roles')
        })
      })
    }
  }

  it('is added by keyboard alone', async () => {
    const { token } = await makeCovered()
    await own.visit('/', { token }, async (page) => {
      await button(page, 'Add authenticator app').waitFor()
      const focusOn = (text: string) =>
        page.waitForFunction((wanted) => document.activeElement?.textContent === wanted, text)
      await page.keyboard.press('Tab')
      await focusOn('Sign out')
      await page.keyboard.press('Tab')
      await focusOn('Add authenticator app')
      await page.keyboard.press('Enter')
      await dialog(page, 'Add authenticator app').waitFor()
      await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT')
      await page.keyboard.press('Enter')
      const scan = dialog(page, 'Scan the QR code')
      const secret = await scan.getByRole('textbox', { name: 'Key' }).inputValue()
      await page.waitForFunction(() => document.activeElement?.matches('[autocomplete="one-time-code"]'))
      await page.keyboard.type(codeOf(own.service, secret))
      await page.keyboard.press('Enter')
      await dialog(page, 'Recovery codes').waitFor()
      await focusOn('Copy')
      for (let step = 0; step < 3; step += 1) await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await title(page, 'Overview').waitFor()
    })
    assert.equal(await mustEnrol(token), false)
  })

  it('is asked for above the page if the policy begins meanwhile, and the change that it held back goes on', async () => {
    const user = await makeAdministrator()
    await own.visit('/roles/create', { token: user.token, expected: HELD_BACK }, async (page) => {
      const name = page.getByRole('textbox', { name: /^Name/ })
      await name.fill('Night watch')
      await settled(page)
      await requireFactor(user)
      await button(page, 'Save').click()
      const above = dialog(page, ENGLISH.title)
      await above.getByText('Nothing you typed is lost.').waitFor()
      await button(page, 'Add authenticator app').waitFor()
      await expectNoOverflow(page)
      await expectNoViolations(page)
      await shoot(page, 'required-above')
      // Nothing leads past it.
      for (const key of ['Escape', 'Control+k', '?']) await page.keyboard.press(key)
      await settled(page)
      await above.waitFor()
      assert.equal(await page.getByRole('dialog').count(), 1)
      await addApp(page)
      await settled(page)
      await button(page, 'I’ve saved them').click()
      await title(page, 'Night watch').waitFor()
      await above.waitFor({ state: 'detached' })
      await settled(page)
      await expectNoViolations(page)
    })
    const answer = await own.service.call('GET', '/api/roles', { query: { 'filter[name]': 'Night watch' } })
    assert.equal(dataOf(answer).list.total, 1)
  })

  it('holds back what the page asks for, unsent, and then answers it', async () => {
    const user = await makeAdministrator()
    await own.visit('/', { token: user.token, expected: HELD_BACK }, async (page, { requests }) => {
      await title(page, 'Overview').waitFor()
      await settled(page)
      await page.keyboard.press('Control+k')
      await requireFactor(user)
      const search = page.getByRole('combobox', { name: 'Go to…' })
      await search.fill('editor')
      await dialog(page, ENGLISH.title).waitFor()
      await button(page, 'Add authenticator app').waitFor()
      await settled(page)
      const before = requests.length
      await addApp(page)
      const confirmed = requests.findIndex((url) => url.endsWith('/api/me/factors/totp/confirm'))
      assert.ok(confirmed > before)
      assert.deepEqual(otherCalls(requests.slice(before, confirmed)), [])
      await button(page, 'I’ve saved them').click()
      await dialog(page, ENGLISH.title).waitFor({ state: 'detached' })
      await expectValue(search, 'editor')
      await page.getByRole('option', { name: 'Editor' }).waitFor()
    })
  })

  it('is proved if the account has one already; wrong codes are refused, and a recovery code counts', async () => {
    const user = await makeAdministrator()
    const { recoveryCodes, secret } = await enrol(own.service, user.token)
    await requireFactor(user)
    const earlier = await giveSession(own.service, user)
    await own.visit('/roles', { token: earlier, expected: [/status of 422/] }, async (page) => {
      await setUp(page).waitFor()
      await page.getByText('You have one. Confirm it here, then you go on.').waitFor()
      const code = page.getByRole('textbox', { name: 'Code' })
      await code.fill(wrongCodeOf(own.service, secret))
      await page.keyboard.press('Enter')
      await page.locator('[autocomplete="one-time-code"][aria-invalid=true]').waitFor()
      await expectNoViolations(page)
      await shoot(page, 'required-prove')
      assert.equal(await mustEnrol(earlier), true)
      await button(page, 'Use a recovery code').click()
      await page.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCodes[0] as string)
      await button(page, 'Confirm').click()
      await title(page, 'Roles').waitFor()
    })
    const another = await giveSession(own.service, user)
    await own.visit('/roles', { token: another, screen: PHONE, locale: 'fr-FR' }, async (page) => {
      await title(page, WORDS['fr-FR'].title).waitFor()
      await page.locator('[autocomplete="one-time-code"]').fill(nextCode(own.service, secret))
      await expectNoOverflow(page)
      await expectNoViolations(page)
      await shoot(page, 'required-prove-phone')
      await page.keyboard.press('Enter')
      await title(page, 'Rôles').waitFor()
    })
  })

  it('follows the verification of the address, where that is not verified', async () => {
    const user = await makeCovered()
    await unverify(user)
    await own.visit('/roles', { token: user.token }, async (page) => {
      await page.getByText('First verify your email').waitFor()
      await page.getByText('Not verified').waitFor()
      for (const name of ['Change email', 'Change password', 'Add authenticator app'])
        assert.equal(await button(page, name).count(), 0, name)
      await expectNoViolations(page)
      await shoot(page, 'required-unverified')
      await button(page, 'Verify email').click()
      const code = dialog(page, 'Enter the code from the mail')
      await code.waitFor()
      const { digits } = (await waitingMails(own.service, user.email, 'email-verify')).at(-1)
      await code.getByRole('textbox', { name: 'Code' }).fill(digits as string)
      await page.keyboard.press('Enter')
      await page.getByText('Your email is verified.').waitFor()
      await addApp(page)
      await button(page, 'I’ve saved them').click()
      await title(page, 'Roles').waitFor()
    })
  })

  it('needs a recent proof, which is asked for above the set-up', async () => {
    const user = await makeCovered({ password: PASSWORD })
    own.service.clock.advance(16 * 60_000)
    await own.visit('/roles', { token: user.token, expected: HELD_BACK }, async (page) => {
      await button(page, 'Add authenticator app').click()
      await button(page, 'Continue').click()
      const proof = dialog(page, 'Confirm that it’s you')
      await proof.locator('input[type=password]').fill(PASSWORD)
      await page.keyboard.press('Enter')
      const scan = dialog(page, 'Scan the QR code')
      const secret = await scan.getByRole('textbox', { name: 'Key' }).inputValue()
      await scan.getByRole('textbox', { name: /^Code/ }).fill(codeOf(own.service, secret))
      await button(page, 'Add').click()
      await button(page, 'I’ve saved them').click()
      await title(page, 'Roles').waitFor()
    })
  })

  it('can be left by signing out', async () => {
    const { token } = await makeCovered()
    await own.visit('/roles', { token }, async (page, { requests }) => {
      await button(page, 'Add authenticator app').waitFor()
      await settled(page)
      await button(page, 'Sign out').click()
      await title(page, 'Sign in').waitFor()
      assert.deepEqual(otherCalls(requests), [])
    })
    assert.equal((await own.service.call('GET', '/api/me', { token })).status, 401)
  })

  it('is left with a question if text would be lost', async () => {
    const user = await makeAdministrator()
    await own.visit('/roles/create', { token: user.token, expected: HELD_BACK }, async (page) => {
      await page.getByRole('textbox', { name: /^Name/ }).fill('Late watch')
      await settled(page)
      await requireFactor(user)
      await button(page, 'Save').click()
      await button(page, 'Sign out').click()
      await button(page, 'Stay on this page').click()
      await setUp(page).waitFor()
      await button(page, 'Sign out').click()
      await shoot(page, 'required-leave')
      await button(page, 'Leave without saving').click()
      await title(page, 'Sign in').waitFor()
    })
    const answer = await own.service.call('GET', '/api/roles', { query: { 'filter[name]': 'Late watch' } })
    assert.equal(dataOf(answer).list.total, 0)
  })

  it('is asked for no longer once the policy has ended', async () => {
    const user = await makeAdministrator()
    const role = await requireFactor(user)
    await own.visit('/roles', { token: user.token }, async (page) => {
      await button(page, 'Add authenticator app').waitFor()
      const freed = await own.service.call('POST', `/api/roles/id/${role.id}/update`, {
        json: { requires_second_factor: false },
      })
      dataOf(freed)
      // The user comes back to the window.
      await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
      await title(page, 'Roles').waitFor()
    })
  })

  it('is added in the console also by those who have no other business there', async () => {
    const user = await makeUser(own.service, { password: PASSWORD })
    await requireFactor(user)
    await own.visit('/signin', { token: null }, async (page) => {
      await page.getByLabel('Email or username').fill(user.email)
      await page.locator('[autocomplete="current-password"]').fill(PASSWORD)
      await page.keyboard.press('Enter')
      await setUp(page).waitFor()
      await addApp(page)
      await button(page, 'I’ve saved them').click()
      await title(page, 'Overview').waitFor()
    })
  })
})
