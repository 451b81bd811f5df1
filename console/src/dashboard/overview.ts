import type { components } from '@rolecall/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '../api/session.ts'

export type Overview = components['schemas']['Overview']
export type Change = Overview['latest'][number]

/** Periods of the charts in days. */
export const PERIODS = [7, 30, 90] as const
export type Period = (typeof PERIODS)[number]

/** Assignments that expire within this number of days are listed. */
export const ENDING_WITHIN = 14

export const overviewQuery = (days: Period) =>
  queryOptions({
    queryKey: ['overview', days],
    queryFn: ({ signal }) =>
      client.request('GET', '/api/overview', { query: { days, ending_within: ENDING_WITHIN }, signal }),
    placeholderData: keepPreviousData,
  })
