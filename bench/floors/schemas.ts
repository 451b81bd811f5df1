import { User } from '../../contract/users.ts'
import { columnsOf } from '../../server/crud/define/columns.ts'
import { registry } from '../../server/resources/index.ts'
import { pageSchema } from '../../server/values/page.ts'

/** A user, as other records embed them. */
const author = {
  type: ['object', 'null'],
  properties: Object.fromEntries(
    (['id', 'uuid', 'first_name', 'last_name', 'email'] as const).map((name) => [
      name,
      User.properties[name],
    ]),
  ),
}

const AUTHORS = ['created_by_user', 'updated_by_user', 'deleted_by_user']

/** The record of the contract without includes. */
function record(withAuthors: boolean) {
  const stored = columnsOf(registry.named('users')).readable.map((name) => [
    name,
    User.properties[name as keyof typeof User.properties],
  ])
  const authors = withAuthors ? AUTHORS.map((name) => [name, author]) : []
  return { type: 'object', properties: Object.fromEntries([...stored, ...authors]) }
}

const answer = (data: unknown) => ({
  type: 'object',
  properties: { success: { type: 'boolean' }, status: { type: 'string' }, data },
})

export const itemAnswer = (_name: 'User') => answer(record(true))

export function pageAnswer(name: 'User') {
  const { $id: _, ...page } = pageSchema(name) as unknown as {
    $id: string
    properties: Record<string, Record<string, unknown>>
  }
  const links = withoutIds(page.properties.links)
  const data = { type: 'array', items: record(false) }
  const list = { ...page, properties: { ...page.properties, links, data } }
  return answer({ type: 'object', properties: { list } })
}

/** Two routes share a schema, but an id can be registered only once. */
const withoutIds = (schema: unknown) =>
  JSON.parse(JSON.stringify(schema), (key, value) => (key === '$id' ? undefined : value))
