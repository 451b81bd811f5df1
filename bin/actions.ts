import type { TSchema } from 'typebox'
import { ACTIONS, type ActionKind } from '../contract/actions.ts'
import { AuditEntry } from '../contract/audit.ts'
import { columnsOf } from '../server/crud/define/columns.ts'
import type { Resource, ResourceRegistry } from '../server/crud/define/resource.ts'
import { between, withBetween } from './house-map.ts'

/** Changes shown in an example. */
const MOST_CHANGES = 2

const exampleOf = (schema: TSchema | undefined): unknown =>
  (schema as { examples?: unknown[] } | undefined)?.examples?.[0]

const entryExample = (member: keyof typeof AuditEntry.properties) =>
  exampleOf(AuditEntry.properties[member] as TSchema)

/** The first recorded fields of a record of which the schema has an example. */
function changesOf(resource: Resource, verb: string) {
  const { create, update, item } = resource.schemas
  const given = exampleOf(verb === 'create' ? create : update) as Record<string, unknown> | undefined
  const { properties } = item as unknown as { properties: Record<string, TSchema> }
  const usual = (field: string) => exampleOf(properties[field]) ?? null
  const fields = columnsOf(resource).recorded.shown.filter((field) =>
    given ? field in given : usual(field) !== null,
  )
  return fields
    .map((field) => ({
      field,
      from: verb === 'create' ? null : given ? usual(field) : `${usual(field)} (former)`,
      to: given ? given[field] : usual(field),
    }))
    .filter(({ from, to }) => from !== to)
    .slice(0, MOST_CHANGES)
}

const NAMES: Record<string, string> = { tokens: 'sign-in', factors: 'Phone', webhooks: 'Search index' }

function exampleEntry(registry: ResourceRegistry, action: string, kind: ActionKind) {
  const { subject, isAboutMany, isRefused, other, counts, changes } = kind
  const resource = registry.all.find(({ name }) => name === subject)
  const named = (type: string) => {
    const { item } = registry.all.find(({ name }) => name === type)?.schemas ?? {}
    const { properties = {} } = (item ?? {}) as { properties?: Record<string, TSchema> }
    return exampleOf(properties.name) ?? NAMES[type] ?? entryExample('subject_name')
  }
  return {
    action,
    ...(isRefused && { outcome: 'refused' }),
    subject_type: subject,
    ...(!isAboutMany && { subject_id: entryExample('subject_id') }),
    ...(!isAboutMany && subject !== 'mails' && { subject_name: named(subject) }),
    ...(other && {
      other_type: other,
      ...(other !== 'factors' && { other_id: 7 }),
      ...(other !== 'offboardings' && { other_name: named(other) }),
    }),
    ...(changes && {
      changes:
        changes === true ? changesOf(resource as Resource, action.split('.').at(-1) as string) : changes,
    }),
    ...(counts && { counts: Object.fromEntries(counts.map((name, index) => [name, index + 1])) }),
  }
}

/** The catalogue of actions: what each means, and examples, by what they begin with. */
function actionLines(registry: ResourceRegistry): string[] {
  const groups = Map.groupBy(ACTIONS, ([action]) => action.split('.')[0] as string)
  return [...groups].flatMap(([name, actions]) => [
    `### Actions: ${name}`,
    '',
    '| action | what has happened |',
    '| --- | --- |',
    ...actions.map(([action, { what }]) => `| \`${action}\` | ${what} |`),
    '',
    '```jsonl',
    ...actions.map(([action, kind]) => JSON.stringify(exampleEntry(registry, action, kind))),
    '```',
    '',
  ])
}

/** docs/events.md with the current catalogue. */
export const withActions = (page: string, registry: ResourceRegistry): string =>
  withBetween(page, between(actionLines(registry).slice(0, -1)))
