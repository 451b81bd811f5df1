import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Ctx } from '../../access/context.ts'
import { touchRows } from '../../crud/store.ts'

/** Links between which other requests get their turn. */
const LINKS_A_TURN = 1000

/** Hands a term's links on to another, as they are; where a user has both, the other's stays and this one goes. */
export async function moveUsers(ctx: Ctx, fromId: number, intoId: number): Promise<void> {
  for (let after = 0; ; ) {
    const users = await usersAfter(ctx, fromId, after)
    if (users.length === 0) return
    await moveSome(ctx, fromId, intoId, users)
    await touchRows(ctx, 'users', users)
    after = users.at(-1) as number
    await nextTurn()
  }
}

async function usersAfter(ctx: Ctx, termId: number, after: number): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('user_taxonomies')
    .where('taxonomy_id', '=', termId)
    .where('user_id', '>', after)
    .select('user_id')
    .orderBy('user_id')
    .limit(LINKS_A_TURN)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

async function moveSome(ctx: Ctx, fromId: number, intoId: number, users: number[]): Promise<void> {
  const both = await ctx.db
    .selectFrom('user_taxonomies')
    .where('taxonomy_id', '=', intoId)
    .where('user_id', 'in', users)
    .select('user_id')
    .execute()
  const already = new Set(both.map(({ user_id }) => user_id))
  const moving = users.filter((user) => !already.has(user))
  await ctx.db
    .updateTable('user_taxonomies')
    .set({ taxonomy_id: intoId, updated_at: ctx.now(), updated_by: ctx.actor.userId })
    .where('taxonomy_id', '=', fromId)
    .where('user_id', 'in', moving)
    .execute()
  await ctx.db
    .deleteFrom('user_taxonomies')
    .where('taxonomy_id', '=', fromId)
    .where('user_id', 'in', [...already])
    .execute()
}
