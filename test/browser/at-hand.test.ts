// Engines: SQLite
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf, giveRole, makeActor, makeUser } from '../support/actors.ts'
import { settled } from '../support/browser.ts'
import {
  expectNoOverflow,
  expectNoViolations,
  expectValue,
  PHONE,
  save,
  shoot,
  useConsole,
} from '../support/console.ts'
import { eventually } from '../support/eventually.ts'

/** What is at hand on every page: commands in the palette, and the list of shortcuts. */

const own = useConsole()
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const palette = (page: Page) => page.getByRole('combobox', { name: /^(Go to…|Aller à…)$/ })

async function openPalette(page: Page, text = ''): Promise<void> {
  await page.keyboard.press('Control+k')
  await palette(page).waitFor()
  if (text !== '') await palette(page).fill(text)
}

const optionsOf = (page: Page, group: string) =>
  page.getByRole('group', { name: group, exact: true }).getByRole('option').allTextContents()

/** Runs in the page: lists forget what was typed half a second ago, which a busy machine may take for a key. */
function typeAtOnce(text: string): void {
  for (const key of text) {
    for (const type of ['keydown', 'keyup'])
      document.activeElement?.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true }))
  }
}

/** Each of these is offered, once the page has brought its actions; more may be. */
const expectOptions = (page: Page, group: string, names: string[]): Promise<void> =>
  eventually(async () => {
    const options = await optionsOf(page, group)
    assert.deepEqual(
      names.filter((name) => !options.includes(name)),
      [],
      `offered: ${options.join(', ')}`,
    )
  })

describe('The palette', () => {
  it('runs actions of the console, found by parts of their words', async () => {
    await own.visit('/roles', {}, async (page) => {
      await title(page, 'Roles').waitFor()
      await openPalette(page)
      await expectOptions(page, 'On this page', ['New role'])
      await expectOptions(page, 'Actions', [
        'New user',
        'Export users (CSV)',
        'Approve pending registrations',
        'Add type',
        'Theme: Light',
        'Theme: Dark',
        'Language: Français',
        'My account',
        'My profile',
        'My sessions and tokens',
        'Keyboard shortcuts',
        'Sign out',
        'Change password',
        'Change email',
        'Add a passkey',
        'Add authenticator app',
        'Sign out everywhere else',
      ])
      await expectNoViolations(page)
      await shoot(page, 'palette')
      await palette(page).fill('ser')
      await page.getByRole('option', { name: 'New user' }).waitFor()
      await palette(page).fill('se')
      await page.getByRole('option', { name: 'My sessions and tokens' }).waitFor()
      assert.equal(await page.getByRole('option', { name: 'New user' }).count(), 0, 'inside a word')
      await palette(page).fill('us new')
      await page.getByRole('option', { name: 'New user' }).waitFor()
      await page.keyboard.press('Enter')
      await title(page, 'New user').waitFor()
      const field = page.getByRole('textbox', { name: 'First name' })
      await field.and(page.locator(':focus')).waitFor()
      await page.keyboard.type('Grace')
      await expectValue(field, 'Grace')
    })
  })

  it('leads to a new role, whose name can be typed at once', async () => {
    await own.visit('/', {}, async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      await openPalette(page, 'new role')
      await page.getByRole('option', { name: 'New role' }).waitFor()
      await page.keyboard.press('Enter')
      await title(page, 'New role').waitFor()
      const field = page.getByRole('textbox', { name: 'Name' })
      await field.and(page.locator(':focus')).waitFor()
      await page.keyboard.type('Auditor')
      await expectValue(field, 'Auditor')
    })
  })

  it('puts names that begin as typed first', async () => {
    const { id } = await makeUser(own.service)
    await own.visit(`/users/${id}`, {}, async (page) => {
      await page.getByRole('button', { name: 'Move to trash' }).waitFor()
      await openPalette(page, 'trash')
      await page.getByRole('option', { name: 'Move to trash' }).waitFor()
      await page.keyboard.press('Enter')
      await title(page, 'Trash').waitFor()
    })
  })

  it('runs an action on the page where it is', async () => {
    await own.visit('/', {}, async (page) => {
      await title(page, 'Overview').waitFor()
      const file = page.waitForEvent('download')
      await openPalette(page, 'export')
      await page.getByRole('option', { name: 'Export users (CSV)' }).waitFor()
      await page.keyboard.press('Enter')
      assert.match((await file).suggestedFilename(), /^users-.*\.csv$/)
      await openPalette(page, 'add type')
      await page.getByRole('option', { name: 'Add type' }).click()
      await page.getByRole('textbox', { name: 'New type name' }).waitFor()
    })
  })

  it('offers the actions of a user on each of their tabs, and those of the account', async () => {
    const { id, first_name } = await makeUser(own.service)
    await own.visit(`/users/${id}`, {}, async (page) => {
      await title(page, first_name).waitFor()
      await page.getByRole('button', { name: 'Deactivate' }).waitFor()
      await openPalette(page)
      await expectOptions(page, 'On this page', [
        'Set password',
        'Assign role',
        'New token',
        'Send reset link',
      ])
      await expectOptions(page, 'Destructive actions on this page', [
        'Deactivate',
        'Offboard…',
        'Move to trash',
      ])
      await palette(page).fill('token new')
      await page.getByRole('option', { name: 'New token' }).click()
      await page.getByRole('dialog', { name: 'New token' }).waitFor()
      await page.waitForURL(`**/users/${id}/tokens`)
      await page.keyboard.press('Escape')
      await openPalette(page, 'assign')
      await page.getByRole('option', { name: 'Assign role', exact: true }).click()
      await page.waitForURL(`**/users/${id}/roles`)
      await page.getByRole('combobox', { name: 'Role' }).and(page.locator(':focus')).waitFor()
      await openPalette(page, 'deactivate')
      await page.getByRole('option', { name: 'Deactivate' }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByText(/^User deactivated/).waitFor()
      await openPalette(page, 'dark')
      await page.getByRole('option', { name: 'Theme: Dark' }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForFunction(() => getComputedStyle(document.documentElement).colorScheme === 'dark')
    })
    // The account keeps it: the tests that follow are in the theme of their browser again.
    const { user } = dataOf(await own.service.call('GET', '/api/me'))
    await eventually(async () => {
      const { theme } = dataOf(await own.service.call('GET', `/api/users/${user.id}`))
      assert.equal(theme, 'dark')
    })
    dataOf(await own.service.call('PATCH', `/api/users/${user.id}`, { json: { theme: null } }))
  })

  it('preselects no destructive action that is not typed', async () => {
    const { id, first_name } = await makeUser(own.service)
    const isActive = async () => dataOf(await own.service.call('GET', `/api/users/${id}`)).is_active
    const chosen = (page: Page) => page.locator('[role=option].Mui-focused').allTextContents()
    await own.visit(`/users/${id}`, {}, async (page) => {
      await title(page, first_name).waitFor()
      await page.getByRole('button', { name: 'Deactivate' }).waitFor()
      await openPalette(page)
      await page.getByRole('option', { name: 'Deactivate' }).waitFor()
      assert.deepEqual(await chosen(page), ['Overview'])
      await palette(page).fill('deac')
      await page.getByRole('option', { name: 'Overview' }).waitFor({ state: 'detached' })
      await page.getByRole('option', { name: 'Deactivate' }).waitFor()
      assert.deepEqual(await chosen(page), [])
      await page.keyboard.press('Enter')
      assert.equal(await palette(page).inputValue(), 'deac', 'Enter does nothing')
      const hint = page.getByText('Press ↓, then Enter. Destructive actions are not preselected.')
      await hint.waitFor()
      await expectNoViolations(page)
      await shoot(page, 'palette-grave')
      await settled(page)
      await page.keyboard.press('ArrowDown')
      await page.locator('[role=option].Mui-focused', { hasText: 'Deactivate' }).waitFor()
      await palette(page).fill('deactivat')
      await page.locator('[role=option].Mui-focused').waitFor({ state: 'detached' })
      await palette(page).fill('deactivate')
      await page.locator('[role=option].Mui-focused', { hasText: 'Deactivate' }).waitFor()
      await hint.waitFor({ state: 'detached' })
      await palette(page).fill('set password')
      await page.getByRole('option', { name: 'Set password' }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForFunction(() => (document.activeElement as HTMLInputElement).type === 'password')
      assert.equal(await isActive(), true)
    })
  })

  it('keeps the option that an arrow has highlighted while results arrive', async () => {
    await makeUser(own.service, { first_name: 'Newton' })
    const searches = ['users', 'roles', 'permissions', 'taxonomies']
    await own.visit('/roles', {}, async (page) => {
      await title(page, 'Roles').waitFor()
      const answer = new Map(searches.map((name) => [name, Promise.withResolvers<void>()]))
      await page.route(/[?&]q=new/, async (route) => {
        await answer.get(new URL(route.request().url()).pathname.replace('/api/', ''))?.promise
        await route.continue()
      })
      await openPalette(page, 'new')
      const highlighted = page.locator('[role=option].Mui-focused')
      await highlighted.getByText('New role').waitFor()
      await page.keyboard.press('ArrowDown')
      assert.equal(await highlighted.textContent(), 'New user')
      for (const [name, { resolve }] of answer) {
        const answered = page.waitForResponse((response) => response.url().includes(`/api/${name}?`))
        resolve()
        await (await answered).finished()
        if (name === 'users') await page.getByRole('option', { name: /Newton/ }).waitFor()
      }
      await settled(page)
      assert.equal(await highlighted.textContent(), 'New user')
      await page.keyboard.press('Enter')
      await title(page, 'New user').waitFor()
    })
  })

  it('offers only what the caller may do', async () => {
    const boss = await makeUser(own.service)
    await giveRole(own.service, boss, { id: 'super-administrator' })
    const { token } = await makeActor(own.service, [
      'can-read-users',
      'can-update-users',
      'can-read-permissions',
    ])
    await own.visit(`/users/${boss.id}`, { token }, async (page) => {
      await title(page, boss.first_name).waitFor()
      await page.getByRole('button', { name: 'Deactivate', disabled: true }).waitFor()
      await openPalette(page)
      await page.getByRole('option', { name: 'Sign out', exact: true }).waitFor()
      assert.deepEqual(await optionsOf(page, 'On this page'), [])
      assert.deepEqual(await optionsOf(page, 'Destructive actions on this page'), [])
      await expectOptions(page, 'Actions', ['Export users (CSV)'])
      const actions = await optionsOf(page, 'Actions')
      const adding = actions.filter((action) => /^(New|Approve|Add)/.test(action))
      assert.deepEqual(adding, ['Add a passkey', 'Add authenticator app'])
    })
  })

  it('speaks French, on a phone too, and signs out', async () => {
    const { token } = await makeActor(own.service, ['can-read-users'])
    await own.visit('/users', { token, locale: 'fr-FR', screen: PHONE }, async (page) => {
      await title(page, 'Utilisateurs').waitFor()
      await page.getByRole('button', { name: 'Aller à…' }).click()
      await page.getByRole('option', { name: 'Langue : English' }).waitFor()
      await expectNoOverflow(page)
      await expectNoViolations(page)
      await shoot(page, 'palette-phone')
      await palette(page).fill('deconnecter')
      await page.getByRole('option', { name: 'Se déconnecter' }).click()
      await title(page, 'Connexion').waitFor()
    })
  })
})

describe('The list of shortcuts', () => {
  const list = (page: Page, name = 'Keyboard shortcuts') => page.getByRole('dialog', { name })

  it('opens by “?”, but not while typing, and lists every group', async () => {
    await own.visit('/users', {}, async (page) => {
      await title(page, 'Users').waitFor()
      const search = page.getByRole('searchbox')
      await search.waitFor()
      await page.keyboard.press('/')
      await page.keyboard.type('a?')
      await expectValue(search, 'a?')
      await page.keyboard.press('Tab')
      await page.keyboard.press('?')
      await list(page).waitFor()
      const groups = await list(page).getByRole('heading', { level: 3 }).allTextContents()
      assert.deepEqual(groups, [
        'Everywhere',
        'Trees of terms and types',
        'Search in a tree',
        'Permission matrix',
        'Charts',
      ])
      assert.doesNotMatch((await list(page).textContent()) ?? '', /\w\.\w+\./, 'each has a text')
      await list(page).getByText('Ctrl K', { exact: true }).waitFor()
      await list(page).getByText('Shift F10', { exact: true }).waitFor()
      await expectNoViolations(page)
      await shoot(page, 'shortcuts')
      await page.keyboard.press('Escape')
      await list(page).waitFor({ state: 'detached' })
    })
  })

  it('opens from the account menu in French on a phone, where single keys are switched off', async () => {
    await own.visit('/users', { locale: 'fr-FR', screen: PHONE }, async (page) => {
      await page.getByRole('button', { name: /^Menu du compte/ }).click()
      await page.getByRole('menuitem', { name: 'Raccourcis clavier' }).click()
      const dialog = list(page, 'Raccourcis clavier')
      await dialog.getByText('Maj Entrée', { exact: true }).waitFor()
      assert.doesNotMatch((await dialog.textContent()) ?? '', /\w\.\w+\./)
      await expectNoOverflow(page)
      await expectNoViolations(page)
      await shoot(page, 'shortcuts-phone')
      await dialog.getByRole('switch').click()
      await dialog.getByRole('button', { name: 'Fermer' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.keyboard.press('/')
      await page.keyboard.press('?')
      await page.keyboard.press('Control+k')
      await palette(page).waitFor()
      assert.equal(await dialog.count(), 0)
    })
  })
})

describe('The country and the time zone of a user', () => {
  it('are chosen by keyboard, and sent with the codes that belong to them', async () => {
    const { id } = await makeUser(own.service)
    await own.visit(`/users/${id}`, {}, async (page) => {
      const country = page.getByRole('combobox', { name: 'Country', exact: true })
      await country.fill('swit')
      await page.getByRole('option', { name: 'Switzerland CH +41' }).waitFor()
      await expectNoViolations(page)
      await shoot(page, 'country')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expectValue(country, 'Switzerland')
      await expectValue(page.getByLabel('Country calling code'), '41')
      const zone = page.getByRole('combobox', { name: 'Time zone' })
      await zone.fill('+5:45')
      await page.getByRole('option', { name: /^Asia\/Kat.* UTC\+05:45$/ }).waitFor()
      await zone.fill('zuri')
      await page.getByRole('option', { name: /^Europe\/Zurich/ }).click()
      assert.equal(await save(page), 200)
      const { data } = (await own.service.call('GET', `/api/users/${id}`)).body
      assert.deepEqual(
        [data.country, data.country_code, data.country_calling_code, data.timezone],
        ['Switzerland', 'CH', 41, 'Europe/Zurich'],
      )
      await country.fill('Sealand')
      await page.keyboard.press('Escape')
      assert.equal(await save(page), 200)
      const { country: name, country_code: code } = dataOf(await own.service.call('GET', `/api/users/${id}`))
      assert.deepEqual([name, code], ['Sealand', null], 'a name that is not in the list has no code')
      await page.reload()
      await expectValue(country, 'Sealand')
    })
  })

  it('are offered in French on a phone, when a user is created', async () => {
    await own.visit('/users/create', { locale: 'fr-FR', screen: PHONE }, async (page) => {
      await page.getByLabel('Prénom').fill('Heidi')
      await page.getByLabel('E-mail').fill('heidi@example.com')
      await page.getByRole('combobox', { name: 'Pays' }).fill('alle')
      await page.getByRole('option', { name: 'Allemagne DE +49' }).waitFor()
      await expectNoOverflow(page)
      await expectNoViolations(page)
      await page.getByRole('option', { name: 'Allemagne DE +49' }).click()
      await page.getByRole('combobox', { name: 'Fuseau horaire' }).click()
      await page.getByRole('option', { name: /Ce navigateur/ }).waitFor()
      await shoot(page, 'zone-phone')
      await page.getByRole('option', { name: /Ce navigateur/ }).click()
      await page.getByRole('button', { name: 'Créer l’utilisateur' }).click()
      await page.waitForURL(/users\/\d+$/)
      const { data } = (await own.service.call('GET', '/api/users/email/heidi@example.com')).body
      assert.deepEqual([data.country, data.country_code, data.country_calling_code], ['Allemagne', 'DE', 49])
      assert.ok(data.timezone)
    })
  })
})

describe('The sessions of a user', () => {
  it('are recognized by browser, system, address and last use', async () => {
    const ada = await makeUser(own.service)
    const password = 'correct horse battery'
    await own.service.call('POST', `/api/users/id/${ada.id}/update`, { json: { password } })
    const signInWith = async (userAgent: string) => {
      const options = {
        token: null,
        json: { email: ada.email, password },
        headers: { 'user-agent': userAgent },
      }
      return dataOf(await own.service.call('POST', '/api/signin', options)).item.api_token as string
    }
    await signInWith('Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0')
    await signInWith('backup/2')
    const token = await signInWith('')
    await own.visit(`/users/${ada.id}/tokens`, { token }, async (page) => {
      const row = (name: string) => page.getByRole('row').filter({ hasText: name })
      await row('Firefox 142 on Windows').getByText('Session', { exact: true }).waitFor()
      await row('backup/2').waitFor()
      await row('This session').waitFor()
      await own.service.runJob('write-token-uses')
      await page.reload()
      // The browser of this test.
      await row('This session')
        .getByText(/^Chrome \d+ on Linux$/)
        .waitFor()
      await row('This session').getByText('127.0.0.1').waitFor()
      await expectNoViolations(page)
      await shoot(page, 'sessions')
      await row('Firefox 142').getByRole('button', { name: 'Revoke Firefox 142 on Windows' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
      await row('Firefox 142').waitFor({ state: 'detached' })
    })
    await own.visit(`/users/${ada.id}/tokens`, { token, locale: 'fr-FR', screen: PHONE }, async (page) => {
      await page.getByText(/^Chrome \d+ sous Linux$/).waitFor()
      await expectNoOverflow(page)
      await expectNoViolations(page)
      await shoot(page, 'sessions-phone')
    })
  })
})

describe('The lists', () => {
  const saved = (page: Page) => page.getByRole('button', { name: 'Saved filters' })

  it('of roles keep named filters, which are renamed and reordered by keyboard', async () => {
    await own.visit('/roles', {}, async (page) => {
      await title(page, 'Roles').waitFor()
      assert.equal(await saved(page).count(), 0, 'there is nothing to save')
      const save = async (q: string, name: string) => {
        await page.getByRole('searchbox').fill(q)
        await page.waitForURL(new RegExp(`filter=.*${q}`))
        await saved(page).click()
        await page.getByRole('menuitem', { name: 'Save this filter…' }).click()
        await page.getByLabel('Filter name').fill(name)
        await page.keyboard.press('Enter')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
      await save('admin', 'Heads')
      await save('editor', 'Writers')
      await saved(page).click()
      await page.getByRole('menuitem', { name: 'Manage…' }).click()
      await expectNoViolations(page)
      await shoot(page, 'saved-filters')
      const name = page.getByRole('textbox', { name: 'Name of “Heads”' })
      await name.fill('Writers')
      await page.keyboard.press('Enter')
      assert.equal(await name.inputValue(), 'Heads', 'that name is taken')
      await name.fill('Bosses')
      await page.keyboard.press('Tab')
      await page.getByRole('button', { name: 'Move down: Bosses' }).press('Enter')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.reload()
      await saved(page).click()
      const items = page.getByRole('menuitem')
      await eventually(async () =>
        assert.deepEqual((await items.allTextContents()).slice(0, 2), ['Writers', 'Bosses']),
      )
      await page.getByRole('menuitem', { name: 'Bosses' }).click()
      await page.waitForURL(/filter=.*admin/)
      await page.locator('[role=searchbox][value=admin]').waitFor()
    })
  })

  it('choose an option by typing its words, with a space among them', async () => {
    await own.visit('/users', {}, async (page) => {
      await title(page, 'Users').waitFor()
      const ends = page.getByRole('combobox', { name: 'Access ends' })
      await ends.press('Enter')
      await page.getByRole('option', { name: 'Within 30 days' }).waitFor()
      await page.locator('[role=option]:focus').waitFor()
      await page.evaluate(typeAtOnce, 'within 30')
      await page.locator('[role=option]:focus', { hasText: 'Within 30 days' }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(/ends_within.*30/)
      await ends.filter({ hasText: 'Within 30 days' }).waitFor()
      await ends.press('Enter')
      await page.locator('[role=option]:focus', { hasText: 'Within 30 days' }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Space')
      await page.waitForURL(/ends_within.*90/)
    })
  })

  it('of users show the columns, filters and order of a colleague’s address, and of a saved filter’s link', async () => {
    const link = { of: '' }
    const heads = ['Name', 'Status', 'Last sign-in', 'Created', 'ID']
    const order = async (page: Page) => {
      await page.getByRole('columnheader', { name: 'ID', exact: true }).waitFor()
      await eventually(async () =>
        assert.deepEqual(
          (await page.getByRole('columnheader').allTextContents()).filter((text) => text !== ''),
          heads,
        ),
      )
    }
    await own.visit('/users', {}, async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.waitForURL(/columns=/)
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('menuitemcheckbox', { name: 'ID', exact: true }).click()
      await page.getByRole('menuitemcheckbox', { name: 'Roles', exact: true }).click()
      await page.keyboard.press('Escape')
      await order(page)
      await page.getByRole('searchbox').fill('a')
      await page.waitForURL(/q.*a/)
      await page.getByRole('button', { name: /^Name/ }).click()
      await page.waitForURL(/order=ASC/)
      assert.match(page.url(), /columns=/, 'react-admin keeps them')
      link.of = page.url()
      await saved(page).click()
      await page.getByRole('menuitem', { name: 'Save this filter…' }).click()
      await page.getByLabel('Filter name').fill('With a')
      await page.keyboard.press('Enter')
      await saved(page).click()
      await page.getByRole('menuitem', { name: 'Manage…' }).click()
      const copy = page.getByRole('link', { name: 'Copy the link of With a' })
      await copy.press('Enter')
      await page.getByText('Link copied.').waitFor()
      await expectNoViolations(page)
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      assert.equal(copied, await copy.evaluate((element: HTMLAnchorElement) => element.href))
      await own.visit(copied, {}, order)
    })
    await own.visit(link.of, {}, async (page) => {
      await order(page)
      await page.locator('[role=searchbox][value=a]').waitFor()
      await page.reload()
      await order(page)
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Rolecall' }).click()
      await title(page, 'Overview').waitFor()
      await page.goBack()
      await order(page)
    })
    await own.visit('/users', {}, async (page) => {
      await page.getByRole('columnheader', { name: 'Roles', exact: true }).waitFor()
      assert.equal(await page.getByRole('columnheader', { name: 'ID', exact: true }).count(), 0)
    })
  })

  for (const [path, name, column, fixed] of [
    ['/registrations', 'Registrations', 'IP address', 'Name'],
    ['/roles', 'Roles', 'Permissions', 'Name'],
    ['/permissions', 'Permissions', 'Status', 'Name'],
  ] as const)
    it(`of ${name} show the chosen columns, after a reload too`, async () => {
      await own.service.call('POST', '/api/registrations/create', {
        json: { first_name: name, email: `${name}@example.org`, password: 'correct horse battery' },
      })
      await own.visit(path, {}, async (page) => {
        const head = page.getByRole('columnheader', { name: column, exact: true })
        await head.waitFor()
        await page.getByRole('button', { name: 'Columns' }).click()
        await page.getByRole('menuitemcheckbox', { name: fixed, disabled: true }).waitFor()
        await expectNoViolations(page)
        await page.getByRole('menuitemcheckbox', { name: column }).click()
        await page.keyboard.press('Escape')
        await head.waitFor({ state: 'detached' })
        await page.reload()
        await page.getByRole('columnheader', { name: fixed }).waitFor()
        assert.equal(await head.count(), 0)
      })
    })
})

describe('A reader without rights', () => {
  it('is told why a page has no actions, and whom to ask', async () => {
    const ada = await makeUser(own.service)
    const { token } = await makeActor(own.service, [
      'can-read-users',
      'can-read-roles',
      'can-read-registrations',
      'can-read-taxonomies',
      'can-read-taxonomy-types',
    ])
    for (const [path, permission] of [
      ['/users', 'can-create-users'],
      [`/users/${ada.id}`, 'can-update-users'],
      ['/roles', 'can-create-roles'],
      ['/registrations', 'can-update-registrations'],
      ['/taxonomies', 'can-update-taxonomies'],
    ] as const)
      await own.visit(path, { token }, async (page) => {
        await page.getByRole('button', { name: 'View only' }).press('Enter')
        const note = page.getByRole('dialog', { name: 'You can view this page.' })
        await note.getByText(permission, { exact: true }).waitFor()
        await note.getByText('Ask an administrator').waitFor()
        await expectNoViolations(page)
        await shoot(page, `view-only-${permission}`)
        await page.keyboard.press('Escape')
        await note.waitFor({ state: 'detached' })
        await page.getByRole('button', { name: 'View only' }).and(page.locator(':focus')).waitFor()
      })
    await own.visit(`/users/${ada.id}`, { token, locale: 'fr-FR', screen: PHONE }, async (page) => {
      await page.getByRole('button', { name: 'Lecture seule' }).click()
      await page.getByText('Demandez à un administrateur').waitFor()
      await expectNoOverflow(page)
      await expectNoViolations(page)
      await shoot(page, 'view-only-phone')
    })
  })

  it('finds who has the permission, if they may see that; whoever may change something is not told', async () => {
    const { token } = await makeActor(own.service, ['can-read-roles', 'can-read-permissions'])
    await own.visit('/roles', { token }, async (page) => {
      await page.getByRole('button', { name: 'View only' }).click()
      await page.getByRole('link', { name: 'can-update-roles' }).click()
      await title(page, 'Permissions').waitFor()
      await page.getByRole('row').filter({ hasText: 'can-update-roles' }).waitFor()
    })
    const editor = await makeActor(own.service, ['can-read-roles', 'can-update-roles'])
    await own.visit('/roles', { token: editor.token }, async (page) => {
      await title(page, 'Roles').waitFor()
      await page.getByRole('columnheader', { name: 'Name' }).waitFor()
      assert.equal(await page.getByRole('button', { name: 'View only' }).count(), 0)
    })
  })
})
