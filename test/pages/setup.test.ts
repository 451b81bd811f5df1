import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { issueSetupCode } from '../../server/identity/first-administrator.ts'
import { systemContext } from '../../server/prepare.ts'
import { elsewhere, openBrowser, type Visitor, visitor } from '../support/browser.ts'
import { type Service, signIn, startService } from '../support/service.ts'

const PERSON = { email: 'ada@example.com', password: 'correct horse battery' }

let browser: Browser
before(async () => {
  browser = await openBrowser()
})
after(() => browser.close())

interface Scene extends Visitor {
  service: Service
  code: string
  origin: string
}

/** A visitor with the setup link of a new installation. */
async function withNewService(eyes: Parameters<typeof visitor>[2], run: (scene: Scene) => Promise<void>) {
  const service = await startService({ adminEmail: undefined, adminPassword: undefined })
  try {
    const origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
    const code = await issueSetupCode({ ...systemContext(service.connection), now: service.clock.now })
    const visit = await visitor(browser, origin, eyes)
    await run({ ...visit, service, code, origin })
    assert.deepEqual(elsewhere(visit.requests, origin), [])
    await visit.leave()
  } finally {
    await service.stop()
  }
}

async function fillIn(page: Page, { email, password } = PERSON) {
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
}

const submit = (page: Page) => page.getByRole('button', { name: 'Make the administrator' })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const users = (service: Service) => service.connection.db.selectFrom('users').selectAll().execute()

describe('the setup page', () => {
  it('makes the first administrator, by keyboard alone, and says how to go on', async () => {
    await withNewService({}, async ({ page, code, origin, requests, complaints, service }) => {
      await page.goto(`/setup#${code}`)
      for (const text of ['Ada', 'Lovelace', PERSON.email, PERSON.password]) {
        await page.keyboard.type(text)
        await page.keyboard.press('Tab')
      }
      await page.getByLabel('Password').press('Enter')
      await heading(page).filter({ hasText: 'You are the administrator' }).waitFor()
      assert.equal(await page.locator('#done-email').textContent(), PERSON.email)
      const command = await page.locator('#command').textContent()
      assert.ok(command?.includes(`curl ${origin}/api/signin`))
      assert.ok(command?.includes(`'email=${PERSON.email}'`))
      assert.ok(!command?.includes(PERSON.password))
      const token = await signIn(service, PERSON.email, PERSON.password)
      const { body } = await service.call('GET', '/api/users/id/1/roles/super-administrator', { token })
      assert.equal(body.data, true)
      assert.equal((await users(service))[0]?.last_name, 'Lovelace')
      assert.equal(new URL(page.url()).hash, '')
      assert.deepEqual(
        requests.filter((url) => url.split('#')[0]?.includes(code)),
        [],
      )
      assert.deepEqual(complaints, [])
    })
  })

  it('refuses a link that was used, in words', async () => {
    await withNewService({}, async ({ page, code, service }) => {
      await service.call('POST', '/api/setup', { token: null, json: { code, first_name: 'Ada', ...PERSON } })
      await page.goto(`/setup#${code}`)
      await fillIn(page, { ...PERSON, email: 'second@example.com' })
      await submit(page).click()
      await heading(page).filter({ hasText: 'This link does not work' }).waitFor()
      const words = await page.getByRole('alert').textContent()
      assert.equal(words, 'This setup link is used, expired or unknown. Restart the service for a new one.')
      assert.equal(await submit(page).isVisible(), false)
      assert.equal((await users(service)).length, 1)
    })
  })

  it('refuses a link that is over an hour old, and one that is not whole', async () => {
    await withNewService({}, async ({ page, code, service, requests }) => {
      service.clock.advance(3_600_001)
      await page.goto(`/setup#${code}`)
      await fillIn(page)
      await submit(page).click()
      await heading(page).filter({ hasText: 'This link does not work' }).waitFor()
      const sent = requests.length
      await page.goto('about:blank')
      await page.goto('/setup')
      await page.getByRole('alert').filter({ hasText: 'The link is not whole' }).waitFor()
      assert.ok(requests.slice(sent).every((url) => !url.endsWith('/api/setup')))
      assert.deepEqual(await users(service), [])
    })
  })

  it('shows what is wrong beside each field, until it is mended', async () => {
    await withNewService({}, async ({ page, code, service, complaints }) => {
      await page.goto(`/setup#${code}`)
      await page.getByLabel('Email').fill('nonsense')
      await page.getByLabel('Password').fill('short')
      await page.getByText('3 more to go: at least 8 characters.').waitFor()
      await submit(page).click()
      await page.getByText('First name is required.').waitFor()
      const faults = {
        'First name': 'First name is required.',
        Email: 'Email must be an email address.',
        Password: 'Password must be at least 8 characters.',
      }
      for (const [label, words] of Object.entries(faults)) {
        const field = page.getByLabel(label)
        assert.equal(await field.getAttribute('aria-invalid'), 'true')
        assert.equal(
          await page.locator(`#${await field.getAttribute('aria-describedby')}`).textContent(),
          words,
        )
      }
      assert.equal(await page.getByLabel('Last name').getAttribute('aria-invalid'), 'false')
      assert.equal(await page.evaluate(() => document.activeElement?.id), 'first_name')
      assert.deepEqual(await users(service), [])
      // Chromium tells of the status, and nothing else is told.
      assert.equal(complaints.length, 1)
      assert.match(complaints[0] as string, /status of 422/)
      await fillIn(page, { ...PERSON, password: 'password123' })
      assert.equal(await page.getByText('First name is required.').isVisible(), false)
      await submit(page).click()
      await page.getByText('Password is among the most common ones; choose another.').waitFor()
      await page.getByLabel('Password').fill(PERSON.password)
      await submit(page).click()
      await heading(page).filter({ hasText: 'You are the administrator' }).waitFor()
    })
  })

  it('says that it is at work, and sends once however often it is told to', async () => {
    await withNewService({}, async ({ page, code, requests }) => {
      const held = Promise.withResolvers<void>()
      await page.route('**/api/setup', async (route) => {
        await held.promise
        await route.continue()
      })
      await page.goto(`/setup#${code}`)
      await fillIn(page)
      await submit(page).click()
      const busy = page.getByRole('button', { name: 'One moment…' })
      assert.equal(await busy.getAttribute('aria-busy'), 'true')
      await busy.click()
      await page.getByLabel('Email').press('Enter')
      held.resolve()
      await heading(page).filter({ hasText: 'You are the administrator' }).waitFor()
      assert.equal(requests.filter((url) => url.endsWith('/api/setup')).length, 1)
    })
  })

  it('says when the service cannot be reached, and keeps what was typed', async () => {
    await withNewService({}, async ({ page, code }) => {
      await page.route('**/api/setup', (route) => route.abort())
      await page.goto(`/setup#${code}`)
      await fillIn(page)
      await submit(page).click()
      await page.getByRole('alert').filter({ hasText: 'The service cannot be reached.' }).waitFor()
      assert.equal(await page.getByLabel('Email').inputValue(), PERSON.email)
      await page.unroute('**/api/setup')
      await submit(page).click()
      await heading(page).filter({ hasText: 'You are the administrator' }).waitFor()
    })
  })

  it('shows the password to who asks, and hides it again', async () => {
    await withNewService({}, async ({ page, code }) => {
      await page.goto(`/setup#${code}`)
      const field = page.getByLabel('Password')
      assert.equal(await field.getAttribute('type'), 'password')
      await page.getByRole('button', { name: 'Show' }).click()
      assert.equal(await field.getAttribute('type'), 'text')
      await page.getByRole('button', { name: 'Hide' }).click()
      assert.equal(await field.getAttribute('type'), 'password')
    })
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`can be read in ${colorScheme}, and fits a narrow screen in each of its states`, async () => {
      await withNewService({ colorScheme, width: 360, height: 740 }, async ({ page, code }) => {
        const look = async () => {
          const { overflow, contrasts, isDark } = await page.evaluate(measure)
          assert.ok(overflow <= 0, `${overflow} px too wide`)
          assert.equal(isDark, colorScheme === 'dark')
          for (const { text, ratio } of contrasts) assert.ok(ratio >= 4.5, `${text}: ${ratio}`)
          assert.ok(contrasts.length > 3)
        }
        await page.goto('/setup')
        await look()
        await page.goto('about:blank')
        await page.goto(`/setup#${code}`)
        await look()
        await submit(page).click()
        await page.getByText('First name is required.').waitFor()
        await look()
        await fillIn(page)
        await submit(page).click()
        await heading(page).filter({ hasText: 'You are the administrator' }).waitFor()
        await look()
      })
    })
  }
})

/** Runs in the page: how far it is too wide, and the contrast of each text with what is behind it (WCAG 2). */
function measure() {
  const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number)
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
      const part = value / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const behind = (element: Element | null): string => {
    if (!element) return 'rgb(255, 255, 255)'
    const { backgroundColor } = getComputedStyle(element)
    return channels(backgroundColor)[3] === 0 ? behind(element.parentElement) : backgroundColor
  }
  const texts = [...document.querySelectorAll('main *')].filter(
    (element) =>
      (element as HTMLElement).offsetParent !== null &&
      [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
  )
  const contrasts = texts.map((element) => {
    const levels = [luminance(getComputedStyle(element).color), luminance(behind(element))].sort(
      (one, other) => one - other,
    )
    const [low = 0, high = 0] = levels
    return { text: element.textContent?.slice(0, 40), ratio: (high + 0.05) / (low + 0.05) }
  })
  const { scrollWidth, clientWidth } = document.documentElement
  return { overflow: scrollWidth - clientWidth, contrasts, isDark: luminance(behind(document.body)) < 0.1 }
}
