import type { components } from './api.ts'
import { queryString } from './query.ts'
import type { Transport } from './transport.ts'
import type { Body, CallOptions, CreateOf, Id, ListParams, Operation, Path, ResourceName } from './types.ts'

/** What a bulk call changed, what it left out and why, and where to go on. */
export type BulkReport = components['schemas']['BulkReport']
/** Which rows became users, and the faults of the others. */
export type BulkCreateReport = components['schemas']['BulkCreateReport']

/** The bulk actions of a resource that report, such as `assign-role`. Never, if it has none. */
export type BulkAction<N extends ResourceName> = {
  [P in Path]: P extends `/api/${N}/bulk/${infer A}` ? Exclude<A, 'create'> : never
}[Path]

/** The list whose records are changed, whatever its page. */
export type Matching<N extends ResourceName> = Omit<
  ListParams<N>,
  'page' | 'per_page' | 'limit' | 'sort' | 'include'
>

/** Exactly one of these selects the records. */
type Selection<N extends ResourceName> =
  | { ids: readonly Id[]; emails?: never; matching?: never }
  | { emails: readonly string[]; ids?: never; matching?: never }
  | { matching: Matching<N>; ids?: never; emails?: never }

type BodyOf<N extends ResourceName, A extends string> = `/api/${N}/bulk/${A}` extends infer P extends Path
  ? Body<Operation<P, 'POST'>>
  : never

/** The records, and the action's own fields, such as `role`. */
export type BulkInput<N extends ResourceName, A extends BulkAction<N>> = Selection<N> &
  Omit<BodyOf<N, A>, keyof BodyOf<N, 'delete'>>

export interface BulkOptions extends CallOptions {
  /** `next` of the report before: handles only records with a higher id. */
  after?: number | undefined
  /** The most records that one call handles. Default: 100, at most 1,000. */
  limit?: number
}

/** One call, which handles at most `limit` records. */
export function callBulk(
  transport: Transport,
  path: string,
  { matching, ...fields }: { matching?: Readonly<Record<string, unknown>> },
  { after, limit, ...options }: BulkOptions,
): Promise<BulkReport> {
  const body = { ...fields, ...(matching && { matching: true }), after, limit }
  return transport.send({ method: 'POST', path: path + queryString(listOf(matching)), body, ...options })
}

/** The parameters that choose records: in a bulk call, `limit` would mean something else. */
function listOf(matching: Readonly<Record<string, unknown>> = {}) {
  const { page: _page, per_page: _perPage, limit: _limit, ...conditions } = matching
  return conditions
}

/** Calls until all records are handled, or the caller's authority has ended (`stopped`). */
export async function* everyReport(
  read: (after: number | undefined) => Promise<BulkReport>,
  from: number | undefined,
): AsyncGenerator<BulkReport, void> {
  let after = from
  for (;;) {
    const report = await read(after)
    yield report
    if (report.next === null || report.stopped !== null) return
    after = report.next
  }
}

type Rows = Body<Operation<'/api/users/bulk/create', 'POST'>>

export interface BulkCreateOptions extends CallOptions, Pick<Rows, 'roles' | 'expires_at'> {
  /** Reports the same and changes nothing. */
  dryRun?: boolean
  /** `next` of the report before: handles only rows with a higher index. */
  after?: number | undefined
}

/** The most rows of one call. */
const ROWS_PER_CALL = 500
/** About the longest rows of one call, in characters of JSON: the service refuses bodies over 1 MB, unless it is told otherwise. */
const LENGTH_PER_CALL = 400_000

/** As many rows as fit into one call, and at least one. */
function rowsOfCall<R>(rows: readonly R[], start: number): R[] {
  const items: R[] = []
  let length = 0
  for (const row of rows.slice(start, start + ROWS_PER_CALL)) {
    length += JSON.stringify(row).length
    if (items.length > 0 && length > LENGTH_PER_CALL) break
    items.push(row)
  }
  return items
}

/** Creates users from any number of rows. The indexes in the reports are those of all rows. */
export async function* createEveryRow(
  transport: Transport,
  rows: readonly CreateOf<'users'>[],
  { dryRun, after: from = -1, roles, expires_at, ...options }: BulkCreateOptions,
): AsyncGenerator<BulkCreateReport, void> {
  for (let after = from; after < rows.length - 1; ) {
    const start = after + 1
    const items = rowsOfCall(rows, start)
    const body = { items, roles, expires_at, dry_run: dryRun }
    // Not repeated by itself: rows that a lost call created would be reported as taken.
    const call = { method: 'POST', path: '/api/users/bulk/create', body, once: true, ...options }
    const report = await transport.send<BulkCreateReport>(call)
    const handled = items.length - report.remaining
    after = start + handled - 1
    const remaining = rows.length - 1 - after
    const moved = <T extends { index: number }>(entry: T): T => ({ ...entry, index: entry.index + start })
    yield {
      ...report,
      created: report.created.map(moved),
      left_out: report.left_out.map(moved),
      remaining,
      next: remaining > 0 ? after : null,
    }
    if (report.stopped !== null) return
  }
}
