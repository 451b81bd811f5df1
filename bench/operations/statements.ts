import { columnsOf } from '../../server/crud/define/columns.ts'
import { registry } from '../../server/resources/index.ts'
import type { Floor } from './operation.ts'

const columns = columnsOf(registry.named('users'))
  .readable.map((name) => `u.${name}`)
  .join(', ')

const author = (column: string) =>
  `(select JSON_OBJECT('id', a.id, 'uuid', a.uuid, 'first_name', a.first_name, 'last_name', a.last_name,
    'email', a.email) from users a where a.id = u.${column}) as ${column}_user`

const AUTHORS = ['created_by', 'updated_by', 'deleted_by']

/** A user by a unique column, with the users who created, changed and deleted them, in one statement. */
export const userBy = (column: string, read: (value: string) => string | number): Floor => ({
  kind: 'statement',
  statement: {
    text: `select ${columns}, ${AUTHORS.map(author).join(', ')} from users u
      where u.${column} = ? and u.deleted_at is null`,
    values: ({ value }) => [read(value as string)],
    fills: 'item',
    schema: 'User',
    json: ['meta', ...AUTHORS.map((column) => `${column}_user`)],
  },
})

/** Twenty users, newest first. @param counts also count all users; otherwise the total is known beforehand */
export const pageOfUsers = (counts: boolean): Floor => ({
  kind: 'statement',
  statement: {
    text: `select ${columns}${counts ? ', (select count(*) from users where deleted_at is null) as total' : ''}
      from users u where u.deleted_at is null order by u.id desc limit 20 offset ?`,
    values: (_, { page = '1' }) => [(Number(page) - 1) * 20],
    fills: 'page',
    schema: 'User',
    json: ['meta'],
    counts,
  },
})
