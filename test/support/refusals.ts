import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Answer } from './answer.ts'
import type { Service } from './service.ts'

interface Expected {
  status: number
  code: string
  /** `[field, code]` of each detail, in order. Without it, there must be none. */
  details?: readonly (readonly [field: string, code: string])[]
  /** What the sentence for the reader must say. */
  says?: RegExp
}

/** A refusal in the envelope of the contract: whole sentences, a code, what is at fault, and the request's id. */
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

/** The envelope of every failure, whatever it is about. */
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

/** Every row of every table, but for counts, the list of changes and SQLite's own index of texts: the same before and after means that nothing was changed. */
export async function dumpOf({ connection: { db } }: Service): Promise<Record<string, unknown[]>> {
  const tables = (await db.introspection.getTables()).filter(
    ({ name }) => !/^(attempts|changes|known_places|table_states|member_counts)$|_search/.test(name),
  )
  const dump: Record<string, unknown[]> = {}
  for (const { name } of tables)
    dump[name] = (await sql`select * from ${sql.table(name)} order by 1`.execute(db)).rows
  assert.ok((dump.users?.length ?? 0) + (dump.roles?.length ?? 0) > 0, 'there is something to compare')
  return dump
}

/** Runs an attempt that must be refused, and sees that it changed nothing. */
export async function assertRefusedUnchanged(
  service: Service,
  attempt: () => Promise<Answer>,
  expected: Expected,
): Promise<void> {
  const before = await dumpOf(service)
  assertRefused(await attempt(), expected)
  assert.deepEqual(await dumpOf(service), before)
}

/** Lacking these permissions, the attempt is refused with all their slugs, and changes nothing. */
export async function assertForbidden(
  service: Service,
  attempt: () => Promise<Answer>,
  slugs: readonly string[],
): Promise<void> {
  const says = new RegExp(`\\bpermission ${slugs.join(', ')}\\.$`)
  await assertRefusedUnchanged(service, attempt, { status: 403, code: 'forbidden', says })
}
