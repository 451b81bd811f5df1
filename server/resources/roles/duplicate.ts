import { RoleDuplicate } from '../../../contract/roles.ts'
import type { Ctx } from '../../access/context.ts'
import { SUPER_ADMINISTRATOR } from '../../access/grants.ts'
import { linkIsInForce } from '../../access/in-force.ts'
import { accessToMore } from '../../access/matrix.ts'
import { inTransaction } from '../../access/transaction.ts'
import type { AnyRow, Resource } from '../../crud/define/resource.ts'
import { MAX_MEMBERS } from '../../crud/endpoints/members.ts'
import { itemSchema, readOnlyNames, selectorOf } from '../../crud/endpoints/route-parts.ts'
import { refuseStale } from '../../crud/endpoints/write-routes.ts'
import { anyTable, storedRows } from '../../crud/query/store.ts'
import { type LinksRelation, writeLinks } from '../../crud/write/links.ts'
import { selectForWrite } from '../../crud/write/select.ts'
import { operationsOf } from '../../crud/write/write.ts'
import { readWritten, recordOf } from '../../crud/write/written.ts'
import { inBatches } from '../../db/queries/chunks.ts'
import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts'
import type { Fields } from '../../values/fields.ts'
import { GRANTS, mayChangePermissionsOfRole } from './links.ts'

export const duplicateEndpoint = (roles: Resource): Endpoint =>
  defineEndpoint({
    name: 'roles.duplicate',
    methods: ['POST'],
    path: '/api/roles/:column/:value/duplicate',
    tag: 'roles',
    summary: 'Duplicate a role',
    description:
      'A new role with the permissions that the original grants now, each until the same time; without its users. A copy ' +
      'of `super-administrator` gets every permission that exists now, as ordinary grants that can be revoked: not those ' +
      'that are declared later.',
    access: accessToMore(roles, 'duplicate'),
    effect: 'write',
    input: RoleDuplicate,
    unknown: 'refuse',
    nullIsAbsent: true,
    readOnly: readOnlyNames(roles),
    status: 201,
    data: itemSchema(roles),
    messages: ['Saved successfully.'],
    refusals: [404, 409, 412],
    handle: async (call) => {
      const duplicate = async (ctx: Ctx) => {
        const original = await selectForWrite(ctx, roles, { selector: selectorOf(call), lock: 'share' })
        refuseStale(call.request.headers['if-match'], original.version)
        const write = await operationsOf(roles).create(ctx, roles, { ...copiedOf(original), ...call.input })
        const { id } = await write.result
        const [copy] = await storedRows(ctx, 'roles', anyTable()('id', '=', id))
        await grantSame(ctx, roles, original, copy as AnyRow)
        return readWritten(ctx, roles, id)
      }
      const written = await inTransaction(call.ctx, duplicate, { locks: GRANTS, isLong: true })
      return { data: await recordOf(call.ctx, roles, written), messages: ['Saved successfully.'] }
    },
  })

/** The description of the built-in role is true of no other. */
const copiedOf = ({ slug, details, is_active, type, requires_second_factor }: AnyRow): Fields => ({
  details: slug === SUPER_ADMINISTRATOR ? null : details,
  is_active,
  type,
  requires_second_factor,
})

/** Grants the copy what the original grants now, by the rules for granting. */
async function grantSame(ctx: Ctx, roles: Resource, original: AnyRow, copy: AnyRow): Promise<void> {
  const granted = await grantedBy(ctx, original)
  const lengthened = new Map(granted.map(({ id, until }) => [id, { until }]))
  // First without fields: the caller names no links that a refusal could point at.
  await mayChangePermissionsOfRole(ctx, copy, { granted: [...lengthened.keys()], weakened: [], lengthened })
  for await (const some of inBatches(granted, MAX_MEMBERS)) {
    const members = some.map(({ id, until }, index) => ({
      field: `${index}.id`,
      name: id,
      attributes: { is_active: true, expires_at: until },
    }))
    const requested = { method: 'POST', members, isList: true, all: false } as const
    await writeLinks(ctx, roles, roles.relations.permissions as LinksRelation, copy, requested)
  }
}

/** The live permissions that the role grants, and until when; null: for good. */
async function grantedBy(ctx: Ctx, { id, slug }: AnyRow): Promise<{ id: number; until: string | null }[]> {
  const isSuper = slug === SUPER_ADMINISTRATOR
  const rows = await ctx.db
    .selectFrom('role_permissions')
    .innerJoin('permissions', 'permissions.id', 'role_permissions.permission_id')
    .where('role_permissions.role_id', '=', id)
    .where('permissions.deleted_at', 'is', null)
    .$if(!isSuper, (query) => query.where(linkIsInForce('role_permissions', ctx.now())))
    .select(['permissions.id', 'role_permissions.expires_at'])
    .orderBy('permissions.id')
    .execute()
  // The built-in role's grants do not expire, whatever its links say.
  return rows.map((row) => ({ id: row.id, until: isSuper ? null : row.expires_at }))
}
