import { waitingMails } from '../../../support/mail.ts'
import {
  assertAllSucceed,
  assertAnswers,
  type Kind,
  kind,
  NEIGHBOURS,
  type Neighbours,
  type Sent,
} from '../../../support/neighbours.ts'

const NOBODY = { token: null, key: null }
const CREATE = '/api/invitations/create'

/** Invited people, each with the id of their registration and the code of their mail. */
async function invitedPeople({ ask, service, word }: Neighbours, count = NEIGHBOURS) {
  const people = Array.from({ length: count }, () => ({ email: `${word()}@example.com`, roles: ['guest'] }))
  const { items } = (await ask('POST', CREATE, people)) as { items: { id: number; email: string }[] }
  return Promise.all(
    items.map(async ({ id, email }) => {
      const [{ code }] = await waitingMails(service, email, 'invitation')
      return { id, email, code: code as string }
    }),
  )
}

const accept = (code: string | undefined): Sent => [
  'POST',
  '/api/invitations/accept',
  { code, first_name: 'Ada', password: 'a phrase nobody guesses' },
  NOBODY,
]

export const invitations: Kind[] = [
  kind(
    'invite people, each their own, in calls of ten',
    ['POST /invitations/create'],
    async ({ all, word }) => {
      const invite = (count: number) =>
        Array.from({ length: count }, () => ({ email: `${word()}@example.com`, roles: ['guest'] }))
      assertAllSucceed(await all(() => ['POST', CREATE, invite(1)[0]]), 201)
      assertAllSucceed(await all(() => ['POST', CREATE, invite(10)]), 201)
    },
  ),
  kind('invite the same three people', ['POST /invitations/create'], async ({ all, word }) => {
    const people = Array.from({ length: 3 }, () => ({ email: `${word()}@example.com` }))
    const inAnyOrder = (n: number) => [...people.slice(n % 3), ...people.slice(0, n % 3)]
    assertAllSucceed(await all((n) => ['POST', CREATE, inAnyOrder(n)]), 201)
  }),
  kind(
    'accept their invitations, and one invitation many times',
    ['POST /invitations/accept'],
    async (neighbours) => {
      const people = await invitedPeople(neighbours)
      assertAllSucceed(await neighbours.all((n) => accept(people[n]?.code)), 201)
      const [one] = await invitedPeople(neighbours, 1)
      assertAnswers(await neighbours.all(() => accept(one?.code)), {
        201: 1,
        '422 invalid_code': NEIGHBOURS - 1,
      })
    },
  ),
  kind(
    'send invitations again, each their own, and one: within its limit',
    ['POST /registrations/{column}/{value}/resend'],
    async (neighbours) => {
      const people = await invitedPeople(neighbours)
      const resend = (id: number | undefined): Sent => ['POST', `/api/registrations/id/${id}/resend`]
      assertAllSucceed(await neighbours.all((n) => resend(people[n]?.id)), 202)
      const [one] = await invitedPeople(neighbours, 1)
      const answers = await neighbours.all(() => resend(one?.id))
      assertAnswers(answers, { 202: 4, '429 too_many_requests': NEIGHBOURS - 4 })
    },
  ),
  kind(
    'revoke invitations, each their own, and one',
    ['POST /registrations/{column}/{value}/revoke'],
    async (neighbours) => {
      const people = await invitedPeople(neighbours)
      const revoke = (id: number | undefined): Sent => ['POST', `/api/registrations/id/${id}/revoke`]
      assertAllSucceed(await neighbours.all((n) => revoke(people[n]?.id)))
      const [one] = await invitedPeople(neighbours, 1)
      const answers = await neighbours.all(() => revoke(one?.id))
      assertAnswers(answers, { 200: 1, '404 not_found': NEIGHBOURS - 1 })
    },
  ),
]
