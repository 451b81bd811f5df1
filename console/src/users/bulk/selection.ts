import type { Matching } from '@rolecall/client'
import type { PickerOption } from '../../ui/RecordPicker.tsx'

const DAY_MS = 86_400_000

/** The filter of the list, as its address has it. */
export interface UserFilter {
  q?: string
  status?: 'active' | 'inactive'
  trashed?: 'only'
  role?: PickerOption
  /** Days within which a role of the user ends. */
  ends_within?: string
  from?: string
  to?: string
}

/** When a period of days ends, from now. */
export const endOfPeriod = (days: string): string =>
  new Date(Date.now() + Number(days) * DAY_MS).toISOString()

/** The filter's part that the API has no condition of the same name for. */
export const ofPeriod = (days: string | undefined) =>
  days === undefined ? {} : { access_ends_before: endOfPeriod(days) }

/** The users that the list has, as bulk calls choose them. @param without the id of a user to leave out */
export const matchingOf = (
  { role, ends_within, ...filter }: UserFilter,
  without: number | undefined,
): Matching<'users'> => ({
  ...filter,
  ...(role !== undefined && { holds_role: role.slug }),
  ...ofPeriod(ends_within),
  ...(without !== undefined && { where: { id: { not: without } } }),
})

/** The users that a bulk action works on. */
export type Chosen =
  | { ids: number[] }
  | { emails: string[] }
  /** All that the list has. */
  | { filter: UserFilter }
