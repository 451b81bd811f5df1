import type { Static } from 'typebox'
import { type Mail, type MailKind, type MailState, MOST_COUNTED_MAILS } from '../../contract/mails.ts'
import type { Ctx } from '../access/context.ts'
import { canSeeContacts } from '../access/guard.ts'
import { longReadDb } from '../db/queries/long-reads.ts'
import type { Db } from '../db/tables.ts'

export interface MailFilters {
  state?: MailState | undefined
  kind?: MailKind | undefined
  /** Whatever its case. */
  address?: string | undefined
  user_id?: number | null | undefined
}

/** A mail as the outbox knows it: which kinds can be made again, those know that make them. */
type ShownMail = Omit<Static<typeof Mail>, 'is_resendable'>

const COLUMNS = [
  ...['id', 'uuid', 'kind', 'address', 'user_id', 'registration_id', 'language', 'state', 'attempts'],
  ...['next_attempt_at', 'expires_at', 'reply', 'created_at', 'ended_at'],
] as unknown as readonly (keyof ShownMail)[]

const matching = (db: Db, { state, kind, address, user_id: userId }: MailFilters) =>
  db
    .selectFrom('mails')
    .$if(state === undefined, (query) => query.where('state', '<>', 'silenced'))
    .$if(state !== undefined, (query) => query.where('state', '=', state as MailState))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind as MailKind))
    .$if(address !== undefined, (query) => query.where('address_key', '=', (address as string).toLowerCase()))
    .$if(userId != null, (query) => query.where('user_id', '=', userId as number))

/** A page of the outbox, the newest first. Off the event loop: an installation may have sent a million in a month. */
export async function readMails(
  ctx: Ctx,
  filters: MailFilters,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ records: ShownMail[]; total: number }> {
  const db = await longReadDb(ctx)
  const rows = await matching(db, filters)
    .select(COLUMNS)
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  const { count } = await matching(db, filters)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { records: rows.map((row) => shown(ctx, row as ShownMail)), total: Number(count) }
}

export async function readMail(ctx: Ctx, id: number): Promise<ShownMail> {
  const row = await matching(ctx.db, {}).where('id', '=', id).select(COLUMNS).executeTakeFirstOrThrow()
  return shown(ctx, row as ShownMail)
}

/** A server usually quotes the address that it refuses. */
function shown(ctx: Ctx, mail: ShownMail): ShownMail {
  const { address, state, reply } = mail
  const ended = state === 'waiting' ? mail : { ...mail, next_attempt_at: null }
  if (canSeeContacts(ctx) || address === null) return ended
  const local = address.slice(0, address.lastIndexOf('@'))
  const pattern = new RegExp(`${escaped(address)}|${escaped(local)}`, 'gi')
  return { ...ended, address: null, reply: reply?.replaceAll(pattern, '…') ?? null }
}

const escaped = (text: string) => text.replaceAll(/[^\w]/g, '\\$&')

/** How many mails wait and have failed. */
export async function countMails({ db }: Ctx): Promise<{ waiting: number; failed: number }> {
  const countOf = async (state: MailState) => {
    const some = db.selectFrom('mails').where('state', '=', state).select('id').limit(MOST_COUNTED_MAILS)
    const { count } = await db
      .selectFrom(some.as('some'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  return { waiting: await countOf('waiting'), failed: await countOf('failed') }
}
