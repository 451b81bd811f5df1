// Engines: SQLite
import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { before, describe, it } from 'node:test'
import { dataOf, giveRole, makeActor, makeRole, makeUser, type Role } from '../support/actors.ts'
import {
  expectNoOverflow,
  expectNoViolations,
  expectValue,
  PHONE,
  shoot,
  useConsole,
} from '../support/console.ts'
import { eventually } from '../support/eventually.ts'

const END = '2126-05-01'
const SHARED = 'can-read-taxonomies'
const DAY = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)

describe('Tools for roles', () => {
  const own = useConsole()
  let librarian: Role
  let reader: Role

  before(async () => {
    const { service } = own
    librarian = await makeRole(service, [SHARED, 'can-update-taxonomies'], { name: 'Librarian' })
    reader = await makeRole(service, [SHARED, 'can-read-taxonomy-types'], { name: 'Reader' })
    for (const first_name of ['Ada', 'Grace', 'Emmy', 'Mary'])
      await giveRole(service, await makeUser(service, { first_name, last_name: 'Example' }), {
        id: librarian.slug,
        expires_at: END,
      })
  })

  const usersOf = async (role: { id: number }) => {
    const answer = await own.service.call('GET', `/api/roles/${role.id}/relationships/users?sort=id`)
    return dataOf(answer).users.data as { name: string; pivot: { expires_at: string | null } }[]
  }

  it('duplicate a role from the list, by keyboard, and open the copy', async () => {
    await own.visit('/roles?filter={"q":"Librarian"}', {}, async (page) => {
      await page.getByRole('button', { name: 'Duplicate Librarian' }).focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Duplicate the role Librarian?' })
      const name = dialog.getByRole('textbox', { name: 'Name' })
      await expectValue(name, 'Copy of Librarian')
      // The suggestion is selected: what is typed replaces it.
      await page.keyboard.type('Archivist')
      await expectValue(name, 'Archivist')
      await expectNoViolations(page)
      await shoot(page, 'role-duplicate')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Archivist' }).waitFor()
      await page.getByRole('link', { name: 'Permissions (2)' }).waitFor()
      await page.getByRole('link', { name: 'Users (0)' }).waitFor()
    })
  })

  it('show a taken name of a copy in the dialog, which keeps it', async () => {
    await own.visit(`/roles/${librarian.id}`, { expected: [/status of 409/] }, async (page) => {
      await page.getByRole('button', { name: 'Duplicate…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Reader')
      await dialog.getByRole('button', { name: 'Duplicate' }).click()
      await dialog.getByText('Another role already has this name.').waitFor()
      await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true')
      assert.equal(await dialog.getByRole('textbox', { name: 'Name' }).inputValue(), 'Reader')
    })
  })

  it('compare roles side by side, at an address, and on a phone', async () => {
    const path = `/roles/compare?ids=${librarian.id},${reader.id}`
    await own.visit(path, {}, async (page) => {
      const table = page.getByRole('table', { name: 'Compare roles' })
      await page.getByText('1 permission in all roles.').waitFor()
      await table.getByRole('row', { name: /Can update taxonomies Granted Not granted/ }).waitFor()
      await table.getByRole('row', { name: /Can read taxonomy types Not granted Granted/ }).waitFor()
      assert.equal(await table.getByRole('link', { name: 'Can read taxonomies' }).count(), 0)
      await expectNoViolations(page)
      await shoot(page, 'role-compare')
      await page.getByRole('checkbox', { name: 'Differences only' }).click()
      await table.getByRole('row', { name: /Can read taxonomies Granted Granted/ }).waitFor()
      await page.waitForURL(/all=true/)
      await page.getByRole('button', { name: 'Remove Reader from the comparison' }).click()
      await page.getByText('Choose at least two roles').waitFor()
      await table.getByRole('link', { name: 'Librarian' }).waitFor()
      assert.equal(await page.getByText('There are no differences.').count(), 0)
      assert.equal(await page.getByRole('combobox', { name: 'Add a role' }).getAttribute('placeholder'), '')
      await page.getByRole('combobox', { name: 'Add a role' }).fill('Reader')
      await page.getByRole('option', { name: /^Reader/ }).click()
      await table.getByRole('link', { name: 'Reader' }).waitFor()
      await page.getByRole('link', { name: 'Show in matrix' }).click()
      await page.waitForURL(/\/matrix\?roles=/)
    })
    await own.visit(path, { screen: PHONE, locale: 'fr' }, async (page) => {
      await page.getByText('1 permission dans tous les rôles.').waitFor()
      await expectNoOverflow(page)
      await expectNoViolations(page)
      await shoot(page, 'role-compare-phone')
    })
  })

  it('set one end for several users of a role, remove them, and undo both', async () => {
    await own.visit(`/roles/${librarian.id}/users`, {}, async (page) => {
      await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
      await page.getByRole('checkbox', { name: /Ada Example/ }).click()
      await page.getByText('3 selected').waitFor()
      await expectNoViolations(page)
      await shoot(page, 'role-members')
      await page.getByRole('button', { name: 'Set expiry…' }).click()
      const dialog = page.getByRole('dialog', { name: /expire for 3 people\?$/ })
      await dialog.getByLabel('Expires on').fill(DAY)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByText(/^Role of 3 people ends on/).waitFor()
      const ends = async () => (await usersOf(librarian)).map(({ pivot }) => pivot.expires_at?.slice(0, 4))
      const soon = DAY.slice(0, 4)
      assert.deepEqual((await ends()).toSorted(), [soon, soon, soon, '2126'])
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Undone').waitFor()
      assert.deepEqual(await ends(), ['2126', '2126', '2126', '2126'])
      await page.getByRole('checkbox', { name: /Grace Example/ }).click()
      await page.getByRole('checkbox', { name: /Emmy Example/ }).click()
      await page.getByRole('button', { name: 'Remove from role' }).click()
      await page.getByText('Role removed from 2 people.').waitFor()
      assert.equal((await usersOf(librarian)).length, 2)
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('link', { name: /Grace Example/ }).waitFor()
      await eventually(async () => assert.deepEqual(await ends(), ['2126', '2126', '2126', '2126']))
    })
  })

  it('assign a role to many users until a day', async () => {
    await own.visit('/users?filter={"q":"Example"}', {}, async (page) => {
      for (const name of [/Ada Example/, /Grace Example/]) await page.getByRole('checkbox', { name }).click()
      await page.getByRole('toolbar').getByRole('button', { name: 'Assign role' }).click()
      const dialog = page.getByRole('dialog', { name: 'Assign role' })
      await dialog.getByRole('combobox').fill('Reader')
      await page.getByRole('option', { name: /^Reader/ }).click()
      await dialog.getByLabel('Expires on').fill(DAY)
      await expectNoViolations(page)
      await shoot(page, 'role-to-many')
      const gate = Promise.withResolvers<void>()
      await page.route('**/relationships/users', async (route) => {
        if (route.request().method() !== 'GET') await gate.promise
        await route.continue()
      })
      await dialog.getByRole('button', { name: 'Assign role' }).click()
      // While the role is assigned, nothing closes the dialog, which shows a refusal.
      await dialog.getByRole('button', { name: 'Cancel', disabled: true }).waitFor()
      await page.keyboard.press('Escape')
      gate.resolve()
      await page.getByText(/^Reader assigned to 2 users until/).waitFor()
      const ends = (await usersOf(reader)).map(({ pivot }) => pivot.expires_at?.slice(0, 4))
      assert.deepEqual(ends, [DAY.slice(0, 4), DAY.slice(0, 4)])
    })
  })

  it('lock the actions for several users, with the reason, if one of them is beyond the caller', async () => {
    const { service } = own
    const needed = ['can-assign-roles', 'can-read-roles', 'can-read-users', 'can-read-permissions', SHARED]
    const actor = await makeActor(service, needed)
    const open = await makeRole(service, [SHARED], { name: 'Open' })
    const above = await makeRole(service, ['can-delete-users'], { name: 'Above' })
    const user = await makeUser(service, { first_name: 'Zoe', last_name: 'Above' })
    for (const { slug } of [open, above]) await giveRole(service, user, slug)
    await own.visit(`/roles/${open.id}/users`, { token: actor.token }, async (page) => {
      await page.getByRole('checkbox', { name: /Zoe Above/ }).click()
      const removal = page.getByRole('button', { name: 'Remove from role' })
      await page.locator('[aria-disabled=true]', { hasText: 'Remove from role' }).waitFor()
      const described = await removal.getAttribute('aria-describedby')
      assert.match((await page.locator(`[id="${described}"]`).textContent()) ?? '', /Zoe Above/)
    })
  })

  it('export who can, through which roles and until when, and the users of a role', async () => {
    const permission = dataOf(await own.service.call('GET', '/api/permissions/slug/can-update-taxonomies'))
    for (const [path, header, row] of [
      [`/permissions/${permission.id}`, 'id,name,email,roles,until', /Ada Example,.*librarian.*2126-05-01/],
      [`/roles/${librarian.id}/users`, 'id,name,email,is_active,since,until', /Ada Example,.*2126-05-01/],
    ] as const) {
      await own.visit(path, {}, async (page) => {
        const download = page.waitForEvent('download')
        await page.getByRole('button', { name: 'Export CSV' }).click()
        const text = String(await buffer(await (await download).createReadStream()))
        assert.equal(text.replace('\uFEFF', '').split('\n')[0], header)
        assert.match(text.replaceAll(librarian.slug, 'librarian'), row)
      })
    }
  })

  it('name who is affected by a change, and revert it later through a review', async () => {
    const path = `/roles/${librarian.id}/permissions`
    await own.visit(path, {}, async (page) => {
      await page.getByRole('checkbox', { name: 'Can update taxonomies' }).click()
      await page.getByRole('button', { name: 'Review and save…' }).click()
      const sheet = page.getByRole('dialog', { name: 'Review 1 change' })
      await sheet.getByText('Lose it:').waitFor()
      assert.match(
        (await sheet.getByRole('link', { name: 'Ada Example' }).getAttribute('href')) ?? '',
        /\/users\/\d+$/,
      )
      await expectNoViolations(page)
      await shoot(page, 'review-names')
      await page.getByRole('button', { name: 'Save 1 change' }).click()
      await page.getByText('Last saved: 1 change,').waitFor()
      await page.reload()
      await page.getByRole('button', { name: 'Revert…' }).click()
      const again = page.getByRole('dialog', { name: 'Review 1 change' })
      await again.getByText('Gain it:').waitFor()
      await expectNoViolations(page)
      await page.getByRole('button', { name: 'Save 1 change' }).click()
      await again.waitFor({ state: 'detached' })
      await page.getByRole('checkbox', { name: 'Can update taxonomies', checked: true }).waitFor()
    })
  })

  it('revert nothing that others have changed back', async () => {
    await own.visit(`/roles/${reader.id}/permissions`, {}, async (page) => {
      await page.getByRole('checkbox', { name: 'Can read taxonomy types' }).click()
      await page.getByRole('button', { name: 'Review and save…' }).click()
      await page.getByRole('button', { name: 'Save 1 change' }).click()
      await page.getByText('Last saved: 1 change,').waitFor()
      const json = 'can-read-taxonomy-types'
      dataOf(
        await own.service.call('POST', `/api/roles/${reader.id}/relationships/permissions`, { json: [json] }),
      )
      await page.reload()
      await page.getByRole('button', { name: 'Revert…' }).click()
      await page.getByText('Nothing to revert').waitFor()
      assert.equal(await page.getByRole('dialog').count(), 0)
    })
  })
})
