// Engines: SQLite
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf, makeRole } from '../support/actors.ts'
import { expectNoViolations, shoot, useConsole } from '../support/console.ts'

describe('Approving many registrations with a role', () => {
  const own = useConsole()
  const call = (method: string, path: string, json?: object) => own.service.call(method, path, { json })
  const register = async (first_name: string, email: string) => {
    const json = { email, first_name, password: 'a quite long phrase', status: 'email-verified' }
    return dataOf(await call('POST', '/api/registrations/create', json)).item
  }
  const rolesOf = async (user: number) =>
    dataOf(await call('GET', `/api/users/id/${user}/roles`)).roles.data.map(
      ({ slug }: { slug: string }) => slug,
    )

  before(async () => {
    await register('Somebody', 'somebody@example.com')
    await makeRole(own.service, ['can-read-taxonomies'], { name: 'Librarian', slug: 'librarian' })
  })

  it('works in as many attempts as needed', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `Crowd ${String(index).padStart(2, '0')}`)
    for (const first_name of names) {
      await register(first_name, `${first_name.replace(' ', '')}@example.net`)
    }
    const refusal = (message: string) => ({
      success: false,
      status: 'failed',
      code: 'conflict',
      errors: [message],
    })
    const isApproval = /\/create-user$/
    await own.visit('/registrations', { expected: [/status of (409|503)/] }, async (page) => {
      await page.getByRole('searchbox', { name: 'Search by name or email' }).fill('crowd')
      await page.getByRole('link', { name: 'Crowd 00', exact: false }).waitFor()
      await page.getByRole('link', { name: 'Somebody' }).waitFor({ state: 'detached' })
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await page.getByRole('button', { name: 'Go to next page' }).click()
      await page.getByRole('link', { name: /Crowd 29/ }).waitFor()
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()

      // The fourth is refused at the first attempt; the run is stopped during the fifth.
      let count = 0
      const fifthStarted = Promise.withResolvers<void>()
      const resume = Promise.withResolvers<void>()
      await page.route(isApproval, async (route) => {
        count += 1
        if (count === 4) return route.fulfill({ status: 409, json: refusal('Crowd 03 is not liked.') })
        if (count === 5) {
          fifthStarted.resolve()
          await resume.promise
        }
        await route.continue()
      })
      await page.getByRole('button', { name: 'Approve 30' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox', { name: 'Assign a role' }).fill('libr')
      await page.getByRole('option', { name: /Librarian/ }).click()
      await expectNoViolations(page)
      await shoot(page, 'approve-many-asking')
      await dialog.getByRole('button', { name: 'Approve 30' }).click()
      await fifthStarted.promise
      await page.getByRole('dialog', { name: '3 of 30 approved' }).waitFor()
      assert.equal(
        await dialog.getByRole('progressbar', { name: '3 of 30 approved' }).getAttribute('aria-valuenow'),
        '13',
      )
      await shoot(page, 'approve-many-running')
      await page.keyboard.press('Escape')
      await dialog.getByRole('button', { name: 'Stop after this one' }).click()
      resume.resolve()

      await page.getByRole('dialog', { name: '4 of 30 approved' }).waitFor()
      await dialog.getByText('Librarian assigned to 4 users.').waitFor()
      await dialog.getByText('Crowd 03 is not liked.').waitFor()
      await dialog.getByText('26 registrations are not approved yet.').waitFor()
      await expectNoViolations(page)
      await shoot(page, 'approve-many-stopped')
      await page.emulateMedia({ colorScheme: 'dark' })
      await shoot(page, 'approve-many-stopped-dark')

      // Another administrator approves one of the others meanwhile without the role, which the second attempt assigns.
      const [last] = dataOf(await own.service.call('GET', '/api/registrations', { query: { q: 'Crowd29' } }))
        .list.data
      dataOf(await call('POST', `/api/registrations/id/${last.id}/create-user`))
      count = 10
      const isRole = /\/relationships\/roles/
      await page.route(isRole, (route) => route.fulfill({ status: 409, json: refusal('Not now.') }))
      await dialog.getByRole('button', { name: 'Approve the remaining 26' }).click()
      await page.getByRole('dialog', { name: '29 of 30 approved' }).waitFor()
      assert.equal(count, 36)
      await dialog.getByText('Not now.').waitFor()
      await page.unroute(isRole)
      await dialog.getByRole('button', { name: 'Approve the remaining one' }).click()
      await page.getByRole('dialog', { name: '30 of 30 approved' }).waitFor()
      await dialog.getByText('Librarian assigned to 30 users.').waitFor()
      assert.equal(count, 37)
      await dialog.getByRole('button', { name: 'Close' }).click()
      await page.getByText('No results').waitFor()
    })
    const users = dataOf(
      await own.service.call('GET', '/api/users', { query: { q: 'Crowd', per_page: '50' } }),
    ).list.data
    assert.equal(users.length, 30)
    for (const user of users) assert.deepEqual((await rolesOf(user.id)).sort(), ['librarian', 'registered'])
  })

  it('keeps role and approval together if the page is closed half-way, and a new page continues', async () => {
    for (const first_name of ['Half 1', 'Half 2', 'Half 3', 'Half 4', 'Half 5', 'Half 6']) {
      await register(first_name, `${first_name.replace(' ', '')}@example.org`)
    }
    const query = { q: 'Half', per_page: '50', sort: 'id' }
    const halves = async () =>
      dataOf(await own.service.call('GET', '/api/registrations', { query })).list.data as Record<
        'status' | 'user_id',
        unknown
      >[]
    const approveAll = async (page: Page, left: number) => {
      await page.getByRole('link', { name: 'Somebody' }).waitFor()
      await page.getByRole('searchbox', { name: 'Search by name or email' }).fill('half')
      await page.getByRole('link', { name: 'Somebody' }).waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Half 6' }).waitFor()
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await page.getByRole('button', { name: `Approve ${left}` }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox', { name: 'Assign a role' }).fill('libr')
      await page.getByRole('option', { name: /Librarian/ }).click()
      await dialog.getByRole('button', { name: `Approve ${left}` }).click()
    }
    await own.visit('/registrations', {}, async (page) => {
      // The fourth is approved, but the page never receives the response.
      let count = 0
      const fourthApproved = Promise.withResolvers<void>()
      await page.route(/\/create-user$/, async (route) => {
        count += 1
        if (count < 4) return route.continue()
        await route.fetch()
        fourthApproved.resolve()
      })
      await approveAll(page, 6)
      await fourthApproved.promise
      await page.getByRole('dialog', { name: '3 of 6 approved' }).getByText('assigned to 3 users').waitFor()
      await shoot(page, 'approve-many-left')
      await page.close()
    })
    const left = await halves()
    for (const { user_id } of left.slice(0, 4))
      assert.deepEqual((await rolesOf(user_id as number)).sort(), ['librarian', 'registered'])
    for (const registration of left.slice(4))
      assert.deepEqual([registration.status, registration.user_id], ['email-verified', null])

    await own.visit('/registrations', {}, async (page) => {
      await approveAll(page, 2)
      const dialog = page.getByRole('dialog', { name: '2 of 2 approved' })
      await dialog.getByText('Librarian assigned to 2 users.').waitFor()
      await expectNoViolations(page)
      await shoot(page, 'approve-many-resumed')
    })
    for (const { user_id } of await halves())
      assert.deepEqual((await rolesOf(user_id as number)).sort(), ['librarian', 'registered'])
  })
})
