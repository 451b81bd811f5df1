import type { Outcomes } from '../transfer/import-users.ts'
import { OUTCOMES, type Outcome, type Progress } from '../transfer/progress-record.ts'
import type { ReadRow } from '../transfer/user-rows.ts'

/** So many rows of each kind are shown. */
const SHOWN = 5

export const counted = (count: number): string => count.toLocaleString('en')

const WORDS: Record<Outcome, [done: string, wouldBe: string]> = {
  create: ['created', 'would be created'],
  update: ['updated', 'would be updated'],
  unchanged: ['the same already', 'are the same already'],
  skip: ['skipped: a user has the email', 'would be skipped: a user has the email'],
  reject: ['rejected', 'would be rejected'],
}

/** How many rows became what. */
export function summaryOf({ rows, counts }: Progress, { wouldBe = false } = {}): string[] {
  const parts = OUTCOMES.filter((name) => counts[name] > 0).map(
    (name) => `  ${counted(counts[name])} ${WORDS[name][wouldBe ? 1 : 0]}`,
  )
  return [`${counted(rows)} rows:`, ...(parts.length > 0 ? parts : ['  none'])]
}

/** Keeps the first rows of each kind, to show them. */
export function firstOf(shown: readonly Outcome[] = OUTCOMES) {
  const first = new Map(shown.map((name) => [name, { rows: [] as ReadRow[], more: 0 }]))
  return {
    note: (outcomes: Outcomes): void => {
      for (const [name, kept] of first) {
        const some = outcomes[name].slice(0, SHOWN - kept.rows.length)
        kept.rows.push(...some)
        kept.more += outcomes[name].length - some.length
      }
    },
    lines: (): string[] =>
      [...first].flatMap(([name, { rows, more }]) => [
        ...rows.map((row) => `  row ${row.number}, ${name}: ${inShort(row)}`),
        ...(more > 0 ? [`  … and ${counted(more)} more, ${name}`] : []),
      ]),
  }
}

/** Who it is or what is wrong with it: never a value of a field, which may be a secret in the wrong place. */
const inShort = (row: ReadRow): string =>
  'faults' in row ? row.faults.map(({ message }) => message).join(' ') : row.email
