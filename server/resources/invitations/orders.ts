import { nullable, time } from '../../../contract/fields.ts'
import { InvitationCreate } from '../../../contract/invitations.ts'
import type { Ctx } from '../../access/context.ts'
import { isBefore } from '../../access/in-force.ts'
import { refuseInvalidLines } from '../../crud/write/single-lines.ts'
import { addDays } from '../../dates.ts'
import { fold } from '../../db/queries/texts.ts'
import { type Detail, invalid } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import { coerce, UNSTORABLE } from '../../values/coerce.ts'
import type { Fields } from '../../values/fields.ts'
import type { Order } from './invite.ts'
import type { PlannedKind, WantedLink } from './planned-links.ts'

const DEFAULT_DAYS = 7
const MAX_DAYS = 90

/** The latest end of an invitation: a code that works for years is found in an old mailbox. */
const latestEnd = (ctx: Ctx) => addDays(ctx.now(), MAX_DAYS)

export const defaultEnd = (ctx: Ctx): string => addDays(ctx.now(), DEFAULT_DAYS)

/** @throws Refusal 422 */
export function faultsOfEnd(ctx: Ctx, end: string | undefined): Detail[] {
  if (end === undefined || (isBefore(ctx.now(), end) && end <= latestEnd(ctx))) return []
  const message = say`expires_at must lie in the future, at most ${MAX_DAYS} days from now.`
  return [{ field: 'expires_at', code: 'out_of_range', message }]
}

/** Reads an invitation of a call. @param at where its fields stand in the request @throws Refusal 422 */
export function orderOf(ctx: Ctx, fields: Fields, item: number, at: string): Order {
  refuseInvalidLines(InvitationCreate, fields)
  const { expires_at: end } = fields as { expires_at?: string }
  const faults = faultsOfEnd(ctx, end)
  const links = [
    ...linksIn(ctx, 'role', fields.roles, { item, at, faults }),
    ...linksIn(ctx, 'taxonomy', fields.taxonomies, { item, at, faults }),
  ]
  if (faults.length > 0) throw invalid(faults)
  const text = (name: string) => (fields[name] as string | undefined) ?? null
  return {
    email: fields.email as string,
    firstName: text('first_name'),
    language: text('language'),
    message: text('message'),
    expiresAt: end ?? defaultEnd(ctx),
    forKey: text('invited_for_key'),
    forValue: text('invited_for_value'),
    links,
    at,
  }
}

const FIELDS: Record<PlannedKind, string> = { role: 'roles', taxonomy: 'taxonomies' }

type Sent = string | number | { id: string | number; expires_at?: unknown }

/** @param faults receives those of the ends, with fields of the item: the caller adds where the item stands */
function linksIn(
  ctx: Ctx,
  kind: PlannedKind,
  sent: unknown,
  { item, at, faults }: { item: number; at: string; faults: Detail[] },
): WantedLink[] {
  return ((sent ?? []) as Sent[]).map((one, index) => {
    const { id, expires_at: end = null } = typeof one === 'object' ? one : { id: one }
    const field = `${FIELDS[kind]}.${index}`
    const until = coerce(nullable(time('')), end)
    if (until === UNSTORABLE) {
      const message = say`${`${field}.expires_at`} must be a time or null.`
      faults.push({ field: `${field}.expires_at`, code: 'invalid_type', message })
    } else if (!isBefore(ctx.now(), until as string | null)) {
      const message = say`${`${field}.expires_at`} must lie in the future.`
      faults.push({ field: `${field}.expires_at`, code: 'out_of_range', message })
    }
    const name = typeof id === 'string' ? id.trim() : id
    return { kind, name, until: until as string | null, item, field: `${at}${field}` }
  })
}

/** @throws Refusal 422 pointing at each address that an earlier item has */
export function refuseRepeatedAddresses(orders: readonly Order[]): void {
  const first = new Map<string, number>()
  const details = orders.flatMap(({ email, at }, index): Detail[] => {
    const earlier = first.get(fold(email))
    if (earlier === undefined) first.set(fold(email), index)
    const message = say`Item ${earlier ?? 0} has the same ${'email'}.`
    return earlier === undefined ? [] : [{ field: `${at}email`, code: 'duplicate', message }]
  })
  if (details.length > 0) throw invalid(details)
}
