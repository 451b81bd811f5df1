// Engines: SQLite
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { dataOf, makeActor, makeUser } from '../support/actors.ts'
import { expectNoViolations, PHONE, shoot, useConsole } from '../support/console.ts'
import { waitingMails } from '../support/mail.ts'
import { temporaryFolder } from '../support/process.ts'

/** In place of typing somebody's password, a link is sent with which they choose it. */

const folder = temporaryFolder()
after(folder.remove)

describe('A link to a new password', () => {
  const own = useConsole({ dataFolder: join(folder.path, 'data') })

  it('is sent after a confirmation that says where it goes, by keyboard alone', async () => {
    const user = await makeUser(own.service, { first_name: 'Ada', email: 'ada@example.com' })
    await own.visit(`/users/${user.id}/roles`, {}, async (page) => {
      await page.getByRole('heading', { level: 1, name: 'Ada' }).waitFor()
      await page.getByRole('button', { name: 'Send reset link' }).waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('reset')
      await page.getByRole('option', { name: 'Send reset link' }).waitFor()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Send Ada a link to a new password?' })
      await dialog.getByText(/The mail goes to ada@example\.com\./).waitFor()
      await dialog.getByText(/Mail is not being sent/).waitFor()
      await shoot(page, 'send-reset')
      await expectNoViolations(page)
      assert.equal((await waitingMails(own.service, user.email, 'reset')).length, 0)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByText('A mail with the link for Ada is on its way.').waitFor()
    })
    assert.equal((await waitingMails(own.service, user.email, 'reset')).length, 1)
    const { reset_password_code_sent_at: sent } = dataOf(
      await own.service.call('GET', `/api/users/${user.id}`),
    )
    assert.notEqual(sent, null)
  })

  it('is in French and fits a phone', async () => {
    const user = await makeUser(own.service, { first_name: 'Grace' })
    await own.visit(`/users/${user.id}`, { locale: 'fr-FR', screen: PHONE, theme: 'dark' }, async (page) => {
      await page.getByRole('button', { name: 'Envoyer un lien de réinitialisation' }).click()
      await page.getByRole('dialog', { name: /Envoyer à Grace un lien/ }).waitFor()
      await shoot(page, 'send-reset-phone')
      await expectNoViolations(page)
    })
  })

  it('is locked, with the reason, for inactive users and for those who hold more', async () => {
    const inactive = await makeUser(own.service, { is_active: false })
    const boss = await makeActor(own.service, ['can-delete-roles'])
    const { token } = await makeActor(own.service, [
      ...['can-read-users', 'can-update-users', 'can-read-permissions', 'can-read-roles'],
    ])
    const locked = async (id: number, reason: RegExp) =>
      own.visit(`/users/${id}`, { token }, async (page) => {
        const button = page.getByRole('button', { name: 'Send reset link' })
        await page.locator('[aria-disabled=true]').and(button).waitFor()
        const text = await page.evaluate(
          (id) => document.getElementById(id as string)?.textContent,
          await button.getAttribute('aria-describedby'),
        )
        assert.match(text ?? '', reason)
        await page.keyboard.press('Control+k')
        await page.keyboard.type('send reset')
        await page.getByText('No results').waitFor()
      })
    await locked(inactive.id, /^This user is inactive/)
    await locked(boss.id, /which you don’t have/)
    for (const { email } of [inactive, boss])
      assert.equal((await waitingMails(own.service, email, 'reset')).length, 0)
  })

  it('is not offered to those who may not change users, nor for oneself', async () => {
    const user = await makeUser(own.service)
    const reader = await makeActor(own.service, ['can-read-users'])
    await own.visit(`/users/${user.id}`, { token: reader.token }, async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      assert.equal(await page.getByRole('button', { name: 'Send reset link' }).count(), 0)
      await page.goto(`/users/${reader.id}`)
      await page.getByRole('main').locator('a[href="/account"]').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Send reset link' }).count(), 0)
    })
  })

  it('says why it was not sent', async () => {
    const user = await makeUser(own.service)
    await own.visit(`/users/${user.id}`, { expected: [/status of 409/] }, async (page) => {
      await page.getByRole('button', { name: 'Send reset link' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      dataOf(
        await own.service.call('POST', `/api/users/id/${user.id}/update`, { json: { is_active: false } }),
      )
      await dialog.getByRole('button', { name: 'Send link' }).click()
      await dialog.getByText(/^This user is inactive/).waitFor()
    })
  })
})
