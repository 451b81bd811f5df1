import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { keyOf } from '../ui/keys/keys.ts'
import { GRID_KEYS } from './keys.ts'

/** Row -1 has the column headings, column -1 the row names. */
export interface Place {
  row: number
  column: number
}

const FIRST = -1
const PAGE = 12

interface Size {
  rows: number
  columns: number
}

const clamp = (value: number, count: number) => Math.min(Math.max(value, FIRST), count - 1)

/** The cell that a key moves to, by the ARIA grid pattern. */
function placeAfter(
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  { row, column }: Place,
  { rows, columns }: Size,
): Place | undefined {
  const isFar = ctrlKey || metaKey
  const places: Record<string, Place> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    PageUp: { row: row - PAGE, column },
    PageDown: { row: row + PAGE, column },
    Home: { row: isFar ? FIRST : row, column: FIRST },
    End: { row: isFar ? rows - 1 : row, column: columns - 1 },
  }
  const place = places[key]
  return place && { row: clamp(place.row, rows), column: clamp(place.column, columns) }
}

interface Options extends Size {
  element: HTMLElement | null
  /** Scrolls a cell into view. */
  reveal: (place: Place) => void
  onSpace: (place: Place) => void
  onEnter: (place: Place, target: HTMLElement) => void
}

/** Roving tabindex: one cell is in the tab order; keys move it with the focus. */
export function useGridKeys({ element, rows, columns, reveal, onSpace, onEnter }: Options) {
  const [place, setPlace] = useState<Place>({ row: 0, column: 0 })
  const isMoved = useRef(false)
  // A search or a collapsed group may leave fewer cells.
  const active = { row: clamp(place.row, rows), column: clamp(place.column, columns) }

  useLayoutEffect(() => {
    if (!isMoved.current) return
    isMoved.current = false
    const selector = `[data-row="${active.row}"][data-column="${active.column}"]`
    element?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true })
  }, [element, active.row, active.column])

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const key = keyOf(GRID_KEYS, event)
    if (key === undefined) return
    if (key === 'open') return onEnter(active, event.target as HTMLElement)
    event.preventDefault()
    if (key === 'toggle') return onSpace(active)
    const next = placeAfter(event, active, { rows, columns })
    if (next) {
      if (next.row === active.row && next.column === active.column) return
      isMoved.current = true
      setPlace(next)
      reveal(next)
    }
  }
  return { active, setPlace, onKeyDown }
}
