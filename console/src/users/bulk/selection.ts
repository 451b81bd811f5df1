import { type Chosen, matchingOf } from '../../features/bulk/selection.ts'
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
const endOfPeriod = (days: string): string => new Date(Date.now() + Number(days) * DAY_MS).toISOString()

/** The filter's part that the API has no condition of the same name for. */
export const ofPeriod = (days: string | undefined): { access_ends_before?: string } =>
  days === undefined ? {} : { access_ends_before: endOfPeriod(days) }

/** The users that the list has, as bulk calls choose them. */
export function allOf({ role, ends_within, ...filter }: UserFilter): Chosen {
  const matching = matchingOf('users', { ...filter, ...ofPeriod(ends_within) })
  return { matching: role === undefined ? matching : { ...matching, holds_role: role.slug } }
}
