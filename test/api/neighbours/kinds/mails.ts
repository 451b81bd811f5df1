import { MAILS_PER_HOUR } from '../../../../server/mail/outbox.ts'
import { enqueue, resetMail } from '../../../support/mail.ts'
import { assertAllSucceed, assertAnswers, type Kind, kind, NEIGHBOURS } from '../../../support/neighbours.ts'
import type { Service } from '../../../support/service.ts'

const RESEND = 'POST /mails/{id}/resend'

/** A mail to each of these users, as after it was sent. @returns their ids, in order */
async function sentTo(service: Service, users: readonly number[]): Promise<number[]> {
  const { db } = service.connection
  const ids: number[] = []
  for (const userId of users) {
    const { email } = await db
      .selectFrom('users')
      .where('id', '=', userId)
      .select('email')
      .executeTakeFirstOrThrow()
    await enqueue(service, { ...resetMail(service), to: { address: email, userId } })
    const { id } = await db
      .updateTable('mails')
      .set({ state: 'sent', sealed: null, ended_at: service.clock.now() })
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
  }
  return ids
}

export const mails: Kind[] = [
  kind(
    'send mails again, each their own, and one: within its limit',
    [RESEND],
    async ({ service, make, all }) => {
      const ids = await sentTo(service, await make('users'))
      assertAllSucceed(await all((n) => ['POST', `/api/mails/${ids[n]}/resend`]))
      const [id] = await sentTo(service, await make('users', 1))
      const answers = await all(() => ['POST', `/api/mails/${id}/resend`])
      assertAnswers(answers, {
        200: MAILS_PER_HOUR,
        '429 too_many_requests': NEIGHBOURS - MAILS_PER_HOUR,
      })
    },
  ),
]
