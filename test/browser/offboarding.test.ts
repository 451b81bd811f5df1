// Engines: SQLite
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { dataOf, giveRole, makeActor, type Person } from '../support/actors.ts'
import { expectNoOverflow, expectNoViolations, PHONE, shoot, useConsole } from '../support/console.ts'
import { makePeople } from '../support/console-people.ts'

describe('Offboarding on the page of a user', () => {
  const own = useConsole()
  const call = (method: string, path: string, json?: object) => own.service.call(method, path, { json })
  let people: Record<string, Person> = {}
  const person = (name: string) => people[name] as Person
  const at = (name: string) => `/users/${person(name).id}`
  const read = async (name: string) => dataOf(await call('GET', `/api${at(name)}`))
  const rolesOf = async (name: string) =>
    dataOf(await call('GET', `/api/users/id/${person(name).id}/roles`)).roles.data.map(
      ({ slug }: { slug: string }) => slug,
    )

  before(async () => {
    people = await makePeople(own.service)
  })

  it('names what ends, ends it, shows what was held, and restores it', async () => {
    await own.visit(at('Ada'), {}, async (page) => {
      await page.getByRole('button', { name: 'Offboard…' }).click()
      const dialog = page.getByRole('dialog', { name: 'End all access of Ada Lovelace?' })
      await dialog.getByText('These roles are removed: Janitor.').waitFor()
      await expectNoViolations(page)
      await shoot(page, 'offboard-dialog')
      await dialog.getByRole('button', { name: 'End all access' }).click()
      await page.getByText('All access of Ada Lovelace has ended.').waitFor()
      const banner = page.getByRole('alert').filter({ hasText: 'Roles until then: Janitor (until' })
      await banner.getByText('One session or token ended.').waitFor()
      assert.deepEqual([(await read('Ada')).is_active, await rolesOf('Ada')], [false, []])
      await page.getByRole('button', { name: 'Offboard…' }).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Activate without roles' }).waitFor()
      await expectNoViolations(page)
      await shoot(page, 'offboarded')
      await page.emulateMedia({ colorScheme: 'dark' })
      await shoot(page, 'offboarded-dark')
      await page.reload()
      await banner.getByRole('button', { name: 'Restore access' }).click()
      await page.getByText('The access of Ada Lovelace is restored.').waitFor()
      await banner.waitFor({ state: 'detached' })
      assert.deepEqual([(await read('Ada')).is_active, await rolesOf('Ada')], [true, ['janitor']])
    })
  })

  it('can be undone at once, from the keyboard alone', async () => {
    await giveRole(own.service, person('Grace'), 'librarian')
    await own.visit(at('Grace'), {}, async (page) => {
      await page.getByRole('button', { name: 'Offboard…' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByText('Librarian').waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByText('All access of Grace Hopper has ended.').waitFor()
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('The access of Grace Hopper is restored.').waitFor()
      assert.deepEqual([(await read('Grace')).is_active, await rolesOf('Grace')], [true, ['librarian']])
    })
  })

  it('is found in the palette, with its way back', async () => {
    await own.visit(at('Grace'), {}, async (page) => {
      const run = async (text: string, name: string) => {
        await page.keyboard.press('Control+k')
        await page.keyboard.type(text)
        const option = page.getByRole('option', { name, exact: true })
        await option.waitFor()
        await option.click()
      }
      await page.getByRole('button', { name: 'Offboard…' }).waitFor()
      await run('offb', 'Offboard…')
      await page.getByRole('dialog').getByRole('button', { name: 'End all access' }).click()
      await page.getByRole('button', { name: 'Restore access' }).waitFor()
      await run('rest acc', 'Restore access')
      await page.getByText('The access of Grace Hopper is restored.').waitFor()
      await page.getByRole('button', { name: 'Offboard…' }).waitFor()
      assert.deepEqual([(await read('Grace')).is_active, await rolesOf('Grace')], [true, ['librarian']])
    })
  })

  it('tells which roles were not given back, in French and on a phone', async () => {
    await giveRole(own.service, person('Edsger'), 'librarian')
    await own.visit(at('Edsger'), { locale: 'fr-FR', screen: PHONE }, async (page) => {
      await page.getByRole('button', { name: 'Mettre fin aux accès…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(/Ces rôles sont retirés.*Librarian/).waitFor()
      await expectNoOverflow(page)
      await shoot(page, 'offboard-phone')
      await dialog.getByRole('button', { name: 'Mettre fin aux accès' }).click()
      await page.getByRole('button', { name: 'Rétablir les accès' }).waitFor()
      // French has the singular for none, too.
      await page.getByRole('link', { name: '0 rôle', exact: true }).waitFor()
      dataOf(await call('POST', '/api/roles/slug/librarian/delete'))
      await page.getByRole('button', { name: 'Rétablir les accès' }).click()
      await page.getByText('Librarian Le rôle a été supprimé.').waitFor()
      await expectNoOverflow(page)
      await expectNoViolations(page)
      await shoot(page, 'offboarding-left-out-phone')
      assert.equal((await read('Edsger')).is_active, true)
      dataOf(await call('POST', '/api/roles/slug/librarian/restore'))
    })
  })

  it('is locked with the reason for oneself and for users who hold more, and hidden from those who may not', async () => {
    const needs = [
      'can-update-users',
      'can-assign-roles',
      'can-read-users',
      'can-read-roles',
      'can-read-permissions',
    ]
    const caller = await makeActor(own.service, needs)
    await own.visit(at('Ada'), { token: caller.token }, async (page) => {
      await page.getByRole('alert').filter({ hasText: 'Ada Lovelace has' }).waitFor()
      await page.getByRole('button', { name: 'Offboard…', disabled: true }).waitFor()
      await page.goto(`/users/${caller.id}`)
      await page.getByRole('button', { name: 'Offboard…', disabled: true }).waitFor()
    })
    const lesser = await makeActor(
      own.service,
      needs.filter((slug) => slug !== 'can-assign-roles'),
    )
    await own.visit(at('Alan'), { token: lesser.token }, async (page) => {
      await page.getByRole('button', { name: 'Deactivate' }).waitFor()
      assert.equal(await page.getByRole('button', { name: 'Offboard…' }).count(), 0)
    })
  })
})
