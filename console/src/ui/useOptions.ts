import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDebounced } from './useDebounced.ts'
import { containsWords } from './words.ts'

interface Search<T> {
  /** Cache key of the search. */
  queryKey: readonly unknown[]
  find: (q: string, signal: AbortSignal) => Promise<T[]>
  /** The typed text. */
  text: string
  /** The texts of an option that a search may find it by. */
  textOf: (option: T) => string
  isEnabled?: boolean
  /** Does not search for an empty text. */
  needsText?: boolean
}

/** The options that the service finds for a typed text, with one request per pause in typing. */
export function useOptions<T>({
  queryKey,
  find,
  text,
  textOf,
  isEnabled = true,
  needsText = false,
}: Search<T>) {
  const asked = text.trim()
  const q = useDebounced(asked)
  const search = useQuery({
    queryKey: [...queryKey, q],
    queryFn: ({ signal }) => find(q, signal),
    enabled: isEnabled && !(needsText && q === ''),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  const { data: found = [], isPlaceholderData, isFetching } = search
  const isWaiting = isPlaceholderData || q !== asked
  const fits = (option: T) => containsWords(textOf(option), asked)
  return {
    search,
    // Until the response arrives, filter the previous results: Enter must not select an option that does not match.
    options: isWaiting ? found.filter(fits) : found,
    isLoading: isWaiting || isFetching,
  }
}
