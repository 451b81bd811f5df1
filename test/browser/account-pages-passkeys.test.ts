// Engines: SQLite
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { button, field, inspect, SMALL, title, useAccountPages } from '../support/account-pages.ts'
import { settled } from '../support/browser.ts'
import { useConsole } from '../support/console.ts'
import { eventually } from '../support/eventually.ts'
import { enrol, MINUTE_MS, makeSignedIn, nextCode, PASSWORD, post, wrongCodeOf } from '../support/factors.ts'
import { addFromDevice, Device, type DeviceOwner, makeDeviceOwner } from '../support/virtual-device.ts'

/** Signing in with passkeys on the account pages, with devices that Chromium simulates. */

const WORDS = {
  'en-GB': {
    title: 'Sign in',
    name: 'Email or username',
    password: 'Password',
    submit: 'Sign in',
    passkey: 'Sign in with a passkey',
    step: 'Use your passkey',
    use: 'Use passkey',
    done: 'You are signed in',
    unused: 'No passkey was used. It was cancelled or took too long',
    refused: 'This passkey isn’t accepted.',
  },
  'fr-FR': {
    title: 'Connexion',
    name: 'E-mail ou nom d’utilisateur',
    password: 'Mot de passe',
    submit: 'Se connecter',
    passkey: 'Se connecter avec une clé d’accès',
    step: 'Utilisez votre clé d’accès',
    use: 'Utiliser la clé d’accès',
    done: 'Vous êtes connecté',
    unused: 'Aucune clé d’accès n’a été utilisée.',
    refused: 'Cette clé d’accès n’est pas acceptée.',
  },
} as const
type Words = (typeof WORDS)[keyof typeof WORDS]
const words = WORDS['en-GB']

const REFUSED = [/status of 401/]
const OPTIONS = '**/api/signin/passkey/options'
const SIGN_IN = '**/api/signin/passkey'

const own = useConsole({}, { isAtPublicUrl: true })

/** With a page that asks for no passkey itself, and a device. */
const withDevice = (
  visit: Parameters<typeof own.visit>[1],
  story: (page: Page, device: Device) => Promise<void>,
) =>
  own.visit('/forgot', { token: null, ...visit }, async (page) => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await story(page, await Device.in(page))
  })

/** Opens the page for signing in, where the browser waits for a passkey until somebody asks for one. */
async function openSignIn(page: Page, device: Device, { title: name }: Words = words): Promise<void> {
  await device.setPresent(false)
  await page.goto('/signin')
  await title(page, name).waitFor()
  await device.waitUntilAsked()
  await device.setPresent(true)
}

async function signInByPassword(page: Page, email: string, words: Words = WORDS['en-GB']): Promise<void> {
  await field(page, words.name).fill(email)
  await field(page, words.password).fill(PASSWORD)
  await button(page, words.submit).click()
}

/** The page for signing in waits for a passkey at once. */
async function signOut(page: Page, device: Device): Promise<void> {
  await device.setPresent(false)
  await button(page, 'Sign out').click()
  await title(page, words.title).waitFor()
}

/** Eleven minutes by the clock of this page alone: Playwright's clock is that of all pages of the context. */
const passTime = (page: Page) =>
  page.evaluate((ms) => {
    const now = Date.now()
    Date.now = () => now + ms
  }, 11 * MINUTE_MS)

const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

const removeFactor = ({ factor, token }: DeviceOwner) =>
  post(own.service, `/api/me/factors/${factor}/delete`, token)

describe('A sign-in with a passkey alone', () => {
  for (const [locale, words] of Object.entries(WORDS)) {
    it(`is begun by a button, in ${locale}, on a phone`, () =>
      withDevice({ locale, screen: SMALL, expected: REFUSED }, async (page, device) => {
        const owner = await makeDeviceOwner(page, own.service)
        await openSignIn(page, device, words)
        await inspect(page, `passkey-${locale}`)
        await device.setVerified(false)
        await button(page, words.passkey).click()
        await alert(page, words.unused).waitFor()
        await inspect(page, `passkey-unused-${locale}`)
        await device.setVerified(true)
        await button(page, words.passkey).click()
        await title(page, words.done).waitFor()
        await page.getByText(owner.email).waitFor()
        const cookies = await page.context().cookies()
        assert.ok(cookies.some(({ name }) => name === '__Host-rolecall'))
        await removeFactor(owner)
        await page.context().clearCookies()
        await page.evaluate(() => localStorage.clear())
        await openSignIn(page, device, words)
        await button(page, words.passkey).click()
        await alert(page, words.refused).waitFor()
        await inspect(page, `passkey-refused-${locale}`)
        await signInByPassword(page, owner.email, words)
        await title(page, words.done).waitFor()
      }))
  }

  it('is offered with the suggestions at the field for the name', () =>
    withDevice({}, async (page) => {
      const owner = await makeDeviceOwner(page, own.service)
      await page.goto('/signin')
      await title(page, words.done).waitFor()
      await page.getByText(owner.email).waitFor()
    }))

  it('is done by keyboard alone, and names the fields for the browser', () =>
    withDevice({}, async (page, device) => {
      const owner = await makeDeviceOwner(page, own.service)
      await openSignIn(page, device)
      await page.waitForFunction(() => document.activeElement?.matches('[autocomplete="username webauthn"]'))
      // The password, its button, "Sign in", "Forgot your password?".
      for (let step = 0; step < 5; step += 1) await page.keyboard.press('Tab')
      const focused = await page.evaluate(() => document.activeElement?.textContent)
      assert.equal(focused, words.passkey)
      await page.keyboard.press('Enter')
      await title(page, words.done).waitFor()
      await page.getByText(owner.email).waitFor()
    }))

  it('asks once, however often the button is pressed', () =>
    withDevice({}, async (page, device) => {
      await makeDeviceOwner(page, own.service)
      await openSignIn(page, device)
      let count = 0
      await page.route(SIGN_IN, (route) => {
        count += 1
        return route.continue()
      })
      await button(page, words.passkey).evaluate((element) => {
        for (let press = 0; press < 3; press += 1) (element as HTMLElement).click()
      })
      await title(page, words.done).waitFor()
      assert.equal(count, 1)
    }))

  it('gives way to the password while the device is asked', () =>
    withDevice({}, async (page, device) => {
      const user = await makeSignedIn(own.service)
      await openSignIn(page, device)
      await device.setPresent(false)
      const asked = page.waitForResponse(OPTIONS)
      await button(page, words.passkey).click()
      await asked
      await button(page, words.passkey).getByRole('progressbar').waitFor()
      await signInByPassword(page, user.email)
      await title(page, words.done).waitFor()
    }))

  it('is offered again after a wrong password', () =>
    withDevice({ expected: REFUSED }, async (page, device) => {
      const owner = await makeDeviceOwner(page, own.service)
      await openSignIn(page, device)
      await field(page, words.name).fill(owner.email)
      await field(page, words.password).fill('a wrong one')
      await button(page, words.submit).click()
      // The device answers at once now.
      await title(page, words.done).waitFor()
    }))

  it('works in two tabs that wait for a passkey at the same time', () =>
    withDevice({}, async (one, device) => {
      const owner = await makeDeviceOwner(one, own.service)
      const credential = await device.passkey()
      const two = await one.context().newPage()
      try {
        await two.goto('/forgot')
        const second = await Device.in(two)
        await second.add({ ...credential, signCount: 100 })
        await openSignIn(one, device)
        await openSignIn(two, second)
        await button(one, words.passkey).click()
        await title(one, words.done).waitFor()
        await button(two, words.passkey).click()
        await title(two, words.done).waitFor()
        await two.getByText(owner.email).waitFor()
      } finally {
        await two.close()
      }
    }))

  it('says that it is refused: of somebody else, unknown, copied, or of another kind than before', () =>
    withDevice({ expected: REFUSED }, async (page, device) => {
      const owner = await makeDeviceOwner(page, own.service)
      const other = await makeSignedIn(own.service)
      const right = await device.passkey()
      const refused = async (changes: object) => {
        await device.change(changes)
        await openSignIn(page, device)
        const answered = page.waitForResponse(SIGN_IN)
        await button(page, words.passkey).click()
        assert.equal((await answered).status(), 401)
        await alert(page, words.refused).waitFor()
        await page.waitForFunction(() => document.activeElement?.matches('[role=alert]'))
      }
      const otherHandle = Buffer.from(other.uuid.replaceAll('-', ''), 'hex').toString('base64')
      await refused({ userHandle: otherHandle })
      await refused({ ...right, credentialId: Buffer.alloc(32, 7).toString('base64') })
      await refused({ ...right, signCount: 0 })
      await refused({ ...right, backupEligibility: true, backupState: true })
      await device.change({ ...right, signCount: 1000 })
      await openSignIn(page, device)
      await button(page, words.passkey).click()
      await page.getByText(owner.email).waitFor()
    }))

  it('takes a passkey that was copied to other devices since, if it always could be', () =>
    own.visit('/forgot', { token: null }, async (page) => {
      const device = await Device.in(page, { isBackupEligible: true })
      const owner = await makeDeviceOwner(page, own.service)
      for (const backupState of [false, true]) {
        await device.change({ backupState })
        await openSignIn(page, device)
        await button(page, words.passkey).click()
        await page.getByText(owner.email).waitFor()
        await signOut(page, device)
      }
    }))

  it('takes each of two passkeys', () =>
    withDevice({}, async (page, device) => {
      const owner = await makeDeviceOwner(page, own.service)
      const first = await device.passkey()
      await device.forget()
      await addFromDevice(page, own.service, owner.token, 'Phone')
      const second = await device.passkey()
      for (const passkey of [first, second]) {
        await device.forget()
        await device.add(passkey)
        await openSignIn(page, device)
        await button(page, words.passkey).click()
        await page.getByText(owner.email).waitFor()
        await signOut(page, device)
      }
    }))

  it('renews what the browser waits with, before it ends, and says if it ended', () =>
    withDevice({}, async (page, device) => {
      const owner = await makeDeviceOwner(page, own.service)
      await device.setPresent(false)
      let count = 0
      await page.route(OPTIONS, async (route) => {
        count += 1
        if (count > 1) return route.fallback()
        const response = await route.fetch()
        const json = await response.json()
        // Renewed a minute before that.
        json.data.timeout = MINUTE_MS + 1
        return route.fulfill({ response, json })
      })
      await page.goto('/signin')
      await eventually(() => assert.equal(count, 2))
      await settled(page)
      await page.unroute(OPTIONS)

      await page.route(OPTIONS, async (route) => {
        await passTime(page)
        return route.fallback()
      })
      await device.setPresent(true)
      await page.goto('/signin')
      await alert(page, 'The ten minutes for this passkey were over').waitFor()
      await button(page, words.passkey).click()
      await page.getByText(owner.email).waitFor()
    }))

  it('keeps the page usable if the service cannot be reached', () =>
    withDevice({ expected: [/^failed: /, /Failed to load/] }, async (page, device) => {
      const owner = await makeDeviceOwner(page, own.service)
      await page.route(OPTIONS, (route) => route.abort('connectionrefused'))
      const failed = page.waitForEvent('requestfailed')
      await page.goto('/signin')
      await failed
      await settled(page)
      assert.equal(await page.getByRole('alert').count(), 0)
      await button(page, words.passkey).click()
      await alert(page, 'could not be reached').waitFor()
      await page.unroute(OPTIONS)
      await button(page, words.passkey).click()
      await page.getByText(owner.email).waitFor()
      assert.equal((await device.passkey()).signCount, 2)
    }))
})

describe('A passkey as the second step of a sign-in', () => {
  for (const [locale, words] of Object.entries(WORDS)) {
    it(`is asked for first, in ${locale}, on a phone`, () =>
      withDevice({ locale, screen: SMALL, expected: REFUSED }, async (page, device) => {
        const owner = await makeDeviceOwner(page, own.service)
        await openSignIn(page, device, words)
        await device.setPresent(false)
        await signInByPassword(page, owner.email, words)
        await title(page, words.step).waitFor()
        await page.waitForFunction(() => document.activeElement?.matches('[type=submit]'))
        await inspect(page, `factor-passkey-${locale}`)
        await device.setPresent(true)
        await device.setVerified(false)
        await button(page, words.use).click()
        await alert(page, words.unused).waitFor()
        await inspect(page, `factor-passkey-unused-${locale}`)
        await device.setVerified(true)
        await page.keyboard.press('Tab')
        await page.keyboard.press('Enter')
        await title(page, words.done).waitFor()
      }))
  }

  it('leads to the app, the recovery codes and the password, also while the device is asked', () =>
    withDevice({ expected: REFUSED }, async (page, device) => {
      const owner = await makeDeviceOwner(page, own.service)
      const { secret } = await enrol(own.service, owner.token)
      await openSignIn(page, device)
      await device.setPresent(false)
      await signInByPassword(page, owner.email)
      await title(page, words.step).waitFor()
      await button(page, words.use).click()
      await button(page, words.use).getByRole('progressbar').waitFor()
      await button(page, 'Use the app’s code').click()
      await field(page, 'Code').fill(wrongCodeOf(own.service, secret))
      await button(page, 'Sign in').click()
      await page.locator('input[aria-invalid=true]').waitFor()
      await button(page, 'Use a recovery code').click()
      await field(page, 'Recovery code').waitFor()
      await button(page, 'Use your passkey').click()
      await device.setPresent(true)
      await removeFactor(owner)
      await button(page, words.use).click()
      await alert(page, words.refused).waitFor()
      await button(page, 'Back to sign-in').click()
      await device.setPresent(false)
      await signInByPassword(page, owner.email)
      await field(page, 'Code').fill(nextCode(own.service, secret))
      await button(page, 'Sign in').click()
      await title(page, words.done).waitFor()
    }))

  it('asks no device once its ten minutes are over', () =>
    withDevice({ expected: REFUSED }, async (page, device) => {
      const owner = await makeDeviceOwner(page, own.service)
      await openSignIn(page, device)
      await device.setPresent(false)
      await signInByPassword(page, owner.email)
      await title(page, words.step).waitFor()
      await passTime(page)
      await button(page, words.use).click()
      await alert(page, 'The ten minutes for the second factor are over').waitFor()
      assert.equal((await device.passkey()).signCount, 1)
    }))

  it('begins again with the password after five that were refused', () =>
    withDevice({ expected: [...REFUSED, /^failed: .*options$/, /Failed to load/] }, async (page, device) => {
      const owner = await makeDeviceOwner(page, own.service)
      await device.change({ backupEligibility: true })
      await openSignIn(page, device)
      await device.setPresent(false)
      await signInByPassword(page, owner.email)
      await title(page, words.step).waitFor()
      await device.setPresent(true)
      for (let tries = 1; tries < 5; tries += 1) {
        const answered = page.waitForResponse('**/api/signin')
        await button(page, words.use).click()
        assert.equal((await answered).status(), 401)
        await page.locator('.primary[aria-disabled=false]').waitFor()
      }
      // The page for the password asks for a passkey at once, and gets none: the device would answer.
      await page.route(OPTIONS, (route) => route.abort())
      const asked = page.waitForEvent('requestfailed')
      await button(page, words.use).click()
      await alert(page, 'Five attempts were refused').waitFor()
      await asked
    }))

  it('is answered by a passkey of the account only', () =>
    withDevice({ expected: REFUSED }, async (page, device) => {
      const [owner, other] = [await makeDeviceOwner(page, own.service), await makeSignedIn(own.service)]
      await device.forget()
      await addFromDevice(page, own.service, other.token)
      await openSignIn(page, device)
      await device.setPresent(false)
      await signInByPassword(page, owner.email)
      await title(page, words.step).waitFor()
      await device.setPresent(true)
      await button(page, words.use).click()
      await alert(page, 'this device has no passkey of the account').waitFor()
      await button(page, 'Use a recovery code').click()
      await field(page, 'Recovery code').fill(owner.recoveryCodes?.[0] ?? '')
      await button(page, 'Sign in').click()
      await title(page, words.done).waitFor()
    }))
})

describe('Without passkeys', () => {
  for (const [where, publicUrl] of [
    ['the service has none', undefined],
    ['the page is at another address', 'https://accounts.example.com'],
  ] as const) {
    const elsewhere = useAccountPages({ publicUrl })
    it(`the page offers none, where ${where}`, () =>
      elsewhere.visit('/signin', { token: null }, async (page, { requests }) => {
        await title(page, words.title).waitFor()
        await settled(page)
        assert.equal(await field(page, words.name).getAttribute('autocomplete'), 'username')
        assert.equal(await button(page, words.passkey).count(), 0)
        assert.deepEqual(
          requests.filter((url) => url.includes('signin/passkey')),
          [],
        )
      }))
  }

  it('the page offers none in a browser that knows none, and asks for a recovery code', () =>
    withDevice({ expected: REFUSED }, async (page) => {
      const owner = await makeDeviceOwner(page, own.service)
      await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
      await page.goto('/signin')
      await title(page, words.title).waitFor()
      assert.equal(await button(page, words.passkey).count(), 0)
      await signInByPassword(page, owner.email)
      await field(page, 'Recovery code').fill(owner.recoveryCodes?.[0] ?? '')
      await button(page, words.submit).click()
      await title(page, words.done).waitFor()
    }))
})
