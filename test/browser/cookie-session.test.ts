// Engines: SQLite
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { listEndpoints } from '../../server/app.ts'
import { openBrowser } from '../support/browser.ts'
import { requireBuild, useConsole } from '../support/console.ts'
import { MINUTE_MS } from '../support/factors.ts'
import { freePort } from '../support/free-port.ts'
import { dumpOf } from '../support/refusals.ts'
import { ADMIN, type Service, startService } from '../support/service.ts'

const COOKIE = '__Host-rolecall'

let browser: Browser
let service: Service
let origin: string
before(async () => {
  await requireBuild()
  browser = await openBrowser()
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  service = await startService({ publicUrl: origin })
  await service.app.listen({ host: '127.0.0.1', port })
})
after(async () => {
  await browser?.close()
  await service?.stop()
})

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

async function inBrowser(story: (context: BrowserContext) => Promise<void>) {
  const context = await browser.newContext({ baseURL: origin, locale: 'en-GB', reducedMotion: 'reduce' })
  context.setDefaultTimeout(60_000)
  try {
    await story(context)
  } finally {
    await context.close()
  }
}

async function signIn(page: Page, path = '/signin') {
  await page.goto(path)
  await title(page, 'Sign in').waitFor()
  await page.getByLabel('Email or username').fill(ADMIN.email)
  await page.getByLabel(/^Password/).fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await title(page, 'Overview').waitFor()
}

const secretIn = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === COOKIE)?.value

async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await title(page, 'Sign in').waitFor()
}

describe('The session of the console, at PUBLIC_URL', () => {
  it('is in a cookie that its scripts cannot read, in no URL, header or answer, and survives a reload', () =>
    inBrowser(async (context) => {
      const page = await context.newPage()
      const seen: string[] = []
      const bodies: Promise<string>[] = []
      page.on('request', (request) => {
        seen.push(request.url(), request.headers().authorization ?? '')
      })
      page.on('response', (response) => {
        if (response.url().includes('/api/')) bodies.push(response.text().catch(() => ''))
      })
      await signIn(page)
      await page.reload()
      await title(page, 'Overview').waitFor()
      const [cookie] = (await context.cookies()).filter(({ name }) => name === COOKIE)
      assert.deepEqual(
        [cookie?.httpOnly, cookie?.secure, cookie?.sameSite, cookie?.path, cookie?.expires],
        [true, true, 'Strict', '/', -1],
      )
      const secret = String(cookie?.value)
      const read = await page.evaluate(() =>
        JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]),
      )
      for (const text of [read, ...seen, ...(await Promise.all(bodies))])
        assert.ok(!text.includes(secret), text)
      assert.doesNotMatch(read, /rc_/)
      await page.getByRole('button', { name: /^Account menu/ }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
      assert.equal(await page.getByText('Scripts of this page can read your session').count(), 0)
    }))

  it('is that of all tabs, and a sign-out in one signs out the others', () =>
    inBrowser(async (context) => {
      const [one, two] = [await context.newPage(), await context.newPage()]
      await signIn(one)
      await two.goto('/roles')
      await title(two, 'Roles').waitFor()
      const secret = await secretIn(context)
      await signOut(one)
      await title(two, 'Sign in').waitFor()
      assert.equal(await secretIn(context), undefined)
      const answer = await service.call('GET', '/api/me', {
        token: null,
        headers: { cookie: `${COOKIE}=${secret}` },
      })
      assert.equal(answer.status, 401)
    }))

  it('ends without use: the page asks to sign in again, and goes on', () =>
    inBrowser(async (context) => {
      const page = await context.newPage()
      await signIn(page)
      await page.keyboard.press('Control+k')
      service.clock.advance(61 * MINUTE_MS)
      await page.getByRole('combobox', { name: 'Go to…' }).fill('editor')
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
      await dialog.getByLabel(/^Password/).fill(ADMIN.password)
      await dialog.getByRole('button', { name: 'Sign in' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('option', { name: 'Editor' }).waitFor()
      assert.notEqual(await secretIn(context), undefined)
    }))
})

describe('The session of the console, elsewhere', () => {
  const own = useConsole({ publicUrl: 'https://accounts.example.com' })

  it('is a token of the tab, as before, and administrators are told', () =>
    own.visit('/signin', { token: null }, async (page) => {
      await page.getByLabel('Email or username').fill(ADMIN.email)
      await page.getByLabel(/^Password/).fill(ADMIN.password)
      await page.keyboard.press('Enter')
      await title(page, 'Overview').waitFor()
      assert.match(await page.evaluate(() => sessionStorage.getItem('rolecall') ?? ''), /rc_/)
      await page.getByRole('button', { name: /^Account menu/ }).click()
      await page.getByText('Scripts of this page can read your session').waitFor()
    }))
})

describe('A page of somebody else', () => {
  let evil: Server
  let port: number
  before(async () => {
    evil = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end('<title>evil</title><p>evil</p>')
    }).listen(0, '127.0.0.1')
    await new Promise((done) => evil.once('listening', done))
    port = (evil.address() as AddressInfo).port
  })
  after(() => new Promise((done) => evil.close(done)))

  /** Every write by GET, with forged values. */
  const targets = () =>
    listEndpoints(service.config)
      .filter(
        ({ effect, methods, access }) => effect === 'write' && methods.includes('GET') && access !== 'public',
      )
      .map(({ path }) => path.replaceAll(/:(\w+)/g, (_match, name) => (name === 'column' ? 'id' : '1')))
      .map((path) => `${origin}${path}?email=forged@example.com&first_name=Forged&name=Forged`)

  // Another port is the same site: SameSite=Strict lets its pages send the cookie. Another host is another site.
  for (const host of ['127.0.0.1', 'localhost']) {
    it(`at ${host === 'localhost' ? 'another host' : 'another port of the same host'} changes nothing by forms, links, images and fetch`, () =>
      inBrowser(async (context) => {
        await signIn(await context.newPage())
        await service.runJob('write-token-uses')
        const page = await context.newPage()
        // Browsers hide most of these answers even from a test.
        const sent: { method: string; hasCookie: boolean; status: number }[] = []
        const note = ({ method = '', headers }: IncomingMessage, response: ServerResponse) =>
          response.once('finish', () => {
            sent.push({
              method,
              hasCookie: headers.cookie?.includes(COOKIE) ?? false,
              status: response.statusCode,
            })
          })
        service.app.server.on('request', note)
        const before = await dumpOf(service)
        const home = `http://${host}:${port}/`
        await page.goto(home)
        await page.waitForFunction(() => document.title === 'evil')
        await page.evaluate(async (urls) => {
          const load = (url: string) =>
            new Promise((done) => {
              const image = new Image()
              image.onload = image.onerror = done
              image.src = url
            })
          for (const url of urls) {
            await load(url)
            await fetch(url, { credentials: 'include', mode: 'no-cors' }).catch(() => undefined)
          }
        }, targets())
        await page.evaluate(async (url) => {
          const body = new URLSearchParams({ email: 'forged@example.com', first_name: 'Forged' })
          await fetch(url, { method: 'POST', body, credentials: 'include', mode: 'no-cors' }).catch(
            () => undefined,
          )
        }, `${origin}/api/users/create`)
        for (const method of ['post', 'get']) {
          const opened = page.waitForURL(/api\/users\/create/)
          await page.evaluate(
            ([method, action]) => {
              const form = document.createElement('form')
              Object.assign(form, { method, action })
              form.innerHTML =
                '<input name="email" value="forged@example.com"><input name="first_name" value="F">'
              document.body.append(form)
              form.submit()
            },
            [method, `${origin}/api/users/create`] as const,
          )
          await opened
          await page.goto(home)
          await page.waitForFunction(() => document.title === 'evil')
        }
        const opened = page.waitForURL(/api\/users\/create/)
        await page.evaluate((href) => {
          const link = Object.assign(document.createElement('a'), { href, textContent: 'win' })
          document.body.append(link)
          link.click()
        }, `${origin}/api/users/create?email=forged@example.com&first_name=F`)
        await opened
        service.app.server.off('request', note)
        assert.deepEqual(await dumpOf(service), before)
        assert.ok(sent.length > 40, String(sent.length))
        assert.deepEqual(
          sent.filter(({ status }) => status < 400),
          [],
        )
        const withCookie = sent.filter(({ hasCookie }) => hasCookie)
        if (host === 'localhost') assert.equal(withCookie.length, 0)
        else {
          assert.ok(withCookie.length > 40, 'the cookie was sent, and did not count')
          assert.ok(withCookie.some(({ method, status }) => method === 'POST' && status === 403))
        }
      }))
  }
})
