import type { MailKind } from '../../contract/mails.ts'
import { MAIL_KINDS } from '../../server/mail/kinds.ts'
import { dataOf, makeRole, makeUser } from '../../test/support/actors.ts'
import { waitingMails } from '../../test/support/mail.ts'
import type { Service } from '../../test/support/service.ts'
import { heading, type Picture } from './pages.ts'

const PASSWORD = 'a phrase of my own'

/** The link of the newest mail to an address, from the root of the service. */
async function linkTo(service: Service, address: string, kind: MailKind): Promise<string> {
  const { code } = (await waitingMails(service, address, kind)).at(-1)
  return `/${(MAIL_KINDS[kind].page ?? '').replace(/^\//, '')}${code}`
}

const post = async (service: Service, path: string, json: object, token: string | null = service.token) =>
  dataOf(await service.call('POST', path, { json, token }))

const PAGES: Omit<Picture, 'as' | 'hasPhone'>[] = [
  {
    name: 'verify',
    path: async (service) => {
      const email = 'elif.yilmaz@example.org'
      await post(service, '/api/signup', { email, first_name: 'Elif', password: PASSWORD }, null)
      return linkTo(service, email, 'verify')
    },
    until: heading('Choose your password'),
  },
  {
    name: 'check-mail',
    path: '/signup',
    until: async (page) => {
      await page.getByLabel('First name').fill('Mei')
      await page.getByLabel('Email').fill('mei.zhang@example.org')
      await page.getByRole('button', { name: 'Sign up', exact: true }).click()
      await heading('Check your mail')(page)
    },
  },
  {
    name: 'reset',
    path: async (service) => {
      const { email } = await makeUser(service)
      await post(service, '/api/password/forgot', { email }, null)
      return linkTo(service, email, 'reset')
    },
    until: heading('Choose a new password'),
  },
  {
    name: 'accept-invitation',
    path: async (service) => {
      const email = 'lena.hoffmann@example.org'
      const { slug } = await makeRole(service, [], { name: 'Librarian' })
      await post(service, '/api/users/email/root@example.com/update', {
        first_name: 'Grace',
        last_name: 'Hopper',
      })
      await post(service, '/api/invitations/create', {
        ...{ email, first_name: 'Lena', roles: [slug] },
        message: 'Welcome aboard!\nWe meet on Mondays.',
      })
      return linkTo(service, email, 'invitation')
    },
    until: (page) => page.getByRole('button', { name: 'Accept invitation' }).waitFor(),
  },
  {
    name: 'undo-change-of-address',
    path: async (service) => {
      const { email, token } = await makeUser(service, { password: PASSWORD })
      const change = { email: 'somebody.else@example.org', current_password: PASSWORD }
      await post(service, '/api/email/change', change, token)
      const { code } = (await waitingMails(service, change.email, 'email-change')).at(-1)
      await post(service, '/api/email/confirm', { code }, token)
      return linkTo(service, email, 'email-changed')
    },
    until: heading('Undo the change of your address?'),
  },
]

/** The pages that links of mails lead to, of a service with SIGNUP=verify. */
export const ACCOUNT_PICTURES: Picture[] = PAGES.map((page) => ({ ...page, as: 'stranger', hasPhone: true }))
