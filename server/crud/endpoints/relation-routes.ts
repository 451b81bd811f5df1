import { type TObject, type TSchema, Type } from 'typebox'
import { accessToRelation } from '../../access/matrix.ts'
import { type Call, defineEndpoint, type Endpoint } from '../../http/endpoint.ts'
import { pageOf } from '../../values/page.ts'
import { recordOf } from '../../values/read-record.ts'
import type { ManyRelation, RelationByLinks } from '../define/relations.ts'
import {
  mayRead,
  nounOf,
  type Relation,
  type Resource,
  type ResourceRegistry,
  resourceNamed,
} from '../define/resource.ts'
import type { Scope } from '../query/list.ts'
import { readListQuery } from '../query/list-query.ts'
import { readInclude } from '../read/include.ts'
import { readOne } from '../read/read.ts'
import { readPage } from '../read/read-page.ts'
import { pageOfHeld, refuseHiddenFields, shortFormOf } from '../read/short-form.ts'
import { readJoinedPage } from './joined-page.ts'
import { GET_POST, itemSchema, listInput, pageOfItems, pageRequest, selectorOf } from './route-parts.ts'

const linked = (resource: Resource): [string, RelationByLinks][] =>
  Object.entries(resource.relations).filter(
    (entry): entry is [string, RelationByLinks] => entry[1].kind === 'links' || entry[1].kind === 'derived',
  )

/** `/api/users/{column}/{value}/roles` and the like: the record, and a page of its related records. */
export function relationReads(registry: ResourceRegistry, resource: Resource): Endpoint[] {
  return linked(resource).map(([name, relation]) => {
    const target = registry.named(relation.to)
    const access = accessToRelation(resource, name, 'read')
    return defineEndpoint({
      name: `${resource.name}.${name}`,
      methods: GET_POST,
      path: `/api/${resource.name}/:column/:value/${name}`,
      tag: resource.name,
      summary: `List the ${name} of a ${nounOf(resource)}`,
      description: `Each carries \`pivot\`, the link through which it was read.${relation.kind === 'derived' ? ' Only what is in force now.' : ''}`,
      access,
      effect: 'read',
      input: relationInput(registry, relation),
      unknown: 'ignore',
      nullIsAbsent: true,
      ...relationData(resource, name, access.own ? pageOfHeld(target) : pageOfItems(target)),
      refusals: [404],
      isRecords: true,
      handle: async (call) => {
        const { record } = await readOne(call.ctx, resource, selectorOf(call))
        const page = await relationPage(call, resource, name, relation, record.id)
        return { data: asContractNames(call, resource, name, record, page) }
      },
    })
  })
}

/** List parameters of the other side, and those of the relation. */
export function relationInput(registry: ResourceRegistry, relation: Relation): TObject {
  const list = listInput(registry, registry.named(relation.to))
  if (relation.kind !== 'derived' || !relation.explain) return list
  return Type.Object({ ...list.properties, ...relation.explain.parameter })
}

/** A page of records related with one record. */
export async function relationPage(
  call: Call,
  resource: Resource,
  name: string,
  relation: ManyRelation,
  fromId: number,
) {
  const { ctx, input, filters } = call
  const target = resourceNamed(ctx, relation.to)
  const isInShort = !mayRead(ctx, target)
  if (isInShort) refuseHiddenFields(target, input, filters)
  const query = await readListQuery(ctx, target, input, filters)
  const tree = query.include === undefined ? undefined : readInclude(ctx, target, query.include)
  const budget = call.budget(secondPageName(call, resource, name) === undefined ? 1 : 2)
  const scope = scopeOf(resource, name, relation, fromId)
  if (!tree && !isInShort && input.explain !== true) {
    const { records, total } = await readJoinedPage(ctx, target, query, budget, scope)
    return pageOf(records, total, pageRequest(call, query))
  }
  const { records, total } = await readPage(ctx, target, query, { tree, budget }, scope)
  const shown = isInShort ? records.map((record) => shortFormOf(target, record)) : records
  if (input.explain === true && relation.kind === 'derived')
    await relation.explain?.add(ctx, fromId, shown.map(recordOf), budget)
  return pageOf(shown, total, pageRequest(call, query))
}

const scopeOf = ({ name: of }: Resource, name: string, relation: ManyRelation, fromId: number): Scope => ({
  name: `${name} of ${of}`,
  relation,
  fromId,
})

/** Schemas of the results of {@link asContractNames}. */
export function relationData(
  resource: Resource,
  name: string,
  page: TObject,
  item: TSchema = itemSchema(resource),
): Pick<Endpoint, 'data' | 'variant'> {
  const parts = { ...Object.fromEntries(recordNames(resource).map((name) => [name, item])), [name]: page }
  const data = Type.Object(parts)
  const second = resource.shapes?.pageNamesInVariant2?.[name]
  return second === undefined ? { data } : { data, variant: Type.Object({ ...parts, [second]: page }) }
}

const recordNames = ({ singular, shapes }: Resource): readonly string[] => shapes?.recordNames ?? [singular]

/** The second name of the page in this response, if it has one. */
const secondPageName = (call: Call, { shapes }: Resource, name: string): string | undefined =>
  call.isVariant2 ? shapes?.pageNamesInVariant2?.[name] : undefined

/** A record and a page of its related records, each under all names that the contract has for it. */
export function asContractNames(call: Call, resource: Resource, name: string, record: object, page: object) {
  const records = Object.fromEntries(recordNames(resource).map((name) => [name, record]))
  const second = secondPageName(call, resource, name)
  return { ...records, [name]: page, ...(second !== undefined && { [second]: page }) }
}
