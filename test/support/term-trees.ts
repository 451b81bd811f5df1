import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { dataOf } from './actors.ts'
import type { ConsoleUnderTest } from './console.ts'
import { eventually } from './eventually.ts'
import { type Item, make } from './factories.ts'

export const readTerm = async ({ service }: ConsoleUnderTest, id: number): Promise<Item> =>
  dataOf(await service.call('GET', `/api/taxonomies/id/${id}`, { query: { trashed: 'true' } }))

export interface World {
  type: Item
  europe: Item
  france: Item
  paris: Item
  lyon: Item
  germany: Item
  asia: Item
}

let worlds = 0
/** A type of its own, with three levels of terms; two users are in Paris, one of them in Lyon too. */
export async function makeWorld({ service }: ConsoleUnderTest): Promise<World> {
  worlds += 1
  const type = await make(service, 'taxonomy-types', { name: `Place ${worlds}`, slug: `place-${worlds}` })
  const { slug } = type
  const term = (name: string, parent?: Item): Promise<Item> =>
    make(service, 'taxonomies', {
      name,
      slug: `${slug}-${name}`.toLowerCase(),
      type: slug,
      ...(parent && { parent: parent.id }),
    })
  const europe = await term('Europe')
  const asia = await term('Asia')
  const france = await term('France', europe)
  const germany = await term('Germany', europe)
  const paris = await term('Paris', france)
  const lyon = await term('Lyon', france)
  for (const places of [[paris], [paris, lyon]]) {
    const user = await make(service, 'users', { first_name: 'Ada' })
    const json = places.map(({ id }) => id)
    dataOf(await service.call('POST', `/api/users/${user.id}/relationships/taxonomies`, { json }))
  }
  return { type, europe, france, paris, lyon, germany, asia }
}

export const address = ({ type }: World, opened?: Item) =>
  `/taxonomies?type=${type.slug}${opened ? `&term=${opened.id}` : ''}`
export const treeOf = (page: Page) => page.getByRole('tree', { name: /^Terms of/ })
export const row = (page: Page, name: string) => treeOf(page).getByRole('treeitem', { name, exact: true })
/** Types into the input that a key or a button opens, once it has the focus. */
export async function typeName(page: Page, text: string): Promise<void> {
  await page.locator('input:focus').waitFor()
  await page.keyboard.type(text)
}
/** In steps, like a hand: a browser must have accepted the drop target before the release. */
export const drag = (from: Locator, to: Locator) => from.dragTo(to, { steps: 10 })
export const waitForStatus = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).waitFor()
/** Waits until the tree has these names, each with its level. */
export async function expectNames(page: Page, names: string[]): Promise<void> {
  const rows = treeOf(page).getByRole('treeitem')
  const read = () =>
    rows.evaluateAll((all) => all.map((each) => `${each.ariaLevel} ${each.ariaLabel}`).join(', '))
  await eventually(async () => assert.equal(await read(), names.join(', ')))
}

/** Opens rows one after the other, each once the rows below the one before are there: they move those that follow. */
export async function openRows(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    await row(page, name).locator('.twist').click()
    await treeOf(page).locator(`[aria-label="${name}"][aria-expanded=true]`).waitFor()
    await row(page, 'Loading…').waitFor({ state: 'detached' })
  }
}
