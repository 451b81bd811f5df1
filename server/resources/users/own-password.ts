import type { Ctx } from '../../access/context.ts'
import { verifyPassword } from '../../credentials/passwords.ts'
import type { AnyRow } from '../../crud/define/resource.ts'
import { invalidField, writeConflict } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'

/** The hash that `current_password` was right for, on its way to the transaction that compares it with the stored one. */
const PROOF = 'proven_password_hash'

/** Whoever acts: a token that somebody else made has its maker's power, and could change its maker's record too. */
const ownId = ({ actor }: Ctx) => actor.userId ?? actor.authorId

const touchesAccess = (changes: Fields) => changes.email !== undefined || changes.password !== undefined

/**
 * Looks at the `current_password` of an update before its transaction opens, as that takes a hash's time.
 * @throws Refusal 422 where it is wrong, 429 after too many wrong ones
 */
export async function proveOwnPassword(ctx: Ctx, input: Fields): Promise<Fields> {
  const { current_password: given, ...changes } = input
  const userId = ownId(ctx)
  if (typeof given !== 'string' || userId === null || !touchesAccess(changes)) return changes
  ctx.hashing?.refuseIfFull(ctx)
  const user = await ctx.db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('password_hash')
    .executeTakeFirst()
  const hash = user?.password_hash
  if (hash == null) return changes
  const verify = async (forgive?: (ctx: Ctx) => Promise<void>) => {
    if (!(await verifyPassword(ctx, given, hash))) return undefined
    await forgive?.(ctx)
    return hash
  }
  const proven = await (ctx.guess ? ctx.guess(ctx, userId, verify) : verify())
  if (proven === undefined)
    throw invalidField('current_password', 'wrong_password', say`current_password is not your password.`)
  return { ...changes, [PROOF]: proven }
}

/**
 * Holds a change of one's own password or email to the proof, and takes it out of the changes. Everything else, and
 * what changes nothing, needs none; nor does an account without a password.
 * @throws Refusal 422; 409 where the password was changed since the proof, which was right and is no guess
 */
export function takeProof(ctx: Ctx, row: AnyRow, input: Fields): Fields {
  const { [PROOF]: proof, ...changes } = input
  const isOwn = row.id === ownId(ctx)
  const isNewEmail = changes.email !== undefined && changes.email !== row.email
  const isNew = isNewEmail || changes.password_hash !== undefined
  if (!isOwn || !isNew || row.password_hash === null || proof === row.password_hash) return changes
  if (proof !== undefined) throw writeConflict()
  throw invalidField(
    'current_password',
    'required',
    say`current_password is required to change your own email or password.`,
  )
}
