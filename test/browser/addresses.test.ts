// Engines: SQLite
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf, giveRole, makeUser } from '../support/actors.ts'
import { settled } from '../support/browser.ts'
import { useConsole } from '../support/console.ts'
import { eventually } from '../support/eventually.ts'

/** The address of a page restores what it shows: after a reload, after the browser's Back, and in another window. */

const own = useConsole()

/** What a page shows: its fields, tabs, order, pages and rows. Runs in the browser. */
function readPage() {
  const texts = (selector: string) =>
    [...document.querySelectorAll(`main ${selector}`)].map((element) => element.textContent?.trim())
  const isTimeless = (text: string | undefined) => text !== undefined && !/ago|in \d|now|yesterday/.test(text)
  return {
    title: document.title,
    fields: [...document.querySelectorAll<HTMLInputElement>('main input')].map(({ type, value, checked }) =>
      type === 'checkbox' ? checked : value,
    ),
    chosen: texts('[aria-selected=true], [aria-current], [aria-pressed=true]').filter(isTimeless),
    sorted: [...document.querySelectorAll('main [aria-sort]')].map(
      (cell) => `${cell.textContent} ${cell.getAttribute('aria-sort')}`,
    ),
    names: texts('tbody tr td:first-child, tbody tr td:nth-child(2)').filter(isTimeless),
    columns: texts('thead th, [role=columnheader]'),
    opened: texts('button[aria-expanded=true]'),
    groups: texts('[role=rowheader][aria-expanded=false]'),
    range: texts('[aria-live]').filter(isTimeless),
  }
}

interface Walk {
  page: string
  from: string
  steps: (page: Page) => Promise<void>
  /** In the address after the steps. */
  address: RegExp
}

const search = (page: Page, text: string, name?: string | RegExp) =>
  page.getByRole('searchbox', name === undefined ? {} : { name }).fill(text)

const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** A minute that has not begun: the service's clock is ahead of the browser's. Runs in the browser. */
function nextMinute() {
  const date = new Date(Date.now() + 60_000)
  const two = (part: number) => String(part).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

const ids: Record<string, number> = {}

const WALKS: Walk[] = [
  {
    page: 'the overview, by its period',
    from: '/',
    steps: (page) => page.getByRole('button', { name: '7 days' }).click(),
    address: /days=7/,
  },
  {
    page: 'registrations, by state, search and order',
    from: '/registrations',
    steps: async (page) => {
      await page.getByRole('tab', { name: /^All/ }).click()
      await page.getByRole('row').nth(3).waitFor()
      await search(page, 'person')
      await page.waitForURL(/person/)
      await page.getByRole('button', { name: 'Signed up' }).click()
    },
    address: /filter=.*person.*order=DESC/,
  },
  {
    page: 'users, by filters, role and order',
    from: '/users',
    steps: async (page) => {
      await search(page, 'person')
      await page.waitForURL(/person/)
      await choose(page, 'Status', 'Active')
      await page.waitForURL(/[2"]active["%]/)
      await page.getByRole('combobox', { name: 'Role' }).fill('edit')
      await page.getByRole('option', { name: /^Editor/ }).click()
      await page.waitForURL(/editor/)
      await page.getByRole('button', { name: 'Name', exact: true }).click()
    },
    address: /sort=name/,
  },
  {
    page: 'the second page of users',
    from: '/users?perPage=10',
    steps: (page) => page.getByRole('button', { name: 'Go to next page' }).click(),
    address: /page=2/,
  },
  {
    page: 'roles, by type, state, search and order',
    from: '/roles',
    steps: async (page) => {
      await search(page, 'a')
      await page.waitForURL(/filter=.*q/)
      await choose(page, 'Type', 'Back end')
      await page.waitForURL(/backend/)
      await page.getByRole('button', { name: 'Users' }).click()
    },
    address: /sort=count_users/,
  },
  {
    page: 'the users of a role, by search',
    from: '/roles/:editor/users',
    steps: (page) => search(page, 'person'),
    address: /q=person/,
  },
  {
    page: 'the permissions of a role, by search, granted ones only',
    from: '/roles/:editor/permissions',
    steps: async (page) => {
      await page.getByRole('checkbox', { name: /granted|held/i }).click()
      await page.waitForURL(/held=true/)
      await search(page, 'read')
    },
    address: /q=read/,
  },
  {
    page: 'permissions, by module and search',
    from: '/permissions',
    steps: async (page) => {
      await search(page, 'read')
      await page.waitForURL(/read/)
      await choose(page, 'Status', 'Active')
    },
    // The columns may contain it too.
    address: /is_active(=|"|%22)/,
  },
  {
    page: 'the roles that grant a permission, by search',
    from: '/permissions/:permission/roles',
    steps: (page) => search(page, 'admin'),
    address: /q=admin/,
  },
  {
    page: 'the holders of a permission, by search',
    from: '/permissions/:permission',
    steps: (page) => search(page, 'nobody'),
    address: /q=nobody/,
  },
  {
    page: 'the matrix, by its roles and permissions',
    from: '/matrix',
    steps: async (page) => {
      await search(page, 'read', 'Search permissions')
      await page.waitForURL(/q=read/)
      await search(page, 'edit', 'Search roles')
    },
    address: /role=edit/,
  },
  {
    page: 'the matrix, by its collapsed groups',
    from: '/matrix',
    steps: async (page) => {
      const groups = page.locator('[aria-expanded=true] .toggle')
      await groups.nth(1).click()
      await page.waitForURL(/closed=/)
      await groups.first().click()
    },
    address: /closed=[ms]\d+\.[ms]\d+/,
  },
  {
    page: 'the permissions of a user, by search, and whether they have one',
    from: '/users/:editing/permissions',
    steps: async (page) => {
      await page.getByRole('combobox', { name: 'Permission' }).fill('can-read-roles')
      await page
        .getByRole('option', { name: /can-read-roles/ })
        .first()
        .click()
      await page.waitForURL(/permission=can-read-roles/)
    },
    address: /permission=can-read-roles/,
  },
  {
    page: 'a term of a tree, and the search in it',
    from: '/taxonomies?type=skill',
    steps: async (page) => {
      await search(page, 'analysis')
      await page.waitForURL(/q=analysis/)
      await page.getByRole('treeitem', { name: /Analysis/ }).click()
    },
    address: /term=\d+/,
  },
  {
    page: 'the audit trail, by action, kind of record, outcome and search',
    from: '/audit',
    steps: async (page) => {
      await page.getByRole('combobox', { name: 'What happened' }).fill('role assigned')
      await page.getByRole('option', { name: 'Role assigned', exact: true }).click()
      await page.waitForURL(/action=users\.roles\.add/)
      await choose(page, 'Kind', 'User')
      await page.waitForURL(/kind=users/)
      await choose(page, 'Outcome', 'Done')
      await page.waitForURL(/outcome=done/)
      await search(page, 'person')
    },
    address: /q=person/,
  },
  {
    page: 'the seal of the audit trail',
    from: '/audit',
    steps: (page) => page.getByRole('button', { name: 'How to seal it' }).click(),
    address: /seal=open/,
  },
  {
    page: 'an entry of the history of a role, and its columns',
    from: '/roles/:editor/history',
    steps: async (page) => {
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('menuitemcheckbox', { name: 'Via' }).click()
      await page.waitForURL(/columns=.*via/)
      await page.keyboard.press('Escape')
    },
    address: /columns=.*via/,
  },
  {
    page: 'the outbox, by state and kind',
    from: '/mails',
    steps: async (page) => {
      await page.getByRole('tab', { name: /^Failed/ }).click()
      await page.waitForURL(/state=failed/)
      await choose(page, 'Kind', 'Invitation')
    },
    address: /state=failed&kind=invitation/,
  },
  {
    page: 'the access of a user as of an earlier time, by search',
    from: '/users/:administrator/permissions',
    steps: async (page) => {
      await page.getByLabel('Day and time').fill(await page.evaluate(nextMinute))
      await page.keyboard.press('Enter')
      await page.waitForURL(/as_of=/)
      await search(page, 'webhook', 'Search permissions')
      await page.waitForURL(/q=webhook/)
    },
    address: /as_of=.*q=webhook/,
  },
  {
    page: 'webhooks, by state and search',
    from: '/webhooks',
    steps: async (page) => {
      await search(page, 'index')
      await page.waitForURL(/index/)
      await choose(page, 'Status', 'On')
    },
    address: /is_active/,
  },
  {
    page: 'the deliveries of a webhook, by their result',
    from: '/webhooks/:webhook/deliveries',
    steps: (page) => page.getByRole('tab', { name: 'Retrying' }).click(),
    address: /outcome=retrying/,
  },
  {
    page: 'the trash, by kind, search and order',
    from: '/trash',
    steps: async (page) => {
      await page.getByRole('tab', { name: /^Roles/ }).click()
      await page.waitForURL(/trash\/roles/)
      await search(page, 'old')
      await page.waitForURL(/old/)
      await page.getByRole('button', { name: 'Name' }).click()
    },
    address: /trash\/roles.*sort=name/,
  },
]

describe('The address of a page', () => {
  before(async () => {
    const { call } = own.service
    const create = async (path: string, json: object) =>
      dataOf(await call('POST', `/api/${path}/create`, { json })) as { item: { id: number } }
    for (const name of ['Ravi', 'Chloe', 'Mei'])
      await create('registrations', {
        first_name: `Person ${name}`,
        email: `${name}@example.org`,
        password: 'correct horse battery',
      })
    for (let count = 0; count < 12; count += 1) {
      const user = await makeUser(own.service)
      if (count === 0) ids.editing = user.id
      if (count < 3) await giveRole(own.service, user, { id: 'editor' })
    }
    await create('taxonomy-types', { name: 'Country' })
    await create('taxonomy-types', { name: 'Skill' })
    await create('taxonomies', { name: 'Cooking', type: 'skill' })
    await create('taxonomies', { name: 'Analysis', type: 'skill' })
    for (const name of ['Old one', 'Old two']) {
      await create('roles', { name })
      await call('POST', `/api/roles/slug/${name.toLowerCase().replace(' ', '-')}/delete`)
    }
    for (const description of ['Search index', 'Chat'])
      ids.webhook = (
        await create('webhooks', { description, url: 'https://hooks.example.com/', events: ['*'] })
      ).item.id
    ids.administrator = dataOf(await call('GET', '/api/me')).user.id
    // A minute that the browser chooses is over for the service, and later than all of this.
    own.service.clock.advance(120_000)
    ids.editor = dataOf(await call('GET', '/api/roles/slug/editor')).id
    ids.permission = dataOf(await call('GET', '/api/permissions/slug/can-read-users')).id
  })

  for (const { page: name, from, steps, address } of WALKS)
    it(`restores ${name}`, async () => {
      const path = from.replace(/:(\w+)/, (_all, key) => String(ids[key]))
      await own.visit(path, {}, async (page) => {
        await page.getByRole('heading', { level: 1 }).waitFor()
        await settled(page)
        const first = await page.evaluate(readPage)
        await steps(page)
        await page.waitForURL(address)
        const url = page.url()
        let seen = first
        await own.visit(url, {}, async (other) => {
          // The page may still show what the last step has changed.
          await eventually(async () => {
            seen = await page.evaluate(readPage)
            assert.notDeepEqual(seen, first)
            assert.deepEqual(await other.evaluate(readPage), seen, 'in another window')
          })
        })
        const expectSame = (message: string) =>
          eventually(async () => assert.deepEqual(await page.evaluate(readPage), seen, message))
        await page.reload()
        await expectSame('after a reload')
        await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Rolecall' }).click()
        await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
        await page.goBack()
        assert.equal(page.url(), url)
        await expectSame('after the browser’s Back')
      })
    })
})
