import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/session.ts'

/** How far the audit trail is sealed. @param entry the id of an entry: whether it is sealed */
export const sealQuery = (entry?: number) =>
  queryOptions({
    queryKey: ['audit', 'seal', entry ?? null],
    queryFn: ({ signal }) =>
      client.request('GET', '/api/audit/seal', { query: entry === undefined ? {} : { entry }, signal }),
  })
