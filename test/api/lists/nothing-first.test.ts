// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { useService } from '../../support/suite.ts'

const { list, make } = useService()

it('A list has null before any value, and after all of them in descending order', async () => {
  for (const last_name of ['Lovelace', null, 'Babbage', null, 'Ångström']) await make('users', { last_name })
  const filter = { 'filter[id]': 'gt:1' }
  const names = async (query: Record<string, string>) =>
    (await list('users', { ...filter, ...query })).map((user: { last_name: string | null }) => user.last_name)
  const upward = [null, null, 'Babbage', 'Lovelace', 'Ångström']
  assert.deepEqual(await names({ sort: 'last_name' }), upward)
  assert.deepEqual(await names({ sort: 'last_name:desc' }), upward.toReversed())
  for (const page of ['1', '2', '3', '4', '5']) {
    assert.deepEqual(await names({ sort: 'last_name', per_page: '1', page }), [upward[Number(page) - 1]])
  }
})
