import { randomUUIDv7 } from 'node:crypto'
import type { SwitchedOff } from '../../../contract/webhooks.ts'
import { type LastingDelegation, lastingDelegationOf } from '../../access/actor.ts'
import type { Ctx } from '../../access/context.ts'
import { type AnyRow, type Operations, resourceNamed } from '../../crud/define/resource.ts'
import { anyTable, storedRowsInBatches } from '../../crud/query/store.ts'
import { setValues, updateRow } from '../../crud/write/rows.ts'
import { defaults } from '../../crud/write/write.ts'
import { conflict } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'
import { newSecret, openSecret, sealSecret } from './secrets.ts'

export const createWebhook: Operations['create'] = (ctx, resource, values) => {
  const uuid = randomUUIDv7()
  return defaults.create(ctx, resource, {
    is_active: true,
    description: null,
    ...unrepeated(values),
    uuid,
    authority: authorityOf(ctx),
    sealed: sealSecret(ctx, uuid, newSecret()),
  })
}

export const updateWebhook: Operations['update'] = async (ctx, resource, row, changes) => {
  if (Object.keys(changes).length === 0) return defaults.update(ctx, resource, row, changes)
  const values = unrepeated(changes)
  const isSwitched = values.is_active !== undefined && values.is_active !== row.is_active
  if (isSwitched) {
    if (values.is_active) refuseWithoutSecret(ctx, row)
    await forgetProgress(ctx, row.id)
  }
  return defaults.update(ctx, resource, row, {
    ...values,
    ...(isSwitched && NOT_SWITCHED_OFF),
    // Whoever saves it is answerable for what its receiver is told from now on.
    authority: authorityOf(ctx),
  })
}

export const removeWebhook: Operations['remove'] = async (ctx, resource, row, options) => {
  await forgetProgress(ctx, row.id)
  await defaults.remove(ctx, resource, row, options)
}

export const restoreWebhook: Operations['restore'] = async (ctx, resource, row, options) => {
  await defaults.restore(ctx, resource, row, options)
  await setValues(ctx, resource, row, { authority: JSON.stringify(authorityOf(ctx)) })
}

export const destroyWebhook: Operations['destroy'] = async (ctx, resource, row) => {
  await forgetProgress(ctx, row.id)
  await defaults.destroy(ctx, resource, row)
}

/** Replaces the secret of a webhook. @param until when the former one ends; null: at once */
export async function rotateSecret(ctx: Ctx, row: AnyRow, until: string | null): Promise<string> {
  const secret = newSecret()
  await (
    await updateRow(ctx, resourceNamed(ctx, 'webhooks'), row, {
      sealed: sealSecret(ctx, row.uuid, secret),
      previous_sealed: until === null ? null : row.sealed,
      previous_secret_ends_at: until,
    })
  ).result
  return secret
}

/** Switches a webhook off that is switched on, in the name of the service. */
export async function switchOff(ctx: Ctx, row: AnyRow, because: SwitchedOff): Promise<void> {
  await forgetProgress(ctx, row.id)
  const write = await updateRow(ctx, resourceNamed(ctx, 'webhooks'), row, {
    is_active: false,
    switched_off_because: because,
    switched_off_at: ctx.now(),
  })
  await write.result
}

/** Without the secret that sealed theirs, nothing can be signed. @returns how many were on */
export async function switchOffSealed(ctx: Ctx): Promise<number> {
  const eb = anyTable()
  const active = eb.and([eb('is_active', '=', true), eb('deleted_at', 'is', null)])
  const rows = await storedRowsInBatches(ctx, 'webhooks', active)
  for (const row of rows) await switchOff(ctx, row, 'secret_replaced')
  return rows.length
}

const NOT_SWITCHED_OFF: Fields = { switched_off_because: null, switched_off_at: null }

/** It begins anew when it is switched on, with what happens from then on. */
async function forgetProgress({ db }: Ctx, id: number): Promise<void> {
  await db.deleteFrom('webhook_states').where('webhook_id', '=', id).execute()
  await db.deleteFrom('webhook_waiting').where('webhook_id', '=', id).execute()
}

/** @throws Refusal 409 */
function refuseWithoutSecret(ctx: Ctx, row: AnyRow): void {
  if (openSecret(ctx, row.uuid, row.sealed as string) === undefined)
    throw conflict(
      'secret_replaced',
      say`The secret of this webhook cannot be opened any more. Rotate it first.`,
      'is_active',
    )
}

function authorityOf({ actor: { token } }: Ctx): LastingDelegation {
  if (!token) throw new Error('Only a caller with a token saves webhooks.')
  return lastingDelegationOf(token)
}

/** Each pattern once. */
const unrepeated = (values: Fields): Fields =>
  values.events === undefined ? values : { ...values, events: [...new Set(values.events as string[])] }
