// Engines: SQLite
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf, giveRole, makeUser, type Person } from '../support/actors.ts'
import { settled } from '../support/browser.ts'
import { shoot, useConsole } from '../support/console.ts'
import { makePeople } from '../support/console-people.ts'

const again = (page: Page) => page.getByRole('button', { name: 'Try again' })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** The expected complaints of Chromium and React. */
const expected = [
  /^failed: /,
  /^console: .*(Failed to (load|fetch)|dynamically imported|PartError|Error)/,
  /^uncaught: /,
]

/** Clicks every retry button until no alert is left: a request in flight when the service returns may still fail. */
async function tryAll(page: Page) {
  while ((await page.getByRole('alert').count()) > 0) {
    await again(page).evaluateAll((buttons) => {
      for (const button of buttons) (button as HTMLButtonElement).click()
    })
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
  }
}

describe('While the service answers 503', () => {
  const own = useConsole({ signup: 'open' })
  let people: Record<string, Person>
  const ids: Record<string, number> = {}
  const call = async (path: string, json: object) => {
    const data = dataOf(await own.service.call('POST', path, { json }))
    return (data.item ?? data).id as number
  }
  before(async () => {
    people = await makePeople(own.service)
    const role = dataOf(await own.service.call('GET', '/api/roles/slug/janitor'))
    ids.role = (role.item ?? role).id
    const may = dataOf(await own.service.call('GET', '/api/permissions/slug/can-read-users'))
    ids.permission = (may.item ?? may).id
    ids.type = await call('/api/taxonomy-types/create', { name: 'Place' })
    ids.term = await call('/api/taxonomies/create', { name: 'France', type: 'place' })
    ids.user = (people.Ada as Person).id
    ids.registration = await call('/api/registrations/create', {
      first_name: 'Ravi',
      email: 'ravi@example.org',
      password: 'correct horse battery',
    })
    const trashed = await makeUser(own.service, { first_name: 'Trashed' })
    dataOf(await own.service.call('POST', `/api/users/id/${trashed.id}/delete`))
    await giveRole(own.service, people.Grace as Person, 'librarian')
  })

  const BUSY = {
    status: 503,
    headers: { 'retry-after': '600' },
    json: { status: 'failed', success: false, errors: ['The service is busy.'], code: 'busy' },
  }
  /** All routes except the caller's identity, without which there is no page at all. */
  const isRefused = ({ pathname }: URL) =>
    pathname.startsWith('/api/') && !['/api/me', '/api/service'].includes(pathname)
  const refuse = (page: Page) => page.route(isRefused, (route) => route.fulfill(BUSY))
  const answer = (page: Page) => page.unrouteAll()

  async function recovers(page: Page, shown: (page: Page) => Promise<unknown>) {
    await page.getByRole('alert').getByText('The service is busy.').first().waitFor()
    await again(page).first().waitFor()
    // A failed retry changes nothing. While it runs, the notice is gone.
    const refused = page.waitForResponse((response) => response.status() === BUSY.status)
    await again(page).first().click()
    await refused
    await again(page).first().waitFor()
    // A refusal that the page has not shown yet would follow the last retry.
    await settled(page)
    await answer(page)
    await tryAll(page)
    await shown(page)
    await page.getByRole('alert').first().waitFor({ state: 'detached' })
  }

  const cell = (name: string) => (page: Page) => page.getByRole('link', { name }).first().waitFor()
  const PAGES: [path: () => string, shown: (page: Page) => Promise<unknown>][] = [
    [() => '/', (page) => page.getByRole('heading', { name: 'Sign-ins' }).waitFor()],
    [() => '/registrations', cell('Ravi')],
    [() => `/registrations/${ids.registration}`, (page) => title(page, 'Ravi').waitFor()],
    [() => '/users', cell('Ada Lovelace')],
    [() => `/users/${ids.user}`, (page) => title(page, 'Ada Lovelace').waitFor()],
    [() => '/roles', cell('Janitor')],
    [() => `/roles/${ids.role}`, (page) => title(page, 'Janitor').waitFor()],
    [() => '/permissions', (page) => page.getByRole('table').getByRole('link').first().waitFor()],
    [
      () => `/permissions/${ids.permission}`,
      (page) => page.getByRole('navigation', { name: 'Sections' }).waitFor(),
    ],
    [() => '/matrix', (page) => page.getByRole('grid').waitFor()],
    [() => '/taxonomies', (page) => page.getByRole('treeitem', { name: 'France' }).waitFor()],
    [() => `/taxonomies/${ids.term}`, (page) => page.getByRole('treeitem', { name: 'France' }).waitFor()],
    [() => '/trash/users', (page) => page.getByText('Trashed').first().waitFor()],
    [() => '/trash', (page) => page.getByRole('tab', { name: /Registrations/ }).waitFor()],
  ]

  for (const [path, shown] of PAGES) {
    it(`a page such as ${path().replace('undefined', ':id')} reports it, and retries in place`, async () => {
      await own.visit('/favicon.svg', { expected }, async (page) => {
        await refuse(page)
        await page.goto(path())
        await recovers(page, shown)
      })
    })
  }

  /** Parts of pages, and how to open them. */
  const PARTS: [
    name: string,
    path: () => string,
    open: (page: Page) => Promise<unknown>,
    shown: (page: Page) => Promise<unknown>,
  ][] = [
    ...(['sessions and tokens', 'classifications'] as const).map((tab): (typeof PARTS)[number] => [
      `the ${tab} of a user`,
      () => `/users/${ids.user}`,
      (page) =>
        page
          .getByRole('tablist')
          .getByText(new RegExp(`^${tab}$`, 'i'))
          .click(),
      async () => undefined,
    ]),
    [
      'the permissions of a user',
      () => `/users/${ids.user}`,
      (page) => page.getByRole('tablist').getByText('Permissions').click(),
      (page) => page.getByText('can-delete-users').first().waitFor(),
    ],
    [
      'a selector of a role',
      () => '/users',
      (page) => page.getByRole('combobox', { name: 'Role' }).click(),
      async (page) => {
        await page.getByRole('combobox', { name: 'Role' }).click()
        await page.getByRole('option', { name: /Janitor/ }).waitFor()
      },
    ],
    [
      'the users of a role',
      () => `/roles/${ids.role}`,
      (page) =>
        page
          .getByRole('navigation', { name: 'Sections' })
          .getByRole('link', { name: /^Users/ })
          .click(),
      cell('Ada Lovelace'),
    ],
    [
      'the roles of a user',
      () => '/users',
      async (page) => {
        // Only they fail: without its user there is no page.
        await answer(page)
        await page.route('**/relationships/roles*', (route) => route.fulfill(BUSY))
        await page.goto(`/users/${ids.user}/roles`)
      },
      cell('Janitor'),
    ],
    [
      'the permissions of a role',
      () => '/roles',
      async (page) => {
        // Only they fail: the page of the role requests them too.
        await answer(page)
        await page.route('**/api/role-permissions*', (route) => route.fulfill(BUSY))
        await page.goto(`/roles/${ids.role}/permissions`)
      },
      (page) => page.getByRole('checkbox').first().waitFor(),
    ],
    [
      'the effects of deleting a role',
      () => `/roles/${ids.role}`,
      (page) => page.getByRole('button', { name: 'Delete' }).click(),
      (page) =>
        page
          .getByText(/loses? /)
          .first()
          .waitFor(),
    ],
    [
      'people to assign a role to',
      () => `/roles/${ids.role}/users`,
      (page) => page.getByRole('button', { name: 'Add people' }).first().click(),
      async (page) => {
        await page.getByRole('combobox').click()
        await page.getByRole('option', { name: /Grace/ }).waitFor()
      },
    ],
    [
      'the modules of permissions',
      () => '/permissions',
      async (page) => {
        await page.getByRole('combobox', { name: 'Module' }).click()
        // The menu covers the page.
        await page.keyboard.press('Escape')
      },
      async (page) => {
        await page.getByRole('combobox', { name: 'Module' }).click()
        await page.getByRole('option').nth(1).waitFor()
      },
    ],
    [
      'the roles of the matrix',
      () => '/matrix',
      (page) => page.getByRole('button', { name: /roles/i }).first().click(),
      async (page) => {
        await page.getByRole('dialog').getByRole('combobox').click()
        await page.getByRole('option', { name: 'Librarian' }).waitFor()
      },
    ],
    [
      'the users of a term',
      () => '/taxonomies',
      (page) => page.getByRole('treeitem', { name: 'France' }).click(),
      (page) => page.getByRole('heading', { name: 'Users with this term' }).waitFor(),
    ],
    [
      'the effects of a permanent deletion',
      () => '/trash/users',
      (page) => page.getByRole('button', { name: 'Delete Trashed permanently' }).click(),
      (page) => page.getByRole('dialog').getByRole('listitem').first().waitFor(),
    ],
    [
      'a search of everything',
      () => '/',
      async (page) => {
        await page.getByRole('button', { name: 'Go to…' }).click()
        await page.getByRole('combobox', { name: 'Go to…' }).fill('Grace')
      },
      (page) => page.getByRole('option', { name: /Grace/ }).waitFor(),
    ],
  ]

  for (const [name, path, open, shown] of PARTS) {
    it(`${name}: reports it, and retries in place`, async () => {
      await own.visit(path(), { expected }, async (page) => {
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.locator('.MuiSkeleton-root').first().waitFor({ state: 'detached' })
        await settled(page)
        await refuse(page)
        await open(page)
        await again(page).first().waitFor()
        await shoot(page, `busy-${name.replaceAll(' ', '-')}`)
        await recovers(page, shown)
      })
    })
  }
})
