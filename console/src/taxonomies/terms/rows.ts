import type { TermNode } from '../api.ts'

/** The invisible root. */
export const ROOT = 'root'

/** A row of the tree: a term or a placeholder. */
export type Row =
  | { kind: 'term'; node: TermNode }
  | { kind: 'draft'; parent: string }
  | { kind: 'loading'; parent: string }
  | { kind: 'more'; parent: string; left: number }
  | { kind: 'failed'; parent: string; error: unknown }

type Kind = Exclude<Row['kind'], 'term'>

export const rowId = (kind: Kind, parent: string): string => `${kind}:${parent}`
export const isTerm = (row: Row): row is Extract<Row, { kind: 'term' }> => row.kind === 'term'
