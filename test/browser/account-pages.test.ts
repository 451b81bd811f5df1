// Engines: SQLite
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
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
import { ADMIN, signIn } from '../support/service.ts'

const REFUSED = [/status of 422/]
const NEW = 'another phrase of mine'

const WORDS = {
  'en-GB': {
    forgot: 'Forgot your password?',
    email: 'Email',
    send: 'Send mail',
    check: 'Check your mail',
    code: 'Code',
    next: 'New password',
    save: 'Save password',
    changed: 'Your password is changed',
    signIn: 'Sign in',
    choose: 'Choose a new password',
    refused: 'This link doesn’t work',
    common: 'This is among the most common passwords, which are guessed first. Choose another.',
    firstName: 'First name',
    signUp: 'Sign up',
    create: 'Create account',
    signedIn: 'You are signed in',
    verify: 'Choose your password',
  },
  'fr-FR': {
    forgot: 'Mot de passe oublié\u202f?',
    email: 'E-mail',
    send: 'Envoyer le message',
    check: 'Consultez vos messages',
    code: 'Code',
    next: 'Nouveau mot de passe',
    save: 'Enregistrer',
    changed: 'Votre mot de passe est changé',
    signIn: 'Se connecter',
    choose: 'Choisissez un nouveau mot de passe',
    refused: 'Ce lien ne fonctionne pas',
    common: 'C’est un des mots de passe les plus courants, qu’on devine en premier. Choisissez-en un autre.',
    firstName: 'Prénom',
    signUp: 'S’inscrire',
    create: 'Créer le compte',
    signedIn: 'Vous êtes connecté',
    verify: 'Choisissez votre mot de passe',
  },
}

describe('A forgotten password', () => {
  const own = useAccountPages()

  for (const [locale, words] of Object.entries(WORDS)) {
    it(`is replaced by the digits of a mail, in ${locale}, on a phone`, async () => {
      const { email } = await makeUser(own.service, { password: PASSWORD })
      const options = { token: null, locale, screen: SMALL, expected: REFUSED }
      await own.visit('/signin', options, async (page) => {
        await page.getByRole('link', { name: words.forgot }).click()
        await title(page, words.forgot).waitFor()
        await inspect(page, `forgot-${locale}`)
        await field(page, words.email).fill(email)
        await button(page, words.send).click()
        await title(page, words.check).waitFor()
        await page.getByText(email).waitFor()
        await inspect(page, `reset-digits-${locale}`)
        const { digits } = await lastMail(own.service, email)
        await field(page, words.code).fill('00000000')
        await field(page, words.next).fill(NEW)
        await button(page, words.save).click()
        await page.locator('input[aria-invalid=true][autocomplete=one-time-code]').waitFor()
        await inspect(page, `reset-digits-refused-${locale}`)
        // As a person may type them.
        await field(page, words.code).fill(`${digits?.slice(0, 4)} ${digits?.slice(4)}`)
        await button(page, words.save).click()
        await title(page, words.changed).waitFor()
        await inspect(page, `reset-done-${locale}`)
        await page.getByRole('link', { name: words.signIn, exact: true }).click()
        await page.waitForURL('**/signin')
      })
      await signIn(own.service, email, NEW)
    })

    it(`is replaced by the link of a mail, which works once, in ${locale}`, async () => {
      const { email } = await makeUser(own.service, { password: PASSWORD })
      await own.service.call('POST', '/api/password/forgot', { token: null, json: { email } })
      const { link, code } = await lastMail(own.service, email)
      await own.visit(link, { token: null, locale, expected: REFUSED }, async (page, { requests }) => {
        await title(page, words.choose).waitFor()
        assert.equal(new URL(page.url()).hash, '')
        await field(page, words.next).fill('password123')
        await page.getByText(words.common).waitFor()
        await inspect(page, `reset-link-${locale}`)
        await button(page, words.save).click()
        await page.locator('input[aria-invalid=true]').waitFor()
        await field(page, words.next).fill(NEW)
        await button(page, words.save).click()
        await title(page, words.changed).waitFor()
        await page.goto(link)
        await field(page, words.next).fill(PASSWORD)
        await button(page, words.save).click()
        await title(page, words.refused).waitFor()
        await inspect(page, `reset-refused-${locale}`)
        assert.deepEqual(
          requests.filter((url) => url.split('#')[0]?.includes(code)),
          [],
        )
      })
      await signIn(own.service, email, NEW)
    })
  }
})

describe('A sign-up with SIGNUP=verify', () => {
  const own = useAccountPages({ signup: 'verify' })

  for (const [locale, words] of Object.entries(WORDS)) {
    it(`asks for the password once the address is verified, by digits, in ${locale}`, async () => {
      const email = `elif-${locale}@example.com`.toLowerCase()
      const options = { token: null, locale, screen: SMALL }
      await own.visit('/signin', options, async (page) => {
        await page.getByRole('link', { name: words.signUp }).click()
        await title(page, locale === 'fr-FR' ? 'Inscription' : 'Sign up').waitFor()
        await inspect(page, `signup-${locale}`)
        assert.equal(await page.locator('input[type=password]').count(), 0)
        await field(page, words.firstName).fill('Elif')
        await field(page, words.email).fill(email)
        await button(page, words.signUp).click()
        await title(page, words.check).waitFor()
        await inspect(page, `verify-digits-${locale}`)
        await page.reload()
        await title(page, words.check).waitFor()
        const { digits } = await lastMail(own.service, email)
        await field(page, words.code).fill(digits ?? '')
        await field(page, words.next).fill(NEW)
        await button(page, words.create).click()
        await title(page, words.signedIn).waitFor()
        await inspect(page, `signed-in-${locale}`)
      })
      await signIn(own.service, email, NEW)
    })

    it(`opens the link of the mail, in ${locale}`, async () => {
      const email = `mei-${locale}@example.com`.toLowerCase()
      const json = { first_name: 'Mei', email, password: PASSWORD }
      await own.service.call('POST', '/api/signup', { token: null, json })
      const { link } = await lastMail(own.service, email)
      await own.visit(link, { token: null, locale }, async (page) => {
        await title(page, words.verify).waitFor()
        await inspect(page, `verify-link-${locale}`)
        await field(page, words.next).fill(NEW)
        await button(page, words.create).click()
        await title(page, words.signedIn).waitFor()
      })
    })
  }
})

describe('A sign-up with SIGNUP=open', () => {
  const own = useAccountPages({ signup: 'open' })
  it('creates a user and signs them in; faults are shown at their fields', async () => {
    await own.visit('/signin', { token: null, expected: [/status of 4(09|22)/] }, async (page) => {
      await page.getByRole('link', { name: 'Sign up' }).click()
      await button(page, 'Sign up').click()
      await page.waitForFunction(() => (document.activeElement as HTMLInputElement).name === 'first_name')
      for (const label of ['First name', 'Email', 'Password']) {
        const input = page.locator('input').and(page.getByLabel(label, { exact: true }))
        assert.equal(await input.getAttribute('aria-invalid'), 'true', label)
        const described = page.locator(`[id="${await input.getAttribute('aria-describedby')}"]`)
        assert.match((await described.textContent()) ?? '', new RegExp(`^${label} `))
      }
      await inspect(page, 'signup-faults')
      await field(page, 'First name').fill('Elif')
      await field(page, 'Email').fill(ADMIN.email)
      await field(page, 'Password').fill(PASSWORD)
      await button(page, 'Sign up').click()
      await page.getByText('Another user already has this email.').waitFor()
      await field(page, 'Email').fill('elif@example.com')
      await button(page, 'Sign up').click()
      await title(page, 'You are signed in').waitFor()
      await page.reload()
      await title(page, 'You are signed in').waitFor()
      await page.getByRole('link', { name: 'Your profile' }).click()
      await page.getByRole('button', { name: 'Account menu: Elif' }).waitFor()
      await page.goto('/signin')
      await button(page, 'Sign out').click()
      await title(page, 'Sign in').waitFor()
      assert.equal(await page.evaluate(() => sessionStorage.getItem('rolecall')), null)
    })
  })
})

describe('A sign-up with SIGNUP=closed', () => {
  const own = useAccountPages({ signup: 'closed' })
  it('is not offered, and its page says that it is closed', async () => {
    await own.visit('/signin', { token: null }, async (page) => {
      await title(page, 'Sign in').waitFor()
      assert.equal(await page.getByRole('link', { name: 'Sign up' }).count(), 0)
      await page.goto('/signup')
      await title(page, 'Sign-up is closed').waitFor()
      await inspect(page, 'signup-closed')
    })
  })
})

describe('Signing in', () => {
  const own = useAccountPages({ appUrl: 'https://app.example.com/' })
  const signInAs = async (page: Page, name: string, password: string) => {
    await field(page, 'Email or username').fill(name)
    await field(page, 'Password').fill(password)
    await page.keyboard.press('Enter')
  }

  it('leads those who have permissions in the console there, and others to APP_URL', async () => {
    const { email } = await makeUser(own.service, { password: PASSWORD })
    await own.visit('/signin', { token: null }, async (page, { requests }) => {
      await signInAs(page, ADMIN.email, ADMIN.password)
      await title(page, 'Overview').waitFor()
      await page.evaluate(() => sessionStorage.clear())
      await page.route('https://app.example.com/**', (route) => route.fulfill({ body: 'the application' }))
      await page.goto('/signin')
      await signInAs(page, email, PASSWORD)
      await page.waitForURL('https://app.example.com/')
      assert.equal(requests.pop(), 'https://app.example.com/')
      await page.goBack()
    })
  })

  for (const next of [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '\\\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/api/users',
    '/docs',
    '/signin?next=//evil.example',
    '/users/../../evil',
    'users',
  ]) {
    it(`never leads to ${JSON.stringify(next)}, which is no page of the console`, async () => {
      await own.visit(`/signin?next=${encodeURIComponent(next)}`, { token: null }, async (page) => {
        await signInAs(page, ADMIN.email, ADMIN.password)
        await title(page, 'Overview').waitFor()
        assert.equal(page.url(), `${own.origin}/`)
      })
    })
  }
})
