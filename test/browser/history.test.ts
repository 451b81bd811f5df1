// Engines: SQLite
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import {
  dataOf,
  giveRole,
  giveSession,
  makeActor,
  makeRole,
  makeUser,
  type Person,
} from '../support/actors.ts'
import { settled } from '../support/browser.ts'
import { expectNoOverflow, expectNoViolations, PHONE, shoot, useConsole } from '../support/console.ts'
import { eventually } from '../support/eventually.ts'

describe('The history of a record', () => {
  const own = useConsole()
  let ada: Person
  const ids: Record<string, number> = {}

  const create = async (path: string, json: object) =>
    dataOf(await own.service.call('POST', `/api/${path}/create`, { json })).item

  before(async () => {
    const { call } = own.service
    ada = await makeUser(own.service, { first_name: 'Ada', last_name: 'Lovelace' })
    const role = await makeRole(own.service, ['can-read-users'], { name: 'Librarian' })
    await giveRole(own.service, ada, role.slug)
    const type = await create('taxonomy-types', { name: 'Skill' })
    const term = await create('taxonomies', { name: 'Cooking', type: 'skill' })
    dataOf(await call('POST', `/api/taxonomies/id/${term.id}/update`, { json: { name: 'Baking' } }))
    dataOf(await call('POST', `/api/users/${ada.id}/relationships/taxonomies`, { json: [term.id] }))
    const registration = await create('registrations', {
      first_name: 'Mei',
      email: 'mei@example.org',
      password: 'correct horse battery',
    })
    const webhook = await create('webhooks', { url: 'https://example.com/events', events: ['*'] })
    dataOf(await call('POST', `/api/webhooks/id/${webhook.id}/update`, { json: { description: 'Tickets' } }))
    ids.webhooks = webhook.id
    ids.users = ada.id
    ids.roles = role.id
    ids.permissions = dataOf(await call('GET', '/api/permissions/slug/can-read-users')).id
    ids.taxonomies = term.id
    ids['taxonomy-types'] = type.id
    ids.registrations = registration.id
  })

  const rowsOf = (page: Page) => page.getByRole('table', { name: 'History' }).locator('tbody tr')
  const titles = async (page: Page) =>
    (await rowsOf(page).locator('td:first-child a').allTextContents()).map((text) => text.trim())

  /** By the kind of record: what its history tells, newest first, with links that were given to it. */
  const TOLD: Record<string, string[]> = {
    users: ['Term assigned', 'Role assigned', 'User created'],
    roles: ['Role assigned', 'Permission granted', 'Role created'],
    taxonomies: ['Term assigned', 'Term changed', 'Term created'],
    'taxonomy-types': ['Taxonomy type created'],
    registrations: ['Registration created'],
    webhooks: ['Webhook changed', 'Webhook created'],
  }

  for (const [kind, told] of Object.entries(TOLD))
    it(`is on the page of each of the ${kind}, with the links given to it`, async () => {
      await own.visit(`/${kind}/${ids[kind]}/history`, {}, async (page) => {
        await eventually(async () => assert.deepEqual(await titles(page), told))
        await settled(page)
        await shoot(page, `history-${kind}`)
        await expectNoViolations(page)
        await rowsOf(page).first().click()
        await page.getByRole('dialog', { name: told[0] as string }).waitFor()
        await page.keyboard.press('Escape')
        const inTrail = page.getByRole('link', { name: 'In the audit trail' })
        assert.match(
          (await inTrail.getAttribute('href')) ?? '',
          new RegExp(`kind=${kind}&record=${ids[kind]}$`),
        )
      })
    })

  it('is a tab of users, roles, permissions and registrations, and shows a change as soon as it is made', async () => {
    for (const kind of ['users', 'registrations']) {
      await own.visit(`/${kind}/${ids[kind]}`, {}, async (page) => {
        await page.getByRole(kind === 'users' ? 'tab' : 'link', { name: 'History' }).click()
        await page.waitForURL(new RegExp(`${kind}/${ids[kind]}/history`))
        await rowsOf(page).first().waitFor()
      })
    }
    await own.visit(`/permissions/${ids.permissions}`, {}, async (page) => {
      await page.getByRole('link', { name: 'History' }).click()
      await rowsOf(page).filter({ hasText: 'Librarian' }).getByText('Permission granted').waitFor()
    })
    await own.visit(`/roles/${ids.roles}`, {}, async (page) => {
      await page.getByRole('textbox', { name: 'Description' }).fill('Lends books.')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved').first().waitFor()
      await page.getByRole('link', { name: 'History' }).click()
      await rowsOf(page).first().getByText('Role changed').click()
      await page.getByRole('dialog').getByText('Lends books.').waitFor()
      await page.getByRole('dialog').getByText('Console').waitFor()
    })
  })

  it('is reached from a term beside its tree, and from the menu of a type', async () => {
    await own.visit(`/taxonomies?type=skill&term=${ids.taxonomies}`, {}, async (page) => {
      await page.getByRole('complementary').getByRole('link', { name: 'History' }).click()
      await page.getByRole('heading', { level: 1, name: 'Baking' }).waitFor()
      await page.getByRole('link', { name: 'Show in the tree' }).click()
      await page.waitForURL(/taxonomies\?type=skill&term=/)
      await page.getByRole('button', { name: /Actions for Skill/ }).click()
      await page.getByRole('menuitem', { name: 'History' }).click()
      await page.getByRole('heading', { level: 1, name: 'Skill' }).waitFor()
      await rowsOf(page).first().waitFor()
    })
  })

  it('of oneself needs no permission, and shows nothing of the trail beyond', async () => {
    const token = await giveSession(own.service, ada)
    await own.visit('/account', { token }, async (page) => {
      await page.getByRole('link', { name: 'History' }).click()
      await page.waitForURL(/account\/history/)
      await page.getByText('What was done to your account').waitFor()
      await rowsOf(page).filter({ hasText: 'Role assigned' }).click()
      const entry = page.getByRole('dialog', { name: 'Role assigned' })
      await entry.getByText('Librarian').waitFor()
      assert.equal(await entry.getByText(/IP address|Program/).count(), 0)
      assert.equal(await entry.getByRole('link', { name: /All entries/ }).count(), 0)
      await settled(page)
      await shoot(page, 'history-own')
      await expectNoViolations(page)
    })
  })

  it('is hidden from those who may not read it, and its address refuses them', async () => {
    const reader = await makeActor(own.service, ['can-read-users', 'can-read-roles', 'can-read-taxonomies'])
    const expected = [/status of 403/]
    await own.visit(`/users/${ada.id}`, { token: reader.token, expected }, async (page) => {
      await page.getByRole('tab', { name: 'Details' }).waitFor()
      assert.equal(await page.getByRole('tab', { name: 'History' }).count(), 0)
      await page.goto(`/taxonomies/${ids.taxonomies}/history`)
      await page.getByText('You don’t have access to the audit trail').waitFor()
    })
  })

  it('shows a failed load in place', async () => {
    const expected = [/status of 503/]
    await own.visit(`/roles/${ids.roles}`, { expected }, async (page) => {
      await page.getByRole('textbox', { name: 'Description' }).waitFor()
      await page.route(/roles\/id\/\d+\/history/, (route) =>
        route.fulfill({ status: 503, json: { success: false, code: 'busy', errors: ['Busy.'] } }),
      )
      await page.getByRole('link', { name: 'History' }).click()
      await page.getByRole('alert').getByText('Busy.').waitFor()
      await page.unroute(/roles\/id\/\d+\/history/)
      await page.getByRole('button', { name: 'Try again' }).click()
      await rowsOf(page).first().waitFor()
    })
  })

  it('fits a phone', async () => {
    await own.visit(`/users/${ada.id}/history`, { screen: PHONE, theme: 'dark' }, async (page) => {
      await page.getByRole('list', { name: 'History' }).getByRole('link').first().waitFor()
      await expectNoOverflow(page)
      await settled(page)
      await shoot(page, 'history-phone')
      await expectNoViolations(page)
    })
  })
})
