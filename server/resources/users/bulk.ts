import { Type } from 'typebox'
import { roleEnd } from '../../../contract/bulk.ts'
import { nullable, reference, time } from '../../../contract/fields.ts'
import type { Ctx } from '../../access/context.ts'
import { isInForce, isLater } from '../../access/in-force.ts'
import { accessToMore } from '../../access/matrix.ts'
import { refuseUnheldRole, refuseUnlessMayChangeUsers } from '../../access/rules.ts'
import { type AnyRow, type Resource, resourceNamed } from '../../crud/define/resource.ts'
import { bulkDelete, bulkRestore } from '../../crud/endpoints/bulk-actions.ts'
import { type BulkAction, bulkActionEndpoint } from '../../crud/endpoints/bulk-report.ts'
import type { LinkAttributes, LinkMethod } from '../../crud/write/link-plan.ts'
import { type LinksRelation, resolveMembers, writeLinks } from '../../crud/write/links.ts'
import { operationsOf } from '../../crud/write/write.ts'
import { chunks } from '../../db/queries/chunks.ts'
import { invalidField } from '../../errors.ts'
import type { Endpoint } from '../../http/endpoint.ts'
import { say } from '../../messages/say.ts'
import { access } from './access.ts'
import { refusePastEnd } from './links.ts'
import { endingLinks } from './list-parameters.ts'

/** Bulk calls on users that report what they changed and what they left out. */
export const bulkActions = (users: Resource): Endpoint[] => [
  bulkActionEndpoint(users, activity(true)),
  bulkActionEndpoint(users, activity(false)),
  bulkDelete(users),
  bulkRestore(users),
  bulkActionEndpoint(users, assignRole),
  bulkActionEndpoint(users, removeRole),
  bulkActionEndpoint(users, renewRoles),
]

const allowed = (operation: string) => accessToMore({ name: 'users', access }, operation)

const activity = (isActive: boolean): BulkAction => ({
  name: isActive ? 'activate' : 'deactivate',
  summary: isActive ? 'Activate many users, with a report' : 'Deactivate many users, with a report',
  description: isActive
    ? 'Sets `is_active`; active users count as unchanged.'
    : 'Clears `is_active`, which ends the tokens of the users; inactive users count as unchanged.',
  access: allowed(isActive ? 'bulk-activate' : 'bulk-deactivate'),
  actsOn: 'false',
  ...(!isActive && { endsAuthority: true }),
  change: async (ctx, users, row) => {
    if (Boolean(row.is_active) === isActive) return unchanged(ctx, row)
    const write = await operationsOf(users).update(ctx, users, row, { is_active: isActive })
    await write.result
    return true
  },
})

/** Callers learn that a user is as they want it only if they might have changed it. @throws Refusal 403 */
async function unchanged(ctx: Ctx, { id }: AnyRow): Promise<false> {
  await refuseUnlessMayChangeUsers(ctx, [id])
  return false
}

interface Role {
  id: number
  slug: string
}

const roleField = reference('Id, uuid or slug of the role.', 'editor')

const assignRole: BulkAction<{ role: Role; until: string | null }> = {
  name: 'assign-role',
  access: allowed('bulk-assign-role'),
  actsOn: 'false',
  summary: 'Assign a role to many users, with a report',
  description:
    'Assigns `role` until `expires_at`, or without an end. A user who holds it already keeps an end that is later, or none, ' +
    'and counts as unchanged; an earlier end is extended. A link that is inactive or has ended gets exactly the end of this call.',
  input: { role: roleField, expires_at: Type.Optional(roleEnd) },
  example: { role: 'editor' },
  prepare: async (ctx, input) => {
    const until = (input.expires_at ?? null) as string | null
    refusePastEnd(ctx, until)
    const role = await roleNamed(ctx, input.role as string | number)
    await refuseUnheldRole(ctx, role, assigning(role), [{ until, field: 'expires_at' }])
    return { role, until }
  },
  change: async (ctx, users, row, { role, until }) => {
    const link = await linkTo(ctx, row, role)
    if (link && isInForce(link, ctx.now()) && !isLater(until, link.expires_at)) return unchanged(ctx, row)
    await changeLinks(ctx, users, row, 'POST', [role.id], { is_active: true, expires_at: until })
    return true
  },
}

const removeRole: BulkAction<Role> = {
  name: 'remove-role',
  access: allowed('bulk-remove-role'),
  actsOn: 'false',
  summary: 'Remove a role from many users, with a report',
  description: 'Removes `role`, whatever the state of its link; users who do not have it count as unchanged.',
  input: { role: roleField },
  example: { role: 'editor' },
  endsAuthority: true,
  prepare: async (ctx, input) => {
    const role = await roleNamed(ctx, input.role as string | number)
    await refuseUnheldRole(ctx, role, assigning(role))
    return role
  },
  change: async (ctx, users, row, role) => {
    if (!(await linkTo(ctx, row, role))) return unchanged(ctx, row)
    await changeLinks(ctx, users, row, 'DELETE', [role.id], {})
    return true
  },
}

interface Renewal {
  until: string | null
  role: Role | undefined
  /** Only links that end before this time. */
  before: string | undefined
}

const renewRoles: BulkAction<Renewal> = {
  name: 'renew-roles',
  access: allowed('bulk-renew-roles'),
  actsOn: 'false',
  summary: 'Renew role links that end, of many users, with a report',
  description:
    'Gives role links that are in force and end before `ending_before` the new end `expires_at`; it never shortens one. Links ' +
    'of deleted roles stay. All links of a user are renewed, or none; users without such a link count as unchanged.',
  input: {
    expires_at: Type.Optional(
      nullable(
        time('Required. When the links end from now on; it lies in the future. Null: they have no end.'),
      ),
    ),
    role: Type.Optional(reference('Id, uuid or slug of a role: renews only its links.', 'editor')),
    ending_before: Type.Optional(
      time('A UTC day or time: renews links that end before it. Default: all that end before `expires_at`.'),
    ),
  },
  example: { expires_at: '2126-01-01T00:00:00.000Z' },
  prepare: async (ctx, input) => {
    const until = input.expires_at as string | null | undefined
    if (until === undefined)
      throw invalidField('expires_at', 'required', say`expires_at is required; null means without an end.`)
    refusePastEnd(ctx, until)
    const role = input.role == null ? undefined : await roleNamed(ctx, input.role as string | number)
    if (role) await refuseUnheldRole(ctx, role, assigning(role), [{ until, field: 'expires_at' }])
    return { until, role, before: (input.ending_before ?? undefined) as string | undefined }
  },
  change: async (ctx, users, row, renewal) => {
    const links = await endingLinksOf(ctx, row, renewal)
    const { until } = renewal
    const shorter = links.filter((link) => isLater(until, link.expires_at))
    if (shorter.length === 0) return unchanged(ctx, row)
    for (const some of chunks(shorter.map(({ role_id }) => role_id)))
      await changeLinks(ctx, users, row, 'PATCH', some, { expires_at: until })
    return true
  },
}

const assigning = ({ slug }: Role) => say`Assigning or removing the role ${slug}`

/** @throws Refusal 422 */
async function roleNamed(ctx: Ctx, name: string | number): Promise<Role> {
  const member = { field: 'role', name, attributes: {} }
  const [id] = (await resolveMembers(ctx, resourceNamed(ctx, 'roles'), [member], 'none')).keys()
  return ctx.db
    .selectFrom('roles')
    .where('id', '=', id as number)
    .select(['id', 'slug'])
    .executeTakeFirstOrThrow()
}

const linkTo = ({ db }: Ctx, user: AnyRow, role: Role) =>
  db
    .selectFrom('user_roles')
    .where('user_id', '=', user.id)
    .where('role_id', '=', role.id)
    .select(['is_active', 'expires_at'])
    .executeTakeFirst()

/** Links in force that end in time, to live roles. */
const endingLinksOf = (ctx: Ctx, user: AnyRow, { role, before }: Renewal) =>
  endingLinks(ctx)
    .where('user_roles.user_id', '=', user.id)
    .where('user_roles.expires_at', 'is not', null)
    .$if(before !== undefined, (query) => query.where('user_roles.expires_at', '<', before as string))
    .$if(role !== undefined, (query) => query.where('roles.id', '=', (role as Role).id))
    .select(['user_roles.role_id', 'user_roles.expires_at'])
    .orderBy('user_roles.role_id')
    .execute()

/** Changes links of a user by the rules of the relation. */
const changeLinks = (
  ctx: Ctx,
  users: Resource,
  row: AnyRow,
  method: LinkMethod,
  roleIds: readonly number[],
  attributes: LinkAttributes,
): Promise<void> =>
  writeLinks(ctx, users, users.relations.roles as LinksRelation, row, {
    method,
    members: roleIds.map((id) => ({ field: 'role', name: id, attributes })),
    isList: true,
    all: false,
  })
