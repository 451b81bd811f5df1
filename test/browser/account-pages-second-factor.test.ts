// Engines: SQLite
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { button, field, inspect, SMALL, title, useAccountPages } from '../support/account-pages.ts'
import { dataOf } from '../support/actors.ts'
import { makeOwner, nextCode, type Owner, PASSWORD, wrongCodeOf } from '../support/factors.ts'

const REFUSED = [/status of 401/]

const WORDS = {
  'en-GB': {
    name: 'Email or username',
    password: 'Password',
    submit: 'Sign in',
    title: 'Enter your code',
    code: 'Code',
    recover: 'Use a recovery code',
    recovery: 'Recovery code',
    done: 'You are signed in',
  },
  'fr-FR': {
    name: 'E-mail ou nom d’utilisateur',
    password: 'Mot de passe',
    submit: 'Se connecter',
    title: 'Saisissez votre code',
    code: 'Code',
    recover: 'Utiliser un code de secours',
    recovery: 'Code de secours',
    done: 'Vous êtes connecté',
  },
} as const

/** As far as the code. */
async function passPassword(page: Page, { email }: Owner, words: (typeof WORDS)[keyof typeof WORDS]) {
  await field(page, words.name).fill(email)
  await field(page, words.password).fill(PASSWORD)
  await button(page, words.submit).click()
  await title(page, words.title).waitFor()
}

const send = async (page: Page, code: string) => {
  await field(page, 'Code').fill(code)
  await button(page, 'Sign in').click()
}

async function statusOf(page: Page, code: string): Promise<number> {
  const answered = page.waitForResponse('**/api/signin')
  await send(page, code)
  const status = (await answered).status()
  await page.locator('.primary[aria-disabled=false]').waitFor()
  return status
}

describe('The second step of a sign-in', () => {
  const own = useAccountPages()
  const words = WORDS['en-GB']

  for (const [locale, words] of Object.entries(WORDS)) {
    it(`takes the code of the app, in ${locale}, on a phone`, async () => {
      const owner = await makeOwner(own.service)
      await own.visit('/signin', { token: null, locale, screen: SMALL, expected: REFUSED }, async (page) => {
        await passPassword(page, owner, words)
        const code = field(page, words.code)
        assert.deepEqual(
          [await code.getAttribute('autocomplete'), await code.getAttribute('inputmode')],
          ['one-time-code', 'numeric'],
        )
        await code.fill(wrongCodeOf(own.service, owner.secret))
        await button(page, words.submit).click()
        await page.locator('input[aria-invalid=true]').waitFor()
        await inspect(page, `factor-${locale}`)
        await code.fill(nextCode(own.service, owner.secret).replace(/^.{3}/, '$& '))
        await button(page, words.submit).click()
        await title(page, words.done).waitFor()
      })
    })

    it(`takes a recovery code, in ${locale}`, async () => {
      const owner = await makeOwner(own.service)
      await own.visit('/signin', { token: null, locale, expected: REFUSED }, async (page) => {
        await passPassword(page, owner, words)
        await button(page, words.recover).click()
        await inspect(page, `factor-recovery-${locale}`)
        await field(page, words.recovery).fill(owner.recoveryCodes[0] as string)
        await button(page, words.submit).click()
        await title(page, words.done).waitFor()
      })
      const { recovery_codes_left: left } = dataOf(
        await own.service.call('GET', '/api/me/factors', { token: owner.token }),
      )
      assert.equal(left, 9)
    })
  }

  it('is done by keyboard alone, and keeps the challenge out of the address and the storage', async () => {
    const owner = await makeOwner(own.service)
    await own.visit('/signin', { token: null, expected: REFUSED }, async (page) => {
      const focusOn = (selector: string) =>
        page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector)
      await focusOn('[autocomplete=username]')
      await page.keyboard.type(owner.email)
      await page.keyboard.press('Tab')
      await page.keyboard.type(PASSWORD)
      const answered = page.waitForResponse('**/api/signin')
      await page.keyboard.press('Enter')
      const { challenge } = await (await answered).json()
      await focusOn('[autocomplete="one-time-code"]')
      const kept = await page.evaluate(() =>
        JSON.stringify([location.href, history.state, sessionStorage, localStorage]),
      )
      assert.ok(!kept.includes(challenge))
      // Sign in, then the choice.
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await focusOn('[name=recovery_code]')
      await page.keyboard.type('not a code of mine')
      await page.keyboard.press('Enter')
      await focusOn('[name=recovery_code][aria-invalid=true]')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await focusOn('[autocomplete="one-time-code"][aria-invalid=false]')
      await page.keyboard.type(nextCode(own.service, owner.secret))
      await page.keyboard.press('Enter')
      await title(page, words.done).waitFor()
    })
  })

  it('begins again with the password, and says why, after five codes or ten minutes', async () => {
    const owner = await makeOwner(own.service)
    await own.visit('/signin', { token: null, expected: REFUSED }, async (page) => {
      await passPassword(page, owner, words)
      const wrong = wrongCodeOf(own.service, owner.secret)
      for (let tries = 1; tries <= 5; tries += 1) assert.equal(await statusOf(page, wrong), 401)
      await page.getByRole('alert').filter({ hasText: 'Five attempts were refused' }).waitFor()
      await inspect(page, 'factor-exhausted')
      assert.equal(await field(page, words.name).inputValue(), owner.email)
      assert.equal(await field(page, words.password).inputValue(), '')
      await page.waitForFunction(() => document.activeElement?.matches('[autocomplete=current-password]'))

      await passPassword(page, owner, words)
      own.service.clock.advance(11 * 60_000)
      await page.clock.setFixedTime(Date.parse(own.service.clock.now()))
      await send(page, nextCode(own.service, owner.secret))
      await page.getByRole('alert').filter({ hasText: 'ten minutes' }).waitFor()
      await passPassword(page, owner, words)
      await send(page, nextCode(own.service, owner.secret))
      await title(page, words.done).waitFor()
    })
  })

  it('keeps the code if the service cannot be reached, and leads back to the password', async () => {
    const owner = await makeOwner(own.service)
    const expected = [...REFUSED, /^failed: /, /Failed to load/]
    await own.visit('/signin', { token: null, expected }, async (page) => {
      await passPassword(page, owner, words)
      await page.route('**/api/signin', (route) => route.abort('connectionrefused'))
      const code = nextCode(own.service, owner.secret)
      await send(page, code)
      await page.getByRole('alert').filter({ hasText: 'could not be reached' }).waitFor()
      assert.equal(await field(page, 'Code').inputValue(), code)
      await inspect(page, 'factor-offline')
      await page.unroute('**/api/signin')
      await button(page, 'Back to sign-in').click()
      await passPassword(page, owner, words)
      await send(page, code)
      await title(page, words.done).waitFor()
    })
  })
})

describe('Too many codes', () => {
  const own = useAccountPages({ signinRateLimit: 3 })
  it('are answered with how long to wait', async () => {
    const owner = await makeOwner(own.service)
    await own.visit('/signin', { token: null, expected: [/status of 4(01|29)/] }, async (page) => {
      await passPassword(page, owner, WORDS['en-GB'])
      const wrong = wrongCodeOf(own.service, owner.secret)
      while ((await statusOf(page, wrong)) !== 429);
      await page
        .getByRole('alert')
        .filter({ hasText: /Too many attempts\. Try again in \d+ (second|minute)/ })
        .waitFor()
      await inspect(page, 'factor-wait')
    })
  })
})
