import assert from 'node:assert/strict'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../server/db/tables.ts'
import type { Answer } from './answer.ts'
import { engine } from './databases.ts'
import type { Service } from './service.ts'

interface Expected {
  status: number
  code: string
  /** `[field, code]` of each detail, in order. Without it, there must be none. */
  details?: readonly (readonly [field: string, code: string])[]
  /** What the message must say. */
  says?: RegExp
}

/** Asserts a refusal in the envelope of the contract: whole sentences, a code, the details, and the request's id. */
export function assertRefused(answer: Answer, { status, code, details = [], says }: Expected): void {
  const { body, headers } = answer
  const shown = JSON.stringify(body)
  assert.equal(answer.status, status, shown)
  assertFailure(answer)
  assert.equal(body.code, code, shown)
  assert.deepEqual(
    body.details.map(({ field, code }: { field: string; code: string }) => [field, code]),
    details,
    shown,
  )
  if (says) assert.match(body.errors.join(' '), says)
  if (status === 401) assert.equal(headers['www-authenticate'], 'Bearer')
}

const KEYS = ['success', 'status', 'errors', 'code', 'details', 'request_id']

/** Asserts the envelope of every failure. */
export function assertFailure({ body, headers }: Answer): void {
  const shown = JSON.stringify(body)
  assert.match(String(headers['content-type']), /^application\/json; charset=utf-8$/i)
  assert.deepEqual(Object.keys(body), KEYS, shown)
  assert.equal(body.success, false)
  assert.equal(body.status, 'failed')
  assert.ok(body.errors.length > 0, shown)
  for (const sentence of body.errors) assert.match(sentence, /^\S[\s\S]*[.!?]$/u, shown)
  for (const detail of body.details)
    assert.deepEqual(Object.keys(detail), ['field', 'code', 'message'], shown)
  assert.ok(body.request_id, shown)
  assert.equal(headers['x-request-id'], body.request_id)
}

/**
 * Every row of every table as JSON, except counts, the numbers that earlier entries get later, the list of changes and SQLite's own search index: two equal dumps mean that nothing changed.
 * One statement, since hundreds of tests compare dumps.
 */
export async function dumpOf({ connection: { db } }: Service): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ name: string; row: string }>`
    ${sql.join(await rowsOfTables(db), sql` union all `)} order by 1, 2`.execute(db)
  const dump: Record<string, string[]> = {}
  for (const { name, row } of rows) {
    dump[name] ??= []
    dump[name].push(row)
  }
  assert.ok(dump.users || dump.roles, 'there is something to compare')
  return dump
}

const selects = new WeakMap<Db, Promise<RawBuilder<unknown>[]>>()

/** The tables do not change while a service runs. */
function rowsOfTables(db: Db): Promise<RawBuilder<unknown>[]> {
  const known = selects.get(db) ?? selectTables(db)
  selects.set(db, known)
  return known
}

async function selectTables(db: Db): Promise<RawBuilder<unknown>[]> {
  const tables = (await db.introspection.getTables()).filter(
    ({ name, isView }) =>
      !isView &&
      !/^(attempts|audit_numbers|changes|known_places|table_states|member_counts)$|_search/.test(name),
  )
  return tables.map(({ name, columns }) => {
    // A token counts its failed proofs, as `attempts` counts others.
    const values = columns
      // The end of a version gets its number when its entry does.
      .filter(({ name }) => name !== 'failed_proofs' && name !== 'until')
      .map(({ name }) => {
        const column = sql.ref(name)
        return sql`${sql.lit(name)}, case typeof(${column}) when 'blob' then hex(${column}) else ${column} end`
      })
    const row =
      engine === 'postgres'
        ? sql`(to_jsonb(t) - 'failed_proofs' - 'until')::text`
        : sql`json_object(${sql.join(values)})`
    return sql`select ${sql.lit(name)} as name, ${row} as row from ${sql.table(name)} as t`
  })
}

/** Asserts that an attempt is refused and changes nothing. */
export async function assertRefusedUnchanged(
  service: Service,
  attempt: () => Promise<Answer>,
  expected: Expected,
): Promise<void> {
  const before = await dumpOf(service)
  assertRefused(await attempt(), expected)
  assert.deepEqual(await dumpOf(service), before)
}

/** Asserts that an attempt is refused for lack of these permissions, names all of them, and changes nothing. */
export async function assertForbidden(
  service: Service,
  attempt: () => Promise<Answer>,
  slugs: readonly string[],
): Promise<void> {
  const says = new RegExp(`\\bpermission ${slugs.join(', ')}\\.$`)
  await assertRefusedUnchanged(service, attempt, { status: 403, code: 'forbidden', says })
}
