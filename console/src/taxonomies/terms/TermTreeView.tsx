import { Box, useMediaQuery } from '@mui/material'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useCallback,
  useImperativeHandle,
  useRef,
} from 'react'
import { useTranslate } from 'react-admin'
import { Announcer, carried } from '../tree/Announcer.tsx'
import { ROW, ROW_COARSE, rows } from '../tree/styles.ts'
import type { Row } from './rows.ts'
import { TopTarget } from './TopTarget.tsx'
import type { Item, TermTree } from './useTermTree.ts'

/** Scrolls a row into view. */
export type ScrollTo = (index: number) => void

interface Props {
  tree: TermTree
  label: string
  scrollTo: RefObject<ScrollTo | null>
  /** The last announcement. */
  said: string | undefined
  row: (item: Item<Row>) => ReactNode
}

/** Virtualized; the focused row and dragged rows are always rendered. */
export const TermTreeView = ({ tree, label, scrollTo, said, row }: Props) => {
  const translate = useTranslate()
  const viewport = useRef<HTMLDivElement>(null)
  const isCoarse = useMediaQuery('(pointer: coarse)')
  const items = tree.getItems()
  const rangeExtractor = useCallback(
    (range: Range) => {
      const kept = new Set(defaultRangeExtractor(range))
      for (const index of keptRows(tree)) if (index >= 0 && index < range.count) kept.add(index)
      return [...kept].sort((one, other) => one - other)
    },
    [tree],
  )
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => viewport.current,
    estimateSize: () => (isCoarse ? ROW_COARSE : ROW),
    overscan: 8,
    rangeExtractor,
    useFlushSync: false,
  })
  useImperativeHandle(scrollTo, () => (index) => virtualizer.scrollToIndex(index, { align: 'auto' }), [
    virtualizer,
  ])
  const { style, ...container } = tree.getContainerProps(label)
  return (
    <Box sx={{ position: 'relative', flex: 1, minHeight: 0 }}>
      <Box ref={viewport} sx={viewportStyle}>
        <Box
          {...container}
          aria-multiselectable
          sx={rows}
          style={{ ...style, height: virtualizer.getTotalSize() }}
        >
          {virtualizer.getVirtualItems().map(({ index, size, start }) => {
            const item = items[index]
            return (
              item && (
                <div
                  key={item.getId()}
                  role="none"
                  style={{ position: 'absolute', top: start, left: 0, right: 0, height: size }}
                >
                  {row(item)}
                </div>
              )
            )
          })}
          {tree.getState().dnd?.dragTarget && (
            <div aria-hidden className="line" style={tree.getDragLineStyle(-1, 4) as CSSProperties} />
          )}
        </Box>
      </Box>
      <TopTarget tree={tree} hint={carried(tree, translate)} />
      <Announcer tree={tree} said={said} />
    </Box>
  )
}

const viewportStyle = {
  position: 'absolute',
  inset: 0,
  overflowY: 'auto',
  p: 0.5,
  overflowAnchor: 'none',
} as const

function keptRows(tree: TermTree): number[] {
  const { focusedItem, dnd } = tree.getState()
  const carried = dnd?.draggedItems?.map((item) => item.getItemMeta().index) ?? []
  return focusedItem === null ? carried : [tree.getItemInstance(focusedItem).getItemMeta().index, ...carried]
}
