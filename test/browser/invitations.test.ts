// Engines: SQLite
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf, makeActor, makeRole, makeUser } from '../support/actors.ts'
import { expectNoOverflow, expectNoViolations, PHONE, shoot, useConsole } from '../support/console.ts'
import { waitingMails } from '../support/mail.ts'
import { temporaryFolder } from '../support/process.ts'

/** People are invited by pasted addresses, with roles and terms; what waits is sent again and revoked. */

const folder = temporaryFolder()
after(folder.remove)
const own = useConsole({ dataFolder: join(folder.path, 'data') })

const DAY_MS = 86_400_000
const list = async (query: Record<string, string> = {}) =>
  dataOf(await own.service.call('GET', '/api/invitations', { query })).list.data as {
    email: string
    message: string | null
    roles: { slug: string; expires_at: string | null }[]
    taxonomies: { name: string }[]
    expires_at: string
  }[]
const invite = async (...emails: string[]) =>
  dataOf(
    await own.service.call('POST', '/api/invitations/create', {
      json: emails.map((email) => ({ email, roles: ['librarian'] })),
    }),
  ).items as { id: number }[]
const addresses = (page: Page) => page.getByRole('textbox', { name: 'Email addresses' })
const row = (page: Page, text: string) =>
  page.getByRole('table', { name: 'Invitations' }).getByRole('row').filter({ hasText: text })

describe('Inviting people', () => {
  before(async () => {
    await makeRole(own.service, ['can-read-taxonomies'], { name: 'Librarian', slug: 'librarian' })
    await makeRole(own.service, ['can-delete-roles'], { name: 'Janitor', slug: 'janitor' })
    const { call } = own.service
    dataOf(await call('POST', '/api/taxonomy-types/create', { json: { name: 'Country' } }))
    dataOf(await call('POST', '/api/taxonomies/create', { json: { name: 'France', type: 'country' } }))
  })

  it('sends one mail to each pasted address, with roles until a day, terms, a message and an end', async () => {
    await own.visit('/invitations', {}, async (page) => {
      await page.getByText('No pending invitations').waitFor()
      await expectNoViolations(page)
      await page.getByRole('link', { name: 'Invite people' }).click()
      await addresses(page).fill('Ada@example.com, "Grace" <grace@example.com>\nada@example.com; nobody')
      await page
        .getByText(/2 addresses\. Counted once: ada@example\.com\. Not an address: nobody\./)
        .waitFor()
      await page.getByRole('combobox', { name: 'Add a role' }).fill('libr')
      await page.getByRole('option', { name: /Librarian/ }).click()
      await page.getByLabel('Librarian ends on').fill('2099-12-30')
      await page.getByRole('combobox', { name: 'Add a term' }).fill('fra')
      await page.getByRole('option', { name: /France/ }).click()
      await page.getByRole('textbox', { name: 'Personal message' }).fill('Welcome aboard!')
      const end = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10)
      await page.getByLabel('Invitation ends on').fill(end)
      await page.getByRole('combobox', { name: 'Language of mails' }).fill('fr')
      await page.keyboard.press('Escape')
      await shoot(page, 'invite-light')
      await expectNoViolations(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await shoot(page, 'invite-dark')
      await page.getByRole('button', { name: 'Send 2 invitations' }).click()
      await page.getByText('2 people are invited: the mails are on their way.').waitFor()
      await shoot(page, 'invited')
      await expectNoViolations(page)
      await page.getByRole('link', { name: 'Show the invitations' }).click()
      await row(page, 'grace@example.com').getByText('Waiting').waitFor()
      await row(page, 'ada@example.com')
        .getByText(/^Librarian until/)
        .waitFor()
    })
    const [first, second] = await list()
    assert.deepEqual([first?.email, second?.email].sort(), ['ada@example.com', 'grace@example.com'])
    assert.equal(first?.message, 'Welcome aboard!')
    assert.match(first?.roles[0]?.expires_at ?? '', /^2099-12-3/)
    assert.equal(first?.taxonomies[0]?.name, 'France')
    assert.ok(Date.parse(first?.expires_at ?? '') > Date.now() + 28 * DAY_MS)
    const [mail] = await waitingMails(own.service, 'ada@example.com', 'invitation')
    assert.deepEqual([mail.message, mail.language], ['Welcome aboard!', 'fr'])
  })

  it('names the addresses that cannot be invited, and invites the others without them', async () => {
    await makeUser(own.service, { email: 'taken@example.com' })
    await own.visit('/invitations/new', { expected: [/status of 409/] }, async (page) => {
      await addresses(page).fill('alan@example.com\ntaken@example.com')
      await page.getByRole('button', { name: 'Send 2 invitations' }).click()
      const faults = page.getByRole('list', { name: 'Addresses that cannot be invited' })
      await faults.getByText(/taken@example\.com – A user with this email already exists/).waitFor()
      await shoot(page, 'invite-faults')
      await expectNoViolations(page)
      assert.deepEqual(await waitingMails(own.service, 'alan@example.com', 'invitation'), [])
      await page.getByRole('button', { name: 'Leave this one out' }).click()
      await page.getByRole('button', { name: 'Send invitation' }).click()
      await page.getByText('One person is invited: the mail is on its way.').waitFor()
    })
    assert.equal((await waitingMails(own.service, 'alan@example.com', 'invitation')).length, 1)
  })

  it('locks roles that grant more than one holds, with the reason', async () => {
    const { token } = await makeActor(own.service, [
      ...['can-invite-users', 'can-read-registrations', 'can-read-users', 'can-assign-roles'],
      ...['can-read-roles', 'can-read-permissions', 'can-read-taxonomies'],
    ])
    await own.visit('/invitations/new', { token }, async (page) => {
      await page.getByRole('combobox', { name: 'Add a role' }).fill('jani')
      const janitor = page.getByRole('option', { name: /Janitor/ })
      await janitor.getByText(/which you don’t have/).waitFor()
      assert.equal(await janitor.getAttribute('aria-disabled'), 'true')
    })
  })

  it('is in French, fits a phone, and is done by keyboard alone', async () => {
    await own.visit('/', { locale: 'fr-FR', screen: PHONE }, async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('inviter')
      await page.getByRole('option', { name: 'Inviter des personnes' }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
      await page.keyboard.type('barbara@example.com')
      await expectNoOverflow(page)
      await shoot(page, 'invite-phone')
      await expectNoViolations(page)
      await page.getByRole('button', { name: 'Envoyer l’invitation' }).focus()
      await page.keyboard.press('Enter')
      await page.getByText('Une personne est invitée : le courriel va partir.').waitFor()
      await page.goto('/invitations')
      await page.getByRole('list', { name: 'Invitations' }).getByText('barbara@example.com').waitFor()
      await expectNoOverflow(page)
      await shoot(page, 'invitations-phone')
      await expectNoViolations(page)
    })
  })

  it('asks before what was typed is lost', async () => {
    await own.visit('/invitations/new', {}, async (page) => {
      await addresses(page).fill('kept@example.com')
      await page.getByRole('link', { name: 'Overview' }).click()
      await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
      await page.getByRole('button', { name: 'Stay on this page' }).click()
      assert.equal(await addresses(page).inputValue(), 'kept@example.com')
    })
  })
})

describe('Pending invitations', () => {
  it('show who invited, to what and until when, and are sent again', async () => {
    const json = { email: 'hedy@example.com', roles: ['librarian'], message: 'Good to have you.' }
    dataOf(await own.service.call('POST', '/api/invitations/create', { json }))
    await own.visit('/invitations', {}, async (page) => {
      const hedy = row(page, 'hedy@example.com')
      await hedy
        .getByRole('link', { name: 'Administrator' })
        .or(hedy.getByRole('link').nth(1))
        .first()
        .waitFor()
      await hedy.getByText('Librarian').waitFor()
      await hedy.getByText('in 6 days').or(hedy.getByText('in 7 days')).waitFor()
      await shoot(page, 'invitations-light')
      await expectNoViolations(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await shoot(page, 'invitations-dark')
      await page.getByRole('button', { name: 'Send again to hedy@example.com' }).click()
      await page.getByRole('dialog', { name: 'Send the invitation to hedy@example.com again?' }).waitFor()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Good to have you.').waitFor()
      await shoot(page, 'invitations-resend')
      await expectNoViolations(page)
      await dialog.getByRole('button', { name: 'Send again' }).click()
      await dialog.getByText('One mail is on its way.').waitFor()
      await dialog.getByRole('button', { name: 'Close' }).click()
    })
    assert.equal((await waitingMails(own.service, 'hedy@example.com', 'invitation')).length, 2)
  })

  it('are revoked, one or many, with a report of what was left out', async () => {
    const emails = ['r1@example.com', 'r2@example.com', 'r3@example.com']
    const [, , third] = await invite(...emails)
    await own.visit('/invitations', { expected: [/status of 404/] }, async (page) => {
      for (const email of emails) await page.getByRole('checkbox', { name: `Select ${email}` }).check()
      // Somebody else revokes one meanwhile.
      dataOf(await own.service.call('POST', `/api/registrations/id/${third?.id}/revoke`, { json: {} }))
      await page
        .getByRole('toolbar', { name: 'Bulk actions' })
        .getByRole('button', { name: 'Revoke' })
        .click()
      await page.getByRole('dialog', { name: 'Revoke 3 invitations?' }).waitFor()
      const dialog = page.getByRole('dialog')
      await shoot(page, 'invitations-revoke')
      await dialog.getByRole('button', { name: 'Revoke' }).click()
      await dialog.getByText('2 invitations are revoked. One was left out.').waitFor()
      await page.getByRole('dialog', { name: 'Revoke 3 invitations', exact: true }).waitFor()
      await dialog.getByRole('link', { name: 'r3@example.com' }).waitFor()
      await shoot(page, 'invitations-revoked')
      await expectNoViolations(page)
      await dialog.getByRole('button', { name: 'Close' }).click()
      await row(page, 'r1@example.com').waitFor({ state: 'detached' })
    })
    const left = (await list({ per_page: '100' })).map(({ email }) => email)
    assert.deepEqual(
      emails.filter((email) => left.includes(email)),
      [],
    )
  })

  it('are filtered by their state, which the address of the page restores', async () => {
    const [{ id } = { id: 0 }] = await invite('late@example.com')
    await own.service.connection.db
      .updateTable('invitations')
      .set({ expires_at: '2020-01-01T00:00:00.000Z' })
      .where('registration_id', '=', id)
      .execute()
    await own.visit('/invitations', {}, async (page) => {
      await page.getByRole('tab', { name: 'Expired' }).click()
      await row(page, 'late@example.com').getByText('Expired').waitFor()
      await page.waitForURL(/state=expired/)
      await page.reload()
      await row(page, 'late@example.com').waitFor()
      assert.equal(await row(page, 'hedy@example.com').count(), 0)
      await page.getByRole('tab', { name: 'Waiting' }).click()
      await row(page, 'late@example.com').waitFor({ state: 'detached' })
    })
  })

  it('do not count as registrations that wait for an approval', async () => {
    await invite('counted@example.com')
    await own.visit('/registrations', {}, async (page) => {
      await page.getByText('No pending registrations').waitFor()
      await page.getByRole('tab', { name: /^Invited/ }).click()
      await page.getByRole('link', { name: /counted@example\.com/ }).click()
      await page.getByRole('heading', { level: 1, name: 'counted@example.com' }).waitFor()
      await expectNoViolations(page)
    })
  })

  it('are for those who may invite', async () => {
    const { token } = await makeActor(own.service, ['can-read-registrations', 'can-read-users'])
    await own.visit('/', { token }, async (page) => {
      await page.getByRole('link', { name: 'Registrations', exact: true }).waitFor()
      assert.equal(await page.getByRole('link', { name: 'Invitations' }).count(), 0)
    })
  })
})
