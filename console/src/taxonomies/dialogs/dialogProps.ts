import type { Conflict, TermType } from '../api.ts'
import type { Forest } from '../terms/forest.ts'
import type { TermMutations } from '../terms/useTermMutations.ts'

/** The dialog to open, and its terms; for an outline the parent, or the invisible root. */
export type Open =
  | { kind: 'move' | 'merge' | 'delete' | 'outline'; ids: string[] }
  | { kind: 'refused'; ids: string[]; conflicts: Conflict[] }

/** The dialog shows the error, and the mutation that it calls refetches. */
export const IN_DIALOG = { keepsError: true, changesNothing: true } as const

export interface DialogProps {
  ids: string[]
  type: TermType
  types: TermType[]
  forest: Forest
  mutations: TermMutations
  onClose: () => void
  /** @param parent the new parent */
  onDone: (kind: Open['kind'], ids: string[], parent?: string) => void
}
