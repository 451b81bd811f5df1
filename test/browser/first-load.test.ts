// Engines: SQLite
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { makeUser } from '../support/actors.ts'
import { settled } from '../support/browser.ts'
import { useConsole } from '../support/console.ts'

/** The limits of compressed JavaScript for the first page of a visitor: the sign-in has no react-admin. */
const SIGN_IN_BYTES = 260_000
const CONSOLE_BYTES = 450_000

const own = useConsole()

/** The requested scripts and their compressed sizes. */
async function scriptsOf(page: Page): Promise<{ name: string; bytes: number }[]> {
  const entries = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
      ({ name, encodedBodySize }) => ({
        name,
        bytes: encodedBodySize,
      }),
    ),
  )
  return entries.filter(({ name }) => name.endsWith('.js'))
}

const raw = (url: string, encoding: string) =>
  own.service.app.inject({ url, headers: { 'accept-encoding': encoding } })

describe('The first load', () => {
  // With a user, so that there are charts.
  before(() => makeUser(own.service))
  for (const [name, token, until, limit, unopened] of [
    ['the sign-in', null, 'Sign in', SIGN_IN_BYTES, ['/App-', 'DashboardPage']],
    ['the overview', undefined, 'Sign-ins', CONSOLE_BYTES, ['SignInPage']],
  ] as const) {
    it(`of ${name} is at most ${limit / 1000} KB of compressed scripts, also with gzip only`, async (t) => {
      await own.visit('/', token === null ? { token } : {}, async (page) => {
        await page.getByRole('heading', { name: until }).waitFor()
        await settled(page)
        const scripts = await scriptsOf(page)
        assert.ok(scripts.length > 2)
        assert.ok(scripts.every(({ bytes }) => bytes > 0))
        const brotli = scripts.reduce((sum, { bytes }) => sum + bytes, 0)
        const zipped = await Promise.all(
          scripts.map(async ({ name }) => (await raw(new URL(name).pathname, 'gzip')).rawPayload.length),
        )
        const gzip = zipped.reduce((sum, bytes) => sum + bytes, 0)
        t.diagnostic(`${scripts.length} scripts, ${brotli} bytes by brotli, ${gzip} by gzip`)
        assert.ok(brotli < gzip && gzip <= limit, `${brotli}, ${gzip}`)
        const pages = ['UserList', 'RoleList', 'MatrixPage', 'TaxonomyPage', 'TrashPage', '/fr-', ...unopened]
        assert.deepEqual(
          scripts.filter(({ name }) => pages.some((part) => name.includes(part))),
          [],
          'unopened pages are not loaded',
        )
      })
    })
  }

  for (const input of ['pointer', 'keyboard'] as const) {
    it(`is followed by a page's scripts as soon as the ${input} is on its menu item`, async () => {
      await own.visit('/', {}, async (page) => {
        await page.getByRole('heading', { name: 'Sign-ins' }).waitFor()
        const line = page.getByRole('navigation').getByRole('link', { name: 'Users' })
        const script = page.waitForResponse((response) => response.url().includes('UserList'))
        await (input === 'pointer' ? line.hover() : line.focus())
        assert.equal((await script).status(), 200)
        assert.equal(new URL(page.url()).pathname, '/')
        const others = (await scriptsOf(page)).filter(({ name }) => /RoleList|MatrixPage/.test(name))
        assert.deepEqual(others, [])
      })
    })
  }

  it('requests files once: their names contain a hash, and they are immutable', async () => {
    const { payload, headers } = await raw('/', 'identity')
    assert.equal(headers['cache-control'], 'no-cache')
    const [, script] = /src="(\.\/assets\/[^"]+\.js)"/.exec(payload) ?? []
    const plain = await raw(`/${script?.slice(2)}`, 'identity')
    assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(plain.headers['content-type'], 'application/javascript; charset=utf-8')
    const brotli = await raw(`/${script?.slice(2)}`, 'gzip, br')
    const gzip = await raw(`/${script?.slice(2)}`, 'gzip')
    assert.deepEqual([brotli.headers['content-encoding'], gzip.headers['content-encoding']], ['br', 'gzip'])
    assert.equal(brotliDecompressSync(brotli.rawPayload).toString(), plain.payload)
    assert.equal(gunzipSync(gzip.rawPayload).toString(), plain.payload)
    assert.match(String(brotli.headers.vary), /accept-encoding/)
  })
})

describe("The console's HTML", () => {
  it('allows no inline script or style, no other host, and no text as markup', async () => {
    const { headers, payload } = await raw('/users/1', 'identity')
    const policy = String(headers['content-security-policy'])
    assert.equal(
      policy.replaceAll(/'sha256-[^']+'/g, '(empty)'),
      "default-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none';script-src 'self';style-src 'self' (empty);img-src 'self';font-src 'self';connect-src 'self';require-trusted-types-for 'script'",
    )
    assert.doesNotMatch(payload, /<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/i)
    await own.visit(
      '/',
      { expected: [/policy: |Content Security Policy|requires 'Trusted/] },
      async (page, { complaints }) => {
        await page.getByRole('heading', { name: 'Overview' }).waitFor()
        assert.deepEqual(complaints, [])
        await page
          .evaluate(() => {
            const script = document.createElement('script')
            script.textContent = 'globalThis.smuggled = true'
            document.head.append(script)
          })
          .catch(() => undefined)
        await page.evaluate(() => {
          const style = document.createElement('style')
          style.textContent = 'body { display: none }'
          document.head.append(style)
        })
        assert.equal(await page.evaluate(() => 'smuggled' in globalThis), false)
        assert.equal(await page.evaluate(() => getComputedStyle(document.body).display), 'block')
      },
    )
  })

  it('works below a path that a proxy adds, at any depth', async () => {
    const { payload } = await raw('/users/1/roles', 'identity')
    assert.match(payload, /<meta name="service-root" content="\.\.\/\.\.\/" ?\/>/)
    assert.match(payload, /src="\.\.\/\.\.\/assets\//)
    // From a page with an icon: on other pages a full Chromium requests /favicon.ico, which does not exist.
    await own.visit('/', {}, async (page) => {
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
      // Like a proxy that publishes the service under /accounts.
      await page.route('**/accounts/**', async (route) => {
        const url = route.request().url().replace('/accounts/', '/')
        await route.fulfill({ response: await route.fetch({ url }) })
      })
      await page.goto(`${own.origin}/accounts/roles`)
      await page.getByRole('heading', { level: 1, name: 'Roles' }).waitFor()
      await page.getByRole('navigation').getByRole('link', { name: 'Users' }).click()
      await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
      assert.equal(new URL(page.url()).pathname, '/accounts/users')
    })
  })
})
