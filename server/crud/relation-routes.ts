import { Type } from 'typebox'
import { EMPTY, nullable, time } from '../../contract/fields.ts'
import type { Slug } from '../../contract/permissions.ts'
import { inTransaction } from '../access/context.ts'
import { coerce } from '../http/coerce.ts'
import type { Call, Endpoint } from '../http/endpoint.ts'
import { pageOf } from '../http/page.ts'
import { refuseStale } from './concurrency.ts'
import { readInclude } from './include.ts'
import { type LinkMethod, writeLinks } from './links.ts'
import { readListQuery } from './list-query.ts'
import { membersOf } from './members.ts'
import { readOne, selectForWrite } from './read.ts'
import { readPage } from './read-page.ts'
import type { LinkRelation } from './relations.ts'
import { type Relation, type Resource, resourceNamed } from './resource.ts'
import {
  hasOwner,
  itemSchema,
  listInput,
  pageOfItems,
  pageRequest,
  selectorOf,
  slugFor,
} from './route-parts.ts'

const linked = (resource: Resource): [string, LinkRelation][] =>
  Object.entries(resource.relations).filter(
    (entry): entry is [string, LinkRelation] => entry[1].kind === 'links' || entry[1].kind === 'derived',
  )

const readNeeds = (resource: Resource, relation: Relation): Slug[] => [
  slugFor('read', resource),
  slugFor('read', resourceNamed(relation.to)),
]

/** `/api/users/{column}/{value}/roles` and the like: the record, and a page of those linked with it. */
export function relationReads(resource: Resource): Endpoint[] {
  return linked(resource).map(([name, relation]) => {
    const target = resourceNamed(relation.to)
    return {
      name: `${resource.name}.${name}`,
      methods: ['GET', 'POST'],
      path: `/api/${resource.name}/:column/:value/${name}`,
      tag: resource.name,
      summary: `List the ${name} of a ${resource.singular}`,
      description: `Each carries \`pivot\`, the link through which it was read.${relation.kind === 'derived' ? ' Only what is in force now.' : ''}`,
      access: { needs: readNeeds(resource, relation), own: hasOwner(resource) },
      input: listInput(target),
      unknown: 'ignore',
      nullIsAbsent: true,
      ...relationData(resource, name, target),
      refusals: [404],
      handle: async (call) => {
        const { record } = await readOne(call.ctx, resource, selectorOf(call))
        return { data: await relationPage(call, resource, name, relation, record) }
      },
    }
  })
}

async function relationPage(
  call: Call,
  resource: Resource,
  name: string,
  relation: LinkRelation,
  record: object,
) {
  const { ctx, input, filters } = call
  const target = resourceNamed(relation.to)
  const query = await readListQuery(ctx, target, input, filters)
  const scope = { relation, fromId: (record as { id: number }).id }
  const { records, total } = await readPage(
    ctx,
    target,
    query,
    readInclude(ctx, target, query.include),
    scope,
  )
  const page = pageOf(records, total, pageRequest(call, query))
  return asContractNames(call, resource, name, record, page)
}

/** Schemas of what {@link asContractNames} makes. */
function relationData(
  resource: Resource,
  name: string,
  target: Resource,
): Pick<Endpoint, 'data' | 'variant'> {
  const item = itemSchema(resource)
  const page = pageOfItems(target)
  if (resource.name !== 'permissions')
    return { data: Type.Object({ [resource.singular]: item, [name]: page }) }
  const both = { permission: item, role: item, [name]: page }
  const data = Type.Object(both)
  return name === 'roles' ? { data, variant: Type.Object({ ...both, permissions: page }) } : { data }
}

/** The contract names the parts of a permission's relations in two ways; both are served. */
function asContractNames(call: Call, resource: Resource, name: string, record: object, page: object) {
  if (resource.name !== 'permissions') return { [resource.singular]: record, [name]: page }
  const both = { permission: record, role: record, [name]: page }
  return call.isVariant2 && name === 'roles' ? { ...both, permissions: page } : both
}

const WRITES: Record<LinkMethod, string> = {
  POST: 'Add to',
  PUT: 'Replace',
  PATCH: 'Change the links of',
  DELETE: 'Take from',
}

/** `/api/users/{id}/relationships/roles`: the links themselves, read and written. */
export function linkEndpoints(resource: Resource): Endpoint[] {
  return linked(resource).flatMap(([name, relation]) => {
    if (relation.kind !== 'links' || !relation.writes) return []
    const target = resourceNamed(relation.to)
    const shared = {
      path: `/api/${resource.name}/:id/relationships/${name}`,
      tag: resource.name,
      ...relationData(resource, name, target),
      unknown: 'ignore' as const,
      nullIsAbsent: true,
    }
    const read: Endpoint = {
      ...shared,
      name: `${resource.name}.relationships.${name}`,
      methods: ['GET'],
      summary: `Read the ${name} of a ${resource.singular}`,
      access: { needs: readNeeds(resource, relation), own: hasOwner(resource) },
      input: listInput(target),
      refusals: [404],
      handle: async (call) => {
        const { record } = await readOne(call.ctx, resource, selectorOf(byId(call)))
        return { data: await relationPage(call, resource, name, relation, record) }
      },
    }
    const needs: Slug[] = [relation.writes.needs, ...readNeeds(resource, relation)]
    const writes = (Object.keys(WRITES) as LinkMethod[]).map((method): Endpoint => {
      return {
        ...shared,
        name: `${resource.name}.relationships.${name}`,
        methods: [method],
        summary: `${WRITES[method]} the ${name} of a ${resource.singular}`,
        description:
          'The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.',
        access: { needs },
        input: memberSchema(name),
        members: true,
        messages: ['Saved'],
        refusals: [404, 409, 412],
        handle: (call) => handleWrite(byId(call), resource, name, relation, method),
      }
    })
    return [read, ...writes]
  })
}

async function handleWrite(
  call: Call,
  resource: Resource,
  name: string,
  relation: Extract<Relation, { kind: 'links' }>,
  method: LinkMethod,
) {
  const request = {
    method,
    members: membersOf(call.body, call.sent),
    isList: Array.isArray(call.body),
    all: coerce(Type.Boolean(), call.sent.all ?? '') === true,
  }
  await inTransaction(call.ctx, async (ctx) => {
    const row = await selectForWrite(ctx, resource, selectorOf(call))
    refuseStale(call.request.headers['if-match'], row.version)
    await writeLinks(ctx, relation, row, request)
  })
  const { record } = await readOne(call.ctx, resource, selectorOf(call))
  const page = await relationPage({ ...call, input: {}, sent: {} }, resource, name, relation, record)
  return { data: page, messages: ['Saved'] }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** `<id>` of the generic conventions is an id or a uuid. */
const byId = (call: Call): Call => {
  const value = call.params.id as string
  return { ...call, params: { ...call.params, column: UUID.test(value) ? 'uuid' : 'id', value } }
}

const memberSchema = (relation: string) =>
  Type.Object({
    id: Type.Union([Type.Integer(), Type.String()], {
      description: 'An id, a uuid or a slug.',
      examples: [relation === 'permissions' ? 'can-read-users' : 'editor'],
    }),
    is_active: Type.Optional(Type.Boolean({ description: 'An inactive link counts for nothing.' })),
    expires_at: Type.Optional(nullable(time('From then on the link counts for nothing.'), EMPTY)),
  })
