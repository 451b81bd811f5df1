// Engines: SQLite
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf, giveRole, makeActor, makeUser } from '../support/actors.ts'
import { expectNoOverflow, expectNoViolations, PHONE, shoot, useConsole } from '../support/console.ts'

const PAGES = ['Registrations', 'Users', 'Roles', 'Permissions', 'Permission matrix', 'Taxonomies', 'Trash']

const own = useConsole()
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Pages' })

describe('the menu', () => {
  it('leads to every page, and tells which one is open', async () => {
    await own.visit('/', {}, async (page) => {
      for (const name of ['Overview', ...PAGES]) {
        await menu(page).getByRole('link', { name, exact: true }).click()
        await title(page, name).waitFor()
        assert.equal(await menu(page).locator('[aria-current=page]').last().textContent(), name)
      }
    })
  })

  it('has for somebody with few permissions what these open, and nothing else', async () => {
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

  it('leaves who has no role with a word on what to do, and their own profile', async () => {
    const { token, first_name } = await makeUser(own.service)
    await own.visit('/', { token }, async (page) => {
      await page.getByText('You don’t have access to anything yet').waitFor()
      await page.getByRole('button', { name: `Account menu: ${first_name}` }).click()
      await page.getByRole('menuitem', { name: 'My profile' }).waitFor()
      await shoot(page, 'no-role')
    })
  })

  it('tells how many registrations wait, to those who may read them', async () => {
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
      await page.waitForLoadState('networkidle')
      assert.deepEqual(
        requests.filter((url) => url.includes('/api/registrations')),
        [],
      )
    })
  })

  it('is gone through by keyboard, after a way past it', async () => {
    await own.visit('/', {}, async (page) => {
      await title(page, 'Overview').waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      assert.equal(await page.evaluate(() => document.activeElement?.id), 'main')
      await menu(page).getByRole('link', { name: 'Overview' }).focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await title(page, 'Users').waitFor()
    })
  })

  it('is a drawer on a phone, which goes away once it has led somewhere', async () => {
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

describe('go to', () => {
  it('finds pages, people, roles and permissions as one types, and goes there by keyboard', async () => {
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
        .waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/users/${id}`)
      await box.waitFor({ state: 'detached' })
    })
  })

  it('searches nothing that the caller may not list', async () => {
    const { token } = await makeActor(own.service, ['can-read-roles'])
    await own.visit('/', { token }, async (page, { requests }) => {
      await title(page, 'Overview').waitFor()
      await page.getByRole('button', { name: 'Go to…' }).click()
      // At once: typed slowly, a part of it finds the role before the whole is asked for.
      await page.getByRole('combobox').fill('editor')
      await page.getByRole('option', { name: 'Editor' }).waitFor()
      const searched = requests.filter((url) => url.includes('q=editor')).map((url) => new URL(url).pathname)
      assert.deepEqual(searched, ['/api/roles'])
      await page.keyboard.press('Escape')
      await page.getByRole('combobox').waitFor({ state: 'detached' })
    })
  })
})

describe('the account menu', () => {
  it('changes theme and language, which outlive a sign-out', async () => {
    const { token } = await makeActor(own.service, ['can-read-users'])
    await own.visit('/users', { token }, async (page) => {
      await page.getByRole('button', { name: /^Account menu/ }).click()
      await expectNoViolations(page)
      await page.getByRole('menuitemradio', { name: 'Dark' }).click()
      await page.waitForFunction(() => getComputedStyle(document.documentElement).colorScheme === 'dark')
      await page.getByRole('button', { name: /^Account menu/ }).click()
      await page.getByRole('menuitemradio', { name: 'Français' }).click()
      await title(page, 'Utilisateurs').waitFor()
      assert.equal(await page.evaluate(() => document.documentElement.lang), 'fr')
      await page.getByRole('button', { name: /^Menu du compte/ }).click()
      const signingOut = page.waitForRequest('**/api/signout')
      await page.getByRole('menuitem', { name: 'Se déconnecter' }).click()
      assert.equal((await signingOut).headers()['accept-language'], 'fr', 'refusals are told in it too')
      await title(page, 'Connexion').waitFor()
      await page.reload()
      await title(page, 'Connexion').waitFor()
      assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), 'dark')
      assert.equal((await own.service.call('GET', '/api/me', { token })).status, 401)
    })
  })

  it('speaks French to a browser that does', async () => {
    await own.visit('/roles', { locale: 'fr-CA' }, async (page) => {
      await title(page, 'Rôles').waitFor()
      assert.equal(await page.title(), 'Rôles · Rolecall')
    })
  })
})

describe('the overview', () => {
  it('tells what needs attention, what was done, and each day by the keys', async () => {
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
      // The day may have ended since the page was read.
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

describe('where there is no page', () => {
  it('says so to whoever opens a mistyped address', async () => {
    await own.visit('/usrs/1', { expected: [/status of 404/] }, async (page) => {
      await page.getByText('This page doesn’t exist').waitFor()
      await expectNoOverflow(page)
      await page.getByRole('link', { name: 'Go to overview' }).click()
      await title(page, 'Overview').waitFor()
    })
  })

  it('says so, and leads back', async () => {
    await own.visit('/users', {}, async (page) => {
      await page.evaluate(() => {
        // As the router does, which counts its places.
        history.pushState({ ...history.state, idx: history.state.idx + 1 }, '', '/nowhere')
        dispatchEvent(new PopStateEvent('popstate'))
      })
      await page.getByText('This page doesn’t exist').waitFor()
      await expectNoViolations(page)
      await page.getByRole('link', { name: 'Go to overview' }).click()
      await title(page, 'Overview').waitFor()
    })
  })

  it('says when the service does not answer, and goes on once it does', async () => {
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
