import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../access/context.ts'
import { SealError, secretOf } from '../../crypto/installation-secret.ts'
import type { WebhookTable } from '../../db/tables.ts'
import { deleteInBatches } from '../../jobs/delete-in-batches.ts'

/** How Standard Webhooks writes a secret. */
export const PREFIX = 'whsec_'

/** Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32

export const newSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`

/** @param uuid of the webhook: the sealed secret opens for no other one */
export const sealSecret = (ctx: Ctx, uuid: string, secret: string): string =>
  secretOf(ctx).seal('webhook', secret, uuid)

type Sealed = Pick<WebhookTable, 'uuid' | 'sealed' | 'previous_sealed' | 'previous_secret_ends_at'>

/** @returns undefined if no secret of this process opens it */
export function openSecret(ctx: Ctx, uuid: string, sealed: string): string | undefined {
  try {
    return secretOf(ctx).open('webhook', sealed, uuid)
  } catch (error) {
    if (error instanceof SealError) return undefined
    throw error
  }
}

/** The secrets that deliveries are signed with now: the current one first. None if it cannot be opened. */
export function secretsOf(ctx: Ctx, webhook: Sealed): string[] {
  const { uuid, sealed, previous_sealed: previous, previous_secret_ends_at: end } = webhook
  const current = openSecret(ctx, uuid, sealed)
  if (current === undefined) return []
  const isOver = previous === null || end === null || end <= ctx.now()
  const former = isOver ? undefined : openSecret(ctx, uuid, previous)
  return former === undefined ? [current] : [current, former]
}

/** For the response that shows it. */
export async function readSecret(ctx: Ctx, id: number): Promise<{ secret: string }> {
  const { uuid, sealed } = await ctx.db
    .selectFrom('webhooks')
    .where('id', '=', id)
    .select(['uuid', 'sealed'])
    .executeTakeFirstOrThrow()
  return { secret: secretOf(ctx).open('webhook', sealed, uuid) }
}

const ROWS_PER_BATCH = 100

/** Seals secrets with the current secret of the installation that a previous one has sealed. */
export async function resealWebhooks(ctx: Ctx, signal: AbortSignal): Promise<void> {
  let last = 0
  await deleteInBatches(ctx, signal, async ({ db }) => {
    const rows = await db
      .selectFrom('webhooks')
      .where('id', '>', last)
      .select(['id', 'uuid', 'sealed', 'previous_sealed'])
      .orderBy('id')
      .limit(ROWS_PER_BATCH)
      .execute()
    for (const { id, uuid, sealed, previous_sealed } of rows)
      for (const [column, text] of Object.entries({ sealed, previous_sealed })) {
        if (text === null || !secretOf(ctx).isOutdated(text)) continue
        const opened = openSecret(ctx, uuid, text)
        if (opened === undefined) continue
        // Not if it was rotated meanwhile.
        await db
          .updateTable('webhooks')
          .set({ [column]: sealSecret(ctx, uuid, opened) })
          .where('id', '=', id)
          .where(column as 'sealed', '=', text)
          .execute()
      }
    last = rows.at(-1)?.id ?? last
    return rows.length === ROWS_PER_BATCH
  })
}
