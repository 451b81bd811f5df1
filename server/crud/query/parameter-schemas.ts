import { type TString, Type } from 'typebox'
import { described } from '../../../contract/fields.ts'
import { computedSortsOf, namesOf } from '../define/columns.ts'
import { relationsOf } from '../define/relations.ts'
import { nounOf, type Resource, type ResourceRegistry } from '../define/resource.ts'
import { MAX_DEPTH } from './grammar.ts'
import { MAX_SORTS } from './list-query.ts'

/** Schemas of a resource's selector and `sort` parameters: they list its attributes. */
interface ParameterSchemas {
  column: TString
  sort: TString
}

const schemasByResource = new WeakMap<Resource, ParameterSchemas>()

export function parameterSchemas(resource: Resource): ParameterSchemas {
  const schemas = schemasByResource.get(resource) ?? make(resource)
  schemasByResource.set(resource, schemas)
  return schemas
}

const idOf = ({ schemas }: Resource) => (schemas.item as { $id?: string }).$id

function make(resource: Resource): ParameterSchemas {
  const names = namesOf(resource)
  const noun = nounOf(resource)
  const sorts = new Set([...names, ...computedSortsOf(resource).keys()])
  const order = `(?:${[...sorts].join('|')})(?::(?:asc|desc))?`
  return {
    column: Type.String({
      ...described({ enum: names }),
      $id: `${idOf(resource)}Column`,
      description: `An attribute that selects a ${noun}.`,
      examples: ['id'],
    }),
    sort: Type.String({
      ...described({ pattern: `^${order}(?:,${order}){0,${MAX_SORTS - 1}}$` }),
      $id: `${idOf(resource)}Sort`,
      description: `At most ${MAX_SORTS} attributes of a ${noun}, separated by commas; append \`:desc\` for descending order.`,
      examples: ['created_at:desc'],
    }),
  }
}

/** The schema of a resource's `include` parameter: it lists its relations, and those of their targets. */
export function includeSchema(registry: ResourceRegistry, resource: Resource): TString {
  const path = pathsFrom(registry, resource, MAX_DEPTH)
  return Type.String({
    ...described({ pattern: `^(?:${path})(?:,(?:${path}))*$` }),
    $id: `${idOf(resource)}Include`,
    description:
      `Relations of a ${nounOf(resource)} to include, separated by commas, nested with dots to depth ${MAX_DEPTH}: at most ` +
      '20,000 records in all, and 16 MB of answer, else 400 `too_many_included`.',
    examples: ['created_by'],
  })
}

/** A regular expression for the relations of a resource, each followed by the relations of its target. */
function pathsFrom(registry: ResourceRegistry, resource: Resource, depth: number): string {
  const byTarget = Map.groupBy(Object.entries(relationsOf(resource)), ([, { to }]) => to)
  const paths = [...byTarget].map(([to, relations]) => {
    const names = relations.map(([name]) => name).join('|')
    const one = relations.length === 1 ? names : `(?:${names})`
    return depth === 1 ? one : `${one}(?:\\.(?:${pathsFrom(registry, registry.named(to), depth - 1)}))?`
  })
  return paths.join('|')
}
