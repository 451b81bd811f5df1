import type { LastingDelegation } from '../access/actor.ts'
import type { Ctx } from '../access/context.ts'
import { delegatesOf } from '../access/sql/authority.ts'
import { superAdministrators } from '../access/sql/effective.ts'
import { inTransaction } from '../access/transaction.ts'
import { anyTable, storedRows } from '../crud/query/store.ts'
import { tellWebhookOff } from '../mail/notices.ts'
import { TO_MANAGE } from '../resources/webhooks/access.ts'
import { switchOff } from '../resources/webhooks/writes.ts'

/** The most administrators who get a mail. */
const MOST_TOLD = 20

type Because = 'gone' | 'no_success' | 'lost_right'

/**
 * Switches a webhook off, and mails its owner. If the owner or the token has lost the right, mails the super administrators.
 * @param webhook as it was when the reason was found: one that was saved since stays on
 * @returns false if it stays on
 */
export function turnOff(
  ctx: Ctx,
  { id, version, authority }: { id: number; version: number; authority: LastingDelegation },
  because: Because,
): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const eb = anyTable()
    const [row] = await storedRows(ctx, 'webhooks', eb.and([eb('id', '=', id), eb('deleted_at', 'is', null)]))
    if (!row?.is_active || row.version !== version) return false
    const [owner] = await delegatesOf(ctx, [authority])
    const hasRight = owner !== undefined && TO_MANAGE.every((slug) => owner.grants.has(slug))
    if (because === 'lost_right' && hasRight) return false
    await switchOff(ctx, row, because)
    const told = hasRight ? [authority.maker_id ?? authority.user_id] : await administrators(ctx)
    for (const userId of told)
      await tellWebhookOff(ctx, userId, { webhook: nameOf(row.description, row.url as string), because })
    return true
  })
}

async function administrators(ctx: Ctx): Promise<number[]> {
  const found = await superAdministrators(ctx)
  return [...new Set(found.map(({ user_id: id }) => id))].slice(0, MOST_TOLD)
}

/** The path of the address may be a secret. */
const nameOf = (description: unknown, url: string): string =>
  typeof description === 'string' ? description : new URL(url).host
