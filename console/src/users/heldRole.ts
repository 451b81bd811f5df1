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
