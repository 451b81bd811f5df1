// Engines: SQLite
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page, Response } from 'playwright-core'
import { dataOf, makeRole, makeUser } from '../support/actors.ts'
import { PHONE, refetch, save, useConsole } from '../support/console.ts'
import { eventually } from '../support/eventually.ts'
import { address, makeWorld, row, typeName, waitForStatus } from '../support/term-trees.ts'

const holdWrites = (page: Page, of: string, held: Promise<void>) =>
  page.route(`**/api/${of}/**`, async (route) => {
    if (route.request().method() !== 'GET') await held
    await route.continue()
  })

/** Forms of new records: what is typed first, and a field that is filled during the save. */
const CREATES = {
  users: {
    path: '/users/create',
    make: [
      ['First name', 'Annie'],
      ['Email', 'annie@example.com'],
    ],
    first: 'annie@example.com',
    other: ['title', 'Title'],
    submit: 'Create user',
    url: /\/users\/\d+$/,
  },
  roles: {
    path: '/roles/create',
    make: [['Name', 'Bookkeeper']],
    first: 'Bookkeeper',
    other: ['details', 'Description'],
    submit: 'Save',
    url: /\/roles\/\d+\/permissions$/,
  },
} as const

describe('A save in a form', () => {
  const own = useConsole()
  const update = async (of: string, id: number, json: object) =>
    dataOf(await own.service.call('POST', `/api/${of}/id/${id}/update`, { json }))
  const read = async (of: string, id: number) => dataOf(await own.service.call('GET', `/api/${of}/id/${id}`))

  /** The form's page, a required field and another with its label, and a third one for somebody else's changes. */
  const FORMS = {
    users: {
      make: async () => {
        const { id } = await makeUser(own.service, {})
        return { id, path: `/users/${id}` }
      },
      first: ['first_name', 'First name'],
      other: ['bio', 'About'],
      theirs: 'title',
    },
    roles: {
      make: async () => {
        const { id } = await makeRole(own.service, [])
        return { id, path: `/roles/${id}` }
      },
      first: ['name', 'Name'],
      other: ['details', 'Description'],
      theirs: 'name',
    },
    taxonomies: {
      make: async () => {
        const world = await makeWorld(own)
        return { id: world.asia.id, path: address(world, world.asia) }
      },
      first: ['name', 'Name'],
      other: ['notes', 'Notes'],
      theirs: 'excerpt',
    },
  } as const
  const input = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })
  const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

  for (const [of, { make, first, other, theirs }] of Object.entries(FORMS)) {
    it(`keeps what is typed meanwhile as an unsaved change (${of})`, async () => {
      const { id, path } = await make()
      await own.visit(path, {}, async (page) => {
        const { promise, resolve } = Promise.withResolvers<void>()
        await holdWrites(page, of, promise)
        await input(page, first[1]).fill(`First ${id} `)
        const sent = page.waitForRequest((request) => request.method() !== 'GET')
        await saveButton(page).click()
        await sent
        await input(page, first[1]).fill(`Later ${id}`)
        await input(page, other[1]).fill('Later too')
        resolve()
        await page
          .getByRole('status')
          .filter({ hasText: /^Saved/ })
          .waitFor()
        assert.equal((await read(of, id))[first[0]], `First ${id}`)
        assert.equal(await input(page, first[1]).inputValue(), `Later ${id}`)
        assert.equal(await input(page, other[1]).inputValue(), 'Later too')
        assert.equal(await save(page), 200)
        const item = await read(of, id)
        assert.deepEqual([item[first[0]], item[other[0]]], [`Later ${id}`, 'Later too'])
      })
    })

    it(`lets a link wait, and asks only if it is refused (${of})`, async () => {
      const { id, path } = await make()
      await own.visit(path, { expected: [/status of 412/] }, async (page) => {
        const { promise, resolve } = Promise.withResolvers<void>()
        const question = page.getByRole('dialog', { name: 'Leave without saving?' })
        const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Trash' })
        await input(page, other[1]).fill('Mine')
        await update(of, id, { [theirs]: `Theirs ${id}` })
        await saveButton(page).click()
        await page.getByRole('button', { name: 'Reload' }).waitFor()
        await holdWrites(page, of, promise)
        await saveButton(page).click()
        await link.click()
        assert.equal(await question.count(), 0)
        resolve()
        await question.getByRole('button', { name: 'Stay on this page' }).click()
        await page.getByRole('button', { name: 'Reload' }).click()
        await page.getByRole('alert').waitFor({ state: 'detached' })
        await saveButton(page).click()
        await link.click()
        await page.getByRole('heading', { level: 1, name: 'Trash' }).waitFor()
        assert.equal((await read(of, id))[other[0]], 'Mine')
      })
    })

    it(`shows and focuses a refusal, until it is outdated (${of})`, async () => {
      const { id, path } = await make()
      const options = { screen: { ...PHONE, height: 480 }, expected: [/status of 412/] }
      await own.visit(path, options, async (page) => {
        const alert = page.getByRole('alert')
        await input(page, other[1]).fill('Mine')
        await update(of, id, { [theirs]: `Theirs ${id}` })
        assert.equal(await save(page), 412)
        await alert.and(page.locator(':focus')).waitFor()
        await eventually(async () => {
          const box = await alert.boundingBox()
          assert.ok(box && box.y >= 52 && box.y < 400, `at ${box?.y} px`)
        })
        await refetch(page, new RegExp(`/api/${of}/(id/)?${id}`))
        await alert.waitFor({ state: 'detached' })
        await update(of, id, { [theirs]: `Again ${id}` })
        assert.equal(await save(page), 412)
        await alert.waitFor()
        await input(page, other[1]).fill('')
        await alert.waitFor({ state: 'detached' })
      })
    })
  }

  for (const [when, isDuring] of [
    ['after', false],
    ['during', true],
  ] as const) {
    it(`does not take one's own rename in the tree for somebody else's change, ${when} it`, async () => {
      const { id, path } = await FORMS.taxonomies.make()
      await own.visit(path, {}, async (page) => {
        const { promise, resolve } = Promise.withResolvers<void>()
        await input(page, 'Notes').fill('Mine')
        await input(page, 'Name').fill('Typed')
        await row(page, 'Asia').focus()
        await page.keyboard.press('F2')
        if (isDuring) await holdWrites(page, 'taxonomies', promise)
        await typeName(page, 'Nanyo')
        await page.keyboard.press('Enter')
        if (isDuring) {
          await saveButton(page).click()
          resolve()
        } else {
          await waitForStatus(page, 'Renamed “Asia” to “Nanyo”.')
          await row(page, 'Nanyo').waitFor()
          await saveButton(page).click()
        }
        await waitForStatus(page, 'Saved “Typed”.')
        assert.equal(await page.getByRole('alert').count(), 0)
        const { name, notes } = await read('taxonomies', id)
        assert.deepEqual([name, notes], ['Typed', 'Mine'])
      })
    })
  }

  it("does not take one's own deactivation of a user for somebody else's change", async () => {
    const { id, path } = await FORMS.users.make()
    await own.visit(path, {}, async (page) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      await input(page, 'About').fill('Mine')
      await holdWrites(page, 'users', promise)
      await page.getByRole('button', { name: 'Deactivate' }).click()
      await saveButton(page).click()
      resolve()
      await waitForStatus(page, 'Saved.')
      const { bio, is_active } = await read('users', id)
      assert.deepEqual([bio, is_active], ['Mine', false])
    })
  })

  it('shows a term as the service has saved it, and later overwrites nobody', async () => {
    const { id, path } = await FORMS.taxonomies.make()
    await own.visit(path, { expected: [/status of 412/] }, async (page) => {
      const url = new RegExp(`/api/taxonomies/(id/)?${id}(\\?|$)`)
      const isRead = (response: Response) => url.test(response.url()) && response.request().method() === 'GET'
      const refetched = page.waitForResponse(isRead)
      // The save ends when its users have been fetched again too, and the form shows the saved term before.
      await page.route('**/relationships/users?**', async (route) => {
        await (await refetched).finished()
        // Rendered by the time a later request has been answered.
        await page.evaluate(async () => void (await (await fetch('/healthz')).text()))
        await route.continue()
      })
      await input(page, 'Name').fill('Asia  ')
      assert.equal(await save(page), 200)
      await page
        .getByRole('status')
        .filter({ hasText: /^Saved/ })
        .waitFor()
      await saveButton(page).waitFor({ state: 'detached' })
      // The form first shows what was sent, then the record as it was read again.
      await eventually(async () => (await input(page, 'Name').inputValue()) === 'Asia')
      await input(page, 'Name').fill('Mine')
      await update('taxonomies', id, { name: 'Theirs' })
      await refetch(page, url)
      assert.equal(await save(page), 412)
    })
  })

  for (const [of, { path, make, first, other, submit, url }] of Object.entries(CREATES)) {
    it(`that creates keeps what is typed meanwhile, and the next save changes the new record (${of})`, async () => {
      await own.visit(path, {}, async (page) => {
        const { promise, resolve } = Promise.withResolvers<void>()
        await page.route(`**/api/${of}/create`, async (route) => {
          await promise
          await route.continue()
        })
        for (const [label, text] of make) await input(page, label).fill(text)
        const sent = page.waitForRequest(`**/api/${of}/create`)
        await page.getByRole('button', { name: submit }).click()
        await sent
        await input(page, other[1]).fill('Later')
        resolve()
        await waitForStatus(page, /created(, without a role)?\.$/i)
        assert.equal(await input(page, other[1]).inputValue(), 'Later')
        assert.match(page.url(), /create$/)
        await saveButton(page).click()
        await page.waitForURL(url)
        const { list } = dataOf(await own.service.call('GET', `/api/${of}`, { query: { q: first } }))
        assert.deepEqual(
          list.data.map((item: Record<string, unknown>) => item[other[0]]),
          ['Later'],
        )
      })
    })
  }

  it('that does not reach the service says so in French', async () => {
    const { path } = await FORMS.users.make()
    await own.visit(path, { locale: 'fr-FR', expected: [/^failed: /, /Failed to load/] }, async (page) => {
      await page.route('**/update', (route) => route.abort())
      await input(page, 'Prénom').fill('Ada')
      await page.getByRole('button', { name: 'Enregistrer' }).click()
      const alert = page.getByRole('alert')
      await alert.waitFor()
      assert.match((await alert.textContent()) ?? '', /^Le service n’a pas répondu\. Vérifiez/)
    })
  })

  it('fits a narrow phone in French', async () => {
    const { path } = await FORMS.users.make()
    await own.visit(path, { locale: 'fr-FR', screen: { width: 360, height: 740 } }, async (page) => {
      await input(page, 'Prénom').fill('Ada')
      const button = page.getByRole('button', { name: 'Enregistrer' })
      assert.equal(await button.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 0)
      const room = await button.evaluate((element) => {
        const text = document.createRange()
        text.selectNodeContents(element)
        return text.getBoundingClientRect().left - element.getBoundingClientRect().left
      })
      assert.ok(room >= 8, `${room} px before the text`)
    })
  })
})
