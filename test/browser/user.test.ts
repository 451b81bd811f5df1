// Engines: SQLite
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { dataOf, giveToken, makeActor, makeRole, makeUser, type Person } from '../support/actors.ts'
import { settled } from '../support/browser.ts'
import { expectNoViolations, expectValue, refetch, save, shoot, useConsole } from '../support/console.ts'
import { makePeople } from '../support/console-people.ts'

describe('The user pages', () => {
  const own = useConsole()
  const call = (method: string, path: string, json?: object) => own.service.call(method, path, { json })
  let people: Record<string, Person> = {}
  const read = async (person: Person) => dataOf(await call('GET', `/api/users/${person.id}`))
  const rolesOf = async (person: Person) =>
    dataOf(await call('GET', `/api/users/id/${person.id}/roles`)).roles.data
  const at = (name: string, tab = '') => `/users/${people[name]?.id}${tab}`

  before(async () => {
    people = await makePeople(own.service)
  })

  it('create a user with a role, and show a refusal at its field', async () => {
    await own.visit('/users/create', { expected: [/status of (409|422)/] }, async (page) => {
      await page.getByLabel('First name').fill('Margaret')
      await page.getByLabel('Email').fill('ada@example.com')
      await page.getByRole('combobox', { name: 'Role' }).fill('libr')
      await page.getByRole('option', { name: /Librarian/ }).click()
      await expectNoViolations(page)
      await shoot(page, 'user-create')
      await page.getByRole('button', { name: 'Create user' }).click()
      await page.getByText(/has this email|is taken|exists already/).waitFor()
      await page.getByLabel('Email').fill('margaret@example.com')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Margaret' }).waitFor()
      await page.getByRole('tab', { name: 'Roles' }).click()
      await page.getByRole('link', { name: 'Librarian' }).waitFor()
    })
  })

  it('create a user without a role that is deleted meanwhile, say so, and assign it on a retry', async () => {
    const role = await makeRole(own.service, ['can-read-taxonomies'], { name: 'Proofreader' })
    await own.visit('/users/create', { expected: [/status of 422/] }, async (page) => {
      await page.getByLabel('First name').fill('Katherine')
      await page.getByLabel('Email').fill('katherine@example.com')
      await page.getByRole('combobox', { name: 'Role' }).fill('proof')
      await page.getByRole('option', { name: /Proofreader/ }).click()
      await call('POST', `/api/roles/id/${role.id}/delete`)
      await page.getByRole('button', { name: 'Create user' }).click()
      await page
        .getByRole('heading', { name: 'Katherine was created without the role Proofreader' })
        .waitFor()
      const { list } = dataOf(await call('GET', '/api/users?q=katherine'))
      const [{ id }] = list.data
      assert.deepEqual(await rolesOf({ id } as Person), [])
      await expectNoViolations(page)
      await shoot(page, 'user-without-role')
      const refused = page.waitForResponse((response) => response.status() === 422)
      await page.getByRole('button', { name: 'Try again' }).click()
      await refused
      await page.getByRole('link', { name: 'Open Katherine' }).waitFor()
      await call('POST', `/api/roles/id/${role.id}/restore`)
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText('Katherine has been created with the role Proofreader.').waitFor()
      await page.getByRole('heading', { level: 1, name: 'Katherine' }).waitFor()
      assert.deepEqual(
        (await rolesOf({ id } as Person)).map(({ slug }: { slug: string }) => slug),
        [role.slug],
      )
      assert.equal(dataOf(await call('GET', '/api/users?q=katherine')).list.total, 1)
    })
  })

  it('send one creation, and are busy until the role is assigned', async () => {
    await own.visit('/users/create', {}, async (page, { requests }) => {
      const held = Promise.withResolvers<void>()
      await page.route('**/relationships/roles', async (route) => {
        await held.promise
        await route.continue()
      })
      await page.getByLabel('First name').fill('Dorothy')
      await page.getByLabel('Email').fill('dorothy@example.com')
      await page.getByRole('combobox', { name: 'Role' }).fill('libr')
      await page.getByRole('option', { name: /Librarian/ }).click()
      const assigning = page.waitForRequest('**/relationships/roles')
      await page.getByRole('button', { name: 'Create user' }).click()
      await assigning
      await page.getByLabel('Email').press('Enter')
      await page.getByRole('button', { name: 'Create user', disabled: true }).waitFor()
      held.resolve()
      await page.getByRole('heading', { level: 1, name: 'Dorothy' }).waitFor()
      assert.equal(requests.filter((url) => /\/api\/users(\/create)?$/.test(url)).length, 1)
    })
  })

  it('say at the top who it is: the last sign-in, the roles and the next end of access', async () => {
    const { token, email, id } = await makeActor(own.service, [], { password: 'a quite long phrase' })
    await own.service.call('POST', '/api/signin', { json: { email, password: 'a quite long phrase' } })
    const end = `${new Date().getFullYear() + 2}-05-05T12:00:00.000Z`
    const links = `/api/users/${id}/relationships/roles`
    await call('POST', links, { id: 'janitor', expires_at: end })
    await own.visit(`/users/${id}`, {}, async (page) => {
      await page.getByText('Last sign-in: now').waitFor()
      await page.getByText(/^Janitor until 5 May /).waitFor()
      await page.getByRole('link', { name: '2 roles' }).click()
      await page.getByRole('switch', { name: 'Janitor active' }).waitFor()
      await expectNoViolations(page)
    })
    await own.visit(`/users/${id}`, { token }, async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByText(/^Janitor until 5 May /).waitFor()
    })
  })

  it('set a password from each tab, and say what happened', async () => {
    const { Alan } = people as Record<string, Person>
    const reports = async () => {
      const { status } = await own.service.call('POST', '/api/signin', {
        json: { email: (await read(Alan as Person)).email, password: 'another quite long phrase' },
      })
      return status
    }
    await own.visit(at('Alan', '/roles'), {}, async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('option', { name: 'Set password' }).click()
      const input = page.getByRole('textbox', { name: 'Password' })
      await input.waitFor()
      await page.waitForFunction(() => (document.activeElement as HTMLInputElement).type === 'password')
      await input.fill('another quite long phrase')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText(/^Password changed\. Alan.* is signed out everywhere\.$/).waitFor()
      assert.equal(await reports(), 200)
    })
  })

  it('name the country of a code that stands alone', async () => {
    const json = { email: 'agnieszka@example.com', first_name: 'Agnieszka', country_code: 'PL' }
    const { id } = dataOf(await call('POST', '/api/users', json)).item
    await own.visit(`/users/${id}`, { locale: 'fr-FR' }, async (page) => {
      const country = page.getByRole('combobox', { name: 'Pays' })
      await expectValue(country, 'Pologne')
      assert.equal(await page.getByRole('button', { name: 'Enregistrer' }).count(), 0, 'nothing is changed')
    })
  })

  it('keep the input when the session ends half-way', async () => {
    const { Barbara } = people as Record<string, Person>
    const password = 'a quite long phrase'
    const { token, email } = await makeActor(own.service, ['can-read-users', 'can-update-users'], {
      password,
    })
    const options = { token, expected: [/status of 401/] }
    await own.visit(at('Barbara'), options, async (page) => {
      await page.getByLabel('First name').fill('Barbara Jane')
      await call('POST', `/api/users/email/${email}/tokens/revoke`)
      await page.getByRole('button', { name: 'Save' }).click()
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
      await dialog.getByLabel('Email or username').fill(email)
      await dialog.getByLabel('Password', { exact: true }).fill(password)
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await page.getByText('Saved.').waitFor()
      await page.getByRole('heading', { level: 1, name: 'Barbara Jane Liskov' }).waitFor()
      assert.equal((await read(Barbara as Person)).first_name, 'Barbara Jane')
    })
  })

  it('ask before unsaved changes are lost, and do not overwrite concurrent changes', async () => {
    const { Edsger } = people as Record<string, Person>
    await own.visit(at('Edsger'), { expected: [/status of 412/] }, async (page) => {
      await page.getByLabel('Display name').waitFor()
      await expectNoViolations(page)
      await page.getByLabel('Display name').fill('E. W. D.')
      await page.getByRole('tab', { name: 'Roles' }).click()
      const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
      await dialog.waitFor()
      await expectNoViolations(page)
      await dialog.getByRole('button', { name: 'Stay on this page' }).click()
      await call('POST', `/api/users/id/${Edsger?.id}/update`, { title: 'Professor' })
      assert.equal(await save(page), 412)
      await page.getByRole('button', { name: 'Reload' }).waitFor()
      await settled(page)
      assert.equal(await save(page), 412, 'without a reload, nothing is overwritten')
      await page.getByRole('button', { name: 'Reload' }).click()
      await page.waitForFunction(() =>
        [...document.querySelectorAll('input')].some(({ value }) => value === 'Professor'),
      )
      assert.equal(await page.getByLabel('Display name').inputValue(), 'E. W. D.')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved.').waitFor()
      const { display_name, title } = await read(Edsger as Person)
      assert.deepEqual([display_name, title], ['E. W. D.', 'Professor'])
    })
  })

  it('do not overwrite a change that a background refetch has brought', async () => {
    const { Grace } = people as Record<string, Person>
    const update = (json: object) => call('POST', `/api/users/id/${Grace?.id}/update`, json)
    await own.visit(at('Grace'), { expected: [/status of 412/] }, async (page) => {
      const name = page.getByLabel('Display name')
      await name.fill('Mine')
      await update({ title: 'Professor' })
      await refetch(page, /\/api\/users\/(id\/)?\d+\?/)
      await expectValue(page.getByLabel('Title'), 'Professor')
      assert.equal(await save(page), 200, 'the other field is shown as it is now')
      await page.getByText('Saved.').waitFor()

      await name.fill('Mine again')
      await update({ display_name: 'Theirs', title: 'Doctor' })
      await refetch(page, /\/api\/users\/(id\/)?\d+\?/)
      assert.equal(await save(page), 412)
      assert.equal((await read(Grace as Person)).display_name, 'Theirs')
      await page.getByRole('button', { name: 'Reload' }).click()
      await page.waitForFunction(() =>
        [...document.querySelectorAll('input')].some(({ value }) => value === 'Doctor'),
      )
      assert.equal(await name.inputValue(), 'Mine again')
      assert.equal(await save(page), 200)
    })
  })

  it('ask before input is lost after an earlier save too', async () => {
    await own.visit(at('Alan'), {}, async (page) => {
      const save = async (title: string) => {
        await page.getByLabel('Title').fill(title)
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
      }
      for (const title of ['Doctor', 'Professor']) {
        await save(title)
        await page.getByLabel('Display name').fill('Not saved')
        await page.getByRole('link', { name: 'Registrations' }).click()
        const question = page.getByRole('dialog', { name: 'Leave without saving?' })
        await question.getByRole('button', { name: 'Stay on this page' }).click()
        assert.equal(await page.getByLabel('Display name').inputValue(), 'Not saved')
        await page.getByRole('button', { name: 'Discard' }).click()
      }
      await page.getByRole('link', { name: 'Registrations' }).click()
      await page.getByRole('heading', { level: 1, name: 'Registrations' }).waitFor()
    })
  })

  it('assign, expire, deactivate and remove roles', async () => {
    const { Alan } = people as Record<string, Person>
    await own.visit(at('Alan', '/roles'), {}, async (page) => {
      await page.getByRole('combobox', { name: 'Role' }).fill('janit')
      await page.getByRole('option', { name: /Janitor/ }).click()
      await page.getByText('Valid through the end of this day. Leave empty for no expiry.').waitFor()
      await page.getByRole('button', { name: 'Assign role' }).click()
      await page.getByLabel('Janitor expires on').fill('2001-05-01')
      await page.keyboard.press('Enter')
      await page.getByText('This date is in the past.').waitFor()
      await page.getByLabel('Expires on', { exact: true }).fill('2001-05-01')
      await page.getByText('This date is in the past.').nth(1).waitFor()
      await expectNoViolations(page)
      await page.getByLabel('Expires on', { exact: true }).fill('')
      const given = (await rolesOf(Alan as Person)).find(({ slug }: { slug: string }) => slug === 'janitor')
      assert.equal(given.pivot.expires_at, null)
      await page.getByLabel('Janitor expires on').fill('2098-05-01')
      await page.keyboard.press('Enter')
      await page.getByText('This user has Janitor until 1 May 2098.').waitFor()
      await page.getByRole('switch', { name: 'Janitor active' }).click()
      await page.getByText('Inactive', { exact: true }).waitFor()
      await shoot(page, 'user-roles')
      await expectNoViolations(page)
      const janitor = (await rolesOf(Alan as Person)).find(({ slug }: { slug: string }) => slug === 'janitor')
      assert.equal(janitor.pivot.is_active, false)
      assert.match(janitor.pivot.expires_at, /^2098-05-0[12]/)
      await page.getByRole('button', { name: 'Remove Janitor' }).click()
      await page.getByText('Janitor removed.').waitFor()
    })
  })

  it('lead to the list once a user is in the trash, unless they have been left meanwhile', async () => {
    const { id } = await makeUser(own.service, { first_name: 'Slow' })
    await own.visit(`/users/${id}`, {}, async (page) => {
      const gate = Promise.withResolvers<void>()
      await page.route(
        ({ pathname }) => pathname.startsWith('/api/users'),
        async (route) => {
          if (route.request().method() !== 'GET') await gate.promise
          await route.continue()
        },
      )
      await page.getByRole('button', { name: 'Move to trash' }).click()
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Roles' }).click()
      await page.getByRole('heading', { level: 1, name: 'Roles' }).waitFor()
      gate.resolve()
      await page.getByText(/^Slow.* moved to the trash\.$/).waitFor()
      assert.equal(new URL(page.url()).pathname, '/roles')
    })
    const quick = await makeUser(own.service, { first_name: 'Quick' })
    // From one of their tabs too.
    await own.visit(`/users/${quick.id}/roles`, {}, async (page) => {
      await page.getByRole('button', { name: 'Move to trash' }).click()
      await page.waitForURL(({ pathname }) => pathname === '/users')
    })
  })

  it('say that a role was refused on another tab too, which the user has opened meanwhile', async () => {
    const role = await makeRole(own.service, ['can-read-taxonomies'], { name: 'Overtaken' })
    await own.visit(at('Alan', '/roles'), { expected: [/status of 422/] }, async (page) => {
      const gate = Promise.withResolvers<void>()
      await page.route('**/relationships/roles', async (route) => {
        await gate.promise
        await route.continue()
      })
      await page.getByRole('combobox', { name: 'Role' }).fill('overt')
      await page.getByRole('option', { name: /Overtaken/ }).click()
      await call('POST', `/api/roles/id/${role.id}/delete`)
      const sent = page.waitForRequest('**/relationships/roles')
      await page.getByRole('button', { name: 'Assign role' }).click()
      await sent
      await page.getByRole('tab', { name: 'Details' }).click()
      await page.getByLabel('First name').waitFor()
      gate.resolve()
      await page.locator('.MuiSnackbarContent-root').waitFor()
    })
  })

  it('keep the role that is chosen while another one is assigned', async () => {
    for (const name of ['Forerunner', 'Follower']) await makeRole(own.service, [], { name })
    await own.visit(at('Barbara', '/roles'), {}, async (page) => {
      const gate = Promise.withResolvers<void>()
      await page.route('**/relationships/roles', async (route) => {
        await gate.promise
        await route.continue()
      })
      const field = page.getByRole('combobox', { name: 'Role' })
      const choose = async (name: string) => {
        await field.fill(name)
        await page.getByRole('option', { name: new RegExp(name) }).click()
      }
      await choose('Forerunner')
      await page.getByRole('button', { name: 'Assign role' }).click()
      await choose('Follower')
      gate.resolve()
      await page.getByText('Forerunner assigned.').waitFor()
      await expectValue(field, 'Follower')
    })
  })

  it('assign the role that an arrow has highlighted, though the search answers only then', async () => {
    for (const name of ['Steady one', 'Steady two', 'Steward']) await makeRole(own.service, [], { name })
    await own.visit(at('Alan', '/roles'), {}, async (page) => {
      const field = page.getByRole('combobox', { name: 'Role' })
      await field.fill('ste')
      await page.getByRole('option', { name: /^Steward/ }).waitFor()
      await settled(page)
      // Time stands still for the page until the arrow is pressed: the search begins after it, however slow the machine is.
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 60_000)
      await field.press('a')
      await page.getByRole('option', { name: /^Steward/ }).waitFor({ state: 'detached' })
      await page.keyboard.press('ArrowDown')
      const highlighted = page.locator('[role=option].Mui-focused')
      await highlighted.getByText('Steady two', { exact: true }).waitFor()
      const answered = page.waitForResponse(/[?&]q=stea(&|$)/)
      await page.clock.resume()
      await (await answered).finished()
      await settled(page)
      await page.keyboard.press('Enter')
      await expectValue(field, 'Steady two')
      await page.getByRole('option').first().waitFor({ state: 'detached' })
    })
  })

  it('say why a user has a permission, or does not', async () => {
    await own.visit(at('Ada', '/permissions'), {}, async (page) => {
      await page.getByText(/2 permissions/).waitFor()
      await page.getByRole('combobox', { name: 'Permission' }).fill('delete-users')
      // An option that the service has found is highlighted a moment after it is there.
      await page
        .getByRole('option', { name: /can-delete-users/ })
        .and(page.locator('.Mui-focused'))
        .waitFor()
      await page.keyboard.press('Enter')
      const answer = page.getByRole('status').filter({ hasText: 'Ada' })
      await answer.getByText('Yes, Ada Lovelace has this permission.').waitFor()
      assert.match((await answer.textContent()) ?? '', /through the role Janitor, since .*, until .*2099/)
      await answer.getByText('Remove the role Janitor from the user.').waitFor()
      await shoot(page, 'user-permissions')
      await expectNoViolations(page)
      await page.getByRole('combobox', { name: 'Permission' }).fill('can-delete-roles')
      await page.getByRole('option', { name: /can-delete-roles/ }).click()
      await answer.getByText('No, Ada Lovelace doesn’t have this permission.').waitFor()
      await answer.getByText('Assign the role Administrator to the user.').waitFor()
      await page.getByRole('combobox', { name: 'Permission' }).fill('can-fly')
      await page.getByRole('option', { name: /can-fly/ }).click()
      await answer.getByText('This permission doesn’t exist.').waitFor()
    })
  })

  it('show a new token once, and revoke it after a question', async () => {
    await own.visit(at('Ada', '/tokens'), {}, async (page) => {
      const gate = Promise.withResolvers<void>()
      await page.route('**/tokens/create', async (route) => {
        await gate.promise
        await route.continue()
      })
      await page.getByRole('button', { name: 'New token' }).click()
      await page.getByLabel('Name').fill('backup')
      await page.keyboard.press('Enter')
      // Nothing closes the dialog while the token is created: nobody would have its secret.
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel', disabled: true }).waitFor()
      await page.keyboard.press('Escape')
      gate.resolve()
      const secret = await page.getByRole('textbox', { name: 'Token' }).inputValue()
      assert.match(secret, /^rc_.{43}$/)
      assert.equal((await own.service.call('GET', '/api/me', { token: secret })).status, 200)
      await expectNoViolations(page)
      await page.getByRole('button', { name: 'I’ve saved it' }).click()
      await page.getByRole('button', { name: 'Revoke backup' }).waitFor()
      assert.ok(!(await page.content()).includes(secret))
      await expectNoViolations(page)
      await page.getByRole('button', { name: 'Revoke backup' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
      // While the dialog is open, elements behind it have no role.
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Revoke backup' }).waitFor({ state: 'detached' })
      assert.equal((await own.service.call('GET', '/api/me', { token: secret })).status, 401)
    })
  })

  it("create tokens with some of the user's permissions and an expiry", async () => {
    await own.visit(at('Ada', '/tokens'), {}, async (page) => {
      await page.getByRole('button', { name: 'New token' }).click()
      const dialog = page.getByRole('dialog', { name: 'New token' })
      await dialog.getByLabel('Name').fill('reader')
      await dialog.getByRole('combobox', { name: 'Expires' }).click()
      await page.getByRole('option', { name: 'Custom date' }).click()
      await dialog.getByRole('radio', { name: 'Only selected permissions' }).check()
      await dialog.getByRole('button', { name: 'Create token' }).click()
      await dialog.getByText('Select a date.').waitFor()
      await dialog.getByText('Select at least one permission.').waitFor()
      await dialog.getByLabel('Expires on').fill('2099-05-04')
      const choice = dialog.getByRole('combobox', { name: 'Permissions' })
      // Only permissions of the user are offered, even if the creator holds more.
      await choice.fill('can-read')
      await page.getByRole('option', { name: /can-read-users/ }).waitFor()
      assert.equal(await page.getByRole('option').count(), 1)
      await expectNoViolations(page)
      await shoot(page, 'token-choice')
      await page.getByRole('option').click()
      await page.keyboard.press('Escape')
      await shoot(page, 'token-new')
      await page.emulateMedia({ colorScheme: 'dark' })
      await shoot(page, 'token-new-dark')
      await dialog.getByRole('button', { name: 'Create token' }).click()
      const token = await page.getByRole('textbox', { name: 'Token' }).inputValue()
      const me = dataOf(await own.service.call('GET', '/api/me', { token }))
      assert.deepEqual(me.permissions, ['can-read-users'])
      const { list } = dataOf(
        await own.service.call('GET', `${at('Ada').replace('users/', 'api/users/id/')}/tokens`),
      )
      const [{ permissions, expires_at }] = list.data
      assert.deepEqual([permissions, expires_at.slice(0, 4)], [['can-read-users'], '2099'])
    })
  })

  it('say for an inactive user that nothing is granted, not that a role is missing', async () => {
    const id = people.Edsger?.id
    dataOf(await own.service.call('POST', `/api/users/id/${id}/update`, { json: { is_active: false } }))
    await own.visit(at('Edsger', '/permissions'), {}, async (page) => {
      await page.getByText('This account is inactive. Its roles grant nothing').waitFor()
      assert.equal(await page.getByText('No active role grants any.').count(), 0)
    })
  })

  it('revoke one token, while the others keep working', async () => {
    const { Grace } = people as Record<string, Person>
    const token = await giveToken(own.service, Grace as Person)
    const secretOf = async (name: string): Promise<string> => {
      const path = `/api/users/id/${Grace?.id}/tokens/create`
      return dataOf(await own.service.call('POST', path, { token, json: { name } })).item.api_token
    }
    const [laptop, phone] = [await secretOf('laptop'), await secretOf('phone')]
    const works = async (token: string) =>
      (await own.service.call('GET', '/api/me', { token })).status === 200
    await own.visit(at('Grace', '/tokens'), {}, async (page) => {
      const dialog = page.getByRole('dialog', { name: 'Revoke the token “laptop”?' })
      await page.getByRole('button', { name: 'Revoke laptop' }).click()
      await dialog.getByText('It stops working immediately.').waitFor()
      // The button that changes nothing has the focus.
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      assert.deepEqual([await works(laptop), await works(phone)], [true, true])
      await page.getByRole('button', { name: 'Revoke laptop' }).click()
      await dialog.getByRole('button', { name: 'Revoke' }).click()
      await page.getByText('Token “laptop” revoked.').waitFor()
      await page.getByRole('button', { name: 'Revoke laptop' }).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Revoke phone' }).waitFor()
    })
    assert.deepEqual([await works(laptop), await works(phone)], [false, true])
    // A session revokes another token and continues.
    const desk = await secretOf('desk')
    await own.visit(at('Grace', '/tokens'), { token: desk }, async (page) => {
      const session = page.getByRole('row').filter({ hasText: 'This session' })
      await session.getByRole('button', { name: 'Revoke desk' }).waitFor()
      await page.getByRole('button', { name: 'Revoke phone' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
      await page.getByRole('button', { name: 'Revoke phone' }).waitFor({ state: 'detached' })
      await session.waitFor()
    })
    assert.deepEqual([await works(phone), await works(desk)], [false, true])
  })

  it('classify a user by terms', async () => {
    await call('POST', '/api/taxonomy-types/create', { name: 'Skill' })
    await call('POST', '/api/taxonomies/create', { name: 'Analysis', type: 'skill' })
    await own.visit(at('Ada', '/classifications'), {}, async (page) => {
      await page.getByRole('combobox', { name: 'Term' }).fill('anal')
      await page.getByRole('option', { name: /Analysis/ }).click()
      await page.getByRole('button', { name: 'Add' }).click()
      const chip = page.getByRole('button', { name: /^Analysis/ })
      await chip.waitFor()
      await expectNoViolations(page)
      await chip.focus()
      await page.keyboard.press('Delete')
      await chip.waitFor({ state: 'detached' })
    })
  })

  it('keep the term that is chosen while another one is assigned', async () => {
    await call('POST', '/api/taxonomy-types/create', { name: 'Trade' })
    for (const name of ['Bookbinding', 'Carpentry'])
      await call('POST', '/api/taxonomies/create', { name, type: 'trade' })
    await own.visit(at('Barbara', '/classifications'), {}, async (page) => {
      const gate = Promise.withResolvers<void>()
      await page.route('**/relationships/taxonomies', async (route) => {
        if (route.request().method() !== 'GET') await gate.promise
        await route.continue()
      })
      const field = page.getByRole('combobox', { name: 'Term' })
      const choose = async (name: string) => {
        await field.fill(name)
        await page.getByRole('option', { name: new RegExp(name) }).click()
      }
      await choose('Bookbinding')
      await page.getByRole('button', { name: 'Add' }).click()
      await choose('Carpentry')
      gate.resolve()
      await page.getByRole('button', { name: /^Bookbinding/ }).waitFor()
      await page.getByRole('status').filter({ hasText: 'Bookbinding' }).waitFor()
      await expectValue(field, 'Carpentry')
    })
  })

  it('are translated into French', async () => {
    await own.visit(at('Ada', '/permissions'), { locale: 'fr-FR' }, async (page) => {
      await page
        .getByText(/par le rôle/)
        .first()
        .waitFor()
      await page.getByRole('tab', { name: 'Détails' }).click()
      await page.getByLabel(/^Prénom/).waitFor()
      assert.equal(await page.getByText(/users\.|ui\./).count(), 0)
    })
  })
})
