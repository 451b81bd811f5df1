import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isAmong } from '../db/queries/id-lists.ts'
import { readOfLinks } from '../db/queries/numbered-entries.ts'
import type { Db, PastKind } from '../db/tables.ts'
import { Refusal } from '../errors.ts'
import { say } from '../messages/say.ts'
import { PAST_TABLES } from './past.ts'

/** What decides access of one row, from the entry with one number until that with another. */
export interface State {
  record_id: number
  /** The sides of a link, in the order of the table's name. */
  left_id: number | null
  right_id: number | null
  uuid: string | null
  slug: string | null
  name: string | null
  is_active: boolean
  deleted_at: string | null
  expires_at: string | null
  from: number
  until: number
}

type Side = 'record_id' | 'left_id' | 'right_id'
type Row = Omit<State, 'from' | 'until'> & { until: number | null }

/** Rows that may be read for one answer. */
const MOST_ROWS = 100_000

/**
 * All states of some rows, in order, by the id of the row. They say the same as `pastDb`, of all times at once.
 * @param ids of each side @throws Refusal 422 if there are too many
 */
export async function readHistories(
  db: Db,
  kind: PastKind,
  ids: Partial<Record<Side, readonly number[]>>,
): Promise<Map<number, State[]>> {
  const { columns } = PAST_TABLES[kind]
  const named: Record<string, string> = { record_id: 'id', ...columns }
  const sides = Object.entries(ids)
  const live = sql<Row>`
    select ${sql.join(Object.entries(named).map(([name, column]) => sql`${sql.ref(column)} as ${sql.ref(name)}`))},
      null as until
    from ${sql.table(kind)}
    where ${allOf(sides.map(([side, some]) => isAmong(db, sql.ref(named[side] as string), some)))}
    limit ${MOST_ROWS + 1}`
  const kept = sql<Row>`
    select ${sql.join(Object.keys(named).map((name) => sql.ref(name)))}, until
    from past_versions
    where kind = ${kind} and ${allOf(sides.map(([side, some]) => isAmong(db, sql.ref(side), some)))}
    order by id limit ${MOST_ROWS + 1}`
  // In this order: a row that changes meanwhile is found twice with the same values, instead of only with the new ones.
  const { rows } = await live.execute(db)
  const { rows: versions } = await kept.execute(db)
  const begins = await readBegins(db, kind, ids)
  if (rows.length + versions.length > MOST_ROWS) throw tooManyConcerned()
  const histories = new Map<number, State[]>()
  for (const { until, ...row } of [...versions, ...rows]) {
    const states = histories.get(row.record_id) ?? []
    histories.set(row.record_id, states)
    const end = until ?? Infinity
    const from = Math.max(states.at(-1)?.until ?? 0, lastUpTo(begins.get(pairOf(row)), end))
    if (from < end) states.push({ ...row, from, until: end })
  }
  return histories
}

const allOf = (conditions: readonly RawBuilder<SqlBool>[]) => sql.join(conditions, sql` and `)

export const tooManyConcerned = () =>
  new Refusal(
    422,
    'too_large',
    say`More than ${MOST_ROWS} records and links are concerned. Ask about one user, or about a permission that fewer roles grant.`,
  )

const pairOf = ({ left_id, right_id }: Pick<State, 'left_id' | 'right_id'>) => `${left_id} ${right_id}`

const lastUpTo = (numbers: readonly number[] = [], end: number): number =>
  numbers[firstIndex(numbers, (number) => number > end) - 1] ?? 0

/** By binary search. @param isReached false for some items, and true for all after them @returns the length if there is none */
function firstIndex<Item>(items: readonly Item[], isReached: (item: Item) => boolean): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isReached(items[middle] as Item)) high = middle
    else low = middle + 1
  }
  return low
}

/** The numbers at which links were made, ascending, by the ids of both sides. */
async function readBegins(
  db: Db,
  kind: PastKind,
  { left_id, right_id }: Partial<Record<Side, readonly number[]>>,
): Promise<Map<string, number[]>> {
  const { begins, columns } = PAST_TABLES[kind]
  if (!('left_id' in columns)) return new Map()
  const [subject = '', other = ''] = begins.split('.')
  const rows = await readOfLinks(
    db,
    {
      action: begins,
      subject: left_id && { type: subject, ids: left_id },
      other: right_id && { type: other, ids: right_id },
    },
    MOST_ROWS + 1,
  )
  if (rows.length > MOST_ROWS) throw tooManyConcerned()
  const numbers = new Map<string, number[]>()
  for (const row of rows) {
    // Without a number, the entry is of the future.
    const number = row.number ?? Infinity
    const pair = pairOf({ left_id: row.subject_id, right_id: row.other_id })
    const known = numbers.get(pair)
    if (known) known.push(number)
    else numbers.set(pair, [number])
  }
  for (const each of numbers.values()) each.sort((one, other) => one - other)
  return numbers
}

/** What the row was after the entry with this number; undefined if it was not there. */
export function stateAt(states: readonly State[] = [], number: number): State | undefined {
  const state = states[firstIndex(states, ({ until }) => until > number)]
  return state && state.from <= number ? state : undefined
}

/** What the row was after the entries from one number up to another, in order. */
export const statesBetween = (states: readonly State[] = [], first: number, last: number): State[] =>
  states.slice(
    firstIndex(states, ({ until }) => until > first),
    firstIndex(states, ({ from }) => from > last),
  )
