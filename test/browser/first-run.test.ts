// Engines: SQLite
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { issueSetupCode } from '../../server/credentials/setup-codes.ts'
import { systemContext } from '../../server/prepare.ts'
import { openBrowser, otherOrigins, type Visitor } from '../support/browser.ts'
import {
  expectNoOverflow,
  expectNoViolations,
  openAs,
  PHONE,
  requireBuild,
  shoot,
  type VisitOptions,
} from '../support/console.ts'
import { type Service, signIn, startService } from '../support/service.ts'

const PERSON = { email: 'ada@example.com', password: 'correct horse battery' }

let browser: Browser
before(async () => {
  await requireBuild()
  browser = await openBrowser()
})
after(() => browser.close())

interface Scene extends Visitor {
  service: Service
  code: string
}

/** A visitor with the setup link of a new installation. */
async function withNewService(looking: VisitOptions, run: (scene: Scene) => Promise<void>) {
  const service = await startService({ adminEmail: undefined, adminPassword: undefined })
  try {
    const origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
    const code = await issueSetupCode({ ...systemContext(service.connection), now: service.clock.now })
    const visit = await openAs(browser, { origin, service }, { ...looking, token: null })
    await run({ ...visit, service, code })
    assert.deepEqual(otherOrigins(visit.requests, origin), [])
    await visit.leave()
  } finally {
    await service.stop()
  }
}

const password = (page: Page) => page.getByLabel(/^Password/)

async function fillIn(page: Page, { email, password: text } = PERSON) {
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('Email').fill(email)
  await password(page).fill(text)
}

const submit = (page: Page) => page.getByRole('button', { name: 'Create administrator' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const users = (service: Service) => service.connection.db.selectFrom('users').selectAll().execute()

describe('The first run', () => {
  it('creates the first administrator by keyboard alone, and opens the console for them', async () => {
    await withNewService({}, async ({ page, code, requests, complaints, service }) => {
      await page.goto(`/setup#${code}`)
      await heading(page, 'Create the first administrator').waitFor()
      await page.locator('[autocomplete=given-name]:focus').waitFor()
      for (const text of ['Ada', 'Lovelace', PERSON.email, PERSON.password]) {
        await page.keyboard.type(text)
        await page.keyboard.press('Tab')
      }
      await password(page).press('Enter')
      await heading(page, 'Overview').waitFor()
      const steps = page.getByRole('region', { name: 'Get started' })
      await steps.getByRole('link', { name: 'New user' }).waitFor()
      await steps.getByText('People can sign up').waitFor()
      await expectNoViolations(page)
      await shoot(page, 'first-steps')
      await page.getByRole('button', { name: 'Account menu: Ada Lovelace' }).waitFor()
      assert.deepEqual([new URL(page.url()).pathname, new URL(page.url()).hash], ['/', ''])
      const token = await signIn(service, PERSON.email, PERSON.password)
      const { body } = await service.call('GET', '/api/users/id/1/roles/super-administrator', { token })
      assert.equal(body.data, true)
      assert.deepEqual(
        requests.filter((url) => url.split('#')[0]?.includes(code)),
        [],
      )
      assert.deepEqual(complaints, [])
    })
  })

  const WORDS = {
    'en-GB': {
      title: 'This link doesn’t work',
      wrong: 'It has already been used, has expired or is invalid.',
      setUp: 'An administrator already exists. Sign in, or ask them for an account.',
      notSetUp: /^Restart the service\. Until an administrator exists/,
      notWhole: 'The link is incomplete',
      signIn: 'Sign in',
      nobody: 'You can’t sign up until the service has an administrator',
    },
    'fr-FR': {
      title: 'Ce lien ne fonctionne pas',
      wrong: 'Il a déjà été utilisé, a expiré ou n’est pas valide.',
      setUp: 'Un administrateur existe déjà. Connectez-vous, ou demandez-lui un compte.',
      notSetUp: /^Redémarrez le service\s: tant qu’il n’y a pas d’administrateur/,
      notWhole: 'Le lien est incomplet',
      signIn: 'Se connecter',
      nobody: 'L’inscription n’est pas possible tant que le service n’a pas d’administrateur',
    },
  }
  for (const [locale, words] of Object.entries(WORDS)) {
    it(`reports a used link as soon as it is opened, in ${locale}`, async () => {
      await withNewService({ locale }, async ({ page, code, service, requests }) => {
        const json = { code, first_name: 'Ada', ...PERSON }
        await service.call('POST', '/api/setup', { token: null, json })
        await page.goto(`/setup#${code}`)
        await heading(page, words.title).waitFor()
        assert.equal(await page.getByRole('alert').textContent(), words.wrong)
        await page.getByText(words.setUp).waitFor()
        assert.equal(await page.locator('form').count(), 0)
        assert.deepEqual(
          requests.filter((url) => url.split('#')[0]?.includes(code)),
          [],
        )
        await page.getByRole('link', { name: words.signIn }).click()
        await page.waitForURL('**/signin')
        assert.equal((await users(service)).length, 1)
      })
    })

    it(`reports an expired, unknown or incomplete link as soon as it is opened, in ${locale}`, async () => {
      await withNewService({ locale }, async ({ page, code, service, requests }) => {
        service.clock.advance(3_600_001)
        for (const wrong of [code, 'rc_guess']) {
          await page.goto(`/setup#${wrong}`)
          await heading(page, words.title).waitFor()
          assert.equal(await page.getByRole('alert').textContent(), words.wrong)
          await page.getByText(words.notSetUp).waitFor()
          await page.goto('about:blank')
        }
        const sent = requests.length
        await page.goto('/setup')
        await page.getByRole('alert').filter({ hasText: words.notWhole }).waitFor()
        assert.ok(requests.slice(sent).every((url) => !url.includes('/api/setup')))
        assert.deepEqual(await users(service), [])
      })
    })

    it(`lets nobody sign up before, and says why, in ${locale}`, async () => {
      await withNewService({ locale }, async ({ page }) => {
        await page.goto('/signin')
        await page.locator('form').waitFor()
        assert.equal(await page.locator('a[href$="/signup"]').count(), 0)
        await page.goto('/signup')
        await page.getByText(words.nobody).waitFor()
        assert.equal(await page.locator('form').count(), 0)
      })
    })
  }

  it('accepts a new link in the tab of an old one', async () => {
    await withNewService({}, async ({ page, code }) => {
      await page.goto('/setup#rc_old')
      await heading(page, 'This link doesn’t work').waitFor()
      await page.goto(`/setup#${code}`)
      await heading(page, 'Create the first administrator').waitFor()
    })
  })

  it('says so if somebody else was faster', async () => {
    await withNewService({}, async ({ page, code, service }) => {
      await page.goto(`/setup#${code}`)
      await fillIn(page, { ...PERSON, email: 'second@example.com' })
      const json = { code, first_name: 'Ada', ...PERSON }
      await service.call('POST', '/api/setup', { token: null, json })
      await submit(page).click()
      await heading(page, 'This link doesn’t work').waitFor()
      assert.equal((await users(service)).length, 1)
    })
  })

  it('shows each fault beside its field until it is corrected', async () => {
    await withNewService({}, async ({ page, code, service, complaints }) => {
      await page.goto(`/setup#${code}`)
      await page.getByLabel('Email').fill('nonsense')
      await password(page).fill('short')
      await page.getByText('3 more to go: at least 8 characters.').waitFor()
      await submit(page).click()
      await page.getByText('First name is required.').waitFor()
      const faults = {
        'First name': 'First name is required.',
        Email: 'Email must be an email address.',
        Password: 'Password must be at least 8 characters.',
      }
      for (const [label, words] of Object.entries(faults)) {
        const field = page.getByLabel(new RegExp(`^${label}`))
        assert.equal(await field.getAttribute('aria-invalid'), 'true')
        assert.equal(
          await page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`).textContent(),
          words,
        )
      }
      assert.equal(await page.getByLabel('Last name').getAttribute('aria-invalid'), 'false')
      // The focus moves in the next frame, which a busy machine draws late.
      await page.waitForFunction(
        () => (document.activeElement as HTMLInputElement).autocomplete === 'given-name',
      )
      assert.deepEqual(await users(service), [])
      await fillIn(page, { ...PERSON, password: 'password123' })
      await submit(page).click()
      await page.getByText('Password is among the most common ones; choose another.').waitFor()
      assert.equal(await page.getByText('First name is required.').isVisible(), false)
      await password(page).fill(PERSON.password)
      await submit(page).click()
      await heading(page, 'Overview').waitFor()
      // Chromium reports the status, and nothing else.
      assert.deepEqual(
        complaints.filter((complaint) => !/status of 422/.test(complaint)),
        [],
      )
    })
  })

  it('shows that it is working, and sends one request however often it is submitted', async () => {
    await withNewService({}, async ({ page, code, requests }) => {
      const held = Promise.withResolvers<void>()
      await page.route('**/api/setup', async (route) => {
        await held.promise
        await route.continue()
      })
      await page.goto(`/setup#${code}`)
      await fillIn(page)
      await submit(page).click()
      await page.getByRole('progressbar').waitFor()
      await page.getByLabel('Email').press('Enter')
      held.resolve()
      await heading(page, 'Overview').waitFor()
      assert.equal(requests.filter((url) => url.endsWith('/api/setup')).length, 1)
    })
  })

  it('says when the service cannot be reached, and keeps the input', async () => {
    await withNewService({}, async ({ page, code }) => {
      await page.goto(`/setup#${code}`)
      await fillIn(page)
      await page.route('**/api/setup', (route) => route.abort())
      await page.route('**/api/setup/check', (route) => route.abort())
      await submit(page).click()
      await page.getByRole('alert').filter({ hasText: 'could not be reached' }).waitFor()
      assert.equal(await page.getByLabel('Email').inputValue(), PERSON.email)
      await page.unroute('**/api/setup')
      await submit(page).click()
      await heading(page, 'Overview').waitFor()
    })
  })

  it('shows the password on request, and hides it again', async () => {
    await withNewService({}, async ({ page, code }) => {
      await page.goto(`/setup#${code}`)
      assert.equal(await password(page).getAttribute('type'), 'password')
      const button = page.getByRole('button', { name: 'Show password' })
      await button.click()
      assert.equal(await password(page).getAttribute('type'), 'text')
      await button.click()
      assert.equal(await password(page).getAttribute('type'), 'password')
    })
  })

  it('is accessible in each of its states, and fits a narrow screen', async () => {
    await withNewService({ screen: PHONE }, async ({ page, code }) => {
      const inspect = async (name: string) => {
        await expectNoOverflow(page)
        await expectNoViolations(page)
        await shoot(page, `first-run-${name}`)
      }
      await page.goto('/setup')
      await heading(page, 'This link doesn’t work').waitFor()
      await inspect('refused')
      await page.goto('about:blank')
      await page.goto(`/setup#${code}`)
      await heading(page, 'Create the first administrator').waitFor()
      await inspect('form')
      await submit(page).click()
      await page.getByText('First name is required.').waitFor()
      await inspect('faults')
    })
  })
})
