import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'

/** Row -1 is the headings', column -1 the names'. */
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

/** Where a key leads to, by the grid pattern of the ARIA practices. */
export function placeAfter(
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
  /** Brings a place into sight. */
  reveal: (place: Place) => void
  onSpace: (place: Place) => void
  onEnter: (place: Place, target: HTMLElement) => void
}

/** One place of the grid is in the tab order; keys move it, and the focus with it. */
export function useGridKeys({ element, rows, columns, reveal, onSpace, onEnter }: Options) {
  const [place, setPlace] = useState<Place>({ row: 0, column: 0 })
  const isMoved = useRef(false)
  // What is searched or closed may leave fewer.
  const active = { row: clamp(place.row, rows), column: clamp(place.column, columns) }

  useLayoutEffect(() => {
    if (!isMoved.current) return
    isMoved.current = false
    const selector = `[data-row="${active.row}"][data-column="${active.column}"]`
    element?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true })
  }, [element, active.row, active.column])

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.altKey || event.shiftKey) return
    const next = placeAfter(event, active, { rows, columns })
    if (next) {
      event.preventDefault()
      if (next.row === active.row && next.column === active.column) return
      isMoved.current = true
      setPlace(next)
      reveal(next)
    } else if (event.key === ' ') {
      event.preventDefault()
      onSpace(active)
    } else if (event.key === 'Enter') {
      onEnter(active, event.target as HTMLElement)
    }
  }
  return { active, setPlace, onKeyDown }
}
