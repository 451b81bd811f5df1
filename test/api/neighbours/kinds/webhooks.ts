import assert from 'node:assert/strict'
import { assertAllSucceed, assertAnswers, type Kind, kind, NEIGHBOURS } from '../../../support/neighbours.ts'

const PATH = '/webhooks/{column}/{value}'

/** Attempts by hand of one webhook that may wait. */
const MOST_BY_HAND = 100

export const webhooks: Kind[] = [
  kind('send tests to a webhook: no more than may wait', [`POST ${PATH}/test`], async ({ make, all }) => {
    const [id] = await make('webhooks', 1)
    const send = () => all(() => ['POST', `/api/webhooks/id/${id}/test`])
    assertAllSucceed(await send(), 202)
    const more = MOST_BY_HAND - NEIGHBOURS
    assertAnswers(await send(), { 202: more, '409 too_many_waiting': NEIGHBOURS - more })
  }),
  kind(
    'rotate the secret of a webhook: each gets another one',
    [`POST ${PATH}/rotate`],
    async ({ make, all }) => {
      const [id] = await make('webhooks', 1)
      const answers = await all(() => ['POST', `/api/webhooks/id/${id}/rotate`])
      assertAllSucceed(answers)
      assert.equal(new Set(answers.map(({ data }) => data.secret)).size, NEIGHBOURS)
    },
  ),
  kind(
    'send a delivery again: it waits once',
    [`POST ${PATH}/deliveries/{delivery}/redeliver`],
    async ({ service, make, all }) => {
      const [webhook = 0] = await make('webhooks', 1)
      const { db } = service.connection
      const { uuid } = await db
        .selectFrom('audit_entries')
        .select('uuid')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      const { id } = await db
        .insertInto('webhook_deliveries')
        .values({
          ...{ webhook_id: webhook, event_uuid: uuid, number: 1, action: 'roles.create', kind: 'event' },
          ...{ attempt: 1, outcome: 'failed', duration_ms: 1, at: service.clock.now() },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const answers = await all(() => ['POST', `/api/webhooks/id/${webhook}/deliveries/${id}/redeliver`])
      assertAllSucceed(answers, 202)
      const waiting = await db
        .selectFrom('webhook_waiting')
        .where('webhook_id', '=', webhook)
        .select('kind')
        .execute()
      assert.deepEqual(
        waiting.map(({ kind }) => kind),
        ['redelivery'],
      )
    },
  ),
]
