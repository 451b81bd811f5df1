// Engines: SQLite
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { dataOf, makeActor, makeRole } from '../support/actors.ts'
import { settled } from '../support/browser.ts'
import { expectNoOverflow, expectNoViolations, PHONE, shoot, useConsole } from '../support/console.ts'
import { eventually } from '../support/eventually.ts'

describe('The registrations pages', () => {
  const own = useConsole({}, { forEach: true })
  const call = (method: string, path: string, json?: object) => own.service.call(method, path, { json })
  const register = async (first_name: string, fields: object = {}) => {
    const json = {
      email: `${first_name.toLowerCase()}@example.com`,
      first_name,
      password: 'a quite long phrase',
      ...fields,
    }
    return dataOf(await call('POST', '/api/registrations/create', json)).item
  }
  const rolesOf = async (user: number) =>
    dataOf(await call('GET', `/api/users/id/${user}/roles`)).roles.data.map(
      ({ slug }: { slug: string }) => slug,
    )

  beforeEach(async () => {
    for (const name of ['Ada', 'Grace', 'Edsger', 'Barbara', 'Katherine']) {
      await register(name, { last_name: 'Example', status: 'email-verified' })
    }
    await makeRole(own.service, ['can-read-taxonomies'], { name: 'Librarian', slug: 'librarian' })
  })

  it('list pending registrations, oldest first, in both themes and on a phone', async () => {
    await own.visit('/registrations', {}, async (page) => {
      const rows = page.getByRole('table', { name: 'Registrations' }).getByRole('row')
      await rows.filter({ hasText: 'Ada' }).waitFor()
      assert.match((await rows.nth(1).textContent()) ?? '', /Ada Example/)
      await page.getByText('5 pending registrations').waitFor()
      await shoot(page, 'registrations-light')
      await expectNoViolations(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await shoot(page, 'registrations-dark')
    })
    await own.visit('/registrations', { screen: PHONE }, async (page) => {
      await page.getByRole('list', { name: 'Registrations' }).getByRole('link', { name: /Ada/ }).waitFor()
      await expectNoOverflow(page)
      await shoot(page, 'registrations-phone')
      await expectNoViolations(page)
    })
  })

  it('approve and assign a role by keyboard alone', async () => {
    await own.visit('/registrations', {}, async (page) => {
      await page.getByRole('button', { name: 'Approve Ada Example' }).focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Ada Example is now a user' })
      await dialog.locator('input:focus').waitFor()
      await page.keyboard.type('libr')
      await page.getByRole('option', { name: /Librarian/ }).waitFor()
      await expectNoViolations(page)
      await shoot(page, 'registrations-approved')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await page.getByText('Librarian assigned.').waitFor()
      await page.getByText('4 pending registrations').waitFor()
    })
    const [ada] = dataOf(await own.service.call('GET', '/api/users', { query: { q: 'ada@' } })).list.data
    assert.deepEqual((await rolesOf(ada.id)).sort(), ['librarian', 'registered'])
  })

  it('approve several at once, and say why any could not be approved', async () => {
    dataOf(
      await call('POST', '/api/users/create', {
        email: 'other@example.com',
        first_name: 'Other',
        username: 'taken',
      }),
    )
    await own.visit('/registrations', {}, async (page) => {
      for (const name of ['Grace', 'Edsger']) {
        await page.getByRole('checkbox', { name: `Select ${name} Example` }).check()
      }
      // Another administrator creates a user with that address meanwhile.
      const { item } = dataOf(
        await call('POST', '/api/users/create', { email: 'elsewhere@example.com', first_name: 'Grace' }),
      )
      await call('POST', `/api/users/id/${item.id}/update`, { email: 'grace@example.com' })
      await page.getByRole('button', { name: 'Approve 2' }).click()
      const dialog = page.getByRole('dialog', { name: 'Approve 2 registrations' })
      await dialog.getByRole('button', { name: 'Approve' }).click()
      await dialog.getByText('One approved. One was left out.').waitFor()
      await dialog.getByText(/email/).waitFor()
      await dialog.getByRole('link', { name: 'Grace Example' }).waitFor()
      await shoot(page, 'registrations-outcomes')
      await expectNoViolations(page)
    })
  })

  it('approve and assign a role until a day', async () => {
    await own.visit('/registrations', {}, async (page) => {
      await page.getByRole('button', { name: 'Approve Grace Example' }).click()
      const dialog = page.getByRole('dialog', { name: 'Grace Example is now a user' })
      await dialog.getByRole('combobox', { name: 'Assign a role' }).fill('libr')
      await page.getByRole('option', { name: /Librarian/ }).click()
      await dialog.getByLabel('Expires on').fill('2099-12-30')
      await shoot(page, 'registrations-approved-until')
      await dialog.getByRole('button', { name: 'Assign role' }).click()
      await page.getByText('Librarian assigned.').waitFor()
    })
    const { users } = dataOf(await call('GET', '/api/roles/slug/librarian/users'))
    assert.match(users.data[0].pivot.expires_at, /^2099-12-3/)
  })

  it('reject a registration, and undo it', async () => {
    const { id } = await register('Regretted')
    await own.visit('/registrations', {}, async (page) => {
      await page.getByRole('button', { name: 'Reject Regretted' }).click()
      await page.getByRole('button', { name: 'Reject Regretted' }).waitFor({ state: 'detached' })
      await page.getByText('Regretted rejected and moved to the trash.').waitFor()
      assert.equal((await call('GET', `/api/registrations/${id}`)).status, 404)
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('button', { name: 'Reject Regretted' }).waitFor()
      assert.equal((await call('GET', `/api/registrations/${id}`)).status, 200)
    })
  })

  it('take no second click for the registration that moves up under the pointer', async () => {
    await own.visit('/registrations', {}, async (page) => {
      const reject = (name: string) => page.getByRole('button', { name: `Reject ${name} Example` })
      await reject('Ada').waitFor()
      // Nothing that arrives later moves the rows.
      await settled(page)
      // The moment lasts until the test ends it.
      await page.evaluate(() => {
        const { setTimeout } = globalThis
        const held: (() => void)[] = []
        Object.assign(globalThis, { settle: () => held.splice(0).forEach((act) => void act()) })
        globalThis.setTimeout = ((act: () => void, ms: number) => {
          if (ms !== 800) return setTimeout(act, ms)
          return held.push(act)
        }) as unknown as typeof setTimeout
      })
      const box = await reject('Ada').boundingBox()
      assert.ok(box)
      const place = [box.x + box.width / 2, box.y + box.height / 2] as const
      await page.mouse.click(...place)
      await reject('Ada').waitFor({ state: 'detached' })
      await page.getByText('Ada Example rejected and moved to the trash.').waitFor()
      await eventually(async () => assert.equal((await reject('Grace').boundingBox())?.y, box.y))
      await page.mouse.click(...place)
      await page.evaluate(() => (globalThis as unknown as { settle: () => void }).settle())
      await reject('Edsger').click()
      await reject('Edsger').waitFor({ state: 'detached' })
      await page.getByText('Edsger Example rejected and moved to the trash.').waitFor()
      await reject('Grace').waitFor()
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Edsger Example is pending again.').waitFor()
    })
    const query = { trashed: 'only' }
    const trashed = dataOf(await own.service.call('GET', '/api/registrations', { query })).list.data
    assert.deepEqual(
      trashed.map(({ name }: { name: string }) => name),
      ['Ada Example'],
    )
  })

  it('update the count in the menu with each approval, rejection and undo', async () => {
    for (const name of ['Dorothy', 'Annie']) await register(name, { status: 'email-verified' })
    const query = { per_page: '100' }
    const all = dataOf(await own.service.call('GET', '/api/registrations', { query })).list.data
    const total = all.filter(({ status }: { status: string }) => status !== 'user-created').length
    await own.visit('/registrations', {}, async (page) => {
      const item = page
        .getByRole('navigation', { name: 'Pages' })
        .getByRole('listitem')
        .filter({ hasText: 'Registrations' })
      const expectPending = (count: number) => item.getByText(`${count} pending`).waitFor()
      await expectPending(total)
      await page.getByRole('button', { name: 'Approve Dorothy' }).click()
      await page.getByRole('dialog', { name: 'Dorothy is now a user' }).waitFor()
      await page.keyboard.press('Escape')
      await expectPending(total - 1)
      await page.getByRole('button', { name: 'Reject Annie' }).click()
      await expectPending(total - 2)
      await page.getByRole('button', { name: 'Undo' }).click()
      await expectPending(total - 1)
    })
  })

  it('have a detail page, whose approval leads to the user', async () => {
    const { id } = await register('Hedy', { country: 'Austria' })
    await own.visit(`/registrations/${id}`, {}, async (page) => {
      await page.getByRole('heading', { level: 1, name: 'Hedy' }).waitFor()
      await page.getByText('Austria').waitFor()
      await shoot(page, 'registration')
      await expectNoViolations(page)
      await page.getByRole('button', { name: 'Mark email as verified' }).click()
      await page.getByText('Email marked as verified.').waitFor()
      await page.getByRole('button', { name: 'Approve' }).click()
      await page.getByRole('link', { name: 'View profile' }).click()
      await page.waitForURL(/\/users\/\d+$/)
      await page.getByRole('heading', { level: 1, name: 'Hedy' }).waitFor()
    })
  })

  it('lead to the list once a registration is rejected, unless its page has been left meanwhile', async () => {
    const { id } = await register('Slow')
    await own.visit(`/registrations/${id}`, {}, async (page) => {
      const gate = Promise.withResolvers<void>()
      await page.route(
        ({ pathname }) => pathname.startsWith('/api/registrations'),
        async (route) => {
          if (route.request().method() !== 'GET') await gate.promise
          await route.continue()
        },
      )
      await page.getByRole('button', { name: 'Reject' }).click()
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Roles' }).click()
      await page.getByRole('heading', { level: 1, name: 'Roles' }).waitFor()
      gate.resolve()
      await page.getByText('Slow rejected and moved to the trash.').waitFor()
      assert.equal(new URL(page.url()).pathname, '/roles')
    })
    const quick = await register('Quick')
    await own.visit(`/registrations/${quick.id}`, {}, async (page) => {
      await page.getByRole('button', { name: 'Reject' }).click()
      await page.waitForURL(({ pathname }) => pathname === '/registrations')
    })
  })

  it('show readers neither contact details nor actions', async () => {
    const { token } = await makeActor(own.service, ['can-read-registrations'])
    await own.visit('/registrations', { token }, async (page) => {
      await page.getByRole('link', { name: /Barbara Example/ }).waitFor()
      assert.equal(await page.getByRole('checkbox').count(), 0)
      assert.equal(await page.getByRole('button', { name: /Approve|Reject/ }).count(), 0)
      assert.equal(await page.getByText('@example.com').count(), 0)
      await page.getByRole('link', { name: /Barbara Example/ }).click()
      await page.getByText('You can’t see contact details.').waitFor()
      assert.equal(await page.getByRole('button', { name: /Approve|Reject|Mark/ }).count(), 0)
    })
  })
})
