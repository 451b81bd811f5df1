import { lockUsers } from '../access/authority.ts'
import type { Ctx } from '../access/context.ts'
import type { AnyRow } from '../crud/define/resource.ts'
import { anyTable, storedRows } from '../crud/query/store.ts'
import { tokenEnded } from '../errors.ts'

/** The caller's stored row; nobody else changes the account until the transaction ends. @throws Refusal 401 */
export async function lockOwner(ctx: Ctx, userId: number): Promise<AnyRow> {
  const user = await lockUser(ctx, userId)
  if (!user) throw tokenEnded()
  return user
}

/** The same for any user. @returns undefined if there is no such live user */
export async function lockUser(ctx: Ctx, userId: number): Promise<AnyRow | undefined> {
  await lockUsers(ctx, [userId])
  return storedUser(ctx, userId)
}

/** @throws Refusal 401 */
export async function ownerOf(ctx: Ctx, userId: number): Promise<AnyRow> {
  const row = await storedUser(ctx, userId)
  if (!row) throw tokenEnded()
  return row
}

/** @returns undefined if there is no such live user */
export async function storedUser(ctx: Ctx, userId: number): Promise<AnyRow | undefined> {
  const [row] = await storedRows(ctx, 'users', anyTable()('id', '=', userId), { limit: 1 })
  return row
}
