// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { columnTypes as postgres } from '../../../../server/db/postgres/engine.ts'
import { reportingViews } from '../../../../server/db/reporting/statements.ts'
import { integer, text, time, type View } from '../../../../server/db/reporting/view.ts'
import { columnTypes as sqlite } from '../../../../server/db/sqlite/engine.ts'

const later = <T extends object>(column: T) => ({ ...column, since: 20 })
const views: Record<string, View> = {
  things: {
    means: 'Things.',
    from: 'things',
    keys: ['id'],
    columns: { id: integer('Its id.'), label: later(text("The thing's label.", 'name')) },
  },
  events: { means: 'Events.', from: 'events', keys: [], columns: { at: later(time('When it was.')) } },
}

describe('The statements of the views for SQL readers', () => {
  it('leave out what a later migration adds', () => {
    assert.deepEqual(reportingViews(sqlite, 18, views), [
      'drop view if exists reporting_things',
      'create view reporting_things as select id as id from things',
    ])
    assert.equal(
      reportingViews(postgres, 18, views)[0],
      'create or replace view reporting.things with (security_invoker = false) as select id as id from things',
    )
  })

  it('append it in that migration', () => {
    const onSqlite = reportingViews(sqlite, 20, views)
    assert.equal(onSqlite[1], 'create view reporting_things as select id as id, name as label from things')
    assert.equal(onSqlite[3], 'create view reporting_events as select at as at from events')
    const onPostgres = reportingViews(postgres, 20, views).join(';\n')
    assert.match(onPostgres, /select reporting\.as_time\(at\)::timestamptz\(3\) as at from events/)
    assert.match(onPostgres, /comment on column reporting\.things\.label is 'The thing''s label\.'/)
  })
})
