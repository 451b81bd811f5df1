// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { SUBJECTS } from '../../../contract/permissions.ts'
import { columnsOf } from '../../../server/crud/define/columns.ts'
import type { Resource } from '../../../server/crud/define/resource.ts'
import { INDEXED_EVERYWHERE } from '../../../server/crud/query/selector.ts'
import { registry } from '../../../server/resources/index.ts'
import { engine } from '../../support/databases.ts'
import { type Service, startService } from '../../support/service.ts'

interface Index {
  first: string
  /** What follows `where` in its statement. */
  condition: string
}

/** The first column and the condition of each index. */
async function indicesOf({ connection: { db } }: Service, table: string): Promise<Index[]> {
  const statements =
    engine === 'sqlite'
      ? sql<{
          sql: string | null
        }>`select sql from sqlite_master where type = 'index' and tbl_name = ${table}`
      : sql<{ sql: string }>`select indexdef as sql from pg_indexes where tablename = ${table}`
  const { rows } = await statements.execute(db)
  return rows.flatMap(({ sql }) => {
    const [, first, condition = ''] = /\((\w+)[\s\S]*?(?: where (.*))?$/i.exec(sql ?? '') ?? []
    return first === undefined ? [] : [{ first, condition: condition.replaceAll(/[()]/g, '').toLowerCase() }]
  })
}

describe('The columns by which records are selected without a scan', () => {
  let service: Service
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  for (const name of SUBJECTS)
    it(`have indices: ${name}`, async () => {
      const resource = registry.named(name) as Resource
      const { all = [], live = [] } = resource.indexed ?? {}
      const indices = await indicesOf(service, resource.table)
      const isServed = (column: string, conditions: string[]) =>
        indices.some(({ first, condition }) => first === column && conditions.includes(condition))
      const ofAll = (column: string) => ['', `${column} is not null`]
      const ofLive = (column: string) => [
        ...ofAll(column),
        'deleted_at is null',
        `${column} is not null and deleted_at is null`,
      ]
      // SQLite has no statement for the indices of `id` and `uuid`, which are constraints.
      const unique = [...columnsOf(resource).selecting].filter((column) => !['id', 'uuid'].includes(column))
      for (const column of [...INDEXED_EVERYWHERE.all, ...all, ...unique])
        assert.ok(isServed(column, ofAll(column)), column)
      for (const column of [...INDEXED_EVERYWHERE.live, ...live])
        assert.ok(isServed(column, ofLive(column)), column)
    })
})
