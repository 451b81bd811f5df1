// Engines: SQLite
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Route } from 'playwright-core'
import { dataOf, giveRole, makeActor, makeRole, makeUser } from '../support/actors.ts'
import { expectNoOverflow, expectNoViolations, PHONE, shoot, useConsole } from '../support/console.ts'

const DAY_MS = 86_400_000
/** Of a step, so that the service handles it in one call on a slow disk too: a call ends after ten seconds. */
const FEW = 40
const shortened = (route: Route) => JSON.stringify({ ...route.request().postDataJSON(), limit: FEW })

describe('Actions on many users', () => {
  const own = useConsole()
  const call = (method: string, path: string, json?: object) => own.service.call(method, path, { json })
  const holders = async (slug: string) =>
    dataOf(await call('GET', `/api/roles/slug/${slug}/users?per_page=100`)).users
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

  before(async () => {
    await makeRole(own.service, ['can-read-taxonomies'], { name: 'Librarian', slug: 'librarian' })
    await makeActor(own.service, ['can-delete-users'], {
      first_name: 'Crowd',
      last_name: 'Boss',
      email: 'boss@example.org',
    })
    for (let index = 0; index < 130; index++)
      await makeUser(own.service, {
        first_name: 'Crowd',
        last_name: `${index}`,
        email: `crowd${index}@example.org`,
      })
  })

  it('reach all that match, in steps that can be stopped, and tell what was left out and why', async () => {
    const needs = [
      'can-read-users',
      'can-see-users-contact-details',
      'can-assign-roles',
      'can-read-roles',
      'can-read-taxonomies',
    ]
    const { token } = await makeActor(own.service, needs)
    await own.visit('/users?filter={"q":"crowd"}', { token }, async (page) => {
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await page.getByRole('button', { name: 'Select all 131 matching' }).click()
      await page.getByText('All 131 matching are selected').waitFor()
      await expectNoViolations(page)
      await shoot(page, 'many-selected')
      await page.getByRole('button', { name: 'Assign role' }).click()
      const dialog = page.getByRole('dialog', { name: 'Assign a role to 131 users' })
      await dialog.getByRole('combobox', { name: 'Role' }).fill('libr')
      await page.getByRole('option', { name: /Librarian/ }).click()
      await dialog.locator('input[type=date]').fill('2099-12-31')
      await expectNoViolations(page)
      await shoot(page, 'many-asking')
      // The first step waits until the run was told to stop.
      const resume = Promise.withResolvers<void>()
      let count = 0
      await page.route('**/bulk/assign-role*', async (route) => {
        count += 1
        if (count > 1) return route.continue()
        await resume.promise
        await route.continue({ postData: shortened(route) })
      })
      await dialog.getByRole('button', { name: 'Assign role' }).click()
      await dialog.getByRole('button', { name: 'Stop after this step' }).click()
      resume.resolve()
      await dialog.getByText(/91 are left to do/).waitFor()
      assert.equal((await holders('librarian')).total, 39)
      await shoot(page, 'many-stopped')
      await dialog.getByRole('button', { name: 'Go on' }).click()
      await dialog.getByText('Librarian assigned to 130 users until 31 Dec 2099. One was left out.').waitFor()
      await dialog.getByRole('link', { name: 'Crowd Boss' }).waitFor()
      await dialog.getByText(/can-delete-users/).waitFor()
      await expectNoViolations(page)
      await shoot(page, 'many-report')
      await page.emulateMedia({ colorScheme: 'dark' })
      await shoot(page, 'many-report-dark')
      await dialog.getByRole('button', { name: 'Close' }).click()
      await page.getByText('All 131 matching are selected').waitFor({ state: 'detached' })
      assert.equal((await holders('librarian')).total, 130)
    })
  })

  it('end with the selection, and with another filter', async () => {
    await own.visit('/users?filter={"q":"crowd"}', {}, async (page) => {
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await page.getByRole('button', { name: 'Select all 131 matching' }).click()
      await page.getByText('All 131 matching are selected').waitFor()
      // One of them is excluded: only the others of the page stay selected.
      await page.getByRole('checkbox', { name: 'Select Crowd 129' }).uncheck()
      await page.getByText('24 selected').waitFor()
      await page.getByRole('checkbox', { name: 'Select Crowd 129' }).check()
      await page.getByText('25 selected').waitFor()
      await page.getByRole('button', { name: 'Select all 131 matching' }).click()
      await page.getByText('All 131 matching are selected').waitFor()
      const gate = Promise.withResolvers<void>()
      await page.route(
        ({ searchParams }) => searchParams.get('q') === 'crowd 7',
        async (route) => {
          await gate.promise
          await route.continue()
        },
      )
      await page.getByRole('searchbox', { name: 'Search by name' }).fill('crowd 7')
      await page.getByText('All 131 matching are selected').waitFor({ state: 'detached' })
      // Rows and number are still those of the filter before: nobody selects all of the next one unseen.
      const all = page.getByRole('button', { name: /^Select all \d+ matching$/ })
      await all.and(page.locator(':disabled')).waitFor()
      gate.resolve()
      await all.waitFor({ state: 'detached' })
    })
  })

  it('deactivate all of a role but oneself, and go on after a refusal', async () => {
    await giveRole(own.service, { id: 1 }, 'librarian')
    const role = encodeURIComponent(JSON.stringify({ role: { id: 1, name: 'Librarian', slug: 'librarian' } }))
    const { id } = dataOf(await call('GET', '/api/roles/slug/librarian'))
    await own.visit(
      `/users?filter=${role.replace('%22id%22%3A1', `%22id%22%3A${id}`)}`,
      { expected: [/status of 409/] },
      async (page) => {
        await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
        await page.getByRole('button', { name: 'Select all 131 matching' }).click()
        await page.getByRole('button', { name: 'Deactivate' }).click()
        const dialog = page.getByRole('dialog', { name: 'Deactivate 131 users' })
        await page.getByRole('heading', { name: 'Deactivate 131 users?', exact: true }).waitFor()
        await dialog.getByText('Your own account is left out.').waitFor()
        let count = 0
        await page.route('**/bulk/deactivate*', async (route) => {
          count += 1
          const json = {
            success: false,
            status: 'failed',
            errors: ['Others were quicker.'],
            code: 'overloaded',
          }
          if (count === 1) await route.continue({ postData: shortened(route) })
          else if (count === 2) await route.fulfill({ status: 409, json })
          else await route.continue()
        })
        await dialog.getByRole('button', { name: 'Deactivate' }).click()
        await dialog.getByText('Others were quicker.').waitFor()
        await dialog.getByText(/90 are left to do/).waitFor()
        await dialog.getByRole('button', { name: 'Go on' }).click()
        await dialog.getByText('130 changed.').waitFor()
        await page.getByRole('heading', { name: 'Deactivate 131 users', exact: true }).waitFor()
        await dialog.getByRole('button', { name: 'Close' }).click()
        assert.equal(dataOf(await call('GET', '/api/users/1')).is_active, true)
        assert.equal(dataOf(await call('GET', '/api/users?q=crowd&status=active')).list.total, 1)
      },
    )
  })

  it('find those whose access ends soon and renew it, on a phone and in French', async () => {
    const [soon, later] = [
      await makeUser(own.service, { first_name: 'Soon' }),
      await makeUser(own.service, { first_name: 'Later' }),
    ]
    await giveRole(own.service, soon, { id: 'librarian', expires_at: inDays(10) })
    await giveRole(own.service, later, { id: 'librarian', expires_at: inDays(60) })
    await own.visit('/users', { locale: 'fr-FR', screen: PHONE }, async (page) => {
      await page.getByLabel('L’accès expire').click()
      await page.getByRole('option', { name: /D’ici 30 jours/ }).click()
      await page.getByRole('link', { name: 'Soon' }).waitFor()
      await page.getByRole('link', { name: 'Later' }).waitFor({ state: 'detached' })
      await page.reload()
      await page.getByRole('checkbox', { name: /Soon/ }).check()
      await page.getByRole('button', { name: 'Prolonger l’accès' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Les rôles qui expirent d’ici 30 jours reçoivent la nouvelle fin.').waitFor()
      await dialog.locator('input[type=date]').fill('2099-06-30')
      await expectNoOverflow(page)
      await shoot(page, 'renew-phone')
      await dialog.getByRole('button', { name: 'Prolonger l’accès' }).click()
      await dialog
        .getByText('Les rôles d’un utilisateur qui expiraient durent maintenant jusqu’au 30 juin 2099.')
        .waitFor()
      await dialog.getByRole('button', { name: 'Fermer' }).click()
      await page.getByRole('link', { name: 'Soon' }).waitFor({ state: 'detached' })
      const { roles } = dataOf(await call('GET', `/api/users/id/${soon.id}/roles`))
      assert.match(roles.data[0].pivot.expires_at, /^2099-0(6-30|7-01)/)
    })
  })

  it('renew only what the filter finds of the selected users, and remove a role by name', async () => {
    const both = await makeUser(own.service, { first_name: 'Both' })
    const later = await makeRole(own.service, [], { name: 'Later role', slug: 'later-role' })
    await giveRole(own.service, both, { id: 'librarian', expires_at: inDays(10) })
    await giveRole(own.service, both, { id: later.slug, expires_at: inDays(60) })
    const ends = async () => {
      const { roles } = dataOf(await call('GET', `/api/users/id/${both.id}/roles?sort=slug`))
      return roles.data.map((role: { slug: string; pivot: { expires_at: string } }) => [
        role.slug,
        role.pivot.expires_at.startsWith('2099'),
      ])
    }
    await own.visit('/users?filter={"q":"both","ends_within":"30"}', {}, async (page) => {
      await page.getByRole('checkbox', { name: 'Select Both' }).check()
      await page.getByRole('button', { name: 'Renew access' }).click()
      const dialog = page.getByRole('dialog', { name: 'Renew the access of one user' })
      await dialog.getByText('Roles that end within 30 days get the new end. Others stay').waitFor()
      await dialog.getByLabel('Expires on').fill('2099-06-15')
      await expectNoViolations(page)
      await shoot(page, 'renew-within')
      await dialog.getByRole('button', { name: 'Renew access' }).click()
      await dialog.getByText('The ending roles of one user now last until 15 Jun 2099.').waitFor()
      assert.deepEqual(await ends(), [
        ['later-role', false],
        ['librarian', true],
      ])
      await page.goto('/users')
      await page.getByRole('button', { name: 'Paste addresses…' }).click()
      await page.getByRole('textbox', { name: 'Email addresses' }).fill(both.email)
      await page.getByRole('combobox', { name: 'What to do' }).click()
      await page.getByRole('option', { name: 'Remove role' }).click()
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByRole('combobox', { name: 'Role' }).fill('later')
      await page.getByRole('option', { name: /Later role/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove role' }).click()
      await page.getByText('Later role removed from one user.').waitFor()
      assert.deepEqual(await ends(), [['librarian', true]])
    })
  })

  it('work on pasted addresses, and name those that nobody has', async () => {
    const reader = await makeRole(own.service, [], { name: 'Reader', slug: 'reader' })
    await own.visit('/users', {}, async (page) => {
      await page.getByRole('button', { name: 'Paste addresses…' }).click()
      const first = page.getByRole('dialog', { name: 'Users by their email addresses' })
      await first
        .getByLabel('Email addresses')
        .fill(
          'Crowd Two <CROWD2@example.org>; crowd3@example.org\nnobody@example.org, crowd2@example.org\nnot-an-address, a@b.org word c@d.org',
        )
      await first.getByText('5 addresses. Not an address: not-an-address, word.').waitFor()
      await expectNoViolations(page)
      await shoot(page, 'paste-addresses')
      await first.getByRole('button', { name: 'Next' }).click()
      const dialog = page.getByRole('dialog', { name: 'Assign a role to 5 users' })
      await dialog.getByRole('combobox', { name: 'Role' }).fill('read')
      await page.getByRole('option', { name: /Reader/ }).click()
      await dialog.getByRole('button', { name: 'Assign role' }).click()
      await dialog.getByText('Reader assigned to 2 users. 3 were left out.').waitFor()
      await dialog.getByText('nobody@example.org').waitFor()
      await shoot(page, 'paste-report')
      assert.equal((await holders(reader.slug)).total, 2)
    })
  })

  it('keep the buttons of a dialog in sight at a zoom of 200 %', async () => {
    const screen = { width: 640, height: 400 }
    await own.visit('/users', { screen }, async (page) => {
      await page.getByRole('button', { name: 'Paste addresses…' }).click()
      const next = page.getByRole('dialog').getByRole('button', { name: 'Next' })
      await next.waitFor()
      const { y = 0, height = 0 } = (await next.boundingBox()) ?? {}
      assert.ok(y > 0 && y + height < screen.height, `from ${y} to ${y + height}`)
      await expectNoOverflow(page)
    })
  })
})
