import { type RefCallback, useCallback, useState } from 'react'

/** The current width of an element without its border; 0 before it is mounted. */
export function useWidth(): [width: number, ref: RefCallback<HTMLElement>] {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    // Before the first paint; the observer reports later changes.
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [width, ref]
}
