// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser, visitor } from '../../support/browser.ts'
import { serveReactAdmin } from '../../support/react-admin-page.ts'
import { ADMIN, startService } from '../../support/service.ts'

let browser: Browser
before(async () => {
  browser = await openBrowser()
})
after(() => browser.close())

/** Runs in the page: an admin with two screens that use react-admin's own hooks and controllers. */
async function startAdmin(baseUrl: string) {
  // biome-ignore lint/suspicious/noExplicitAny: the page's packages come without types.
  const load = (globalThis as any).load
  const { createElement: h, useState } = load('react')
  const ra = load('ra-core')
  const [client, provider] = ['@rolecall/client', '@rolecall/ra-data-provider']
  const { createClient } = (await import(client)) as typeof import('@rolecall/client')
  const { authProvider, dataProvider, sessionStore } = (await import(
    provider
  )) as typeof import('@rolecall/ra-data-provider')
  const rolecall = createClient({ baseUrl })

  const Login = () => {
    const login = ra.useLogin()
    const submit = (event: SubmitEvent) => {
      event.preventDefault()
      login(Object.fromEntries(new FormData(event.target as HTMLFormElement)), '/users')
    }
    return h(
      'form',
      { onSubmit: submit },
      h('input', { name: 'username', 'aria-label': 'Username' }),
      h('input', { name: 'password', 'aria-label': 'Password', type: 'password' }),
      h('button', {}, 'Sign in'),
    )
  }
  const List = () => {
    const [q, search] = useState('')
    const { data, total } = ra.useGetList('users', { filter: { q }, sort: { field: 'id', order: 'ASC' } })
    const { identity } = ra.useGetIdentity()
    const { canAccess } = ra.useCanAccess({ resource: 'users', action: 'create' })
    return h(
      'div',
      {},
      h('h1', {}, `${total} users`),
      h('p', {}, `${identity?.fullName} ${canAccess ? 'may' : 'may not'} create`),
      h('input', {
        'aria-label': 'Search',
        onChange: (event: { target: { value: string } }) => search(event.target.value),
      }),
      h(
        'ul',
        {},
        data?.map(({ id, name }: { id: number; name: string }) => h('li', { key: id }, name)),
      ),
      h('a', { href: '#/users/create' }, 'New'),
    )
  }
  const Input = ({ source }: { source: string }) => {
    const { field, fieldState } = ra.useInput({ source })
    return h(
      'label',
      {},
      source,
      h('input', { ...field, 'aria-label': source }),
      h('em', {}, fieldState.error?.message?.replace('@@react-admin@@', '')),
    )
  }
  const Create = () =>
    h(
      ra.CreateBase,
      { redirect: 'list' },
      h(
        ra.Form,
        {},
        h(Input, { source: 'email' }),
        h(Input, { source: 'first_name' }),
        h('button', {}, 'Save'),
      ),
    )
  const admin = h(
    ra.CoreAdmin,
    {
      dataProvider: dataProvider(rolecall),
      authProvider: authProvider(rolecall, { store: sessionStore() }),
      loginPage: Login,
      disableTelemetry: true,
    },
    h(ra.Resource, { name: 'users', list: List, create: Create }),
  )
  load('react-dom/client').createRoot(document.getElementById('root')).render(admin)
}

describe('react-admin in a browser', () => {
  it('signs in, lists, searches, shows a refusal at its input, creates, and stays signed in', async () => {
    const app = await serveReactAdmin()
    const service = await startService({ corsOrigins: [app.origin] })
    try {
      const origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
      const { page, complaints } = await visitor(browser, app.origin)
      await page.goto('/')
      await page.evaluate(startAdmin, origin)
      await page.getByLabel('Username').fill(ADMIN.email)
      await page.getByLabel('Password').fill(ADMIN.password)
      await page.getByRole('button').click()
      await page.getByText('1 users').waitFor()
      await page.getByText('Administrator may create').waitFor()

      await page.getByText('New').click()
      await page.getByLabel('email').fill(ADMIN.email)
      await page.getByLabel('first_name').fill('Ada')
      await page.getByRole('button').click()
      await page.getByText('Another user already has this email.').waitFor()
      assert.equal(complaints.length, 1, 'the browser reports the 409')
      await page.getByLabel('email').fill('ada@example.com')
      await page.getByRole('button').click()
      await page.getByText('2 users').waitFor()
      await page.getByLabel('Search').fill('ad')
      await page.getByRole('listitem').filter({ hasText: 'Ada' }).waitFor()

      await page.reload()
      await page.evaluate(startAdmin, origin)
      await page.getByText('2 users').waitFor()
      assert.equal(complaints.length, 1, complaints.join('\n'))
    } finally {
      await service.stop()
      await app.stop()
    }
  })
})
