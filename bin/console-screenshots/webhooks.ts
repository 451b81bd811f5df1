import { randomUUIDv7 } from 'node:crypto'
import { dataOf } from '../../test/support/actors.ts'
import type { Service } from '../../test/support/service.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** An attempt, some minutes ago. */
interface Attempt {
  action: string
  minutesAgo: number
  status?: number
  duration: number
  kind?: 'redelivery' | 'test'
  answer?: string
}

/** Webhooks whose receivers work, fail and are gone. No receiver is on this machine: their answers are written to the database. */
export async function fillWebhooks({ call, clock, connection: { db } }: Service): Promise<void> {
  const make = async (description: string, host: string, events: string[]): Promise<number> => {
    const json = { description, url: `https://${host}.example.com/rolecall`, events }
    return dataOf(await call('POST', '/api/webhooks/create', { json })).item.id
  }
  const at = (ago: number) => new Date(Date.parse(clock.now()) - ago).toISOString()
  let number = 4711
  const attempt = async (id: number, { minutesAgo, duration, kind, status = 204, ...more }: Attempt) => {
    const isDelivered = status < 300
    number += 1
    await db
      .insertInto('webhook_deliveries')
      .values({
        webhook_id: id,
        event_uuid: randomUUIDv7(),
        number,
        kind: kind ?? 'event',
        attempt: 1,
        outcome: isDelivered ? 'delivered' : 'retrying',
        status,
        fault: isDelivered ? null : 'status',
        duration_ms: duration,
        at: at(minutesAgo * MINUTE_MS),
        next_attempt_at: isDelivered ? null : at(-5 * MINUTE_MS),
        answer: null,
        ...more,
      })
      .execute()
  }
  const index = await make('Search index', 'search', ['users.*', 'roles.*', 'import'])
  await attempt(index, { action: 'users.update', minutesAgo: 95, duration: 38 })
  await attempt(index, { action: 'users.roles.add', minutesAgo: 80, duration: 41 })
  await attempt(index, {
    action: 'roles.update',
    minutesAgo: 33,
    duration: 1730,
    status: 503,
    answer: 'Down',
  })
  await attempt(index, { action: 'roles.update', minutesAgo: 12, duration: 44, kind: 'redelivery' })
  await attempt(index, { action: 'webhooks.test', minutesAgo: 4, duration: 29, kind: 'test' })
  const chat = await make('Chat of the support team', 'chat', ['users.roles.*', 'roles.permissions.*'])
  await attempt(chat, { action: 'users.roles.add', minutesAgo: 3000, duration: 120 })
  await attempt(chat, { action: 'users.roles.remove', minutesAgo: 7, duration: 210, status: 500 })
  const tickets = await make('Ticket system', 'tickets', ['users.offboard', 'users.delete'])
  await attempt(tickets, { action: 'users.offboard', minutesAgo: 9000, duration: 88 })
  await db
    .updateTable('webhooks')
    .where('id', '=', tickets)
    .set({ is_active: false, switched_off_because: 'no_success', switched_off_at: at(DAY_MS) })
    .execute()
}
