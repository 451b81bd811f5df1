import { randomUUIDv7 } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { MailKind } from '../../contract/mails.ts'
import type { Ctx } from '../access/context.ts'
import { networkOf } from '../access/network.ts'
import { isKnown } from '../credentials/known-places.ts'
import { digest } from '../crypto/digest.ts'
import { addMs } from '../dates.ts'
import { chunks, inBatches } from '../db/queries/chunks.ts'
import { prepared, slot } from '../db/queries/prepared.ts'
import { MOST_INSERTED_AT_ONCE, rowInserter } from '../db/queries/row-inserter.ts'
import { fold } from '../db/queries/texts.ts'
import { type Lock, needsLocks, readWithTriedLocks, tryLocks } from '../db/transactions/locks.ts'
import { knownLanguageOf } from '../messages/languages.ts'
import { MAIL_KINDS, type MailValues } from './kinds.ts'

/** A mail to send. */
export interface Mail<Kind extends MailKind = MailKind> {
  kind: Kind
  to: { address: string; userId?: number | null; registrationId?: number | null }
  /** Language tags, or headers `Accept-Language`: the first with a language that we have is used, else the default. */
  languages?: readonly (string | null | undefined)[]
  values: MailValues[Kind]
  /**
   * Nobody has the address: nothing is sent. The same is locked, read and written as for a mail, so that the time tells
   * nothing, with a limit of its own: who has the address tomorrow gets all their mails.
   */
  isDecoy?: boolean
  /** The secret of the device cookie of the request that causes it. */
  device?: string | undefined
  /**
   * Who causes it, if that is no stranger: somebody who has shown that the mailbox is theirs, or an administrator. Each has a
   * limit of their own, which the mails that strangers ask for do not use up.
   */
  causedBy?: 'recipient' | 'administrator' | undefined
  /**
   * Nobody has shown that they own the address of the account: a stranger may have signed up with it. Notices to it are
   * limited too, as that stranger can cause any number of them.
   */
  isUnverified?: boolean
}

/** Mails of a kind to one address in an hour. Notices to verified addresses have no limit. */
export const MAILS_PER_HOUR = 5
const HOUR_MS = 3_600_000

/** Longer values are cut: a message, or a header `User-Agent`. */
const MAX_VALUE = 2000

/**
 * Writes a mail into the outbox, in the transaction of the write that causes it: a rollback sends nothing, a crash loses
 * nothing.
 * @returns false if the address has had all the mails of this kind that it gets in an hour. Answer as if it was sent
 */
export async function enqueueMail<Kind extends MailKind>(ctx: Ctx, mail: Mail<Kind>): Promise<boolean> {
  const [isEnqueued = false] = await enqueueMails(ctx, [mail])
  return isEnqueued
}

/** The same for many mails. */
export async function enqueueMails<Kind extends MailKind>(
  ctx: Ctx,
  mails: readonly Mail<Kind>[],
): Promise<boolean[]> {
  if (!ctx.db.isTransaction) throw new Error('A mail is enqueued in the transaction that causes it.')
  const keys: string[] = []
  for (const mail of mails) keys.push(await limitOf(ctx, mail))
  const isUnlimited = mails.map(({ kind, isUnverified }) => MAIL_KINDS[kind].isNotice && !isUnverified)
  const limited = mails.flatMap(({ to: { address } }, index) =>
    isUnlimited[index] ? [] : [{ address, key: keys[index] as string }],
  )
  const left = limited.length === 0 ? new Map<string, number>() : await mailsLeft(ctx, limited)
  const isAllowed = keys.map((key, index) => {
    if (isUnlimited[index]) return true
    const more = left.get(key) ?? MAILS_PER_HOUR
    left.set(key, more - 1)
    return more > 0
  })
  const rows = mails.flatMap((mail, index) =>
    isAllowed[index] ? [rowOf(ctx, mail, keys[index] as string)] : [],
  )
  for await (const some of inBatches(rows, MOST_INSERTED_AT_ONCE)) await insertMails(ctx.db, some)
  return isAllowed
}

/** Whether the address gets more mails of this kind in this hour. Locked until the transaction ends. */
export async function hasMailsLeft(ctx: Ctx, mail: Pick<Mail, 'kind' | 'to'>): Promise<boolean> {
  const key = await limitOf(ctx, mail)
  return ((await mailsLeft(ctx, [{ address: mail.to.address, key }])).get(key) ?? MAILS_PER_HOUR) > 0
}

/**
 * The key by which mails are limited. The networks and devices from which an account has signed in have limits of their own,
 * so that strangers cannot use up those of its user.
 */
async function limitOf(
  ctx: Ctx,
  { kind, to, device, isDecoy, causedBy }: Pick<Mail, 'kind' | 'to'> & Partial<Mail>,
): Promise<string> {
  const { isAskedFor, isToNewAddresses } = MAIL_KINDS[kind]
  const known = isAskedFor ? await isKnown(ctx, to.userId ?? undefined, device) : undefined
  const place = known?.device
    ? ['device', digest(device as string)]
    : known?.address
      ? ['network', ctx.ip === null ? '' : networkOf(ctx.ip)]
      : []
  const address = isToNewAddresses ? withoutTag(to.address) : to.address
  const others = [...(isDecoy ? ['decoy'] : []), ...(causedBy ? [causedBy] : [])]
  return digest(JSON.stringify([kind, address.toLowerCase(), ...place, ...others]))
}

/**
 * All tags of a mailbox (`ada+news@`, RFC 5233) are limited together: each would be one more address with mails of its own.
 * Apart from the address without a tag, whose mails nobody uses up by tags.
 */
const withoutTag = (address: string) => address.replace(/(?<=.)\+[^@]*@/, '+@')

/**
 * The lock under which limited mails to this address are counted, whatever their kind and whoever has the address; its tags
 * share it, as they share limits. A flow that strangers can start takes it first. Otherwise concurrent requests for a known
 * address would wait for each other where those for an unknown one conflict and are retried, and their time would tell which.
 */
export const addressLock = (address: string): Lock => ({
  space: 'mails',
  id: crc32(withoutTag(fold(address))),
  mode: 'exclusive',
})

/** How many mails each of these keys has left. Concurrent transactions with the same address wait for each other. */
async function mailsLeft(
  { db, now }: Ctx,
  limited: readonly { address: string; key: string }[],
): Promise<Map<string, number>> {
  const unique = [...new Set(limited.map(({ key }) => key))]
  const locks = limited.map(({ address }) => addressLock(address))
  const since = addMs(now(), -HOUR_MS)
  const left = new Map<string, number>()
  const [key] = unique
  if (key !== undefined && unique.length === 1) {
    const query = { key, since }
    const [row] = needsLocks(db)
      ? await readWithTriedLocks(db, locks, countOne.of(db, query))
      : await countOne(db, query)
    return left.set(key, MAILS_PER_HOUR - Number(row?.count))
  }
  await tryLocks(db, locks)
  for (const some of chunks(unique)) {
    const rows = await db
      .selectFrom('mails')
      .where('limit_key', 'in', some)
      .where('created_at', '>', since)
      .select(['limit_key', (eb) => eb.fn.countAll<number>().as('count')])
      .groupBy('limit_key')
      .execute()
    for (const { limit_key, count } of rows) left.set(limit_key, MAILS_PER_HOUR - Number(count))
  }
  return left
}

/** How many mails of a kind were enqueued for a user in the last hour, to whatever address. */
export async function countRecentMails({ db, now }: Ctx, userId: number, kind: MailKind): Promise<number> {
  const { count } = await db
    .selectFrom('mails')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('created_at', '>', addMs(now(), -HOUR_MS))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Most writes cause one mail: building its statements would cost more than running them. */
const countOne = prepared<{ count: number }>((db) =>
  db
    .selectFrom('mails')
    .where('limit_key', '=', slot('key'))
    .where('created_at', '>', slot('since'))
    .select((eb) => eb.fn.countAll<number>().as('count')),
)

const insertMails = rowInserter('mails')

function rowOf(
  { secret, now }: Ctx,
  { kind, to, languages = [], values, isDecoy = false }: Mail,
  limitKey: string,
) {
  if (!secret) throw new Error('Mail needs the secret of the installation.')
  const uuid = randomUUIDv7()
  const at = now()
  return {
    uuid,
    kind,
    address: isDecoy ? '' : to.address,
    address_key: isDecoy ? '' : to.address.toLowerCase(),
    user_id: to.userId ?? null,
    registration_id: to.registrationId ?? null,
    language: languages.map(languageIn).find((each) => each !== undefined) ?? null,
    is_bulk: MAIL_KINDS[kind].isBulk ?? false,
    state: isDecoy ? ('silenced' as const) : ('waiting' as const),
    attempts: 0,
    next_attempt_at: at,
    expires_at: expiryOf(values),
    limit_key: limitKey,
    sealed: secret.seal('mail', JSON.stringify(clean(values)), uuid),
    created_at: at,
    ended_at: isDecoy ? at : null,
  }
}

/** `*`, which programs send that have no preference, chooses no language. */
const languageIn = (header: string | null | undefined) =>
  header === '*' ? undefined : knownLanguageOf(header ?? undefined)

/** A mail whose code has expired is of no use. */
const expiryOf = (values: Partial<MailValues['verify']>): string | null =>
  values.expires_at ?? values.digits_expire_at ?? null

/** Texts without control characters other than line breaks. */
const clean = (values: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string'
        ? value
            .replaceAll(/\r\n?/g, '\n')
            .replaceAll(/[^\P{Cc}\n]|\p{Bidi_Control}/gu, ' ')
            .slice(0, MAX_VALUE)
        : value,
    ]),
  )
