import { useQuery } from '@tanstack/react-query'
import { countTerms } from '../api.ts'

/** The number of live terms of a type, on all levels. */
export const useTermCount = (slug: string): number | undefined =>
  useQuery({
    queryKey: ['taxonomies', 'count', slug],
    queryFn: ({ signal }) => countTerms([slug], signal),
  }).data
