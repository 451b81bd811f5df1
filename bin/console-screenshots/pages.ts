import type { Page } from 'playwright-core'

/** A picture of docs/console/. */
export interface Picture {
  /** Of the file, before `-light.png` and `-dark.png`. */
  name: string
  path: string
  /** Clicks that lead to what is shown, and waits for it. */
  until: (page: Page) => Promise<void>
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor()

/** A line for each page; those who build one add it here. */
export const PICTURES: Picture[] = [
  { name: 'dashboard', path: '/', until: heading('Overview') },
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
    name: 'permissions',
    path: '/permissions',
    until: (page) => page.getByRole('link', { name: 'Can read users' }).waitFor(),
  },
  {
    name: 'matrix',
    path: '/matrix',
    until: async (page) => {
      await page.getByRole('checkbox', { name: 'Editor: Can read permissions' }).click()
      await page.getByRole('checkbox', { name: 'Contributor: Can read registrations' }).click()
      await page.getByText('2 changes').waitFor()
    },
  },
  {
    name: 'matrix-review',
    path: '/matrix?q=taxonomies',
    until: async (page) => {
      await page.getByRole('checkbox', { name: 'Editor: Can read taxonomies' }).click()
      await page.getByRole('button', { name: 'Review and save…' }).click()
      await page.getByRole('button', { name: 'Save 1 change' }).and(page.locator(':enabled')).waitFor()
    },
  },
]
