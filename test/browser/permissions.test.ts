// Engines: SQLite
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { dataOf, giveRole, makeActor, makeRole, makeUser } from '../support/actors.ts'
import { expectNoOverflow, expectNoViolations, PHONE, shoot, useConsole } from '../support/console.ts'

describe('The permissions pages', () => {
  const own = useConsole()
  let path = ''

  before(async () => {
    const { service } = own
    const librarian = await makeRole(service, ['can-delete-taxonomies'], { name: 'Librarian' })
    const reader = await makeRole(service, ['can-read-taxonomies'], { name: 'Reader' })
    const ada = await makeUser(service, { first_name: 'Ada', last_name: 'Lovelace' })
    await giveRole(service, ada, { id: librarian.slug, expires_at: '2091-05-04T10:00:00.000Z' })
    await giveRole(service, ada, reader.slug)
    const { id } = dataOf(await service.call('GET', '/api/permissions/slug/can-delete-taxonomies'))
    path = `/permissions/${id}`
  })

  it('list permissions by module and section, with search and filters', async () => {
    await own.visit('/permissions', {}, async (page) => {
      await page.getByRole('link', { name: 'Can delete taxonomies', exact: true }).waitFor()
      await page
        .getByRole('rowheader', { name: 'rolecall › taxonomies', exact: true })
        .or(page.getByRole('columnheader', { name: 'rolecall › taxonomies', exact: true }))
        .waitFor()
      await expectNoViolations(page)
      await shoot(page, 'permissions')
      await page.getByLabel('Section').click()
      await page.getByRole('option', { name: 'registrations' }).click()
      await page
        .getByRole('link', { name: 'Can delete taxonomies', exact: true })
        .waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Can read registrations' }).waitFor()
      await page.getByRole('searchbox', { name: 'Search permissions' }).fill('no such thing')
      await page.getByText('No matching permissions').waitFor()
      await page.getByText(/Your product declares its permissions in its manifest/).waitFor()
      await expectNoViolations(page)
      await page.getByRole('button', { name: 'Clear search' }).click()
      await page.getByRole('button', { name: 'Why can’t I create one?' }).click()
      await page
        .getByRole('dialog')
        .getByText(/permissions.json/)
        .waitFor()
      await expectNoViolations(page)
    })
  })

  it('show who holds a permission, through which role and until when', async () => {
    await own.visit(path, {}, async (page) => {
      const ada = page.getByRole('row', { name: /Ada Lovelace/ })
      await ada.getByText(/until/).waitFor()
      assert.match((await ada.textContent()) ?? '', /Librarian.*since.*until 4 May 2091/s)
      // She holds it through that role only.
      assert.doesNotMatch((await ada.textContent()) ?? '', /Reader/)
      assert.match(
        (await page.getByRole('row', { name: /root@example/ }).textContent()) ?? '',
        /Super Administrator/,
      )
      await expectNoViolations(page)
      await shoot(page, 'permission')
      await page.getByRole('searchbox', { name: 'Search people' }).fill('nobody like this')
      await page.getByText('No matching people').waitFor()
      await page.getByRole('link', { name: /^Roles \(\d+\)$/ }).click()
      await page.getByRole('link', { name: 'Librarian' }).waitFor()
      assert.equal(await page.getByRole('link', { name: 'Reader' }).count(), 0)
      await expectNoViolations(page)
      await page.getByRole('link', { name: 'Details' }).click()
      await page.getByText('can-delete-taxonomies', { exact: true }).last().waitFor()
      await expectNoViolations(page)
      await page.getByRole('link', { name: 'Show in matrix' }).click()
      await page.getByRole('checkbox', { name: 'Librarian: Can delete taxonomies' }).waitFor()
      assert.equal(await page.getByRole('checkbox', { name: /^Librarian: Can/ }).count(), 1)
    })
  })

  it('show no people and roles without permission to read them', async () => {
    const { token } = await makeActor(own.service, ['can-read-permissions'], { first_name: 'Perry' })
    await own.visit(path, { token }, async (page) => {
      await page.getByRole('definition').filter({ hasText: 'can-delete-taxonomies' }).waitFor()
      assert.equal(await page.getByRole('link', { name: /Users|Roles|matrix/ }).count(), 0)
      await expectNoViolations(page)
    })
    const reader = await makeActor(own.service, ['can-read-permissions', 'can-read-users'])
    await own.visit(path, { token: reader.token }, async (page) => {
      await page.getByRole('row', { name: /Ada Lovelace/ }).waitFor()
      assert.equal(await page.getByRole('columnheader', { name: 'Through' }).count(), 0)
      assert.equal(await page.getByText('@example.com').count(), 0)
    })
  })

  it('fit a phone', async () => {
    await own.visit('/permissions', { screen: PHONE, theme: 'dark' }, async (page) => {
      await page.getByRole('link', { name: 'Can delete taxonomies', exact: true }).click()
      await page.getByRole('row', { name: /Ada Lovelace/ }).waitFor()
      await expectNoOverflow(page)
      await shoot(page, 'permission-phone')
    })
  })
})
