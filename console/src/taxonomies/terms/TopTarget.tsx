import { Box } from '@mui/material'
import { ArrowUpToLine } from 'lucide-react'
import { useTranslate } from 'react-admin'
import type { TermTree } from './useTermTree.ts'

interface Props {
  tree: TermTree
  /** The announcement of a keyboard move, also shown visually. */
  hint: string | undefined
}

/** Shown while dragging: the drop target for the top level, the keys, and that the order by name takes no other places. */
export const TopTarget = ({ tree, hint }: Props) => {
  const translate = useTranslate()
  const { dnd } = tree.getState()
  const root = tree.getRootItem()
  const carried = dnd?.draggedItems
  const { canDrop, onDrop, canReorder } = tree.getConfig()
  if (!carried) return null
  const canBeTop = canDrop?.(carried, { item: root }) === true
  if (hint === undefined && !canBeTop && canReorder) return null
  const isTarget = tree.getDragTarget()?.item.getId() === root.getId()
  return (
    <Box
      aria-hidden
      onDragOver={(event) => {
        if (!canBeTop) return
        event.preventDefault()
        if (!isTarget) tree.applySubStateUpdate('dnd', (state) => ({ ...state, dragTarget: { item: root } }))
      }}
      onDrop={(event) => {
        event.preventDefault()
        tree.applySubStateUpdate('dnd', null)
        if (canBeTop) void onDrop?.(carried, { item: root })
      }}
      sx={{
        position: 'absolute',
        left: 8,
        right: 8,
        bottom: 8,
        zIndex: 2,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'center',
        columnGap: 1,
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
          {canBeTop && <ArrowUpToLine size={16} strokeWidth={1.75} />}
          {canBeTop && translate('taxonomies.carry.drop_top')}
          {!canReorder && (
            <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
              {translate('taxonomies.carry.by_name')}
            </Box>
          )}
        </>
      )}
    </Box>
  )
}
