import type { Slug } from '../../contract/permissions.ts'
import type { Ctx } from '../access/context.ts'
import type { Operations } from '../crud/define/resource.ts'
import { forbidden } from '../errors.ts'
import { say } from '../messages/say.ts'
import type { Fields } from '../values/fields.ts'

/** Fields that name a record, and the permission that reading it needs. */
const REFERENCE_FIELDS: Record<string, Slug> = {
  registration_id: 'can-read-registrations',
  invited_by: 'can-read-users',
}

/**
 * Setting such a field needs the permission to read the record that it names, as setting it by a relation does.
 * @param row the stored record, for an update @throws Refusal 403
 */
function refuseUnreadable({ actor }: Ctx, values: Fields, row?: Fields): void {
  const lacking = Object.entries(REFERENCE_FIELDS).filter(
    ([field, slug]) => values[field] != null && values[field] !== row?.[field] && !actor.grants.has(slug),
  )
  if (lacking.length === 0) return
  const [one, another] = lacking.map(([field]) => field) as [string, string?]
  const fields = another === undefined ? one : say`${one} and ${another}`
  throw forbidden(
    lacking.map(([, slug]) => slug),
    say`Setting ${fields} needs`,
  )
}

/** Adds the check to operations for callers. The service's own copies skip it. */
export const refusingUnreadable = ({
  create,
  update,
}: Pick<Operations, 'create' | 'update'>): Pick<Operations, 'create' | 'update'> => ({
  create: async (ctx, resource, values) => {
    refuseUnreadable(ctx, values)
    return create(ctx, resource, values)
  },
  update: async (ctx, resource, row, changes) => {
    refuseUnreadable(ctx, changes, row)
    return update(ctx, resource, row, changes)
  },
})
