import { Box } from '@mui/material'
import { ArrowUpToLine } from 'lucide-react'
import { useTranslate } from 'react-admin'
import type { TermTree } from './useTermTree.ts'

interface Props {
  tree: TermTree
  /** The announcement of a keyboard move, also shown visually. */
  hint: string | undefined
}

/** Shown while dragging: the drop target for the top level, and the keys. */
export const TopTarget = ({ tree, hint }: Props) => {
  const translate = useTranslate()
  const { dnd } = tree.getState()
  const root = tree.getRootItem()
  const carried = dnd?.draggedItems
  const { canDrop, onDrop } = tree.getConfig()
  if (!carried || !(hint !== undefined || canDrop?.(carried, { item: root }))) return null
  const isTarget = tree.getDragTarget()?.item.getId() === root.getId()
  return (
    <Box
      aria-hidden
      onDragOver={(event) => {
        if (!canDrop?.(carried, { item: root })) return
        event.preventDefault()
        if (!isTarget) tree.applySubStateUpdate('dnd', (state) => ({ ...state, dragTarget: { item: root } }))
      }}
      onDrop={(event) => {
        event.preventDefault()
        tree.applySubStateUpdate('dnd', null)
        if (canDrop?.(carried, { item: root })) void onDrop?.(carried, { item: root })
      }}
      sx={{
        position: 'absolute',
        left: 8,
        right: 8,
        bottom: 8,
        zIndex: 2,
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 1,
        minHeight: 40,
        px: 2,
        borderRadius: 1,
        border: '1px dashed',
        borderColor: isTarget ? 'primary.main' : 'divider',
        bgcolor: 'background.paper',
        color: isTarget ? 'primary.main' : 'text.secondary',
        fontSize: '0.8125rem',
        fontWeight: 500,
      }}
    >
      {hint ?? (
        <>
          <ArrowUpToLine size={16} strokeWidth={1.75} />
          {translate('taxonomies.carry.drop_top')}
        </>
      )}
    </Box>
  )
}
