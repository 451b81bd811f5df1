// Engines: SQLite
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { dataOf, giveRole, giveToken, makeRole, makeUser } from '../support/actors.ts'
import { useConsole } from '../support/console.ts'
import { eventually } from '../support/eventually.ts'
import { make } from '../support/factories.ts'
import { address, makeWorld, openRows, row, typeName } from '../support/term-trees.ts'

/** How long the focus has to stay where it is: longer than a dialog takes to close. */
const STILL_MS = 400

/** The focused element as its role and name. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement
    const role = element.getAttribute('role') ?? element.tagName.toLowerCase()
    const name = element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent
    return element === document.body || role === 'main' ? role : `${role} ${name?.trim()}`
  })

/** A control is focused, and a key pressed. */
const press =
  (find: (page: Page) => Locator, key = 'Enter') =>
  async (page: Page) => {
    await find(page).focus()
    await page.keyboard.press(key)
  }
const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }).first()
const inDialog = (name: string) => (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).and(page.locator(':enabled'))
const field = (label: string) => (page: Page) => page.getByLabel(new RegExp(`^${label}`))
const keys =
  (...all: string[]) =>
  async (page: Page) => {
    for (const key of all) await page.keyboard.press(key)
  }
const type = (text: string) => (page: Page) => typeName(page, text)
const fill = (find: (page: Page) => Locator, text: string) => (page: Page) => find(page).fill(text)
const pick = (label: string, text: string) => async (page: Page) => {
  await page.getByRole('combobox', { name: label }).last().fill(text)
  await page
    .getByRole('option', { name: new RegExp(text, 'i') })
    .first()
    .click()
}
const menu = (item: string) => async (page: Page) => {
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: item }).press('Enter')
}
const check = (name: string) => (page: Page) => page.getByRole('checkbox', { name }).check()
const shown = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()

type Act = (page: Page) => Promise<unknown>
/** What the user does, what tells that it is done, and where the focus is then. */
type Step = [acts: Act[], message: string | RegExp, focus: string]

describe('After a write, the focus', () => {
  const own = useConsole({}, { forEach: true })
  const call = (method: string, path: string, json?: object) => own.service.call(method, path, { json })

  async function walk(page: Page, steps: Step[]): Promise<void> {
    for (const [acts, message, focus] of steps) {
      for (const act of acts) await act(page)
      await shown(message)(page)
      await eventually(async () => assert.equal(await focused(page), focus, String(message)))
      await page.waitForTimeout(STILL_MS)
      assert.equal(await focused(page), focus, String(message))
    }
  }

  beforeEach(async () => {
    await makeRole(own.service, ['can-read-taxonomies'], { name: 'Librarian', slug: 'librarian' })
    await makeRole(own.service, ['can-read-users'], { name: 'Janitor', slug: 'janitor' })
  })
  const people = (...names: string[]) =>
    Promise.all(names.map((first_name) => makeUser(own.service, { first_name, last_name: 'Example' })))

  it('stays in the tree of terms', async () => {
    const world = await makeWorld(own)
    await own.visit(address(world), {}, async (page) => {
      await openRows(page, 'Europe', 'France')
      await walk(page, [
        [
          [press((page) => row(page, 'Lyon'), 'F2'), type('Lyons'), keys('Enter')],
          'Renamed “Lyon” to “Lyons”.',
          'treeitem Lyons',
        ],
        [
          [keys('n'), type('Center'), keys('Enter'), shown('Added “Center”.'), keys('Escape')],
          'Added “Center”.',
          'treeitem Lyons',
        ],
        [[menu('Deactivate')], 'Deactivated “Lyons”.', 'treeitem Lyons'],
        [[button('Undo')].map((find) => press(find)), 'Activated “Lyons”.', 'treeitem Lyons'],
        [[press((page) => row(page, 'Center'), 'Delete')], 'Deleted “Center”.', 'treeitem Paris'],
        [[press((page) => row(page, 'Lyons'), 'Delete')], 'Deleted “Lyons”.', 'treeitem Paris'],
        [[keys('Control+z')], 'Restored “Lyons”.', 'treeitem Paris'],
        [
          [
            press((page) => row(page, 'Paris')),
            menu('Move…'),
            pick('Term', 'Germany'),
            press(inDialog('Move')),
          ],
          /^Moved “Paris” to Germany/,
          'treeitem Paris',
        ],
        [
          [
            press((page) => row(page, 'Lyons')),
            menu('Merge into…'),
            pick('Merge into', 'Asia'),
            press(inDialog('Merge')),
          ],
          /^Merged “Lyons”/,
          'treeitem Germany',
        ],
        [[press((page) => row(page, 'Asia')), keys('m'), keys('Enter')], /^Moved “Asia”/, 'treeitem Asia'],
        [
          [press((page) => row(page, 'Europe'), 'Delete'), press(inDialog('Delete'))],
          'Deleted “Europe”.',
          'main',
        ],
        [
          [
            press(button('New term')),
            type('Africa'),
            keys('Enter'),
            shown('Added “Africa”.'),
            keys('Escape'),
          ],
          'Added “Africa”.',
          'treeitem Africa',
        ],
        [
          [
            press((page) => row(page, 'Africa')),
            fill((page) => page.getByRole('complementary').getByLabel('Notes'), 'Big'),
            press(button('Save')),
          ],
          'Saved “Africa”.',
          'textarea Notes',
        ],
        [
          [
            press(button('Actions for this term')),
            async (page) => page.getByRole('menuitem', { name: 'Delete' }).press('Enter'),
          ],
          'Deleted “Africa”.',
          'button New term',
        ],
      ])
    })
  })

  it('stays in the tree of types', async () => {
    const animal = await make(own.service, 'taxonomy-types', { name: 'Animal', slug: 'animal' })
    await make(own.service, 'taxonomy-types', { name: 'Breed', slug: 'breed', parent: animal.id })
    await make(own.service, 'taxonomy-types', { name: 'City', slug: 'city' })
    const item = (name: string) => (page: Page) =>
      page.getByRole('tree', { name: 'Types of terms' }).getByRole('treeitem', { name, exact: true })
    await own.visit('/taxonomies?type=animal', {}, async (page) => {
      await walk(page, [
        [
          [press(item('City'), 'F2'), type('Town'), keys('Enter')],
          'Renamed “City” to “Town”.',
          'treeitem Town',
        ],
        [[keys('n'), type('Port'), keys('Enter')], 'Added “Port”.', 'treeitem Town'],
        [[press(button('Add type')), type('Area'), keys('Enter')], 'Added “Area”.', 'button Add type'],
        [[press(item('Area')), menu('Deactivate')], 'Deactivated Area.', 'treeitem Area'],
        [
          [
            press(item('Breed')),
            menu('Move…'),
            press((page) => page.getByRole('combobox', { name: 'Parent' }), 'ArrowDown'),
            async (page) => page.getByRole('option', { name: 'Town' }).press('Enter'),
            press(inDialog('Move')),
          ],
          'Moved Breed to Town.',
          'treeitem Breed',
        ],
        [[press(item('Port'), 'Delete'), press(inDialog('Delete'))], 'Deleted Port.', 'treeitem Breed'],
        [[press(item('Animal')), keys('m'), keys('Enter')], /^Moved Animal/, 'treeitem Animal'],
      ])
    })
  })

  it('stays on the pages of a user', async () => {
    const [ada] = await people('Ada')
    assert.ok(ada)
    await makeRole(own.service, [], { name: 'Gardener', slug: 'gardener' })
    const day = `${new Date().getFullYear() + 2}-05-05`
    // The page is still shown when what it shows is refetched.
    await own.visit(`/users/${ada.id}/roles`, { expected: [/status of 404/] }, async (page) => {
      await walk(page, [
        [[pick('Role', 'Librarian'), press(button('Assign role'))], 'Librarian assigned.', 'combobox Role'],
        [[pick('Role', 'Janitor'), press(button('Assign role'))], 'Janitor assigned.', 'combobox Role'],
        [
          [pick('Role', 'Gardener'), fill(field('Expires on'), '2098-05-05'), press(button('Assign role'))],
          'Gardener assigned until 5 May 2098.',
          'combobox Role',
        ],
        [
          [press((page) => page.getByRole('switch', { name: 'Janitor active' }), 'Space')],
          'Janitor is inactive for this user.',
          'switch Janitor active',
        ],
        [
          [fill(field('Librarian expires on'), day), press(field('Librarian expires on'))],
          /^This user has Librarian until /,
          'input Librarian expires on',
        ],
        [[press(button('Remove Gardener'))], 'Gardener removed.', 'button Remove Janitor'],
        [[press(button('Remove Janitor'))], 'Janitor removed.', 'button Remove Librarian'],
        [[press(button('Undo'))], 'Action undone.', 'button Remove Librarian'],
        [[press(button('Remove Janitor'))], 'Janitor removed.', 'button Remove Librarian'],
        [[press(button('Remove Librarian'))], 'No roles', 'combobox Role'],
        [
          [
            press((page) => page.getByRole('tab', { name: 'Details' })),
            fill(field('Title'), 'Countess'),
            press(button('Save')),
          ],
          'Saved.',
          'input Title',
        ],
        [[press(button('Deactivate'))], 'User deactivated', 'button Activate'],
        [[press(button('Activate'))], 'User activated', 'button Deactivate'],
        [[press(button('Move to trash'))], / moved to the trash\.$/, 'main'],
      ])
    })
    await own.visit(`/users/${ada.id}`, {}, async (page) => {
      await walk(page, [[[press(button('Restore'))], 'User restored.', 'main']])
    })
  })

  it('stays on the lists of a user', async () => {
    const [ada] = await people('Ada')
    assert.ok(ada)
    await makeWorld(own)
    await giveToken(own.service, ada)
    await own.visit(`/users/${ada.id}/classifications`, {}, async (page) => {
      await walk(page, [
        [[pick('Term', 'Paris'), press(button('Add'))], 'Paris added.', 'combobox Term'],
        [[pick('Term', 'Lyon'), press(button('Add'))], 'Lyon added.', 'combobox Term'],
        [[press(button(/^Lyon/), 'Delete')], 'Lyon removed.', 'button Paris: press Delete to remove'],
        [[press(button(/^Paris/), 'Delete')], 'No classifications', 'combobox Term'],
        [
          [
            press((page) => page.getByRole('tab', { name: 'Sessions and tokens' })),
            press(button('New token')),
            type('backup'),
            keys('Enter'),
            shown('Copy it now'),
            press(inDialog('I’ve saved it')),
          ],
          'backup',
          'button New token',
        ],
        [
          [press(button('Revoke backup')), press(inDialog('Revoke'))],
          'Token “backup” revoked.',
          'button Revoke assigned',
        ],
        [
          [press((page) => page.getByRole('button', { name: /^Revoke / }).last()), press(inDialog('Revoke'))],
          'revoked.',
          'button Revoke assigned',
        ],
      ])
    })
  })

  it('stays on the list of users, and goes to the page of a new one', async () => {
    await people('Ada', 'Grace', 'Edsger', 'Alan')
    await own.visit('/users', {}, async (page) => {
      const only = (...names: string[]): Act[] => names.map((name) => check(`Select ${name} Example`))
      const bulk = (name: string) => (page: Page) =>
        page.getByRole('toolbar').getByRole('button', { name, exact: true })
      await walk(page, [
        [
          [...only('Ada', 'Grace'), press(bulk('Deactivate'))],
          '2 users deactivated',
          'input Select Grace Example',
        ],
        [
          [...only('Ada', 'Grace'), press(bulk('Activate'))],
          '2 users activated',
          'input Select Grace Example',
        ],
        [
          [
            ...only('Ada', 'Grace'),
            press(bulk('Assign role')),
            pick('Role', 'Librarian'),
            press(inDialog('Assign role')),
          ],
          'Librarian assigned',
          'input Select Grace Example',
        ],
        [
          [
            ...only('Ada', 'Grace'),
            press(bulk('Remove role')),
            pick('Role', 'Librarian'),
            press(inDialog('Remove role')),
          ],
          'Librarian removed',
          'input Select Grace Example',
        ],
        [
          [...only('Ada', 'Grace'), press(bulk('Move to trash'))],
          '2 users moved to the trash.',
          'input Select Administrator',
        ],
        [
          [
            press((page) => page.getByRole('link', { name: 'New user' })),
            fill(field('First name'), 'Donald'),
            fill(field('Email'), 'd@example.com'),
            press(button('Create user')),
          ],
          'Donald has been created, without a role.',
          'main',
        ],
      ])
    })
  })

  it('stays on the pages of roles', async () => {
    const role = await makeRole(own.service, ['can-read-users'], { name: 'Curator', slug: 'curator' })
    for (const { id } of await people('Ada', 'Grace')) await giveRole(own.service, { id }, role.slug)
    await people('Emmy')
    const day = `${new Date().getFullYear() + 2}-05-05`
    await own.visit(`/roles/${role.id}/users`, {}, async (page) => {
      await walk(page, [
        [
          [
            press(button('Change expiry for Ada Example')),
            fill(field('Expires on'), day),
            press(inDialog('Save')),
          ],
          'Add people',
          'button Change expiry for Ada Example',
        ],
        [
          [press(button('Add people')), pick('People', 'Emmy'), press(inDialog('Assign role'))],
          'Role assigned to 1 person.',
          'button Add people',
        ],
        [
          [press(button('Remove role from Grace Example'))],
          'Role removed from Grace',
          'button Remove role from Ada Example',
        ],
        [
          [press(button('Remove role from Emmy Example'))],
          'Role removed from Emmy',
          'button Remove role from Ada Example',
        ],
        [[press(button('Remove role from Ada Example'))], 'Nobody has this role', 'button Add people'],
        [
          [press(button('Add people')), pick('People', 'Emmy'), press(inDialog('Assign role'))],
          'Role assigned to 1 person.',
          'button Add people',
        ],
        [
          [
            press((page) => page.getByRole('link', { name: /^Permissions \(/ })),
            press((page) => page.getByRole('checkbox', { name: 'Can read taxonomies' }), 'Space'),
            press(button('Review and save…')),
            shown(/gains? a permission/),
            press(inDialog('Save 1 change')),
          ],
          '1 change saved.',
          'input Can read taxonomies',
        ],
        [
          [
            press((page) => page.getByRole('checkbox', { name: 'Can read taxonomies' }), 'Space'),
            press(button('Discard all')),
          ],
          'Granted only',
          'input Can read taxonomies',
        ],
        [
          [
            press((page) => page.getByRole('link', { name: 'Details' })),
            fill(field('Description'), 'Old things'),
            press(button('Save')),
          ],
          'Saved',
          'textarea Description',
        ],
        [
          [press(button('Delete')), shown(/loses? permissions/), press(inDialog('Delete role'))],
          'Role Curator moved to the trash.',
          'main',
        ],
        [
          [
            press((page) => page.getByRole('link', { name: 'New role' })),
            fill(field('Name'), 'Archivist'),
            press(button('Save')),
          ],
          'Created.',
          'main',
        ],
      ])
    })
  })

  it('stays in the matrix', async () => {
    const tick = (page: Page) => page.getByRole('checkbox', { name: 'Librarian: Can read users' })
    await own.visit('/matrix?q=can-read-users', {}, async (page) => {
      await walk(page, [
        [
          [
            press(tick, 'Space'),
            press(button('Review and save…')),
            shown(/gains? a permission|No user gains/),
            press(inDialog('Save 1 change')),
          ],
          '1 change saved.',
          'checkbox Librarian: Can read users',
        ],
        [
          [press(tick, 'Space'), press(button('Review and save…')), press(button(/^Undo: /))],
          'Permission matrix',
          'checkbox Librarian: Can read users',
        ],
        [
          [press(tick, 'Space'), press(button('Discard all'))],
          'Permission matrix',
          'checkbox Librarian: Can read users',
        ],
      ])
    })
  })

  it('stays on the list of registrations', async () => {
    for (const first_name of ['Ada', 'Grace', 'Edsger', 'Barbara', 'Katherine', 'Alan']) {
      const json = {
        email: `${first_name}@example.com`,
        first_name,
        password: 'a quite long phrase',
        status: 'email-verification-pending',
      }
      dataOf(await call('POST', '/api/registrations/create', json))
    }
    await own.visit('/registrations', {}, async (page) => {
      await walk(page, [
        [
          [press(button('Approve Grace')), shown('Grace is now a user'), press(inDialog('Close'))],
          '5 pending',
          'button Approve Edsger',
        ],
        [
          [
            press(button('Approve Ada')),
            shown('Ada is now a user'),
            pick('Assign a role', 'Librarian'),
            press(inDialog('Assign role')),
          ],
          'Librarian assigned.',
          'button Approve Edsger',
        ],
        [
          [press(button('Reject Edsger'))],
          'Edsger rejected and moved to the trash.',
          'button Reject Barbara',
        ],
        [
          [
            press((page) => page.getByRole('link', { name: /^Barbara/ })),
            press(button('Mark email as verified')),
          ],
          'Email marked as verified.',
          'button Reject',
        ],
        [
          [press(button('Approve')), shown('Barbara is now a user'), press(inDialog('Close'))],
          'Approved. User:',
          'main',
        ],
        [
          [
            press((page) =>
              page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Registrations/ }),
            ),
            check('Select Katherine'),
            check('Select Alan'),
            press(button('Approve 2')),
            press(inDialog('Approve')),
            shown('2 approved.'),
            press(inDialog('Close')),
          ],
          'No pending registrations',
          'main',
        ],
      ])
    })
  })

  it('stays in the trash', async () => {
    const all = await people('Ada', 'Grace', 'Edsger', 'Alan')
    for (const { id } of all) dataOf(await call('POST', `/api/users/id/${id}/delete`))
    await own.visit('/trash/users', {}, async (page) => {
      await walk(page, [
        [[press(button('Restore Grace Example'))], 'Grace Example restored.', 'button Restore Ada Example'],
        [
          [
            press(button('Delete Edsger Example permanently')),
            fill((page) => page.getByRole('dialog').getByRole('textbox'), 'Edsger Example'),
            press(inDialog('Delete permanently')),
          ],
          'Edsger Example permanently deleted.',
          'button Delete Ada Example permanently',
        ],
        [
          [
            check('Select Ada Example'),
            press((page) => page.getByRole('toolbar').getByRole('button', { name: 'Restore' })),
          ],
          'Ada Example restored.',
          'input Select Alan Example',
        ],
        [[press(button('Restore Alan Example'))], 'Nothing in the trash', 'main'],
      ])
    })
  })
})
