import type { Change } from './grants.ts'

/** The last saved changes of this browser session, which can be reverted. */
interface LastSaved {
  at: string
  changes: Change[]
}

const keyOf = (userId: number) => `rolecall.saved.${userId}`

/** Stored per account. Without room for it, there is nothing to revert. */
export function rememberSaved(userId: number, changes: readonly Change[]): void {
  const saved = { at: new Date().toISOString(), changes }
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify(saved))
  } catch {
    sessionStorage.removeItem(keyOf(userId))
  }
}

export function lastSaved(userId: number): LastSaved | undefined {
  const text = sessionStorage.getItem(keyOf(userId))
  return text === null ? undefined : (JSON.parse(text) as LastSaved)
}
