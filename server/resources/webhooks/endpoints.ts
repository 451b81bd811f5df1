import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { MOST_COUNTED_ENTRIES } from '../../../contract/audit.ts'
import {
  DELIVERY_OUTCOMES,
  type DeliveryKind,
  OVERLAP_HOURS,
  WebhookRotate,
  webhookSecret,
} from '../../../contract/webhooks.ts'
import type { Ctx } from '../../access/context.ts'
import { accessToMore } from '../../access/matrix.ts'
import { type NewEntry, recordEntry } from '../../audit/entries.ts'
import type { AnyRow, Resource } from '../../crud/define/resource.ts'
import {
  countedPageInput,
  countedPageOf,
  countedPageSchema,
  countSome,
  refuseFarPage,
  refuseOtherParameters,
} from '../../crud/endpoints/counted-page.ts'
import { idIn, itemSchema, selectorOf } from '../../crud/endpoints/route-parts.ts'
import { writeOne } from '../../crud/endpoints/write-routes.ts'
import { findId } from '../../crud/query/selector.ts'
import { readWritten, recordOf } from '../../crud/write/written.ts'
import { addMs } from '../../dates.ts'
import { longReadDb } from '../../db/queries/long-reads.ts'
import { conflict, notFound } from '../../errors.ts'
import { type Call, defineEndpoint, type Endpoint } from '../../http/endpoint.ts'
import { say } from '../../messages/say.ts'
import { rotateSecret } from './writes.ts'

const PATH = '/api/webhooks/:column/:value'

const PER_PAGE = 20

/** Attempts of a webhook that wait because somebody asked for them: more are refused. */
const MOST_BY_HAND = 100

/** The operations that only webhooks have. */
export const webhookEndpoints = (webhooks: Resource): Endpoint[] => [
  deliveries(webhooks),
  redeliver(webhooks),
  test(webhooks),
  rotate(webhooks),
]

const shared = (webhooks: Resource, operation: string) => ({
  name: `webhooks.${operation}`,
  tag: 'webhooks',
  access: accessToMore(webhooks, operation),
})

const deliveries = (webhooks: Resource) =>
  defineEndpoint({
    ...shared(webhooks, 'deliveries'),
    effect: 'read',
    methods: ['GET'],
    path: `${PATH}/deliveries`,
    summary: 'List the deliveries of a webhook',
    description:
      'Each attempt of the last 30 days, newest first. Only super administrators see the beginning of the answers: a receiver ' +
      'may answer with anything.',
    input: Type.Object({
      ...countedPageInput('Attempts'),
      outcome: Type.Optional(Type.Enum([...DELIVERY_OUTCOMES], { description: 'Only those.' })),
    }),
    unknown: 'ignore',
    nullIsAbsent: true,
    data: countedPageSchema('WebhookDelivery'),
    refusals: [404],
    handle: async (call) => {
      const { page = 1, per_page: perPage = PER_PAGE, before, outcome } = call.input
      refuseOtherParameters(call as Call)
      refuseFarPage(page, perPage)
      const id = await findId(call.ctx, webhooks, selectorOf(call))
      const db = await longReadDb(call.ctx)
      const found = db
        .selectFrom('webhook_deliveries')
        .where('webhook_id', '=', id)
        .$if(before != null, (query) => query.where('id', '<', before as number))
        .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome as 'failed'))
      const records = await found
        .select([
          ...['id', 'event_uuid', 'number', 'action', 'kind', 'attempt', 'outcome', 'status'],
          ...['fault', 'duration_ms', 'at', 'next_attempt_at'],
        ] as never[])
        .select(call.ctx.actor.grants.isAll ? 'answer' : sql<null>`null`.as('answer'))
        .orderBy('id', 'desc')
        .limit(perPage)
        .offset((page - 1) * perPage)
        .execute()
      const counts = await countSome(db, found.select('id').limit(MOST_COUNTED_ENTRIES + 1))
      return countedPageOf(call as Call, { records, ...counts }, { page, perPage })
    },
  })

/** What sends an event at once because somebody asks for it. */
const byHand = (webhooks: Resource, name: string) => ({
  ...shared(webhooks, name),
  effect: 'write' as const,
  methods: ['POST'] as const,
  input: Type.Object({}),
  unknown: 'refuse' as const,
  status: 202 as const,
  data: Type.Object({ event_uuid: Type.String({ format: 'uuid' }) }),
  messages: ['Saved'],
  refusals: [404, 409],
})

const redeliver = (webhooks: Resource) =>
  defineEndpoint({
    ...byHand(webhooks, 'redeliver'),
    path: `${PATH}/deliveries/:delivery/redeliver`,
    summary: 'Send an event to a webhook again',
    description:
      'At once, and once: it is not tried again. If the event waits for its next attempt, a success ends that too. The receiver ' +
      'recognizes the event by its `webhook-id`.',
    handle: async (call) => {
      const eventUuid = await writeOne(call, webhooks, async (ctx, row) => {
        refuseInactive(row)
        const delivery = await ctx.db
          .selectFrom('webhook_deliveries')
          .where('webhook_id', '=', row.id)
          .where('id', '=', idIn(call.params.delivery))
          .select(['event_uuid', 'number', 'action'])
          .executeTakeFirst()
        if (!delivery) throw notFound(say`No delivery of this webhook matches.`)
        const { event_uuid: uuid, number, action } = delivery
        await addByHand(ctx, row, { kind: 'redelivery', uuid, number, action })
        recordEntry(ctx, entryAbout(row, 'redeliver'))
        return uuid
      })
      return { data: { event_uuid: eventUuid }, messages: ['Saved'] }
    },
  })

const test = (webhooks: Resource) =>
  defineEndpoint({
    ...byHand(webhooks, 'test'),
    path: `${PATH}/test`,
    summary: 'Send a test to a webhook',
    description:
      'An event `webhooks.test`, whatever it is subscribed to: at once, and once. The list of deliveries has its result a moment ' +
      'later, by its `event_uuid`.',
    handle: async (call) => {
      const uuid = randomUUIDv7()
      await writeOne(call, webhooks, async (ctx, row) => {
        refuseInactive(row)
        const entry = entryAbout(row, 'test')
        await addByHand(ctx, row, { kind: 'test', uuid, number: null, action: entry.action })
        recordEntry(ctx, { ...entry, uuid })
      })
      return { data: { event_uuid: uuid }, messages: ['Saved'] }
    },
  })

const HOUR_MS = 3_600_000

const rotate = (webhooks: Resource) =>
  defineEndpoint({
    ...shared(webhooks, 'rotate'),
    effect: 'write',
    methods: ['POST'],
    path: `${PATH}/rotate`,
    summary: 'Replace the secret of a webhook',
    description:
      `The new secret is shown this once. For ${OVERLAP_HOURS.default} hours deliveries are signed with both, so that the receiver ` +
      'can take the new one without missing any. A repeated `Idempotency-Key` makes no other secret, and is answered 409.',
    input: WebhookRotate,
    unknown: 'refuse',
    nullIsAbsent: true,
    data: Type.Object({ item: itemSchema(webhooks), secret: webhookSecret }),
    messages: ['Saved'],
    isShownOnce: true,
    refusals: [404, 409, 412],
    handle: async (call) => {
      const hours = call.input.overlap_hours ?? OVERLAP_HOURS.default
      const { secret, written } = await writeOne(call, webhooks, async (ctx, row) => {
        const until = addMs(ctx.now(), hours * HOUR_MS)
        const secret = await rotateSecret(ctx, row, hours === 0 ? null : until)
        return { secret, written: await readWritten(ctx, webhooks, row.id) }
      })
      return { data: { item: await recordOf(call.ctx, webhooks, written), secret }, messages: ['Saved'] }
    },
  })

const entryAbout = (row: AnyRow, verb: 'test' | 'redeliver'): NewEntry => ({
  action: `webhooks.${verb}`,
  subject: { type: 'webhooks', table: 'webhooks', id: row.id },
})

/** @throws Refusal 409 */
function refuseInactive(row: AnyRow): void {
  if (!row.is_active)
    throw conflict('inactive', say`The webhook is inactive; activate it first.`, 'is_active')
}

interface ByHand {
  kind: DeliveryKind
  uuid: string
  number: number | null
  action: string
}

/** What somebody asked for: the dispatcher finds it within a second. @throws Refusal 409 */
async function addByHand(
  { db, now }: Ctx,
  row: AnyRow,
  { kind, uuid, number, action }: ByHand,
): Promise<void> {
  const { count } = await db
    .selectFrom('webhook_waiting')
    .where('webhook_id', '=', row.id)
    .where('kind', '<>', 'event')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= MOST_BY_HAND)
    throw conflict('too_many_waiting', say`${MOST_BY_HAND} of them wait already; wait for their result.`)
  await db
    .insertInto('webhook_waiting')
    .values({
      webhook_id: row.id,
      event_uuid: uuid,
      number,
      action,
      kind,
      subject: '',
      attempts: 0,
      next_attempt_at: now(),
    })
    .onConflict((conflict) => conflict.columns(['webhook_id', 'kind', 'event_uuid']).doNothing())
    .execute()
}
