// Engines: SQLite
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { readLogo } from '../../server/brand/logo.ts'
import {
  button,
  field,
  inspect,
  lastMail,
  PASSWORD,
  SMALL,
  title,
  useAccountPages,
} from '../support/account-pages.ts'
import { makeUser } from '../support/actors.ts'
import { settled } from '../support/browser.ts'
import { expectNoOverflow, requireBuild, shoot } from '../support/console.ts'
import { eventually } from '../support/eventually.ts'
import { signIn } from '../support/service.ts'

/** Compressed by gzip, all that such a page loads. */
const MAX_BYTES = 120_000

const NEW = 'another phrase of mine'

describe('The pages for signing in', () => {
  const own = useAccountPages({ signup: 'verify' })

  for (const [path, heading] of [
    ['/signin', 'Connexion'],
    ['/reset#code', 'Choisissez un nouveau mot de passe'],
  ] as const) {
    it(`load at most ${MAX_BYTES / 1000} KB for ${path}, in French, with the list of common passwords`, async (t) => {
      await own.visit(path, { token: null, locale: 'fr-FR' }, async (page, { requests }) => {
        await title(page, heading).waitFor()
        const password = page.locator('input[type=password]')
        await password.fill('password123')
        if (path !== '/signin') await page.getByText('un des mots de passe les plus courants').waitFor()
        await settled(page)
        const paths = [...new Set(requests.map((url) => new URL(url).pathname))]
        assert.ok(paths.length > 5)
        const sizes = await Promise.all(
          paths.map(async (url) => {
            const headers = { 'accept-encoding': 'gzip', accept: 'text/html' }
            return (await own.service.app.inject({ url, headers })).rawPayload.length
          }),
        )
        const sum = sizes.reduce((one, other) => one + other, 0)
        t.diagnostic(`${path}: ${paths.length} files, ${sum} bytes by gzip`)
        assert.ok(
          sum <= MAX_BYTES,
          `${sum}: ${paths.map((url, index) => `${url} ${sizes[index]}`).join(', ')}`,
        )
        assert.ok(!paths.some((url) => /App-|mui|index-/i.test(url)))
      })
    })
  }

  it('have a strict policy, and no code or style of their own', async () => {
    await requireBuild()
    for (const path of ['/signin', '/reset', '/invite', '/change-email', '/setup']) {
      const { headers, payload } = await own.service.app.inject({ url: path })
      assert.equal(
        headers['content-security-policy'],
        "default-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none';script-src 'self';style-src 'self';img-src 'self';connect-src 'self';require-trusted-types-for 'script'",
      )
      assert.equal(headers['referrer-policy'], 'no-referrer')
      assert.doesNotMatch(payload, /<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/i)
    }
  })

  it('have the autocomplete attributes that password managers expect', async () => {
    for (const [path, expected] of [
      ['/signin', ['username', 'current-password']],
      ['/signup', ['given-name', 'family-name', 'email']],
      ['/verify#x', ['new-password']],
      ['/forgot', ['username']],
      ['/reset#x', ['new-password']],
    ] as const)
      await own.visit(path, { token: null }, async (page) => {
        await page.getByRole('heading', { level: 1 }).waitFor()
        const inputs = page.locator('input:visible')
        assert.deepEqual(
          await inputs.evaluateAll((all) => all.map((input) => input.getAttribute('autocomplete'))),
          expected,
          path,
        )
      })
  })

  it('are used by keyboard alone', async () => {
    const { email } = await makeUser(own.service, { password: PASSWORD })
    await own.visit('/signin', { token: null }, async (page) => {
      await title(page, 'Sign in').waitFor()
      const focusOn = (selector: string) =>
        page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector)
      await focusOn('[autocomplete=username]')
      const tab = async (times: number) => {
        for (let count = 0; count < times; count += 1) await page.keyboard.press('Tab')
      }
      // Password, reveal, submit, forgot.
      await tab(4)
      await focusOn('a[href$="/forgot"]')
      await page.keyboard.press('Enter')
      await title(page, 'Forgot your password?').waitFor()
      await focusOn('[autocomplete=username]')
      await page.keyboard.type(email)
      await page.keyboard.press('Enter')
      await title(page, 'Check your mail').waitFor()
      await focusOn('[autocomplete="one-time-code"]')
      await page.keyboard.type((await lastMail(own.service, email)).digits ?? '')
      await tab(1)
      await focusOn('[autocomplete="new-password"]')
      await page.keyboard.type(NEW)
      await tab(1)
      await focusOn('[aria-label="Show password: New password"]')
      await page.keyboard.press('Space')
      assert.equal(await page.locator('[autocomplete="new-password"]').getAttribute('type'), 'text')
      await tab(1)
      await page.keyboard.press('Enter')
      await title(page, 'Your password is changed').waitFor()
      await focusOn('h1')
    })
    await signIn(own.service, email, NEW)
  })

  it('fit at 200 % zoom, and keep their outlines in forced colours', async () => {
    for (const path of ['/signin', '/signup', '/forgot', '/reset#x', '/verify#x', '/invite', '/setup']) {
      await own.visit(path, { token: null, screen: { width: 640, height: 400 } }, async (page) => {
        await page.getByRole('heading', { level: 1 }).waitFor()
        // What a page of 1280 pixels has at 200 %, and a phone at 320 pixels.
        await expectNoOverflow(page)
        await page.setViewportSize({ width: 320, height: 600 })
        await expectNoOverflow(page)
        await page.emulateMedia({ forcedColors: 'active' })
        await shoot(page, `forced${path.replace(/\W/g, '-')}`)
        for (const control of await page.locator('.primary, input:not(.hidden)').all()) {
          const width = await control.evaluate((element) => getComputedStyle(element).borderTopWidth)
          assert.equal(width, '1px')
        }
        await page.emulateMedia({ forcedColors: null })
      })
    }
  })

  it('say that the service cannot be reached, keep the input, and try again in place', async () => {
    const expected = [/^failed: /, /Failed to load/]
    await own.visit('/forgot', { token: null, expected }, async (page) => {
      await field(page, 'Email').fill('ada@example.com')
      await page.route('**/api/password/forgot', (route) => route.abort('connectionrefused'))
      await button(page, 'Send mail').click()
      await page.getByRole('alert').filter({ hasText: 'could not be reached' }).waitFor()
      await inspect(page, 'forgot-offline')
      assert.equal(await field(page, 'Email').inputValue(), 'ada@example.com')
      await page.unroute('**/api/password/forgot')
      await button(page, 'Send mail').click()
      await title(page, 'Check your mail').waitFor()
      await page.route('**/api/service', (route) => route.abort('connectionrefused'))
      await page.reload()
      await title(page, 'The service isn’t responding').waitFor()
      await inspect(page, 'unreachable')
      await page.unroute('**/api/service')
      await button(page, 'Try again').click()
      await title(page, 'Check your mail').waitFor()
    })
  })

  it('offer another mail after a while, whose digits then work', async () => {
    const { email } = await makeUser(own.service, { password: PASSWORD })
    await own.visit('/forgot', { token: null, screen: SMALL }, async (page) => {
      await page.clock.install()
      await page.goto('/forgot')
      await field(page, 'Email').fill(email)
      await button(page, 'Send mail').click()
      await title(page, 'Check your mail').waitFor()
      assert.equal(await button(page, 'Send another mail').count(), 0)
      await page.clock.runFor(31_000)
      await button(page, 'Send another mail').click()
      await page.getByText('Another mail is on its way').waitFor()
      await inspect(page, 'reset-again')
      await field(page, 'Code').fill((await lastMail(own.service, email)).digits ?? '')
      await field(page, 'New password').fill(NEW)
      await button(page, 'Save password').click()
      await title(page, 'Your password is changed').waitFor()
    })
  })

  it('are in the language that somebody chooses, which the console and mails follow', async () => {
    const { email } = await makeUser(own.service, { password: PASSWORD })
    await own.visit('/forgot', { token: null }, async (page) => {
      await button(page, 'Français').click()
      await title(page, 'Mot de passe oublié\u202f?').waitFor()
      await page.waitForFunction(() => document.documentElement.lang === 'fr')
      await page.reload()
      await title(page, 'Mot de passe oublié\u202f?').waitFor()
      await field(page, 'E-mail').fill(email)
      await button(page, 'Envoyer le message').click()
      await title(page, 'Consultez vos messages').waitFor()
    })
    assert.match((await lastMail(own.service, email)).subject, /^Réinitialisez/)
  })
})

describe('Too many attempts', () => {
  const own = useAccountPages({ signinRateLimit: 2 })
  it('are answered with how long to wait', async () => {
    await own.visit('/signin', { token: null, expected: [/status of 4(01|29)/] }, async (page) => {
      const attempt = async (password: string) => {
        await field(page, 'Email or username').fill('nobody@example.com')
        await field(page, 'Password').fill(password)
        const answered = page.waitForResponse('**/api/signin')
        await button(page, 'Sign in').click()
        return (await answered).status()
      }
      while ((await attempt('a wrong password')) !== 429);
      await page
        .getByRole('alert')
        .filter({ hasText: /Too many attempts\. Try again in \d+ (second|minute)/ })
        .waitFor()
      await inspect(page, 'signin-wait')
    })
  })
})

describe('The brand', () => {
  const logo = readLogo(new URL('../../server/pages/files/favicon.svg', import.meta.url).pathname)
  assert.ok('type' in logo)
  const own = useAccountPages({ brandName: 'Élan & Cie', brandColor: [0x0b, 0x6e, 0x4f], brandLogo: logo })

  const accent = (page: Page) =>
    page.evaluate(() => getComputedStyle(document.querySelector('.primary') as Element).backgroundColor)

  it('styles the pages in both themes, with the logo and the name', async () => {
    await own.visit('/signin', { token: null }, async (page) => {
      await title(page, 'Sign in').waitFor()
      await page.waitForFunction(() => document.title === 'Sign in · Élan & Cie')
      assert.equal(await page.locator('header').textContent(), 'Élan & Cie')
      await page.locator('header img').waitFor()
      await page.waitForFunction(
        () => (document.querySelector('header img') as HTMLImageElement).naturalWidth > 0,
      )
      await eventually(async () => assert.equal(await accent(page), 'rgb(11, 110, 79)'))
      await inspect(page, 'branded')
    })
  })

  it('has a logo that is served as a picture, and runs nothing when it is opened', async () => {
    const { headers, statusCode } = await own.service.app.inject({ url: '/brand-logo' })
    assert.deepEqual([statusCode, headers['content-type']], [200, 'image/svg+xml'])
    assert.match(String(headers['content-security-policy']), /^default-src 'none';.*;sandbox$/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
  })
})
