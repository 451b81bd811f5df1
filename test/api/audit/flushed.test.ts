// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { connect } from '../../../server/db/connect.ts'
import { makeUser } from '../../support/actors.ts'
import { engine } from '../../support/databases.ts'
import { startService } from '../../support/service.ts'

describe('what is sealed and exported on PostgreSQL', {
  skip: engine !== 'postgres' && 'the embedded engine flushes the commits itself',
}, () => {
  it('waits for the disk with synchronous_commit = off', async () => {
    const service = await startService()
    const { databaseUrl } = service.config
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
      service.connection.db,
    )
    await sql`alter database ${sql.id(rows[0]?.name as string)} set synchronous_commit = off`.execute(
      service.connection.db,
    )
    // Sessions take the setting when they begin.
    const late = connect(databaseUrl)
    for (let count = 0; count < 5; count++) {
      await makeUser(service)
      await sql`insert into installation (name, value) values (${`late ${count}`}, 'x')`.execute(late.db)
      const { rows } = await sql<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`.execute(
        late.db,
      )
      await late.flushed()
      const flushed = await sql<{ is_done: boolean }>`
        select pg_current_wal_flush_lsn() >= ${rows[0]?.at}::pg_lsn as is_done`.execute(late.db)
      assert.equal(flushed.rows[0]?.is_done, true)
    }
    await late.close()
    await service.stop()
  })
})
