import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/session.ts'
import type { Kind } from './kinds.ts'

/** Of a record of any kind. */
export interface Found {
  id: number
  name: string
  slug?: string
  email?: string | null
  deleted_at: string | null
}

export async function findRecords(kind: Kind, query: object, signal: AbortSignal): Promise<Found[]> {
  const { data } = await client.resource(kind).list({ ...query, trashed: 'true' } as never, { signal })
  return data as unknown as Found[]
}

/** The record as it is now, also in the trash; null if there is none any more. By a list, for which that is no error. */
export const recordQuery = (kind: Kind | undefined, id: number | null) =>
  queryOptions({
    queryKey: [kind, 'of entry', id],
    queryFn: async ({ signal }) =>
      (await findRecords(kind as Kind, { where: { id }, per_page: 1 }, signal))[0] ?? null,
    enabled: kind !== undefined && id !== null,
    // The entry can be read without it.
    retry: false,
  })
