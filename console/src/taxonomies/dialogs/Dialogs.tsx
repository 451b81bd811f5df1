import type { Conflict, TermType } from '../api.ts'
import type { Forest } from '../terms/forest.ts'
import type { Deeds } from '../terms/useDeeds.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { RefusedDialog } from './RefusedDialog.tsx'

/** What is asked about, and of which terms. */
export type Open =
  | { kind: 'move' | 'merge' | 'delete'; ids: string[] }
  | { kind: 'refused'; ids: string[]; conflicts: Conflict[] }

export interface DialogProps {
  ids: string[]
  type: TermType
  types: TermType[]
  forest: Forest
  deeds: Deeds
  onClose: () => void
  /** @param parent that they now stand below */
  onDone: (kind: Open['kind'], ids: string[], parent?: string) => void
}

interface Props extends Omit<DialogProps, 'ids'> {
  open: Open | undefined
}

export const Dialogs = ({ open, ...props }: Props) => {
  if (!open) return null
  const { ids } = open
  switch (open.kind) {
    case 'move':
      return <MoveDialog ids={ids} {...props} />
    case 'merge':
      return <MergeDialog ids={ids} {...props} />
    case 'delete':
      return <DeleteDialog ids={ids} {...props} />
    case 'refused':
      return <RefusedDialog conflicts={open.conflicts} onClose={props.onClose} />
  }
}
