// Engines: SQLite
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf, giveRole, makeRole, makeUser } from '../support/actors.ts'
import { settled } from '../support/browser.ts'
import { expectNoViolations, holdAnswers, shoot, useConsole } from '../support/console.ts'
import { eventually } from '../support/eventually.ts'
import { make, PASSWORD } from '../support/factories.ts'

describe('Permanent deletion in the console', () => {
  const own = useConsole()
  const call = (method: string, path: string, json?: object) => own.service.call(method, path, { json })
  const trash = async (kind: string, id: number, json?: object) =>
    dataOf(await call('POST', `/api/${kind}/id/${id}/delete`, json))
  /** The status of a record, whether live or in the trash. */
  const status = async (kind: string, id: number) =>
    (await call('GET', `/api/${kind}/id/${id}?trashed=true`)).status

  /** Opens the dialog, checks its list of effects, and confirms by keyboard. */
  async function destroy(page: Page, name: string, effects: string[]) {
    await page.getByRole('button', { name: `Delete ${name} permanently` }).click()
    const dialog = page.getByRole('dialog', { name: `Delete ${name} permanently?` })
    for (const effect of [...effects, 'This can’t be undone.'])
      await dialog.getByText(effect, { exact: true }).waitFor()
    const listed = await dialog.getByRole('listitem').allTextContents()
    assert.deepEqual(listed, [...effects, 'This can’t be undone.'])
    const confirm = dialog.getByRole('button', { name: 'Delete permanently' })
    await dialog.getByRole('textbox').fill(`${name} or so`)
    assert.equal(await confirm.isDisabled(), true)
    await dialog.getByRole('textbox').fill(name)
    await confirm.focus()
    await page.keyboard.press('Enter')
    return dialog
  }
  /** Waits for the message, and until the list no longer contains the record. */
  async function waitUntilGone(page: Page, name: string) {
    await page.getByText(`${name} permanently deleted.`).waitFor()
    await page.getByRole('button', { name: `Restore ${name}`, exact: true }).waitFor({ state: 'detached' })
  }

  it('removes users with their roles, classifications and tokens', async () => {
    const user = await makeUser(own.service, { first_name: 'Ada' })
    const role = await makeRole(own.service, ['can-read-roles'])
    await giveRole(own.service, user, role.slug)
    const term = await make(own.service, 'taxonomies')
    dataOf(await call('POST', `/api/users/${user.id}/relationships/taxonomies`, [term.id]))
    await trash('users', user.id)
    const other = await makeUser(own.service, { first_name: 'Adam' })
    await trash('users', other.id)
    await own.visit('/trash/users', {}, async (page) => {
      await destroy(page, 'Ada', [
        'One role is removed from the user.',
        'One classification is removed.',
        'Their tokens are deleted.',
        'Items they created are kept, without their name.',
      ])
      await waitUntilGone(page, 'Ada')
      await page.getByRole('tab', { name: 'Users 1' }).waitFor()
      await page.getByRole('button', { name: 'Restore Adam' }).waitFor()
    })
    assert.equal(await status('users', user.id), 404)
    assert.equal(await status('users', other.id), 200)
    assert.equal(dataOf(await call('GET', `/api/roles/${role.id}`)).count_users, 0)
  })

  it('may be confirmed before the effects are read, which are not read again afterwards', async () => {
    const { id } = await makeUser(own.service, { first_name: 'Emmy' })
    await trash('users', id)
    await own.visit('/trash/users', {}, async (page) => {
      const isRead = new RegExp(`/api/users/(id/)?${id}\\?`)
      const effects = await holdAnswers(page, (request) => isRead.test(request.url()))
      await page.getByRole('button', { name: 'Delete Emmy permanently' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete Emmy permanently?' })
      await eventually(() => effects.sent() > 0)
      await dialog.getByRole('textbox').fill('Emmy')
      await dialog.getByRole('button', { name: 'Delete permanently' }).click()
      await waitUntilGone(page, 'Emmy')
      effects.release()
      await settled(page)
      assert.equal(effects.sent(), 1)
    })
    assert.equal(await status('users', id), 404)
  })

  it('removes registrations and keeps their users', async () => {
    const fields = { first_name: 'Grace', email: 'grace@example.com', password: PASSWORD }
    const { id } = await make(own.service, 'registrations', { ...fields, status: 'email-verified' })
    dataOf(await call('POST', `/api/registrations/id/${id}/create-user`))
    await trash('registrations', id)
    await own.visit('/trash/registrations', {}, async (page) => {
      await destroy(page, 'Grace', ['A user created from it is kept.'])
      await waitUntilGone(page, 'Grace')
      await page.getByText('Nothing in the trash').waitFor()
    })
    assert.equal(await status('registrations', id), 404)
    assert.equal((await call('GET', '/api/users/email/grace@example.com')).status, 200)
  })

  it('removes permissions with their links to roles', async () => {
    const permission = await make(own.service, 'permissions', { name: 'Can pay', slug: 'can-pay' })
    const role = await makeRole(own.service, ['can-pay'])
    await giveRole(own.service, await makeUser(own.service), role.slug)
    await trash('permissions', permission.id)
    await own.visit('/trash/permissions', {}, async (page) => {
      await destroy(page, 'Can pay', [
        // The super administrator has the permission too.
        '2 roles lose it.',
        '2 users lose it.',
        'If the manifest still declares it, the next start of the service creates it again, without its roles.',
      ])
      await waitUntilGone(page, 'Can pay')
      await page.getByText('Nothing in the trash').waitFor()
    })
    assert.equal(await status('permissions', permission.id), 404)
    assert.equal(dataOf(await call('GET', `/api/roles/${role.id}`)).count_permissions, 0)
  })

  it('removes terms and types from the bottom up: children and terms must go first', async () => {
    const type = await make(own.service, 'taxonomy-types', { name: 'Place', slug: 'place' })
    const france = await make(own.service, 'taxonomies', { name: 'France', type: 'place' })
    const paris = await make(own.service, 'taxonomies', { name: 'Paris', type: 'place', parent: france.id })
    await trash('taxonomy-types', type.id, { cascade: true })
    await own.visit('/trash/taxonomy-types', { expected: [/status of 409/] }, async (page) => {
      const ofType = await destroy(page, 'Place', [
        'It has 2 terms, which must be deleted permanently first.',
      ])
      await ofType.getByRole('alert').waitFor()
      await expectNoViolations(page)
      await shoot(page, 'trash-destroy-refused')
      await ofType.getByRole('button', { name: 'Cancel' }).click()
      assert.equal(await status('taxonomy-types', type.id), 200)
      await page.getByRole('tab', { name: 'Terms 2' }).click()
      const ofTerm = await destroy(page, 'France', [
        'It has one child term, which must be deleted permanently first.',
      ])
      await ofTerm.getByRole('alert').waitFor()
      await ofTerm.getByRole('button', { name: 'Cancel' }).click()
      assert.equal(await status('taxonomies', france.id), 200)
      await destroy(page, 'Paris', [])
      await waitUntilGone(page, 'Paris')
      await destroy(page, 'France', [])
      await waitUntilGone(page, 'France')
      await page.getByRole('tab', { name: 'Taxonomy types 1' }).click()
      await destroy(page, 'Place', [])
      await waitUntilGone(page, 'Place')
    })
    for (const { id } of [france, paris]) assert.equal(await status('taxonomies', id), 404)
    assert.equal(await status('taxonomy-types', type.id), 404)
  })
})
