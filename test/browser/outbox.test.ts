// Engines: SQLite
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { makeActor, makeUser, type Person } from '../support/actors.ts'
import { expectNoOverflow, expectNoViolations, PHONE, shoot, useConsole } from '../support/console.ts'
import { enqueue, mailsTo, resetMail, storedMail, waitingMails } from '../support/mail.ts'
import { temporaryFolder } from '../support/process.ts'

/** The console says while no mail is sent, and shows whoever may manage mail what became of each. */

const folder = temporaryFolder()
after(folder.remove)

const BANNER = 'Mail is not being sent: without MAIL_URL, each mail is written as a file.'
const REPLY = '550 5.1.1 no such mailbox'

const row = (page: Page, text: string) =>
  page.getByRole('table', { name: 'Outbox' }).getByRole('row').filter({ hasText: text })

describe('While mail is not being sent', () => {
  const own = useConsole({ dataFolder: join(folder.path, 'data') })

  it('the console says so on each page, and how to change it; the outbox names the folder of the files', async () => {
    await own.visit('/users', {}, async (page) => {
      await page.getByRole('note').filter({ hasText: BANNER }).waitFor()
      await shoot(page, 'mail-banner')
      await expectNoViolations(page)
      await page.getByRole('link', { name: 'How to change it' }).click()
      await page.getByRole('heading', { level: 1, name: 'Outbox' }).waitFor()
      const note = page.getByRole('note')
      await note.getByText(join(folder.path, 'data', 'mail'), { exact: true }).waitFor()
      await note.getByText(/To send mail, set MAIL_URL and MAIL_FROM and restart the service\./).waitFor()
      await note.getByText(/delete those that you have read/).waitFor()
      assert.equal(await page.getByText(BANNER).count(), 0, 'the outbox says more')
    })
  })

  it('says it in French, on a phone', async () => {
    await own.visit('/', { locale: 'fr-FR', screen: PHONE, theme: 'dark' }, async (page) => {
      await page
        .getByRole('note')
        .filter({ hasText: 'sans MAIL_URL, chacun est écrit dans un fichier' })
        .waitFor()
      await expectNoOverflow(page)
      await expectNoViolations(page)
    })
  })

  it('neither banner nor outbox is shown to those who may not manage mail', async () => {
    const { token } = await makeActor(own.service, ['can-read-users'])
    await own.visit('/users', { token }, async (page) => {
      await page.getByRole('table', { name: 'Users' }).waitFor()
      assert.equal(await page.getByText(BANNER).count(), 0)
      assert.equal(await page.getByRole('link', { name: 'Outbox' }).count(), 0)
    })
  })
})

describe('The outbox', () => {
  const own = useConsole({ dataFolder: join(folder.path, 'outbox') })
  let waiting: Person
  let failed: Person

  const mailTo = (user: Person, values: object = {}) => {
    const mail = resetMail(own.service, values)
    return enqueue(own.service, { ...mail, to: { address: user.email, userId: user.id } })
  }
  const change = (user: Person, values: object) =>
    own.service.connection.db.updateTable('mails').set(values).where('address', '=', user.email).execute()

  before(async () => {
    const [sent] = [await makeUser(own.service, { email: 'sent@example.com' })]
    waiting = await makeUser(own.service, { email: 'waiting@example.com' })
    failed = await makeUser(own.service, { email: 'failed@example.com' })
    await mailTo(sent)
    await own.service.runJob('send-mails')
    await mailTo(failed)
    await change(failed, {
      ...{ state: 'failed', attempts: 1, sealed: null, reply: REPLY },
      ended_at: own.service.clock.now(),
    })
    await mailTo(waiting)
    const later = new Date(Date.parse(own.service.clock.now()) + 5 * 3_600_000).toISOString()
    await change(waiting, { attempts: 2, next_attempt_at: later, reply: '451 4.7.1 greylisted' })
  })

  it('shows what waits, was sent and has failed, with the reply of the server, and no code', async () => {
    await own.visit('/mails', {}, async (page) => {
      for (const [address, state] of [
        ['waiting@example.com', 'Waiting'],
        ['sent@example.com', 'Sent'],
        ['failed@example.com', 'Failed'],
      ] as const)
        await row(page, address).getByText(state, { exact: true }).waitFor()
      await row(page, 'waiting@example.com').getByText('451 4.7.1 greylisted').waitFor()
      await row(page, 'waiting@example.com')
        .getByText(/^in [45] hours$/)
        .waitFor()
      assert.doesNotMatch(await page.content(), /code-\d/)
      await shoot(page, 'mails')
      await expectNoViolations(page)
      await page.getByRole('tab', { name: /^Failed/ }).click()
      await row(page, REPLY).getByText('failed@example.com').waitFor()
      await row(page, 'sent@example.com').waitFor({ state: 'detached' })
      await page.waitForURL(/state=failed/)
      await page.reload()
      await row(page, REPLY).waitFor()
      assert.equal(await row(page, 'sent@example.com').count(), 0)
    })
  })

  it('sends a failed mail again with a fresh code, and tries one that waits at once', async () => {
    await own.visit('/mails', {}, async (page) => {
      await row(page, 'failed@example.com')
        .getByRole('button', { name: 'Send again to failed@example.com: New password' })
        .click()
      await page
        .getByText('A new mail to failed@example.com is on its way. Its code is a fresh one.')
        .waitFor()
      const [fresh] = await waitingMails(own.service, failed.email, 'reset')
      assert.match(fresh.code, /^[\w-]{43}$/)
      await row(page, 'waiting@example.com')
        .getByRole('button', { name: 'Try now to send to waiting@example.com: New password' })
        .click()
      await page.getByText('The mail to waiting@example.com is tried at once.').waitFor()
      await own.service.runJob('send-mails')
      assert.equal((await storedMail(own.service, waiting.email)).state, 'sent')
      assert.equal((await mailsTo(own.service, failed.email)).length, 1)
    })
  })

  it('is filtered by the kind and the address, is in French and fits a phone', async () => {
    await own.visit('/mails?address=sent%40example.com', { locale: 'fr-FR', screen: PHONE }, async (page) => {
      await page.getByText('sent@example.com').first().waitFor()
      await page.getByText('Nouveau mot de passe').first().waitFor()
      assert.equal(await page.getByText('waiting@example.com').count(), 0)
      await expectNoOverflow(page)
      await shoot(page, 'mails-phone')
      await expectNoViolations(page)
    })
  })
})
