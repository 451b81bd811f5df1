import { useEffect, useState } from 'react'

const DEBOUNCE_MS = 120

/** Debounces a text, so that a search does not run for each letter. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
