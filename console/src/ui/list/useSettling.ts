import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Listed } from './column.ts'

/** Longer than a double click, shorter than it takes to read the row that has moved up. */
const SETTLING_MS = 800

/**
 * A change can put another record under the pointer: its row moves up when the one before it leaves. The list then takes no
 * clicks for a moment, so that a second click cannot reach that record. For held keys: `keepFocus.ts`.
 * @param records in their order
 * @param view the page, sort and filter that the user has chosen, whose own changes move rows on purpose; undefined while they load
 * @returns for the element that contains the rows
 */
export function useSettling<E extends HTMLElement>(
  records: readonly Listed[],
  view: string | undefined = '',
): RefObject<E | null> {
  const element = useRef<E>(null)
  const shown = useRef({ records, view })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Before the rows are painted in their new places.
  useLayoutEffect(() => {
    if (view === undefined) return
    const before = shown.current
    shown.current = { records, view }
    const rows = element.current
    if (!rows || before.view !== view || !isMoved(before.records, records)) return
    // Set by hand: a state would render all rows twice more.
    rows.style.pointerEvents = 'none'
    clearTimeout(timer.current)
    timer.current = setTimeout(() => rows.style.removeProperty('pointer-events'), SETTLING_MS)
  }, [records, view])
  useLayoutEffect(() => () => clearTimeout(timer.current), [])
  return element
}

/** Whether another record has taken the place of one. */
const isMoved = (before: readonly Listed[], after: readonly Listed[]): boolean =>
  before.some(({ id }, index) => after[index] !== undefined && after[index].id !== id)
