import type { Ctx } from '../../access/context.ts'
import { verifyPassword } from '../../credentials/passwords.ts'
import { countFailedProof, forgetFailedProofs } from '../../credentials/proofs.ts'
import type { AnyRow } from '../../crud/define/resource.ts'
import { invalidField, writeConflict } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'

/** Carries the hash that `current_password` matched to the transaction, which compares it with the stored one. */
const PROOF = 'proven_password_hash'

/** The acting user. A token made for another user has its maker's permissions, so it could change the maker's record. */
const ownId = ({ actor }: Ctx) => actor.userId ?? actor.authorId

/** Whether the caller changes their own account, with whichever token. */
export const isActing = (ctx: Ctx, { id }: Pick<AnyRow, 'id'>): boolean => id === ownId(ctx)

const touchesAccess = ({ email, password, api_token: token }: Fields) =>
  email !== undefined || password !== undefined || token !== undefined

/**
 * Verifies the `current_password` of an update before the transaction opens, as hashing is slow.
 * @throws Refusal 422 if it is wrong, 429 after too many wrong ones
 */
export async function proveOwnPassword(ctx: Ctx, input: Fields): Promise<Fields> {
  const { current_password: given, ...changes } = input
  const userId = ownId(ctx)
  if (typeof given !== 'string' || userId === null || !touchesAccess(changes)) return changes
  const proven = await checkOwnPassword(ctx, userId, given)
  return proven === undefined ? changes : { ...changes, [PROOF]: proven }
}

/** The hash that the `current_password` of an update matched. */
export const provenHashIn = ({ [PROOF]: proof }: Fields): string | undefined => proof as string | undefined

/**
 * Verifies the password of the acting user, outside of any transaction. Wrong ones count as failed sign-ins, and ten in a row end
 * a token of a sign-in.
 * @param field in which it was sent
 * @returns the stored hash that it matched; undefined if none was sent, or the account has none
 * @throws Refusal 422 if it is wrong, 429 after too many wrong ones
 */
export async function checkOwnPassword(
  ctx: Ctx,
  userId: number,
  given: string | undefined,
  field: 'current_password' | 'password' = 'current_password',
): Promise<string | undefined> {
  if (given === undefined) return undefined
  ctx.hashing?.refuseIfFull(ctx)
  const user = await ctx.db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('password_hash')
    .executeTakeFirst()
  const hash = user?.password_hash
  if (hash == null) return undefined
  const verify = async (resetFailures?: (ctx: Ctx) => Promise<void>) => {
    if (!(await verifyPassword(ctx, given, hash))) return undefined
    await resetFailures?.(ctx)
    return hash
  }
  const proven = await (ctx.attemptOwnPassword ? ctx.attemptOwnPassword(ctx, userId, verify) : verify())
  if (proven === undefined) {
    await countFailedProof(ctx)
    throw invalidField(field, 'wrong_password', say`${field} is not your password.`)
  }
  await forgetFailedProofs(ctx)
  return proven
}

/**
 * Requires the proof for a change of the caller's own password or email, and removes it from the changes. Other changes
 * need none, and neither do accounts without a password.
 * @throws Refusal 422; 409 if the password changed after the proof: the proof was right, so it is no failed guess
 */
export function takeProof(ctx: Ctx, row: AnyRow, input: Fields): Fields {
  const { [PROOF]: proof, ...changes } = input
  const isNewEmail = changes.email !== undefined && changes.email !== row.email
  const isNew = isNewEmail || changes.password_hash !== undefined
  if (!isActing(ctx, row) || !isNew || row.password_hash === null || proof === row.password_hash)
    return changes
  if (proof !== undefined) throw writeConflict()
  throw invalidField(
    'current_password',
    'required',
    say`current_password is required to change your own email or password.`,
  )
}
