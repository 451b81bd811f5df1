import { type RefCallback, useCallback, useState } from 'react'

/** The current width of an element; 0 before it is mounted. */
export function useWidth(): [width: number, ref: RefCallback<HTMLElement>] {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [width, ref]
}
