import { sql } from 'kysely'
import type { Ctx } from '../../access/context.ts'
import { recordEntries } from '../../audit/entries.ts'
import { endCodesOfRegistrations, reservedAddresses } from '../../credentials/mailed-codes.ts'
import { type AnyRow, resourceNamed } from '../../crud/define/resource.ts'
import { anyTable, storedRows } from '../../crud/query/store.ts'
import { newRow } from '../../crud/write/rows.ts'
import { BATCH_SIZES, chunks, inBatches } from '../../db/queries/chunks.ts'
import { textRows } from '../../db/queries/id-lists.ts'
import { MOST_INSERTED_AT_ONCE, rowInserter } from '../../db/queries/row-inserter.ts'
import { fold } from '../../db/queries/texts.ts'
import type { AuditChange } from '../../db/tables.ts'
import { RetryTransaction } from '../../db/transactions/locks.ts'
import { sent } from '../../db/transactions/sent-statements.ts'
import { violatedConstraint } from '../../db/transactions/transaction.ts'
import { type Detail, MAX_DETAILS, Refusal } from '../../errors.ts'
import { type Message, say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'
import { defaultUsername, reserveUsernames } from '../people/default-usernames.ts'
import { replaceProfile } from '../registrations/replaced.ts'
import { refuseUnlessMayRegister } from '../users/registered-role.ts'
import { authorityOf } from './invitations.ts'
import { type InvitationMail, mailInvitations, nameOfUser } from './mails.ts'
import { type FoundLink, findLinks, planLinks, type WantedLink } from './planned-links.ts'

/** Whom to invite, to what. */
export interface Order {
  email: string
  /** Null: not known yet. */
  firstName: string | null
  language: string | null
  message: string | null
  expiresAt: string
  /** For the product that invites. */
  forKey: string | null
  forValue: string | null
  links: readonly WantedLink[]
  /** Where its fields stand in the request: `3.`, or nothing. */
  at: string
}

/**
 * Invites people, all or nobody, in this transaction. The number of statements does not grow with theirs, except for those
 * whose registration waits already: it becomes the invitation, and an earlier invitation gets the new plan.
 * @returns the ids of the registrations, in order
 * @throws Refusal 403, 409, 422 pointing at each fault
 */
export async function invite(
  ctx: Ctx,
  orders: readonly Order[],
  acceptLanguage: string | undefined,
): Promise<number[]> {
  // Names first: it may wait for their locks, and no row is locked yet.
  await reserveUsernames(
    ctx,
    'registrations',
    orders.map(({ email }) => ({ email })),
  )
  await refuseUnlessMayRegister(ctx)
  const links = await findLinks(
    ctx,
    orders.flatMap(({ links }) => links),
  )
  const uses = await usesOf(ctx, keysOf(orders))
  await refuseUsers(ctx, orders, uses)
  const existing = await registrationsOf(ctx, uses)
  refuseUnlessWaiting(orders, existing)
  await replaceWaiting(ctx, orders, existing)
  await insertNew(
    ctx,
    orders.filter(({ email }) => !existing.has(fold(email))),
  )
  const idByEmail = await registrationIds(ctx, orders)
  const ids = orders.map(({ email }) => idByEmail.get(fold(email)) as number)
  const inviter = await nameOfUser(ctx, ctx.actor.authorId)
  const names = await namesOfRoles(ctx, links)
  // PostgreSQL stores the links while the mails are written, since nothing is read in between.
  await planLinks(ctx, links, await storeInvitations(ctx, orders, ids))
  const planned = Map.groupBy(links, ({ item }) => item)
  await recordEntries(ctx, [...orders.entries()], ([index, { expiresAt }]) => ({
    action: 'invitations.create',
    subject: { type: 'registrations', table: 'registrations', id: ids[index] as number },
    changes: [{ field: 'expires_at', from: null, to: expiresAt }, ...planChanges(planned.get(index) ?? [])],
  }))
  await mailInvitations(ctx, 'invitation', inviter, mailsOf(orders, ids, links, { names, acceptLanguage }))
  return ids
}

/** What an invitation plans, as changes of its registration. */
const planChanges = (links: readonly FoundLink[]): AuditChange[] =>
  [...Map.groupBy(links, ({ kind }) => kind)].map(([kind, some]) => ({
    field: kind === 'role' ? 'roles' : 'taxonomies',
    from: null,
    to: some.map(({ id, until }) => ({ id, expires_at: until })),
  }))

const keysOf = (orders: readonly Order[]) => orders.map(({ email }) => fold(email))

/** Who has an address: a live user, a live registration, or nobody. */
interface AddressUse {
  key: string
  user_id: number | null
  registration_id: number | null
}

/**
 * Who has these addresses. A subquery looks up each of them by an index: for a join, PostgreSQL expects a hundred addresses
 * whatever their number, and reads all registrations instead (3 ms for 6,000).
 */
async function usesOf({ db }: Ctx, keys: readonly string[]): Promise<AddressUse[]> {
  const { rows } = await sql<AddressUse>`select asked.value as key,
      (select id from users where users.email_key = asked.value and users.deleted_at is null) as user_id,
      (select id from registrations where registrations.email_key = asked.value
        and registrations.deleted_at is null) as registration_id
    from ${textRows(db, keys)}`.execute(db)
  return rows
}

/** @throws Refusal 409 pointing at the addresses that users have, or that are reserved for one */
async function refuseUsers(ctx: Ctx, orders: readonly Order[], uses: readonly AddressUse[]): Promise<void> {
  const reserved = await reservedAddresses(ctx, keysOf(orders))
  const ofUsers = uses.flatMap(({ key, user_id: id }) => (id === null ? [] : [key]))
  const taken = new Set([...ofUsers, ...reserved.keys()])
  refuseAll(
    orders.filter(({ email }) => taken.has(fold(email))),
    'email_taken',
    say`A user with this email already exists.`,
  )
}

function refuseAll(orders: readonly Order[], code: string, message: Message): void {
  if (orders.length === 0) return
  const details = orders.map(({ at }): Detail => ({ field: `${at}email`, code, message }))
  throw new Refusal(409, code, message, { details: details.slice(0, MAX_DETAILS) })
}

/** The live ones of these registrations, locked, by the keys of their addresses; without those that got another address meanwhile. */
async function registrationsOf(ctx: Ctx, uses: readonly AddressUse[]): Promise<Map<string, AnyRow>> {
  const eb = anyTable()
  const ids = uses.flatMap(({ registration_id: id }) => id ?? [])
  const keys = new Set(uses.map(({ key }) => key))
  const found = new Map<string, AnyRow>()
  for await (const some of inBatches(ids, BATCH_SIZES.wholeRows)) {
    const areLive = eb.and([eb('id', 'in', some), eb('deleted_at', 'is', null)])
    for (const row of await storedRows(ctx, 'registrations', areLive)) {
      const key = row.email_key as string
      if (keys.has(key)) found.set(key, row)
    }
  }
  return found
}

async function registrationIds({ db }: Ctx, orders: readonly Order[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const keys of chunks(keysOf(orders))) {
    const rows = await db
      .selectFrom('registrations')
      .where('email_key', 'in', keys)
      .where('deleted_at', 'is', null)
      .select(['id', 'email_key'])
      .execute()
    for (const { id, email_key: key } of rows) ids.set(key, id)
  }
  return ids
}

/** Whoever has verified their address waits for an approval, and not for an invitation. @throws Refusal 409 */
function refuseUnlessWaiting(orders: readonly Order[], rows: ReadonlyMap<string, AnyRow>): void {
  const withStatus = (status: string) =>
    orders.filter(({ email }) => rows.get(fold(email))?.status === status)
  refuseAll(
    withStatus('user-created'),
    'email_taken',
    say`A registration with this email has a user already, or had one.`,
  )
  refuseAll(
    withStatus('email-verified'),
    'email_verified',
    say`This address is verified and waits for its approval; create its user instead.`,
  )
}

/** What the invitation sets in a registration, for all to see. It decides nothing: see `invitations`. */
const shownOf = (ctx: Ctx, { firstName, language, forKey, forValue }: Order): Fields => ({
  first_name: firstName ?? '',
  language,
  invited_by: ctx.actor.authorId,
  invited_at: ctx.now(),
  invited_for_key: forKey,
  invited_for_value: forValue,
  created_ip: ctx.ip,
})

/** What an unfinished sign-up left, which may have been a stranger's, does not get into the account. */
const NO_SECRETS = { password_hash: null, activation_code_hash: null, activation_code_sent_at: null }

async function replaceWaiting(
  ctx: Ctx,
  orders: readonly Order[],
  waiting: ReadonlyMap<string, AnyRow>,
): Promise<void> {
  if (waiting.size === 0) return
  for await (const some of inBatches(orders, BATCH_SIZES.records)) {
    for (const order of some) {
      const row = waiting.get(fold(order.email))
      if (row) await replaceProfile(ctx, row, { ...NO_SECRETS, ...shownOf(ctx, order) })
    }
  }
  const ids = [...waiting.values()].map(({ id }) => id)
  for (const some of chunks(ids))
    await ctx.db.deleteFrom('invitations').where('registration_id', 'in', some).execute()
  await endCodesOfRegistrations(ctx, ids, ['signup-verify'])
}

async function insertNew(ctx: Ctx, orders: readonly Order[]): Promise<void> {
  const registrations = resourceNamed(ctx, 'registrations')
  const insert = rowInserter('registrations', (db, statement) =>
    sent(db, statement.catch(retryOnConflict(ctx))),
  )
  for await (const some of inBatches(orders, MOST_INSERTED_AT_ONCE)) {
    const rows: Fields[] = []
    for (const order of some) {
      const { email } = order
      const username = await defaultUsername(ctx, 'registrations', email)
      const values = {
        email,
        username,
        status: 'email-verification-pending',
        meta: {},
        ...shownOf(ctx, order),
      }
      rows.push(newRow(ctx, registrations, values))
    }
    await insert(ctx.db, rows)
  }
}

/** Another transaction has registered one of these addresses, or taken a username, since it was looked up. */
const retryOnConflict =
  ({ db }: Ctx) =>
  (error: unknown): never => {
    throw violatedConstraint(db, error) === undefined ? error : new RetryTransaction()
  }

/** @returns the ids of the invitations, in order */
async function storeInvitations(
  ctx: Ctx,
  orders: readonly Order[],
  registrationIds: readonly number[],
): Promise<number[]> {
  const { actor, db } = ctx
  const authority = authorityOf(ctx)
  const rows = orders.map(({ message, expiresAt }, index) => ({
    registration_id: registrationIds[index] as number,
    inviter_id: actor.authorId,
    authority,
    message,
    created_at: ctx.now(),
    expires_at: expiresAt,
  }))
  const ids = new Map<number, number>()
  for await (const some of inBatches(rows)) {
    const stored = await db
      .insertInto('invitations')
      .values(some)
      .returning(['id', 'registration_id'])
      .execute()
    for (const { id, registration_id: registration } of stored) ids.set(registration, id)
  }
  return registrationIds.map((id) => ids.get(id) as number)
}

function mailsOf(
  orders: readonly Order[],
  registrationIds: readonly number[],
  links: readonly FoundLink[],
  { names, acceptLanguage }: { names: ReadonlyMap<number, string>; acceptLanguage: string | undefined },
): InvitationMail[] {
  const linksOf = Map.groupBy(links, ({ item }) => item)
  return orders.map(({ email, firstName, language, expiresAt, message }, index) => ({
    registrationId: registrationIds[index] as number,
    address: email,
    name: firstName,
    languages: [language, acceptLanguage],
    expiresAt,
    message,
    roles: (linksOf.get(index) ?? []).flatMap(({ kind, id }) =>
      kind === 'role' ? (names.get(id) ?? []) : [],
    ),
  }))
}

async function namesOfRoles({ db }: Ctx, links: readonly FoundLink[]): Promise<Map<number, string>> {
  const ids = [...new Set(links.flatMap(({ kind, id }) => (kind === 'role' ? [id] : [])))]
  const names = new Map<number, string>()
  for (const some of chunks(ids)) {
    const rows = await db.selectFrom('roles').where('id', 'in', some).select(['id', 'name']).execute()
    for (const { id, name } of rows) names.set(id, name)
  }
  return names
}
