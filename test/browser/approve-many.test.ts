// Engines: SQLite
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf, makeRole } from '../support/actors.ts'
import { expectNoOverflow, expectNoViolations, PHONE, shoot, useConsole } from '../support/console.ts'

describe('Decisions on many registrations', () => {
  const own = useConsole()
  const call = (method: string, path: string, json?: object) => own.service.call(method, path, { json })
  const register = async (name: string, count: number) => {
    const items = Array.from({ length: count }, (_, index) => ({
      email: `${name}${index}@example.net`.toLowerCase(),
      first_name: name,
      last_name: String(index).padStart(3, '0'),
      password: 'a quite long phrase',
      status: 'email-verified',
    }))
    return dataOf(await call('POST', '/api/registrations', items)).items as { id: number }[]
  }
  const found = async (q: string) =>
    dataOf(await own.service.call('GET', '/api/registrations', { query: { q, per_page: '200', sort: 'id' } }))
      .list.data as { status: string; user_id: number | null }[]
  const rolesOf = async (user: number) =>
    dataOf(await call('GET', `/api/users/id/${user}/roles`)).roles.data as {
      slug: string
      pivot: { expires_at: string | null }
    }[]
  const slugsOf = async (user: number) => (await rolesOf(user)).map(({ slug }) => slug).sort()
  const listed = (q: string) => `/registrations?filter={"q":"${q}","status_neq":"user-created"}`
  const selectAll = async (page: Page, count: number) => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    if (count > 25) await page.getByRole('button', { name: `Select all ${count} matching` }).click()
  }
  const chooseLibrarian = async (page: Page) => {
    await page.getByRole('combobox', { name: 'Assign a role' }).fill('libr')
    await page.getByRole('option', { name: /Librarian/ }).click()
  }

  before(() => makeRole(own.service, ['can-read-taxonomies'], { name: 'Librarian', slug: 'librarian' }))

  it('approve all that match with a role until a day, in steps, and tell what was left out and why', async () => {
    await register('Crowd', 130)
    // Another administrator gives a user the address of one of them meanwhile.
    const { item } = dataOf(
      await call('POST', '/api/users/create', { email: 'elsewhere@example.com', first_name: 'Grace' }),
    )
    dataOf(await call('POST', `/api/users/id/${item.id}/update`, { email: 'crowd7@example.net' }))
    await own.visit(listed('crowd'), {}, async (page) => {
      await selectAll(page, 130)
      await page.getByText('All 130 matching are selected').waitFor()
      await expectNoViolations(page)
      await shoot(page, 'approve-many-selected')
      await page.getByRole('button', { name: 'Approve 130' }).click()
      const dialog = page.getByRole('dialog', { name: 'Approve 130 registrations' })
      await chooseLibrarian(page)
      await dialog.locator('input[type=date]').fill('2099-12-30')
      await expectNoViolations(page)
      await shoot(page, 'approve-many-asking')
      // The first step waits until the run was told to stop. It is a short one, which the service handles in one call on a
      // slow disk too: a call ends after ten seconds.
      const resume = Promise.withResolvers<void>()
      let count = 0
      await page.route('**/bulk/create-user*', async (route) => {
        count += 1
        if (count > 1) return route.continue()
        await resume.promise
        await route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), limit: 40 }) })
      })
      await dialog.getByRole('button', { name: 'Approve' }).click()
      await page.keyboard.press('Escape')
      await dialog.getByRole('button', { name: 'Stop after this step' }).click()
      resume.resolve()
      await dialog
        .getByText(
          '39 approved, each with the role Librarian through 30 Dec 2099. One was left out. 90 are left to do.',
        )
        .waitFor()
      const states = (await found('crowd')).map(({ status }) => status)
      assert.equal(states.filter((status) => status === 'user-created').length, 39)
      await shoot(page, 'approve-many-stopped')
      await dialog.getByRole('button', { name: 'Go on' }).click()
      await dialog
        .getByText('129 approved, each with the role Librarian through 30 Dec 2099. One was left out.')
        .waitFor()
      await dialog.getByRole('link', { name: 'Crowd 007' }).waitFor()
      await dialog.getByText(/email/).waitFor()
      await expectNoViolations(page)
      await shoot(page, 'approve-many-report')
      await page.emulateMedia({ colorScheme: 'dark' })
      await shoot(page, 'approve-many-report-dark')
      await dialog.getByRole('button', { name: 'Close' }).click()
      await page.getByText('matching are selected').waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Crowd 007' }).waitFor()
      await page.getByRole('link', { name: 'Crowd 008' }).waitFor({ state: 'detached' })
    })
    const users = (await found('crowd')).flatMap(({ user_id }) => user_id ?? [])
    assert.equal(users.length, 129)
    for (const user of [users[0], users.at(-1)]) {
      const roles = await rolesOf(user as number)
      assert.deepEqual(roles.map(({ slug }) => slug).sort(), ['librarian', 'registered'])
      assert.match(roles.find(({ slug }) => slug === 'librarian')?.pivot.expires_at ?? '', /^2099-12-3/)
    }
  })

  it('say nothing of the selection behind the report, once all that match are approved', async () => {
    await register('Every', 26)
    await own.visit(listed('every'), {}, async (page) => {
      await selectAll(page, 26)
      await page.getByRole('button', { name: 'Approve 26' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Approve' }).click()
      await dialog.getByText('26 approved.').waitFor()
      const bar = page.getByRole('toolbar', { name: 'Bulk actions', includeHidden: true })
      await bar.waitFor({ state: 'hidden' })
      await dialog.getByRole('button', { name: 'Close' }).click()
      await bar.waitFor({ state: 'detached' })
    })
  })

  it('count nothing behind the report of a page’s selection either, in French on a phone too', async () => {
    await register('Page', 3)
    const options = { locale: 'fr-FR', screen: PHONE }
    await own.visit(listed('page'), options, async (page) => {
      await page.getByRole('checkbox', { name: 'Tout sélectionner sur cette page' }).check()
      await page.getByRole('button', { name: 'Approuver (3)' }).click()
      await page.getByRole('dialog').getByRole('combobox').fill('Librarian')
      await page.getByRole('option', { name: /^Librarian/ }).click()
      await page.getByRole('dialog').locator('input[type=date]').fill('2099-12-30')
      await page.getByRole('dialog').getByRole('button', { name: 'Approuver' }).click()
      await page
        .getByText('3 approuvées, chacune avec le rôle Librarian jusqu’au 30 déc. 2099 inclus.')
        .waitFor()
      const bar = page.getByRole('toolbar', { name: 'Actions groupées', includeHidden: true })
      await bar.waitFor({ state: 'hidden' })
      await expectNoOverflow(page)
      await expectNoViolations(page)
      await shoot(page, 'approve-page-report-phone')
    })
  })

  it('keep role and approval together if the page is closed half-way, and a new page continues', async () => {
    await register('Half', 6)
    const expected = [/bulk\/create-user$/, /ERR_FAILED/]
    await own.visit(listed('half'), { expected }, async (page) => {
      const secondDone = Promise.withResolvers<void>()
      // Steps of two; the page never receives the report of the second one, nor of its retries with the same key. They are
      // aborted: Chromium would send an unanswered request on, with the page's own body, when the page closes.
      let count = 0
      await page.route('**/bulk/create-user*', async (route) => {
        count += 1
        const postData = JSON.stringify({ ...route.request().postDataJSON(), limit: 2 })
        if (count === 1) return route.continue({ postData })
        if (count === 2) {
          await route.fetch({ postData })
          secondDone.resolve()
        }
        return route.abort()
      })
      await selectAll(page, 6)
      await page.getByRole('button', { name: 'Approve 6' }).click()
      await chooseLibrarian(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
      await secondDone.promise
      await page
        .getByRole('dialog')
        .getByText('2 approved, each with the role Librarian. 4 are left to do.')
        .waitFor()
      // No retry is under way any more: Chromium would send it when the page closes.
      await page.getByRole('dialog').getByRole('button', { name: 'Go on' }).waitFor()
      await page.close()
    })
    const halves = await found('half')
    for (const { user_id } of halves.slice(0, 4))
      assert.deepEqual(await slugsOf(user_id as number), ['librarian', 'registered'])
    for (const { status, user_id } of halves.slice(4))
      assert.deepEqual([status, user_id], ['email-verified', null])

    await own.visit(listed('half'), {}, async (page) => {
      await selectAll(page, 2)
      await page.getByRole('button', { name: 'Approve 2' }).click()
      await chooseLibrarian(page)
      const dialog = page.getByRole('dialog', { name: 'Approve 2 registrations' })
      await dialog.getByRole('button', { name: 'Approve' }).click()
      await dialog.getByText('2 approved, each with the role Librarian.').waitFor()
      await dialog.getByRole('button', { name: 'Close' }).click()
      await page.getByText('No results').waitFor()
    })
    for (const { user_id } of await found('half'))
      assert.deepEqual(await slugsOf(user_id as number), ['librarian', 'registered'])
  })

  it('leave registrations as they are that others have approved meanwhile', async () => {
    const [first] = await register('Twice', 2)
    await own.visit(listed('twice'), {}, async (page) => {
      await selectAll(page, 2)
      dataOf(await call('POST', `/api/registrations/id/${first?.id}/create-user`))
      await page.getByRole('button', { name: 'Approve 2' }).click()
      await chooseLibrarian(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
      await page
        .getByRole('dialog')
        .getByText('One approved, with the role Librarian. One was so already.')
        .waitFor()
    })
    const [approved, other] = await found('twice')
    assert.deepEqual(await slugsOf(approved?.user_id as number), ['registered'])
    assert.deepEqual(await slugsOf(other?.user_id as number), ['librarian', 'registered'])
  })

  it('reject all that match, which the trash restores in one action too', async () => {
    await register('Unwanted', 30)
    await own.visit(listed('unwanted'), {}, async (page) => {
      await selectAll(page, 30)
      await page.getByRole('button', { name: 'Reject 30' }).click()
      const dialog = page.getByRole('dialog', { name: 'Reject 30 registrations' })
      await expectNoViolations(page)
      await shoot(page, 'reject-many-asking')
      await dialog.getByRole('button', { name: 'Reject' }).click()
      await dialog.getByText('30 changed.').waitFor()
      await dialog.getByRole('button', { name: 'Close' }).click()
      await page.getByText('No results').waitFor()
    })
    assert.equal((await found('unwanted')).length, 0)
    await own.visit('/trash/registrations?filter={"q":"unwanted"}', { screen: PHONE }, async (page) => {
      await selectAll(page, 30)
      await expectNoOverflow(page)
      await shoot(page, 'restore-many-phone')
      await page.getByRole('toolbar').getByRole('button', { name: 'Restore' }).click()
      const dialog = page.getByRole('dialog', { name: 'Restore 30 items' })
      await expectNoViolations(page)
      await dialog.getByRole('button', { name: 'Restore' }).click()
      await dialog.getByText('30 changed.').waitFor()
      await shoot(page, 'restore-many-phone-report')
    })
    assert.equal((await found('unwanted')).length, 30)
  })
})
