import { sql } from 'kysely'
import type { Ctx } from '../../access/context.ts'
import { recordOfUser } from '../../audit/entries.ts'
import type { Person } from '../../audit/erase.ts'
import { beginErasure } from '../../audit/erasures.ts'
import { forgetPlaces } from '../../credentials/known-places.ts'
import { type AnyRow, type Resource, resourceNamed } from '../../crud/define/resource.ts'
import { anyTable, storedRowsInBatches } from '../../crud/query/store.ts'
import { clearColumn } from '../../crud/write/rows.ts'
import { operationsOf } from '../../crud/write/write.ts'
import { chunks } from '../../db/queries/chunks.ts'
import { fold } from '../../db/queries/texts.ts'
import type { AuditChange } from '../../db/tables.ts'
import { conflict } from '../../errors.ts'
import { deleteMailsOf } from '../../mail/claims.ts'
import { say } from '../../messages/say.ts'
import { destroyUser } from './writes.ts'

export interface Erased {
  /** Whether the audit trail says nothing of them any more; otherwise a job goes on. */
  isComplete: boolean
  registrations: number
  mails: number
}

/**
 * Erases a user: destroys the user and their registrations, deletes their mails, and makes the audit trail forget who it was. Nobody is
 * told by mail, since the mail would name them for a month.
 * @throws Refusal 409
 */
export async function eraseUser(ctx: Ctx, users: Resource, row: AnyRow): Promise<Erased> {
  const { actor } = ctx
  if ([actor.userId, actor.ownerId, actor.authorId].includes(row.id))
    throw conflict('own_account', say`Somebody else must erase you.`)
  const made = await ctx.db
    .selectFrom('tokens')
    .where('user_id', '=', row.id)
    .where('maker_id', 'is not', null)
    .select('id')
    .execute()
  return eraseWith(ctx, row.id, {
    row,
    tokens: made.map(({ id }) => id),
    destroy: () => destroyUser(ctx, users, row, { isTold: false }),
  })
}

/** Erases a user who was destroyed already. */
export const eraseDestroyedUser = (ctx: Ctx, userId: number): Promise<Erased> =>
  eraseWith(ctx, userId, { tokens: [], destroy: async () => {} })

interface Remains {
  row?: AnyRow
  tokens: readonly number[]
  destroy: () => Promise<void>
}

async function eraseWith(ctx: Ctx, userId: number, { row, tokens, destroy }: Remains): Promise<Erased> {
  const known = await knownOf(ctx, userId)
  const [users, registrations] = [resourceNamed(ctx, 'users'), resourceNamed(ctx, 'registrations')]
  const rows = await registrationsOf(ctx, registrations, { userId, row, known })
  const addresses = [row, ...rows].flatMap((one) => (one ? [one.email_key as string] : []))
  const mails = await deleteMailsOf(ctx, {
    userId,
    registrationIds: rows.map(({ id }) => id),
    addresses: await unusedAddresses(ctx, userId, [...addresses, ...known.addresses]),
  })
  await forgetPlaces(ctx, userId)
  // It is the text of a mail, signed by whoever wrote it.
  await ctx.db
    .updateTable('invitations')
    .set({ message: null })
    .where('inviter_id', '=', userId)
    .where('message', 'is not', null)
    .execute()
  // Their address, in records that they made.
  for (const resource of [users, registrations])
    await clearColumn(ctx, resource, 'created_ip', anyTable()('created_by', '=', userId))
  await destroy()
  for (const one of rows) await operationsOf(registrations).destroy(ctx, registrations, one)
  const person: Person = {
    userId,
    registrations: [...new Set([...known.registrations, ...rows.map(({ id }) => id)])],
    tokens: [...new Set([...known.tokens, ...tokens])],
  }
  const counts = { registrations: rows.length, mails }
  recordOfUser(ctx, 'users.erase', userId, { counts })
  return { isComplete: await beginErasure(ctx, person), ...counts }
}

/** What the audit trail knows of a user whose records may be gone. */
async function knownOf({ db }: Ctx, userId: number) {
  const entries = db
    .selectFrom('audit_entries')
    .where('subject_type', '=', 'users')
    .where('subject_id', '=', userId)
  const made = await entries
    .where('action', '=', 'users.tokens.create')
    .where('other_id', 'is not', null)
    .select('other_id')
    .execute()
  const changed = await entries
    .where('action', 'in', ['users.create', 'users.update'])
    .where((eb) =>
      eb.or(
        ['registration_id', 'email'].map((field) =>
          eb(sql<string>`cast(changes as text)`, 'like', `%"${field}"%`),
        ),
      ),
    )
    .select('changes')
    .execute()
  const valuesOf = (field: string) =>
    changed
      .flatMap(({ changes }) => changes ?? [])
      .flatMap((change: AuditChange) =>
        change.field === field && 'from' in change ? [change.from, change.to] : [],
      )
  const isText = (value: unknown): value is string => typeof value === 'string'
  const isNumber = (value: unknown): value is number => typeof value === 'number'
  return {
    tokens: made.map(({ other_id }) => other_id as number),
    registrations: valuesOf('registration_id').filter(isNumber),
    addresses: valuesOf('email').filter(isText).map(fold),
  }
}

type Known = Awaited<ReturnType<typeof knownOf>>

/** Registrations of the user, and those with their address. */
function registrationsOf(
  ctx: Ctx,
  { table }: Resource,
  { userId, row, known }: { userId: number; row?: AnyRow | undefined; known: Known },
): Promise<AnyRow[]> {
  const eb = anyTable()
  return storedRowsInBatches(
    ctx,
    table,
    eb.or([
      eb('user_id', '=', userId),
      eb('id', 'in', known.registrations.length > 0 ? known.registrations : [0]),
      ...(row ? [eb('id', '=', row.registration_id), eb('email_key', '=', row.email_key)] : []),
    ]),
  )
}

/** Those of the addresses that no other live user has: their mails are theirs. */
async function unusedAddresses({ db }: Ctx, userId: number, addresses: string[]): Promise<string[]> {
  const all = new Set(addresses)
  for (const some of chunks([...all])) {
    const used = await db
      .selectFrom('users')
      .where('email_key', 'in', some)
      .where('id', '!=', userId)
      .where('deleted_at', 'is', null)
      .select('email_key')
      .execute()
    for (const { email_key } of used) all.delete(email_key)
  }
  return [...all]
}
