import { dayOf } from '../ui/days.ts'

/** When a user's access ends next, and which of their roles end on that day. */
interface NextEnd {
  at: string
  roles: HeldRole[]
  isSoon: boolean
}

/** The next end of an assignment that is in force. */
export function nextEndOf(roles: readonly HeldRole[]): NextEnd | undefined {
  const ending = roles.flatMap((role) => {
    const at = role.pivot?.expires_at
    return at && ['active', 'expiring'].includes(stateOf(role)) ? [{ at, role }] : []
  })
  const [first] = ending.sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
  if (!first) return undefined
  const onThatDay = ending.filter(({ at }) => dayOf(at) === dayOf(first.at))
  return {
    at: first.at,
    roles: onThatDay.map(({ role }) => role),
    isSoon: stateOf(first.role) === 'expiring',
  }
}

const SOON_MS = 14 * 86_400_000

/** A role with its link to the user. */
export interface HeldRole {
  id: number
  name: string
  slug: string
  is_active: boolean
  pivot?: { is_active: boolean; expires_at: string | null; created_at: string }
}

/** Status of the assignment: active only if both the role and the link are in force. */
export function stateOf({ is_active, pivot }: HeldRole) {
  const left = pivot?.expires_at ? Date.parse(pivot.expires_at) - Date.now() : Infinity
  if (left <= 0) return 'expired'
  if (!is_active || pivot?.is_active === false) return 'inactive'
  return left < SOON_MS ? 'expiring' : 'active'
}
