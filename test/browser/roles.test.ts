// Engines: SQLite
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf, giveRole, makeActor, makeRole, makeUser, type Person, type Role } from '../support/actors.ts'
import { settled } from '../support/browser.ts'
import {
  expectNoOverflow,
  expectNoViolations,
  holdAnswers,
  PHONE,
  refetch,
  save,
  shoot,
  useConsole,
} from '../support/console.ts'
import { eventually } from '../support/eventually.ts'

const SOON = new Date(Date.now() + 40 * 86_400_000).toISOString()
const READ_AND_UPDATE = ['can-read-taxonomies', 'can-update-taxonomies']
const tab = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Sections of this page' }).getByRole('link', { name })

describe('The roles pages', () => {
  const own = useConsole()
  let librarian: Role
  let reader: Role

  before(async () => {
    reader = await makeRole(own.service, READ_AND_UPDATE, { name: 'Reader' })
    librarian = await makeHeld('Librarian', READ_AND_UPDATE)
  })

  /** A role that three users hold until SOON. The first of them is also a Reader. */
  async function makeHeld(name: string, slugs: readonly string[]): Promise<Role> {
    const { service } = own
    const role = await makeRole(service, slugs, { name })
    const people = await Promise.all(
      ['Ada', 'Grace', 'Emmy'].map((first_name) => makeUser(service, { first_name, last_name: 'Example' })),
    )
    for (const { id } of people) await giveRole(service, { id }, { id: role.slug, expires_at: SOON })
    await giveRole(service, people[0] as Person, reader.slug)
    return role
  }

  const roleNow = async (id: number, query = {}) =>
    dataOf(await own.service.call('GET', `/api/roles/${id}`, { query }))

  it('list roles with their users, search while typing, and create a role', async () => {
    await own.visit('/roles', {}, async (page) => {
      await page.getByRole('link', { name: 'Librarian' }).waitFor()
      await expectNoViolations(page)
      await shoot(page, 'roles')
      const byUsers = page.getByRole('button', { name: 'Users', exact: true })
      await byUsers.click()
      await page.waitForURL(/sort=count_users/)
      await byUsers.click()
      await page.waitForURL(/order=DESC.*sort=count_users/)
      await page.getByRole('row').nth(1).getByRole('link', { name: 'Librarian' }).waitFor()
      await page.getByRole('searchbox', { name: 'Search roles' }).fill('libr')
      await page.getByRole('link', { name: 'Editor' }).waitFor({ state: 'detached' })
      await page.getByRole('row', { name: /Librarian.*Active.*3.*2/ }).waitFor()
      await page.getByRole('searchbox', { name: 'Search roles' }).fill('nothing like it')
      await page.getByText('No matching roles').waitFor()
      await expectNoViolations(page)
      await page.getByRole('button', { name: 'Clear search' }).click()
      await page.getByRole('link', { name: 'New role' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('Curator')
      await expectNoViolations(page)
      await shoot(page, 'role-create')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('heading', { level: 1, name: 'Curator' }).waitFor()
      await page.getByRole('checkbox', { name: /^users/ }).waitFor()
      const { list } = dataOf(await own.service.call('GET', '/api/roles', { query: { q: 'Curator' } }))
      assert.equal(list.data[0].slug, 'curator')
    })
  })

  it('say of a list that loads after an empty one neither that it is empty nor how to begin', async () => {
    await own.visit('/roles?filter={"q":"nothing like it"}', {}, async (page) => {
      await page.getByText('No matching roles').waitFor()
      const gate = Promise.withResolvers<void>()
      await page.route(
        ({ pathname, searchParams }) => pathname.endsWith('/api/roles') && !searchParams.has('q'),
        async (route) => {
          await gate.promise
          await route.continue()
        },
      )
      await page.getByRole('button', { name: 'Clear search' }).click()
      await page.locator('main .MuiSkeleton-root').first().waitFor()
      assert.equal(await page.getByRole('link', { name: 'New role' }).count(), 1)
      gate.resolve()
      await page.getByRole('link', { name: 'Librarian' }).waitFor()
    })
  })

  it('show a taken name beside the field, and keep the input', async () => {
    await own.visit('/roles', { expected: [/status of 409/] }, async (page) => {
      await page.getByRole('link', { name: 'Librarian' }).click()
      const name = page.getByRole('textbox', { name: 'Name' })
      await name.fill('Editor')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Another role already has this name.').waitFor()
      await shoot(page, 'role-taken')
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Roles' }).click()
      const question = page.getByRole('dialog', { name: 'Leave without saving?' })
      await question.waitFor()
      await expectNoViolations(page)
      await question.getByRole('button', { name: 'Stay on this page' }).click()
      assert.equal(await name.inputValue(), 'Editor')
      await name.fill('Librarians')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('heading', { level: 1, name: 'Librarians' }).waitFor()
      await name.fill('Librarian')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('heading', { level: 1, name: 'Librarian', exact: true }).waitFor()
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Roles' }).click()
      await page.getByRole('heading', { level: 1, name: 'Roles' }).waitFor()
    })
  })

  it('keep input that is typed while the role is loading', async () => {
    await own.visit('/roles', {}, async (page) => {
      const held = Promise.withResolvers<void>()
      const read = page.waitForResponse((response) => /\/api\/roles\/(id\/)?\d+/.test(response.url()))
      await page.route(/\/api\/roles\/(id\/)?\d+/, async (route) => {
        await held.promise
        const response = await route.fetch()
        const answer = await response.json()
        answer.data.count_users += 1
        await route.fulfill({ response, json: answer })
      })
      await page.getByRole('link', { name: 'Librarian' }).click()
      const name = page.getByRole('textbox', { name: 'Name' })
      await name.fill('Archivist')
      assert.equal(await page.getByRole('button', { name: 'Save' }).isDisabled(), true)
      held.resolve()
      await read
      await page.getByRole('link', { name: 'Users (4)' }).waitFor()
      assert.equal(await name.inputValue(), 'Archivist')
      await page.getByRole('button', { name: 'Save', disabled: false }).waitFor()
    })
  })

  it('say and set that a role requires a second factor', async () => {
    const role = await makeRole(own.service, [], { name: 'Guarded' })
    await own.visit(`/roles/${role.id}`, {}, async (page) => {
      const flag = page.getByRole('switch', { name: 'Requires a second factor' })
      await flag.waitFor()
      assert.equal(await flag.isChecked(), false)
      await flag.focus()
      await page.keyboard.press('Space')
      await save(page)
      await eventually(async () => (await roleNow(role.id)).requires_second_factor === true)
      await expectNoViolations(page)
      await shoot(page, 'role-second-factor')
    })
  })

  it('require a slug once the role exists', async () => {
    const role = await makeRole(own.service, [], { name: 'Bookbinder' })
    await own.visit(`/roles/${role.id}`, {}, async (page) => {
      await page.getByText('How programs refer to the role.', { exact: true }).waitFor()
      await page.getByRole('textbox', { name: 'Slug' }).fill('')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Required').waitFor()
    })
  })

  it('say so if the role cannot be read, and offer a retry', async () => {
    await own.visit('/roles', { expected: [/status of 500/] }, async (page) => {
      await page.route(/\/api\/roles\/(id\/)?\d+/, (route) => route.fulfill({ status: 500, json: {} }))
      await page.getByRole('link', { name: 'Librarian' }).click()
      await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
      assert.equal(await page.getByRole('button', { name: 'Save' }).isDisabled(), true)
      await page.unrouteAll()
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('textbox', { name: 'Description' }).fill('Lends books')
      assert.equal(await save(page), 200)
    })
  })

  it('do not overwrite what somebody else has changed', async () => {
    const role = await makeRole(own.service, [], { name: 'Cataloguer' })
    const update = (json: object) => own.service.call('POST', `/api/roles/id/${role.id}/update`, { json })
    await own.visit(`/roles/${role.id}`, { expected: [/status of 412/] }, async (page) => {
      const details = page.getByRole('textbox', { name: 'Description' })
      await details.fill('Mine')
      await update({ details: 'Theirs' })
      assert.equal(await save(page), 412, 'before the page has the change')
      await refetch(page, /\/api\/roles\/(id\/)?\d+/)
      assert.equal(await details.inputValue(), 'Mine')
      assert.equal(await save(page), 412, 'after a background refetch')
      assert.equal((await roleNow(role.id)).details, 'Theirs')
      await expectNoViolations(page)
      await shoot(page, 'role-outdated')
      await page.getByRole('button', { name: 'Reload' }).click()
      await page.getByRole('alert').waitFor({ state: 'detached' })
      assert.equal(await details.inputValue(), 'Mine')
      assert.equal(await save(page), 200)
      await page.getByText('Saved').waitFor()
      assert.equal((await roleNow(role.id)).details, 'Mine')
    })
  })

  it('search for people once typing stops, not with each letter', async () => {
    await own.visit(`/roles/${librarian.id}/users`, {}, async (page) => {
      const searched: string[] = []
      page.on('request', (request) => {
        const { pathname, searchParams } = new URL(request.url())
        if (pathname.endsWith('/api/users') && searchParams.has('q'))
          searched.push(searchParams.get('q') as string)
      })
      await page.getByRole('button', { name: 'Add people' }).first().click()
      const field = page.getByRole('dialog').getByRole('combobox', { name: 'People' })
      await field.click()
      // Time stands still for the page while keys arrive, however slow the machine is.
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 60_000)
      await field.pressSequentially('example')
      await page.clock.resume()
      await page.getByRole('option', { name: /Ada Example/ }).waitFor()
      await eventually(() => searched.length > 0)
      assert.deepEqual(searched, ['example'])
    })
  })

  it('assign the role to pasted addresses until a day, and name those that nobody has', async () => {
    const role = await makeRole(own.service, [], { name: 'Pasted', slug: 'pasted' })
    const people = [
      await makeUser(own.service, { first_name: 'Marie', email: 'marie@paste.example' }),
      await makeUser(own.service, { first_name: 'Irene', email: 'irene@paste.example' }),
    ]
    await own.visit(`/roles/${role.id}/users`, {}, async (page) => {
      await page.getByRole('button', { name: 'Add people' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'Assign the role Pasted' })
      const field = dialog.getByRole('combobox', { name: 'People' })
      await dialog.getByText('Search, or paste a list of email addresses.').waitFor()
      const paste = (text: string) =>
        field.evaluate((input, copied) => {
          const clipboardData = new DataTransfer()
          clipboardData.setData('text', copied)
          input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
        }, text)
      // A single address is searched for.
      await paste('marie@paste.example')
      await field.waitFor()
      await paste('Marie <marie@paste.example>\nIRENE@paste.example; nobody@paste.example\nsomebody')
      await dialog.getByText('marie@paste.example, irene@paste.example, nobody@paste.example').waitFor()
      await dialog.getByText('Not an address: somebody.').waitFor()
      await dialog.getByLabel('Expires on').fill('2097-03-31')
      await expectNoViolations(page)
      await shoot(page, 'role-paste-people')
      await dialog.getByRole('button', { name: 'Assign to 3 people' }).click()
      await dialog.getByText('Role assigned to 2 people until 31 Mar 2097. One was left out.').waitFor()
      await dialog.getByText('nobody@paste.example').waitFor()
      await dialog.getByRole('button', { name: 'Close' }).click()
      await page.getByRole('row', { name: /Marie/ }).waitFor()
      await page.getByRole('row', { name: /Irene/ }).waitFor()
    })
    for (const { id } of people) dataOf(await own.service.call('POST', `/api/users/id/${id}/delete`))
    dataOf(await own.service.call('POST', `/api/roles/id/${role.id}/delete`))
  })

  it('assign the role to people until an expiry, and remove it with an undo', async () => {
    const lise = await makeUser(own.service, { first_name: 'Lise', last_name: 'Meitner' })
    const holds = async () => {
      const answer = await own.service.call('GET', `/api/users/${lise.id}/relationships/roles`)
      return dataOf(answer).roles.data.map(
        ({ slug, pivot }: { slug: string; pivot: { expires_at: string } }) => [slug, pivot.expires_at],
      )
    }
    await own.visit(`/roles/${librarian.id}/users`, {}, async (page) => {
      await page.getByRole('row', { name: /Ada Example/ }).waitFor()
      await expectNoViolations(page)
      await shoot(page, 'role-users')
      await page.getByRole('button', { name: 'Add people' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'Assign the role Librarian' })
      await dialog.getByRole('combobox', { name: 'People' }).fill('meitn')
      await page.getByRole('option', { name: /Lise Meitner/ }).click()
      await dialog.getByLabel('Expires on').fill('2097-03-31')
      await shoot(page, 'role-add-people')
      await expectNoViolations(page)
      await dialog.getByRole('button', { name: 'Assign role' }).click()
      await page.getByText('Role assigned to 1 person until 31 Mar 2097.').waitFor()
      await page.getByRole('row', { name: /Lise Meitner/ }).waitFor()
      const before = await holds()
      assert.deepEqual(before, [[librarian.slug, new Date('2097-03-31T23:59:59.999').toISOString()]])
      await page.getByRole('button', { name: 'Remove role from Lise Meitner' }).click()
      await page.getByRole('row', { name: /Lise Meitner/ }).waitFor({ state: 'detached' })
      await eventually(async () => assert.deepEqual(await holds(), []))
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('row', { name: /Lise Meitner/ }).waitFor()
      await eventually(async () => assert.deepEqual(await holds(), before))
      await page.getByRole('button', { name: 'Change expiry for Lise Meitner' }).click()
      await page.getByLabel('Expires on').fill('')
      await page.getByRole('button', { name: 'Save' }).click()
      await page
        .getByRole('row', { name: /Lise Meitner/ })
        .getByText('Never')
        .last()
        .waitFor()
      await eventually(async () => assert.deepEqual(await holds(), [[librarian.slug, null]]))
    })
    dataOf(await own.service.call('POST', `/api/users/id/${lise.id}/delete`))
  })

  it('grant selected permissions after a review', async () => {
    const archivist = await makeHeld('Archivist', READ_AND_UPDATE)
    await own.visit(`/roles/${archivist.id}/permissions`, {}, async (page) => {
      await page.getByRole('checkbox', { name: 'Can read taxonomies' }).waitFor()
      await page.getByRole('searchbox', { name: 'Search permissions' }).fill('delete taxonomies')
      await page.getByRole('checkbox', { name: 'Can read taxonomies' }).waitFor({ state: 'detached' })
      await page.getByRole('checkbox', { name: 'Can delete taxonomies' }).focus()
      await page.keyboard.press('Space')
      await expectNoViolations(page)
      await shoot(page, 'role-permissions')
      await page.getByRole('button', { name: 'Review and save…' }).click()
      await page.getByText('3 users gain it').waitFor()
      await page.getByRole('button', { name: 'Save 1 change' }).click()
      await page.getByText('1 change saved.').waitFor()
      await page.getByRole('link', { name: 'Permissions (3)' }).waitFor()
      assert.equal((await roleNow(archivist.id)).count_permissions, 3)
    })
  })

  it('show the effects before a deletion, and undo it', async () => {
    const publisher = await makeHeld('Publisher', [...READ_AND_UPDATE, 'can-delete-taxonomies'])
    await own.visit(`/roles/${publisher.id}`, {}, async (page) => {
      await page.getByRole('button', { name: 'Delete' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete the role Publisher?' })
      // Three hold it. Ada also reads and updates as a Reader: like the others she loses only the deletion.
      await dialog.getByText('3 users lose this role; 3 lose permissions.').waitFor()
      await expectNoViolations(page)
      await shoot(page, 'role-delete')
      await dialog.getByRole('button', { name: 'Delete role' }).click()
      await page.getByText('Role Publisher moved to the trash.').waitFor()
      await page.getByRole('link', { name: 'Publisher' }).waitFor({ state: 'detached' })
      assert.equal((await own.service.call('GET', `/api/roles/${publisher.id}`)).status, 404)
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('link', { name: 'Publisher' }).waitFor()
      assert.equal((await roleNow(publisher.id)).count_users, 3)
    })
  })

  it('show the role again after an undo while the list is still loading', async () => {
    const gone = await makeHeld('Printer', READ_AND_UPDATE)
    await own.visit(`/roles/${gone.id}`, {}, async (page) => {
      const isUndone = Promise.withResolvers<void>()
      const isRead = Promise.withResolvers<void>()
      let lists = 0
      await page.route(
        ({ pathname }) => pathname.endsWith('/api/roles'),
        async (route) => {
          lists += 1
          if (lists > 1) return route.continue()
          // The service has read the list before the undo; the page receives it afterwards.
          const response = await route.fetch()
          isRead.resolve()
          await isUndone.promise
          await route.fulfill({ response })
        },
      )
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete role' }).click()
      await isRead.promise
      await page.getByRole('button', { name: 'Undo' }).click()
      // Only now does the page know that the role is restored: a response before would be followed by a refetch in any case.
      await page.getByText('Action undone.').waitFor()
      isUndone.resolve()
      await page.getByRole('link', { name: 'Printer' }).waitFor()
    })
  })

  it('delete a role before the losses are counted, and do not count those of the deleted role', async () => {
    const gone = await makeHeld('Typesetter', READ_AND_UPDATE)
    await own.visit(`/roles/${gone.id}`, {}, async (page) => {
      const counts = await holdAnswers(page, (request) => request.url().endsWith('/role-permissions/changes'))
      await page.getByRole('button', { name: 'Delete' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete the role Typesetter?' })
      await eventually(() => counts.sent() > 0)
      await dialog.getByRole('button', { name: 'Delete role' }).click()
      await page.getByText('Role Typesetter moved to the trash.').waitFor()
      counts.release()
      await settled(page)
      assert.equal(counts.sent(), 1)
    })
  })

  it('do not begin to count the losses of a role that is being deleted', async () => {
    const gone = await makeHeld('Engraver', READ_AND_UPDATE)
    // A page without requests, so that all those of the role's page can be held.
    await own.visit('/favicon.svg', {}, async (page, { requests }) => {
      const grants = await holdAnswers(page, (request) => request.url().includes('/role-permissions?'))
      const deletion = await holdAnswers(page, (request) => request.url().endsWith('/delete'))
      await page.goto(`/roles/${gone.id}`)
      await page.getByRole('button', { name: 'Delete' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete the role Engraver?' })
      await eventually(() => grants.sent() > 0)
      await dialog.getByRole('button', { name: 'Delete role' }).click()
      await eventually(() => deletion.sent() > 0)
      const read = page.waitForResponse(/role-permissions\?/)
      grants.release()
      await (await read).finished()
      await dialog.getByText('3 users lose this role;', { exact: true }).waitFor()
      deletion.release()
      await page.getByText('Role Engraver moved to the trash.').waitFor()
      await settled(page)
      assert.deepEqual(
        requests.filter((url) => url.endsWith('/role-permissions/changes')),
        [],
      )
    })
  })

  it('say why the super administrator cannot be changed', async () => {
    await own.visit('/roles/1', {}, async (page) => {
      await page
        .getByText(/can’t be renamed, deactivated or deleted\. Its permissions can’t be revoked/)
        .waitFor()
      assert.equal(await page.getByRole('textbox').count(), 0)
      assert.equal(await page.getByRole('button', { name: /^(Save|Delete)$/ }).count(), 0)
      await expectNoViolations(page)
      await shoot(page, 'role-super')
      await tab(page, /Permissions/).click()
      const locked = page.getByRole('checkbox', { name: 'Can read users' })
      await locked.waitFor()
      // A forced click does not wait until the rows stay where they are.
      await settled(page)
      await locked.click({ force: true })
      await page.getByText(/always has every permission/).waitFor()
      assert.equal(await page.getByRole('button', { name: 'Review and save…' }).count(), 0)
    })
  })

  it('lock roles that grant more than the caller holds, and say why', async () => {
    const { token } = await makeActor(own.service, [
      'can-read-roles',
      'can-read-users',
      'can-read-permissions',
      'can-assign-roles',
      'can-update-roles',
      'can-delete-roles',
    ])
    const { id } = dataOf(await own.service.call('GET', '/api/roles/slug/administrator'))
    await own.visit(`/roles/${id}/users`, { token }, async (page) => {
      const why = /^The role Administrator grants “.*”, which you don’t have\./
      for (const name of ['Add people', 'Delete']) {
        const button = page.getByRole('button', { name, description: why }).first()
        await button.waitFor()
        assert.equal(await button.getAttribute('aria-disabled'), 'true')
        await button.click({ force: true })
      }
      assert.equal(await page.getByRole('dialog').count(), 0)
      await tab(page, /Details/).click()
      await page.getByRole('main').getByRole('alert').getByText(why).waitFor()
      assert.equal(await page.getByRole('main').getByRole('textbox').count(), 0)
      await shoot(page, 'role-beyond')
    })
  })

  it('show readers nothing that changes roles', async () => {
    const { token } = await makeActor(own.service, ['can-read-roles'], { first_name: 'Perry' })
    await own.visit('/roles', { token }, async (page) => {
      await page.getByRole('link', { name: 'Librarian' }).click()
      await page.getByRole('heading', { level: 1, name: 'Librarian' }).waitFor()
      assert.equal(await page.getByRole('textbox').count(), 0)
      assert.equal(await page.getByRole('button', { name: /^(Save|Delete)$/ }).count(), 0)
      assert.equal(await tab(page, /Users|Permissions/).count(), 0)
      assert.equal(await page.getByRole('link', { name: 'Permission matrix' }).count(), 0)
      await expectNoViolations(page)
    })
  })

  it('fit a phone, in French too', async () => {
    await own.visit('/roles', { screen: PHONE, locale: 'fr-FR' }, async (page) => {
      await page.getByRole('heading', { level: 1, name: 'Rôles' }).waitFor()
      await page.getByRole('link', { name: 'Librarian' }).waitFor()
      await expectNoOverflow(page)
      await shoot(page, 'roles-phone')
      await page.getByRole('link', { name: 'Librarian' }).click()
      await page.getByRole('link', { name: /Utilisateurs/ }).click()
      await page.getByRole('listitem').filter({ hasText: 'Ada Example' }).waitFor()
      await expectNoOverflow(page)
      await expectNoViolations(page)
      await shoot(page, 'role-users-phone')
    })
  })
})
