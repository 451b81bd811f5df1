import { type RawBuilder, sql } from 'kysely'
import { LISTED_SUBJECTS, MOST_SHOWN } from '../../contract/overview.ts'
import type { Subject } from '../../contract/permissions.ts'
import type { Ctx } from '../access/context.ts'
import { resourceNamed } from '../crud/define/resource.ts'

interface Changed {
  resource: Subject
  id: number
  name: string
  change: 'created' | 'updated' | 'deleted' | 'restored'
  at: string
  author: number | null
}

/** The latest changes that the caller may read: the last one of each record. */
export async function readLatest(ctx: Ctx) {
  const subjects = LISTED_SUBJECTS.filter((subject) => ctx.actor.grants.has(`can-read-${subject}`))
  if (subjects.length === 0) return []
  const changes = sql.join(
    subjects.flatMap((subject) => changesOf(ctx, subject)),
    sql` union all `,
  )
  const { rows } = await sql<Changed>`select resource, id, name, change, at, author from (${changes}) changes
    order by at desc, resource, id desc limit ${sql.lit(MOST_SHOWN)}`.execute(ctx.db)
  const people = await peopleNamed(ctx, rows)
  return rows.map(({ author, ...change }) => ({ ...change, by: people.get(author as number) ?? null }))
}

/** The latest changes of live and of trashed records, each from its own index. */
function changesOf(ctx: Ctx, subject: Subject): RawBuilder<unknown>[] {
  const table = sql.table(resourceNamed(ctx, subject).table)
  const row = (at: string, change: RawBuilder<unknown>, author: string, where: string) =>
    sql`select * from (select ${sql.lit(subject)} as resource, id, name, ${change} as change,
      ${sql.ref(at)} as at, ${sql.ref(author)} as author
      from ${table} where ${sql.raw(where)}
      order by ${sql.ref(at)} desc, id desc limit ${sql.lit(MOST_SHOWN)}) as latest_changes`
  const kind = sql`case when updated_at = restored_at then 'restored'
    when updated_at = created_at then 'created' else 'updated' end`
  return [
    row('updated_at', kind, 'updated_by', 'deleted_at is null'),
    row('deleted_at', sql`'deleted'`, 'deleted_by', 'deleted_at is not null'),
  ]
}

async function peopleNamed(ctx: Ctx, changes: readonly Changed[]) {
  const ids = [...new Set(changes.map(({ author }) => author))].filter((id) => id !== null)
  if (ids.length === 0) return new Map<number, { id: number; uuid: string; name: string }>()
  const rows = await ctx.db
    .selectFrom('users')
    .where('id', 'in', ids)
    .select(['id', 'uuid', 'name'])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
