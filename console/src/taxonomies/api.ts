import type { components, RecordOf } from '@rolecall/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/session.ts'

export type TermNode = components['schemas']['TermNode']
export type Term = RecordOf<'taxonomies'>
export type TermType = RecordOf<'taxonomy-types'>
export type Moved = components['schemas']['TermMoved']
export type Merged = components['schemas']['TermMerged']
export type Outlined = components['schemas']['TermOutlined']
export type Conflict = Moved['conflicts'][number]

/** Page size: the API's maximum. */
export const PAGE = 1000
/** Maximum number of search results whose paths are expanded. */
const MOST_FOUND = 50

/** By name, or in the manual order. */
export type TermOrder = 'name' | 'position'
/** The sibling beside which a term comes in the manual order. */
export type Beside = { before: string } | { after: string }

interface Level {
  typeId: number
  /** Id of a term; undefined for the top level. */
  parent?: string | undefined
  page?: number
  order?: TermOrder
}

const readTree = async (query: Record<string, string | number | undefined>, signal?: AbortSignal) => {
  const { list } = await client.request('GET', '/api/taxonomies/tree', {
    query: query as { type: string },
    ...(signal && { signal }),
  })
  return list
}

export const readLevel = ({ typeId, parent, page = 1, order = 'name' }: Level) =>
  readTree({ type: String(typeId), parent, page, order, per_page: PAGE })

/** Terms of a type that match a text, each with its path. */
export const findTerms = (typeId: number, q: string, signal: AbortSignal, perPage = MOST_FOUND) =>
  readTree({ type: String(typeId), q, per_page: perPage }, signal)

export const termQuery = (id: string) =>
  queryOptions({
    queryKey: ['taxonomies', 'term', id],
    queryFn: ({ signal }) => client.taxonomies.get(id, { signal }),
    // No structural sharing: the client knows the ETag of this very object.
    structuralSharing: false,
  })

/** Every type that is not in the trash. */
export const readTypes = async (signal: AbortSignal): Promise<TermType[]> =>
  (await client.taxonomyTypes.list({ sort: 'name', per_page: PAGE }, { signal })).data

export const countTerms = async (slugs: string[], signal?: AbortSignal): Promise<number> =>
  (await client.taxonomies.list({ types: slugs, per_page: 1 }, signal ? { signal } : {})).total

const path = (id: number) => ({ column: 'id' as const, value: String(id) })

/** The effect of a move; `placeTerms` performs it, for all terms or none. */
export const previewMove = (id: number, parent: number | null): Promise<Moved> =>
  client.request('POST', '/api/taxonomies/{column}/{value}/move', {
    path: path(id),
    body: { parent, dry_run: true, names: true },
  })

/** @param to without a sibling, the term comes below the parent, after those that were placed there */
export const moveTerm = (
  id: number,
  to: { parent?: number | null; beside?: Beside | undefined },
): Promise<Moved> =>
  client.request('POST', '/api/taxonomies/{column}/{value}/move', {
    path: path(id),
    body: { ...to.beside, ...(to.parent !== undefined && { parent: to.parent }), dry_run: false },
  })

export const placeTerms = (places: { id: number; parent: number | null }[]) =>
  client.taxonomies.updateMany(places)

export const mergeTerm = (id: number, into: number, isDryRun: boolean): Promise<Merged> =>
  client.request('POST', '/api/taxonomies/{column}/{value}/merge', {
    path: path(id),
    body: { into, dry_run: isDryRun, ...(isDryRun && { names: true }) },
  })

/** Creates a tree of terms from a text, or tells what it would create. */
export const sendOutline = (
  { type, parent, outline }: { type: string; parent: number | null; outline: string },
  isDryRun: boolean,
  signal?: AbortSignal,
): Promise<Outlined> =>
  client.request('POST', '/api/taxonomies/outline', {
    body: { type, outline, ...(parent !== null && { parent }), dry_run: isDryRun },
    ...(signal && { signal }),
  })
