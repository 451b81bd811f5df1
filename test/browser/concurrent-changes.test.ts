// Engines: SQLite
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dataOf, giveRole, makeRole, makeUser } from '../support/actors.ts'
import { settled } from '../support/browser.ts'
import { expectValue, useConsole } from '../support/console.ts'
import { make } from '../support/factories.ts'
import { address, makeWorld, readTerm, row, typeName, waitForStatus } from '../support/term-trees.ts'

const expected = [/status of 412/]
const day = (inYears: number) => `${new Date().getFullYear() + inYears}-05-05`
const STALE = /^Someone else has changed this in the meantime\. Nothing was saved\./

describe('A change in place that somebody else has overtaken', () => {
  const own = useConsole()
  const call = (method: string, path: string, json?: object) => own.service.call(method, path, { json })
  const makeLink = async () => {
    const user = await makeUser(own.service, { first_name: 'Ada', last_name: 'Example' })
    const role = await makeRole(own.service, ['can-read-taxonomies'])
    await giveRole(own.service, user, { id: role.slug, expires_at: `${day(2)}T12:00:00Z` })
    return { user, role, linksPath: `/api/users/${user.id}/relationships/roles` }
  }
  const expiryOf = async (path: string): Promise<string> =>
    dataOf(await call('GET', path)).roles.data[0].pivot.expires_at.slice(0, 10)

  it('is refused for the name of a term, and shows the latest one', async () => {
    const world = await makeWorld(own)
    await own.visit(address(world), { expected }, async (page) => {
      await row(page, 'Asia').focus()
      await page.keyboard.press('F2')
      await typeName(page, 'Mine')
      dataOf(await call('POST', `/api/taxonomies/id/${world.asia.id}/update`, { name: 'Theirs' }))
      await page.keyboard.press('Enter')
      await page.getByText(STALE).waitFor()
      await row(page, 'Theirs').and(page.locator(':focus')).waitFor()
      assert.equal((await readTerm(own, world.asia.id)).name, 'Theirs')
      // Another field does not matter.
      dataOf(await call('POST', `/api/taxonomies/id/${world.asia.id}/update`, { notes: 'Theirs' }))
      await page.keyboard.press('F2')
      await typeName(page, 'Mine')
      await page.keyboard.press('Enter')
      await waitForStatus(page, 'Renamed “Theirs” to “Mine”.')
      dataOf(await call('POST', `/api/taxonomies/id/${world.asia.id}/update`, { name: 'Theirs again' }))
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText(STALE).waitFor()
      assert.equal((await readTerm(own, world.asia.id)).name, 'Theirs again')
    })
  })

  it('is refused for the name of a type, and shows the latest one', async () => {
    const { id } = await make(own.service, 'taxonomy-types', { name: 'Alphabet', slug: 'alphabet' })
    await own.visit('/taxonomies?type=alphabet', { expected }, async (page) => {
      const type = (name: string) => page.getByRole('treeitem', { name, exact: true })
      await type('Alphabet').focus()
      await page.keyboard.press('F2')
      await typeName(page, 'Mine')
      dataOf(await call('POST', `/api/taxonomy-types/id/${id}/update`, { name: 'Theirs' }))
      await page.keyboard.press('Enter')
      await page.getByText(STALE).waitFor()
      await type('Theirs').waitFor()
    })
  })

  it('is refused for an expiry date on the page of a user, and shows the latest one', async () => {
    const { user, role, linksPath } = await makeLink()
    await own.visit(`/users/${user.id}/roles`, { expected }, async (page) => {
      const date = page.getByLabel(`${role.name} expires on`)
      await date.fill(day(3))
      dataOf(await call('PATCH', linksPath, { id: role.id, expires_at: `${day(4)}T12:00:00Z` }))
      await date.press('Enter')
      await page.getByText(STALE).waitFor()
      await page.waitForFunction((now) => document.querySelector(`input[type=date][value="${now}"]`), day(4))
      assert.equal(await expiryOf(linksPath), day(4))
      await date.fill(day(3))
      await date.press('Enter')
      await page.getByText(new RegExp(`^This user has ${role.name} until 5 May `)).waitFor()
      assert.equal(await expiryOf(linksPath), day(3))
      await page.getByRole('button', { name: 'Undo' }).click()
      await waitForStatus(page, 'Action undone.')
      assert.equal(await expiryOf(linksPath), day(4))
    })
  })

  it('is refused for an expiry date on the page of a role, until the latest one is shown', async () => {
    const { user, role, linksPath } = await makeLink()
    await own.visit(`/roles/${role.id}/users`, { expected }, async (page) => {
      await page.getByRole('button', { name: 'Change expiry for Ada Example' }).click()
      const dialog = page.getByRole('dialog')
      const date = dialog.getByLabel('Expires on')
      const save = dialog.getByRole('button', { name: 'Save' })
      await date.fill(day(3))
      dataOf(await call('PATCH', linksPath, { id: role.id, expires_at: `${day(4)}T12:00:00Z` }))
      const list = page.waitForResponse(/relationships\/users|\/api\/users\?/)
      await save.click()
      await dialog.getByText(STALE).waitFor()
      assert.equal(await date.inputValue(), day(3))
      await (await list).finished()
      await settled(page)
      await dialog.getByRole('button', { name: 'Reload' }).click()
      await expectValue(date, day(4))
      await date.fill(day(3))
      await save.click()
      await dialog.waitFor({ state: 'detached' })
      assert.equal(await expiryOf(linksPath), day(3))
      assert.equal(dataOf(await call('GET', `/api/users/${user.id}`)).id, user.id)
    })
  })
})
