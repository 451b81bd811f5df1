import { type TString, Type } from 'typebox'
import { described } from '../../../contract/fields.ts'
import { namesOf } from '../define/columns.ts'
import { relationsOf } from '../define/relations.ts'
import { nounOf, type Resource, resourceNamed } from '../define/resource.ts'
import { MAX_DEPTH } from './grammar.ts'
import { MAX_SORTS } from './list-query.ts'

/** Schemas of a resource's selector, `sort` and `include` parameters: they list its attributes and relations. */
interface ParameterSchemas {
  column: TString
  sort: TString
  include: TString
}

const known = new WeakMap<Resource, ParameterSchemas>()

/** Call it after all resources are defined: `include` names relations of other resources too. */
export function parameterSchemas(resource: Resource): ParameterSchemas {
  const schemas = known.get(resource) ?? make(resource)
  known.set(resource, schemas)
  return schemas
}

function make(resource: Resource): ParameterSchemas {
  const names = namesOf(resource)
  const noun = nounOf(resource)
  const { $id } = resource.schemas.item as { $id?: string }
  const order = `(?:${names.join('|')})(?::(?:asc|desc))?`
  const path = pathsFrom(resource, MAX_DEPTH)
  return {
    column: Type.String({
      ...described({ enum: names }),
      $id: `${$id}Column`,
      description: `An attribute that selects a ${noun}.`,
      examples: ['id'],
    }),
    sort: Type.String({
      ...described({ pattern: `^${order}(?:,${order}){0,${MAX_SORTS - 1}}$` }),
      $id: `${$id}Sort`,
      description: `At most ${MAX_SORTS} attributes of a ${noun}, separated by commas; \`:desc\` after one turns it round.`,
      examples: ['created_at:desc'],
    }),
    include: Type.String({
      ...described({ pattern: `^(?:${path})(?:,(?:${path}))*$` }),
      $id: `${$id}Include`,
      description:
        `Relations of a ${noun} to include, separated by commas, nested with dots to depth ${MAX_DEPTH}: at most 20,000 ` +
        'records in all, and 16 MB of answer, else 400 `too_many_included`.',
      examples: ['created_by'],
    }),
  }
}

/** A regular expression for the relations of a resource, each followed by the relations of its target. */
function pathsFrom(resource: Resource, depth: number): string {
  const byTarget = Map.groupBy(Object.entries(relationsOf(resource)), ([, { to }]) => to)
  const paths = [...byTarget].map(([to, relations]) => {
    const names = relations.map(([name]) => name).join('|')
    const one = relations.length === 1 ? names : `(?:${names})`
    return depth === 1 ? one : `${one}(?:\\.(?:${pathsFrom(resourceNamed(to), depth - 1)}))?`
  })
  return paths.join('|')
}
