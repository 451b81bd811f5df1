// Engines: SQLite
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  button,
  field,
  inspect,
  lastMail,
  PASSWORD,
  type ReadMail,
  SMALL,
  title,
  useAccountPages,
} from '../support/account-pages.ts'
import { dataOf, giveToken, makeRole, makeUser } from '../support/actors.ts'
import { settled } from '../support/browser.ts'
import { dumpOf } from '../support/refusals.ts'
import { signIn } from '../support/service.ts'

const NEW = 'another phrase of mine'
const REFUSED = [/status of 422/]

describe('The page of an invitation', () => {
  const own = useAccountPages()
  const invite = async (email: string, fields: object = {}) => {
    const role = await makeRole(own.service, [], { name: `Librarian of ${email}` })
    const json = { email, roles: [role.slug], message: 'Welcome aboard!\nGrace', ...fields }
    const { status } = await own.service.call('POST', '/api/invitations/create', { json })
    assert.equal(status, 201)
    return { role, ...(await lastMail(own.service, email)) }
  }

  for (const [locale, words] of Object.entries({
    'en-GB': {
      to: /invites you to Rolecall$/,
      name: 'First name',
      next: 'New password',
      accept: 'Accept invitation',
    },
    'fr-FR': {
      to: /vous invite à Rolecall$/,
      name: 'Prénom',
      next: 'Nouveau mot de passe',
      accept: 'Accepter l’invitation',
    },
  })) {
    it(`says who invites to what, and creates the account, in ${locale}, on a phone`, async () => {
      const email = `invited-${locale.toLowerCase()}@example.com`
      const { link } = await invite(email)
      await own.visit(link, { token: null, locale, screen: SMALL }, async (page) => {
        await page.getByRole('heading', { level: 1, name: words.to }).waitFor()
        await page.getByText(`Librarian of ${email}`).waitFor()
        await page.getByText('Welcome aboard!').waitFor()
        await inspect(page, `invite-${locale}`)
        await field(page, words.name).fill('Mei')
        await field(page, words.next).fill(NEW)
        await button(page, words.accept).click()
        await page.waitForURL('**/signin')
        await page.getByText(email).waitFor()
      })
      await signIn(own.service, email, NEW)
    })
  }

  it('says what the inviter cannot give any more, and that a used invitation does not work', async () => {
    const email = 'late@example.com'
    const { link, role } = await invite(email)
    await own.service.call('POST', `/api/roles/id/${role.id}/delete`)
    await own.visit(link, { token: null, expected: REFUSED }, async (page) => {
      await field(page, 'First name').fill('Mei')
      await field(page, 'New password').fill(NEW)
      await button(page, 'Accept invitation').click()
      await title(page, 'Welcome to Rolecall').waitFor()
      await page.getByRole('listitem').filter({ hasText: 'Librarian' }).waitFor()
      await inspect(page, 'invite-less')
      await button(page, 'Continue').click()
      await title(page, 'You are signed in').waitFor()
      await page.goto(link)
      await title(page, 'This invitation doesn’t work').waitFor()
      await inspect(page, 'invite-refused')
    })
  })
})

describe('The page that confirms an address', () => {
  const own = useAccountPages()
  const verifiedAt = ({ id }: { id: number }) =>
    own.service.connection.db
      .selectFrom('users')
      .where('id', '=', id)
      .select('email_verified_at')
      .executeTakeFirstOrThrow()
      .then(({ email_verified_at: at }) => at)
  const unverified = async () => {
    const user = await makeUser(own.service, { password: PASSWORD })
    await own.service.connection.db
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('id', '=', user.id)
      .execute()
    return user
  }
  const askFor = (token: string) => own.service.call('POST', '/api/email/verify', { token, json: {} })

  it('asks to sign in, and confirms only when asked to', async () => {
    const user = await unverified()
    await askFor(user.token)
    const { link } = await lastMail(own.service, user.email)
    await own.visit(link, { token: null, screen: SMALL }, async (page) => {
      await title(page, 'Sign in').waitFor()
      await inspect(page, 'email-sign-in')
      await field(page, 'Email or username').fill(user.email)
      await field(page, 'Password').fill(PASSWORD)
      await button(page, 'Sign in').click()
      await title(page, 'Confirm your address').waitFor()
      await inspect(page, 'email-confirm')
      assert.equal(await verifiedAt(user), null)
      await button(page, 'Confirm address').click()
      await title(page, 'Your address is confirmed').waitFor()
      await inspect(page, 'email-confirmed')
    })
    assert.ok(await verifiedAt(user))
  })

  it('takes the digits of a mail that it asks for', async () => {
    const user = await unverified()
    const token = await giveToken(own.service, user)
    await own.visit('/change-email', { token, screen: SMALL, expected: REFUSED }, async (page) => {
      await button(page, 'Send mail').click()
      await title(page, 'Check your mail').waitFor()
      const { digits } = await lastMail(own.service, user.email)
      await field(page, 'Code').fill('00000000')
      await button(page, 'Confirm address').click()
      await page.locator('input[aria-invalid=true]').waitFor()
      await inspect(page, 'email-digits')
      await field(page, 'Code').fill(digits ?? '')
      await button(page, 'Confirm address').click()
      await title(page, 'Your address is confirmed').waitFor()
    })
    assert.ok(await verifiedAt(user))
  })

  for (const [locale, words] of Object.entries({
    'en-GB': {
      confirm: 'Confirm address',
      confirmed: 'Your address is confirmed',
      title: 'Undo the change of your address?',
      undo: 'Undo the change',
      undone: 'Your address is restored',
      refused: 'This link doesn’t work',
    },
    'fr-FR': {
      confirm: 'Confirmer l’adresse',
      confirmed: 'Votre adresse est confirmée',
      title: 'Annuler le changement de votre adresse\u202f?',
      undo: 'Annuler le changement',
      undone: 'Votre adresse est rétablie',
      refused: 'Ce lien ne fonctionne pas',
    },
  })) {
    it(`changes an address, and undoes that by the link that the former one got, in ${locale}`, async () => {
      const user = await makeUser(own.service, { password: PASSWORD })
      const email = `moved-${locale.toLowerCase()}@example.com`
      const stored = async () => dataOf(await own.service.call('GET', `/api/users/${user.id}`)).email
      const json = { email, current_password: PASSWORD }
      dataOf(await own.service.call('POST', '/api/email/change', { token: user.token, json }))
      const { link } = await lastMail(own.service, email)
      const options = { locale, screen: SMALL }
      await own.visit(link, { ...options, token: user.token }, async (page) => {
        await button(page, words.confirm).click()
        await title(page, words.confirmed).waitFor()
      })
      assert.equal(await stored(), email)
      const { link: undo, code } = await lastMail(own.service, user.email)
      assert.match(undo, /^\/change-email#undo=/)
      await own.visit(undo, { ...options, token: null, expected: REFUSED }, async (page) => {
        await title(page, words.title).waitFor()
        await inspect(page, `email-undo-${locale}`)
        assert.equal(await stored(), email)
        await button(page, words.undo).click()
        await title(page, words.undone).waitFor()
        await inspect(page, `email-undone-${locale}`)
        assert.ok(!page.url().includes(code))
        assert.equal(await stored(), user.email)
        // Once only.
        await page.goto('/signin')
        await page.goto(undo)
        await button(page, words.undo).click()
        await title(page, words.refused).waitFor()
      })
      assert.equal((await own.service.call('GET', '/api/me', { token: user.token })).status, 401)
      const { link: reset } = await lastMail(own.service, user.email)
      assert.match(reset, /^\/reset#/)
    })
  }

  it('says that a link belongs to another account', async () => {
    const user = await unverified()
    await askFor(user.token)
    const { link } = await lastMail(own.service, user.email)
    await own.visit(link, { expected: REFUSED }, async (page) => {
      await button(page, 'Confirm address').click()
      await page.getByRole('alert').filter({ hasText: 'another account' }).waitFor()
      await inspect(page, 'email-other-account')
      await button(page, 'Sign in as somebody else').click()
      await title(page, 'Sign in').waitFor()
    })
    assert.equal(await verifiedAt(user), null)
  })
})

describe('The links of mails', () => {
  const own = useAccountPages({ signup: 'verify', publicUrl: 'https://accounts.example.com/id' })

  it('change nothing when they are opened, lead to PUBLIC_URL whatever host a request names, and no request has their code', async () => {
    const { service } = own
    const { email } = await makeUser(service, { password: PASSWORD })
    const evil = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' }
    const ask = (path: string, json: object) =>
      service.call('POST', path, { token: null, json, headers: evil })
    await ask('/api/password/forgot', { email })
    await ask('/api/signup', { email: 'new@example.com', first_name: 'Mei', password: PASSWORD })
    await service.call('POST', '/api/invitations/create', {
      json: { email: 'invited@example.com' },
      headers: evil,
    })
    const mails: ReadMail[] = []
    for (const address of [email, 'new@example.com', 'invited@example.com'])
      mails.push(await lastMail(service, address))
    const before = await dumpOf(service)
    for (const { link, code, text, html } of mails) {
      assert.doesNotMatch(text + html, /evil/)
      assert.match(text, /https:\/\/accounts\.example\.com\/id\/[a-z]+#/)
      // As a scanner of a mail server opens it.
      const opened = await service.call('GET', link.replace('/id', '').split('#')[0] as string, {
        token: null,
      })
      assert.equal(opened.status, 200)
      // As a scanner with a browser does.
      await own.visit(link.replace('/id', ''), { token: null }, async (page, { requests }) => {
        const sent: string[] = []
        page.on('request', (request) => {
          sent.push(`${request.method()} ${request.url()}`, request.headers().referer ?? '')
        })
        await page.reload()
        await page.goto(link.replace('/id', ''))
        await page.getByRole('heading', { level: 1 }).waitFor()
        await settled(page)
        const seen = [...sent, ...requests.map((url) => url.split('#')[0] as string)]
        assert.deepEqual(
          seen.filter((each) => each.split('#')[0]?.includes(code)),
          [],
        )
        const posts = sent.filter((each) => each.startsWith('POST') && !each.endsWith('/invitations/look'))
        assert.deepEqual(posts, [])
        assert.ok(!page.url().includes(code))
        assert.ok(
          !(await page.evaluate(() => JSON.stringify([history.state, { ...sessionStorage }]))).includes(code),
        )
      })
    }
    assert.deepEqual(await dumpOf(service), before)
  })
})
