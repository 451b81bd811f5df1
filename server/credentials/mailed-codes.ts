import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Ctx } from '../access/context.ts'
import { inAnonymousTransaction } from '../access/transaction.ts'
import { secretOf } from '../crypto/installation-secret.ts'
import { addMs } from '../dates.ts'
import { chunks, inBatches } from '../db/queries/chunks.ts'
import { slot } from '../db/queries/prepared.ts'
import { MOST_INSERTED_AT_ONCE, rowInserter } from '../db/queries/row-inserter.ts'
import { fold } from '../db/queries/texts.ts'
import type { MailedCodeTable } from '../db/tables.ts'
import { refuseIfRows } from '../db/transactions/refuse-if-rows.ts'
import { locking, skippingLocked } from '../db/transactions/row-locks.ts'
import { invalidField } from '../errors.ts'
import { deleteInBatches } from '../jobs/delete-in-batches.ts'
import { say } from '../messages/say.ts'

/*
 * One-time codes that are mailed: a link with 256 random bits, and digits to type in place of following it. They are
 * stored as HMACs with the installation's secret, which is not in the database: otherwise a copy of the database would be
 * enough to find the digits.
 */

export type CodePurpose = MailedCodeTable['purpose']

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Digits are short, so they are limited by time, by tries, and to the browser that asked for them. */
const DIGITS = 8
const DIGITS_MS = 10 * MINUTE_MS
export const MAX_TRIES = 5

interface Kind {
  /** How long the link works; none if only digits are mailed. */
  linkMs?: number
  hasDigits: boolean
  /** The code proves another address than the one that its account has. */
  isOfOtherAddress?: true
  /** Using one leaves earlier ones alive: whoever changed the address last does not end the undo of those before. */
  endsLaterOnly?: true
}

const KINDS: Readonly<Record<CodePurpose, Kind>> = {
  'signup-verify': { linkMs: DAY_MS, hasDigits: true },
  reset: { linkMs: DAY_MS, hasDigits: true },
  'email-verify': { linkMs: DAY_MS, hasDigits: true },
  'email-change': { linkMs: DAY_MS, hasDigits: true, isOfOtherAddress: true },
  'email-undo': { linkMs: 7 * DAY_MS, hasDigits: false, isOfOtherAddress: true, endsLaterOnly: true },
  signin: { hasDigits: true },
  invitation: { linkMs: 7 * DAY_MS, hasDigits: false },
}

/** Whom a code is for. Without either, nobody has the address: the row, which opens nothing, makes it cost the same time. */
export interface CodeTarget {
  userId?: number
  registrationId?: number
}

interface Order {
  purpose: CodePurpose
  target: CodeTarget
  /** The address that the code is mailed to: it proves no other. */
  address: string
  /** From {@link newRequest}: the digits work only together with it. */
  request?: string
  /** Of an invitation that ends on another day. */
  expiresAt?: string
}

export interface IssuedCode {
  id: number
  /** What the mail says. Nothing else ever contains it. */
  mailed: { code: string; expires_at: string; digits?: string; digits_expire_at?: string }
}

/** What a client gets when a mail is sent, and gives back with the digits. The same whether or not the address is known. */
export const newRequest = (): string => randomBytes(32).toString('base64url')

const newDigits = () => String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')

/** The texts that are hashed, apart from each other by their first words. */
const TEXTS = {
  code: (code: string) => `code ${code}`,
  request: (request: string) => `request ${request}`,
  digits: (request: string, digits: string) => `digits ${digits} ${request}`,
  address: (address: string) => `address ${fold(address)}`,
}

const later = (ctx: Ctx, ms: number) => addMs(ctx.now(), ms)

/** Makes a code, in the transaction that mails it. Earlier ones stay alive. */
export async function issueCode(ctx: Ctx, order: Order): Promise<IssuedCode> {
  const { row, mailed } = newCode(ctx, order)
  const { id } = await ctx.db.insertInto('mailed_codes').values(row).returning('id').executeTakeFirstOrThrow()
  return { id, mailed }
}

/** A code that is not stored yet. */
export interface NewCode extends Pick<IssuedCode, 'mailed'> {
  row: Insertable<MailedCodeTable>
}

/** The same in two steps, for many: {@link storeCodes} stores those that are mailed. */
export function newCode(ctx: Ctx, order: Order): NewCode {
  const { purpose, target, address, request } = order
  const { linkMs, hasDigits, isOfOtherAddress } = KINDS[purpose]
  const isNobodys = target.userId === undefined && target.registrationId === undefined
  const secret = secretOf(ctx)
  const [code, digits] = [newRequest(), newDigits()]
  const digitsExpireAt = later(ctx, DIGITS_MS)
  const expiresAt = order.expiresAt ?? later(ctx, linkMs ?? DIGITS_MS)
  const typed = hasDigits && request !== undefined ? request : undefined
  const row = {
    purpose,
    user_id: target.userId ?? null,
    registration_id: target.registrationId ?? null,
    address_hash: secret.hmac('codes', TEXTS.address(address)),
    address: isOfOtherAddress ? address : null,
    reserved_key: purpose === 'email-undo' ? fold(address) : null,
    code_hash: linkMs === undefined || isNobodys ? null : secret.hmac('codes', TEXTS.code(code)),
    request_hash: typed === undefined ? null : secret.hmac('codes', TEXTS.request(typed)),
    digits_hash: typed === undefined || isNobodys ? null : secret.hmac('codes', TEXTS.digits(typed, digits)),
    digits_expire_at: typed === undefined ? null : digitsExpireAt,
    created_at: ctx.now(),
    expires_at: isNobodys ? digitsExpireAt : expiresAt,
  }
  return {
    row,
    mailed: {
      code,
      expires_at: expiresAt,
      ...(typed !== undefined && { digits, digits_expire_at: digitsExpireAt }),
    },
  }
}

export async function storeCodes({ db }: Ctx, codes: readonly NewCode[]): Promise<void> {
  const rows = codes.map(({ row }) => row)
  for await (const some of inBatches(rows, MOST_INSERTED_AT_ONCE)) await insertCodes(db, some)
}

const insertCodes = rowInserter('mailed_codes')

/** Ends a code that was not mailed after all. Its request still counts tries, as if it had been. */
export async function silenceCode({ db }: Ctx, { id }: Pick<IssuedCode, 'id'>): Promise<void> {
  await db
    .updateTable('mailed_codes')
    .set({ code_hash: null, digits_hash: null })
    .where('id', '=', id)
    .execute()
}

/** A code as a client sends it: that of the link, or the digits with the request that they were asked for with. */
export interface SentCode {
  code: string
  request?: string | undefined
}

/** A code that was right when it was looked at. {@link useCode} uses it. */
export interface PresentedCode {
  readonly id: number
  readonly purpose: CodePurpose
  readonly userId: number | undefined
  readonly registrationId: number | undefined
}

/**
 * Looks for a code, before the transaction that uses it: five wrong digits end them, also if this request is refused.
 * Look at all other fields before.
 * @returns undefined for an unknown, expired, used or exhausted code
 */
export async function findCode(
  ctx: Ctx,
  purpose: CodePurpose | readonly CodePurpose[],
  sent: SentCode,
): Promise<PresentedCode | undefined> {
  const purposes = typeof purpose === 'string' ? [purpose] : purpose
  const digits = digitsIn(sent.code)
  const row =
    digits !== undefined && sent.request !== undefined
      ? await tryDigits(ctx, purposes, sent.request, digits)
      : await findLinkCode(ctx, purposes, sent.code)
  return (
    row && {
      id: row.id,
      purpose: row.purpose,
      userId: row.user_id ?? undefined,
      registrationId: row.registration_id ?? undefined,
    }
  )
}

type FoundRow = Pick<MailedCodeTable, 'purpose' | 'user_id' | 'registration_id'> & { id: number }

/** Mails show the digits in two groups. */
function digitsIn(code: string): string | undefined {
  const digits = code.replaceAll(/[\s-]/g, '')
  return /^\d+$/.test(digits) ? digits : undefined
}

async function findLinkCode(
  ctx: Ctx,
  purposes: readonly CodePurpose[],
  code: string,
): Promise<FoundRow | undefined> {
  return ctx.db
    .selectFrom('mailed_codes')
    .where('code_hash', 'in', secretOf(ctx).hmacs('codes', TEXTS.code(code.trim())))
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', ctx.now())
    .select(['id', 'purpose', 'user_id', 'registration_id'])
    .executeTakeFirst()
}

/** Whose digits were asked for with this request, as far as they can still be tried or were not used. */
export async function askedForWith(
  ctx: Ctx,
  purpose: CodePurpose,
  request: string,
): Promise<{ id: number } | undefined> {
  const row = await ctx.db
    .selectFrom('mailed_codes')
    .where('request_hash', 'in', secretOf(ctx).hmacs('codes', TEXTS.request(request)))
    .where('purpose', '=', purpose)
    .select('user_id')
    .executeTakeFirst()
  return row?.user_id == null ? undefined : { id: row.user_id }
}

/** Counts a try before it looks at the digits: of many at the same time, no more than five get that far. */
async function tryDigits(
  ctx: Ctx,
  purposes: readonly CodePurpose[],
  request: string,
  digits: string,
): Promise<FoundRow | undefined> {
  const secret = secretOf(ctx)
  const row = await inAnonymousTransaction(ctx, ({ db, now }) =>
    db
      .updateTable('mailed_codes')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('request_hash', 'in', secret.hmacs('codes', TEXTS.request(request)))
      .where('purpose', 'in', purposes)
      .where('tries', '<', MAX_TRIES)
      .where('digits_expire_at', '>', now())
      .where('expires_at', '>', now())
      .returning(['id', 'purpose', 'user_id', 'registration_id', 'digits_hash'])
      .executeTakeFirst(),
  )
  const sent = secret.hmacs('codes', TEXTS.digits(request, digits))
  if (!row?.digits_hash || !sent.some((hash) => isEqual(hash, row.digits_hash as string))) return undefined
  // The right digits cost no try: the request may be refused for another reason, and is then repeated.
  await inAnonymousTransaction(ctx, ({ db }) =>
    db
      .updateTable('mailed_codes')
      .set((eb) => ({ tries: eb('tries', '-', 1) }))
      .where('id', '=', row.id)
      .execute(),
  )
  return row
}

const isEqual = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/**
 * Whether a code can still be used by the owner of the address that it was mailed to, for what is shown before it is used.
 */
export async function isInForce(ctx: Ctx, { id, purpose }: PresentedCode): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('mailed_codes')
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', ctx.now())
    .select(['user_id', 'registration_id', 'address_hash'])
    .executeTakeFirst()
  const current = row && (await lockTarget(ctx, row))
  return row !== undefined && current !== undefined && isAddress(ctx, row.address_hash, current.email)
}

/** Whom a used code was for. */
export interface UsedCode {
  userId: number | undefined
  registrationId: number | undefined
  /** The address that it proves, if that is not the account's: see {@link CodePurpose}. */
  address: string | undefined
  madeAt: string
}

/**
 * Uses a code, in the transaction that does what it allows: of several at the same time, one succeeds. All codes of its
 * purpose end for the same user or registration.
 * @throws Refusal 422 if it was used meanwhile, or its user or registration has another address now, or is gone
 */
export async function useCode(ctx: Ctx, { id, purpose }: PresentedCode): Promise<UsedCode> {
  if (!ctx.db.isTransaction) throw new Error('A code is used in the transaction that does what it allows.')
  const row = await ctx.db
    .selectFrom('mailed_codes')
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', ctx.now())
    .select(['user_id', 'registration_id', 'address_hash', 'address', 'created_at'])
    .executeTakeFirst()
  const current = row && (await lockTarget(ctx, row))
  if (!row || !current || !(await endWith(ctx, row, { id, purpose }))) throw invalidCode()
  if (!KINDS[purpose].isOfOtherAddress && !isAddress(ctx, row.address_hash, current.email))
    throw invalidCode()
  return {
    userId: row.user_id ?? undefined,
    registrationId: row.registration_id ?? undefined,
    address: row.address ?? undefined,
    madeAt: row.created_at,
  }
}

type Bound = Pick<MailedCodeTable, 'user_id' | 'registration_id'>

/** The live user or registration, whose address does not change until the transaction ends. */
async function lockTarget({ db }: Ctx, row: Bound): Promise<{ email: string } | undefined> {
  const [table, id] =
    row.user_id === null
      ? (['registrations', row.registration_id] as const)
      : (['users', row.user_id] as const)
  const target = db.selectFrom(table).where('id', '=', id).where('deleted_at', 'is', null).select('email')
  return locking(db, target, 'update').executeTakeFirst()
}

const isAddress = (ctx: Ctx, hash: string, email: string) =>
  secretOf(ctx).hmacs('codes', TEXTS.address(email)).includes(hash)

/** @returns false if another transaction has used it */
async function endWith(
  { db }: Ctx,
  target: Bound,
  { id, purpose }: Pick<PresentedCode, 'id' | 'purpose'>,
): Promise<boolean> {
  let ending = db.deleteFrom('mailed_codes').where('purpose', '=', purpose)
  // A condition for each column, as an index is on one of them.
  if (target.user_id !== null) ending = ending.where('user_id', '=', target.user_id)
  else ending = ending.where('registration_id', '=', target.registration_id)
  if (KINDS[purpose].endsLaterOnly) ending = ending.where('id', '>=', id)
  const ended = await ending.returning('id').execute()
  return ended.some((each) => each.id === id)
}

/** An id that nobody has, for a statement that takes its time whether or not somebody has the address. */
export const NOBODY = 0

/**
 * Notes in the field of the user or the registration when a code was mailed, if there is a field for its purpose. It is no
 * change of the record: others who edit it need not know.
 */
export async function recordSentCode(
  { db, now }: Ctx,
  purpose: CodePurpose,
  { userId = NOBODY, registrationId = NOBODY }: CodeTarget,
): Promise<void> {
  if (purpose === 'reset')
    await db
      .updateTable('users')
      .set({ reset_password_code_sent_at: now() })
      .where('id', '=', userId)
      .execute()
  if (purpose === 'signup-verify')
    await db
      .updateTable('registrations')
      .set({ activation_code_sent_at: now() })
      .where('id', '=', registrationId)
      .execute()
}

/** Ends codes of a user or a registration, of these purposes or of all. */
export async function endCodes(
  { db }: Ctx,
  { userId, registrationId }: CodeTarget,
  purposes?: readonly CodePurpose[],
): Promise<void> {
  let ending = db.deleteFrom('mailed_codes')
  if (userId !== undefined) ending = ending.where('user_id', '=', userId)
  else ending = ending.where('registration_id', '=', registrationId as number)
  if (purposes) ending = ending.where('purpose', 'in', purposes)
  await ending.execute()
}

/** Ends codes of many registrations. */
export async function endCodesOfRegistrations(
  { db }: Ctx,
  registrationIds: readonly number[],
  purposes: readonly CodePurpose[],
): Promise<void> {
  for (const some of chunks(registrationIds))
    await db
      .deleteFrom('mailed_codes')
      .where('registration_id', 'in', some)
      .where('purpose', 'in', purposes)
      .execute()
}

/** Refuses an address that is reserved for anybody. Values: `key`, the folded address, and `now`. */
export const refuseIfReserved = refuseIfRows((db) =>
  db
    .selectFrom('mailed_codes')
    .where('reserved_key', '=', slot('key'))
    .where('expires_at', '>', slot('now'))
    .select('id'),
)

/** Whose these addresses are while a change can be undone, by folded address. */
export async function reservedAddresses(
  { db, now }: Ctx,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const holders = new Map<string, number>()
  for (const some of chunks([...new Set(keys)])) {
    const rows = await db
      .selectFrom('mailed_codes')
      .where('reserved_key', 'in', some)
      .where('expires_at', '>', now())
      .select(['reserved_key', 'user_id'])
      .execute()
    for (const { reserved_key: key, user_id: userId } of rows) holders.set(key as string, userId as number)
  }
  return holders
}

/** @returns how many there were, and how many invitations have none left */
export async function endAllCodes({ db, now }: Ctx): Promise<{ codes: number; invitations: number }> {
  const { invitations } = await db
    .selectFrom('mailed_codes')
    .where('purpose', '=', 'invitation')
    .where('expires_at', '>', now())
    .select((eb) => eb.fn.count<number>('registration_id').distinct().as('invitations'))
    .executeTakeFirstOrThrow()
  const { numDeletedRows } = await db.deleteFrom('mailed_codes').executeTakeFirstOrThrow()
  return { codes: Number(numDeletedRows), invitations: Number(invitations) }
}

export const invalidCode = () =>
  invalidField(
    'code',
    'invalid_code',
    say`This code is unknown, expired or used, or was mistyped too often. Ask for a new one.`,
  )

const ROWS_PER_BATCH = 1000

export const deleteExpiredCodes = (ctx: Ctx, signal: AbortSignal): Promise<void> =>
  deleteInBatches(ctx, signal, async ({ db, now }) => {
    const expired = db
      .selectFrom('mailed_codes')
      .where('expires_at', '<=', now())
      .select('id')
      .orderBy('expires_at')
      .limit(ROWS_PER_BATCH)
    const { numDeletedRows: count } = await db
      .deleteFrom('mailed_codes')
      .where('id', 'in', skippingLocked(db, expired))
      .executeTakeFirstOrThrow()
    return Number(count) === ROWS_PER_BATCH
  })
