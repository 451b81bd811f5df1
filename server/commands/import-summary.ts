import type { Outcomes } from '../transfer/import-users.ts'
import { OUTCOMES, type Progress, type RowOutcome } from '../transfer/progress-record.ts'
import type { ReadRow } from '../transfer/user-rows.ts'

/** Rows shown per outcome. */
const ROWS_SHOWN = 5

export const counted = (count: number): string => count.toLocaleString('en')

const WORDS: Record<RowOutcome, [done: string, wouldBe: string]> = {
  create: ['created', 'would be created'],
  update: ['updated', 'would be updated'],
  unchanged: ['the same already', 'are the same already'],
  skip: ['skipped: a user has the email', 'would be skipped: a user has the email'],
  reject: ['rejected', 'would be rejected'],
}

/** The number of rows by outcome. */
export function summaryLines({ rows, counts }: Progress, { wouldBe = false } = {}): string[] {
  const parts = OUTCOMES.filter((name) => counts[name] > 0).map(
    (name) => `  ${counted(counts[name])} ${WORDS[name][wouldBe ? 1 : 0]}`,
  )
  return [`${counted(rows)} rows:`, ...(parts.length > 0 ? parts : ['  none'])]
}

/** Collects the first rows of each outcome, to show them. */
export function firstRows(names: readonly RowOutcome[] = OUTCOMES) {
  const first = new Map(names.map((name) => [name, { rows: [] as ReadRow[], more: 0 }]))
  return {
    add: (outcomes: Outcomes): void => {
      for (const [name, shown] of first) {
        const some = outcomes[name].slice(0, ROWS_SHOWN - shown.rows.length)
        shown.rows.push(...some)
        shown.more += outcomes[name].length - some.length
      }
    },
    lines: (): string[] =>
      [...first].flatMap(([name, { rows, more }]) => [
        ...rows.map((row) => `  row ${row.number}, ${name}: ${inShort(row)}`),
        ...(more > 0 ? [`  … and ${counted(more)} more, ${name}`] : []),
      ]),
  }
}

/** The email or the faults of a row. Never a value of a field, which may be a misplaced secret. */
const inShort = (row: ReadRow): string =>
  'faults' in row ? row.faults.map(({ message }) => message).join(' ') : row.email
