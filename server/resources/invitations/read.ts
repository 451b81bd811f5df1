import type { Static } from 'typebox'
import type { Invitation, InvitationShown } from '../../../contract/invitations.ts'
import type { Actor } from '../../access/actor.ts'
import type { Ctx } from '../../access/context.ts'
import { canSeeContacts } from '../../access/guard.ts'
import { isBefore } from '../../access/in-force.ts'
import { delegatesOf } from '../../access/sql/authority.ts'
import { type AnswerBudget, type Embedding, sizeOfAll } from '../../capacity/answer-budget.ts'
import { chunks } from '../../db/queries/chunks.ts'
import { longReadDb } from '../../db/queries/long-reads.ts'
import { say } from '../../messages/say.ts'
import { INVITES, type InvitationRow } from './invitations.ts'
import { countPlannedLinks, giveable, type PlannedLink, plannedLinks } from './planned-links.ts'

type ShownInvitation = Static<typeof Invitation>

export interface InvitationFilters {
  /** Whether it has expired. */
  state?: 'waiting' | 'expired' | undefined
  registration_id?: number | undefined
  inviter_id?: number | null | undefined
}

const matching = (
  { db, now }: Ctx,
  { state, registration_id: registration, inviter_id: inviter }: InvitationFilters,
) =>
  db
    .selectFrom('invitations')
    .innerJoin('registrations', 'registrations.id', 'invitations.registration_id')
    .where('registrations.deleted_at', 'is', null)
    .$if(state === 'waiting', (query) => query.where('invitations.expires_at', '>', now()))
    .$if(state === 'expired', (query) => query.where('invitations.expires_at', '<=', now()))
    .$if(registration !== undefined, (query) =>
      query.where('invitations.registration_id', '=', registration as number),
    )
    .$if(inviter != null, (query) => query.where('invitations.inviter_id', '=', inviter as number))

const PLANS: Embedding = {
  what: say`What these invitations plan`,
  instead: say`Ask for fewer invitations a page (per_page).`,
}

/** The least bytes of a planned link in the response. */
const LEAST_LINK = 100

/**
 * A page of the invitations that are neither accepted nor revoked, the newest first.
 * @param budget of the response: each invitation plans up to two hundred links @throws Refusal 400
 */
export async function readInvitations(
  ctx: Ctx,
  filters: InvitationFilters,
  { page, perPage }: { page: number; perPage: number },
  budget: AnswerBudget,
): Promise<{ records: ShownInvitation[]; total: number }> {
  const reader = { ...ctx, db: await longReadDb(ctx) }
  const rows = await matching(reader, filters)
    .selectAll('invitations')
    .select(['registrations.email', 'registrations.first_name'])
    .orderBy('invitations.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  const { count } = await matching(reader, filters)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { records: await shownOf(ctx, rows, budget), total: Number(count) }
}

type Row = InvitationRow & { email: string; first_name: string }

/** With a number of statements that does not grow with the rows. */
async function shownOf(ctx: Ctx, rows: readonly Row[], budget: AnswerBudget): Promise<ShownInvitation[]> {
  const { grants } = ctx.actor
  const ids = rows.map(({ id }) => id)
  budget.embed(await countPlannedLinks(ctx, ids), LEAST_LINK, PLANS)
  const delegates = await delegatesOf(
    ctx,
    rows.map(({ authority }) => authority),
  )
  const inviters = grants.has('can-read-users') ? await usersIn(ctx, rows) : undefined
  const links = await plannedLinks(ctx, ids)
  await budget.spend(sizeOfAll(rows) + sizeOfAll(links.map(({ target }) => target ?? {})), PLANS)
  const linksOf = Map.groupBy(links, (link) => link.invitation_id)
  return rows.map((row, index) => {
    const planned = linksOf.get(row.id) ?? []
    const shown = (kind: PlannedLink['kind']) =>
      planned.flatMap((link) => (link.kind === kind ? shownLink(link) : []))
    return {
      registration_id: row.registration_id,
      email: canSeeContacts(ctx) ? row.email : null,
      first_name: row.first_name || null,
      state: stateOf(ctx, row, delegates[index]),
      inviter: (row.inviter_id !== null && inviters?.get(row.inviter_id)) || null,
      message: row.message,
      created_at: row.created_at,
      expires_at: row.expires_at,
      roles: grants.has('can-read-roles') ? shown('role') : null,
      taxonomies: grants.has('can-read-taxonomies') ? shown('taxonomy') : null,
    }
  })
}

const stateOf = (
  { now }: Ctx,
  { expires_at: end }: Row,
  delegate: Actor | undefined,
): ShownInvitation['state'] => {
  if (!isBefore(now(), end)) return 'expired'
  return delegate?.grants.has(INVITES) ? 'waiting' : 'ended'
}

function shownLink({ target, expires_at }: PlannedLink) {
  if (!target) return []
  const { isInForce: _, ...named } = target
  return [{ ...named, expires_at }]
}

async function usersIn({ db }: Ctx, rows: readonly Row[]) {
  const users = new Map<number, { id: number; uuid: string; name: string }>()
  const ids = [...new Set(rows.flatMap(({ inviter_id: id }) => id ?? []))]
  for (const some of chunks(ids)) {
    const found = await db
      .selectFrom('users')
      .where('id', 'in', some)
      .select(['id', 'uuid', 'name'])
      .execute()
    for (const user of found) users.set(user.id, user)
  }
  return users
}

/** What an invitation says to whoever has its code: its links as they would be given at this moment. */
export async function shownToInvited(
  ctx: Ctx,
  invitation: InvitationRow,
  inviter: Actor,
  { email, first_name: firstName }: { email: string; first_name: string },
): Promise<Static<typeof InvitationShown>> {
  const links = await plannedLinks(ctx, [invitation.id])
  const { given } = await giveable({ ...ctx, actor: inviter }, links)
  const namesOf = (kind: PlannedLink['kind']) =>
    given.flatMap((link) => (link.kind === kind ? link.name : []))
  const user = await ctx.db
    .selectFrom('users')
    .where('id', '=', inviter.authorId)
    .select('name')
    .executeTakeFirst()
  return {
    email,
    first_name: firstName || null,
    inviter: user?.name ?? null,
    message: invitation.message,
    expires_at: invitation.expires_at,
    roles: namesOf('role'),
    taxonomies: namesOf('taxonomy'),
  }
}
