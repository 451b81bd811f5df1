import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Ctx } from '../../access/context.ts'
import { touchRows } from '../../crud/write/rows.ts'

/** Links moved between two yields. Larger batches are faster on PostgreSQL, whose scans pass over deleted links. */
const LINKS_PER_BATCH = 1000

/** Moves a term's links to another term, unchanged. If a user has both, the other term's link stays and this one is deleted. */
export async function moveUsers(ctx: Ctx, fromId: number, intoId: number): Promise<void> {
  for (;;) {
    const users = await nextUsers(ctx, fromId)
    if (users.length === 0) return
    // Touched first, which locks the users: triggers count the links of live users.
    await touchRows(ctx, 'users', users)
    await moveBatch(ctx, fromId, intoId, users)
    await yieldToEventLoop()
  }
}

async function nextUsers(ctx: Ctx, termId: number): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('user_taxonomies')
    .where('taxonomy_id', '=', termId)
    .select('user_id')
    .orderBy('user_id')
    .limit(LINKS_PER_BATCH)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

const COPIED = ['user_id', 'is_active', 'expires_at', 'created_by', 'created_at'] as const

/** Inserts and deletes instead of updating: caches of a term's users are valid until links are added or removed. */
async function moveBatch(ctx: Ctx, fromId: number, intoId: number, users: number[]): Promise<void> {
  const links = await ctx.db
    .selectFrom('user_taxonomies')
    .where('taxonomy_id', '=', fromId)
    .where('user_id', 'in', users)
    .select(COPIED)
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
