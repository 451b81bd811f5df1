import { Box, useMediaQuery } from '@mui/material'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useCallback, useRef } from 'react'
import { useTranslate } from 'react-admin'
import { Announcer, carried } from '../tree/Announcer.tsx'
import { ROW, ROW_COARSE, rows } from '../tree/styles.ts'
import { TopTarget } from './TopTarget.tsx'
import type { TermTree } from './useTermTree.ts'

/** Only what is seen is drawn; and the row that has the keyboard, and those that are carried, wherever they are. */
export function useRowsInSight(tree: RefObject<TermTree | undefined>) {
  const viewport = useRef<HTMLDivElement>(null)
  const isCoarse = useMediaQuery('(pointer: coarse)')
  const items = tree.current?.getItems() ?? []
  const rangeExtractor = useCallback(
    (range: Range) => {
      const kept = new Set(defaultRangeExtractor(range))
      for (const index of keptRows(tree.current)) if (index >= 0 && index < range.count) kept.add(index)
      return [...kept].sort((one, other) => one - other)
    },
    [tree],
  )
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => viewport.current,
    estimateSize: () => (isCoarse ? ROW_COARSE : ROW),
    getItemKey: (index) => items[index]?.getId() ?? index,
    overscan: 10,
    rangeExtractor,
    useFlushSync: false,
  })
  return { viewport, virtualizer }
}

function keptRows(tree: TermTree | undefined): number[] {
  if (!tree) return []
  const { focusedItem, dnd } = tree.getState()
  const carried = dnd?.draggedItems?.map((item) => item.getItemMeta().index) ?? []
  return focusedItem === null ? carried : [tree.getItemInstance(focusedItem).getItemMeta().index, ...carried]
}

interface Props {
  tree: TermTree
  label: string
  sight: ReturnType<typeof useRowsInSight>
  said?: string | undefined
  row: (index: number) => ReactNode
}

export const TermTreeView = ({ tree, label, sight: { viewport, virtualizer }, said, row }: Props) => {
  const translate = useTranslate()
  const { style, ...container } = tree.getContainerProps(label)
  const hint = carried(tree, translate)
  return (
    <Box sx={{ position: 'relative', flex: 1, minHeight: 0 }}>
      <Box
        ref={viewport}
        sx={{ position: 'absolute', inset: 0, overflowY: 'auto', p: 0.5, overflowAnchor: 'none' }}
      >
        <Box
          {...container}
          aria-multiselectable
          sx={rows}
          style={{ ...style, height: virtualizer.getTotalSize() }}
        >
          {virtualizer.getVirtualItems().map(({ key, index, size, start }) => (
            <div
              key={key}
              role="none"
              style={{
                position: 'absolute',
                top: 0,
                left: 0,
                right: 0,
                height: size,
                transform: `translateY(${start}px)`,
              }}
            >
              {row(index)}
            </div>
          ))}
        </Box>
      </Box>
      <TopTarget tree={tree} hint={hint} />
      <Announcer tree={tree} said={said} />
    </Box>
  )
}
