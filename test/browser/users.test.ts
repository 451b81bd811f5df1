// Engines: SQLite
import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { before, describe, it } from 'node:test'
import { dataOf, giveRole, makeActor, makeUser, type Person } from '../support/actors.ts'
import { expectNoOverflow, expectNoViolations, PHONE, shoot, useConsole } from '../support/console.ts'
import { makePeople } from '../support/console-people.ts'
import { eventually } from '../support/eventually.ts'

describe('The users page', () => {
  const own = useConsole()
  const call = (method: string, path: string, json?: object) => own.service.call(method, path, { json })
  let people: Record<string, Person> = {}
  const read = async (person: Person) => dataOf(await call('GET', `/api/users/${person.id}`))
  const rolesOf = async (person: Person) =>
    dataOf(await call('GET', `/api/users/id/${person.id}/roles`)).roles.data

  before(async () => {
    people = await makePeople(own.service)
  })

  it('lists users, and searches while typing', async () => {
    await own.visit('/users', {}, async (page) => {
      const table = page.getByRole('table', { name: 'Users' })
      await table.getByRole('link', { name: /Ada Lovelace/ }).waitFor()
      await shoot(page, 'users-light')
      await expectNoViolations(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await shoot(page, 'users-dark')
      await page.getByRole('searchbox', { name: /Search by name/ }).pressSequentially('hopp')
      await table.getByRole('link', { name: /Ada Lovelace/ }).waitFor({ state: 'detached' })
      await table.getByRole('link', { name: /Grace Hopper/ }).waitFor()
      await page.getByRole('searchbox', { name: /Search by name/ }).fill('nobody at all')
      await page.getByText('No results').waitFor()
      await page.getByRole('button', { name: 'Clear search and filters' }).click()
      await table.getByRole('link', { name: /Ada Lovelace/ }).waitFor()
    })
  })

  it('sorts by name, email and last sign-in, and finds words in any order', async () => {
    await makeUser(own.service, { first_name: 'Łukasz', last_name: 'Żółć', email: 'zzz@example.com' })
    await own.visit('/users', {}, async (page) => {
      const table = page.getByRole('table', { name: 'Users' })
      const first = table.getByRole('row').nth(1)
      await table.getByRole('button', { name: 'Name' }).click()
      await page.waitForURL(/order=ASC.*sort=name/)
      await first.getByRole('link', { name: /Ada Lovelace/ }).waitFor()
      await table.getByRole('button', { name: 'Name' }).click()
      await first.getByRole('link', { name: /Łukasz Żółć/ }).waitFor()
      await table.getByRole('button', { name: 'Last sign-in' }).click()
      await page.waitForURL(/sort=last_login_at/)
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('menuitemcheckbox', { name: 'Email', exact: true }).click()
      await page.keyboard.press('Escape')
      await table.getByRole('button', { name: 'Email' }).click()
      await page.waitForURL(/sort=email/)
      await table.getByRole('button', { name: 'Email' }).click()
      await first.getByRole('link', { name: /Łukasz Żółć/ }).waitFor()
      await page.getByRole('searchbox', { name: /Search by name/ }).pressSequentially('zolc luk')
      await table.getByRole('link', { name: /Ada Lovelace/ }).waitFor({ state: 'detached' })
      await table.getByRole('link', { name: /Łukasz Żółć/ }).waitFor()
    })
  })

  it('fits a phone', async () => {
    await own.visit('/users', { screen: PHONE }, async (page) => {
      await page.getByRole('list', { name: 'Users' }).getByRole('link', { name: /Ada/ }).waitFor()
      await expectNoOverflow(page)
      await shoot(page, 'users-phone')
      await expectNoViolations(page)
      await page.getByRole('link', { name: /Ada/ }).click()
      await page.getByLabel('First name').waitFor()
      await expectNoOverflow(page)
      await shoot(page, 'user-phone')
    })
  })

  it('filters by role, saves the filter, and selects columns', async () => {
    await own.visit('/users', {}, async (page) => {
      const table = page.getByRole('table', { name: 'Users' })
      await table.getByRole('link', { name: /Grace/ }).waitFor()
      await page.getByRole('combobox', { name: 'Role' }).fill('janit')
      await page.getByRole('option', { name: /Janitor/ }).click()
      await table.getByRole('link', { name: /Grace/ }).waitFor({ state: 'detached' })
      await table.getByRole('link', { name: /Ada/ }).waitFor()
      await page.getByRole('button', { name: 'Saved filters' }).click()
      await expectNoViolations(page)
      await page.getByRole('menuitem', { name: 'Save this filter…' }).click()
      await page.getByLabel('Filter name').fill('Janitors')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.goto('/users')
      await table.getByRole('link', { name: /Grace/ }).waitFor()
      await page.getByRole('button', { name: 'Saved filters' }).click()
      await page.getByRole('menuitem', { name: 'Janitors' }).click()
      await table.getByRole('link', { name: /Grace/ }).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('menuitemcheckbox', { name: 'Username' }).click()
      await expectNoViolations(page)
      await page.keyboard.press('Escape')
      await table.getByRole('columnheader', { name: 'Username' }).waitFor()
    })
  })

  it('changes several users at once, with undo', async () => {
    const { Grace, Alan } = people as Record<string, Person>
    await own.visit('/users', {}, async (page) => {
      const select = async () => {
        await page.getByRole('checkbox', { name: 'Select Grace Hopper' }).check()
        await page.getByRole('checkbox', { name: 'Select Alan Kay' }).check()
      }
      await select()
      await shoot(page, 'users-selected')
      await expectNoViolations(page)
      await page.getByRole('button', { name: 'Deactivate' }).click()
      await page.getByText('2 users deactivated').waitFor()
      assert.equal((await read(Grace as Person)).is_active, false)
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Action undone.').waitFor()
      assert.equal((await read(Grace as Person)).is_active, true)
      await select()
      await page.getByRole('button', { name: 'Assign role' }).click()
      await page.getByRole('dialog').getByRole('combobox', { name: 'Role' }).fill('libr')
      await page.getByRole('option', { name: /Librarian/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Assign role' }).click()
      await page.getByText('Librarian assigned to 2 users.').waitFor()
      assert.deepEqual(
        (await rolesOf(Alan as Person)).map(({ slug }: { slug: string }) => slug),
        ['librarian'],
      )
      await select()
      await page.getByRole('button', { name: 'Move to trash' }).click()
      await page.getByText('2 users moved to the trash.').waitFor()
      assert.equal((await call('GET', `/api/users/${Alan?.id}`)).status, 404)
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('link', { name: /Alan Kay/ }).waitFor()
      assert.equal((await read(Alan as Person)).deleted_at, null)
    })
  })

  it('assigns a role until a day: a shorter end is extended, a longer one stays, and undo brings both back', async () => {
    const named = (first_name: string) => makeUser(own.service, { first_name, last_name: 'Extended' })
    const [short, long, fresh] = [await named('Short'), await named('Long'), await named('Fresh')]
    await giveRole(own.service, short, { id: 'janitor', expires_at: '2098-01-01T00:00:00.000Z' })
    await giveRole(own.service, long, 'janitor')
    const ends = () =>
      Promise.all(
        [short, long, fresh].map(async (person) =>
          (await rolesOf(person)).map(
            ({ pivot }: { pivot: { expires_at: string | null } }) => pivot.expires_at,
          ),
        ),
      )
    await own.visit('/users?filter={"q":"extended"}', {}, async (page) => {
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await page.keyboard.press('Control+K')
      await page.getByRole('combobox', { name: 'Go to…' }).fill('assign role')
      await page.getByRole('option', { name: 'Assign role', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Assign role' })
      await dialog.getByText('Users who have the role for longer keep it as it is.').waitFor()
      await dialog.getByRole('combobox', { name: 'Role' }).fill('jani')
      await page.getByRole('option', { name: /Janitor/ }).click()
      // A year has four digits, also where one more is typed.
      await dialog.getByLabel('Expires on').focus()
      await page.keyboard.type('010120991')
      assert.match(await dialog.getByLabel('Expires on').inputValue(), /^\d{4}-01-01$/)
      await dialog.getByLabel('Expires on').fill('2099-06-30')
      await dialog.getByRole('button', { name: 'Assign role' }).click()
      await page.getByText(/^Janitor assigned to 2 users until /).waitFor()
      const [extended, kept, given] = await ends()
      assert.match(extended?.[0] ?? '', /^2099-(06-30|07-01)/)
      assert.deepEqual(kept, [null])
      assert.deepEqual(given, extended)
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Action undone.').waitFor()
      assert.deepEqual(await ends(), [['2098-01-01T00:00:00.000Z'], [null], []])
    })
  })

  it('shows when access ends while it is filtered by that, and the way back keeps the filter', async () => {
    const { Grace } = people as Record<string, Person>
    await call('POST', `/api/users/${Grace?.id}/relationships/roles`, {
      id: 'janitor',
      expires_at: new Date(Date.now() + 5 * 86_400_000).toISOString(),
    })
    await own.visit('/users', {}, async (page) => {
      const end = page.getByRole('columnheader', { name: 'Access ends' })
      await page.getByRole('link', { name: /Grace Hopper/ }).waitFor()
      assert.equal(await end.count(), 0)
      await page.getByRole('combobox', { name: 'Access ends' }).click()
      await page.getByRole('option', { name: 'Within 30 days' }).click()
      await end.waitFor()
      const row = page.getByRole('row').filter({ hasText: 'Grace Hopper' })
      await eventually(async () => assert.match((await row.textContent()) ?? '', /\d{4}Janitor/))
      await shoot(page, 'users-ending')
      await row.getByRole('link', { name: /Grace Hopper/ }).click()
      await page.getByRole('heading', { level: 1, name: 'Grace Hopper' }).waitFor()
      await page.getByLabel('breadcrumb').getByRole('link', { name: 'Users' }).click()
      await end.waitFor()
      assert.match(page.url(), /ends_within/)
    })
    await call('DELETE', `/api/users/${Grace?.id}/relationships/roles`, ['janitor'])
  })

  it('undoes a bulk deactivation only for users who were active', async () => {
    const { Edsger, Barbara } = people as Record<string, Person>
    await call('POST', `/api/users/id/${Edsger?.id}/update`, { is_active: false })
    await own.visit('/users', {}, async (page) => {
      await page.getByRole('checkbox', { name: /^Select Edsger/ }).check()
      await page.getByRole('checkbox', { name: /^Select Barbara/ }).check()
      await page.getByRole('button', { name: 'Deactivate' }).click()
      await page.getByText('2 users deactivated').waitFor()
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Action undone.').waitFor()
      assert.equal((await read(Barbara as Person)).is_active, true)
      assert.equal((await read(Edsger as Person)).is_active, false)
    })
    await call('POST', `/api/users/id/${Edsger?.id}/update`, { is_active: true })
  })

  it('removes a role from the selected users who have it, and restores it unchanged', async () => {
    const { Ada, Grace, Alan, Barbara } = people as Record<string, Person>
    for (const person of [Grace, Barbara]) await giveRole(own.service, person as Person, 'janitor')
    const janitor = async (person: Person | undefined) =>
      (await rolesOf(person as Person)).find(({ slug }: { slug: string }) => slug === 'janitor')
    const before = [(await janitor(Ada)).pivot.expires_at, (await janitor(Grace)).pivot.expires_at]
    await own.visit('/users', {}, async (page) => {
      for (const name of ['Ada Lovelace', 'Grace Hopper', 'Alan Kay']) {
        await page.getByRole('checkbox', { name: `Select ${name}` }).check()
      }
      await page.getByRole('button', { name: 'Remove role' }).click()
      const dialog = page.getByRole('dialog', { name: 'Remove role' })
      const take = dialog.getByRole('button', { name: 'Remove role' })
      await dialog.getByText('3 users are selected. Those who have the role lose it.').waitFor()
      assert.equal(await take.isDisabled(), true)
      await dialog.getByRole('combobox', { name: 'Role' }).fill('janit')
      await page.getByRole('option', { name: /Janitor/ }).click()
      await expectNoViolations(page)
      await take.click()
      await page.getByText('Janitor removed from 2 users.').waitFor()
      for (const person of [Ada, Grace, Alan]) assert.equal(await janitor(person), undefined)
      // A user who was not selected keeps it.
      assert.notEqual(await janitor(Barbara), undefined)
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Action undone.').waitFor()
      assert.deepEqual(
        [(await janitor(Ada)).pivot.expires_at, (await janitor(Grace)).pivot.expires_at],
        before,
      )
      assert.equal(await janitor(Alan), undefined)
    })
  })

  it('exports without fields that the caller may not see', async () => {
    const { token } = await makeActor(own.service, ['can-read-users'], { first_name: 'Clerk' })
    const exported = async (token: string) => {
      let text = ''
      await own.visit('/users', { token }, async (page) => {
        const download = page.waitForEvent('download')
        await page.getByRole('button', { name: 'Export CSV' }).click()
        text = String(await buffer(await (await download).createReadStream()))
      })
      return text
    }
    const whole = await exported(own.service.token)
    assert.match(whole, /^\uFEFFname,status,roles,username,email,/)
    assert.match(whole, /Ada Lovelace,active,janitor,ada,ada@example\.com/)
    const masked = await exported(token)
    assert.match(masked, /Ada Lovelace,active,ada,/)
    assert.doesNotMatch(masked, /@example\.com/)
  })

  it('shows readers neither buttons nor contact details, but lets them edit their own profile', async () => {
    const few = await makeActor(own.service, ['can-read-users'], { first_name: 'Few' })
    await own.visit('/users', { token: few.token }, async (page) => {
      await page.getByRole('link', { name: /Ada Lovelace/ }).waitFor()
      assert.equal(await page.getByRole('checkbox').count(), 0)
      assert.equal(await page.getByRole('link', { name: 'New user' }).count(), 0)
      assert.equal(await page.getByText('ada@example.com').count(), 0)
      await page.getByRole('link', { name: /Ada Lovelace/ }).click()
      await page.getByText('You can’t see other users’ contact details.').waitFor()
      assert.equal(await page.getByRole('textbox').count(), 0)
      assert.deepEqual(await page.getByRole('tab').allTextContents(), ['Details', 'Second factors'])
      assert.equal(await page.getByRole('button', { name: /Deactivate|Move to trash/ }).count(), 0)
      await page.goto(`/users/${few.id}`)
      await page.getByLabel('First name').fill('Fewer')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('heading', { level: 1, name: 'Fewer' }).waitFor()
      assert.equal(await page.getByRole('button', { name: /Deactivate|Move to trash/ }).count(), 0)
    })
  })

  it('locks users who hold more than the caller, and says why', async () => {
    const { token } = await makeActor(own.service, [
      'can-read-users',
      'can-read-permissions',
      'can-read-roles',
      'can-update-users',
      'can-delete-users',
      'can-assign-roles',
    ])
    await own.visit('/users/1', { token }, async (page) => {
      const why = /^Administrator has “.*”, which you don’t have\./
      await page.getByRole('main').getByRole('alert').getByText(why).waitFor()
      assert.equal(await page.getByRole('main').getByRole('textbox').count(), 0)
      const button = page.getByRole('button', { name: 'Deactivate' })
      assert.equal(await button.getAttribute('aria-disabled'), 'true')
      const description = await button.getAttribute('aria-describedby')
      assert.match((await page.locator(`[id="${description}"]`).textContent()) ?? '', why)
      await button.focus()
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Tab')
      await page.getByRole('tooltip').getByText(why).waitFor()
      await expectNoViolations(page)
      await shoot(page, 'user-beyond')
      await page.keyboard.press('Enter')
      await page.getByRole('tab', { name: 'Roles' }).click()
      await page.getByRole('link', { name: 'Super Administrator' }).waitFor()
      assert.equal(await page.getByRole('main').getByRole('combobox').count(), 0)
      assert.equal(await page.getByRole('main').getByRole('switch').count(), 0)
    })
    assert.equal(dataOf(await own.service.call('GET', '/api/users/1')).is_active, true)
    const among = /^The selection includes .*, who has “.*”, which you don’t have\./
    await own.visit('/users', { token }, async (page) => {
      await page
        .getByRole('row', { name: /Super Administrator/ })
        .getByRole('checkbox')
        .check()
      for (const name of ['Activate', 'Deactivate', 'Assign role', 'Remove role', 'Move to trash']) {
        const button = page.getByRole('button', { name, description: among, exact: true })
        await button.waitFor()
        assert.equal(await button.getAttribute('aria-disabled'), 'true')
      }
      await shoot(page, 'users-beyond-among')
    })
  })

  it('offers no role that grants more than the caller holds, and says why', async () => {
    const { token } = await makeActor(own.service, [
      'can-read-users',
      'can-read-roles',
      'can-read-permissions',
      'can-assign-roles',
    ])
    const { id } = await makeUser(own.service, { first_name: 'Plain' })
    await own.visit(`/users/${id}/roles`, { token }, async (page) => {
      await page.getByRole('combobox', { name: 'Role' }).fill('administrator')
      const option = page.getByRole('option', { name: /^Administrator Grants “.*”, which you don’t have\.$/ })
      await option.waitFor()
      assert.equal(await option.getAttribute('aria-disabled'), 'true')
      await shoot(page, 'role-picker-beyond')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Assign role' }).and(page.locator(':disabled')).waitFor()
    })
  })

  it('lets nobody deactivate or delete their own account', async () => {
    await own.visit('/users/1', {}, async (page) => {
      for (const name of ['Deactivate', 'Move to trash']) {
        const button = page.getByRole('button', { name })
        const description = await button.getAttribute('aria-describedby')
        const why = await page.locator(`[id="${description}"]`).textContent()
        assert.equal(why, 'This is your own account. Only someone else can deactivate or delete it.')
      }
      await page.goto('/users')
      await page.getByRole('checkbox', { name: 'Select Administrator' }).check()
      const button = page.getByRole('toolbar').getByRole('button', { name: 'Move to trash' })
      assert.equal(await button.getAttribute('aria-disabled'), 'true')
      await button.click({ force: true })
      await page.getByRole('checkbox', { name: 'Select Administrator' }).waitFor()
    })
  })
})
