import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { SecondFactor } from '../../contract/factors.ts'
import type { UsedPasskeyInput } from '../../contract/passkeys.ts'
import { MOST_FACTORS } from '../../contract/passkeys.ts'
import type { Ctx } from '../access/context.ts'
import { recordOfUser } from '../audit/entries.ts'
import { SealError, secretOf } from '../crypto/installation-secret.ts'
import { addMs } from '../dates.ts'
import { prepared, slot } from '../db/queries/prepared.ts'
import type { FactorTable } from '../db/tables.ts'
import { conflict, invalidField } from '../errors.ts'
import { deleteInBatches } from '../jobs/delete-in-batches.ts'
import { say } from '../messages/say.ts'
import type { ChallengeUse } from './passkey-challenges.ts'
import { type UsedPasskey, usePasskey, verifyUsedPasskey } from './passkeys.ts'
import { countRecoveryCodes, deleteRecoveryCodes, useRecoveryCode } from './recovery-codes.ts'
import { newTotpSecret, stepOfCode } from './totp.ts'

/*
 * Second factors of accounts. `users.has_second_factor` says whether an account has one, so that the sign-in of an account
 * without one needs no further query; accounts/factor-changes.ts keeps it up to date.
 */

/** How long a factor that is prepared can be confirmed. */
const PREPARED_MS = 30 * 60_000

const SHOWN = ['id', 'uuid', 'kind', 'name', 'created_at', 'used_at'] as const

const confirmed = ({ db }: Ctx, userId: number) =>
  db.selectFrom('factors').where('user_id', '=', userId).where('confirmed_at', 'is not', null)

/** The factors of a user as clients see them, and how many recovery codes are left. */
export const readFactors = async (ctx: Ctx, userId: number) => ({
  factors: await confirmed(ctx, userId).select(SHOWN).orderBy('id').execute(),
  recovery_codes_left: await countRecoveryCodes(ctx, userId),
})

export const findFactor = (ctx: Ctx, userId: number, id: number) =>
  confirmed(ctx, userId).where('id', '=', id).select(SHOWN).executeTakeFirst()

export async function countFactors(ctx: Ctx, userId: number): Promise<number> {
  const { count } = await confirmed(ctx, userId)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** What a user with a factor can finish a sign-in with. */
export async function secondFactorsOf(ctx: Ctx, userId: number): Promise<SecondFactor[]> {
  const rows = await kindsOf(ctx.db, { userId })
  const kinds = new Set<SecondFactor>(rows.map(({ kind }) => kind))
  if (rows[0]?.has_recovery_code) kinds.add('recovery_code')
  if (!ctx.relyingParty) kinds.delete('passkey')
  return [...kinds]
}

const kindsOf = prepared((db) =>
  db
    .selectFrom('factors')
    .where('user_id', '=', slot('userId'))
    .where('confirmed_at', 'is not', null)
    .select((eb) => [
      'kind',
      eb
        .exists(eb.selectFrom('recovery_codes').where('user_id', '=', slot('userId')).select('id'))
        .as('has_recovery_code'),
    ])
    .orderBy('id'),
)

/** @throws Refusal 409 */
export async function refuseIfMostFactors(ctx: Ctx, userId: number): Promise<void> {
  if ((await countFactors(ctx, userId)) < MOST_FACTORS) return
  throw conflict(
    'too_many_factors',
    say`An account has at most ${MOST_FACTORS} factors; remove one that you do not need.`,
  )
}

/**
 * Prepares an authenticator app of a user who is locked, in place of one that they have not confirmed.
 * @returns its secret, which is readable only here @throws Refusal 409 if they have the most factors
 */
export async function prepareTotp(ctx: Ctx, userId: number, name: string): Promise<string> {
  await refuseIfMostFactors(ctx, userId)
  const [secret, uuid] = [await newTotpSecret(), randomUUIDv7()]
  await ctx.db.deleteFrom('factors').where('user_id', '=', userId).where('confirmed_at', 'is', null).execute()
  await ctx.db
    .insertInto('factors')
    .values({
      uuid,
      user_id: userId,
      kind: 'totp',
      name,
      sealed: secretOf(ctx).seal('totp', secret, uuid),
      created_at: ctx.now(),
    })
    .execute()
  return secret
}

/**
 * Confirms the prepared factor of a user who is locked, by a code of it, which is then used.
 * @returns its name @throws Refusal 422
 */
export async function confirmTotp(ctx: Ctx, userId: number, code: string): Promise<string> {
  const since = addMs(ctx.now(), -PREPARED_MS)
  const row = await ctx.db
    .selectFrom('factors')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('created_at', '>', since)
    .select(['id', 'uuid', 'name', 'sealed'])
    .executeTakeFirst()
  if (!row) {
    throw invalidField(
      'code',
      'nothing_to_confirm',
      say`No authenticator app waits for its first code. Begin again.`,
    )
  }
  const step = await stepOf(ctx, row, code)
  if (step === undefined) throw wrongCode()
  await ctx.db
    .updateTable('factors')
    .set({ confirmed_at: ctx.now(), last_step: step })
    .where('id', '=', row.id)
    .execute()
  return row.name
}

export const wrongCode = (field: 'code' | 'recovery_code' = 'code') =>
  invalidField(
    field,
    'invalid_code',
    say`${field} is wrong or was used before. An app shows another code every 30 seconds, if the clock of its device is right.`,
  )

type SealedFactor = Pick<FactorTable, 'uuid' | 'sealed'>

const stepOf = (ctx: Ctx, factor: SealedFactor, code: string) => {
  const secret = openFactor(ctx, factor)
  return secret === undefined ? undefined : stepOfCode(secret, code, ctx.now())
}

/** @returns undefined if no secret of this process opens it */
function openFactor(ctx: Ctx, { uuid, sealed }: SealedFactor): string | undefined {
  try {
    return secretOf(ctx).open('totp', sealed as string, uuid)
  } catch (error) {
    if (error instanceof SealError) return undefined
    throw error
  }
}

/** What a client proves with. */
export interface SentFactor {
  code?: string | undefined
  passkey?: UsedPasskeyInput | undefined
  recovery_code?: string | undefined
}

/** A factor that was right when it was looked at. {@link useFactor} uses it. */
export type PresentedFactor =
  | { recoveryCode: string }
  | { passkey: UsedPasskey }
  | { id: number; step: number }

/**
 * @param use what a challenge of a passkey must be for
 * @returns undefined for one that is wrong or used. A recovery code is looked at only when it is used
 */
export async function findSentFactor(
  ctx: Ctx,
  userId: number,
  { code, passkey, recovery_code: recoveryCode }: SentFactor,
  use: ChallengeUse,
): Promise<PresentedFactor | undefined> {
  if (recoveryCode !== undefined) return { recoveryCode }
  if (passkey !== undefined) {
    const used = await verifyUsedPasskey(ctx, userId, passkey, use)
    return used && { passkey: used }
  }
  const rows = await appsOf(ctx.db, { userId })
  for (const row of rows) {
    const step = await stepOf(ctx, row, code as string)
    if (step !== undefined && step > (row.last_step ?? 0)) return { id: row.id, step }
  }
  return undefined
}

const appsOf = prepared((db) =>
  db
    .selectFrom('factors')
    .where('user_id', '=', slot('userId'))
    .where('confirmed_at', 'is not', null)
    .where('kind', '=', 'totp')
    .select(['id', 'uuid', 'sealed', 'last_step'])
    .orderBy('id'),
)

/**
 * Uses a factor, in the transaction of the write that it authorizes. Of concurrent uses of one code exactly one succeeds, also
 * across processes.
 * @returns false if it was used meanwhile, or there is no such recovery code
 */
export async function useFactor(ctx: Ctx, userId: number, presented: PresentedFactor): Promise<boolean> {
  if ('recoveryCode' in presented) return useRecoveryCode(ctx, userId, presented.recoveryCode)
  if ('passkey' in presented) return usePasskey(ctx, userId, presented.passkey)
  const { id, step } = presented
  const { numUpdatedRows: count } = await ctx.db
    .updateTable('factors')
    .set({ last_step: step, used_at: ctx.now() })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirstOrThrow()
  return count > 0n
}

export async function renameFactor({ db }: Ctx, id: number, name: string): Promise<void> {
  await db.updateTable('factors').set({ name }).where('id', '=', id).execute()
}

/** Deletes one factor of a user who is locked, or all. With the last one, the recovery codes go too. @returns how many there were */
export async function deleteFactors(ctx: Ctx, userId: number, id?: number): Promise<number> {
  const { numDeletedRows: count } = await ctx.db
    .deleteFrom('factors')
    .where('user_id', '=', userId)
    .$if(id !== undefined, (query) => query.where('id', '=', id as number))
    .executeTakeFirstOrThrow()
  if (id === undefined || (await countFactors(ctx, userId)) === 0) await deleteRecoveryCodes(ctx, userId)
  return Number(count)
}

/**
 * Deletes those that a user who is locked has added since, and recovery codes made since. A factor counts from its
 * confirmation: it may have been prepared before. @returns the names of those that were confirmed, and whether some are left
 */
export async function deleteFactorsSince(
  ctx: Ctx,
  userId: number,
  since: string,
): Promise<{ removed: string[]; isSomeLeft: boolean }> {
  const deleted = await ctx.db
    .deleteFrom('factors')
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('confirmed_at', 'is', null), eb('confirmed_at', '>=', since)]))
    .returning(['name', 'confirmed_at'])
    .execute()
  if (deleted.length > 0)
    recordOfUser(ctx, 'users.factors.reset', userId, { counts: { factors: deleted.length } })
  const isSomeLeft = (await countFactors(ctx, userId)) > 0
  await deleteRecoveryCodes(ctx, userId, isSomeLeft ? since : undefined)
  const confirmed = deleted.filter(({ confirmed_at: at }) => at !== null)
  return { removed: confirmed.map(({ name }) => name), isSomeLeft }
}

/**
 * Without the secret that sealed them, no authenticator app and no recovery code can be verified, and nobody with one could
 * sign in. Passkeys stay: they need no secret. @returns how many factors there were
 */
export async function deleteSealedFactors({ db }: Ctx): Promise<number> {
  await db.deleteFrom('recovery_codes').execute()
  const { numDeletedRows: count } = await db
    .deleteFrom('factors')
    .where('sealed', 'is not', null)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('users')
    .set({ has_second_factor: false, version: sql`version + 1` })
    .where('has_second_factor', '=', true)
    .where('id', 'not in', db.selectFrom('factors').where('confirmed_at', 'is not', null).select('user_id'))
    .execute()
  // Whoever knew the secret could make codes: no session counts as proved once its account has another factor.
  await db
    .updateTable('tokens')
    .set({ proven_by_factor: false })
    .where('proven_by_factor', '=', true)
    .execute()
  return Number(count)
}

const ROWS_PER_BATCH = 500

/**
 * Seals secrets with the current secret of the installation that a previous one has sealed, so that the previous one is no
 * longer needed for them.
 */
export async function resealFactors(ctx: Ctx, signal: AbortSignal): Promise<void> {
  const secret = secretOf(ctx)
  let last = 0
  await deleteInBatches(ctx, signal, async ({ db }) => {
    const rows = await db
      .selectFrom('factors')
      .where('id', '>', last)
      .where('sealed', 'is not', null)
      .select(['id', 'uuid', 'sealed'])
      .orderBy('id')
      .limit(ROWS_PER_BATCH)
      .execute()
    for (const row of rows) {
      if (!secret.isOutdated(row.sealed as string)) continue
      const opened = openFactor(ctx, row)
      if (opened === undefined) continue
      await db
        .updateTable('factors')
        .set({ sealed: secret.seal('totp', opened, row.uuid) })
        .where('id', '=', row.id)
        .execute()
    }
    last = rows.at(-1)?.id ?? last
    return rows.length === ROWS_PER_BATCH
  })
}
