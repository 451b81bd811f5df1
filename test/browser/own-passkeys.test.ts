// Engines: SQLite
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf, giveRole, makeRole } from '../support/actors.ts'
import { expectNoOverflow, expectNoViolations, PHONE, shoot, useConsole } from '../support/console.ts'
import { enrol, MINUTE_MS, makeSignedIn, nextCode, PASSWORD, post } from '../support/factors.ts'
import { signIn } from '../support/service.ts'
import { addFromDevice, Device, type DeviceOwner } from '../support/virtual-device.ts'

/** Passkeys in the console: one's own, and as a proof, with devices that Chromium simulates. */

const WORDS = {
  'en-GB': {
    add: 'Add a passkey',
    name: /^Name/,
    suggested: / on Linux$/,
    next: 'Continue',
    unmade: 'No passkey was made.',
    known: 'This device already has a passkey of your account.',
    codes: 'Recovery codes',
    kept: 'I’ve saved them',
    remove: 'Remove Laptop',
    removeTitle: 'Remove “Laptop”?',
    removeToo: 'Delete it on your device',
    confirm: 'Remove',
    proof: 'Confirm that it’s you',
    use: 'Use passkey',
    explained: 'Use your passkey to go on.',
    unused: 'No passkey was used.',
    removed: '“Laptop” removed.',
    off: 'Passkeys are off',
    elsewhere: 'Passkeys work only at',
    ended: 'Your session has ended',
    byPasskey: 'Sign in with a passkey',
  },
  'fr-FR': {
    add: 'Ajouter une clé d’accès',
    name: /^Nom/,
    suggested: / sous Linux$/,
    next: 'Continuer',
    unmade: 'Aucune clé d’accès n’a été créée.',
    known: 'Cet appareil a déjà une clé d’accès de votre compte.',
    codes: 'Codes de secours',
    kept: 'Je les ai enregistrés',
    remove: 'Retirer Laptop',
    removeTitle: 'Retirer «\u202fLaptop\u202f»\u202f?',
    removeToo: 'Supprimez-la aussi de votre appareil',
    confirm: 'Retirer',
    proof: 'Confirmez votre identité',
    use: 'Utiliser la clé d’accès',
    explained: 'Utilisez votre clé d’accès pour continuer.',
    unused: 'Aucune clé d’accès n’a été utilisée.',
    removed: '«\u202fLaptop\u202f» retiré.',
    off: 'Les clés d’accès sont désactivées',
    elsewhere: 'Les clés d’accès ne fonctionnent qu’à l’adresse',
    ended: 'Votre session a pris fin',
    byPasskey: 'Se connecter avec une clé d’accès',
  },
} as const
const words = WORDS['en-GB']

const REFUSED = [/status of 4(01|03|09|22)/]
/** A proof is older than that. */
const LATER_MS = 16 * MINUTE_MS

const own = useConsole({}, { isAtPublicUrl: true })

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const nameField = (page: Page, label: RegExp) => page.getByRole('textbox', { name: label })
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

const factorsOf = async (token: string) => dataOf(await own.service.call('GET', '/api/me/factors', { token }))

/** Opens one's own account as the owner of a passkey on the page's device. */
async function asOwner(
  visit: Parameters<typeof own.visit>[1],
  story: (page: Page, device: Device, owner: DeviceOwner) => Promise<void>,
  prepare: (owner: DeviceOwner) => Promise<unknown> = async () => undefined,
) {
  const user = await makeSignedIn(own.service)
  await own.visit('/account', { token: user.token, expected: REFUSED, ...visit }, async (page) => {
    await button(page, WORDS[(visit.locale ?? 'en-GB') as keyof typeof WORDS].add).waitFor()
    const device = await Device.in(page)
    const owner = { ...user, ...(await addFromDevice(page, own.service, user.token)) }
    await prepare(owner)
    await page.goto('/account')
    await page.getByText('Laptop', { exact: true }).waitFor()
    await story(page, device, owner)
  })
}

describe("One's own passkeys", () => {
  for (const [locale, words] of Object.entries(WORDS)) {
    for (const screen of [undefined, PHONE]) {
      const name = `${locale}${screen ? '-phone' : ''}`
      it(`are added with a name, and recovery codes are shown once, in ${name}`, async () => {
        const user = await makeSignedIn(own.service)
        const visit = { token: user.token, locale, expected: REFUSED, ...(screen && { screen }) }
        await own.visit('/account', visit, async (page) => {
          const device = await Device.in(page)
          await button(page, words.add).click()
          assert.match(await nameField(page, words.name).inputValue(), words.suggested)
          await shoot(page, `passkey-add-${name}`)
          await expectNoOverflow(page)
          await expectNoViolations(page)
          await device.setVerified(false)
          await button(page, words.next).click()
          await alert(page, words.unmade).waitFor()
          await shoot(page, `passkey-not-made-${name}`)
          await expectNoViolations(page)
          assert.deepEqual((await factorsOf(user.token)).factors, [])
          await device.setVerified(true)
          await nameField(page, words.name).fill('Laptop')
          await button(page, words.next).click()
          const shown = dialog(page, words.codes)
          await shown.getByRole('listitem').nth(9).waitFor()
          await shown.getByRole('button', { name: words.kept }).click()
          await page.getByText('Laptop', { exact: true }).waitFor()
          await shoot(page, `passkey-one-${name}`)
          await expectNoOverflow(page)
          await expectNoViolations(page)
          // One for each device.
          await button(page, words.add).click()
          await button(page, words.next).click()
          await alert(page, words.known).waitFor()
          await shoot(page, `passkey-known-${name}`)
          assert.equal((await device.passkeys()).length, 1)
        })
        const { factors } = await factorsOf(user.token)
        assert.deepEqual(
          factors.map(({ kind, name }: { kind: string; name: string }) => [kind, name]),
          [['passkey', 'Laptop']],
        )
      })
    }

    it(`are removed after a proof by passkey, in ${locale}`, () =>
      asOwner(
        { locale },
        async (page, device, owner) => {
          await button(page, words.remove).click()
          await dialog(page, words.removeTitle).getByText(words.removeToo).waitFor()
          await shoot(page, `passkey-remove-${locale}`)
          await button(page, words.confirm).click()
          const proof = dialog(page, words.proof)
          await proof.getByText(words.explained).waitFor()
          await device.setVerified(false)
          await button(page, words.use).click()
          await proof.getByText(words.unused).waitFor()
          await shoot(page, `passkey-proof-${locale}`)
          await expectNoViolations(page)
          assert.equal((await factorsOf(owner.token)).factors.length, 1)
          await device.setVerified(true)
          await button(page, words.use).click()
          await page.getByText(words.removed).waitFor()
          assert.deepEqual((await factorsOf(owner.token)).factors, [])
        },
        async () => own.service.clock.advance(LATER_MS),
      ))
  }

  it('are added and proved by keyboard alone, from any page', () =>
    asOwner(
      {},
      async (page, device, owner) => {
        await device.forget()
        await page.goto('/')
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.keyboard.press('Control+k')
        await page.keyboard.type('passkey')
        await page.getByRole('option', { name: words.add }).waitFor()
        await page.keyboard.press('Enter')
        await dialog(page, words.add).waitFor()
        await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT')
        await page.keyboard.press('Control+a')
        await page.keyboard.type('Phone')
        await page.keyboard.press('Enter')
        await page.waitForFunction((name) => document.activeElement?.textContent === name, words.use)
        // The device that has the passkey is not at hand.
        await page.keyboard.press('Enter')
        await dialog(page, words.proof).getByText(words.unused).waitFor()
        await button(page, 'Use a recovery code').focus()
        await page.keyboard.press('Enter')
        await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT')
        await page.keyboard.type(owner.recoveryCodes?.[0] ?? '')
        await page.keyboard.press('Enter')
        await page.getByText('“Phone” added.').waitFor()
        assert.equal((await factorsOf(owner.token)).factors.length, 2)
      },
      async () => own.service.clock.advance(LATER_MS),
    ))

  it('are renamed, and show when they were last used', () =>
    asOwner({}, async (page, _device, owner) => {
      await button(page, 'Rename Laptop').click()
      await nameField(page, words.name).fill('Work laptop')
      await button(page, 'Rename').click()
      await page.getByText('Work laptop', { exact: true }).waitFor()
      await page.getByRole('row', { name: /Work laptop.*Passkey.*never/ }).waitFor()
      const [factor] = (await factorsOf(owner.token)).factors
      assert.equal(factor.name, 'Work laptop')
    }))

  it('are no proof once they are removed, and the other ways stay', () =>
    asOwner({}, async (page, _device, owner) => {
      const { secret } = await enrol(own.service, owner.token)
      await page.reload()
      await page.getByText('Authenticator app', { exact: true }).first().waitFor()
      own.service.clock.advance(LATER_MS)
      await button(page, 'New recovery codes').click()
      await button(page, 'Make codes').click()
      await button(page, words.use).waitFor()
      const proof = { code: nextCode(own.service, secret) }
      await post(own.service, '/api/reauthenticate', owner.token, proof)
      // Another session proves it, and removes the passkey meanwhile.
      await page.route('**/api/reauthenticate/options', async (route) => {
        const response = await route.fetch()
        await post(own.service, `/api/me/factors/${owner.factor}/delete`, owner.token)
        own.service.clock.advance(LATER_MS - MINUTE_MS * 8)
        await route.fulfill({ response })
      })
      await button(page, words.use).click()
      await alert(page, 'This passkey isn’t accepted').waitFor()
      await button(page, 'Use the app’s code').click()
      await page.getByRole('textbox', { name: 'Code' }).fill(nextCode(own.service, secret))
      await button(page, 'Confirm').click()
      await dialog(page, 'Recovery codes').waitFor()
    }))

  it('are not added twice by a double click, nor with the options of a challenge that has ended', async () => {
    const user = await makeSignedIn(own.service)
    await own.visit('/account', { token: user.token, expected: REFUSED }, async (page) => {
      const device = await Device.in(page)
      await button(page, words.add).click()
      await page.route('**/api/me/factors/passkey', (route) => {
        own.service.clock.advance(11 * MINUTE_MS)
        return route.fallback()
      })
      await button(page, words.next).click()
      await alert(page, 'The service didn’t take the passkey').waitFor()
      assert.deepEqual((await factorsOf(user.token)).factors, [])
      await page.unrouteAll()
      await device.forget()
      await button(page, words.next).evaluate((element) => {
        for (let press = 0; press < 3; press += 1) (element as HTMLElement).click()
      })
      await dialog(page, words.codes).waitFor()
      assert.equal((await factorsOf(user.token)).factors.length, 1)
      assert.equal((await device.passkeys()).length, 1)
    })
  })

  it('are what a policy asks for: the set-up adds one, and a session of before proves it', async () => {
    const user = await makeSignedIn(own.service)
    const older = await signIn(own.service, user.email, PASSWORD)
    const role = await makeRole(own.service, [], { requires_second_factor: true })
    await giveRole(own.service, user, { id: role.slug })
    await own.visit('/account', { token: user.token, expected: REFUSED }, async (page) => {
      await Device.in(page)
      await page.getByRole('heading', { name: 'Your account needs a second factor' }).waitFor()
      await button(page, words.add).click()
      await button(page, words.next).click()
      await dialog(page, words.codes).getByRole('button', { name: words.kept }).click()
      await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor()
      await page.evaluate((token) => sessionStorage.setItem('rolecall', JSON.stringify({ token })), older)
      await page.goto('/account')
      await page.getByRole('heading', { name: 'Confirm your second factor' }).waitFor()
      await shoot(page, 'passkey-enrolment-proof')
      await expectNoViolations(page)
      await button(page, words.use).click()
      await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor()
    })
  })
})

describe('A session that has ended', () => {
  for (const [locale, words] of Object.entries(WORDS)) {
    it(`goes on after a sign-in with a passkey, in ${locale}`, () =>
      asOwner({ locale }, async (page, device, owner) => {
        await button(page, words.add).click()
        await nameField(page, words.name).fill('A name that stays')
        await post(own.service, '/api/signout', owner.token)
        await button(page, words.next).click()
        const ended = dialog(page, words.ended)
        await ended.getByRole('button', { name: words.byPasskey }).waitFor()
        await shoot(page, `passkey-session-${locale}`)
        await expectNoViolations(page)
        await device.setVerified(false)
        await ended.getByRole('button', { name: words.byPasskey }).click()
        await ended.getByText(words.unused).waitFor()
        await device.setVerified(true)
        await ended.getByRole('button', { name: words.byPasskey }).click()
        await ended.waitFor({ state: 'detached' })
        // The change goes on; this device has a passkey already.
        await alert(page, words.known).waitFor()
        assert.equal(await nameField(page, words.name).inputValue(), 'A name that stays')
      }))
  }

  it('goes on after the password and a passkey', () =>
    asOwner({}, async (page, _device, owner) => {
      await post(own.service, '/api/signout', owner.token)
      await button(page, 'Rename Laptop').click()
      await nameField(page, words.name).fill('Work laptop')
      await button(page, 'Rename').click()
      const ended = dialog(page, words.ended)
      await ended.locator('input[type=password]').fill(PASSWORD)
      await page.keyboard.press('Enter')
      await page.waitForFunction((name) => document.activeElement?.textContent === name, words.use)
      await shoot(page, 'passkey-session-step')
      await expectNoViolations(page)
      await page.keyboard.press('Enter')
      await ended.waitFor({ state: 'detached' })
      await page.getByText('Work laptop', { exact: true }).waitFor()
    }))
})

describe('Where passkeys cannot be used', () => {
  for (const [why, publicUrl, text] of [
    ['the service has none', undefined, 'off'],
    ['the console is at another address', 'https://accounts.example.com', 'elsewhere'],
  ] as const) {
    const elsewhere = useConsole({ publicUrl })
    for (const [locale, words] of Object.entries(WORDS)) {
      it(`as ${why}, the account page says so, in ${locale}`, async () => {
        const user = await makeSignedIn(elsewhere.service)
        await elsewhere.visit('/account', { token: user.token, locale, screen: PHONE }, async (page) => {
          await page.getByText(words[text]).waitFor()
          assert.equal(await button(page, words.add).count(), 0)
          await page.getByText(words[text]).scrollIntoViewIfNeeded()
          await shoot(page, `passkey-${text}-${locale}`)
          await expectNoOverflow(page)
          await expectNoViolations(page)
        })
      })
    }
  }
})
