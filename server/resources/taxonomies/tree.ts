import { Type } from 'typebox'
import * as f from '../../../contract/fields.ts'
import type { Ctx } from '../../access/context.ts'
import { accessToMore } from '../../access/matrix.ts'
import { type Resource, resourceNamed, type Where } from '../../crud/define/resource.ts'
import { pageRequest } from '../../crud/endpoints/route-parts.ts'
import { hintOf } from '../../crud/query/hints.ts'
import { type ListQuery, listParameters, PER_PAGE, wordsOf } from '../../crud/query/list-query.ts'
import { findNamed } from '../../crud/query/names.ts'
import { anyTable } from '../../crud/query/store.ts'
import { findPage } from '../../crud/read/read-page.ts'
import { referenceNotFound } from '../../crud/write/write.ts'
import { invalidField } from '../../errors.ts'
import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts'
import { say } from '../../messages/say.ts'
import { pageOf, pageSchema } from '../../values/page.ts'
import { readNodes } from './nodes.ts'
import { BY_POSITION } from './positions.ts'
import { isRoot } from './siblings.ts'

interface Input {
  type?: string | number
  parent?: string | number
  q?: string
  order?: 'name' | 'position'
  page?: number
  per_page?: number
}

/** One level of a tree of terms, or the terms that a search finds in it. */
export const treeEndpoint = (terms: Resource): Endpoint =>
  defineEndpoint({
    name: 'taxonomies.tree',
    methods: ['GET'],
    path: '/api/taxonomies/tree',
    tag: 'taxonomies',
    summary: 'A level of the tree of terms',
    description:
      'The roots of a type, which are its terms without a parent of the same type; the terms below `parent`; or with `q` ' +
      'the terms found, each with the path to it. By name, then id; with `order=position` in the manual order, and the terms ' +
      'that were never placed after it.',
    access: accessToMore(terms, 'tree'),
    effect: 'read',
    input: Type.Object({
      type: Type.Optional(
        f.reference('Slug, id or uuid of a taxonomy type; required without `parent`.', 'city'),
      ),
      parent: Type.Optional(f.reference('Id, uuid or slug of a term: the terms right below it.', 'france')),
      q: listParameters.q,
      order: Type.Optional(
        f.choice(['name', 'position'], { default: 'name', description: 'By name, or in the manual order.' }),
      ),
      page: listParameters.page,
      per_page: listParameters.per_page,
    }),
    unknown: 'ignore',
    nullIsAbsent: true,
    data: Type.Object({ list: pageSchema('TermNode') }),
    refusals: [],
    isRecords: true,
    handle: async (call) => {
      const { ctx, input } = call
      const { page = 1, per_page: perPage = PER_PAGE } = input
      const level = await levelOf(ctx, terms, input)
      const query = queryOf(input, page, perPage, level)
      const { ids, total } = (await findPage(ctx, terms, query, undefined)).page
      const nodes = await readNodes(ctx, ids, {
        typeId: level.typeId,
        withPaths: input.q !== undefined,
        budget: call.budget(),
      })
      return { data: { list: pageOf(nodes, total, pageRequest(call, { page, perPage })) } }
    },
  })

interface Level {
  typeId: number | undefined
  parentId: number | undefined
  where: Where[]
}

/** @throws Refusal 422 if neither type nor parent is given, or if one is unknown */
async function levelOf(ctx: Ctx, terms: Resource, { type, parent, q }: Input): Promise<Level> {
  if (type === undefined && parent === undefined)
    throw invalidField('type', 'required', say`type is required without a parent.`)
  const typeId =
    type === undefined ? undefined : await idOf(ctx, resourceNamed(ctx, 'taxonomy-types'), 'type', type)
  const parentId = parent === undefined ? undefined : await idOf(ctx, terms, 'parent', parent)
  const eb = anyTable()
  const ofType = typeId === undefined ? [] : [eb('taxonomies.type_id', '=', typeId)]
  if (parentId !== undefined)
    return { typeId, parentId, where: [...ofType, eb('taxonomies.parent_id', '=', parentId)] }
  return { typeId, parentId, where: q === undefined ? [...ofType, isRoot] : ofType }
}

async function idOf(ctx: Ctx, resource: Resource, field: string, name: string | number): Promise<number> {
  const id = (await findNamed(ctx, resource, [name]))(name)
  if (id === undefined) throw referenceNotFound(field, resource, await hintOf(ctx, resource, name))
  return id
}

const queryOf = (
  { q, order }: Input,
  page: number,
  perPage: number,
  { typeId, parentId, where }: Level,
): ListQuery => ({
  // Not by their names, which may get another meaning while the request waits.
  key: JSON.stringify(['tree', typeId ?? null, parentId ?? null, q ?? null, order ?? null]),
  page,
  perPage,
  trashed: 'false',
  words: wordsOf(q ?? ''),
  where,
  parts: [],
  readsOtherTables: false,
  orders: [
    ...(order === 'position' ? [{ column: BY_POSITION, direction: 'asc' as const }] : []),
    { column: 'taxonomies.name', direction: 'asc' },
    { column: 'taxonomies.id', direction: 'asc' },
  ],
  include: undefined,
  withChildren: false,
})
