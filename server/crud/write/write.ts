import type { Ctx } from '../../access/context.ts'
import { invalidField } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'
import { nounOf, type Operations, type Resource, resourceNamed } from '../define/resource.ts'
import { type Hint, hintOf } from '../query/hints.ts'
import { findNamed, lockOfReference } from '../query/names.ts'
import { deleteRow, insertRow, trashRow, untrashRow, updateRow } from './rows.ts'
import { refuseInvalidLines } from './single-lines.ts'
import { refuseWithChildren, removeBranch, restoreBranch } from './tree.ts'

/** The default writes. Each runs inside the caller's transaction. */
export const defaults: Operations = {
  create: async (ctx, resource, values) =>
    insertRow(ctx, resource, await resolveReferences(ctx, resource, values)),
  update: async (ctx, resource, row, changes) =>
    updateRow(ctx, resource, row, await resolveReferences(ctx, resource, changes)),
  remove: async (ctx, resource, row, { cascade }) =>
    resource.tree ? removeBranch(ctx, resource, row, cascade) : trashRow(ctx, resource, row),
  restore: async (ctx, resource, row, { cascade }) =>
    resource.tree ? restoreBranch(ctx, resource, row, cascade) : untrashRow(ctx, resource, row),
  destroy: async (ctx, resource, row) => {
    if (resource.tree) await refuseWithChildren(ctx, resource, row)
    await deleteRow(ctx, resource, row)
  },
}

/**
 * A resource's writes: its overrides and the defaults. Checks names here and not when rows are stored: the service may
 * copy a name that is older than the rule from one record to another.
 */
export function operationsOf(resource: Resource): Operations {
  const operations = { ...defaults, ...resource.operations }
  return {
    ...operations,
    create: async (ctx, resource, values) => {
      if (resource.schemas.create) refuseInvalidLines(resource.schemas.create, values)
      return operations.create(ctx, resource, values)
    },
    update: async (ctx, resource, row, changes) => {
      if (resource.schemas.update) refuseInvalidLines(resource.schemas.update, changes, row)
      return operations.update(ctx, resource, row, changes)
    },
  }
}

/** Replaces each reference by the id of the named record. @throws Refusal 422 if there is none */
export async function resolveReferences(ctx: Ctx, resource: Resource, values: Fields): Promise<Fields> {
  const resolved: Fields = { ...values }
  for (const [field, { to, column }] of Object.entries(resource.references ?? {})) {
    const name = values[field] as string | number | null | undefined
    if (name === undefined) continue
    if (field !== column) delete resolved[field]
    resolved[column] = name === null ? null : await idNamed(ctx, resourceNamed(ctx, to), field, name)
  }
  return resolved
}

async function idNamed(ctx: Ctx, target: Resource, field: string, name: string | number): Promise<number> {
  const id = (await findNamed(ctx, target, [name], lockOfReference(target)))(name)
  if (id === undefined) throw referenceNotFound(field, target, await hintOf(ctx, target, name))
  return id
}

/** @param hint the result of {@link hintOf} */
export const referenceNotFound = (field: string, target: Resource, hint: Hint = '') =>
  invalidField(field, 'not_found', say`${field} does not match an existing ${nounOf(target)}.${hint}`)
