import type { Page } from 'playwright-core'
import { dataOf } from '../../test/support/actors.ts'
import type { Service } from '../../test/support/service.ts'

/** A picture of docs/console/. */
export interface Picture {
  /** The file's name before `-light.png` and `-dark.png`. */
  name: string
  /** Or what makes it, such as the link of a mail. */
  path: string | ((service: Service) => Promise<string>)
  /** Clicks through to the view, and waits for it. */
  until: (page: Page) => Promise<void>
  /** `stranger`: nobody is signed in. `set-up`: there is no administrator yet; the path gets a new setup code. Otherwise the administrator is signed in. */
  as?: 'stranger' | 'set-up'
  /** Also on a phone: `-phone.png`. */
  hasPhone?: boolean
}

/** Rows of a file, with faults for the check to find. */
const ROWS = [
  'Name;Surname;Mail;Department;Time zone',
  'Noor;Haddad;noor.haddad@example.org;Support;Europe/Berlin',
  'Tomás;Silva;tomas.silva@example;Support;America/Sao_Paulo',
  'Ingrid;Larsen;ingrid.larsen@example.org;Billing;Europe/Oslo',
  ';Okafor;chi.okafor@example.org;Billing;Africa/Lagos',
  'Yuki;Tanaka;yuki.tanaka@example.org;Support;Asia/Tokyo',
].join('\n')

export const heading = (name: string) => (page: Page) =>
  page.getByRole('heading', { level: 1, name }).waitFor()

const webhookPath =
  (q: string, tab = '') =>
  async ({ call }: Service) => {
    const { list } = dataOf(await call('GET', '/api/webhooks', { query: { q } }))
    return `/webhooks/${list.data[0].id}${tab}`
  }

/** One line per page; add new pages here. */
export const PICTURES: Picture[] = [
  { name: 'sign-in', path: '/signin', until: heading('Sign in'), as: 'stranger', hasPhone: true },
  { name: 'sign-up', path: '/signup', until: heading('Sign up'), as: 'stranger', hasPhone: true },
  {
    name: 'forgot',
    path: '/forgot',
    until: heading('Forgot your password?'),
    as: 'stranger',
    hasPhone: true,
  },
  {
    name: 'first-run',
    path: '/setup',
    until: heading('Create the first administrator'),
    as: 'set-up',
  },
  {
    name: 'dashboard',
    path: '/',
    until: (page) =>
      page.getByText('Sign-ins per day, bar chart').or(page.locator('svg[role=img]').last()).last().waitFor(),
  },
  {
    name: 'go-to',
    path: '/',
    until: async (page) => {
      await heading('Overview')(page)
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Go to…' }).fill('an')
      await page.getByRole('group', { name: 'Users' }).getByRole('option').first().waitFor()
    },
  },
  {
    name: 'registrations',
    path: '/registrations',
    until: (page) => page.getByRole('button', { name: 'Approve Mateo Silva' }).waitFor(),
  },
  {
    name: 'registration-approved',
    path: '/registrations',
    until: async (page) => {
      await page
        .getByRole('button', { name: /^Approve / })
        .first()
        .click()
      await page.getByRole('combobox', { name: 'Assign a role' }).fill('su')
      await page.getByRole('option', { name: /Support agent/ }).waitFor()
    },
  },
  {
    name: 'invitations',
    path: '/invitations',
    until: (page) => page.getByRole('table', { name: 'Invitations' }).getByRole('row').nth(3).waitFor(),
  },
  {
    name: 'invite',
    path: '/invitations/new',
    until: async (page) => {
      await page
        .getByRole('textbox', { name: 'Email addresses' })
        .fill('Noor Haddad <noor.haddad@example.org>, Yuki Tanaka <yuki.tanaka@example.org>')
      await page.getByRole('combobox', { name: 'Add a role' }).fill('su')
      await page.getByRole('option', { name: /Support agent/ }).click()
      await page.getByRole('textbox', { name: 'Personal message' }).fill('Welcome to the support team!')
      await page.evaluate(() => scrollTo(0, 0))
    },
  },
  {
    name: 'users',
    path: '/users',
    until: (page) => page.getByRole('table', { name: 'Users' }).getByRole('link').first().waitFor(),
  },
  {
    name: 'users-many',
    path: '/users?filter=%7B%22status%22%3A%22active%22%7D',
    until: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await page.getByRole('button', { name: /^Select all .* matching$/ }).click()
      await page.getByRole('button', { name: 'Assign role' }).click()
      await page.getByRole('combobox', { name: 'Role' }).fill('su')
      await page.getByRole('option', { name: /Support agent/ }).click()
    },
  },
  {
    name: 'users-import',
    path: '/users/import',
    until: async (page) => {
      await page.getByRole('textbox', { name: 'Pasted rows' }).fill(ROWS)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('button', { name: 'Check 5 rows' }).click()
      await page.getByText('3 of 5 rows can be imported.').waitFor()
    },
  },
  {
    name: 'user',
    path: '/users?filter=%7B%22q%22%3A%22Mei+Zhang%22%7D',
    until: async (page) => {
      await page.getByRole('link', { name: /Mei Zhang/ }).click()
      await page.getByLabel('First name').waitFor()
    },
  },
  {
    name: 'user-roles',
    path: '/users',
    until: async (page) => {
      await page.getByRole('link', { name: /Camille Dubois/ }).click()
      await page.getByRole('tab', { name: 'Roles' }).click()
      await page.getByRole('switch').first().waitFor()
    },
  },
  {
    name: 'user-permissions',
    path: '/users',
    until: async (page) => {
      await page.getByRole('link', { name: /Camille Dubois/ }).click()
      await page.getByRole('tab', { name: 'Permissions' }).click()
      await page.getByRole('combobox', { name: 'Permission' }).fill('can-delete-users')
      await page.getByRole('option', { name: /can-delete-users/ }).click()
      await page.getByText(/^(Yes|No), Camille/).waitFor()
    },
  },
  {
    name: 'user-as-of',
    path: async ({ call, clock }) => {
      const { list } = dataOf(await call('GET', '/api/users', { query: { q: 'Camille Dubois' } }))
      return `/users/${list.data[0].id}/permissions?${new URLSearchParams({ as_of: clock.now() })}`
    },
    until: (page) => page.getByText(/Camille .* had \d+ permissions/).waitFor(),
  },
  {
    name: 'user-offboarding',
    path: '/users',
    until: async (page) => {
      await page.getByRole('link', { name: /Camille Dubois/ }).click()
      await page.getByRole('button', { name: 'Offboard…' }).click()
      await page.getByText('The account is deactivated.').waitFor()
    },
  },
  {
    name: 'account',
    path: '/account',
    until: (page) => page.getByText('This session').waitFor(),
  },
  {
    name: 'audit',
    path: '/audit',
    until: (page) => page.getByRole('table', { name: 'Audit trail' }).getByRole('row').nth(5).waitFor(),
  },
  {
    name: 'audit-entry',
    path: '/audit?action=users.update',
    until: async (page) => {
      await page.getByRole('table', { name: 'Audit trail' }).getByRole('link').first().click()
      await page
        .getByRole('dialog')
        .getByText(/No\. \d+/)
        .waitFor()
    },
  },
  {
    name: 'role-history',
    path: '/roles/4/history',
    until: (page) => page.getByRole('table', { name: 'History' }).getByRole('row').nth(3).waitFor(),
  },
  {
    name: 'mails',
    path: '/mails',
    until: (page) => page.getByRole('table', { name: 'Outbox' }).getByRole('row').nth(1).waitFor(),
  },
  {
    name: 'webhooks',
    path: '/webhooks',
    until: (page) => page.getByText('Failing').waitFor(),
    hasPhone: true,
  },
  {
    name: 'webhook',
    path: webhookPath('Ticket system'),
    until: (page) => page.getByText('Switched off by the service', { exact: false }).waitFor(),
  },
  {
    name: 'webhook-deliveries',
    path: webhookPath('Search index', '/deliveries'),
    until: (page) =>
      page
        .getByRole('button', { name: /^Send again/ })
        .nth(4)
        .waitFor(),
    hasPhone: true,
  },
  {
    name: 'trash',
    path: '/trash',
    until: (page) =>
      page
        .getByRole('button', { name: /^Restore / })
        .first()
        .waitFor(),
  },
  {
    name: 'taxonomies',
    path: '/taxonomies',
    until: async (page) => {
      const term = page.getByRole('tree', { name: /^Terms of/ }).getByRole('treeitem')
      await term.first().click()
      await page.getByRole('complementary').getByRole('heading', { level: 2 }).waitFor()
    },
  },
  {
    name: 'roles',
    path: '/roles',
    until: (page) => page.getByRole('link', { name: 'Editor' }).waitFor(),
  },
  {
    name: 'role-permissions',
    path: '/roles/4/permissions',
    until: (page) => page.getByRole('checkbox', { name: 'Can read taxonomies' }).waitFor(),
  },
  {
    name: 'roles-compare',
    path: '/roles/compare?ids=3,4,5',
    until: (page) => page.getByRole('table', { name: 'Compare roles' }).waitFor(),
  },
  {
    name: 'permissions',
    path: '/permissions',
    until: (page) => page.getByRole('link', { name: 'Can read users' }).waitFor(),
  },
  {
    name: 'matrix',
    path: '/matrix',
    until: async (page) => {
      await page.getByRole('checkbox', { name: 'Auditor: Refund payments' }).click()
      await page.getByRole('checkbox', { name: 'Billing: Create invoices' }).click()
      await page.getByText('2 changes').waitFor()
    },
  },
  {
    name: 'matrix-review',
    path: '/matrix?q=invoices',
    until: async (page) => {
      await page.getByRole('checkbox', { name: 'Billing: Approve invoices' }).click()
      await page.getByRole('button', { name: 'Review and save…' }).click()
      await page.getByRole('button', { name: 'Save 1 change' }).and(page.locator(':enabled')).waitFor()
    },
  },
]
