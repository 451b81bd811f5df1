import type { components } from '@rolecall/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '../api/session.ts'

export type Overview = components['schemas']['Overview']
export type Change = Overview['latest'][number]

/** How far back the charts may look. */
export const PERIODS = [7, 30, 90] as const
export type Period = (typeof PERIODS)[number]

/** Grants that end within so many days want a look. */
export const ENDING_WITHIN = 14

export const overviewQuery = (days: Period) =>
  queryOptions({
    queryKey: ['overview', days],
    queryFn: ({ signal }) =>
      client.request('GET', '/api/overview', { query: { days, ending_within: ENDING_WITHIN }, signal }),
    placeholderData: keepPreviousData,
  })
