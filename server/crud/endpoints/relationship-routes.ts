import { Type } from 'typebox'
import { EMPTY, nullable, ref, time } from '../../../contract/fields.ts'
import { accessToRelation } from '../../access/matrix.ts'
import type { Answer } from '../../http/endpoint.ts'
import { type Call, defineEndpoint, type Endpoint, type Method } from '../../http/endpoint.ts'
import { coerce } from '../../values/coerce.ts'
import { pageOf } from '../../values/page.ts'
import { identifiersOf } from '../define/columns.ts'
import { isAuthorship, relationsOf } from '../define/relations.ts'
import {
  nounOf,
  type Relation,
  type Resource,
  type ResourceRegistry,
  resourceNamed,
} from '../define/resource.ts'
import { completed } from '../read/complete.ts'
import { readOne, readReferenced } from '../read/read.ts'
import { pageOfHeld } from '../read/short-form.ts'
import type { LinkMethod, RequestedChange } from '../write/link-plan.ts'
import { firstQueries, type LinksRelation, lockOfLinkedRecord, writeLinks } from '../write/links.ts'
import { setOne, writeMany } from '../write/references.ts'
import { firstRelatedOf, readWritten, recordOf, referencedOf, type Written } from '../write/written.ts'
import { membersOf } from './members.ts'
import { asContractNames, relationData, relationInput, relationPage } from './relation-routes.ts'
import { firstPageRequest, itemSchema, pageOfItems, selectorOf } from './route-parts.ts'
import { writeOne, writeOneReading } from './write-routes.ts'

/** `/api/users/{id}/relationships/roles`: generic routes to read and write every relation. */
export const relationshipEndpoints = (registry: ResourceRegistry, resource: Resource): Endpoint[] =>
  Object.entries(relationsOf(resource)).flatMap(([name, relation]) => [
    relationshipRead(registry, resource, name, relation),
    ...relationshipWrites(registry, resource, name, relation),
  ])

function parts(resource: Resource, name: string, relation: Relation, target: Resource, isOfOwn = false) {
  const toOne = Type.Object({
    [resource.singular]: itemSchema(resource),
    [name]: Type.Union([itemSchema(target), Type.Null()]),
  })
  return {
    name: `${resource.name}.relationships.${name}`,
    path: `/api/${resource.name}/:id/relationships/${name}`,
    tag: resource.name,
    ...(relation.kind === 'one'
      ? { data: toOne }
      : relationData(resource, name, isOfOwn ? pageOfHeld(target) : pageOfItems(target))),
    unknown: 'ignore' as const,
    nullIsAbsent: true,
  }
}

function relationshipRead(
  registry: ResourceRegistry,
  resource: Resource,
  name: string,
  relation: Relation,
): Endpoint {
  const access = accessToRelation(resource, name, 'read')
  return defineEndpoint({
    ...parts(resource, name, relation, registry.named(relation.to), access.own),
    methods: ['GET'],
    summary: `Read the ${name} of a ${nounOf(resource)}`,
    access,
    effect: 'read',
    input: relation.kind === 'one' ? Type.Object({}) : relationInput(registry, relation),
    refusals: [404],
    isRecords: true,
    handle: async (call) => ({ data: await readRelation(call, resource, name, relation) }),
  })
}

async function readRelation(
  call: Call,
  resource: Resource,
  name: string,
  relation: Relation,
): Promise<unknown> {
  const { record } = await readOne(call.ctx, resource, selectorOf(call))
  if (relation.kind !== 'one') {
    const page = await relationPage(call, resource, name, relation, record.id)
    return asContractNames(call, resource, name, record, page)
  }
  const { ctx } = call
  const referenced = await readReferenced(ctx, resource, relation, record.id)
  const shown = referenced ? await completed(ctx, resourceNamed(ctx, relation.to), referenced) : null
  return { [resource.singular]: record, [name]: shown }
}

/** The response to a write of a relation, built after its transaction. */
async function answerOf(call: Call, resource: Resource, name: string, relation: Relation, written: Written) {
  const { ctx } = call
  const record = await recordOf(ctx, resource, written)
  if (relation.kind === 'one')
    return { [resource.singular]: record, [name]: await referencedOf(ctx, relation, written) }
  const { records, total } = await firstRelatedOf(ctx, relation, written, record, call.budget())
  return asContractNames(call, resource, name, record, pageOf(records, total, firstPageRequest(call)))
}

const SUMMARIES: Record<LinkMethod, string> = {
  POST: 'Add to',
  PUT: 'Replace',
  PATCH: 'Change the links of',
  DELETE: 'Take from',
}

function relationshipWrites(
  registry: ResourceRegistry,
  resource: Resource,
  name: string,
  relation: Relation,
): Endpoint[] {
  // Authors are set by the service, and derived relations follow from others.
  if (isAuthorship(name) || relation.kind === 'derived') return []
  const isOne = relation.kind === 'one'
  const target = registry.named(relation.to)
  const named = String(identifiersOf(target))
  return (Object.keys(SUMMARIES) as LinkMethod[]).map((method) =>
    defineEndpoint({
      ...parts(resource, name, relation, target),
      methods: [method] as Method[],
      summary: isOne
        ? `${method === 'DELETE' ? 'Clear' : 'Set'} the ${name} of a ${nounOf(resource)}`
        : `${SUMMARIES[method]} the ${name} of a ${nounOf(resource)}`,
      description: isOne
        ? `The body is ${named}, or \`{id}\` with one of those.`
        : `The body is one member or an array of them: ${named}, or \`{id, is_active, expires_at}\`.`,
      access: accessToRelation(resource, name, 'write'),
      effect: 'write',
      input: memberSchema(target, relation.kind === 'links'),
      members: true,
      isToOne: isOne,
      messages: ['Saved'],
      refusals: [404, 409, 412],
      handle: (call) => handleWrite(call, resource, name, relation, method),
    }),
  )
}

/** A relation that has a write of its own. */
type WritableRelation = Exclude<Relation, { kind: 'derived' }>
type ReferenceRelation = Exclude<WritableRelation, LinksRelation>

async function handleWrite(
  call: Call,
  resource: Resource,
  name: string,
  relation: WritableRelation,
  method: LinkMethod,
): Promise<Answer> {
  const isRemoval = method === 'DELETE'
  const expected = identifiersOf(resourceNamed(call.ctx, relation.to))
  const requested = {
    method,
    members: membersOf(call.body, call.sent, isRemoval, expected),
    isList: Array.isArray(call.body),
    all: isRemoval && coerce(Type.Boolean(), call.sent.all ?? '') === true,
  }
  const written =
    relation.kind === 'links'
      ? await changeLinks(call, resource, relation, requested)
      : await changeReferences(call, resource, relation, requested)
  return { data: await answerOf(call, resource, name, relation, written), messages: ['Saved'] }
}

const changeLinks = (
  call: Call,
  resource: Resource,
  relation: LinksRelation,
  requested: RequestedChange,
): Promise<Written> =>
  writeOneReading(
    call,
    resource,
    (ctx, record) => firstQueries(ctx, relation, record, selectorOf(call), requested),
    async (ctx, row, read) => {
      await writeLinks(ctx, resource, relation, row, requested, read)
      return readWritten(ctx, resource, row.id, relation)
    },
    {
      lock: lockOfLinkedRecord(call.ctx, resource, relation, requested),
      locks: relation.locks,
      endsAuthority: relation.givesAuthority === true && requested.method !== 'POST',
    },
  )

const changeReferences = (
  call: Call,
  resource: Resource,
  relation: ReferenceRelation,
  requested: RequestedChange,
): Promise<Written> =>
  writeOne(
    call,
    resource,
    async (ctx, row) => {
      if (relation.kind === 'one') await setOne(ctx, resource, relation, row, requested)
      else await writeMany(ctx, relation, row, requested)
      return readWritten(ctx, resource, row.id, relation)
    },
    { restructures: resource.tree !== undefined },
  )

function memberSchema(target: Resource, hasLinks: boolean) {
  const named = String(identifiersOf(target))
  const slug = target.schemas.item.properties.slug as { examples?: string[] } | undefined
  return Type.Object(
    {
      id: Type.Unsafe<string | number>({
        ...ref('MemberName'),
        description: `${named.charAt(0).toUpperCase()}${named.slice(1)}.`,
        examples: [slug?.examples?.[0] ?? 42],
      }),
      ...(hasLinks && linkAttributes),
    },
    { additionalProperties: false },
  )
}

const linkAttributes = {
  is_active: Type.Optional(Type.Boolean({ description: 'An inactive link has no effect.' })),
  expires_at: Type.Optional(
    nullable(time('The link has no effect after this time; null or blank: it never expires.'), EMPTY),
  ),
}
