import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { healthQuery } from './webhook.ts'

/** Reads the health of a webhook again when there is an attempt that it does not know. @param newest its id */
export function useFreshHealth(webhookId: number, newest: number | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    const { queryKey } = healthQuery(webhookId)
    const health = queries.getQueryData(queryKey)
    if (newest !== undefined && health !== undefined && (health.last?.id ?? 0) < newest)
      void queries.invalidateQueries({ queryKey })
  }, [queries, webhookId, newest])
}
