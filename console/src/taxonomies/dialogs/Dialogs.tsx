import { DeleteDialog } from './DeleteDialog.tsx'
import type { DialogProps, Open } from './dialogProps.ts'
import { MergeDialog } from './MergeDialog.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { OutlineDialog } from './OutlineDialog.tsx'
import { RefusedDialog } from './RefusedDialog.tsx'

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
    case 'outline':
      return <OutlineDialog ids={ids} {...props} />
    case 'delete':
      return <DeleteDialog ids={ids} {...props} />
    case 'refused':
      return <RefusedDialog conflicts={open.conflicts} onClose={props.onClose} />
  }
}
