// Engines: SQLite
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
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
import { makeOwner, nextCode } from '../support/factors.ts'

const WORDS = {
  'en-GB': {
    ask: 'Mail me a code',
    title: 'Sign in with a code',
    email: 'Email',
    check: 'Check your mail',
    code: 'Code',
    submit: 'Sign in',
    done: 'You are signed in',
  },
  'fr-FR': {
    ask: 'Recevoir un code par message',
    title: 'Connexion par un code',
    email: 'E-mail',
    check: 'Consultez vos messages',
    code: 'Code',
    submit: 'Se connecter',
    done: 'Vous êtes connecté',
  },
} as const

describe('A sign-in with a mailed code', () => {
  const own = useAccountPages({ signinCode: 'on' })
  const words = WORDS['en-GB']

  for (const [locale, words] of Object.entries(WORDS)) {
    it(`needs no password, in ${locale}, on a phone`, async () => {
      const { email } = await makeUser(own.service)
      await own.visit('/signin', { token: null, screen: SMALL, locale }, async (page) => {
        await button(page, words.ask).click()
        await title(page, words.title).waitFor()
        await inspect(page, `signin-code-ask-${locale}`)
        await field(page, words.email).fill(email)
        await button(page, words.ask).click()
        await title(page, words.check).waitFor()
        await inspect(page, `signin-code-${locale}`)
        const { digits = '' } = await lastMail(own.service, email)
        await field(page, words.code).fill(`${digits.slice(0, 4)} ${digits.slice(4)}`)
        await button(page, words.submit).click()
        await title(page, words.done).waitFor()
      })
    })
  }

  it('says at the field that a code is wrong, and goes on after a reload of the page', async () => {
    const { email } = await makeUser(own.service)
    await own.visit('/signin', { token: null, expected: [/status of 422/] }, async (page) => {
      await field(page, 'Email or username').fill(email)
      await button(page, words.ask).click()
      assert.equal(await field(page, words.email).inputValue(), email)
      await button(page, words.ask).click()
      await title(page, words.check).waitFor()
      const { digits = '' } = await lastMail(own.service, email)
      await field(page, words.code).fill(digits === '12345678' ? '87654321' : '12345678')
      await button(page, words.submit).click()
      await page.getByText('This code is wrong or has expired.').waitFor()
      await page.reload()
      await button(page, words.ask).click()
      await field(page, words.code).fill(digits)
      await button(page, words.submit).click()
      await title(page, words.done).waitFor()
    })
  })

  it('still asks for the second factor, from which one goes back to the password', async () => {
    const owner = await makeOwner(own.service)
    await own.visit('/signin', { token: null, expected: [/status of 401/] }, async (page) => {
      await button(page, words.ask).click()
      await field(page, words.email).fill(owner.email)
      await button(page, words.ask).click()
      await title(page, words.check).waitFor()
      const { digits = '' } = await lastMail(own.service, owner.email)
      await field(page, words.code).fill(digits)
      await button(page, words.submit).click()
      await title(page, 'Enter your code').waitFor()
      await button(page, 'Back to sign-in').click()
      await field(page, 'Email or username').fill(owner.email)
      await field(page, 'Password').fill(PASSWORD)
      await button(page, 'Sign in').click()
      await title(page, 'Enter your code').waitFor()
      await field(page, words.code).fill(nextCode(own.service, owner.secret))
      await button(page, 'Sign in').click()
      await title(page, words.done).waitFor()
    })
  })

  it('leads back to the password, and to another address', async () => {
    await own.visit('/signin', { token: null }, async (page) => {
      await button(page, words.ask).click()
      await button(page, 'Use the password').click()
      await field(page, 'Password').waitFor()
      await button(page, words.ask).click()
      await field(page, words.email).fill('nobody@example.com')
      await button(page, words.ask).click()
      await page.getByText('If nobody@example.com belongs to an account').waitFor()
      await button(page, 'Use another address').click()
      await title(page, words.title).waitFor()
    })
  })
})

describe('Where SIGNIN_CODE is off', () => {
  const own = useAccountPages()

  it('the page does not offer a code', async () => {
    await own.visit('/signin', { token: null }, async (page) => {
      await field(page, 'Password').waitFor()
      assert.equal(await button(page, 'Mail me a code').count(), 0)
    })
  })
})
