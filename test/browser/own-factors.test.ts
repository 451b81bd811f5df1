// Engines: SQLite
import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf, giveRole, makeRole } from '../support/actors.ts'
import { expectNoOverflow, expectNoViolations, PHONE, shoot, useConsole } from '../support/console.ts'
import { eventually } from '../support/eventually.ts'
import {
  challengeOf,
  codeOf,
  enrol,
  MINUTE_MS,
  makeOwner,
  makeSignedIn,
  nextCode,
  PASSWORD,
  signInBy,
  wrongCodeOf,
} from '../support/factors.ts'

/** One's own second factors in the console: an authenticator app, recovery codes, and the proof that changes of them need. */

const REFUSED = [/status of 422/]
const UNPROVEN = [/status of 4(03|22)/]
/** A proof is older than that. */
const LATER_MS = 16 * MINUTE_MS

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const WORDS = {
  'en-GB': {
    add: 'Add authenticator app',
    name: /^Name/,
    next: 'Continue',
    scan: 'Scan the QR code',
    key: 'Key',
    code: /^Code/,
    confirm: 'Add',
    codes: 'Recovery codes',
    copy: 'Copy',
    download: 'Download',
    print: 'Print',
    kept: 'I’ve saved them',
    left: '10 left',
  },
  'fr-FR': {
    add: 'Ajouter une application d’authentification',
    name: /^Nom/,
    next: 'Continuer',
    scan: 'Scanner le code QR',
    key: 'Clé',
    code: /^Code/,
    confirm: 'Ajouter',
    codes: 'Codes de secours',
    copy: 'Copier',
    download: 'Télécharger',
    print: 'Imprimer',
    kept: 'Je les ai enregistrés',
    left: 'Il en reste 10',
  },
}

describe("One's own second factors", () => {
  const own = useConsole()
  const factorsOf = async (token: string) =>
    dataOf(await own.service.call('GET', '/api/me/factors', { token }))

  for (const [locale, words] of Object.entries(WORDS)) {
    for (const screen of [undefined, PHONE]) {
      const name = `${locale}${screen ? '-phone' : ''}`
      it(`are added with a QR code, and recovery codes are shown once, in ${name}`, async () => {
        const user = await makeSignedIn(own.service)
        const visit = { token: user.token, locale, expected: REFUSED, ...(screen && { screen }) }
        await own.visit('/account', visit, async (page) => {
          await button(page, words.add).waitFor()
          await shoot(page, `account-none-${name}`)
          await expectNoOverflow(page)
          await expectNoViolations(page)
          await button(page, words.add).click()
          await page.getByRole('textbox', { name: words.name }).fill('My phone')
          await button(page, words.next).click()
          const scan = dialog(page, words.scan)
          await scan.getByRole('img').waitFor()
          const path = await scan.getByRole('img').locator('path').getAttribute('d')
          assert.ok((path?.length ?? 0) > 1000, 'a QR code')
          const secret = await scan.getByRole('textbox', { name: words.key }).inputValue()
          await scan.getByRole('textbox', { name: words.code }).fill(wrongCodeOf(own.service, secret))
          await button(page, words.confirm).click()
          await scan.locator('[aria-invalid=true]').waitFor()
          await shoot(page, `account-qr-${name}`)
          await expectNoViolations(page)
          assert.deepEqual((await factorsOf(user.token)).factors, [])
          await scan.getByRole('textbox', { name: words.code }).fill(codeOf(own.service, secret))
          await button(page, words.confirm).click()
          const shown = dialog(page, words.codes)
          await shown.getByRole('listitem').nth(9).waitFor()
          const codes = await shown.getByRole('listitem').allTextContents()
          await shoot(page, `account-codes-${name}`)
          await expectNoViolations(page)
          await page.keyboard.press('Escape')
          const file = page.waitForEvent('download')
          await shown.getByRole('button', { name: words.download }).click()
          const text = String(await buffer(await (await file).createReadStream()))
          assert.deepEqual(
            codes.filter((code) => !text.includes(code)),
            [],
          )
          const print = shown.getByRole('button', { name: words.print })
          const printed = page.evaluate(
            () => new Promise((done) => Object.assign(window, { print: () => done(document.title) })),
          )
          await print.click()
          await printed
          // On paper are the codes alone.
          await page.emulateMedia({ media: 'print' })
          await page.locator('#root').waitFor({ state: 'hidden' })
          for (const hidden of await shown.getByRole('button', { includeHidden: true }).all())
            assert.equal(await hidden.isVisible(), false)
          assert.equal(await shown.getByRole('listitem').last().isVisible(), true)
          await page.emulateMedia({ media: 'screen' })
          await shown.getByRole('button', { name: words.kept }).click()
          await page.getByText(words.left).waitFor()
          await page.getByText('My phone', { exact: true }).waitFor()
          await shoot(page, `account-one-${name}`)
          await expectNoOverflow(page)
          await expectNoViolations(page)
          const challenge = await challengeOf(own.service, user)
          assert.equal((await signInBy(own.service, { challenge, recovery_code: codes[0] })).status, 200)
        })
      })
    }
  }

  it('are added by keyboard alone, from any page', async () => {
    const user = await makeSignedIn(own.service)
    await own.visit('/', { token: user.token }, async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('authenticator')
      await page.getByRole('option', { name: 'Add authenticator app' }).waitFor()
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
      await page.waitForFunction(() => document.activeElement?.textContent === 'Copy')
      for (let step = 0; step < 3; step += 1) await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByText('10 left').waitFor()
    })
    assert.equal((await factorsOf(user.token)).factors[0].name, 'Authenticator app')
  })

  it('begin again if the first code comes too late', async () => {
    const user = await makeSignedIn(own.service)
    await own.visit('/account', { token: user.token, expected: UNPROVEN }, async (page) => {
      await button(page, 'Add authenticator app').click()
      await button(page, 'Continue').click()
      const scan = dialog(page, 'Scan the QR code')
      const secret = await scan.getByRole('textbox', { name: 'Key' }).inputValue()
      own.service.clock.advance(31 * MINUTE_MS)
      await scan.getByRole('textbox', { name: /^Code/ }).fill(codeOf(own.service, secret))
      await button(page, 'Add').click()
      const proof = dialog(page, 'Confirm that it’s you')
      await proof.locator('input[type=password]').fill(PASSWORD)
      await page.keyboard.press('Enter')
      await scan.getByText('No authenticator app waits for its first code. Begin again.').waitFor()
      await button(page, 'Back').click()
      await button(page, 'Continue').click()
      await scan.getByRole('img').waitFor()
      const key = scan.getByRole('textbox', { name: 'Key' })
      await eventually(async () => assert.notEqual(await key.inputValue(), secret))
      const other = await key.inputValue()
      await scan.getByRole('textbox', { name: /^Code/ }).fill(codeOf(own.service, other))
      await button(page, 'Add').click()
      await dialog(page, 'Recovery codes').waitFor()
    })
  })

  it('need a verified address first', async () => {
    const user = await makeSignedIn(own.service)
    await own.service.connection.db
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('id', '=', user.id)
      .execute()
    await own.visit('/account', { token: user.token }, async (page) => {
      await page.getByText('Verify your email first').first().waitFor()
      await button(page, 'Verify email').waitFor()
      await button(page, 'Add authenticator app').and(page.locator('[aria-disabled=true]')).waitFor()
      await shoot(page, 'account-unverified')
      await expectNoViolations(page)
    })
  })

  it('are renamed and removed; a proof is asked for, wrong ones are refused, and the removal goes on', async () => {
    const owner = await makeOwner(own.service)
    await own.visit('/account', { token: owner.token, expected: UNPROVEN }, async (page) => {
      await button(page, 'Rename Authenticator app').click()
      await page.getByRole('textbox', { name: /^Name/ }).fill('Old phone')
      await button(page, 'Rename').click()
      await page.getByText('Second factor renamed.').waitFor()
      own.service.clock.advance(LATER_MS)
      await button(page, 'Remove Old phone').click()
      await page.getByText('It is your last second factor.').waitFor()
      await shoot(page, 'account-remove')
      await button(page, 'Remove').click()
      const proof = dialog(page, 'Confirm that it’s you')
      await proof.getByRole('textbox', { name: 'Code' }).fill(wrongCodeOf(own.service, owner.secret))
      await page.keyboard.press('Enter')
      await proof.locator('[aria-invalid=true]').waitFor()
      await shoot(page, 'account-proof')
      await expectNoViolations(page)
      assert.equal((await factorsOf(owner.token)).factors.length, 1)
      await button(page, 'Use a recovery code').click()
      await proof.getByRole('textbox', { name: 'Recovery code' }).fill(owner.recoveryCodes[3] as string)
      await page.keyboard.press('Enter')
      await page.getByText('“Old phone” removed.').waitFor()
      await page.getByText('No second factor yet').waitFor()
    })
    assert.deepEqual(await factorsOf(owner.token), { factors: [], recovery_codes_left: 0 })
  })

  it('stay as they are if the proof is not given', async () => {
    const owner = await makeOwner(own.service)
    own.service.clock.advance(LATER_MS)
    await own.visit('/account', { token: owner.token, expected: UNPROVEN }, async (page) => {
      await button(page, 'New recovery codes').click()
      await button(page, 'Make codes').click()
      const proof = dialog(page, 'Confirm that it’s you')
      await proof.getByRole('textbox', { name: 'Code' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByText('You haven’t confirmed that it’s you. Nothing was changed.').waitFor()
      await expectNoViolations(page)
      await button(page, 'Make codes').click()
      await proof.getByRole('textbox', { name: 'Code' }).fill(nextCode(own.service, owner.secret))
      await page.keyboard.press('Enter')
      const shown = dialog(page, 'Recovery codes')
      await shown.getByRole('listitem').nth(9).waitFor()
      const codes = await shown.getByRole('listitem').allTextContents()
      assert.ok(!codes.includes(owner.recoveryCodes[0] as string))
    })
  })

  it('are needed for a change of the address, after a proof', async () => {
    const owner = await makeOwner(own.service)
    own.service.clock.advance(LATER_MS)
    await own.visit('/account', { token: owner.token, expected: UNPROVEN }, async (page) => {
      await button(page, 'Change email').click()
      await page.getByRole('textbox', { name: /^New email/ }).fill('elsewhere@example.com')
      await dialog(page, 'Change email').locator('input[type=password]').fill(PASSWORD)
      await button(page, 'Send code').click()
      const proof = dialog(page, 'Confirm that it’s you')
      await proof.getByRole('textbox', { name: 'Code' }).fill(nextCode(own.service, owner.secret))
      await page.keyboard.press('Enter')
      await dialog(page, 'Enter the code from the mail').waitFor()
    })
  })

  it('stay if a role requires one and it is the last', async () => {
    const owner = await makeOwner(own.service)
    const role = await makeRole(own.service, [], { requires_second_factor: true })
    await giveRole(own.service, owner, { id: role.slug })
    await own.visit('/account', { token: owner.token, expected: [/status of 409/] }, async (page) => {
      await button(page, 'Remove Authenticator app').click()
      await button(page, 'Remove').click()
      await dialog(page, 'Remove “Authenticator app”?').getByRole('alert').waitFor()
      await shoot(page, 'account-required')
      await expectNoViolations(page)
    })
    assert.equal((await factorsOf(owner.token)).factors.length, 1)
  })

  it('are at most three', async () => {
    const owner = await makeOwner(own.service)
    for (const name of ['Tablet', 'Laptop']) await enrol(own.service, owner.token, { name })
    await own.visit('/account', { token: owner.token, expected: [/status of 409/] }, async (page) => {
      await page.getByText('Tablet').waitFor()
      await button(page, 'Add authenticator app').click()
      await button(page, 'Continue').click()
      await page.getByText(/An account has at most 3 factors/).waitFor()
    })
  })
})
