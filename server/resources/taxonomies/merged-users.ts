import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Ctx } from '../../access/context.ts'
import { touchRows } from '../../crud/write/rows.ts'

/** Links between which other requests get their turn. More are faster on PostgreSQL, which passes over those that went. */
const LINKS_A_TURN = 1000

/** Hands a term's links on to another, as they are; where a user has both, the other's stays and this one goes. */
export async function moveUsers(ctx: Ctx, fromId: number, intoId: number): Promise<void> {
  for (;;) {
    const users = await firstUsers(ctx, fromId)
    if (users.length === 0) return
    // Touched first, and so locked: triggers count the links of live users.
    await touchRows(ctx, 'users', users)
    await moveSome(ctx, fromId, intoId, users)
    await nextTurn()
  }
}

async function firstUsers(ctx: Ctx, termId: number): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('user_taxonomies')
    .where('taxonomy_id', '=', termId)
    .select('user_id')
    .orderBy('user_id')
    .limit(LINKS_A_TURN)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

const KEPT = ['user_id', 'is_active', 'expires_at', 'created_by', 'created_at'] as const

/** Made anew, not changed: what is known of a term's users holds until links come or go. */
async function moveSome(ctx: Ctx, fromId: number, intoId: number, users: number[]): Promise<void> {
  const links = await ctx.db
    .selectFrom('user_taxonomies')
    .where('taxonomy_id', '=', fromId)
    .where('user_id', 'in', users)
    .select(KEPT)
    .execute()
  const stamp = { taxonomy_id: intoId, updated_at: ctx.now(), updated_by: ctx.actor.authorId }
  await ctx.db
    .insertInto('user_taxonomies')
    .values(links.map((link) => ({ ...link, ...stamp })))
    .onConflict((conflict) => conflict.columns(['user_id', 'taxonomy_id']).doNothing())
    .execute()
  await ctx.db
    .deleteFrom('user_taxonomies')
    .where('taxonomy_id', '=', fromId)
    .where('user_id', 'in', users)
    .execute()
}
