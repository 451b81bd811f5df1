import { useStore } from 'react-admin'

/** A mail with a code that the user has asked for: it confirms a new address, or verifies the one that the account has. */
export interface PendingCode {
  email: string
  /** What the service answered: the digits work together with it only. */
  request: string
  isNew: boolean
  /** In ms. */
  askedAt: number
}

/** How long the link in the mail works. */
const LINK_MS = 86_400_000

/** Kept in the browser, so that a reload does not lose what the digits in the mail belong to. */
export function usePendingCode(user: { id: number; email?: string; email_verified_at?: string | null }) {
  const [stored, store] = useStore<PendingCode | null>(`users.${user.id}.code`, null)
  const isDone = (code: PendingCode) =>
    code.isNew ? code.email === user.email : user.email_verified_at !== null || code.email !== user.email
  const isOver = stored !== null && (Date.now() - stored.askedAt > LINK_MS || isDone(stored))
  return [stored !== null && !isOver ? stored : undefined, store] as const
}
