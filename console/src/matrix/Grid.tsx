// biome-ignore-all lint/a11y: cells are virtualized, which table elements do not allow; the grid handles keys and clicks.
import { Box, useForkRef, useMediaQuery } from '@mui/material'
import type { Theme } from '@mui/material/styles'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type MouseEvent, useEffect, useMemo, useState } from 'react'
import { useTranslate } from 'react-admin'
import type { Holdings, RoleBrief } from '../features/grants/grants.ts'
import type { Locks } from '../features/grants/locks.ts'
import type { Draft } from '../features/grants/useDraft.ts'
import { useToggle } from '../features/grants/useToggle.ts'
import { useWidth } from '../ui/useWidth.ts'
import { GridHead } from './GridHead.tsx'
import { GridRow } from './GridRow.tsx'
import type { MatrixRow } from './rows.ts'
import { gridSx, HEAD_PX, ROW_PX } from './styles.ts'
import { type Place, useGridKeys } from './useGridKeys.ts'

interface Props {
  rows: readonly MatrixRow[]
  roles: readonly RoleBrief[]
  draft: Draft
  locks: Locks
  holdings: Holdings
  onFold: (key: string) => void
}

/** Limits of the column width; columns share the available width. */
const NARROWEST_PX = 98
const WIDEST_PX = 150
/** Placeholders in a text that is translated once. */
const MARKS = { role: '\u0001', name: '\u0002' }

/** Room for the draft bar, which must not cover the focused cell. */
const BAR_PX = 72

/** Always renders the cell in the tab order: otherwise scrolling away from it would lose the focus. */
const withActive = (active: number) => (range: Range) => {
  const indexes = defaultRangeExtractor(range)
  if (active < 0 || active >= range.count || indexes.includes(active)) return indexes
  return [...indexes, active].sort((one, other) => one - other)
}

/** Roles × permissions as a virtualized ARIA grid. */
// Over 80 lines: two virtualizers, the keyboard and the cells share one scroll element.
export const Grid = ({ rows, roles, draft, locks, holdings, onFold }: Props) => {
  const translate = useTranslate()
  const toggle = useToggle(draft, locks)
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  const nameWidth = isNarrow ? 156 : 260
  const [ownWidth, measured] = useWidth()
  const room = (ownWidth - nameWidth) / Math.max(roles.length, 1)
  const columnWidth = Math.min(Math.max(Math.floor(room), NARROWEST_PX), WIDEST_PX)

  const press = ({ row, column }: Place) => {
    const [pressed, role] = [rows[row], roles[column]]
    if (pressed && role) toggle(role, pressed.permissions)
    else if (pressed && pressed.kind !== 'permission') onFold(pressed.key)
  }
  const follow = (place: Place, target: HTMLElement) => {
    const link = target.querySelector('a')
    if (link) link.click()
    else press(place)
  }
  const reveal = ({ row, column }: Place) => {
    // Headings are always visible: scroll to the start.
    if (row < 0) rowVirtualizer.scrollToOffset(0)
    else rowVirtualizer.scrollToIndex(row)
    if (column < 0) columnVirtualizer.scrollToOffset(0)
    else columnVirtualizer.scrollToIndex(column)
  }
  const size = { rows: rows.length, columns: roles.length }
  const keys = useGridKeys({ ...size, element, reveal, onSpace: press, onEnter: follow })
  const { active, setPlace } = keys

  const rowVirtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => element,
    estimateSize: () => ROW_PX,
    scrollMargin: HEAD_PX,
    scrollPaddingStart: HEAD_PX,
    overscan: 4,
    useFlushSync: false,
    getItemKey: (index) => rows[index]?.key ?? index,
    rangeExtractor: useMemo(() => withActive(active.row), [active.row]),
  })
  const columnVirtualizer = useVirtualizer({
    horizontal: true,
    count: roles.length,
    getScrollElement: () => element,
    estimateSize: () => columnWidth,
    scrollMargin: nameWidth,
    scrollPaddingStart: nameWidth,
    overscan: 2,
    useFlushSync: false,
    getItemKey: (index) => roles[index]?.id ?? index,
    rangeExtractor: useMemo(() => withActive(active.column), [active.column]),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: measure again when the width changes.
  useEffect(() => columnVirtualizer.measure(), [columnWidth, nameWidth])

  const placeOf = (target: EventTarget): Place | undefined => {
    const { row, column } = (target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset ?? {}
    return row === undefined ? undefined : { row: Number(row), column: Number(column) }
  }
  const onClick = (event: MouseEvent) => {
    if ((event.target as HTMLElement).closest('a')) return
    const place = placeOf(event.target)
    if (place && place.row >= 0) press(place)
  }
  const width = nameWidth + columnWidth * roles.length
  // Translate once for all cells: a translation per cell would dominate the render time.
  const labelOf = useMemo(() => {
    const [plain, changed] = [translate('matrix.cell', MARKS), translate('matrix.cell_changed', MARKS)]
    return (role: RoleBrief, name: string, isChanged: boolean) =>
      (isChanged ? changed : plain).replace(MARKS.role, () => role.name).replace(MARKS.name, () => name)
  }, [translate])
  const shared = { columns: columnVirtualizer.getVirtualItems(), roles, width, nameWidth, locks }

  return (
    <Box
      ref={useForkRef<HTMLDivElement>(setElement, measured)}
      role="grid"
      aria-label={translate('matrix.title')}
      aria-rowcount={rows.length + 1}
      aria-colcount={roles.length + 1}
      aria-readonly={!locks.mayWrite}
      onKeyDown={keys.onKeyDown}
      onClick={onClick}
      onFocus={(event) => {
        const place = placeOf(event.target)
        if (place) setPlace(place)
      }}
      sx={gridSx}
      style={
        {
          height: HEAD_PX + rows.length * ROW_PX + 2,
          '--bar': `${draft.changes.length > 0 ? BAR_PX : 0}px`,
        } as CSSProperties
      }
    >
      <div role="rowgroup" className="heads">
        <GridHead
          {...shared}
          countOf={holdings.countOf}
          active={active.row === -1 ? active.column : undefined}
        />
      </div>
      <div role="rowgroup" style={{ position: 'relative', width, height: rowVirtualizer.getTotalSize() }}>
        {rowVirtualizer.getVirtualItems().map(({ key, index, start }) => {
          const row = rows[index]
          return (
            row && (
              <GridRow
                key={key}
                {...shared}
                row={row}
                index={index}
                top={start - HEAD_PX}
                draft={draft}
                labelOf={labelOf}
                isBeyond={locks.mayWrite && row.kind === 'permission' && !locks.holds(row.permission)}
                active={active.row === index ? active.column : undefined}
              />
            )
          )
        })}
      </div>
    </Box>
  )
}
