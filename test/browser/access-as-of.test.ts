// Engines: SQLite
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf, giveRole, makeActor, makeRole, makeUser, type Person, type Role } from '../support/actors.ts'
import { settled } from '../support/browser.ts'
import { expectNoOverflow, expectNoViolations, PHONE, shoot, useConsole } from '../support/console.ts'

/** The permissions of a user as of an earlier time. */

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page) => page.getByLabel('Day and time')
const region = (page: Page, name: string) => page.getByRole('region', { name })

describe('Access as of an earlier time', () => {
  const own = useConsole()
  let ada: Person
  let editor: Role
  /** When Ada was an editor, until tomorrow, and no reviewer yet. */
  let then: string
  const at = (moment: string, person = ada) =>
    `/users/${person.id}/permissions?${new URLSearchParams({ as_of: moment })}`

  before(async () => {
    const { clock, call } = own.service
    editor = await makeRole(own.service, ['can-read-users', 'can-update-users'], { name: 'Copy editor' })
    const reviewer = await makeRole(own.service, ['can-read-roles'], { name: 'Reviewer' })
    ada = await makeUser(own.service, { first_name: 'Ada', last_name: 'Lovelace' })
    await giveRole(own.service, ada, {
      id: editor.slug,
      expires_at: new Date(Date.parse(clock.now()) + 9 * DAY_MS).toISOString(),
    })
    await giveRole(own.service, ada, { id: reviewer.slug, is_active: false })
    clock.advance(MINUTE_MS)
    await own.service.runJob('number-entries')
    then = clock.now()
    clock.advance(MINUTE_MS)
    // Since then: the role was renamed, and removed from her.
    dataOf(await call('POST', `/api/roles/id/${editor.id}/update`, { json: { name: 'Chief editor' } }))
    dataOf(await call('DELETE', `/api/users/${ada.id}/relationships/roles`, { json: [editor.slug] }))
    await own.service.runJob('number-entries')
  })

  it('is shown for a chosen moment, which the address keeps, and leads back to now', async () => {
    await own.visit(`/users/${ada.id}/permissions`, {}, async (page) => {
      await region(page, 'Access at an earlier time').waitFor()
      await page.getByText('No permissions', { exact: true }).waitFor()
      await expectNoViolations(page)
      await shoot(page, 'user-permissions-now')
      const local = await page.evaluate((moment) => {
        const two = (part: number) => String(part).padStart(2, '0')
        const date = new Date(moment)
        const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
        return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
      }, then)
      // The minute begins before the roles were assigned, perhaps: what matters is the moment in the address.
      await field(page).fill(local)
      await page.keyboard.press('Enter')
      await page.waitForURL(/as_of=/)
      const chosen = new URL(page.url()).searchParams.get('as_of') as string
      assert.equal(Date.parse(chosen), Math.floor(Date.parse(then) / MINUTE_MS) * MINUTE_MS)
      await page.goto(at(then))
      await page.getByText('It can’t be changed', { exact: false }).waitFor()
      const roles = region(page, 'Roles at that time')
      await roles.getByText('Copy editor').waitFor()
      await roles.getByText('Reviewer').waitFor()
      await roles.getByText('Inactive').waitFor()
      const permissions = region(page, 'Effective permissions at that time')
      await permissions.getByText('Ada Lovelace had 2 permissions.').waitFor()
      await permissions.getByText('can-update-users').waitFor()
      assert.equal(await permissions.getByText('can-read-roles').count(), 0)
      // Nothing of the present, and nothing that changes it.
      assert.equal(await page.getByText('Check a permission for', { exact: false }).count(), 0)
      assert.equal(await page.getByRole('tabpanel').getByRole('switch').count(), 0)
      await expectNoViolations(page)
      await shoot(page, 'user-as-of')
      await page.reload()
      await roles.getByText('Copy editor').waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('back to now')
      await page.getByRole('option', { name: 'Back to now' }).waitFor()
      await page.keyboard.press('Enter')
      await region(page, 'Effective permissions').getByText('No permissions').waitFor()
      assert.equal(new URL(page.url()).search, '')
      await page.goBack()
      await roles.getByText('Copy editor').waitFor()
    })
  })

  it('is offered by the palette on each tab of the user', async () => {
    await own.visit(`/users/${ada.id}`, {}, async (page) => {
      await page.getByLabel('First name').waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('earlier time')
      await page.getByRole('option', { name: 'Show access at an earlier time' }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(/permissions$/)
      await page.waitForFunction(() => document.activeElement?.getAttribute('type') === 'datetime-local')
    })
  })

  it('explains a moment before the history in place, and leads to its beginning', async () => {
    await own.visit(at('2001-05-03T10:00:00.000Z'), { expected: [/status of (404|422)/] }, async (page) => {
      const alert = page.getByRole('alert')
      await alert.getByText('The history doesn’t reach back that far').waitFor()
      await alert.getByText(/The history begins on \d+ \w+ \d{4}/).waitFor()
      await expectNoViolations(page)
      await shoot(page, 'user-before-history')
      await button(page, 'Go to its beginning').click()
      // The history is older than the account.
      await alert.getByText('Ada Lovelace didn’t exist then').waitFor()
      await expectNoViolations(page)
      await shoot(page, 'user-not-there')
      await button(page, 'Back to now').click()
      await region(page, 'Access at an earlier time').waitFor()
    })
  })

  it('explains a moment in the future in place', async () => {
    await own.visit(at('2099-01-01T00:00:00.000Z'), { expected: [/status of 422/] }, async (page) => {
      await page.getByRole('alert').getByText('This moment is in the future').waitFor()
      await expectNoViolations(page)
      await shoot(page, 'user-not-yet')
    })
  })

  it('says in place that an address names no moment', async () => {
    await own.visit(at('last week'), { expected: [/status of 422/] }, async (page) => {
      await page.getByText('as_of must be a time', { exact: false }).first().waitFor()
      await page.getByRole('heading', { name: 'Access on last week' }).waitFor()
      await button(page, 'Back to now').click()
      await region(page, 'Access at an earlier time').waitFor()
    })
  })

  it('can be searched, and shows the account that is in the trash by now', async () => {
    const root = dataOf(await own.service.call('GET', '/api/me')).user as Person
    await own.visit(at(then, root), {}, async (page) => {
      const permissions = region(page, 'Effective permissions at that time')
      await permissions.getByText(/had \d+ permissions/).waitFor()
      await permissions.getByRole('searchbox').fill('webhook')
      await page.waitForURL(/q=webhook/)
      await permissions.getByText('can-manage-webhooks').waitFor()
      assert.equal(await permissions.locator('code').count(), 1)
    })
    const gone = await makeUser(own.service, { first_name: 'Gone' })
    await giveRole(own.service, gone, editor.slug)
    own.service.clock.advance(1000)
    await own.service.runJob('number-entries')
    const before = own.service.clock.now()
    own.service.clock.advance(1000)
    dataOf(await own.service.call('POST', `/api/users/id/${gone.id}/delete`))
    await own.visit(at(before, gone), {}, async (page) => {
      await region(page, 'Roles at that time').getByText('Chief editor').waitFor()
    })
  })

  it('can be read again in place after an error', async () => {
    await own.visit('/', { expected: [/status of 503/] }, async (page) => {
      const busy = { status: 503, headers: { 'retry-after': '600' } }
      const json = { status: 'failed', success: false, errors: ['The service is busy.'], code: 'busy' }
      await page.route(/\/api\/users\/.*\/permissions\?.*as_of/, (route) => route.fulfill({ ...busy, json }))
      await page.goto(at(then))
      await region(page, 'Roles at that time').getByText('Copy editor').waitFor()
      const permissions = region(page, 'Effective permissions at that time')
      await permissions.getByRole('alert').getByText('The service is busy.').waitFor()
      await page.unrouteAll()
      await permissions.getByRole('button', { name: 'Try again' }).click()
      await permissions.getByText('can-update-users').waitFor()
    })
  })

  it('is not offered to those who may not read the audit trail, and refused in place', async () => {
    const { token } = await makeActor(own.service, [
      'can-read-users',
      'can-read-roles',
      'can-read-permissions',
    ])
    await own.visit(`/users/${ada.id}/permissions`, { token, expected: [/status of 403/] }, async (page) => {
      await region(page, 'Effective permissions').waitFor()
      await settled(page)
      assert.equal(await region(page, 'Access at an earlier time').count(), 0)
      await page.goto(at(then))
      await page.getByText('Ask an administrator for this permission', { exact: false }).first().waitFor()
      assert.equal(await page.getByText('Copy editor').count(), 0)
    })
  })

  it('fits a phone in French, in the dark', async () => {
    const visit = { locale: 'fr-FR', screen: PHONE, theme: 'dark' } as const
    await own.visit(at(then), visit, async (page) => {
      await region(page, 'Rôles à ce moment').getByText('Copy editor').waitFor()
      await button(page, 'Revenir à maintenant').scrollIntoViewIfNeeded()
      await expectNoOverflow(page)
      await expectNoViolations(page)
      await shoot(page, 'user-as-of-phone-french')
    })
  })
})
