import { useEffect, useState } from 'react'

const REST_MS = 120

/** Debounces a text, so that a search does not run for each letter. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
