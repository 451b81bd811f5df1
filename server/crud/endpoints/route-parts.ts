import { type TObject, type TProperties, Type } from 'typebox'
import { ref } from '../../../contract/fields.ts'
import type { Call, Endpoint } from '../../http/endpoint.ts'
import { originOf } from '../../http/request/authenticate.ts'
import { type PageRequest, pageSchema } from '../../values/page.ts'
import type { Resource, ResourceRegistry } from '../define/resource.ts'
import { type ListQuery, listParameters, PER_PAGE } from '../query/list-query.ts'
import { UUID } from '../query/names.ts'
import { includeSchema, parameterSchemas } from '../query/parameter-schemas.ts'
import { findSelectedIds, type Selector } from '../query/selector.ts'

/** The methods of the contract's own routes. */
export const GET_POST = ['GET', 'POST'] as const

const schemaId = ({ schemas }: Resource) => (schemas.item as { $id?: string }).$id as string

export const itemSchema = (resource: Resource) => ref(schemaId(resource))

/** One page of the resource's records. */
export const pageOfItems = (resource: Resource) => pageSchema(schemaId(resource))

/** Read-only fields of a record: writes refuse them as read-only instead of unknown. */
export const readOnlyNames = ({ schemas }: Resource): ReadonlySet<string> =>
  new Set(Object.keys(schemas.item.properties))

type Selecting = Pick<Call, 'params' | 'ownOnly' | 'selectedIds'>

/** How a path selects its record: by `{column}/{value}`, or by an `{id}` that may be a uuid. */
export function selectorOf({ params, ownOnly, selectedIds }: Selecting): Selector {
  const { id, column = '', value = '' } = params
  if (id === undefined) return { column, value, ownOnly, ...(selectedIds && { selectedIds }) }
  return { column: UUID.test(id) ? 'uuid' : 'id', value: id, ownOnly }
}

/** An id in a path; 0, which no row has, for any other text. */
export const idIn = (part: string | undefined): number => (/^\d{1,15}$/.test(part ?? '') ? Number(part) : 0)

/**
 * For an endpoint whose path has `{column}/{value}`: adds the schema of the column's name, and to a write the search for its records
 * before the transaction.
 */
export function withColumn(endpoint: Endpoint, resource: Resource): Endpoint {
  if (!endpoint.path.includes('/:column/')) return endpoint
  const described = { ...endpoint, pathSchemas: { column: parameterSchemas(resource).column } }
  if (endpoint.effect !== 'write') return described
  const prepare = async (call: Call) => {
    call.selectedIds = await findSelectedIds(call.ctx, resource, selectorOf(call), endpoint.selects)
    return endpoint.prepare?.(call)
  }
  return { ...described, prepare }
}

/** List parameters of a resource: the common ones, and its own. */
export function listInput(registry: ResourceRegistry, resource: Resource): TObject {
  const own: TProperties = Object.fromEntries(
    Object.entries(resource.listParameters ?? {}).map(([name, { schema }]) => [name, Type.Optional(schema)]),
  )
  const children: TProperties = resource.tree
    ? {
        with_children: Type.Optional(
          Type.Boolean({
            default: false,
            description: 'Lists the roots, each with `children` nested to any depth.',
          }),
        ),
      }
    : {}
  const ofResource = {
    sort: Type.Optional(parameterSchemas(resource).sort),
    include: Type.Optional(includeSchema(registry, resource)),
  }
  return Type.Object({ ...listParameters, ...ofResource, ...own, ...children })
}

/**
 * The input for a page's URLs: the caller's validated list parameters, never a credential or an unknown name. Their length
 * is limited (`values/query-length.ts`), since a page has about eighteen URLs.
 */
export function pageRequest(
  { input, sent, filters, isVariant2, ...call }: Call,
  { page, perPage }: Pick<ListQuery, 'page' | 'perPage'>,
): PageRequest {
  const parameters = new URLSearchParams()
  for (const name of Object.keys(input)) parameters.set(name, asText(input[name]))
  for (const [field, value] of Object.entries(filters)) {
    for (const text of [value].flat()) parameters.append(`filter[${field}]`, asText(text))
  }
  if (isVariant2 && sent.variant !== undefined) parameters.set('variant', '2')
  return { page, perPage, path: addressOf(call), parameters }
}

/** The first page of a relation after a write, whose input has no list parameters. */
export const firstPageRequest = (call: Call): PageRequest => ({
  page: 1,
  perPage: PER_PAGE,
  path: addressOf(call),
  parameters: new URLSearchParams(),
})

/** Absolute, without a query. */
function addressOf({ request, publicUrl }: Pick<Call, 'request' | 'publicUrl'>): string {
  const base = publicUrl ?? originOf(request)
  // A request line may contain an absolute URL with any host: use only its path.
  const [path = ''] = request.url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '').split('?', 1)
  return base + path
}

const asText = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value ?? ''))

/** The first of these parameters that was sent, or `filter[<field>]` of any field: a list that ignored it would look filtered. */
export const firstSent = (
  { sent, filters }: Pick<Call, 'sent' | 'filters'>,
  names: readonly string[],
): string | undefined =>
  names.find((name) => (sent[name] ?? '') !== '') ??
  Object.keys(filters).map((field) => `filter[${field}]`)[0]
