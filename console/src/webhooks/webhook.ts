import type { components } from '@rolecall/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/session.ts'
import { isOver } from '../ui/days.ts'

export type Webhook = components['schemas']['Webhook']
/** An attempt to send an event. */
export type Delivery = components['schemas']['WebhookDelivery']
export type Outcome = Delivery['outcome']

export const OUTCOMES: readonly Outcome[] = ['delivered', 'retrying', 'failed']

/** Its description, or else the host of its address. */
export const nameOf = ({ description, url }: Pick<Webhook, 'description' | 'url'>): string =>
  description ?? new URL(url).host

export const pathOf = ({ id }: Pick<Webhook, 'id'>): string => `/webhooks/${id}`

/** For calls about one webhook. */
export const selectorOf = (id: number) => ({ column: 'id', value: String(id) }) as const

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'one', id],
    queryFn: ({ signal }) => client.resource('webhooks').get(id, { signal }),
    // Structural sharing would drop the record's ETag.
    structuralSharing: false,
  })

type DeliveriesParams = { page?: number; per_page?: number; outcome?: Outcome }

/** The attempts of the last 30 days, the newest first. */
export async function readDeliveries(id: number, query: DeliveriesParams, signal: AbortSignal) {
  const { list, ...more } = await client.request('GET', '/api/webhooks/{column}/{value}/deliveries', {
    path: selectorOf(id),
    query,
    signal,
  })
  return { ...list, ...more }
}

/** The last attempt, and the last one that succeeded; null if there is none. */
export interface Health {
  last: Delivery | null
  success: Delivery | null
}

/** Among these there usually is a success. */
const RECENT = 20

export const healthQuery = (id: number) =>
  queryOptions({
    queryKey: ['webhooks', id, 'health'],
    queryFn: async ({ signal }): Promise<Health> => {
      const { data } = await readDeliveries(id, { per_page: RECENT }, signal)
      const isDelivered = ({ outcome }: Delivery) => outcome === 'delivered'
      const success = data.find(isDelivered)
      if (success || data.length < RECENT) return { last: data[0] ?? null, success: success ?? null }
      const older = await readDeliveries(id, { per_page: 1, outcome: 'delivered' }, signal)
      return { last: data[0] ?? null, success: older.data[0] ?? null }
    },
  })

/** @param health undefined while it is unknown */
export function stateOf({ is_active, switched_off_because: reason }: Webhook, health: Health | undefined) {
  if (!is_active) return reason === null ? 'inactive' : 'switched-off'
  return health?.last && health.last.outcome !== 'delivered' ? 'failing' : 'active'
}

/** Null too once its time has come: an attempt stays in the list as it was, and the next one has a row of its own. */
export const nextAttemptOf = ({ next_attempt_at: next }: Delivery): string | null =>
  next === null || isOver(next) ? null : next

/** Until when two secrets sign; undefined if one does. */
export const rotationEndOf = ({ previous_secret_ends_at: end }: Webhook): string | undefined =>
  end === null || isOver(end) ? undefined : end

/** A save of the form waits for the change of another control, which it would take for somebody else's. */
export const changesOf = ({ id }: Pick<Webhook, 'id'>) => ({ scope: `webhook ${id}`, waits: true })
