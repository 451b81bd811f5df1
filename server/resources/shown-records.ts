import type { Slug } from '../../contract/permissions.ts'
import type { Ctx } from '../access/context.ts'
import type { Operations } from '../crud/define/resource.ts'
import { forbidden } from '../errors.ts'
import { say } from '../messages/say.ts'
import type { Fields } from '../values/fields.ts'

/** Fields that name a record, and what is needed to read it. */
const SHOWN: Record<string, Slug> = {
  registration_id: 'can-read-registrations',
  invited_by: 'can-read-users',
}

/**
 * Nobody names a record that they could not read: setting the same by a relation needs that too.
 * @param row the record as it is, for an update @throws Refusal 403
 */
function refuseUnreadable({ actor }: Ctx, values: Fields, row?: Fields): void {
  const lacking = Object.entries(SHOWN).filter(
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

/** The operations of people, for callers: what the service itself copies is not asked about. */
export const showingReadable = ({
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
