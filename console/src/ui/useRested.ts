import { useEffect, useState } from 'react'

const REST_MS = 120

/** A text as it last stood still: what is searched as somebody types, not once for each letter. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
