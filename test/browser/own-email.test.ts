// Engines: SQLite
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { dataOf, makeUser, type Person } from '../support/actors.ts'
import { settled } from '../support/browser.ts'
import { expectNoOverflow, expectNoViolations, PHONE, shoot, useConsole } from '../support/console.ts'
import { waitingMails } from '../support/mail.ts'
import { temporaryFolder } from '../support/process.ts'
import { signIn } from '../support/service.ts'

/** One's own address is verified, and changed, by the digits of a mail; a change needs the current password too. */

const folder = temporaryFolder()
after(folder.remove)
const PASSWORD = 'a phrase of my own'

describe("One's own address", () => {
  const own = useConsole({ dataFolder: join(folder.path, 'data') })
  const unverified = async () => {
    const user = await makeUser(own.service)
    await own.service.connection.db
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('id', '=', user.id)
      .execute()
    return user
  }
  const digitsFor = async ({ email }: Person) =>
    (await waitingMails(own.service, email, 'email-verify')).at(-1).digits as string
  const isVerified = async ({ id }: Person) =>
    dataOf(await own.service.call('GET', `/api/users/${id}`)).email_verified_at !== null

  it('is verified with the digits of a mail, also after a reload; wrong ones are refused', async () => {
    const user = await unverified()
    await own.visit('/account', { token: user.token, expected: [/status of 422/] }, async (page) => {
      await page.getByText('Not verified').waitFor()
      await page.getByRole('button', { name: 'Verify email' }).click()
      const dialog = page.getByRole('dialog', { name: 'Enter the code from the mail' })
      await dialog.waitFor()
      await page.reload()
      await page.getByText(`A mail was sent to ${user.email}, to verify your address.`).waitFor()
      await shoot(page, 'own-email-pending')
      await expectNoViolations(page)
      await page.getByRole('button', { name: 'Enter code' }).click()
      const digits = await digitsFor(user)
      await dialog.locator('input:focus').waitFor()
      await page.keyboard.type(digits === '00000000' ? '11111111' : '00000000')
      await page.keyboard.press('Enter')
      await dialog.locator('[aria-invalid=true]').waitFor()
      await shoot(page, 'own-email-wrong')
      await expectNoViolations(page)
      assert.equal(await isVerified(user), false)
      await dialog.getByRole('textbox', { name: 'Code' }).fill(digits)
      await page.keyboard.press('Enter')
      await page.getByText('Your email is verified.').waitFor()
      await page.getByText('Verified', { exact: true }).waitFor()
      await page.getByRole('button', { name: /Verify email|Enter code/ }).waitFor({ state: 'detached' })
    })
    assert.equal(await isVerified(user), true)
  })

  it('has another mail sent, whose digits work, on a phone in French', async () => {
    const user = await unverified()
    await own.visit(
      '/account',
      { token: user.token, locale: 'fr-FR', screen: PHONE, theme: 'dark' },
      async (page) => {
        await page.getByRole('button', { name: 'Vérifier l’e-mail' }).click()
        const dialog = page.getByRole('dialog', { name: 'Saisir le code du courriel' })
        await dialog.waitFor()
        await expectNoOverflow(page)
        await shoot(page, 'own-email-phone')
        await expectNoViolations(page)
        const asked = page.waitForResponse(/api\/email\/verify/)
        await dialog.getByRole('button', { name: 'Envoyer un autre courriel' }).click()
        await (await asked).finished()
        // The dialog begins again for the other mail, without what was typed for the first one.
        await settled(page)
        assert.equal((await waitingMails(own.service, user.email, 'email-verify')).length, 2)
        await dialog.getByRole('textbox', { name: 'Code' }).fill(await digitsFor(user))
        await dialog.getByRole('button', { name: 'Vérifier' }).click()
        await page.getByText('Votre e-mail est vérifié.').waitFor()
      },
    )
  })

  it('changes with the digits that the new one got; the former one gets a link to undo it', async () => {
    const user = await makeUser(own.service, { password: PASSWORD })
    const token = await signIn(own.service, user.email, PASSWORD)
    const address = 'other@example.com'
    const emailNow = async () => dataOf(await own.service.call('GET', `/api/users/${user.id}`)).email
    await own.visit('/account', { token, expected: [/status of 422/] }, async (page) => {
      await page.getByRole('button', { name: 'Change email' }).click()
      const dialog = page.getByRole('dialog', { name: 'Change email' })
      await dialog.getByRole('textbox', { name: /^New email/ }).fill(address)
      await dialog.getByRole('button', { name: 'Send code' }).click()
      await dialog.getByText('Current password is required to change your own email or password.').waitFor()
      assert.deepEqual(await waitingMails(own.service, address, 'email-change'), [])
      await shoot(page, 'own-email-change')
      await expectNoViolations(page)
      await dialog.locator('input[type=password]').fill(PASSWORD)
      await dialog.getByRole('button', { name: 'Send code' }).click()
      const entry = page.getByRole('dialog', { name: 'Enter the code from the mail' })
      await entry.getByText(`A mail to ${address} is on its way.`).waitFor()
      await page.reload()
      await page.getByText(`Confirm the mail sent to ${address}.`).waitFor()
      await shoot(page, 'own-email-change-pending')
      await expectNoViolations(page)
      await page.getByRole('button', { name: 'Enter code' }).click()
      const [{ digits }] = await waitingMails(own.service, address, 'email-change')
      await entry.getByRole('textbox', { name: 'Code' }).fill(digits === '00000000' ? '11111111' : '00000000')
      await page.keyboard.press('Enter')
      await entry.locator('[aria-invalid=true]').waitFor()
      assert.equal(await emailNow(), user.email)
      await entry.getByRole('textbox', { name: 'Code' }).fill(digits)
      await entry.getByRole('button', { name: 'Confirm' }).click()
      await page.getByText(`Your email is now ${address}.`).waitFor()
      await entry.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Enter code' }).waitFor({ state: 'detached' })
    })
    assert.equal(await emailNow(), address)
    const [notice] = await waitingMails(own.service, user.email, 'email-changed')
    assert.equal(notice.new_address, address)
    assert.ok(notice.code, 'the link that undoes it')
  })
})
