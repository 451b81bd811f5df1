// Engines: SQLite
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import type { Config } from '../../server/config/config.ts'
import { button, contentOf, field, PASSWORD, type ReadMail, SMALL, title } from '../support/account-pages.ts'
import { dataOf, makeRole, makeUser } from '../support/actors.ts'
import { type ConsoleUnderTest, shoot, useConsole } from '../support/console.ts'
import { ADMIN } from '../support/service.ts'
import { type Received, type Receiver, startReceiver, stopServers } from '../support/smtp.ts'

after(stopServers)

/**
 * Whole flows, as people go through them: the pages in a browser, the mails through an SMTP server, and the links of these
 * mails opened in the pages. Nothing is asked of the API that a page can ask.
 */

const NEW = 'another phrase of mine'
const GREYLISTED = { code: 451, text: '4.7.1 try again later' }
const MINUTE_MS = 60_000

interface MailedConsole extends ConsoleUnderTest {
  receiver: Receiver
  /** The newest mail to an address with a subject that matches, sent now. */
  arrived: (address: string, subject: RegExp) => Promise<ReadMail>
}

/** A console whose service sends its mail to a server of the test. */
function useMailedConsole(config: Partial<Config> = {}): MailedConsole {
  const settings: Partial<Config> = {
    mailFrom: { name: 'Example', address: 'accounts@example.com' },
    ...config,
  }
  let receiver: Receiver
  before(async () => {
    receiver = await startReceiver()
    settings.mailUrl = receiver.server
  })
  const own = useConsole(settings) as MailedConsole
  Object.defineProperty(own, 'receiver', { get: () => receiver })
  own.arrived = async (address, subject) => {
    await own.service.runJob('send-mails')
    const isWanted = (mail: Received) => mail.recipient === address && subject.test(mail.subject ?? '')
    const mail = receiver.received.findLast(isWanted)
    assert.ok(mail, `no mail ${subject} to ${address}`)
    assert.equal(mail.from.address, 'accounts@example.com')
    return contentOf(mail)
  }
  return own
}

const subjectsTo = ({ receiver }: MailedConsole, address: string) =>
  receiver.received.filter(({ recipient }) => recipient === address).map(({ subject }) => subject ?? '')

async function signInAs(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/signin')
  await field(page, 'Email or username').fill(email)
  await field(page, 'Password').fill(password)
  await button(page, 'Sign in').click()
}

/** Signed in, as somebody without permissions in the console. */
async function expectSignedIn(page: Page, email: string): Promise<void> {
  await title(page, 'You are signed in').waitFor()
  await page.getByText(email).waitFor()
}

async function signOut(page: Page): Promise<void> {
  await button(page, 'Sign out').click()
  await title(page, 'Sign in').waitFor()
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/signin')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await field(page, 'First name').fill('Elif')
  await field(page, 'Email').fill(email)
  await button(page, 'Sign up').click()
  await title(page, 'Check your mail').waitFor()
}

async function choosePassword(page: Page, { submit }: { submit: string }, password = NEW): Promise<void> {
  await field(page, 'New password').fill(password)
  await button(page, submit).click()
}

const REFUSED = [/status of 401/, /status of 422/]

describe('A sign-up by mail', () => {
  const own = useMailedConsole({ signup: 'verify' })

  it('is verified by the link of its mail, and signs in, now and later', async () => {
    const email = 'elif@example.com'
    await own.visit('/signin', { token: null }, async (page) => {
      await signUp(page, email)
      const { link, text } = await own.arrived(email, /^Confirm your email address/)
      assert.match(text, /^Hello,$/m, 'no name that a stranger may have typed')
      await page.goto(link)
      await title(page, 'Choose your password').waitFor()
      await choosePassword(page, { submit: 'Create account' })
      await expectSignedIn(page, email)
      await signOut(page)
      await signInAs(page, email, NEW)
      await expectSignedIn(page, email)
    })
    const [user] = dataOf(await own.service.call('GET', '/api/users', { query: { 'filter[email]': email } }))
      .list.data
    assert.deepEqual([user.is_active, user.email_verified_at !== null], [true, true])
  })

  it('gets its mail, in the language of the page, once a mail server that refuses for now accepts it', async () => {
    const email = 'zoe@example.com'
    await own.visit('/signup', { token: null, locale: 'fr-FR', screen: SMALL }, async (page) => {
      own.receiver.behave({ recipient: () => GREYLISTED })
      await field(page, 'Prénom').fill('Zoé')
      await field(page, 'E-mail').fill(email)
      await button(page, 'S’inscrire').click()
      await title(page, 'Consultez vos messages').waitFor()
      await own.service.runJob('send-mails')
      assert.deepEqual(subjectsTo(own, email), [])
      own.receiver.accept()
      own.service.clock.advance(MINUTE_MS)
      const { link } = await own.arrived(email, /^Confirmez votre adresse/)
      await page.goto(link)
      await field(page, 'Nouveau mot de passe').fill(NEW)
      await button(page, 'Créer le compte').click()
      await title(page, 'Vous êtes connecté').waitFor()
    })
  })

  it('of somebody who has an account ends at the sign-in, which their mail leads to', async () => {
    const { email } = await makeUser(own.service, { password: PASSWORD })
    await own.visit('/signin', { token: null }, async (page) => {
      await signUp(page, email)
      const { link } = await own.arrived(email, /^You already have an account/)
      await page.goto(link)
      await title(page, 'Sign in').waitFor()
      await signInAs(page, email, PASSWORD)
      await expectSignedIn(page, email)
    })
    assert.equal(subjectsTo(own, email).length, 1)
  })
})

describe('A sign-up by mail with APPROVAL=manual', () => {
  const own = useMailedConsole({ signup: 'verify', approval: 'manual' })

  it('waits for an administrator, who approves it in the console; then its mail leads to the sign-in', async () => {
    const email = 'elif@example.com'
    await own.visit('/signin', { token: null, expected: REFUSED }, async (page) => {
      await signUp(page, email)
      const { link } = await own.arrived(email, /^Confirm your email address/)
      await page.goto(link)
      await choosePassword(page, { submit: 'Create account' })
      await title(page, 'Your address is confirmed').waitFor()
      await page.getByText('An administrator reviews your registration.').waitFor()
      await shoot(page, 'mail-flows-waiting')
      await signInAs(page, email, NEW)
      await page.getByRole('alert').waitFor()
      await own.visit('/registrations', {}, async (console) => {
        await console.getByRole('button', { name: 'Approve Elif' }).click()
        await console.getByRole('dialog', { name: 'Elif is now a user' }).waitFor()
      })
      const welcome = await own.arrived(email, /^Welcome to/)
      await page.goto(welcome.link)
      await signInAs(page, email, NEW)
      await expectSignedIn(page, email)
    })
    assert.equal(subjectsTo(own, email).length, 2)
  })
})

describe('An invitation by mail', () => {
  const own = useMailedConsole({ signup: 'closed' })

  it('is sent from the console and accepted on its page, with its roles; then it waits no more', async () => {
    const email = 'ada@example.com'
    await makeRole(own.service, ['can-read-taxonomies'], { name: 'Librarian', slug: 'librarian' })
    await own.visit('/invitations/new', {}, async (console) => {
      await console.getByRole('textbox', { name: 'Email addresses' }).fill(email)
      await console.getByRole('combobox', { name: 'Add a role' }).fill('libr')
      await console.getByRole('option', { name: /Librarian/ }).click()
      await console.getByRole('textbox', { name: 'Personal message' }).fill('Welcome aboard!')
      await console.getByRole('button', { name: 'Send invitation' }).click()
      await console.getByText('One person is invited: the mail is on its way.').waitFor()
      const { link, text } = await own.arrived(email, /invite/)
      assert.match(text, /as Librarian/)
      assert.match(text, /Welcome aboard!/)
      await own.visit(link, { token: null }, async (page) => {
        await page.getByText('Librarian').waitFor()
        await field(page, 'First name').fill('Ada')
        await choosePassword(page, { submit: 'Accept invitation' })
        // With a permission of the console, one gets there.
        await page.getByRole('button', { name: 'Account menu: Ada' }).waitFor()
      })
      await console.getByRole('link', { name: 'Show the invitations' }).click()
      await console.getByText('No pending invitations').waitFor()
    })
    const [user] = dataOf(await own.service.call('GET', '/api/users', { query: { 'filter[email]': email } }))
      .list.data
    const { roles } = dataOf(await own.service.call('GET', `/api/users/id/${user.id}/roles`))
    assert.deepEqual(roles.data.map(({ slug }: { slug: string }) => slug).sort(), ['librarian', 'registered'])
  })
})

describe('A forgotten password', () => {
  const own = useMailedConsole()

  it('is replaced by the link of a mail; another mail tells of it, and the former is of no use', async () => {
    const { email } = await makeUser(own.service, { password: PASSWORD })
    await own.visit('/signin', { token: null, expected: REFUSED }, async (page) => {
      await page.getByRole('link', { name: 'Forgot your password?' }).click()
      await field(page, 'Email').fill(email)
      await button(page, 'Send mail').click()
      await title(page, 'Check your mail').waitFor()
      const { link } = await own.arrived(email, /^Reset your password/)
      await page.goto(link)
      await choosePassword(page, { submit: 'Save password' })
      await title(page, 'Your password is changed').waitFor()
      await own.arrived(email, /^Your password .* was changed/)
      await signInAs(page, email, PASSWORD)
      await page.getByRole('alert').waitFor()
      await signInAs(page, email, NEW)
      await expectSignedIn(page, email)
    })
  })

  it('of an address that nobody has looks the same, and mails nothing', async () => {
    await own.visit('/forgot', { token: null }, async (page) => {
      await field(page, 'Email').fill('nobody@example.com')
      await button(page, 'Send mail').click()
      await title(page, 'Check your mail').waitFor()
    })
    await own.service.runJob('send-mails')
    assert.deepEqual(subjectsTo(own, 'nobody@example.com'), [])
  })
})

describe('A change of address', () => {
  const own = useMailedConsole()

  it('is confirmed by the link that the new address gets, and undone by that of the former, with a new password', async () => {
    const { email } = await makeUser(own.service, { password: PASSWORD })
    const address = 'thief@example.com'
    await own.visit('/signin', { token: null, expected: REFUSED }, async (page) => {
      await signInAs(page, email, PASSWORD)
      await page.getByRole('link', { name: 'Your profile' }).click()
      await page.getByRole('main').getByRole('link', { name: 'My account' }).click()
      await page.getByRole('button', { name: 'Change email' }).click()
      const dialog = page.getByRole('dialog', { name: 'Change email' })
      await dialog.getByRole('textbox', { name: /^New email/ }).fill(address)
      await dialog.locator('input[type=password]').fill(PASSWORD)
      await dialog.getByRole('button', { name: 'Send code' }).click()
      await page.getByRole('dialog', { name: 'Enter the code from the mail' }).waitFor()
      const confirm = await own.arrived(address, /^Confirm your new email address/)
      assert.deepEqual(subjectsTo(own, email), [])
      await page.goto(confirm.link)
      await button(page, 'Confirm address').click()
      await title(page, 'Your address is confirmed').waitFor()

      const notice = await own.arrived(email, /^Your email address .* was changed/)
      await own.visit(notice.link, { token: null }, async (victim) => {
        await title(victim, 'Undo the change of your address?').waitFor()
        await button(victim, 'Undo the change').click()
        await title(victim, 'Your address is restored').waitFor()
        const reset = await own.arrived(email, /^Reset your password/)
        await victim.goto(reset.link)
        await choosePassword(victim, { submit: 'Save password' })
        await title(victim, 'Your password is changed').waitFor()
        await signInAs(victim, email, NEW)
        await expectSignedIn(victim, email)
      })

      // Whoever changed it is signed out, and neither address nor password lets them in.
      await page.goto('/account')
      await title(page, 'Sign in').waitFor()
      for (const name of [email, address]) {
        await signInAs(page, name, PASSWORD)
        await page.getByRole('alert').waitFor()
      }
    })
  })
})

describe('An administrator', () => {
  const own = useMailedConsole()

  it('who sends somebody a link to a new password gets no mail, and learns nothing of it', async () => {
    const { id, email } = await makeUser(own.service, { first_name: 'Mei', password: PASSWORD })
    await own.visit(`/users/${id}`, {}, async (console) => {
      await console.getByRole('button', { name: 'Send reset link' }).click()
      await console.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
      await console.getByRole('dialog').waitFor({ state: 'detached' })
      const { link } = await own.arrived(email, /^Reset your password/)
      assert.ok(!(await console.content()).includes(link.split('#')[1] as string))
      await own.visit(link, { token: null }, async (page) => {
        await choosePassword(page, { submit: 'Save password' })
        await title(page, 'Your password is changed').waitFor()
        await signInAs(page, email, NEW)
        await expectSignedIn(page, email)
      })
    })
    assert.deepEqual(subjectsTo(own, ADMIN.email), [])
  })
})
