// Engines: SQLite
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { dataOf, giveRole, makeRole, makeUser } from '../support/actors.ts'
import { useConsole } from '../support/console.ts'
import { eventually } from '../support/eventually.ts'
import { address, makeWorld, row, typeName } from '../support/term-trees.ts'

const DELAY_MS = 60
/** The next row gets the focus, and the key is repeated there. */
const HELD_MS = 800
const REPEAT_MS = 20
const day = `${new Date().getFullYear() + 2}-05-05`

const delay = (page: Page) =>
  page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, DELAY_MS))
    await route.continue()
  })

async function holdEnter(page: Page): Promise<void> {
  const end = Date.now() + HELD_MS
  while (Date.now() < end) {
    // Playwright marks each press of a key that is down as a repetition.
    await page.keyboard.down('Enter')
    await page.waitForTimeout(REPEAT_MS)
  }
  await page.keyboard.up('Enter')
}

const textOf = (page: Page) =>
  page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent)

describe("One's own changes", () => {
  const own = useConsole({}, { forEach: true })
  const call = (method: string, path: string, json?: object) => own.service.call(method, path, { json })
  const linksOf = async (id: number): Promise<Record<string, [boolean, string | undefined]>> => {
    const { roles } = dataOf(await call('GET', `/api/users/${id}/relationships/roles`))
    return Object.fromEntries(
      roles.data.map(
        ({ name, pivot }: { name: string; pivot: { is_active: boolean; expires_at?: string } }) => [
          name,
          [pivot.is_active, pivot.expires_at?.slice(0, 10)],
        ],
      ),
    )
  }
  const makeHolder = async (...names: string[]) => {
    const user = await makeUser(own.service, { first_name: 'Ada', last_name: 'Example' })
    for (const name of names) {
      const role = await makeRole(own.service, ['can-read-taxonomies'], { name, slug: name.toLowerCase() })
      await giveRole(own.service, user, role.slug)
    }
    return user
  }
  const makeMembers = async (...names: string[]) => {
    const role = await makeRole(own.service, ['can-read-taxonomies'], { name: 'Curator', slug: 'curator' })
    const users = await Promise.all(
      names.map((first_name) => makeUser(own.service, { first_name, last_name: 'Example' })),
    )
    for (const user of users) await giveRole(own.service, user, role.slug)
    return { role, users }
  }
  const totalOf = async (roleId: number): Promise<number> =>
    dataOf(await call('GET', `/api/roles/${roleId}/relationships/users`)).users.total

  const NONE = undefined
  const SECOND: [string, (page: Page) => Promise<unknown>, object][] = [
    [
      'a switch',
      (page) => page.getByRole('switch', { name: 'Writer active' }).click(),
      { Dancer: [true, day], Painter: [true, NONE], Writer: [false, NONE] },
    ],
    [
      'a switch of the same role',
      (page) => page.getByRole('switch', { name: 'Dancer active' }).click(),
      { Dancer: [false, day], Painter: [true, NONE], Writer: [true, NONE] },
    ],
    [
      'another date',
      async (page) => {
        const date = page.getByLabel('Painter expires on')
        await date.fill(day)
        await date.press('Enter')
      },
      { Dancer: [true, day], Painter: [true, day], Writer: [true, NONE] },
    ],
    [
      'a removal',
      (page) => page.getByRole('button', { name: 'Remove Writer' }).click(),
      { Dancer: [true, day], Painter: [true, NONE] },
    ],
  ]
  for (const [name, act, expected] of SECOND) {
    it(`of a user's roles wait for each other: an expiry date and ${name}`, async () => {
      const user = await makeHolder('Dancer', 'Painter', 'Writer')
      await own.visit(`/users/${user.id}/roles`, {}, async (page) => {
        await delay(page)
        await page.getByLabel('Dancer expires on').fill(day)
        await act(page)
        await eventually(async () => assert.deepEqual(await linksOf(user.id), expected))
        await page
          .getByText(name === 'a removal' ? 'Writer removed.' : /for this user\.$|^This user has /)
          .first()
          .waitFor()
        await page.waitForTimeout(10 * DELAY_MS)
        assert.equal(await page.getByText('Someone else').count(), 0)
        assert.deepEqual(await linksOf(user.id), expected)
      })
    })
  }

  it('of a date are taken back in the field if they are refused', async () => {
    const user = await makeHolder('Dancer')
    await own.visit(`/users/${user.id}/roles`, { expected: [/status of 412/] }, async (page) => {
      const date = page.getByLabel('Dancer expires on')
      await page.route('**/relationships/roles', (route) =>
        route.request().method() === 'PATCH'
          ? route.continue({ headers: { ...route.request().headers(), 'if-match': '"outdated"' } })
          : route.continue(),
      )
      await date.fill(day)
      await date.press('Enter')
      await page.getByText('Someone else has changed this').waitFor()
      await eventually(async () => assert.equal(await date.inputValue(), ''))
    })
  })

  it("wait for an undo: a save of a user's details", async () => {
    const user = await makeHolder()
    await own.visit(`/users/${user.id}`, {}, async (page) => {
      await delay(page)
      await page.getByLabel('Last name').fill('Lovelace')
      await page.getByRole('button', { name: 'Deactivate' }).click()
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Saved.').waitFor()
      const { last_name, is_active } = dataOf(await call('GET', `/api/users/${user.id}`))
      assert.deepEqual([last_name, is_active], ['Lovelace', true])
    })
  })

  it('of the name of a term take no more letters while they are saved', async () => {
    const world = await makeWorld(own)
    await own.visit(address(world), {}, async (page) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      await page.route('**/update', async (route) => {
        await promise
        await route.continue()
      })
      await row(page, 'Asia').focus()
      await page.keyboard.press('F2')
      await typeName(page, 'Nanyo')
      const sent = page.waitForRequest('**/update')
      await page.keyboard.press('Enter')
      await sent
      await page.keyboard.type(' and more')
      assert.equal(await page.locator('[role=treeitem] input').inputValue(), 'Nanyo')
      resolve()
      await row(page, 'Nanyo').waitFor()
    })
  })

  it('of an expiry date show a refusal if the member was removed meanwhile', async () => {
    const { role, users } = await makeMembers('Ada', 'Grace')
    const path = `/api/users/${users[0]?.id}/relationships/roles`
    await own.visit(`/roles/${role.id}/users`, { expected: [/status of 4\d\d/] }, async (page) => {
      await delay(page)
      await page.getByRole('button', { name: 'Change expiry for Ada Example' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Expires on').fill(day)
      dataOf(await call('DELETE', path, { id: role.id }))
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.getByRole('alert').waitFor()
      await page.getByText('Ada Example', { exact: true }).waitFor({ state: 'detached' })
      await dialog.getByRole('alert').waitFor()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await dialog.waitFor({ state: 'detached' })
    })
  })

  it('are made once by a held Enter: a removed member', async () => {
    const { role } = await makeMembers('Ada', 'Grace', 'Edsger', 'Alan')
    await own.visit(`/roles/${role.id}/users`, {}, async (page) => {
      let removals = 0
      page.on('request', (request) => {
        if (request.method() === 'DELETE') removals += 1
      })
      await delay(page)
      await page.getByRole('button', { name: 'Remove role from Edsger Example' }).focus()
      await holdEnter(page)
      await page
        .getByRole('button', { name: 'Remove role from Edsger Example' })
        .waitFor({ state: 'detached' })
      await page.waitForTimeout(4 * DELAY_MS)
      assert.deepEqual([removals, await totalOf(role.id)], [1, 3])
      await eventually(async () => assert.equal(await textOf(page), 'Remove role from Grace Example'))
    })
  })

  it('move the focus to the next row, also if the page learns late that a change is over', async () => {
    const { role } = await makeMembers('Ada', 'Grace', 'Edsger')
    await own.visit(`/roles/${role.id}/users`, {}, async (page) => {
      const remove = (name: string) => page.getByRole('button', { name: `Remove role from ${name} Example` })
      await remove('Grace').focus()
      // TanStack Query tells React of it by such a timer.
      await page.evaluate((ms) => {
        const { setTimeout } = window
        window.setTimeout = ((run: () => void, after?: number) =>
          setTimeout(run, after === 0 ? ms : after)) as typeof window.setTimeout
      }, 4 * DELAY_MS)
      await page.keyboard.press('Enter')
      await remove('Grace').waitFor({ state: 'detached' })
      await eventually(async () => assert.equal(await textOf(page), 'Remove role from Ada Example'))
    })
  })

  it('are made once by two quick presses on one control', async () => {
    const { role } = await makeMembers('Ada', 'Grace')
    await own.visit(`/roles/${role.id}/users`, {}, async (page) => {
      let removals = 0
      page.on('request', (request) => {
        if (request.method() === 'DELETE') removals += 1
      })
      const remove = page.getByRole('button', { name: 'Remove role from Grace Example' })
      await remove.waitFor()
      const { promise: pressedAgain, resolve } = Promise.withResolvers<void>()
      await page.route('**/relationships/users?**', async (route) => {
        await pressedAgain
        await route.continue()
      })
      const removed = page.waitForResponse((response) => response.request().method() === 'DELETE')
      await remove.press('Enter')
      await removed
      await page.waitForTimeout(DELAY_MS)
      await page.keyboard.press('Enter')
      resolve()
      await remove.waitFor({ state: 'detached' })
      assert.equal(removals, 1)
    })
  })

  it('are made once by a held Enter: a restored record', async () => {
    for (const first_name of ['Ada', 'Grace', 'Edsger', 'Alan']) {
      const { id } = await makeUser(own.service, { first_name, last_name: 'Example' })
      dataOf(await call('POST', `/api/users/id/${id}/delete`))
    }
    await own.visit('/trash/users', {}, async (page) => {
      await delay(page)
      await page.getByRole('button', { name: 'Restore Grace Example' }).focus()
      await holdEnter(page)
      await page.getByRole('button', { name: 'Restore Grace Example' }).waitFor({ state: 'detached' })
      await page.waitForTimeout(4 * DELAY_MS)
      assert.equal(dataOf(await call('GET', '/api/users?trashed=only')).list.total, 3)
    })
  })

  it('are none on the last page of a list: the focus stays on its button', async () => {
    const names = Array.from({ length: 27 }, (_none, index) => `Person${index}`)
    const { role } = await makeMembers(...names)
    for (const path of ['/users?perPage=10', `/roles/${role.id}/users`]) {
      await own.visit(path, {}, async (page) => {
        await delay(page)
        await page.getByRole('button', { name: 'Go to next page' }).focus()
        for (let press = 0; press < 5; press += 1) {
          await page.keyboard.press('Enter')
          await page.waitForTimeout(5 * DELAY_MS)
          assert.equal(await textOf(page), 'Go to next page', `${path}, press ${press}`)
        }
        await page.getByText(/^2[16]–\d+ of \d+$/).waitFor()
        assert.equal(await page.getByRole('listbox').count(), 0)
      })
    }
  })

  it('of a new user show that the role was refused, though something was typed meanwhile', async () => {
    const role = await makeRole(own.service, ['can-read-taxonomies'], { name: 'Proofreader' })
    await own.visit('/users/create', { expected: [/status of 422/] }, async (page) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      await page.route('**/api/users/create', async (route) => {
        await promise
        await route.continue()
      })
      await page.getByLabel('First name').fill('Katherine')
      await page.getByLabel('Email').fill('katherine@example.com')
      await page.getByRole('combobox', { name: 'Role' }).fill('proof')
      await page.getByRole('option', { name: /Proofreader/ }).click()
      dataOf(await call('POST', `/api/roles/id/${role.id}/delete`))
      const sent = page.waitForRequest('**/api/users/create')
      await page.getByRole('button', { name: 'Create user' }).click()
      await sent
      await page.getByRole('combobox', { name: 'Role', disabled: true }).waitFor()
      await page.getByLabel('Title').fill('Later')
      resolve()
      const refusal = page.getByRole('heading', {
        name: 'Katherine was created without the role Proofreader',
      })
      await refusal.waitFor()
      assert.equal(await page.getByLabel('Title').inputValue(), 'Later')
      dataOf(await call('POST', `/api/roles/id/${role.id}/restore`))
      await page.getByRole('button', { name: 'Try again' }).click()
      await refusal.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.waitForURL(/\/users\/\d+$/)
      await page.getByText('Saved.').waitFor()
      const { list } = dataOf(await call('GET', '/api/users?q=katherine'))
      assert.deepEqual([list.total, list.data[0].title], [1, 'Later'])
      assert.deepEqual(Object.keys(await linksOf(list.data[0].id)), ['Proofreader'])
    })
  })
})
