import { UserUpdate } from '../../contract/users.ts'
import type { Ctx } from '../access/context.ts'
import { SUPER_ADMINISTRATOR } from '../access/grants.ts'
import { hasSuperAdministrator } from '../access/sql/effective.ts'
import { inTransaction } from '../access/transaction.ts'
import { recordOfUser } from '../audit/entries.ts'
import { deleteFactors, readFactors } from '../credentials/factors.ts'
import { forgetPlaces } from '../credentials/known-places.ts'
import { endCodes } from '../credentials/mailed-codes.ts'
import { refuseOwnName, takeChosenPassword } from '../credentials/own-names.ts'
import { refuseWrongCode, revokeSetupCodes } from '../credentials/setup-codes.ts'
import { revokeTokensOf } from '../credentials/tokens.ts'
import { resourceNamed } from '../crud/define/resource.ts'
import { anyTable, storedRows } from '../crud/query/store.ts'
import { updateRow } from '../crud/write/rows.ts'
import { refuseInvalidLines } from '../crud/write/single-lines.ts'
import { operationsOf } from '../crud/write/write.ts'
import { fold } from '../db/queries/texts.ts'
import { takeLocks } from '../db/transactions/locks.ts'
import { Refusal } from '../errors.ts'
import { say } from '../messages/say.ts'
import { hashSecrets } from '../resources/people/people.ts'
import { assignRole, assignRolePermanently } from '../resources/users/registered-role.ts'
import type { Fields } from '../values/fields.ts'
import { tellOfFactor } from './factor-changes.ts'

/** Creates a super administrator. For the command line, whose users have access to the database anyway. */
export async function createSuperAdministrator(ctx: Ctx, input: Fields): Promise<number> {
  const values = await hashSecrets(input, ctx)
  return inTransaction(ctx, async (ctx) => {
    const id = await create(ctx, values)
    await revokeSetupCodes(ctx)
    return id
  })
}

/** The first administrator, and whether their account existed before. */
export interface FirstAdministrator {
  id: number
  existed: boolean
}

/**
 * Makes the first super administrator, if there is none in force. An existing account with this email may be a stranger's:
 * it gets the given password, and its tokens, codes and second factors are revoked.
 * @param values from {@link hashSecrets}
 * @param code of the setup link; omitted if the settings name the administrator
 * @returns undefined if there is a super administrator already
 * @throws Refusal 403 if the code is wrong or no longer valid
 */
export function makeFirstAdministrator(
  ctx: Ctx,
  values: Fields,
  code?: string,
): Promise<FirstAdministrator | undefined> {
  return inTransaction(ctx, async (ctx) => {
    await takeLocks(ctx.db, [{ space: 'super-administrators', mode: 'exclusive' }])
    if (code !== undefined) await refuseWrongCode(ctx, code)
    if (await hasSuperAdministrator(ctx)) return undefined
    const existing = await liveUser(ctx, values.email as string)
    const id = existing
      ? await takeOver(ctx, existing, values)
      : await create(ctx, { first_name: 'Administrator', ...values })
    await revokeSetupCodes(ctx)
    if (!(await hasSuperAdministrator(ctx))) throw roleDoesNotCount()
    return { id, existed: existing !== undefined }
  })
}

async function create(ctx: Ctx, values: Fields): Promise<number> {
  const users = resourceNamed(ctx, 'users')
  const { id } = await (await operationsOf(users).create(ctx, users, values)).result
  await assignRole(ctx, id, SUPER_ADMINISTRATOR)
  return id
}

async function liveUser(ctx: Ctx, email: string) {
  const eb = anyTable()
  const isTheirs = eb.and([eb('email_key', '=', fold(email)), eb('deleted_at', 'is', null)])
  const [row] = await storedRows(ctx, 'users', isTheirs, { limit: 1 })
  return row
}

/** Codes that could still give access to the account. */
const NO_CODES = {
  activation_code_hash: null,
  login_otp_hash: null,
  remember_token_hash: null,
  reset_password_code_hash: null,
}

async function takeOver(
  ctx: Ctx,
  row: Awaited<ReturnType<typeof liveUser>> & object,
  values: Fields,
): Promise<number> {
  const { chosen, values: given } = takeChosenPassword(values)
  refuseInvalidLines(UserUpdate, given, row)
  refuseOwnName(chosen, { ...row, ...given })
  // A second factor of theirs would keep the administrator out.
  const { factors } = await readFactors(ctx, row.id)
  const count = await deleteFactors(ctx, row.id)
  if (count > 0) recordOfUser(ctx, 'users.factors.reset', row.id, { counts: { factors: count } })
  await updateRow(ctx, resourceNamed(ctx, 'users'), row, {
    ...given,
    ...NO_CODES,
    has_second_factor: false,
    is_active: true,
    email_verified_at: ctx.now(),
  })
  await endCodes(ctx, { userId: row.id })
  await forgetPlaces(ctx, row.id)
  await revokeTokensOf(ctx, row.id, { exceptInUse: false })
  for (const { name: factor } of factors)
    await tellOfFactor(ctx, 'factor-removed', row, { factor, isByUser: false })
  await assignRolePermanently(ctx, row.id, SUPER_ADMINISTRATOR)
  return row.id
}

const roleDoesNotCount = () =>
  new Refusal(
    409,
    'role_not_in_force',
    say`The role ${SUPER_ADMINISTRATOR} is missing, deleted or inactive, so nobody can be given it. Restore a backup.`,
  )
