// Engines: SQLite
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf, makeActor } from '../support/actors.ts'
import { expectNoOverflow, expectNoViolations, PHONE, shoot, useConsole } from '../support/console.ts'
import { enrol, makeOwner } from '../support/factors.ts'

/** Administrators see the second factors of others, and remove them for somebody who has lost theirs. */

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe('The second factors of a user', () => {
  const own = useConsole()
  const countOf = async ({ id }: { id: number }) =>
    dataOf(await own.service.call('GET', `/api/users/id/${id}/factors`)).factors.length

  it('are removed one by one, or all at once', async () => {
    const owner = await makeOwner(own.service)
    await enrol(own.service, owner.token, { name: 'Tablet' })
    await own.visit(`/users/${owner.id}`, {}, async (page) => {
      await page.getByRole('tab', { name: 'Second factors' }).click()
      await page.getByText('10 left').waitFor()
      await shoot(page, 'user-factors')
      await expectNoViolations(page)
      await button(page, 'Remove Tablet').click()
      await button(page, 'Remove').click()
      await page.getByText('“Tablet” removed.').waitFor()
      assert.equal(await countOf(owner), 1)
      await button(page, 'Remove all second factors').click()
      await page.getByText('First make sure that the request really comes from this person.').waitFor()
      await shoot(page, 'user-factors-reset')
      await expectNoViolations(page)
      await button(page, 'Cancel').click()
      assert.equal(await countOf(owner), 1)
      await button(page, 'Remove all second factors').click()
      await button(page, 'Remove').click()
      await page.getByText('This user signs in with the password alone.').waitFor()
      assert.equal(await countOf(owner), 0)
    })
  })

  it('fit a phone, in French', async () => {
    const owner = await makeOwner(own.service)
    await own.visit(`/users/${owner.id}/factors`, { locale: 'fr-FR', screen: PHONE }, async (page) => {
      await button(page, 'Retirer tous les seconds facteurs').waitFor()
      await page.getByText('Il en reste 10').waitFor()
      await expectNoOverflow(page)
      await shoot(page, 'user-factors-phone')
      await expectNoViolations(page)
    })
  })

  it('are only shown to those who may read users, and removed by nobody without the permission', async () => {
    const owner = await makeOwner(own.service)
    const { token } = await makeActor(own.service, ['can-read-users'])
    await own.visit(`/users/${owner.id}/factors`, { token }, async (page) => {
      await page.getByText('10 left').waitFor()
      assert.equal(await page.getByRole('button', { name: /^Remove/ }).count(), 0)
    })
  })

  it('of oneself are on the page of the account', async () => {
    const owner = await makeOwner(own.service)
    await own.visit(`/users/${owner.id}`, { token: owner.token }, async (page) => {
      await page.getByRole('main').getByRole('link', { name: 'My account' }).click()
      await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor()
      await button(page, 'Remove Authenticator app').waitFor()
      await page.goto(`/users/${owner.id}/factors`)
      await page.getByRole('tab', { name: 'Details' }).waitFor()
      assert.equal(await page.getByRole('tab', { name: 'Second factors' }).count(), 0)
    })
  })
})
