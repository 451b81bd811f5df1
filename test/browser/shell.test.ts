// Engines: SQLite
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf, giveRole, makeActor, makeUser } from '../support/actors.ts'
import { settled } from '../support/browser.ts'
import { expectNoOverflow, expectNoViolations, PHONE, shoot, useConsole } from '../support/console.ts'

const PAGES = ['Registrations', 'Users', 'Roles', 'Permissions', 'Permission matrix', 'Taxonomies', 'Trash']

const own = useConsole()
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Pages' })

describe('The menu', () => {
  it('leads to every page, and marks the current one', async () => {
    await own.visit('/', {}, async (page) => {
      for (const name of ['Overview', ...PAGES]) {
        await menu(page).getByRole('link', { name, exact: true }).click()
        await title(page, name).waitFor()
        await menu(page).locator('[aria-current=page]').last().getByText(name, { exact: true }).waitFor()
      }
    })
  })

  it('contains only the pages that the caller may open', async () => {
    const { token } = await makeActor(own.service, ['can-read-taxonomies', 'can-read-roles'])
    await own.visit('/', { token }, async (page) => {
      await page.getByRole('link', { name: /^Terms/ }).waitFor()
      const links = await menu(page).getByRole('listitem').getByRole('link').allTextContents()
      assert.deepEqual(links, ['Overview', 'Roles', 'Taxonomies'])
      assert.deepEqual(
        (await page.getByRole('main').getByRole('list').first().getByRole('link').allTextContents()).map(
          (text) => text.replaceAll(/\d.*/g, ''),
        ),
        ['Roles', 'Terms'],
      )
      await shoot(page, 'few-permissions')
    })
  })

  it('is empty for a user without roles, with an explanation and their own profile', async () => {
    const { token, first_name } = await makeUser(own.service)
    await own.visit('/', { token }, async (page) => {
      await page.getByText('You don’t have access to anything yet').waitFor()
      await page.getByRole('button', { name: `Account menu: ${first_name}` }).click()
      await page.getByRole('menuitem', { name: 'My profile' }).waitFor()
      await shoot(page, 'no-role')
    })
  })

  it('shows the number of pending registrations to callers who may read them', async () => {
    const count = (page: Page) => menu(page).getByRole('listitem').filter({ hasText: 'Registrations' })
    await own.visit('/', {}, async (page) => {
      await title(page, 'Overview').waitFor()
      const link = menu(page).getByRole('link', { name: 'Registrations', exact: true })
      assert.equal(await count(page).textContent(), 'Registrations')
      for (const name of ['Ravi', 'Chloe'])
        dataOf(
          await own.service.call('POST', '/api/registrations/create', {
            json: { first_name: name, email: `${name}@example.org`, password: 'correct horse battery' },
          }),
        )
      await page.reload()
      await title(page, 'Overview').waitFor()
      await count(page).getByText('2 pending').waitFor()
      const description = await link.getAttribute('aria-describedby')
      assert.match((await page.locator(`[id="${description}"]`).textContent()) ?? '', /2 pending/)
      await expectNoViolations(page)
      await count(page).getByText('2', { exact: true }).click({ force: true })
      await title(page, 'Registrations').waitFor()
    })
    const { token } = await makeActor(own.service, ['can-read-users'])
    await own.visit('/', { token }, async (page, { requests }) => {
      await title(page, 'Overview').waitFor()
      await settled(page)
      assert.deepEqual(
        requests.filter((url) => url.includes('/api/registrations')),
        [],
      )
    })
  })

  it('can be used by keyboard, and skipped with a link', async () => {
    await own.visit('/', {}, async (page) => {
      await title(page, 'Overview').waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.locator('#main:focus').waitFor()
      await menu(page).getByRole('link', { name: 'Overview' }).focus()
      for (let item = 0; item < 3; item += 1) await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await title(page, 'Users').waitFor()
    })
  })

  it('is a drawer on a phone, which closes after navigation', async () => {
    await own.visit('/roles', { screen: PHONE }, async (page) => {
      await title(page, 'Roles').waitFor()
      await expectNoOverflow(page)
      await page.getByRole('button', { name: 'Open menu' }).click()
      await expectNoViolations(page)
      await shoot(page, 'phone-menu')
      await page.getByRole('link', { name: 'Overview', exact: true }).click()
      await title(page, 'Overview').waitFor()
      await menu(page).waitFor({ state: 'detached' })
      await page.getByRole('img', { name: /^Sign-ins per day/ }).waitFor()
      await expectNoOverflow(page)
      await expectNoViolations(page)
      await shoot(page, 'phone-overview')
    })
  })
})

describe('Go to', () => {
  it('finds pages, people, roles and permissions while typing, and opens them by keyboard', async () => {
    const { id } = await makeUser(own.service, { first_name: 'Katarzyna', last_name: 'Wiśniewska' })
    await own.visit('/', {}, async (page) => {
      await title(page, 'Overview').waitFor()
      await page.keyboard.press('Control+k')
      const box = page.getByRole('combobox', { name: 'Go to…' })
      await page.keyboard.type('matr')
      await page.getByRole('option', { name: 'Permission matrix' }).waitFor()
      await expectNoViolations(page)
      await box.fill('wiśn')
      await page
        .getByRole('group', { name: 'Users' })
        .getByRole('option', { name: /Katarzyna/ })
        // An option that the service has found is highlighted a moment after it is there.
        .and(page.locator('.Mui-focused'))
        .waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/users/${id}`)
      await box.waitFor({ state: 'detached' })
    })
  })

  it('does not search what the caller may not list', async () => {
    const { token } = await makeActor(own.service, ['can-read-roles'])
    await own.visit('/', { token }, async (page, { requests }) => {
      await title(page, 'Overview').waitFor()
      await page.getByRole('button', { name: 'Go to…' }).click()
      // In one step: if it were typed slowly, a part would find the role before the whole text is requested.
      await page.getByRole('combobox').fill('editor')
      await page.getByRole('option', { name: 'Editor' }).waitFor()
      const searched = requests.filter((url) => url.includes('q=editor')).map((url) => new URL(url).pathname)
      assert.deepEqual(searched, ['/api/roles'])
      await page.keyboard.press('Escape')
      await page.getByRole('combobox').waitFor({ state: 'detached' })
    })
  })
})

describe('The account menu', () => {
  it('changes theme and language, which survive a sign-out', async () => {
    const { token } = await makeActor(own.service, ['can-read-users'])
    await own.visit('/users', { token }, async (page) => {
      await page.getByRole('button', { name: /^Account menu/ }).click()
      await expectNoViolations(page)
      await page.getByRole('menuitemradio', { name: 'Dark' }).click()
      await page.waitForFunction(() => getComputedStyle(document.documentElement).colorScheme === 'dark')
      await page.getByRole('button', { name: /^Account menu/ }).click()
      await page.getByRole('menuitemradio', { name: 'Français' }).click()
      await title(page, 'Utilisateurs').waitFor()
      await page.waitForFunction(() => document.documentElement.lang === 'fr')
      // The page reads again after the change; what still runs might be refused after the sign-out.
      await settled(page)
      await page.getByRole('button', { name: /^Menu du compte/ }).click()
      const signingOut = page.waitForRequest('**/api/signout')
      await page.getByRole('menuitem', { name: 'Se déconnecter' }).click()
      assert.equal((await signingOut).headers()['accept-language'], 'fr', 'refusals are in that language too')
      await title(page, 'Connexion').waitFor()
      await page.reload()
      await title(page, 'Connexion').waitFor()
      await page.waitForFunction(() => getComputedStyle(document.documentElement).colorScheme === 'dark')
      assert.equal((await own.service.call('GET', '/api/me', { token })).status, 401)
    })
  })

  it('selects French for a French browser', async () => {
    await own.visit('/roles', { locale: 'fr-CA' }, async (page) => {
      await title(page, 'Rôles').waitFor()
      await page.waitForFunction(() => document.title === 'Rôles · Rolecall')
    })
  })
})

describe('The overview', () => {
  it('shows what needs attention, the latest changes, and each day by arrow keys', async () => {
    const { id, first_name } = await makeUser(own.service)
    const expires_at = new Date(Date.now() + 2.5 * 86_400_000).toISOString()
    await giveRole(own.service, { id }, { id: 'editor', expires_at })
    await own.visit('/', {}, async (page) => {
      await page.getByText('loses the role Editor').waitFor()
      const attention = page.getByRole('region', { name: 'Needs attention' })
      assert.match(
        (await attention.textContent()) ?? '',
        new RegExp(`${first_name}loses the role Editorin 2 days`),
      )
      const changes = page.getByRole('region', { name: 'Latest changes' })
      await changes.getByRole('link', { name: first_name }).waitFor()
      const chart = page.getByRole('img', { name: /^Sign-ins per day/ })
      await chart.press('ArrowLeft')
      const dayOf = (time: number) =>
        new Date(time)
          .toLocaleDateString('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long' })
          .replace(' ', '.*')
      // The day may have ended since the page was loaded.
      await page
        .getByText(new RegExp(`(${dayOf(Date.now())}|${dayOf(Date.now() - 86_400_000)}): \\d+`))
        .first()
        .waitFor()
      await page.getByRole('button', { name: '7 days' }).click()
      await page
        .getByText(/in 7 days$/)
        .first()
        .waitFor()
      const rows = page.getByRole('table').first().getByRole('row')
      await rows.nth(8).waitFor({ state: 'detached' })
      assert.equal(await rows.count(), 8)
      await expectNoViolations(page)
    })
  })
})

describe('An unknown page', () => {
  it('is reported for a mistyped address', async () => {
    await own.visit('/usrs/1', { expected: [/status of 404/] }, async (page) => {
      await page.getByText('This page doesn’t exist').waitFor()
      await expectNoOverflow(page)
      await page.getByRole('link', { name: 'Go to overview' }).click()
      await title(page, 'Overview').waitFor()
    })
  })

  it('is reported after navigation, with a link back', async () => {
    await own.visit('/users', {}, async (page) => {
      // The router has numbered its entry by then.
      await title(page, 'Users').waitFor()
      await page.evaluate(() => {
        // As the router does, which counts its history entries.
        history.pushState({ ...history.state, idx: history.state.idx + 1 }, '', '/nowhere')
        dispatchEvent(new PopStateEvent('popstate'))
      })
      await page.getByText('This page doesn’t exist').waitFor()
      await expectNoViolations(page)
      await page.getByRole('link', { name: 'Go to overview' }).click()
      await title(page, 'Overview').waitFor()
    })
  })

  it('is not confused with a service that does not answer, which can be retried', async () => {
    await own.visit('/', { expected: [/status of 503/] }, async (page) => {
      await title(page, 'Overview').waitFor()
      await page.route('**/api/me', (route) =>
        route.fulfill({ status: 503, json: { errors: ['The service is starting.'], code: 'starting' } }),
      )
      await page.reload()
      await page.getByRole('alert').filter({ hasText: 'The service is starting.' }).waitFor()
      await expectNoViolations(page)
      await page.unroute('**/api/me')
      await page.getByRole('button', { name: 'Try again' }).click()
      await title(page, 'Overview').waitFor()
    })
  })
})
