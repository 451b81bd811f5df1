import { AssistiveDndState, type TreeInstance } from '@headless-tree/core'
import { Box } from '@mui/material'
import { useTranslate } from 'react-admin'
import { hidden } from './styles.ts'

/** Announces the dragged item and its target to screen readers. */
export const Announcer = <T,>({ tree, said }: { tree: TreeInstance<T>; said?: string | undefined }) => {
  const translate = useTranslate()
  return (
    <Box role="status" aria-live="assertive" sx={hidden}>
      {carried(tree, translate) ?? said}
    </Box>
  )
}

export function carried<T>(
  tree: TreeInstance<T>,
  translate: ReturnType<typeof useTranslate>,
): string | undefined {
  const { dnd, assistiveDndState: state } = tree.getState()
  if (!dnd?.draggedItems || state === undefined || state === null || state === AssistiveDndState.None)
    return undefined
  const target = dnd.dragTarget?.item
  const isTop = target?.getId() === tree.getRootItem().getId()
  const names = dnd.draggedItems.map((item) => item.getItemName()).join(', ')
  const where = !target
    ? ''
    : isTop
      ? translate('taxonomies.carry.to_top')
      : translate('taxonomies.carry.below', { name: target.getItemName() })
  return state === AssistiveDndState.Started ? translate('taxonomies.carry.started', { names, where }) : where
}
