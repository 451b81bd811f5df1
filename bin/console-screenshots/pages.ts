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
    name: 'taxonomies',
    path: '/taxonomies',
    until: async (page) => {
      const term = page.getByRole('tree', { name: /^Terms of/ }).getByRole('treeitem')
      await term.first().click()
      await page.getByRole('complementary').getByRole('heading', { level: 2 }).waitFor()
    },
  },
]
